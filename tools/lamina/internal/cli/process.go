package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/tools/lamina/internal/resident"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// patience bounds the time that a command may take to end after an interrupt. A device does
// not stop in the middle of a kernel; a command that is busy for longer is abandoned and
// ends with the process.
const patience = 3 * time.Second

// Process is the main function of an executable with these backends in addition to
// driver.New's: it runs the command line on the process's streams, ends it when the process
// is interrupted, and returns the exit code. Self is the executable that runs lamina's own
// plugins, if there is one.
func Process(self string, more ...backend.Backend) int {
	resident.Trim()
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup sets it
		ends = append(ends, syscall.SIGHUP)
	}
	// A closed pipe is an error of the write, after which the command cleans up (results).
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	done := make(chan int, 1)
	go func() {
		done <- Main(ctx, os.Args[1:], verb.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Self: self}, more...)
	}()
	select {
	case code := <-done:
		return code
	case <-ctx.Done():
	}
	stop() // a second interrupt ends the process immediately
	select {
	case code := <-done:
		return code
	case <-time.After(patience):
	}
	if len(more) > 0 {
		fmt.Fprintln(os.Stderr, "lamina: interrupted; the device is left in the middle of a kernel")
	} else {
		fmt.Fprintf(os.Stderr, "lamina: interrupted; left what did not stop within %v\n", patience)
	}
	return verb.ExitError
}
