//go:build opencl

package opencl

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"github.com/go-gl/cl/v1.2/cl"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/opencl/internal/shim"
)

// found is a device with its platform.
type found struct {
	platformNumber, number int
	platform               string
	name                   string
	id                     cl.DeviceId
	gpu                    bool // its actual kind
	cpu                    bool // the kind it is treated as
}

// Codes for which go-gl/cl has no name.
const platformNotFound cl.ErrorCode = -1001

// fault converts a result code to an error; nil for success.
func fault(code cl.ErrorCode) error {
	if code == cl.SUCCESS {
		return nil
	}
	name := cl.ErrToStr(code)
	switch {
	case code == platformNotFound:
		name = "PLATFORM_NOT_FOUND_KHR"
	case name == "":
		return fmt.Errorf("OpenCL error %d", code)
	}
	return fmt.Errorf("OpenCL error %d, CL_%s", code, name)
}

func unavailable(reason string) error {
	return &backend.UnavailableError{Backend: Name, Reason: reason}
}

// devices lists the devices of all platforms.
func devices() ([]found, error) {
	if why := shim.Missing(); why != "" {
		return nil, unavailable(why + "; install an OpenCL loader and a driver (on Debian: ocl-icd-libopencl1, and pocl-opencl-icd or the GPU's)")
	}
	var n uint32
	if code := cl.GetPlatformIDs(0, nil, &n); code != cl.SUCCESS && code != platformNotFound {
		return nil, unavailable(fault(code).Error())
	}
	if n == 0 {
		return nil, unavailable("no OpenCL platform is installed; install a driver (on Debian pocl-opencl-icd for the processor, or the GPU's)")
	}
	platforms := make([]cl.PlatformID, n)
	if err := fault(cl.GetPlatformIDs(n, &platforms[0], nil)); err != nil {
		return nil, unavailable(err.Error())
	}
	var out []found
	var without []string // the errors of platforms that list no device
	for p, id := range platforms {
		platform := text(func(size uint64, data unsafe.Pointer, need *uint64) cl.ErrorCode {
			return cl.GetPlatformInfo(id, cl.PLATFORM_NAME, size, data, need)
		})
		ids, err := devicesOf(id)
		if err != nil {
			without = append(without, fmt.Sprintf("%s: %v", platform, err))
		}
		for i, d := range ids {
			kind := number[uint64](d, cl.DEVICE_TYPE)
			out = append(out, found{p, i, platform, deviceText(d, cl.DEVICE_NAME), d,
				kind&uint64(cl.DEVICE_TYPE_GPU) != 0, kind&uint64(cl.DEVICE_TYPE_CPU) != 0})
		}
	}
	if len(out) == 0 {
		return nil, unavailable(fmt.Sprintf("no OpenCL platform here has a device (%s); clinfo may tell more. PoCL has none where it cannot write its cache: XDG_CACHE_HOME or POCL_CACHE_DIR names another folder", strings.Join(without, "; ")))
	}
	return out, nil
}

// devicesOf lists the devices of a platform.
func devicesOf(platform cl.PlatformID) ([]cl.DeviceId, error) {
	var n uint32
	if err := fault(cl.GetDeviceIDs(platform, cl.DEVICE_TYPE_ALL, 0, nil, &n)); err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, errors.New("an empty list")
	}
	ids := make([]cl.DeviceId, n)
	return ids, fault(cl.GetDeviceIDs(platform, cl.DEVICE_TYPE_ALL, n, &ids[0], nil))
}

// find returns the device that a user named.
func find(name string) (found, error) {
	all, err := devices()
	if err != nil {
		return found{}, err
	}
	return choose(all, name)
}

// traits returns the properties of a device on which passes depend.
func traits(name string) (cpu, progress bool, err error) {
	d, err := find(name)
	return d.cpu, keepGoing(d.platform), err
}

// keepGoing reports whether groups that have started make progress on a platform's devices.
// On NVIDIA GPUs they stay resident until they end; PoCL's CPU device runs each group to
// completion in one system thread. Nothing is known of other platforms.
func keepGoing(platform string) bool {
	return platform == "NVIDIA CUDA" || platform == "Portable Computing Language"
}

// choose returns the device that a user named.
func choose(all []found, name string) (found, error) {
	if name == "" {
		for _, d := range all {
			if d.gpu {
				return d, nil
			}
		}
		return all[0], nil
	}
	parts := append(strings.SplitN(name, ":", 3), "", "")
	for _, d := range all {
		if !fits(parts[0], d.platformNumber, d.platform) || !fits(parts[1], d.number, d.name) {
			continue
		}
		switch parts[2] {
		case "":
		case "cpu", "gpu":
			d.cpu = parts[2] == "cpu"
		default:
			return found{}, fmt.Errorf("an OpenCL device is treated as cpu or gpu, not as %q", parts[2])
		}
		return d, nil
	}
	var there []string
	for _, d := range all {
		there = append(there, fmt.Sprintf("%d:%d (%s, %s)", d.platformNumber, d.number, d.platform, d.name))
	}
	return found{}, fmt.Errorf("no OpenCL device is called %q; there are: %s", name, strings.Join(there, "; "))
}

// fits reports whether typed selects this item: it is empty, the number, or a part of the
// name.
func fits(typed string, number int, name string) bool {
	if n, err := strconv.Atoi(typed); err == nil {
		return n == number
	}
	return strings.Contains(strings.ToLower(name), strings.ToLower(typed))
}

// probe lists the devices for users.
func probe() ([]backend.Device, error) {
	all, err := devices()
	if err != nil {
		return nil, err
	}
	var out []backend.Device
	for _, d := range all {
		out = append(out, d.listed())
	}
	return out, nil
}

// listed describes the device for users.
func (d found) listed() backend.Device {
	return backend.Device{
		ID:   fmt.Sprintf("%d:%d", d.platformNumber, d.number),
		Name: fmt.Sprintf("%s:%d:%d %s", Name, d.platformNumber, d.number, d.name),
		Detail: fmt.Sprintf("%s, %d units, %d MiB, driver %s", d.platform,
			number[uint32](d.id, cl.DEVICE_MAX_COMPUTE_UNITS), number[uint64](d.id, cl.DEVICE_GLOBAL_MEM_SIZE)>>20,
			deviceText(d.id, cl.DRIVER_VERSION)),
	}
}

// chosen describes the device that a name selects.
func chosen(name string) (backend.Device, error) {
	d, err := find(name)
	if err != nil {
		return backend.Device{}, err
	}
	return d.listed(), nil
}

// number queries a number from a device; 0 if it is not available.
func number[T uint32 | uint64](d cl.DeviceId, what cl.DeviceInfo) T {
	var v T
	cl.GetDeviceInfo(d, what, uint64(unsafe.Sizeof(v)), unsafe.Pointer(&v), nil)
	return v
}

func deviceText(d cl.DeviceId, what cl.DeviceInfo) string {
	return text(func(size uint64, data unsafe.Pointer, need *uint64) cl.ErrorCode {
		return cl.GetDeviceInfo(d, what, size, data, need)
	})
}

// text queries a string, its length first.
func text(ask func(size uint64, data unsafe.Pointer, need *uint64) cl.ErrorCode) string {
	var n uint64
	if ask(0, nil, &n) != cl.SUCCESS || n == 0 {
		return ""
	}
	data := make([]byte, n)
	if ask(n, unsafe.Pointer(&data[0]), nil) != cl.SUCCESS {
		return ""
	}
	data, _, _ = bytes.Cut(data, []byte{0})
	return strings.TrimSpace(string(data))
}
