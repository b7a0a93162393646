//go:build cuda

package cuda

import (
	"runtime"
	"testing"
	"time"
)

// TestSignals: neither the driver nor NVRTC leaves a handler that an interrupt would crash
// the process with. What they do in between is logged.
//
//	./cuda.test -test.v -test.run Signals
func TestSignals(t *testing.T) {
	t.Logf("at first: %v", offStack(false))
	all, err := devices()
	if err != nil {
		t.Skip(err)
	}
	t.Logf("with the driver: %v", offStack(false))
	o, err := use(all[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("with a context: %v", offStack(false))
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		_, err := compile(`extern "C" __global__ void one(int *p) { if (threadIdx.x == 0) *p = 1; }`, (&device{opened: o}).options())
		done <- err
	}()
	seen := map[string]bool{}
	for compiling := true; compiling; {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			compiling = false
		case <-time.After(time.Millisecond):
			for _, s := range offStack(false) {
				seen[s.String()] = true
			}
		}
	}
	t.Logf("while NVRTC compiles: %v", seen)
	if left := offStack(false); len(left) > 0 {
		t.Errorf("behind a compilation the handlers of %v are not on the signal stack", left)
	}
}
