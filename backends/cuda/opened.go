//go:build cuda

package cuda

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	"gorgonia.org/cu"

	"github.com/lamina-lang/lamina/backends/gpu/codegen"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

// opened is a GPU in use by this process. CUDA has one primary context per GPU and process;
// it is retained until the process ends, because creating one takes a tenth of a second or
// more.
type opened struct {
	found
	hardware.Common
	info    hardware.Info
	context cu.CUContext

	mu     sync.Mutex
	unused []lane // in the current context
}

// lane is a stream with the pinned memory that stages its transfers.
type lane struct {
	stream  cu.Stream
	staging staging
}

// gpus holds the GPUs in use by number. It is global because the driver's state is, too.
var gpus struct {
	sync.Mutex
	of map[int]*opened
}

// use opens a GPU unless it is already open.
func use(f found) (*opened, error) {
	gpus.Lock()
	defer gpus.Unlock()
	if o := gpus.of[f.number]; o != nil {
		return o, nil
	}
	o := &opened{found: f}
	if _, err := o.Renew(0, o.retain); err != nil {
		return nil, fmt.Errorf("opening CUDA device %d (%s): %w", f.number, f.name, err)
	}
	if gpus.of == nil {
		gpus.of = map[int]*opened{}
	}
	gpus.of[f.number] = o
	return o, nil
}

// retain creates the context.
func (o *opened) retain() (err error) {
	if o.context, err = o.RetainPrimaryCtx(); err != nil {
		return translated(err)
	}
	o.info, err = o.describe()
	return translated(err)
}

// again replaces a lost context by a new one.
func (o *opened) again() error {
	o.mu.Lock()
	o.unused = nil
	o.mu.Unlock()
	err := errors.Join(translated(o.ResetPrimaryCtx()), translated(o.ReleasePrimaryCtx()))
	if retained := o.retain(); retained != nil {
		return fmt.Errorf("CUDA gives this process no other context on device %d (%s): %w", o.number, o.name, errors.Join(retained, err))
	}
	return o.try()
}

// try checks that the context works, by running a command in it.
func (o *opened) try() error {
	return o.current(func() error {
		l, err := o.lane()
		if err != nil {
			return err
		}
		defer o.giveBack(l)
		at, err := alloc(8, l.stream)
		if err != nil {
			return err
		}
		return errors.Join(l.staging.read(make([]byte, 8), at, l.stream), free(at, l.stream))
	})
}

// current runs f with o's context current in its thread.
func (o *opened) current(f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cu.SetCurrentContext(o.context); err != nil {
		return translated(err)
	}
	return translated(f())
}

// lane returns an unused stream, creating one if necessary.
func (o *opened) lane() (l lane, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.unused); n > 0 {
		l = o.unused[n-1]
		o.unused = o.unused[:n-1]
		return l, nil
	}
	if l.stream, err = cu.MakeStream(cu.NonBlocking); err != nil {
		return l, err
	}
	return l, l.staging.open()
}

func (o *opened) giveBack(l lane) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.unused = append(o.unused, l)
}

func (o *opened) describe() (hardware.Info, error) {
	info := hardware.Info{Name: o.name, Dialect: hardware.CUDA}
	memory, err := o.TotalMem()
	if err != nil {
		return info, err
	}
	info.MemoryBytes, info.MaxAlloc = memory, memory
	for _, a := range []struct {
		attribute cu.DeviceAttribute
		put       func(int)
	}{
		{cu.MultiprocessorCount, func(n int) { info.Units = n }},
		{cu.MaxThreadsPerBlock, func(n int) { info.MaxGroup = int64(n) }},
		{cu.MaxSharedMemoryPerBlock, func(n int) { info.SharedBytes = int64(n) }},
	} {
		n, err := o.Attribute(a.attribute)
		if err != nil {
			return info, err
		}
		a.put(n)
	}
	info.Overlap = o.major >= 9 && codegen.OverlapWanted()
	return info, nil
}
