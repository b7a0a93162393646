//go:build cuda

package cuda

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"gorgonia.org/cu"

	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

// device is a queue to an open GPU: a stream, and the kernels loaded for it.
type device struct {
	*opened
	lane
	made    int // the generation of its context
	cache   gpu.Cache
	modules []cu.Module
	kernels []kernel
	timings []timing
	spare   []int // indices of unused timings
	cells   cells
}

// timing is the pair of events around a launch.
type timing struct{ start, end cu.Event }

// open opens the device that a user named.
func open(name string, cache gpu.Cache) (hardware.Device, error) {
	all, err := devices()
	if err != nil {
		return nil, err
	}
	chosen, err := choose(all, name)
	if err != nil {
		return nil, err
	}
	o, err := use(chosen)
	if err != nil {
		return nil, err
	}
	d := &device{opened: o, cache: cache}
	if err := d.start(); errors.Is(err, hardware.ErrLost) { // lost by another queue
		return d.Reset()
	} else if err != nil {
		return nil, fmt.Errorf("opening CUDA device %d (%s): %w", chosen.number, chosen.name, err)
	}
	return d, nil
}

// start takes a stream in the current context.
func (d *device) start() error {
	d.made = d.opened.Context()
	return d.within(func() (err error) {
		d.lane, err = d.opened.lane()
		return err
	})
}

// Info describes the device.
func (d *device) Info() hardware.Info { return d.info }

// Common returns the state that the GPU's queues share.
func (d *device) Common() *hardware.Common { return &d.opened.Common }

// within runs f with d's context current.
func (d *device) within(f func() error) error {
	return d.Within(d.made, func() error { return d.current(f) })
}

// Alloc reserves memory.
func (d *device) Alloc(bytes int64) (m hardware.Memory, err error) {
	err = d.within(func() error {
		at, err := alloc(bytes, d.stream)
		m = hardware.Memory(at)
		return err
	})
	if errors.Is(err, hardware.ErrNoMemory) {
		return 0, hardware.ErrNoMemory
	}
	return m, err
}

// Free releases memory.
func (d *device) Free(m hardware.Memory) error {
	return d.within(func() error { return free(cu.DevicePtr(m), d.stream) })
}

// Write copies data to device memory.
func (d *device) Write(dst hardware.Memory, offset int64, data []byte) error {
	return d.within(func() error { return d.staging.write(cu.DevicePtr(dst)+cu.DevicePtr(offset), data, d.stream) })
}

// Read copies data from device memory.
func (d *device) Read(data []byte, src hardware.Memory, offset int64) error {
	return d.within(func() error { return d.staging.read(data, cu.DevicePtr(src)+cu.DevicePtr(offset), d.stream) })
}

// Mapped returns host memory that kernels may write. It has the same address on the device.
func (d *device) Mapped() (hardware.Memory, []byte) {
	return hardware.Memory(unsafe.Pointer(&d.staging.page[0])), d.staging.page
}

// Copy copies between memories, or between ranges of one that do not overlap.
func (d *device) Copy(dst, src hardware.Memory, dstOffset, srcOffset, bytes int64) error {
	return d.within(func() error {
		return cu.MemcpyDtoDAsync(cu.DevicePtr(dst)+cu.DevicePtr(dstOffset), cu.DevicePtr(src)+cu.DevicePtr(srcOffset), bytes, d.stream)
	})
}

// Launch starts a kernel.
func (d *device) Launch(k hardware.Kernel, groups, size int64, args []hardware.Arg, timed bool) (event hardware.Event, err error) {
	if groups > maxGroups {
		return 0, fmt.Errorf("%d groups; a grid has at most %d", groups, int64(maxGroups))
	}
	f, form, err := d.function(k, groups)
	if err != nil {
		return 0, err
	}
	if !timed {
		return 0, d.Within(d.made, func() error {
			return d.cells.launch(d.context, f, groups, size, args, d.stream, form == overlapping)
		})
	}
	err = d.within(func() error {
		i, err := d.timing()
		if err != nil {
			return err
		}
		event = hardware.Event(i)
		return errors.Join(
			translated(d.timings[i].start.Record(d.stream)),
			d.cells.launch(d.context, f, groups, size, args, d.stream, false),
			translated(d.timings[i].end.Record(d.stream)))
	})
	return event, err
}

// maxGroups is the maximum extent of a grid in its first dimension.
const maxGroups = 1<<31 - 1

// timing returns the index of an unused pair of events.
func (d *device) timing() (int, error) {
	if n := len(d.spare); n > 0 {
		i := d.spare[n-1]
		d.spare = d.spare[:n-1]
		return i, nil
	}
	start, err := cu.MakeEvent(cu.DefaultEvent)
	if err != nil {
		return 0, err
	}
	end, err := cu.MakeEvent(cu.DefaultEvent)
	if err != nil {
		return 0, errors.Join(err, cu.DestroyEvent(&start))
	}
	d.timings = append(d.timings, timing{start, end})
	return len(d.timings) - 1, nil
}

// Elapsed returns the time between the start and the end of a launch.
func (d *device) Elapsed(e hardware.Event) (took time.Duration, err error) {
	err = d.within(func() error {
		t := d.timings[e]
		if err := t.end.Synchronize(); err != nil {
			return err
		}
		ms, err := t.start.Elapsed(t.end)
		took = time.Duration(ms * float64(time.Millisecond))
		return err
	})
	d.spare = append(d.spare, int(e))
	return took, err
}

// Finish waits until all queued commands are done.
func (d *device) Finish() error { return d.within(d.stream.Synchronize) }

// Lost reports whether d's context is lost.
func (d *device) Lost() bool { return d.made != d.opened.Context() }

// Reset continues in a new context, or in another process if the driver creates no context
// in this one.
func (d *device) Reset() (hardware.Device, error) {
	if _, err := d.Renew(d.made, d.again); err != nil {
		other, elsewhere := hardware.Elsewhere(Name, d.uuid)
		if elsewhere != nil {
			return nil, errors.Join(err, elsewhere)
		}
		return other, nil
	}
	next := &device{opened: d.opened, cache: d.cache}
	return next, next.start()
}

func init() {
	hardware.ServeIfAsked(Name, func(device string) (hardware.Device, error) { return open(device, New().cache) })
}

// Close unloads the kernels and releases the stream for reuse.
func (d *device) Close() error {
	err := d.within(func() error {
		err := translated(d.stream.Synchronize())
		for _, m := range d.modules {
			err = errors.Join(err, translated(m.Unload()))
		}
		for _, t := range d.timings {
			err = errors.Join(err, translated(cu.DestroyEvent(&t.start)), translated(cu.DestroyEvent(&t.end)))
		}
		d.giveBack(d.lane)
		return err
	})
	d.modules, d.kernels, d.timings = nil, nil, nil
	if errors.Is(err, hardware.ErrLost) {
		return nil // the context is gone, with everything that would be released
	}
	return err
}
