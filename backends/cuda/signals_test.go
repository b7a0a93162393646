//go:build cuda

package cuda

import (
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSignals interrupts a process while NVRTC, which installs signal handlers, compiles.
// The interrupts arrive as usual, and nothing crashes.
//
//	./cuda.test -test.v -test.run Signals
func TestSignals(t *testing.T) {
	o := first(t)
	arrived := make(chan os.Signal, 1000)
	signal.Notify(arrived, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(arrived)
	var source strings.Builder
	for i := range 300 {
		fmt.Fprintf(&source, "extern \"C\" __global__ void f%d(float *p) { p[threadIdx.x] = expf(p[%[1]d]) / logf(p[0]); }\n", i)
	}
	done := make(chan error, 1)
	go func() {
		_, err := compile(source.String(), (&device{opened: o}).options())
		done <- err
	}()
	sent, began := 0, time.Now()
	for {
		select {
		case err := <-done:
			t.Logf("%d signals sent in %v, %d arrived", sent, time.Since(began), len(arrived))
			if err != nil {
				t.Error(err)
			}
			if sent > 0 && len(arrived) == 0 {
				t.Error("no signal arrived")
			}
			if left := offStack(false); len(left) > 0 {
				t.Errorf("after a compilation the handlers of %v are not on the signal stack", left)
			}
			return
		case <-time.After(20 * time.Millisecond):
			which := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[sent%2]
			if err := syscall.Kill(os.Getpid(), which); err != nil {
				t.Fatal(err)
			}
			sent++
		}
	}
}
