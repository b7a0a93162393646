package accelerate

import (
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// inMemory is an array in the memory of a device that counts what is there.
type inMemory struct {
	data  []byte
	there *atomic.Int32
}

func (m *inMemory) Read() ([]byte, error) { return m.data, nil }
func (m *inMemory) Free()                 { m.there.Add(-1) }

func onDevice(there *atomic.Int32) Device[[]int8] {
	there.Add(1)
	v := value.Value{Elem: scalar.I8, Shape: []int64{2}}
	return deviceOf[[]int8](&deviceData{parts: []backend.Array{{Value: v, On: &inMemory{[]byte{3, 4}, there}}}})
}

func TestDeviceMemoryIsGivenBackOnce(t *testing.T) {
	var there atomic.Int32
	d := onDevice(&there)
	if got := d.Value(); !reflect.DeepEqual(got, []int8{3, 4}) {
		t.Errorf("the value is %v", got)
	}
	other := d
	d.Free()
	other.Free()
	if n := there.Load(); n != 0 {
		t.Errorf("%d arrays are on the device after Free, want none", n)
	}
	// What is in use stays until it is not.
	d = onDevice(&there)
	if _, err := d.data().use(); err != nil {
		t.Fatal(err)
	}
	d.Free()
	if n := there.Load(); n != 1 {
		t.Errorf("%d arrays are on the device while one is used, want 1", n)
	}
	d.data().done()
	if n := there.Load(); n != 0 {
		t.Errorf("%d arrays are on the device after their use, want none", n)
	}
}

func TestForgottenDevicesAreGivenBack(t *testing.T) {
	var there atomic.Int32
	onDevice(&there)
	for range 200 {
		runtime.GC()
		if there.Load() == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the memory of a Device that nothing refers to was not given back")
}

func TestDevicesHoldDataAlone(t *testing.T) {
	_, err := Try(func() int { NewDevice(map[string]int{}); return 0 })
	if err == nil || err.(*Error).Message != "NewDevice: values of type map[string]int are not data" {
		t.Errorf("a Device of a map gives the error %v", err)
	}
	_, err = Try(func() int { Keep(func() [][]int { return [][]int{{1}, {2, 3}} }); return 0 })
	if err == nil || err.(*Error).Message != "Keep: a slice is irregular: its element 1 has other sizes than its first" {
		t.Errorf("a Device of irregular rows gives the error %v", err)
	}
}
