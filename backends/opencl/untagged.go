//go:build !opencl

package opencl

import (
	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

var errUntagged = &backend.UnavailableError{
	Backend: Name,
	Reason:  "this executable was built without it; build with cgo and -tags opencl",
}

func probe() ([]backend.Device, error) { return nil, errUntagged }

func chosen(string) (backend.Device, error) { return backend.Device{}, errUntagged }

func traits(string) (cpu, progress bool, err error) { return false, false, errUntagged }

func open(string, bool, gpu.Cache) (hardware.Device, error) { return nil, errUntagged }
