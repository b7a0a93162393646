package opencl_test

import (
	"errors"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/opencl"
)

// device returns the backend if there is a device; otherwise the test is skipped with the
// reason.
func device(t *testing.T) *opencl.Backend {
	t.Helper()
	b := opencl.New()
	_, err := b.Probe(t.Context())
	var unavailable *backend.UnavailableError
	switch {
	case errors.As(err, &unavailable):
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	return b
}

// Without OpenCL the probe says why; with OpenCL it lists a named device.
func TestProbe(t *testing.T) {
	devices, err := opencl.New().Probe(t.Context())
	var unavailable *backend.UnavailableError
	if errors.As(err, &unavailable) {
		if unavailable.Reason == "" {
			t.Error("the backend is unavailable for no reason")
		}
		return
	}
	if err != nil || len(devices) == 0 || devices[0].Name == "" {
		t.Errorf("Probe: %v, %v", devices, err)
	}
}
