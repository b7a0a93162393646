package gpu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu/codegen"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
)

// run is the state of a run.
type run struct {
	x       *executable
	scalars []uint64
	blocks  []*block
	path    uint64 // of calls to the function that is running
	launch  uint32 // number of the last launch
	// pending says of launches whether some may not be done, and whether one may have failed,
	// since the record was looked at.
	pending   struct{ work, failure bool }
	last      *codegen.Kernel // that was launched
	cancelled atomic.Bool
	args      []hardware.Arg
	sizes     []int64
	record    []byte
	word      []byte // room for a scalar; drivers want no memory that holds pointers
	timed     []timedLaunch
	ended     time.Time        // the last of these, or when the run began
	chose     bool             // between versions that may fail differently (ir.Enough)
	repeats   bool             // a run that failed
	given     []*lasting       // the arguments that are in the device's memory; nil for others
	stays     bool             // results stay there, too:
	left      map[int]*lasting // by their number
}

// timedLaunch is a launch in a profile.
type timedLaunch struct {
	kernel *codegen.Kernel
	event  hardware.Event
	empty  bool          // without points, so that it never began
	since  time.Duration // from the end of the launch before, or the beginning of the run, to its own end
}

// stop ends a run from within the host part: it is raised as a panic.
type stop struct{ err error }

// do ends the run if the driver reports an error.
func (r *run) do(what string, err error) {
	if err != nil {
		panic(stop{fmt.Errorf("backend %s: %s: %w", r.x.name, what, err)})
	}
}

// Run calls an entry point.
func (x *executable) Run(ctx context.Context, entry string, args []value.Value) ([]value.Value, *backend.Report, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	_, results, report, err := x.run(ctx, entry, args, nil, false)
	return results, report, err
}

// run calls an entry point with arguments of which some are given in the device's memory. Its
// results stay there if they are to; the run has them.
func (x *executable) run(ctx context.Context, entry string, args []value.Value, given []*lasting, stays bool) (r *run, results []value.Value, report *backend.Report, err error) {
	report = &backend.Report{}
	if x.closed {
		return nil, nil, report, errors.New("the executable is closed")
	}
	f := x.prog.Fun(entry)
	if f == nil || f.Entry == nil {
		return nil, nil, report, fault.Failf("the program has no entry point %q", entry)
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, report, err
	}
	if d, ok := x.device.(hardware.Resetter); x.lost || ok && d.Lost() {
		if err := x.recover(ctx); err != nil {
			return nil, nil, report, err
		}
	}
	r = x.newRun(given, stays)
	results, err = r.once(ctx, entry, args, report)
	var failed *fault.Failure
	if !x.lost && r.chose && errors.As(err, &failed) {
		*report = backend.Report{}
		r = x.newRun(given, stays)
		r.repeats = true
		results, err = r.once(ctx, entry, args, report)
	}
	return r, results, report, err
}

func (x *executable) newRun(given []*lasting, stays bool) *run {
	r := &run{
		x: x, given: given, stays: stays, scalars: make([]uint64, max(1, x.host.scalars)), blocks: make([]*block, x.host.blocks),
		record: make([]byte, x.unit.FailureSize()), word: make([]byte, 8),
	}
	for _, c := range x.host.constants {
		r.scalars[c.at] = c.bits
	}
	return r
}

// once runs an entry point, and leaves the executable ready for the next run unless the
// device's context is lost.
func (r *run) once(ctx context.Context, entry string, args []value.Value, report *backend.Report) (results []value.Value, err error) {
	x := r.x
	defer context.AfterFunc(ctx, func() { r.cancelled.Store(true) })()
	x.pool.reset()
	err = r.guard(ctx, func() { results = r.enter(x.host.funs[entry], args, report) })
	if x.lost = errors.Is(err, hardware.ErrLost); x.lost {
		return nil, r.whileRunning(err)
	}
	if err == nil && ctx.Err() != nil { // the last kernel may have run for long
		results, err = nil, ctx.Err()
	}
	err = errors.Join(err, r.end(report))
	x.lost = errors.Is(err, hardware.ErrLost)
	return results, err
}

