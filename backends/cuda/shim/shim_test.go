//go:build cuda

package shim_test

import (
	"os"
	"testing"

	"gorgonia.org/cu"

	"github.com/lamina-lang/lamina/backends/cuda/shim"
)

// A program that uses cu starts with and without a driver, and every call returns.
func TestProgramsStartWithoutADriver(t *testing.T) {
	n, err := cu.NumDevices()
	result, missing := shim.Status()
	_, statErr := os.Stat("/dev/nvidiactl")
	switch {
	case missing != "" && (err == nil || n != 0):
		t.Errorf("without a driver there are %d devices, %v", n, err)
	case missing == "" && result == 0 && (err != nil || n == 0):
		t.Errorf("with a driver there are %d devices, %v", n, err)
	case statErr == nil && missing != "":
		t.Errorf("the machine has a GPU, but %s", missing)
	}
}
