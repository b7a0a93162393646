package cuda_test

import (
	"errors"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/cuda"
)

// Without CUDA the backend says why; with it, it has a device with a name.
func TestProbe(t *testing.T) {
	devices, err := cuda.New().Probe(t.Context())
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
