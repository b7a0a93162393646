package gpu

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// idle is a device that keeps memory and runs nothing.
type idle struct {
	memory   map[hardware.Memory][]byte
	last     hardware.Memory
	room     int64
	launches int
	launched []hardware.Kernel // numbers in the program text, of the first few
	onLaunch func()            // called in a launch
	written  int64             // bytes
	common   hardware.Common
}

func (d *idle) Common() *hardware.Common { return &d.common }

func (d *idle) Info() hardware.Info {
	return hardware.Info{Name: "idle", Units: 8, MaxGroup: 1024, SharedBytes: 1 << 16, MemoryBytes: 1 << 40, MaxAlloc: 1 << 40}
}
func (d *idle) Build(_ context.Context, t hardware.Text) ([]hardware.Kernel, error) {
	out := make([]hardware.Kernel, len(t.Kernels))
	for i := range out {
		out[i] = hardware.Kernel(i)
	}
	return out, nil
}
func (d *idle) Alloc(bytes int64) (hardware.Memory, error) {
	if bytes > d.room {
		return 0, hardware.ErrNoMemory
	}
	d.room -= bytes
	d.last++
	d.memory[d.last] = make([]byte, bytes)
	return d.last, nil
}
func (d *idle) Free(m hardware.Memory) error {
	d.room += int64(len(d.memory[m]))
	delete(d.memory, m)
	return nil
}
func (d *idle) Write(dst hardware.Memory, offset int64, data []byte) error {
	d.written += int64(len(data))
	copy(d.memory[dst][offset:], data)
	return nil
}
func (d *idle) Read(data []byte, src hardware.Memory, offset int64) error {
	copy(data, d.memory[src][offset:])
	return nil
}
func (d *idle) Copy(dst, src hardware.Memory, dstOffset, srcOffset, bytes int64) error {
	copy(d.memory[dst][dstOffset:dstOffset+bytes], d.memory[src][srcOffset:])
	return nil
}
func (d *idle) Fill(dst hardware.Memory, pattern []byte, offset, bytes int64) error {
	for i := int64(0); i < bytes; i += int64(len(pattern)) {
		copy(d.memory[dst][offset+i:], pattern)
	}
	return nil
}
func (d *idle) Launch(k hardware.Kernel, _, _ int64, _ []hardware.Arg, _ bool) (hardware.Event, error) {
	d.launches++
	if d.onLaunch != nil {
		d.onLaunch()
	}
	if len(d.launched) < 8 {
		d.launched = append(d.launched, k)
	}
	return 0, nil
}
func (d *idle) Elapsed(hardware.Event) (time.Duration, error) { return 0, nil }
func (d *idle) Finish() error                                 { return nil }
func (d *idle) Close() error                                  { return nil }

// launches is a loop of n launches over an index space of two dimensions, with a
// fresh block for each.
const launches = `lamina imp

fun main(n_1: i64, m_2: i64, xs_3: mem) -> (out_4: mem)
  entry (n: "i64" = i64 in n_1, xs: "[]f32" = [m_2]f32 in xs_3) -> ("[]f32" = [m_2]f32 in out_4) {
  out_4 <- hold(xs_3)
  for k_5: i64 < n_1 {
    var next_6: mem
    next_6 <- alloc(mulsat.i64(4, m_2))
    parallel "step" (i_7 < 3, j_8 < m_2 - k_5) {
      next_6.f32[i_7 + j_8] <- add.f32(out_4.f32[j_8], convert.i64.f32(k_5))
    }
    out_4 <- hold(next_6)
  }
}
`

