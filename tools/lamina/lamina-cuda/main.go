// Command lamina-cuda is lamina with the CUDA backend linked in; lamina runs it for
// --backend cuda. Build it with cgo, -tags cuda and the flags given in package
// backends/cuda/shim (tools/build-cuda does).
package main

import (
	"github.com/lamina-lang/lamina/backends/cuda"
	"github.com/lamina-lang/lamina/tools/lamina/command"
)

func main() { command.Main(cuda.New()) }
