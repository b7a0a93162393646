//go:build cuda

package cuda

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"gorgonia.org/cu"

	"github.com/lamina-lang/lamina/backends/gpu"
)

// device is an open device: a context of its own with one stream.
type device struct {
	found
	info    gpu.Info
	cache   gpu.Cache
	context cu.CUContext
	stream  cu.Stream
	staging staging
	modules []cu.Module
	kernels []cu.Function
	timings []timing
	unused  []int // of timings
	memory  map[gpu.Memory]bool
}

// timing is the pair of events around a launch.
type timing struct{ start, end cu.Event }

// open opens the device that a user named.
func open(name string, cache gpu.Cache) (gpu.Device, error) {
	all, err := devices()
	if err != nil {
		return nil, err
	}
	chosen, err := choose(all, name)
	if err != nil {
		return nil, err
	}
	d := &device{found: chosen, cache: cache, memory: map[gpu.Memory]bool{}}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := d.start(); err != nil {
		return nil, errors.Join(fmt.Errorf("opening CUDA device %d (%s): %w", d.number, d.name, err), d.Close())
	}
	return d, nil
}

// start makes the context, which becomes this thread's, and what belongs to it.
func (d *device) start() (err error) {
	if d.context, err = d.MakeContext(cu.SchedAuto); err != nil {
		return err
	}
	if d.info, err = d.describe(); err != nil {
		return err
	}
	if d.stream, err = cu.MakeStream(cu.NonBlocking); err != nil {
		return err
	}
	return d.staging.open()
}

func (d *device) describe() (gpu.Info, error) {
	info := gpu.Info{Name: d.name, Dialect: gpu.CUDA}
	memory, err := d.TotalMem()
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
		n, err := d.Attribute(a.attribute)
		if err != nil {
			return info, err
		}
		a.put(n)
	}
	return info, nil
}

// Info describes the device.
func (d *device) Info() gpu.Info { return d.info }

// enter makes d's context this thread's, which it stays until the returned
// function is called.
func (d *device) enter() (leave func(), err error) {
	runtime.LockOSThread()
	if err := cu.SetCurrentContext(d.context); err != nil {
		runtime.UnlockOSThread()
		return nil, err
	}
	return runtime.UnlockOSThread, nil
}

// within runs f with d's context.
func (d *device) within(f func() error) error {
	leave, err := d.enter()
	if err != nil {
		return err
	}
	defer leave()
	return translated(f())
}

// Alloc reserves memory.
func (d *device) Alloc(bytes int64) (m gpu.Memory, err error) {
	err = d.within(func() error {
		at, err := alloc(bytes, d.stream)
		m = gpu.Memory(at)
		return err
	})
	if errors.Is(err, gpu.ErrNoMemory) {
		return 0, gpu.ErrNoMemory
	}
	if err == nil {
		d.memory[m] = true
	}
	return m, err
}

// Free gives memory back.
func (d *device) Free(m gpu.Memory) error {
	delete(d.memory, m)
	return d.within(func() error { return free(cu.DevicePtr(m), d.stream) })
}

// Write copies into memory.
func (d *device) Write(dst gpu.Memory, offset int64, data []byte) error {
	return d.within(func() error { return d.staging.write(cu.DevicePtr(dst)+cu.DevicePtr(offset), data, d.stream) })
}

// Read copies out of memory.
func (d *device) Read(data []byte, src gpu.Memory, offset int64) error {
	return d.within(func() error { return d.staging.read(data, cu.DevicePtr(src)+cu.DevicePtr(offset), d.stream) })
}

// Copy copies between memories, or between places of one that do not overlap.
func (d *device) Copy(dst, src gpu.Memory, dstOffset, srcOffset, bytes int64) error {
	return d.within(func() error {
		return cu.MemcpyDtoDAsync(cu.DevicePtr(dst)+cu.DevicePtr(dstOffset), cu.DevicePtr(src)+cu.DevicePtr(srcOffset), bytes, d.stream)
	})
}

// Launch starts a kernel.
func (d *device) Launch(k gpu.Kernel, groups, size int64, args []gpu.Arg, timed bool) (event gpu.Event, err error) {
	if groups > maxGroups {
		return 0, fmt.Errorf("%d groups; a grid has at most %d", groups, int64(maxGroups))
	}
	err = d.within(func() error {
		f := d.kernels[k]
		if !timed {
			return launch(f, groups, size, args, d.stream)
		}
		i, err := d.timing()
		if err != nil {
			return err
		}
		event = gpu.Event(i)
		return errors.Join(
			d.timings[i].start.Record(d.stream),
			launch(f, groups, size, args, d.stream),
			d.timings[i].end.Record(d.stream))
	})
	return event, err
}

// maxGroups is the greatest extent of a grid in its first dimension.
const maxGroups = 1<<31 - 1

// timing is the number of a pair of events that is not in use.
func (d *device) timing() (int, error) {
	if n := len(d.unused); n > 0 {
		i := d.unused[n-1]
		d.unused = d.unused[:n-1]
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

// Elapsed is the time between the start and the end of a launch.
func (d *device) Elapsed(e gpu.Event) (took time.Duration, err error) {
	err = d.within(func() error {
		t := d.timings[e]
		if err := t.end.Synchronize(); err != nil {
			return err
		}
		ms, err := t.start.Elapsed(t.end)
		took = time.Duration(ms * float64(time.Millisecond))
		return err
	})
	d.unused = append(d.unused, int(e))
	return took, err
}

// Finish waits until all that was queued is done.
func (d *device) Finish() error { return d.within(d.stream.Synchronize) }

// Reset makes a new context in the place of one that is lost.
func (d *device) Reset() error {
	lost := d.Close() // says what the context died of
	*d = device{found: d.found, cache: d.cache, memory: map[gpu.Memory]bool{}}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := d.start(); err != nil {
		return errors.Join(fmt.Errorf("CUDA gives this process no other context on device %d (%s); start it again: %w", d.number, d.name, err), lost)
	}
	return nil
}

// Close destroys the context, and all that lies in it.
func (d *device) Close() error {
	if d.context == (cu.CUContext{}) {
		return nil
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := d.context.Destroy()
	d.context = cu.CUContext{}
	return err
}