func compileFor(t testing.TB, d hardware.Device, text string) backend.Executable {
	t.Helper()
	p, err := imp.ParseSource("launches.lir", text)
	if err != nil {
		t.Fatal(err)
	}
	x, err := Compile(t.Context(), "idle", p, d, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func argumentsOf(n, size int64) []value.Value {
	xs, _ := value.New(scalar.F32, size)
	return []value.Value{value.Scalar(scalar.Int(scalar.I64, n)), xs}
}

// BenchmarkLaunch is the host part's own time for a launch: at most a microsecond on
// a machine that does nothing else.
func BenchmarkLaunch(b *testing.B) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40}
	x := compileFor(b, d, launches)
	defer x.Close()
	args := argumentsOf(int64(b.N), int64(b.N)+1)
	b.ResetTimer()
	if _, _, err := x.Run(b.Context(), "main", args); err != nil {
		b.Fatal(err)
	}
	if d.launches != b.N {
		b.Errorf("%d launches, want %d", d.launches, b.N)
	}
}

// A loop lets go of each block when the next is there: two live at a time, and the
// argument.
func TestBlocksOfALoop(t *testing.T) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40}
	x := compileFor(t, d, launches)
	defer x.Close()
	const n = 1000
	if _, _, err := x.Run(t.Context(), "main", argumentsOf(n, 1<<16)); err != nil {
		t.Fatal(err)
	}
	if d.launches != n {
		t.Errorf("%d launches, want %d", d.launches, n)
	}
	if len(d.memory) > 5 {
		t.Errorf("%d blocks of memory were reserved for three that live at once", len(d.memory))
	}
}

// slow is a device that takes three milliseconds for a launch, of which its kernel takes one.
type slow struct{ idle }

func (*slow) Elapsed(hardware.Event) (time.Duration, error) { return time.Millisecond, nil }
func (*slow) Finish() error {
	time.Sleep(3 * time.Millisecond)
	return nil
}

// TestProfilesTellOfTheHost: a profile waits for each kernel, and what else the time until its end
// holds is the host's before it.
func TestProfilesTellOfTheHost(t *testing.T) {
	p, err := imp.ParseSource("launches.lir", launches)
	if err != nil {
		t.Fatal(err)
	}
	x, err := Compile(t.Context(), "slow", p, &slow{idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40}}, backend.Options{Profile: true})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	const n = 5
	_, report, err := x.Run(t.Context(), "main", argumentsOf(n, 100))
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Kernels) != 1 {
		t.Fatalf("the kernels are %+v, want one", report.Kernels)
	}
	k := report.Kernels[0]
	if k.Count != n || k.Total != n*time.Millisecond || k.Before < 2*n*time.Millisecond || k.Total+k.Before > report.Total {
		t.Errorf("of %v, the kernel has %+v; want %d launches of 1 ms each and at least 2 ms of the host before each", report.Total, k, n)
	}
}

// A launch without points is not begun, but a profile tells what the host did before it: so a profiler measures
// loops of the host.
func TestProfilesTellOfEmptyLaunches(t *testing.T) {
	p, err := imp.ParseSource("launches.lir", launches)
	if err != nil {
		t.Fatal(err)
	}
	d := &slow{idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40}}
	x, err := Compile(t.Context(), "slow", p, d, backend.Options{Profile: true})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	const n = 5
	_, report, err := x.Run(t.Context(), "main", argumentsOf(n, 0)) // of 3 by 0 points and fewer
	if err != nil {
		t.Fatal(err)
	}
	if d.launches != 0 || len(report.Kernels) != 1 {
		t.Fatalf("%d launches were begun, of kernels %+v; want none, and one kernel", d.launches, report.Kernels)
	}
	if k := report.Kernels[0]; k.Count != n || k.Total != 0 || k.Before <= 0 || k.Before > report.Total {
		t.Errorf("of %v, the kernel has %+v; want %d launches of no time, and the host's before them", report.Total, k, n)
	}
}

