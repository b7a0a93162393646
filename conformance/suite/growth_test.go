package suite_test

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/lamina-lang/lamina/conformance/suite"
	"github.com/lamina-lang/lamina/driver"
)

// A process that runs many generated programs does not grow with them: after all of them it has
// little more memory than after a quarter. It used to keep a third of a MiB of each.
func TestMemoryStaysBounded(t *testing.T) {
	const programs, margin = 600, 48 << 20
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	cases := suite.Fuzz(programs, 26000, suite.Combinations(nil, []string{suite.InProcess}), false)
	subject := &suite.Subject{Driver: d, Backend: "wasm", Coverage: suite.Coverage{}}
	var quarter int64
	for i, c := range cases {
		if err := c.On(t.Context(), subject); err != nil {
			t.Fatalf("%s: %v", c.ID(), err)
		}
		if i+1 == programs/4 {
			quarter = residentBytes(t)
		}
	}
	end := residentBytes(t)
	runtime.KeepAlive(subject) // whose driver has the caches
	t.Logf("%d MiB after %d programs, %d MiB after %d", quarter>>20, programs/4, end>>20, programs)
	if end > quarter+margin {
		t.Errorf("%d programs take %d MiB more than %d did", programs, (end-quarter)>>20, programs/4)
	}
}

// residentBytes returns the process's resident memory, without garbage.
func residentBytes(t *testing.T) int64 {
	t.Helper()
	debug.FreeOSMemory() // finalizers return machine code
	debug.FreeOSMemory()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skipf("the system does not say how much memory is in use: %v", err)
	}
	var size, resident int64
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		t.Fatal(err)
	}
	return resident * int64(os.Getpagesize())
}
