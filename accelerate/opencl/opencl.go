// Package opencl links the OpenCL backend into a program, so that its marked expressions can
// run on GPUs, and on processors that have an OpenCL driver:
//
//	import _ "github.com/lamina-lang/lamina/accelerate/opencl"
//
// Build with cgo and with the tag opencl, as in
//
//	lamina go build -tags opencl .
//	LAMINA_BACKEND=opencl ./program
//
// `lamina go` compiles the expressions of a program that imports this package for GPUs and
// for processors too. Without the tag, or without a device, they run on the embedded backend,
// and the program says so.
package opencl

import (
	"github.com/lamina-lang/lamina/accelerate/internal/backends"
	"github.com/lamina-lang/lamina/backends/opencl"
)

func init() { backends.Register(opencl.New()) }
