// Command lamina-cuda is lamina with the CUDA backend linked in; lamina runs
// it for --backend cuda. Build it with cgo, -tags cuda and the flags that
// package backends/cuda/shim names (tools/build-cuda does).
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/lamina-lang/lamina/backends/cuda"
	"github.com/lamina-lang/lamina/tools/lamina/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Main(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, cuda.New())
	stop()
	os.Exit(code)
}
