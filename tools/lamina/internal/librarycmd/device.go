package librarycmd

import (
	"context"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
	machine "github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/library"
	"github.com/lamina-lang/lamina/library/capi"
)

// deviceLibrary makes libraries in C with kernels for a device.
func deviceLibrary(device string) func(context.Context, request) ([]library.File, error) {
	return func(ctx context.Context, r request) ([]library.File, error) {
		signatures, err := r.signatures()
		if err != nil {
			return nil, err
		}
		if _, err := r.driver.Lower(ctx, r.unit, kernelsFor(device, r.processor), r.config); err != nil {
			return nil, err
		}
		o := r.options(false)
		o.Device, o.Processor = device, r.processor
		return capi.Files(r.unit.Imp, signatures, o)
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

// kernelsFor tells how programs are lowered for devices. Of those of OpenCL nothing is known when a
// library is made, so groups must not wait for each other; those of CUDA may.
func kernelsFor(device string, processor bool) backend.Backend {
	if processor {
		return lowering{name: device, pipeline: gpu.ProcessorPipeline, target: machine.Processor().With(machine.Fast)}
	}
	return lowering{name: device, pipeline: gpu.Pipeline, target: gpu.Target(device == capi.CUDA)}
}
