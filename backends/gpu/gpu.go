// Package gpu is what the GPU backends share. It has the parallel parts of an
// imperative program printed as kernels (package codegen), compiles the host part to
// instructions and closures, and runs both against a hardware.Device, which a backend
// implements over its driver.
//
// What always holds:
//   - Every block lies in device memory, but for those that the host reads and kernels write to its memory (imp.Mappable). The
//     host part holds scalars only; a Load there waits for the device.
//   - Commands run in the order in which the host gave them. A block that the
//     program lets go of may therefore be given out again at once.
//   - The host looks for failures of kernels before it uses anything that
//     came from the device, so a run ends in the error that sequential execution
//     meets first.
package gpu

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu/codegen"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/imp"
)

// Compile makes p ready to run on a device, which the executable closes, or Compile if
// it fails. name is the backend's, for messages.
func Compile(ctx context.Context, name string, p *imp.Program, d hardware.Device, o backend.Options) (backend.Executable, error) {
	x := &executable{name: name, prog: imp.Flat(p), device: d, profile: o.Profile}
	if err := x.compile(ctx); err != nil {
		_ = x.Close() // err says more
		return nil, err
	}
	return x, nil
}

func (x *executable) compile(ctx context.Context) error {
	tuning, err := codegen.TuningFromEnvironment()
	if err != nil {
		return err
	}
	if x.unit, err = codegen.Translate(x.prog, x.device.Info(), tuning); err != nil {
		return &backend.UnsupportedError{Backend: x.name, What: err.Error()}
	}
	x.host = compileHost(x.prog, x.unit)
	err = x.load(ctx)
	if errors.Is(err, hardware.ErrLost) { // through another program
		return x.recover(ctx)
	}
	if err != nil {
		return fmt.Errorf("backend %s: %w", x.name, err)
	}
	return nil
}

// executable is a compiled program on its device.
type executable struct {
	name    string
	prog    *imp.Program
	unit    *codegen.Unit
	device  hardware.Device
	profile bool
	host    *host
	kernels []hardware.Kernel // by unit.names
	pool    pool
	failure *block // of failureSize bytes
	heap    *block // for blocks that threads make, while a run has some
	kept    kept

	mu     sync.Mutex // one run at a time
	closed bool
	lost   bool // the device has to be reset before the next run
}

// load compiles the kernels and the host part.
func (x *executable) load(ctx context.Context) error {
	if len(x.unit.Kernels) > 0 {
		kernels, err := x.device.Build(ctx, x.unit.Text)
		if err != nil {
			return err
		}
		x.kernels = kernels
	}
	x.pool = pool{device: x.device}
	x.heap, x.failure, x.kept = nil, nil, nil
	var err error
	if x.failure, err = x.pool.obtain(x.unit.FailureSize()); err != nil {
		return fmt.Errorf("reserving room for failures: %w", err)
	}
	return x.clearFailure()
}

// recover makes a lost device anew, and loads the kernels again.
func (x *executable) recover(ctx context.Context) error {
	d, ok := x.device.(hardware.Resetter)
	if !ok {
		return fmt.Errorf("backend %s: %w by an earlier run; compile the program again", x.name, hardware.ErrLost)
	}
	device, err := d.Reset()
	if err == nil {
		x.device = device
		err = x.load(ctx)
	}
	if err != nil {
		return fmt.Errorf("backend %s: making the device's context anew after an earlier run lost it: %w", x.name, err)
	}
	x.lost = false
	return nil
}

// unload leaves what the executable holds of the device's memory to others.
func (x *executable) unload() error {
	if x.failure == nil || x.lost {
		return nil
	}
	if err := x.device.Finish(); err != nil {
		return err
	}
	x.forget()
	x.pool.put(x.failure)
	x.failure = nil
	x.pool.rest()
	return x.pool.reserve().Shrink(x.device.Info().MemoryBytes/keptPart, x.device.Free)
}

// keptPart is the part of a device's memory, one in keptPart, that stays reserved when
// an executable is closed.
const keptPart = 16

func (x *executable) clearFailure() error {
	return x.device.Fill(x.failure.mem, make([]byte, 4), 0, x.unit.FailureSize())
}

// List writes the kernels.
func (x *executable) List(w io.Writer) error {
	_, err := io.WriteString(w, x.unit.Text.String())
	return err
}

// Close gives back what the executable holds, and the device.
func (x *executable) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return nil
	}
	x.closed = true
	return errors.Join(x.unload(), x.device.Close())
}

// leave lets the runs of other executables have the memory that this one's kept: the
// device has finished.
func (x *executable) leave() {
	if x.heap != nil {
		x.pool.put(x.heap)
		x.heap = nil
	}
	x.pool.rest()
}
