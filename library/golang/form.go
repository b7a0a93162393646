package golang

import (
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/imp"
)

// form tells in what form a package holds a program, and how that is run.
type form struct {
	name, extension string
	encode          func(*imp.Program) ([]byte, error)
	runtime         string // the Go package that has Options and Load
	load            string // the call of Load
}

// The backends of GPUs for which there are packages.
const (
	OpenCL = "opencl"
	CUDA   = "cuda"
)

// form chooses by the backend.
func (o Options) form() form {
	text := func(p *imp.Program) ([]byte, error) { return []byte(p.String()), nil }
	switch {
	case o.Backend == OpenCL && o.Processor:
		return form{"kernels for processors behind OpenCL", ".imp", text, OpenCL, "opencl.Load(ctx, module, opencl.Processor, options)"}
	case o.Backend == OpenCL:
		return form{"kernels for GPUs behind OpenCL", ".imp", text, OpenCL, "opencl.Load(ctx, module, opencl.GPU, options)"}
	case o.Backend == CUDA:
		return form{"kernels for CUDA", ".imp", text, CUDA, "cuda.Load(ctx, module, options)"}
	}
	return form{"WebAssembly", ".wasm", encodeImage, "embedded", "embedded.Load(ctx, module, options)"}
}

func encodeImage(p *imp.Program) ([]byte, error) {
	program, err := wasm.Image(p)
	if err != nil {
		return nil, err
	}
	return program.Encode()
}
