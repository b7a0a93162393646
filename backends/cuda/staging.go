//go:build cuda

package cuda

// #include "driver.h"
import "C"

import (
	"errors"
	"unsafe"

	"gorgonia.org/cu"
)

const maxArgs = int(C.LAMINA_MAX_ARGS)

var errManyArgs = errors.New("the kernel has too many arguments")

// staging is pinned memory, which the device accesses directly. Transfers alternate between
// two halves, so that one is copied on the host while the other is in flight.
type staging struct {
	halves [2][]byte
	moved  [2]cu.Event // recorded when the device is done with a half
	page   []byte      // written by kernels (gpu.Mapper)
}

// stagingBytes is the size of a half: large enough to amortise the start of a transfer.
const stagingBytes = 4 << 20

// little is the number of bytes up to which a transfer does not use both halves.
const little = 4096

func (s *staging) open() error {
	var page unsafe.Pointer
	if err := fault(C.lamina_pinned(&page, little)); err != nil {
		return err
	}
	s.page = unsafe.Slice((*byte)(page), little)
	for i := range s.halves {
		var at unsafe.Pointer
		if err := fault(C.lamina_pinned(&at, stagingBytes)); err != nil {
			return err
		}
		s.halves[i] = unsafe.Slice((*byte)(at), stagingBytes)
		var err error
		if s.moved[i], err = cu.MakeEvent(cu.DisableTiming); err != nil {
			return err
		}
	}
	return nil
}

// write copies data to the device.
func (s *staging) write(to cu.DevicePtr, data []byte, stream cu.Stream) error {
	for i := 0; len(data) > 0; i = 1 - i {
		if err := s.moved[i].Synchronize(); err != nil {
			return err
		}
		n := copy(s.halves[i], data)
		if err := cu.MemcpyHtoDAsync(to, unsafe.Pointer(&s.halves[i][0]), int64(n), stream); err != nil {
			return err
		}
		if err := s.moved[i].Record(stream); err != nil {
			return err
		}
		data, to = data[n:], to+cu.DevicePtr(n)
	}
	return stream.Synchronize()
}

// read copies from the device into data.
func (s *staging) read(data []byte, from cu.DevicePtr, on cu.Stream) error {
	if len(data) <= little { // a scalar that the host waits for: one call
		if err := fault(C.lamina_read(unsafe.Pointer(&s.halves[0][0]), C.CUdeviceptr(from), C.size_t(len(data)), stream(on))); err != nil {
			return err
		}
		copy(data, s.halves[0])
		return nil
	}
	var waiting [2][]byte // parts of data in flight
	take := func(i int) error {
		if len(waiting[i]) == 0 {
			return nil
		}
		err := s.moved[i].Synchronize()
		copy(waiting[i], s.halves[i])
		waiting[i] = nil
		return err
	}
	last := 0
	for i := 0; len(data) > 0; i = 1 - i {
		if err := take(i); err != nil {
			return err
		}
		n := min(len(data), stagingBytes)
		if err := cu.MemcpyDtoHAsync(unsafe.Pointer(&s.halves[i][0]), from, int64(n), on); err != nil {
			return err
		}
		if err := s.moved[i].Record(on); err != nil {
			return err
		}
		waiting[i], last = data[:n], i
		data, from = data[n:], from+cu.DevicePtr(n)
	}
	if err := take(1 - last); err != nil {
		return err
	}
	return take(last)
}
