// Package gpu is what the GPU backends share. It prints the parallel parts of an
// imperative program as kernels in OpenCL C or CUDA C, compiles the host part to
// closures, and runs both against a Device, which a backend implements over its
// driver.
//
// What always holds:
//   - Every block lies in device memory. The host part holds scalars only; a Load
//     there waits for the device.
//   - A Parallel statement becomes one kernel, whose threads take iterations in
//     increasing order (source.go). A Launch becomes one as it stands.
//   - Commands run in the order in which the host gave them. A block that the
//     program lets go of may therefore be given out again at once.
//   - A failing thread notes the number of its iteration, the place and the values
//     of the message; the lowest iteration stays (prelude/failure.c). Kernels that
//     come after a failure do nothing. The host looks before it uses anything that
//     came from the device, so a run ends in the error that sequential execution
//     meets first.
//
// The parallel operations are lowered before they come here (pass to-imp), so
// that this package prints what core/interp can also run.
package gpu

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/imp"
)

// Compile makes p ready to run on a device, which the executable closes, or Compile if
// it fails. name is the backend's, for messages.
func Compile(ctx context.Context, name string, p *imp.Program, d Device, o backend.Options) (backend.Executable, error) {
	x, err := compile(ctx, name, p, d, o)
	if err != nil {
		_ = d.Close()
		return nil, err
	}
	return x, nil
}

func compile(ctx context.Context, name string, p *imp.Program, d Device, o backend.Options) (*executable, error) {
	tuning, err := tuningFromEnvironment()
	if err != nil {
		return nil, err
	}
	u, err := translate(p, d.Info(), tuning)
	if err != nil {
		return nil, &backend.UnsupportedError{Backend: name, What: err.Error()}
	}
	x := &executable{name: name, prog: p, unit: u, device: d, profile: o.Profile}
	if err := x.load(ctx); err != nil {
		return nil, fmt.Errorf("backend %s: %w", name, err)
	}
	x.host = compileHost(p, u)
	return x, nil
}

// executable is a compiled program on its device.
type executable struct {
	name    string
	prog    *imp.Program
	unit    *unit
	device  Device
	profile bool
	host    *host
	kernels []Kernel // by unit.names
	pool    pool
	failure Memory // of failureSize bytes
	heap    Memory // for blocks that threads make
	heapLen int64

	mu     sync.Mutex // one run at a time
	closed bool
	lost   bool // the device has to be reset before the next run
}

// load compiles the kernels and the host part.
func (x *executable) load(ctx context.Context) error {
	if len(x.unit.kernels) > 0 {
		kernels, err := x.device.Build(ctx, x.unit.source, x.unit.names)
		if err != nil {
			return err
		}
		x.kernels = kernels
	}
	x.pool = pool{device: x.device}
	x.heap, x.heapLen = 0, 0
	var err error
	if x.failure, err = x.device.Alloc(x.unit.failureSize()); err != nil {
		return fmt.Errorf("reserving room for failures: %w", err)
	}
	return x.clearFailure()
}

// recover makes a lost device anew, and loads the kernels again.
func (x *executable) recover(ctx context.Context) error {
	d, ok := x.device.(Resetter)
	if !ok {
		return fmt.Errorf("backend %s: %w by an earlier run; compile the program again", x.name, ErrLost)
	}
	err := d.Reset()
	if err == nil {
		err = x.load(ctx)
	}
	if err != nil {
		return fmt.Errorf("backend %s: making the device's context anew after an earlier run lost it: %w", x.name, err)
	}
	x.lost = false
	return nil
}

func (x *executable) clearFailure() error {
	return x.device.Fill(x.failure, make([]byte, 4), 0, x.unit.failureSize())
}

// List writes the kernels.
func (x *executable) List(w io.Writer) error {
	_, err := io.WriteString(w, x.unit.source)
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
	return x.device.Close()
}
