package host

import (
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tetratelabs/wazero/api"

	"github.com/lamina-lang/lamina/backends/wasm/image"
)

// worker is a thread of compiled code: its record in memory and its own handles of the
// kernels. The first worker also runs the sequential part.
type worker struct {
	record  uint32
	kernels map[int]api.Function
	polled  time.Time
	share   int64 // work granted at the last poll
}

// kernel is a parallel loop and its measured speed.
type kernel struct {
	image.Kernel
	cost atomic.Int64 // picoseconds per iteration, as last measured; 0 if never
}

// start resets the worker's record.
func (w *worker) start(mem []byte, threads int) {
	clear(mem[w.record : w.record+image.ThreadSize])
	binary.LittleEndian.PutUint64(mem[w.record+image.ThreadCount:], uint64(threads))
	w.share = pollShare
	w.polled = time.Now()
	w.setShare(mem)
}

func (w *worker) setShare(mem []byte) {
	binary.LittleEndian.PutUint32(mem[w.record+image.ThreadPoll:], uint32(w.share))
}

// counted returns a counter in the worker's record.
func (w *worker) counted(mem []byte, field uint32) int64 {
	return int64(binary.LittleEndian.Uint64(mem[w.record+field:]))
}

const (
	pollTime  = time.Millisecond // target interval between two polls of a thread
	pollShare = 256              // work before the first poll
	maxShare  = 8192
)

// hostPoll (thread) is called when a thread has used up its share of work. It ends the run
// if it was cancelled, and sets the next share from the speed so far.
func (x *Instance) hostPoll(_ context.Context, stack []uint64) {
	if err := x.run.ctx.Err(); err != nil {
		panic(&stop{err})
	}
	runtime.Gosched()
	w := x.threads[(uint32(stack[0])-x.threads[0].record)/image.ThreadSize]
	now := time.Now()
	took := max(now.Sub(w.polled), time.Microsecond)
	w.polled = now
	w.share = min(max(w.share*int64(pollTime)/int64(took), 1), 2*w.share+1, maxShare)
	w.setShare(x.heap.mem)
}

// launch is one execution of a parallel loop.
type launch struct {
	x      *Instance
	kernel int
	path   uint64
	total  int64
	least  int64        // minimum number of iterations per chunk
	most   int64        // maximum number of iterations per chunk
	next   atomic.Int64 // the first iteration not yet taken

	mu     sync.Mutex
	failed bool
	at     int64 // first iteration of the lowest failed chunk
	err    error
}

const (
	// chunkTime is the target time of the first chunks. Later chunks get shorter as less
	// remains, down to lastTime, so that threads finish together.
	chunkTime = 500 * time.Microsecond
	lastTime  = 10 * time.Microsecond
	// sharedTime is the least time of a loop for which waking other threads pays off.
	sharedTime = 20 * time.Microsecond
	// sharedTotal is the least number of iterations of unknown cost for which it does.
	sharedTotal = 512
	// grain is a multiple of the vector length in iterations, and of the elements in a
	// cache line.
	grain = 64
	// A loop that looks cheap is reassessed after 1/trialPart of it.
	trialPart = 16
)

// hostParallel (thread, path, kernel, total) runs all iterations of a kernel.
func (x *Instance) hostParallel(_ context.Context, stack []uint64) {
	l := &launch{x: x, path: stack[1], kernel: int(uint32(stack[2])), total: int64(stack[3])}
	k := x.kernels[l.kernel]
	start := time.Now()
	helpers := l.helpers(k, start)
	var group sync.WaitGroup
	for i := range helpers {
		group.Go(func() { l.work(x.threads[1+i]) })
	}
	l.work(x.threads[0])
	group.Wait()
	took := time.Since(start)
	if !l.failed {
		k.cost.Store(max(1, took.Nanoseconds()*1000*int64(1+helpers)/l.total))
	}
	if x.profile {
		x.run.count(k.Label, start, took)
	}
	if l.failed {
		panic(&stop{l.err})
	}
}

