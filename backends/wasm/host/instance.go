// Package host runs images: programs compiled to WebAssembly (package image). It compiles
// their code to machine code with wazero, and runs it inside the process. It knows nothing
// of how images are made, so a product that contains compiled programs contains no compiler.
//
// A program has one memory of up to 4 GiB, reserved when it is loaded and backed by the
// system on use. The body of a parallel loop is a function over a range of iterations; one
// goroutine per thread calls it on ranges that they take from a shared counter. They share
// one instance of the module: each call of a wazero function has its own stack, and the
// code keeps per-thread state in a record in memory whose address it is given. So the
// memory need not be a WebAssembly shared memory, whose length the engine would reload for
// each access.
//
// Compiled code cannot be interrupted. It counts its work and calls back about every
// millisecond; then cancellation takes effect, and Go's scheduler and garbage collector can
// run.
package host

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/value"
)

// Instance is a program that is ready to run. It may be run any number of times, by one
// goroutine at a time; others wait. A failed or cancelled run leaves it usable.
type Instance struct {
	image   *image.Image
	profile bool
	memory  *linear
	runtime wazero.Runtime
	module  api.Module
	heap    heap
	threads []*worker
	kernels []*kernel
	entries map[string]*border

	mu     sync.Mutex // one run at a time
	run    *run
	closed bool

	release func() // ends the use of the cached machine code; may be nil
}

// Options are a user's choices.
type Options struct {
	Threads int  // maximum number of threads; 0 is as many as Go uses
	Profile bool // time every kernel
}

// maxMemory is the size of a program's memory: one page less than 4 GiB, so that it fits in
// 32 bits.
const maxMemory = image.MaxPages * image.PageSize

// mostThreads bounds the number of threads that a user may ask for: each has a record in
// the program's memory.
const mostThreads = 1 << 10

// features are the WebAssembly features that images use.
const features = api.CoreFeaturesV2 | experimental.CoreFeaturesThreads

// Load compiles an image to machine code, unless cache has that, and makes it ready to run.
func Load(ctx context.Context, m *image.Image, cache *Cache, o Options) (*Instance, error) {
	engine, keep := cache.open(m.Module)
	x, err := load(ctx, m, o, configuration.WithCompilationCache(engine.CompilationCache))
	keep(err == nil)
	if err == nil {
		x.release = func() { cache.release(engine) }
		return x, nil
	}
	// Modules that we make compile, so the cache must be damaged.
	cache.forget(engine)
	cache.release(engine)
	return load(ctx, m, o, configuration)
}

// configuration is the engine's.
var configuration = wazero.NewRuntimeConfig().WithCoreFeatures(features).WithDebugInfoEnabled(false)

