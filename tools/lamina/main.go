// Command lamina compiles, runs, tests and inspects array programs.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/lamina-lang/lamina/tools/lamina/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	self, err := os.Executable()
	if err != nil {
		self = "" // plugins that need it say so
	}
	code := cli.Main(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Self: self})
	stop()
	os.Exit(code)
}
