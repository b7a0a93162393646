//go:build cuda

package cuda

// #include "signals.h"
import "C"

import "syscall"

// offStack lists the signals whose handlers run on the stack of the thread that they
// interrupt. Go ends the process when such a handler hands a signal on to Go's own (see
// package os/signal), so that an interrupt would be a crash. NVIDIA's libraries install
// handlers; with repair they run on the signal stack from then on.
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
