// Command lamina-opencl is lamina with the OpenCL backend linked in; lamina runs
// it for --backend opencl. Build it with cgo, -tags opencl and the flags that
// package backends/opencl names (tools/build-opencl does).
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/lamina-lang/lamina/backends/opencl"
	"github.com/lamina-lang/lamina/tools/lamina/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Main(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, opencl.New())
	stop()
	os.Exit(code)
}
