package gpu

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The tests' executable serves an idle device, one that dies at its second launch, and
// one that does not open.
func init() {
	hardware.ServeIfAsked("idle", func(name string) (hardware.Device, error) {
		d := &losable{idle: idle{memory: map[hardware.Memory][]byte{}, room: 1 << 30}}
		switch name {
		case "dies":
			d.onLaunch = func() {
				if d.launches == 2 {
					os.Exit(3)
				}
			}
		case "loses":
			d.onLaunch = func() { d.lost = d.lost || d.launches == 2 }
		case "none":
			return nil, errors.New("there is no device none")
		}
		return d, nil
	})
}

// A device in another process runs programs, keeps memory, and says what does not fit.
func TestElsewhere(t *testing.T) {
	d, err := hardware.Elsewhere("idle", "works")
	if err != nil {
		t.Fatal(err)
	}
	x := compileFor(t, d, launches)
	size := int64(hardware.Part/2 + 7) // so that it takes three questions
	args := argumentsOf(0, size)
	args[1].Set(size-1, scalar.Float(scalar.F32, 5))
	for range 2 {
		out, report, err := x.Run(t.Context(), "main", args)
		if err != nil {
			t.Fatal(err)
		}
		if got := out[0].At(size - 1).Float(); got != 5 {
			t.Errorf("the last element comes back as %v, want 5", got)
		}
		if report.Spaces[0].Peak != 4*size {
			t.Errorf("the peak is %d, want %d", report.Spaces[0].Peak, 4*size)
		}
	}
	if _, err := d.Alloc(1 << 40); !errors.Is(err, hardware.ErrNoMemory) {
		t.Errorf("what does not fit: %v, want %v", err, hardware.ErrNoMemory)
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
}

// A process that dies or loses its device is replaced by another for the next run.
func TestElsewhereAgain(t *testing.T) {
	for _, name := range []string{"dies", "loses"} {
		d, err := hardware.Elsewhere("idle", name)
		if err != nil {
			t.Fatal(err)
		}
		x := compileFor(t, d, launches)
		for range 2 {
			if _, _, err := x.Run(t.Context(), "main", argumentsOf(2, 100)); !errors.Is(err, hardware.ErrLost) {
				t.Errorf("%s: the run ends with %v, want %v", name, err, hardware.ErrLost)
			}
			if _, _, err := x.Run(t.Context(), "main", argumentsOf(1, 100)); err != nil {
				t.Errorf("%s: the run after that: %v", name, err)
			}
			// The next launch is the second of its process.
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A device that does not open there says why.
func TestElsewhereNone(t *testing.T) {
	_, err := hardware.Elsewhere("idle", "none")
	if want := "there is no device none"; err == nil || !errors.Is(err, hardware.ErrLost) || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v, want %s", err, want)
	}
}
