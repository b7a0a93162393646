// Package cuda links the CUDA backend into a program, so that its marked expressions can run
// on NVIDIA's GPUs:
//
//	import _ "github.com/lamina-lang/lamina/accelerate/cuda"
//
// Build with cgo and with the tag cuda, as in
//
//	lamina go build -tags cuda .
//	LAMINA_BACKEND=cuda ./program
//
// `lamina go` compiles the expressions of a program that imports this package for GPUs too.
// Without the tag, or without a GPU, they run on the embedded backend, and the program says
// so.
package cuda

import (
	"github.com/lamina-lang/lamina/accelerate/internal/backends"
	"github.com/lamina-lang/lamina/backends/cuda"
)

func init() { backends.Register(cuda.New()) }