// guard runs f and gives the error that it raised.
func (r *run) guard(ctx context.Context, f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			s, ok := p.(stop)
			if !ok {
				panic(p)
			}
			if err = s.err; errors.Is(err, errCancelled) {
				err = ctx.Err()
			}
		}
	}()
	f()
	return nil
}

var errCancelled = errors.New("cancelled")

// poll ends the run if it was cancelled.
func (r *run) poll() {
	if r.cancelled.Load() {
		panic(stop{errCancelled})
	}
}

// end makes the executable ready for the next run, whatever became of this one.
func (r *run) end(report *backend.Report) error {
	for i := range r.blocks {
		r.hold(i, nil)
	}
	err := r.x.device.Finish()
	if err == nil {
		r.x.leave()
	}
	err = errors.Join(err, r.x.clearFailure(), r.times(report))
	report.Spaces = []backend.SpaceReport{{Space: "device", Peak: r.x.pool.peak, Allocations: r.x.pool.blocks}}
	if err != nil {
		return fmt.Errorf("backend %s: %w", r.x.name, err)
	}
	return nil
}

// times adds up the times of the kernels.
func (r *run) times(report *backend.Report) error {
	at := map[string]int{}
	for _, t := range r.timed {
		var took time.Duration
		if !t.empty {
			var err error
			if took, err = r.x.device.Elapsed(t.event); err != nil {
				return err
			}
		}
		i, ok := at[t.kernel.Label]
		if !ok {
			i = len(report.Kernels)
			at[t.kernel.Label] = i
			report.Kernels = append(report.Kernels, backend.KernelTime{Label: t.kernel.Label})
		}
		report.Kernels[i].Count++
		report.Kernels[i].Total += took
		report.Kernels[i].Before += max(0, t.since-took)
	}
	return nil
}

// enter copies arguments in, calls a function, and copies results out.
func (r *run) enter(p *procedure, args []value.Value, report *backend.Report) []value.Value {
	r.pass(p, args, report)
	r.do("waiting", r.x.device.Finish())
	start := time.Now()
	r.ended = start
	r.call(p)
	r.do("waiting", r.x.device.Finish())
	report.Total = time.Since(start)
	r.check()
	return r.results(p, report)
}

// hold makes a block variable hold b, which may be nil.
func (r *run) hold(to int, b *block) {
	if b != nil {
		b.refs++
	}
	old := r.blocks[to]
	r.blocks[to] = b
	if old == nil {
		return
	}
	if old.refs--; old.refs == 0 {
		r.x.pool.give(old)
	}
}

func (r *run) release(held []int) {
	for _, b := range held {
		r.hold(b, nil)
	}
}

// take is a fresh block of a kind.
func (r *run) take(bytes int64, kind blockKind) (*block, error) {
	if impossible(bytes, "") != "" {
		return nil, hardware.ErrNoMemory
	}
	switch {
	case kind == mapped:
		return r.x.pool.takeMapped(bytes)
	case kind == hostsOwn && bytes <= slot:
		return r.x.pool.takeHere(bytes), nil
	}
	return r.x.pool.take(bytes)
}

// blockKind says who uses a block, as far as that matters to where it lies.
type blockKind uint8

const (
	general  blockKind = iota
	mapped             // imp.Mappable
	hostsOwn           // imp.HostOnly
)

// room ends the run with an error of take that is not about room.
func (r *run) room(err error) {
	if !errors.Is(err, hardware.ErrNoMemory) {
		r.do("reserving memory", err)
	}
}

// inside checks what the compiler has to see to: that an access is within its
// block.
func (r *run) inside(b *block, offset, bytes int64) {
	if b == nil || offset < 0 || bytes > b.bytes-offset {
		r.check()
		var have int64
		if b != nil {
			have = b.bytes
		}
		panic(stop{&fault.Invalid{Message: fmt.Sprintf("bytes %d to %d of a block of %d bytes are used", offset, offset+bytes, have)}})
	}
}

