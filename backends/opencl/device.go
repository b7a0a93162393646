//go:build opencl

package opencl

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"github.com/go-gl/cl/v1.2/cl"

	"github.com/lamina-lang/lamina/backends/gpu"
)

// device is an OpenCL device with a context and an in-order queue. Handles of
// package gpu are those of OpenCL.
type device struct {
	found
	info     gpu.Info
	cache    gpu.Cache
	context  cl.Context
	queue    cl.CommandQueue
	programs []cl.Program
	kernels  []cl.Kernel
	memory   map[gpu.Memory]bool
}

// open opens the device that a user named.
func open(name string, profile bool, cache gpu.Cache) (gpu.Device, error) {
	chosen, err := find(name)
	if err != nil {
		return nil, err
	}
	d := &device{found: chosen, cache: cache, memory: map[gpu.Memory]bool{}}
	d.info = d.describe()
	var code cl.ErrorCode
	d.context = cl.CreateContext(nil, 1, d.ids(), nil, nil, &code)
	if err := fault(code); err != nil {
		return nil, fmt.Errorf("opening %s: %w", d.name, err)
	}
	var properties cl.CommandQueueProperties
	if profile {
		properties = cl.QUEUE_PROFILING_ENABLE
	}
	d.queue = cl.CreateCommandQueue(d.context, d.id, properties, &code)
	if err := fault(code); err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", d.name, err), fault(cl.ReleaseContext(d.context)))
	}
	return d, nil
}

func (d *device) describe() gpu.Info {
	return gpu.Info{
		Name:        d.name,
		Dialect:     gpu.OpenCL,
		CPU:         d.cpu,
		Units:       int(number[uint32](d.id, cl.DEVICE_MAX_COMPUTE_UNITS)),
		MaxGroup:    int64(number[uint64](d.id, cl.DEVICE_MAX_WORK_GROUP_SIZE)),
		SharedBytes: int64(number[uint64](d.id, cl.DEVICE_LOCAL_MEM_SIZE)),
		MemoryBytes: int64(number[uint64](d.id, cl.DEVICE_GLOBAL_MEM_SIZE)),
		MaxAlloc:    int64(number[uint64](d.id, cl.DEVICE_MAX_MEM_ALLOC_SIZE)),
	}
}

// ids is a list of the device alone, in memory of its own: what C is given must
// not lie in an object that holds Go's pointers.
func (d *device) ids() *cl.DeviceId {
	id := d.id
	return &id
}

// Info describes the device.
func (d *device) Info() gpu.Info { return d.info }

// Handles are pointers of OpenCL in both packages; only Go's types differ.

func mem(m gpu.Memory) cl.Mem       { return *(*cl.Mem)(unsafe.Pointer(&m)) }
func memory(m cl.Mem) gpu.Memory    { return *(*gpu.Memory)(unsafe.Pointer(&m)) }
func kernel(k gpu.Kernel) cl.Kernel { return *(*cl.Kernel)(unsafe.Pointer(&k)) }

// Alloc creates a buffer.
func (d *device) Alloc(bytes int64) (gpu.Memory, error) {
	if bytes > d.info.MaxAlloc {
		return 0, gpu.ErrNoMemory
	}
	var code cl.ErrorCode
	m := memory(cl.CreateBuffer(d.context, cl.MEM_READ_WRITE, uint64(bytes), nil, &code))
	switch code {
	case cl.MEM_OBJECT_ALLOCATION_FAILURE, cl.OUT_OF_RESOURCES, cl.OUT_OF_HOST_MEMORY, cl.INVALID_BUFFER_SIZE:
		return 0, gpu.ErrNoMemory
	}
	if err := fault(code); err != nil {
		return 0, err
	}
	d.memory[m] = true
	return m, nil
}

// Free releases a buffer.
func (d *device) Free(m gpu.Memory) error {
	delete(d.memory, m)
	return fault(cl.ReleaseMemObject(mem(m)))
}

