// Package cuda is the CUDA backend: the device that backends/gpu needs, over
// gorgonia.org/cu. NVRTC compiles kernels for the device. It is loaded when the first
// kernel is compiled (nvrtc.go).
//
// The package needs cgo and a C compiler, so its files have the build tag cuda. Package
// shim says how to build it without CUDA installed. Without the tag, the backend's probe
// reports why it is unavailable.
//
// A device is named by its number, or by its UUID or a prefix of it, as in 1 or GPU-5fd1.
// The default is device 0.
package cuda

import (
	"context"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/target"
)

// Name is the backend's name.
const Name = "cuda"

// Backend is the CUDA backend. It is safe for use from several goroutines.
type Backend struct {
	cache gpu.Cache
}

// New returns a backend that caches compiled kernels in the user's cache folder.
func New() *Backend { return &Backend{cache: gpu.UserCache(Name)} }

// Name returns "cuda".
func (*Backend) Name() string { return Name }

// Summary describes the backend in a line.
func (*Backend) Summary() string { return "NVIDIA's GPUs, through CUDA's driver and NVRTC" }

// Target describes a machine with device memory. Resident groups on NVIDIA GPUs stay
// resident until they end, so they make progress.
func (*Backend) Target() target.Target {
	t := gpu.Target(true)
	t.Mapped = true
	return t
}

// Pipeline is the default pipeline from soac to imp.
func (*Backend) Pipeline() string { return gpu.Pipeline }

// Probe lists the devices.
func (*Backend) Probe(context.Context) ([]backend.Device, error) { return probe() }

// Chosen returns the device of that name.
func (*Backend) Chosen(device string) (backend.Device, error) { return chosen(device) }

// Compile compiles p for the device that o names.
func (b *Backend) Compile(ctx context.Context, p *imp.Program, o backend.Options) (backend.Executable, error) {
	d, err := open(o.Device, b.cache)
	if err != nil {
		return nil, err
	}
	return gpu.Compile(ctx, Name, p, d, o)
}
