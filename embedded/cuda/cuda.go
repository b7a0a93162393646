// Package cuda is the run time of Go packages that `lamina library --target go --backend cuda`
// writes: it runs their programs on GPUs by CUDA. It holds the backend, which turns the program's
// kernels into text for NVRTC, and no other part of a compiler.
//
// Build with cgo and the tag cuda, as backends/cuda says; without them, New of the package says
// what is missing.
package cuda

import (
	"context"

	"github.com/lamina-lang/lamina/backends/cuda"
	"github.com/lamina-lang/lamina/embedded"
	"github.com/lamina-lang/lamina/embedded/internal/device"
)

// Options are a caller's choices for a program.
type Options struct {
	// Device is the number of the GPU; "" is the first one.
	Device string
}

// Load makes a program ready to run. Generated code calls it.
func Load(ctx context.Context, text []byte, o Options) (*embedded.Program, error) {
	return device.Load(ctx, text, cuda.New(), o.Device)
}
