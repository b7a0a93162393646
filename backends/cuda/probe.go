//go:build cuda

package cuda

import (
	"fmt"
	"strconv"
	"strings"

	"gorgonia.org/cu"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/cuda/shim"
)

// found is a device that the driver lists.
type found struct {
	cu.Device
	number       int
	name, uuid   string
	major, minor int // compute capability
}

func unavailable(format string, args ...any) error {
	return &backend.UnavailableError{Backend: Name, Reason: fmt.Sprintf(format, args...)}
}

// devices lists the devices.
func devices() ([]found, error) {
	switch result, missing := shim.Status(); {
	case missing != "":
		return nil, unavailable("%s; install NVIDIA's driver", missing)
	case result == int(cu.NoDevice):
		return nil, unavailable("NVIDIA's driver finds no device")
	case result != 0:
		return nil, unavailable("NVIDIA's driver does not start: error %d", result)
	}
	n, err := cu.NumDevices()
	if err != nil || n == 0 {
		return nil, unavailable("NVIDIA's driver lists %d devices (%v)", n, err)
	}
	out := make([]found, n)
	for i := range out {
		if out[i], err = describe(i); err != nil {
			return nil, fmt.Errorf("asking device %d what it is: %w", i, err)
		}
	}
	return out, nil
}

func describe(i int) (d found, err error) {
	d.number = i
	if d.Device, err = cu.GetDevice(i); err != nil {
		return d, err
	}
	if d.name, err = d.Name(); err != nil {
		return d, err
	}
	id, err := d.UUID()
	if err != nil {
		return d, err
	}
	d.uuid = "GPU-" + id.String()
	if d.major, err = d.Attribute(cu.ComputeCapabilityMajor); err != nil {
		return d, err
	}
	d.minor, err = d.Attribute(cu.ComputeCapabilityMinor)
	return d, err
}

// choose returns the device that a user named.
func choose(all []found, name string) (found, error) {
	if name == "" {
		return all[0], nil
	}
	var there []string
	for _, d := range all {
		n, err := strconv.Atoi(name)
		if err == nil && n == d.number || err != nil && strings.HasPrefix(strings.ToLower(d.uuid), strings.ToLower(name)) {
			return d, nil
		}
		there = append(there, fmt.Sprintf("%d (%s, %s)", d.number, d.name, d.uuid))
	}
	return found{}, fmt.Errorf("no CUDA device is called %q; there are: %s", name, strings.Join(there, "; "))
}

// probe lists the devices for users.
func probe() ([]backend.Device, error) {
	all, err := devices()
	if err != nil {
		return nil, err
	}
	var out []backend.Device
	for _, d := range all {
		l, err := d.listed()
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

// listed describes the device for users.
func (d found) listed() (backend.Device, error) {
	memory, err := d.TotalMem()
	if err != nil {
		return backend.Device{}, fmt.Errorf("asking device %d what it is: %w", d.number, err)
	}
	return backend.Device{
		ID:     strconv.Itoa(d.number),
		Name:   fmt.Sprintf("%s:%d %s", Name, d.number, d.name),
		Detail: fmt.Sprintf("%s, sm_%d%d, %d MiB, driver %d.%d", d.uuid, d.major, d.minor, memory>>20, cu.Version()/1000, cu.Version()%1000/10),
	}, nil
}

// chosen describes the device that a name selects.
func chosen(name string) (backend.Device, error) {
	all, err := devices()
	if err != nil {
		return backend.Device{}, err
	}
	d, err := choose(all, name)
	if err != nil {
		return backend.Device{}, err
	}
	return d.listed()
}