const blocking cl.Bool = 1

// Write copies into a buffer.
func (d *device) Write(dst gpu.Memory, offset int64, data []byte) error {
	return fault(cl.EnqueueWriteBuffer(d.queue, mem(dst), blocking, uint64(offset), uint64(len(data)), unsafe.Pointer(&data[0]), 0, nil, nil))
}

// Read copies out of a buffer.
func (d *device) Read(data []byte, src gpu.Memory, offset int64) error {
	return fault(cl.EnqueueReadBuffer(d.queue, mem(src), blocking, uint64(offset), uint64(len(data)), unsafe.Pointer(&data[0]), 0, nil, nil))
}

// Copy copies between buffers, or between places of one.
func (d *device) Copy(dst, src gpu.Memory, dstOffset, srcOffset, bytes int64) error {
	return fault(cl.EnqueueCopyBuffer(d.queue, mem(src), mem(dst), uint64(srcOffset), uint64(dstOffset), uint64(bytes), 0, nil, nil))
}

// Fill repeats a pattern; OpenCL copies it before the call returns.
func (d *device) Fill(dst gpu.Memory, pattern []byte, offset, bytes int64) error {
	return fault(cl.EnqueueFillBuffer(d.queue, mem(dst), unsafe.Pointer(&pattern[0]), uint64(len(pattern)), uint64(offset), uint64(bytes), 0, nil, nil))
}

// Launch starts a kernel.
func (d *device) Launch(k gpu.Kernel, groups, size int64, args []gpu.Arg, timed bool) (gpu.Event, error) {
	for i := range args {
		var code cl.ErrorCode
		switch a := &args[i]; a.Kind {
		case gpu.SharedArg:
			code = cl.SetKernelArg(kernel(k), uint32(i), (a.Bits+7)/8*8, nil)
		case gpu.MemoryArg:
			code = cl.SetKernelArg(kernel(k), uint32(i), 8, unsafe.Pointer(&a.Bits))
		default:
			code = cl.SetKernelArg(kernel(k), uint32(i), uint64(a.Size), unsafe.Pointer(&a.Bits))
		}
		if err := fault(code); err != nil {
			return 0, fmt.Errorf("argument %d: %w", i, err)
		}
	}
	global, local := uint64(groups*size), uint64(size)
	var e cl.Event
	var event *cl.Event
	if timed {
		event = &e
	}
	code := cl.EnqueueNDRangeKernel(d.queue, kernel(k), 1, nil, &global, &local, 0, nil, event)
	return *(*gpu.Event)(unsafe.Pointer(&e)), fault(code)
}

// Elapsed is the time between the start and the end of a launch.
func (d *device) Elapsed(event gpu.Event) (time.Duration, error) {
	var e cl.Event // its first word is the handle
	*(*gpu.Event)(unsafe.Pointer(&e)) = event
	var start, end uint64
	err := errors.Join(
		fault(cl.GetEventProfilingInfo(e, cl.PROFILING_COMMAND_START, 8, unsafe.Pointer(&start), nil)),
		fault(cl.GetEventProfilingInfo(e, cl.PROFILING_COMMAND_END, 8, unsafe.Pointer(&end), nil)),
		fault(cl.ReleaseEvent(e)))
	return time.Duration(end - start), err
}

// Finish waits for all commands.
func (d *device) Finish() error { return fault(cl.Finish(d.queue)) }

// Close releases all that the device gave out, and itself.
func (d *device) Close() error {
	err := d.Finish()
	for m := range d.memory {
		err = errors.Join(err, fault(cl.ReleaseMemObject(mem(m))))
	}
	for _, k := range d.kernels {
		err = errors.Join(err, fault(cl.ReleaseKernel(k)))
	}
	for _, p := range d.programs {
		err = errors.Join(err, fault(cl.ReleaseProgram(p)))
	}
	cl.ReleaseCommandQueue(d.queue)
	return errors.Join(err, fault(cl.ReleaseContext(d.context)))
}