func (r *run) copyBytes(dst, src *block, dstOffset, srcOffset, bytes int64) {
	r.inside(dst, dstOffset, bytes)
	r.inside(src, srcOffset, bytes)
	if dst == src && dstOffset == srcOffset {
		return
	}
	r.do("copying", r.x.device.Copy(dst.mem, src.mem, dstOffset, srcOffset, bytes))
}

// launchArg computes an argument of a kernel.
type launchArg func(r *run) hardware.Arg

// launchArgs are a kernel's own parameters, those after the fixed ones.
func (c *hostCompiler) launchArgs(k *codegen.Kernel) []launchArg {
	var out []launchArg
	for _, p := range k.Params {
		if p.Type == 0 {
			b := c.block(p.Name)
			out = append(out, func(r *run) hardware.Arg {
				a := hardware.Arg{Kind: hardware.MemoryArg}
				if block := r.blocks[b]; block != nil {
					a.Bits = uint64(block.mem)
				}
				return a
			})
			continue
		}
		x, size := c.scalar(p.Name), uint8(p.Type.Size())
		out = append(out, func(r *run) hardware.Arg { return hardware.Arg{Size: size, Bits: r.scalars[x]} })
	}
	return out
}

// parallel compiles a kernel's launch over an index space.
func (c *hostCompiler) parallel(k *codegen.Kernel, space []imp.SpaceDim, fill *filling) step {
	var counts []num
	for _, d := range space {
		counts = append(counts, c.expr(d.Count))
	}
	own := c.launchArgs(k)
	return func(r *run) {
		var room [8]int64 // on the stack; few spaces have more dimensions
		sizes := room[:0]
		for _, count := range counts {
			sizes = append(sizes, int64(count(r)))
		}
		total, ok := points(sizes)
		if total == 0 {
			r.empty(k)
			return
		}
		if !ok {
			r.check()
			panic(stop{r.x.located(fmt.Sprintf("%s runs for more than 2^63-1 points: a space of %s", k.Label, shapeOf(sizes)),
				[]source.Pos{k.Pos}, k.Fun, r.path)})
		}
		if r.fills(fill, total) {
			return
		}
		if k.Tiles != nil {
			r.tiled(k, own, sizes)
			return
		}
		groups, size, heap := r.x.geometry(k, total)
		r.fixedArgs(k, groups*size, heap)
		for _, n := range sizes {
			r.args = append(r.args, hardware.Arg{Size: 8, Bits: uint64(n)})
		}
		r.start(k, own, groups, size)
	}
}

// points is the number of points of a space, false if that is no i64.
func points(sizes []int64) (total int64, ok bool) {
	total = 1
	for _, n := range sizes {
		if n <= 0 {
			return 0, true
		}
	}
	for _, n := range sizes {
		high, low := bits.Mul64(uint64(total), uint64(n))
		if high != 0 || low > math.MaxInt64 {
			return -1, false
		}
		total = int64(low)
	}
	return total, true
}

