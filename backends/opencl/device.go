//go:build opencl

package opencl

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"github.com/go-gl/cl/v1.2/cl"

	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

// device is an in-order queue to an open device. Handles of package gpu are OpenCL handles.
type device struct {
	found
	opened   *opened
	info     hardware.Info
	made     int        // the generation of its context
	context  cl.Context // of that generation
	cache    gpu.Cache
	profile  bool
	queue    cl.CommandQueue
	programs []cl.Program
	kernels  []cl.Kernel
	closed   bool
}

// open opens the device that a user named.
func open(name string, profile bool, cache gpu.Cache) (hardware.Device, error) {
	chosen, err := find(name)
	if err != nil {
		return nil, err
	}
	o, err := use(chosen.id)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", chosen.name, err)
	}
	d := &device{found: chosen, opened: o, cache: cache, profile: profile}
	d.info = o.info
	d.info.CPU = chosen.cpu
	if err := d.start(); errors.Is(err, hardware.ErrLost) { // lost by another queue
		return d.Reset()
	} else if err != nil {
		return nil, fmt.Errorf("opening %s: %w", d.name, err)
	}
	return d, nil
}

// start creates a queue in the current context.
func (d *device) start() error {
	d.made = d.opened.Common.Context()
	if err := d.opened.Within(d.made, func() error { d.context = d.opened.context; return nil }); err != nil {
		return err
	}
	var properties cl.CommandQueueProperties
	if d.profile {
		properties = cl.QUEUE_PROFILING_ENABLE
	}
	var code cl.ErrorCode
	d.queue = cl.CreateCommandQueue(d.context, d.id, properties, &code)
	return waited(code)
}

// ids returns a list of the device alone, in separate memory: memory passed to C must not
// be in an object that contains Go pointers.
func (d *device) ids() *cl.DeviceId {
	id := d.id
	return &id
}

// Info describes the device.
func (d *device) Info() hardware.Info { return d.info }

// Common returns the state that the device's queues share.
func (d *device) Common() *hardware.Common { return &d.opened.Common }

// Handles are OpenCL pointers in both packages; only the Go types differ.

func mem(m hardware.Memory) cl.Mem       { return *(*cl.Mem)(unsafe.Pointer(&m)) }
func memory(m cl.Mem) hardware.Memory    { return *(*hardware.Memory)(unsafe.Pointer(&m)) }
func kernel(k hardware.Kernel) cl.Kernel { return *(*cl.Kernel)(unsafe.Pointer(&k)) }

// Alloc creates a buffer. NVIDIA's driver allocates a buffer on its first use, so a large
// one is used at once to find out whether it fits.
func (d *device) Alloc(bytes int64) (hardware.Memory, error) {
	if bytes > d.info.MaxAlloc {
		return 0, hardware.ErrNoMemory
	}
	var code cl.ErrorCode
	m := memory(cl.CreateBuffer(d.context, cl.MEM_READ_WRITE, uint64(bytes), nil, &code))
	if err := allocated(code); err != nil {
		return 0, err
	}
	if bytes >= 1<<28 {
		var zero [4]byte
		if err := allocated(cl.EnqueueFillBuffer(d.queue, mem(m), unsafe.Pointer(&zero[0]), 4, 0, 4, 0, nil, nil)); err != nil {
			return 0, errors.Join(err, d.Free(m))
		}
	}
	return m, nil
}

// allocated converts the result code of a call that needs memory to an error.
func allocated(code cl.ErrorCode) error {
	switch code {
	case cl.MEM_OBJECT_ALLOCATION_FAILURE, cl.OUT_OF_RESOURCES, cl.OUT_OF_HOST_MEMORY, cl.INVALID_BUFFER_SIZE:
		return hardware.ErrNoMemory
	}
	return fault(code)
}

// Free releases a buffer.
func (d *device) Free(m hardware.Memory) error {
	return fault(cl.ReleaseMemObject(mem(m)))
}

const blocking cl.Bool = 1

// Write copies data to a buffer.
func (d *device) Write(dst hardware.Memory, offset int64, data []byte) error {
	return waited(cl.EnqueueWriteBuffer(d.queue, mem(dst), blocking, uint64(offset), uint64(len(data)), unsafe.Pointer(&data[0]), 0, nil, nil))
}

// Read copies data from a buffer.
func (d *device) Read(data []byte, src hardware.Memory, offset int64) error {
	return waited(cl.EnqueueReadBuffer(d.queue, mem(src), blocking, uint64(offset), uint64(len(data)), unsafe.Pointer(&data[0]), 0, nil, nil))
}

// Copy copies between buffers, or between ranges of one.
func (d *device) Copy(dst, src hardware.Memory, dstOffset, srcOffset, bytes int64) error {
	return fault(cl.EnqueueCopyBuffer(d.queue, mem(src), mem(dst), uint64(srcOffset), uint64(dstOffset), uint64(bytes), 0, nil, nil))
}