// helpers returns the number of threads that help the first one, and chooses the chunk
// size. It may run some iterations to find out.
func (l *launch) helpers(k *kernel, start time.Time) int {
	threads := int64(len(l.x.threads))
	helpers := int(min(l.total, threads)) - 1
	cost := k.cost.Load()
	worthwhile := k.Heavy || l.total >= sharedTotal
	l.most = max(1, l.total/(16*threads))
	l.least = max(1, l.most/8)
	if cost > 0 {
		worthwhile = float64(cost)*float64(l.total)/1000 >= float64(sharedTime)
		l.most = max(int64(chunkTime)*1000/cost, 1)
		l.least = max(int64(lastTime)*1000/cost, 1)
	}
	if helpers > 0 && !worthwhile {
		l.most = max(1, l.total/trialPart)
		l.least = l.most
		left := float64(l.total-l.most) / float64(l.most)
		if l.step(l.x.threads[0]) && float64(time.Since(start))*left > float64(sharedTime) {
			return helpers
		}
		helpers = 0
	}
	if helpers == 0 {
		l.least, l.most = l.total, l.total // the code polls by itself
	}
	return helpers
}

// work runs chunks while any are left.
func (l *launch) work(w *worker) {
	for l.step(w) {
	}
}

// step runs a chunk. It returns false if none is left, or if a chunk below all remaining
// ones has failed. Chunks are taken in order, so all chunks below a failed one run.
func (l *launch) step(w *worker) bool {
	from, to := l.take()
	if from >= to || l.failedBelow(from) {
		return false
	}
	if err := l.call(w, from, to); err != nil {
		l.fail(from, err)
		return false
	}
	return true
}

// take takes the next chunk; it is empty if none is left. Long chunks start at multiples of
// grain.
func (l *launch) take() (from, to int64) {
	for {
		from := l.next.Load()
		left := l.total - from
		n := max(min(left/int64(2*len(l.x.threads)), l.most), l.least)
		if n >= grain {
			n -= n % grain
		}
		n = min(n, left)
		if n <= 0 || l.next.CompareAndSwap(from, from+n) {
			return from, from + n
		}
	}
}

// call runs iterations from up to, but not including, to.
func (l *launch) call(w *worker, from, to int64) error {
	fn, ok := w.kernels[l.kernel]
	if !ok {
		if w.kernels == nil {
			w.kernels = map[int]api.Function{}
		}
		fn = l.x.module.ExportedFunction(l.x.kernels[l.kernel].Func)
		w.kernels[l.kernel] = fn
	}
	if err := l.x.run.ctx.Err(); err != nil {
		return err
	}
	return fn.CallWithStack(l.x.run.ctx, []uint64{uint64(w.record), l.path, uint64(from), uint64(to)})
}

func (l *launch) failedBelow(from int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failed && l.at < from
}

// fail records the error of the lowest iteration. Iterations of a chunk run in order, so a
// chunk's error is that of its lowest failing iteration.
func (l *launch) fail(from int64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.failed || from < l.at {
		l.failed, l.at, l.err = true, from, l.x.failure(fmt.Sprintf("kernel %s", l.x.kernels[l.kernel].Label), err)
	}
}

// count adds a launch to the times of a label.
func (r *run) count(label string, start time.Time, took time.Duration) {
	if r.labels == nil {
		r.labels = map[string]int{}
	}
	i, ok := r.labels[label]
	if !ok {
		i = len(r.report.Kernels)
		r.labels[label] = i
		r.report.Kernels = append(r.report.Kernels, KernelTime{Label: label})
	}
	r.report.Kernels[i].Count++
	r.report.Kernels[i].Total += took
	r.report.Kernels[i].Before += start.Sub(r.last)
	r.last = start.Add(took)
}