// shapeOf is the sizes of a space, as a message says them.
func shapeOf(sizes []int64) string {
	words := make([]string, len(sizes))
	for i, n := range sizes {
		words[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(words, " × ")
}

// tiled launches a kernel of tiles. Its iterations are at most imp.MostNarrow, so that
// numbers of groups, and of rows and columns somewhat beyond the space, are i32s.
func (r *run) tiled(k *codegen.Kernel, own []launchArg, sizes []int64) {
	t := r.x.tilingOf(sizes, k.Tiles)
	r.fixedArgs(k, 0, 0)
	for _, n := range sizes {
		r.args = append(r.args, hardware.Arg{Size: 4, Bits: uint64(n)})
	}
	r.args = t.Args(r.args, sizes)
	r.start(k, own, t.Groups, codegen.GroupSize)
}

// launch compiles a kernel's launch as the program wants it.
func (c *hostCompiler) launch(k *codegen.Kernel, s *imp.Launch) step {
	groups, size := c.expr(s.Groups), c.expr(s.GroupSize)
	var shared []num
	for _, b := range s.Shared {
		shared = append(shared, c.expr(b.Bytes))
	}
	own := c.launchArgs(k)
	return func(r *run) {
		n, threads := int64(groups(r)), int64(size(r))
		if n <= 0 || threads <= 0 {
			return
		}
		r.fixedArgs(k, n*threads, 0)
		room := int64(0)
		for _, bytes := range shared {
			b := max(1, bytes(r))
			r.args = append(r.args, hardware.Arg{Kind: hardware.SharedArg, Bits: b})
			room += codegen.SharedRoom(int64(b))
		}
		if have := r.x.device.Info().SharedBytes; room > have {
			r.check()
			panic(stop{r.x.located(fmt.Sprintf("%s needs %d bytes of shared memory for a group of threads; %s has %d",
				k.Label, room, r.x.device.Info().Name, have), placeOf(s), k.Fun, r.path)})
		}
		if most := r.x.device.Info().MaxGroup; 0 < most && most < threads {
			r.check()
			panic(stop{r.x.located(fmt.Sprintf("%s asks for groups of %d threads; a group of %s has at most %d",
				k.Label, threads, r.x.device.Info().Name, most), placeOf(s), k.Fun, r.path)})
		}
		r.start(k, own, n, threads)
	}
}

// whileRunning adds to an error of the device what it was doing: what a kernel does
// is known only when something waits for it.
func (r *run) whileRunning(err error) error {
	if r.last == nil {
		return err
	}
	place := ""
	if r.last.Pos.IsValid() {
		place = fmt.Sprintf(" (%v)", r.last.Pos)
	}
	return fmt.Errorf("%w; the kernel that was launched last is %s%s", err, r.last.Label, place)
}

// placeOf is where a launch stands in the source.
func placeOf(s *imp.Launch) []source.Pos {
	if s.Pos.IsValid() {
		return []source.Pos{s.Pos}
	}
	return nil
}

// fixedArgs begins the list of arguments: see printer.params.
func (r *run) fixedArgs(k *codegen.Kernel, threads, heap int64) {
	r.launch++
	r.args = append(r.args[:0], hardware.Arg{Kind: hardware.MemoryArg, Bits: uint64(r.x.failure.mem)}, hardware.Arg{Size: 4, Bits: uint64(r.launch)})
	if k.Fails {
		r.args = append(r.args, hardware.Arg{Size: 8, Bits: r.path})
	}
	if k.Allocates {
		r.do("reserving memory for threads", r.x.reserveHeap(threads*heap))
		r.args = append(r.args, hardware.Arg{Kind: hardware.MemoryArg, Bits: uint64(r.x.heap.mem)}, hardware.Arg{Size: 8, Bits: uint64(heap)})
	}
}

// start launches a kernel.
func (r *run) start(k *codegen.Kernel, own []launchArg, groups, size int64) {
	r.poll()
	for _, arg := range own {
		r.args = append(r.args, arg(r))
	}
	event, err := r.x.device.Launch(r.x.kernels[k.Index], groups, size, r.args, r.x.profile)
	if err != nil {
		r.do("launching kernel "+k.Name, err)
	}
	r.last, r.pending.work = k, true
	if k.Fails {
		r.pending.failure = true
	}
	if r.x.profile {
		r.time(k, event)
	}
}

// time notes a launch for a profile. It waits for its end: what the host does while kernels run
// could not be told from waiting for them.
func (r *run) time(k *codegen.Kernel, event hardware.Event) {
	r.do("waiting", r.x.device.Finish())
	r.note(timedLaunch{kernel: k, event: event})
}

// empty notes a launch of a kernel without points for a profile, which tells what the host did before it.
func (r *run) empty(k *codegen.Kernel) {
	if r.x.profile {
		r.note(timedLaunch{kernel: k, empty: true})
	}
}

func (r *run) note(t timedLaunch) {
	now := time.Now()
	t.since = now.Sub(r.ended)
	r.timed, r.ended = append(r.timed, t), now
}