// Fill repeats a pattern; OpenCL copies it before the call returns.
func (d *device) Fill(dst hardware.Memory, pattern []byte, offset, bytes int64) error {
	return d.fill(dst, pattern, offset, bytes, fillReach)
}

// fillReach is the offset up to which a buffer is filled directly. On an H200, NVIDIA's
// driver 580 fills the address 2^32 bytes too low beyond that.
const fillReach = int64(1) << 31

// fill fills parts of at most half of reach. Parts beyond reach are filled as sub-buffers.
func (d *device) fill(dst hardware.Memory, pattern []byte, offset, bytes, reach int64) error {
	for end := offset + bytes; offset < end; {
		part := min(end-offset, reach/2)
		to, at := mem(dst), offset
		if offset+part > reach {
			align := int64(number[uint32](d.id, cl.DEVICE_MEM_BASE_ADDR_ALIGN)) / 8
			at = offset % max(align, 8)
			region := [2]uint64{uint64(offset - at), uint64(at + part)}
			var code cl.ErrorCode
			to = cl.CreateSubBuffer(mem(dst), 0, cl.BUFFER_CREATE_TYPE_REGION, unsafe.Pointer(&region), &code)
			if err := fault(code); err != nil {
				return err
			}
		}
		err := fault(cl.EnqueueFillBuffer(d.queue, to, unsafe.Pointer(&pattern[0]), uint64(len(pattern)), uint64(at), uint64(part), 0, nil, nil))
		if to != mem(dst) {
			err = errors.Join(err, fault(cl.ReleaseMemObject(to)))
		}
		if err != nil {
			return err
		}
		offset += part
	}
	return nil
}

// Launch starts a kernel.
func (d *device) Launch(k hardware.Kernel, groups, size int64, args []hardware.Arg, timed bool) (hardware.Event, error) {
	for i := range args {
		var code cl.ErrorCode
		switch a := &args[i]; a.Kind {
		case hardware.SharedArg:
			code = cl.SetKernelArg(kernel(k), uint32(i), (a.Bits+7)/8*8, nil)
		case hardware.MemoryArg:
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
	return *(*hardware.Event)(unsafe.Pointer(&e)), fault(code)
}

// Elapsed returns the time between the start and the end of a launch.
func (d *device) Elapsed(event hardware.Event) (time.Duration, error) {
	var e cl.Event // its first word is the handle
	*(*hardware.Event)(unsafe.Pointer(&e)) = event
	var start, end uint64
	err := errors.Join(
		fault(cl.GetEventProfilingInfo(e, cl.PROFILING_COMMAND_START, 8, unsafe.Pointer(&start), nil)),
		fault(cl.GetEventProfilingInfo(e, cl.PROFILING_COMMAND_END, 8, unsafe.Pointer(&end), nil)),
		fault(cl.ReleaseEvent(e)))
	return time.Duration(end - start), err
}

// Finish waits for all commands.
func (d *device) Finish() error { return waited(cl.Finish(d.queue)) }

// waited converts the result code of a call that waits for kernels to an error. Some codes
// mean that a kernel destroyed the context.
func waited(code cl.ErrorCode) error {
	switch code {
	case cl.OUT_OF_RESOURCES, cl.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, cl.INVALID_COMMAND_QUEUE, cl.INVALID_CONTEXT, illegalAccess:
		return fmt.Errorf("%w: %w", fault(code), hardware.ErrLost)
	}
	return fault(code)
}

// illegalAccess is NVIDIA's code for a kernel that accesses invalid memory.
const illegalAccess cl.ErrorCode = -9999

// Lost reports whether d's context is lost.
func (d *device) Lost() bool { return d.made != d.opened.Common.Context() }

// Reset continues in a new context, or in another process if the driver creates no context
// in this one.
func (d *device) Reset() (hardware.Device, error) {
	_ = d.Close() // the context is lost
	if _, err := d.opened.Renew(d.made, d.opened.again); err != nil {
		kind := "gpu"
		if d.info.CPU {
			kind = "cpu"
		}
		other, elsewhere := hardware.Elsewhere(Name, fmt.Sprintf("%d:%d:%s", d.platformNumber, d.found.number, kind))
		if elsewhere != nil {
			return nil, errors.Join(err, elsewhere)
		}
		return other, nil
	}
	next := &device{found: d.found, opened: d.opened, info: d.info, cache: d.cache, profile: d.profile}
	return next, next.start()
}

func init() {
	hardware.ServeIfAsked(Name, func(device string) (hardware.Device, error) { return open(device, true, New().cache) })
}

// Close releases the queue and the objects created for it.
func (d *device) Close() error {
	if d.closed {
		return nil
	}
	d.closed = true
	err := d.Finish()
	for _, k := range d.kernels {
		err = errors.Join(err, fault(cl.ReleaseKernel(k)))
	}
	for _, p := range d.programs {
		err = errors.Join(err, fault(cl.ReleaseProgram(p)))
	}
	cl.ReleaseCommandQueue(d.queue)
	if errors.Is(err, hardware.ErrLost) {
		return nil // the context is gone, with everything in it
	}
	return err
}