// A function that kernels call may be called by the host, too; its copies are then made
// as any of the host's. It was compiled for kernels alone once.
func TestHostCallsAFunctionOfKernels(t *testing.T) {
	const program = `lamina imp

inkernel fun twin(n_1: i64, src_2: mem) -> (dst_3: mem) {
  dst_3 <- alloc(mulsat.i64(4, n_1))
  copy.f32([n_1], dst_3 from 0 by [1], src_2 from 0 by [1])
}

fun main(n_4: i64, m_5: i64, xs_6: mem) -> (out_7: mem)
  entry (n: "i64" = i64 in n_4, xs: "[]f32" = [m_5]f32 in xs_6) -> ("[]f32" = [m_5]f32 in out_7) {
  parallel "step" (i_8 < n_4) {
    var own_9: mem
    call twin(m_5, mem xs_6) -> (own_9)
    xs_6.f32[i_8] <- own_9.f32[i_8]
  }
  call twin(m_5, mem xs_6) -> (out_7)
}
`
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40}
	x := compileFor(t, d, program)
	defer x.Close()
	args := argumentsOf(0, 3)
	copy(args[1].Data, "twelve bytes")
	got, _, err := x.Run(t.Context(), "main", args)
	if err != nil {
		t.Fatal(err)
	}
	if string(got[0].Data) != "twelve bytes" {
		t.Errorf("got % x", got[0].Data)
	}
}

// A run that is cancelled while the device is at its last kernel has no results.
func TestCancelledInTheLastKernel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40, onLaunch: cancel}
	x := compileFor(t, d, launches)
	defer x.Close()
	results, _, err := x.Run(ctx, "main", argumentsOf(1, 1<<10))
	if !errors.Is(err, context.Canceled) || results != nil {
		t.Errorf("results %v and error %v, want none and %v", results, err, context.Canceled)
	}
}

// Blocks that are let go of are given out again, also in the next run; what does not
// fit is an error that names the array, and the next run works.
func TestOutOfMemory(t *testing.T) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 20}
	x := compileFor(t, d, launches)
	defer x.Close()
	for range 3 {
		_, _, err := x.Run(t.Context(), "main", argumentsOf(2, 1<<30>>2))
		want := "out of memory: argument xs needs 1.0 GiB (1073741824 bytes)"
		if err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
			t.Fatalf("the error is %v, want %s…", err, want)
		}
		_, report, err := x.Run(t.Context(), "main", argumentsOf(10, 10000))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(report.Spaces), "[{device 120000 0 11}]"; got != want {
			t.Errorf("memory report %s, want %s", got, want)
		}
	}
}

// losable is a device whose context a launch may destroy.
type losable struct {
	idle
	lose   bool // with the next launch
	lost   bool
	resets int
}

func (d *losable) Launch(k hardware.Kernel, groups, size int64, args []hardware.Arg, timed bool) (hardware.Event, error) {
	d.lost, d.lose = d.lost || d.lose, false
	return d.idle.Launch(k, groups, size, args, timed)
}

func (d *losable) Finish() error {
	if d.lost {
		return fmt.Errorf("an illegal address: %w", hardware.ErrLost)
	}
	return nil
}

func (d *losable) Free(m hardware.Memory) error {
	if _, ok := d.memory[m]; !ok || d.lost {
		return fmt.Errorf("freeing memory that is not there: %w", hardware.ErrLost)
	}
	return d.idle.Free(m)
}

func (d *losable) Lost() bool { return d.lost }

func (d *losable) Reset() (hardware.Device, error) {
	_, err := d.common.Renew(d.common.Context(), func() error {
		d.resets++
		d.lost = false
		d.memory = map[hardware.Memory][]byte{}
		return nil
	})
	return d, err
}

// A run that loses the device's context fails; the next one has a new context, and
// memory of its own.
func TestLostContext(t *testing.T) {
	d := &losable{idle: idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40}}
	x := compileFor(t, d, launches)
	defer x.Close()
	for range 3 {
		if _, _, err := x.Run(t.Context(), "main", argumentsOf(3, 1000)); err != nil {
			t.Fatal(err)
		}
		d.lose = true
		if _, _, err := x.Run(t.Context(), "main", argumentsOf(3, 1000)); !errors.Is(err, hardware.ErrLost) {
			t.Fatalf("the run that lost the context ends with %v", err)
		}
	}
	if _, _, err := x.Run(t.Context(), "main", argumentsOf(3, 1000)); err != nil {
		t.Fatal(err)
	}
	if d.resets != 3 {
		t.Errorf("%d resets, want 3", d.resets)
	}
}

