package gpu

import (
	"errors"
	"testing"

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

// queue is one more queue of an idle device.
type queue struct {
	*idle
	made int
}

func (q *queue) Lost() bool { return q.made != q.common.Context() }

func (q *queue) Reset() (hardware.Device, error) {
	now, err := q.common.Renew(q.made, func() error { q.memory = map[hardware.Memory][]byte{}; return nil })
	return &queue{q.idle, now}, err
}

// What a program lets go of serves the others of its device; what is kept beyond a
// sixteenth of the device's memory goes back to it when a program is closed.
func TestProgramsShareMemory(t *testing.T) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 22}
	a, b := compileFor(t, &queue{d, 0}, launches), compileFor(t, &queue{d, 0}, launches)
	run := func(of interface{ Close() error }, size int64) {
		t.Helper()
		if _, report, err := of.(*executable).Run(t.Context(), "main", argumentsOf(3, size)); err != nil {
			t.Fatal(err)
		} else if want := 3 * 4 * size; report.Spaces[0].Peak != want {
			t.Errorf("the peak is %d bytes, want %d", report.Spaces[0].Peak, want)
		}
	}
	run(a, 1<<16)
	before := len(d.memory)
	run(b, 1<<16)
	if len(d.memory) != before {
		t.Errorf("the second program reserved %d blocks, though the first had let go of all that it needs", len(d.memory)-before)
	}
	// What the others keep is given back for a block that else does not fit.
	run(b, 1<<18)
	for _, x := range []interface{ Close() error }{a, b} {
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if d.common.Reserve.Kept == 0 {
		t.Error("nothing is kept for other programs")
	}
	small := &hardware.Reserve{Free: map[int64][]hardware.Memory{256: {1, 2}, 1024: {3}}, Kept: 1536}
	var freed []hardware.Memory
	if err := small.Shrink(600, func(m hardware.Memory) error { freed = append(freed, m); return nil }); err != nil || len(freed) != 1 || freed[0] != 3 || small.Kept != 512 {
		t.Errorf("shrinking to 600 bytes frees %v and keeps %d, want the largest freed and 512", freed, small.Kept)
	}
}

// A context that one program loses is made anew once, and the others go on in the new
// one too, though nobody told them.
func TestProgramsShareALoss(t *testing.T) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 30}
	a, b := compileFor(t, &queue{d, 0}, launches).(*executable), compileFor(t, &queue{d, 0}, launches).(*executable)
	a.lost = true
	for _, x := range []*executable{a, b, a, b} {
		if _, _, err := x.Run(t.Context(), "main", argumentsOf(3, 1000)); err != nil {
			t.Fatal(err)
		}
	}
	if d.common.Context() != 1 {
		t.Errorf("the context was made anew %d times, want once", d.common.Context())
	}
	if err := d.common.Within(0, func() error { return nil }); !errors.Is(err, hardware.ErrLost) {
		t.Errorf("a call in a context that is gone: %v, want %v", err, hardware.ErrLost)
	}
}
