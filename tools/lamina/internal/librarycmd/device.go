package librarycmd

import (
	"context"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
	machine "github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/library"
	"github.com/lamina-lang/lamina/library/capi"
	"github.com/lamina-lang/lamina/passes/toimp"
)

// deviceLibrary makes libraries in C with kernels for a device.
func deviceLibrary(device string) func(context.Context, request) ([]library.File, error) {
	return func(ctx context.Context, r request) ([]library.File, error) {
		r.device = device
		return cLibrary(false)(ctx, r)
	}
}

// lowering is the part of a backend that leads to imp: the backends of GPUs themselves need not be
// linked.
type lowering struct {
	backend.Backend
	name, pipeline string
	target         machine.Target
}

func (l lowering) Name() string           { return l.name }
func (l lowering) Target() machine.Target { return l.target }
func (l lowering) Pipeline() string       { return l.pipeline }

// adjustable is a pipeline after which users of the program set thresholds.
func adjustable(pipeline string) string {
	return strings.Replace(pipeline, ",to-imp,", ","+toimp.Adjustable+",", 1)
}

// kernelsFor tells how programs are lowered for devices. Of those of OpenCL nothing is known when a
// library is made, so groups must not wait for each other; those of CUDA may.
func kernelsFor(device string, processor bool) backend.Backend {
	if processor {
		return lowering{name: device, pipeline: gpu.ProcessorPipeline, target: machine.Processor().With(machine.Fast)}
	}
	return lowering{name: device, pipeline: adjustable(gpu.Pipeline), target: gpu.Target(device == capi.CUDA)}
}
