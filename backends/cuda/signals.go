//go:build cuda

package cuda

// #include "signals.h"
import "C"

import (
	"syscall"
	"time"
)

// offStack returns the signals whose handlers run on the stack of the interrupted thread.
// Go terminates the process when such a handler forwards a signal to Go's own (see package
// os/signal), so an interrupt would be a crash. With repair set, those handlers run on the
// signal stack from then on.
func offStack(repair bool) []syscall.Signal {
	var list [64]C.int
	var fix C.int
	if repair {
		fix = 1
	}
	n := int(C.lamina_off_stack(fix, &list[0], C.int(len(list))))
	out := make([]syscall.Signal, 0, n)
	for _, s := range list[:min(n, len(list))] {
		out = append(out, syscall.Signal(s))
	}
	return out
}

// keepOnStack makes handlers that are installed before stop is called run on the signal
// stack: while NVRTC compiles, it handles interrupts and terminations itself.
func keepOnStack() (stop func()) {
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
				offStack(true)
			}
		}
	}()
	return func() {
		close(done)
		offStack(true)
	}
}
