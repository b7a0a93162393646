//go:build opencl

package opencl

import (
	"sync"
	"unsafe"

	"github.com/go-gl/cl/v1.2/cl"

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

// opened is a device in use by this process. Its context is kept until the process ends,
// because creating one takes a tenth of a second or more.
type opened struct {
	hardware.Common
	id      cl.DeviceId
	info    hardware.Info
	context cl.Context // changed by Renew only
}

// inUse holds the open devices by handle. It is global because the handles are, too.
var inUse struct {
	sync.Mutex
	of map[cl.DeviceId]*opened
}

// use opens a device unless it is already open.
func use(id cl.DeviceId) (*opened, error) {
	inUse.Lock()
	defer inUse.Unlock()
	if o := inUse.of[id]; o != nil {
		return o, nil
	}
	o := &opened{id: id, info: describe(id)}
	if _, err := o.Renew(0, o.create); err != nil {
		return nil, err
	}
	if inUse.of == nil {
		inUse.of = map[cl.DeviceId]*opened{}
	}
	inUse.of[id] = o
	return o, nil
}

// create creates the context. A previous context is released together with its queues.
func (o *opened) create() error {
	var code cl.ErrorCode
	id := o.id // in separate memory, see device.ids
	context := cl.CreateContext(nil, 1, &id, nil, nil, &code)
	if err := fault(code); err != nil {
		return err
	}
	if o.context != nil {
		cl.ReleaseContext(o.context)
	}
	o.context = context
	return nil
}

// again replaces a lost context by a new one and checks that it works, by running a command
// in it.
func (o *opened) again() error {
	if err := o.create(); err != nil {
		return err
	}
	var code cl.ErrorCode
	queue := cl.CreateCommandQueue(o.context, o.id, 0, &code)
	if err := fault(code); err != nil {
		return err
	}
	defer cl.ReleaseCommandQueue(queue)
	buffer := cl.CreateBuffer(o.context, cl.MEM_READ_WRITE, 8, nil, &code)
	if err := fault(code); err != nil {
		return err
	}
	defer cl.ReleaseMemObject(buffer)
	var word uint64
	return fault(cl.EnqueueReadBuffer(queue, buffer, blocking, 0, 8, unsafe.Pointer(&word), 0, nil, nil))
}

func describe(id cl.DeviceId) hardware.Info {
	return hardware.Info{
		Name:        deviceText(id, cl.DEVICE_NAME),
		Dialect:     hardware.OpenCL,
		Units:       int(number[uint32](id, cl.DEVICE_MAX_COMPUTE_UNITS)),
		MaxGroup:    int64(number[uint64](id, cl.DEVICE_MAX_WORK_GROUP_SIZE)),
		SharedBytes: int64(number[uint64](id, cl.DEVICE_LOCAL_MEM_SIZE)),
		MemoryBytes: int64(number[uint64](id, cl.DEVICE_GLOBAL_MEM_SIZE)),
		MaxAlloc:    int64(number[uint64](id, cl.DEVICE_MAX_MEM_ALLOC_SIZE)),
	}
}
