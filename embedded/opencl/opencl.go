// Package opencl is the run time of Go packages that `lamina library --target go --backend opencl`
// writes: it runs their programs on devices of OpenCL. It holds the backend, which turns the
// program's kernels into text for the device's driver, and no other part of a compiler.
//
// Build with cgo and the tag opencl, as backends/opencl says; without them, New of the package
// says what is missing.
package opencl

import (
	"context"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/backends/opencl"
	"github.com/lamina-lang/lamina/embedded"
	"github.com/lamina-lang/lamina/embedded/internal/device"
)

// Options are a caller's choices for a program.
type Options struct {
	// Device is PLATFORM:INDEX: the platform by its number or a part of its name, the device by its
	// number there or a part of its name. "" is the first GPU, or else the first device.
	Device string
}

// Kind is the kind of device that a program's kernels were made for.
type Kind string

// The kinds of devices.
const (
	GPU       Kind = "gpu"
	Processor Kind = "cpu"
)

// Load makes a program ready to run, whose kernels were made for devices of a kind. Generated code
// calls it.
func Load(ctx context.Context, text []byte, kind Kind, o Options) (*embedded.Program, error) {
	b := opencl.New()
	chosen, err := b.Chosen(o.Device)
	if err != nil {
		return nil, fmt.Errorf("loading a program: %w", err)
	}
	parts := append(strings.SplitN(chosen.ID, ":", 3), "", "")
	return device.Load(ctx, text, b, parts[0]+":"+parts[1]+":"+string(kind))
}
