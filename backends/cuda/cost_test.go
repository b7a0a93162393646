//go:build cuda

package cuda

import (
	"runtime"
	"testing"

	"gorgonia.org/cu"

	"github.com/lamina-lang/lamina/backends/cuda/internal/launchcost"
)

// TestLaunchCost measures, in microseconds, the cost of launches and of reading a result,
// and whether graphs would pay off: a loop's launches have different arguments in each
// iteration, so a graph of them is used only once. docs/gpu-rationale.md has the figures
// for an H200.
//
//	./cuda.test -test.v -test.run LaunchCost
func TestLaunchCost(t *testing.T) {
	o := first(t)
	image, err := compile(`extern "C" __global__ void one(int *p) { if (threadIdx.x == 0) *p = 1; }`, (&device{opened: o}).options())
	if err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err = o.current(func() error {
		module, err := cu.LoadData(string(image))
		if err != nil {
			return err
		}
		f, err := module.Function("one")
		if err != nil {
			return err
		}
		l, err := o.lane()
		if err != nil {
			return err
		}
		for _, n := range []int{1, 10, 100, 1000} {
			c, err := launchcost.Measure(f, l.stream, n)
			if err != nil {
				return err
			}
			t.Logf("%4d launches: %+v", n, c)
		}
		return module.Unload()
	})
	if err != nil {
		t.Error(err)
	}
}

// first returns the first GPU. A test without one is skipped.
func first(t *testing.T) *opened {
	t.Helper()
	all, err := devices()
	if err != nil {
		t.Skip(err)
	}
	o, err := use(all[0])
	if err != nil {
		t.Fatal(err)
	}
	return o
}
