package wasm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/value"
)

// executable is a compiled program.
type executable struct {
	prog    *imp.Program
	unit    *emit.Unit
	profile bool
	memory  *linear
	runtime wazero.Runtime
	module  api.Module
	heap    heap
	threads []*worker
	kernels []*kernel
	entries map[string]api.Function

	mu     sync.Mutex // one run at a time
	run    *run
	closed bool
}

const pageSize = 1 << 16

// maxMemory is the size of a program's memory: one page less than 4 GiB, so that it fits in
// 32 bits.
const maxMemory = 1<<32 - pageSize

// mostThreads bounds the number of threads that a user may ask for: each has a record in
// the program's memory.
const mostThreads = 1 << 10

// load compiles a translated program to machine code and instantiates it.
func load(ctx context.Context, p *imp.Program, unit *emit.Unit, o backend.Options, config wazero.RuntimeConfig) (_ *executable, err error) {
	memory, err := newLinear(maxMemory)
	if err != nil {
		return nil, err
	}
	x := &executable{prog: p, unit: unit, profile: o.Profile, memory: memory, entries: map[string]api.Function{}}
	x.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	defer func() {
		if err != nil {
			_ = x.Close()
		}
	}()
	if err := x.importHost(ctx); err != nil {
		return nil, fmt.Errorf("defining the host's functions: %w", err)
	}
	compiled, err := x.runtime.CompileModule(ctx, unit.Module.Encode())
	if err != nil {
		return nil, fmt.Errorf("compiling WebAssembly: %w", err)
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
	return x, nil
}

// layOut places the threads' records after the static data, and the heap after those.
func (x *executable) layOut(threads int) error {
	at := (x.unit.DataEnd + emit.ThreadSize - 1) / emit.ThreadSize * emit.ThreadSize
	for range threads {
		x.threads = append(x.threads, &worker{record: at})
		at += emit.ThreadSize
	}
	for _, k := range x.unit.Kernels {
		x.kernels = append(x.kernels, &kernel{Kernel: k})
	}
	x.heap = heap{mem: x.memory.reserved, base: uint64(at), top: uint64(at), limit: x.memory.length, grow: x.grow}
	return x.grow(uint64(at))
}

// growth is the minimum increment of memory.
const growth = 1 << 20

var errFull = errors.New("memory is full")

// grow makes addresses below to accessible. The heap must be locked.
func (x *executable) grow(to uint64) error {
	if to > maxMemory {
		return errFull
	}
	want := min(max(to, x.memory.length+growth, x.memory.length+x.memory.length/8), maxMemory)
	pages := (want - x.memory.length + pageSize - 1) / pageSize
	if _, ok := x.module.Memory().Grow(uint32(pages)); !ok {
		return fmt.Errorf("the system has no more memory")
	}
	x.heap.limit = x.memory.length
	return nil
}

// Run calls an entry point.
func (x *executable) Run(ctx context.Context, entry string, args []value.Value) ([]value.Value, *backend.Report, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	report := &backend.Report{}
	if x.closed {
		return nil, report, errors.New("the executable is closed")
	}
	f := x.prog.Fun(entry)
	if f == nil || f.Entry == nil {
		return nil, report, fault.Failf("the program has no entry point %q", entry)
	}
	x.run = &run{ctx: ctx, report: report, labels: map[string]int{}}
	x.begin()
	defer x.finish()
	if err := ctx.Err(); err != nil {
		return nil, report, err
	}
	stack, err := x.pass(f, args)
	if err != nil {
		return nil, report, err
	}
	x.heap.large = 0 // arguments are not allocations of the program
	fn, ok := x.entries[entry]
	if !ok {
		fn = x.module.ExportedFunction(entry)
		x.entries[entry] = fn
	}
	given := slices.Clone(stack)
	start := time.Now()
	err = fn.CallWithStack(ctx, stack)
	report.Total = time.Since(start)
	if err != nil {
		return nil, report, x.failure("entry point "+entry, err)
	}
	results, err := x.results(f, given, stack)
	return results, report, err
}

// run is the state of a run.
type run struct {
	ctx    context.Context
	report *backend.Report
	labels map[string]int // indices in report.Kernels
}

// begin resets the memory.
func (x *executable) begin() {
	x.heap.reset()
	for _, t := range x.threads {
		t.start(x.heap.mem)
	}
}

// keep is the amount of memory retained between runs.
const keep = 64 << 20

// finish completes the report and releases memory.
func (x *executable) finish() {
	r := x.run.report
	allocations := x.heap.large
	for _, t := range x.threads {
		allocations += t.counted(x.heap.mem, emit.ThreadAllocs)
		r.Copies += t.counted(x.heap.mem, emit.ThreadCopies)
		r.BytesCopied += t.counted(x.heap.mem, emit.ThreadCopied)
		r.Launches += t.counted(x.heap.mem, emit.ThreadLoops)
	}
	r.Spaces = []backend.SpaceReport{{Peak: int64(x.heap.peak), Slack: x.heap.arenas * emit.ArenaSize, Allocations: allocations}}
	x.memory.clear(min(x.heap.base+keep, x.memory.length)/pageSize*pageSize, x.memory.length)
	x.run = nil
}

// failure returns the error with which compiled code ended, without what the engine wrapped
// around ours.
func (x *executable) failure(where string, err error) error {
	var stopped *stop
	if errors.As(err, &stopped) {
		return stopped.err
	}
	return fmt.Errorf("backend %s: %s: the compiled code is at fault: %w", Name, where, err)
}

// List writes the WebAssembly as text.
func (x *executable) List(w io.Writer) error { return x.unit.Module.List(w) }

// Close releases the code and the memory.
func (x *executable) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
	err := x.runtime.Close(context.Background())
	x.memory.Free()
	return err
}
