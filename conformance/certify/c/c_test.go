// Package c certifies the backend of C. Its test is skipped, with the reason, where there is no C
// compiler. Unless CFLAGS says otherwise the suite's many small programs are compiled with -O1,
// which takes half of the time. The suites that are made of test blocks are left to tools/steps,
// which runs the test blocks with the backend's own flags, and others by other compilers and under
// sanitizers.
package c

import (
	"os"
	"testing"

	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/certify/certifytest"
)

func TestMain(m *testing.M) {
	if os.Getenv("CFLAGS") == "" {
		os.Setenv("CFLAGS", "-O1") // workers inherit it
	}
	certifytest.Main(m, c.New())
}

func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("it calls the C compiler for each of the suite's programs")
	}
	certifytest.Test(t, certify.Known["c"], "language", "regressions", "zoo")
}
