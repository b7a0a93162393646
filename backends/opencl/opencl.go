// Package opencl is the OpenCL backend: the device that backends/gpu needs, over
// github.com/go-gl/cl, which only device.go and query.go call.
//
// The package needs cgo and a C compiler, so its files have the build tag opencl. go-gl/cl
// uses constants that newer headers lack, which these flags define:
//
//	CGO_CFLAGS="-DCL_TARGET_OPENCL_VERSION=120 -DCL_DEVICE_IMAGE_PITCH_ALIGNMENT=0x104A -DCL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT=0x104B"
//	go build -tags opencl
//
// The headers are those of the Khronos group (Debian's package opencl-headers); building
// needs no library (package internal/shim). Without the tag, the backend's probe reports
// why it is unavailable.
//
// A device is named PLATFORM:INDEX: the platform by its number or a part of its name, the
// device by its number on the platform or a part of its name. ":INDEX" is optional. The
// default is the first GPU, or else the first device. A third part, as in 0:0:gpu, makes
// the backend treat the device as a gpu or a cpu, so that a CPU can run the code for a GPU.
package opencl

import (
	"context"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/target"
)

// Name is the backend's name.
const Name = "opencl"

// Backend is the OpenCL backend. It is safe for use from several goroutines.
type Backend struct {
	cache    gpu.Cache
	cpu      bool // the device is a CPU
	progress bool // groups that have started make progress (target.Target)
}

// New returns a backend that caches compiled kernels in the user's cache folder.
func New() *Backend { return &Backend{cache: gpu.UserCache(Name)} }

// Name returns "opencl".
func (*Backend) Name() string { return Name }

// Summary describes the backend in a line.
func (*Backend) Summary() string { return "GPUs, and processors, through OpenCL 1.2" }

// Target describes a GPU, or the device given to For.
func (b *Backend) Target() target.Target {
	if b.cpu {
		return target.Processor().With(target.Fast)
	}
	return gpu.Target(b.progress)
}

// Pipeline is the default pipeline from soac to imp.
func (b *Backend) Pipeline() string {
	if b.cpu {
		return gpu.ProcessorPipeline
	}
	return gpu.Pipeline
}

// For returns the backend for a device.
func (b *Backend) For(device string) (backend.Backend, error) {
	cpu, progress, err := traits(device)
	if err != nil {
		return nil, err
	}
	return &Backend{cache: b.cache, cpu: cpu, progress: progress}, nil
}

// Probe lists the devices of all platforms.
func (*Backend) Probe(context.Context) ([]backend.Device, error) { return probe() }

// Chosen returns the device of that name.
func (*Backend) Chosen(device string) (backend.Device, error) { return chosen(device) }

// Compile compiles p for the device that o names.
func (b *Backend) Compile(ctx context.Context, p *imp.Program, o backend.Options) (backend.Executable, error) {
	d, err := open(o.Device, o.Profile, b.cache)
	if err != nil {
		return nil, err
	}
	return gpu.Compile(ctx, Name, p, d, o)
}
