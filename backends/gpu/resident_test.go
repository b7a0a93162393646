package gpu

import (
	"bytes"
	"errors"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Results stay on the device, and are arguments of another executable there: nothing is copied
// in or out. What a program overwrites, and what it gives back as it is, are copies.
func TestResident(t *testing.T) {
	d := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 20}
	first, second := compileFor(t, d, pair), compileFor(t, d, pair)
	defer second.Close()
	defer first.Close()
	xs, _ := value.New(scalar.I32, 100)
	ys, _ := value.New(scalar.I32, 100)
	for i := range int64(100) {
		xs.Set(i, scalar.Int(scalar.I32, 7*i))
	}
	run := func(x backend.Executable, args ...backend.Array) ([]backend.Array, *backend.Report) {
		t.Helper()
		out, report, err := x.(backend.Resident).RunResident(t.Context(), "main", args)
		if err != nil {
			t.Fatal(err)
		}
		return out, report
	}
	has := func(a backend.Array, want []byte) {
		t.Helper()
		data, err := a.On.Read()
		if err != nil || !bytes.Equal(data, want) || a.Len() != 100 {
			t.Errorf("an array of %d elements on the device is %v: %v", a.Len(), data, err)
		}
	}
	one, report := run(first, backend.Array{Value: xs}, backend.Array{Value: ys})
	if report.CopiedIn != 800 || report.CopiedOut != 0 {
		t.Errorf("%d bytes are copied in and %d out, want 800 and 0", report.CopiedIn, report.CopiedOut)
	}
	zeros := make([]byte, 400)
	three, _ := run(first, backend.Array{Value: ys}, backend.Array{Value: ys})
	has(three[0], zeros)
	// The second parameter is overwritten: three must stay as it is.
	two, report := run(second, one[0], three[1])
	if report.CopiedIn != 0 || report.CopiedOut != 0 {
		t.Errorf("%d bytes are copied in and %d out, want none", report.CopiedIn, report.CopiedOut)
	}
	has(two[0], xs.Data)
	has(two[1], xs.Data)
	has(three[1], zeros)
	one[0].On.Free()
	one[1].On.Free()
	has(two[0], xs.Data)
	// What is freed is used again.
	room := d.room
	four, _ := run(first, two[0], two[1])
	if d.room != room {
		t.Errorf("a run took %d bytes more of the device, though as many were free", room-d.room)
	}
	has(four[1], xs.Data)
}

func TestResidentArgumentsOfOtherDevices(t *testing.T) {
	d, other := &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 20}, &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 20}
	x, y := compileFor(t, d, pair).(backend.Resident), compileFor(t, other, pair).(backend.Resident)
	xs, _ := value.New(scalar.I32, 4)
	args := []backend.Array{{Value: xs}, {Value: xs}}
	out, _, err := x.RunResident(t.Context(), "main", args)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := y.RunResident(t.Context(), "main", out); err == nil {
		t.Error("an array of another device is taken")
	}
	if _, err := d.common.Renew(d.common.Context(), func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	if _, _, err := x.RunResident(t.Context(), "main", out); !errors.Is(err, hardware.ErrLost) {
		t.Errorf("an array of a context that is lost gives the error %v", err)
	}
}