// What a device cannot recover from is told again.
func TestLostWithoutReset(t *testing.T) {
	d := &losable{idle: idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40}}
	x := compileFor(t, struct{ hardware.Device }{d}, launches)
	defer x.Close()
	d.lose = true
	for range 2 {
		if _, _, err := x.Run(t.Context(), "main", argumentsOf(3, 1000)); !errors.Is(err, hardware.ErrLost) {
			t.Fatalf("the run ends with %v", err)
		}
	}
}

// A group that wants more shared memory than the device has is an error with its
// place and sizes, before the launch.
func TestSharedMemory(t *testing.T) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40}
	x := compileFor(t, d, `lamina imp

fun main(n_1: i64) -> () entry (n: "i64" = i64 in n_1) -> () {
  launch "tiles" (1, 256) shared (s_2: 4 * n_1) {
    s_2.i32[local_id()] <- 0i32
  }
}
`)
	defer x.Close()
	if _, _, err := x.Run(t.Context(), "main", argumentsOf(1<<14, 1)[:1]); err != nil {
		t.Fatal(err)
	}
	_, _, err := x.Run(t.Context(), "main", argumentsOf(1<<14+1, 1)[:1])
	if want := "tiles needs 65552 bytes of shared memory for a group of threads; idle has 65536"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("the error is %v, want %s", err, want)
	}
	if d.launches != 1 {
		t.Errorf("%d launches, want 1", d.launches)
	}
}

// A space may have any number of dimensions: 13 crashed the host part, which had room for
// the sizes of eight.
func TestSpaceOfManyDimensions(t *testing.T) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40}
	var space []string
	for i := range 13 {
		space = append(space, fmt.Sprintf("i_%d < n_1", i+2))
	}
	x := compileFor(t, d, `lamina imp

fun main(n_1: i64) -> (out_20: mem)
  entry (n: "i64" = i64 in n_1) -> ("[]i64" = [1]i64 in out_20) {
  out_20 <- alloc(8)
  parallel "deep" (`+strings.Join(space, ", ")+`) {
    out_20.i64[0] <- i_14
  }
}
`)
	defer x.Close()
	if _, _, err := x.Run(t.Context(), "main", argumentsOf(1, 1)[:1]); err != nil {
		t.Fatal(err)
	}
	if d.launches != 1 {
		t.Errorf("%d launches, want 1", d.launches)
	}
}

// The number of a space's points may wrap: 2^33 × 2^31 would be no launch at all.
func TestSpaceOfTooManyPoints(t *testing.T) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 40}
	x := compileFor(t, d, `lamina imp

fun main(n_1: i64, m_2: i64, k_3: i64) -> (out_4: mem)
  entry (n: "i64" = i64 in n_1, m: "i64" = i64 in m_2, k: "i64" = i64 in k_3) -> ("[]i64" = [1]i64 in out_4) {
  out_4 <- alloc(8)
  parallel "huge" (i_5 < n_1, j_6 < m_2, l_7 < k_3) {
    out_4.i64[0] <- i_5 + j_6 + l_7
  }
}
`)
	defer x.Close()
	run := func(sizes ...int64) error {
		var args []value.Value
		for _, n := range sizes {
			args = append(args, value.Scalar(scalar.Int(scalar.I64, n)))
		}
		_, _, err := x.Run(t.Context(), "main", args)
		return err
	}
	for _, sizes := range [][]int64{{1 << 33, 1 << 31, 1}, {1 << 32, 1 << 31, 1}, {1 << 40, 1 << 40, 1 << 40}} {
		want := "huge runs for more than 2^63-1 points: a space of " + shapeOf(sizes)
		if err := run(sizes...); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v: the error is %v, want %s", sizes, err, want)
		}
	}
	if err := run(1<<40, 1<<40, 0); err != nil { // no points
		t.Error(err)
	}
	if d.launches != 0 {
		t.Errorf("%d launches, want none", d.launches)
	}
}
