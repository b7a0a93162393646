//go:build cuda

package cuda

// #include "signals.h"
import "C"

import (
	"syscall"
	"time"
)

// offStack lists the signals whose handlers run on the stack of the thread that they
// interrupt. Go ends the process when such a handler hands a signal on to Go's own (see
// package os/signal), so that an interrupt would be a crash. With repair they run on the
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

// keepOnStack has handlers that are installed until stop is called run on the signal
// stack: while NVRTC compiles, interrupts and terminations are its own.
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
