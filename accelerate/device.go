package accelerate

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"github.com/lamina-lang/lamina/accelerate/internal/marshal"
	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/value"
)

// Device is a handle of data that stays where marked expressions run, between two of them: on
// a GPU in its memory. T is the type of the data, as []float32. Like a slice, a Device refers to
// its data: a copy of a Device has the same. The data do not change.
//
// When nothing refers to a Device any longer, its memory is given back some time later; Free
// does so at once.
type Device[T any] struct{ handle *handle[T] }

// handle is shared by all copies of a Device.
type handle[T any] struct{ data *deviceData }

// deviceData is the data of a Device.
type deviceData struct {
	mu    sync.Mutex
	uses  int // expressions that are running with it
	freed bool
	parts []backend.Array // its leaves, in the device's memory or not
}

// NewDevice returns a Device with a copy of x.
func NewDevice[T any](x T) Device[T] { return copyOf("NewDevice", x) }

// Keep is Run whose result stays where the expression ran. In another expression, the
// method Value of the Device is the result.
func Keep[T any](f func() T) Device[T] { return copyOf("Keep", f()) }

func copyOf[T any](function string, x T) Device[T] {
	leaves, _, err := marshal.Put(x)
	if err != nil {
		failf("%s: %v", function, err)
	}
	for i, l := range leaves {
		leaves[i] = l.Clone()
	}
	return deviceOf[T](&deviceData{parts: onHost(leaves)})
}

func deviceOf[T any](d *deviceData) Device[T] {
	h := &handle[T]{d}
	runtime.AddCleanup(h, (*deviceData).free, d)
	return Device[T]{h}
}

// Value returns the data. In a marked expression they are used where they are; outside of one
// they are copied. It panics after Free, and of a Device that nothing made.
func (d Device[T]) Value() T {
	out, err := deviceValue[T](d.data())
	runtime.KeepAlive(d.handle)
	if err != nil {
		failf("Device.Value: %v", err)
	}
	return out
}

func deviceValue[T any](d *deviceData) (out T, err error) {
	parts, err := d.use()
	if err != nil {
		return out, err
	}
	defer d.done()
	leaves, err := hosted(parts)
	if err != nil {
		return out, err
	}
	return out, marshal.Take(&out, leaves)
}

// Free gives the memory back. The data must not be used afterwards. To free a Device again
// does nothing.
func (d Device[T]) Free() {
	if d.handle != nil {
		d.handle.data.free()
		runtime.KeepAlive(d.handle)
	}
}

var (
	errFreed  = errors.New("the Device was freed")
	errUnmade = errors.New("the Device was not made by NewDevice or Keep")
)

// free gives the memory back, once nothing uses it.
func (d *deviceData) free() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.freed = true
	d.release()
}

func (d *deviceData) release() {
	if !d.freed || d.uses > 0 {
		return
	}
	for _, p := range d.parts {
		if p.On != nil {
			p.On.Free()
		}
	}
	d.parts = nil
}

// data describes a Device to the arguments of an expression.
func (d Device[T]) data() *deviceData {
	if d.handle == nil {
		return nil
	}
	return d.handle.data
}

// isDevice is any Device.
type isDevice interface{ data() *deviceData }

// use returns the parts, which stay until done is called.
func (d *deviceData) use() ([]backend.Array, error) {
	if d == nil {
		return nil, errUnmade
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.freed {
		return nil, errFreed
	}
	d.uses++
	return d.parts, nil
}

func (d *deviceData) done() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.uses--
	d.release()
}

// move has the parts in the memory of the device that expressions run on.
func (d *deviceData) move(r backend.Resident) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, p := range d.parts {
		if p.On != nil || p.Rank() == 0 || len(p.Data) == 0 {
			continue
		}
		stored, err := r.Store(context.Background(), p.Value)
		if err != nil {
			return err
		}
		d.parts[i] = stored
	}
	return nil
}

// onHost are values as arrays that are not in a device's memory.
func onHost(values []value.Value) []backend.Array {
	out := make([]backend.Array, len(values))
	for i, v := range values {
		out[i].Value = v
	}
	return out
}

// hosted returns arrays as values, copied from the device where they are there.
func hosted(arrays []backend.Array) ([]value.Value, error) {
	out := make([]value.Value, len(arrays))
	for i, a := range arrays {
		out[i] = a.Value
		if a.On == nil {
			continue
		}
		data, err := a.On.Read()
		if err != nil {
			return nil, err
		}
		out[i].Data = data
	}
	return out, nil
}