func load(ctx context.Context, m *image.Image, o Options, config wazero.RuntimeConfig) (_ *Instance, err error) {
	memory, err := newLinear(maxMemory)
	if err != nil {
		return nil, err
	}
	x := &Instance{image: m, profile: o.Profile, memory: memory, entries: map[string]*border{}}
	x.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	defer func() {
		if err != nil {
			_ = x.Close()
		}
	}()
	compiled, err := x.runtime.CompileModule(ctx, m.Module)
	if err != nil {
		return nil, fmt.Errorf("compiling WebAssembly: %w", err)
	}
	if err := x.provide(ctx, compiled.ImportedFunctions()); err != nil {
		return nil, fmt.Errorf("defining the host's functions: %w", err)
	}
	ctx = experimental.WithMemoryAllocator(ctx, memory)
	if x.module, err = x.runtime.InstantiateModule(ctx, compiled, wazero.NewModuleConfig().WithName("").WithStartFunctions()); err != nil {
		return nil, fmt.Errorf("loading WebAssembly: %w", err)
	}
	threads := o.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	threads = min(threads, mostThreads)
	if err := x.layOut(threads); err != nil {
		return nil, fmt.Errorf("making room for %d threads: %w", threads, err)
	}
	for i := range m.Entries {
		e := &m.Entries[i]
		if x.entries[e.Name], err = newBorder(e, x.module.ExportedFunction(e.Name)); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// layOut places the threads' records after the static data, and the heap after those.
func (x *Instance) layOut(threads int) error {
	at := (x.image.DataEnd + image.ThreadSize - 1) / image.ThreadSize * image.ThreadSize
	for range threads {
		x.threads = append(x.threads, &worker{record: at})
		at += image.ThreadSize
	}
	for _, k := range x.image.Kernels {
		x.kernels = append(x.kernels, &kernel{Kernel: k})
	}
	x.heap = heap{mem: x.memory.reserved, base: uint64(at), top: uint64(at), limit: x.memory.length, grow: x.grow}
	return x.grow(uint64(at))
}

// growth is the minimum increment of memory.
const growth = 1 << 20

var errFull = errors.New("memory is full")

// grow makes addresses below to accessible. The heap must be locked.
func (x *Instance) grow(to uint64) error {
	if to > maxMemory {
		return errFull
	}
	want := min(max(to, x.memory.length+growth, x.memory.length+x.memory.length/8), maxMemory)
	pages := (want - x.memory.length + image.PageSize - 1) / image.PageSize
	if _, ok := x.module.Memory().Grow(uint32(pages)); !ok {
		return fmt.Errorf("the system has no more memory")
	}
	x.heap.limit = x.memory.length
	return nil
}

// Run calls the named entry point, and receive with its results, whose data lies in the
// program's memory and must not be used afterwards. Arguments are not changed. A failure of
// the program itself (an assertion, out of memory, arguments that do not fit) is a
// *fault.Failure; a cancelled run returns the context's error. The report is valid in every
// case.
func (x *Instance) Run(ctx context.Context, entry string, args []value.Value, receive func([]value.Value)) (*Report, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	r := &run{ctx: ctx, report: &Report{}}
	if x.closed {
		return r.report, errors.New("the program is closed")
	}
	b, ok := x.entries[entry]
	if !ok {
		return r.report, fault.Failf("the program has no entry point %q", entry)
	}
	if err := ctx.Err(); err != nil {
		return r.report, err
	}
	x.run = r
	x.begin()
	defer x.finish()
	if err := x.pass(b, args); err != nil {
		return r.report, err
	}
	x.heap.large = 0 // arguments are not allocations of the program
	start, worked := time.Now(), processorTime()
	r.last = start
	err := b.function.CallWithStack(ctx, b.stack)
	r.report.Total, r.report.Processor = time.Since(start), processorTime()-worked
	if err != nil {
		return r.report, x.failure("entry point "+entry, err)
	}
	results, err := x.results(b)
	if err != nil {
		return r.report, err
	}
	receive(results)
	return r.report, nil
}

// run is the state of a run.
type run struct {
	ctx    context.Context
	report *Report
	labels map[string]int // indices in report.Kernels
	last   time.Time      // when the last parallel loop ended, or the run began
}

// begin resets the memory.
func (x *Instance) begin() {
	x.heap.reset()
	for _, t := range x.threads {
		t.start(x.heap.mem, len(x.threads))
	}
}

// keep is the amount of memory retained between runs.
const keep = 64 << 20

// finish completes the report and releases memory.
func (x *Instance) finish() {
	r := x.run.report
	r.Allocations = x.heap.large
	for _, t := range x.threads {
		r.Allocations += t.counted(x.heap.mem, image.ThreadAllocs)
		r.Copies += t.counted(x.heap.mem, image.ThreadCopies)
		r.BytesCopied += t.counted(x.heap.mem, image.ThreadCopied)
		r.Launches += t.counted(x.heap.mem, image.ThreadLoops)
	}
	r.Peak, r.Slack = int64(x.heap.peak), x.heap.arenas*image.ArenaSize
	x.memory.clear(min(x.heap.base+keep, x.memory.length)/image.PageSize*image.PageSize, x.memory.length)
	x.run = nil
}

// failure returns the error with which compiled code ended, without what the engine wrapped
// around ours.
func (x *Instance) failure(where string, err error) error {
	var stopped *stop
	if errors.As(err, &stopped) {
		return stopped.err
	}
	return fmt.Errorf("%s: the compiled code is at fault: %w", where, err)
}

// Close releases the code and the memory, after the current run.
func (x *Instance) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return nil
	}
	x.closed = true
	err := x.runtime.Close(context.Background())
	x.memory.Free()
	if x.release != nil {
		x.release()
	}
	return err
}
