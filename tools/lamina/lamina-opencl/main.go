// Command lamina-opencl is lamina with the OpenCL backend linked in; lamina runs it for
// --backend opencl. Build it with cgo, -tags opencl and the flags given in package
// backends/opencl (tools/build-opencl does).
package main

import (
	"github.com/lamina-lang/lamina/backends/opencl"
	"github.com/lamina-lang/lamina/tools/lamina/command"
)

func main() { command.Main(opencl.New()) }
