//go:build opencl

package opencl_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/opencl"
)

// PoCL has no device if it cannot write its cache. The reason used to omit that.
func TestPlatformsWithoutDevices(t *testing.T) {
	const inside = "LAMINA_TEST_PLATFORMS"
	if os.Getenv(inside) != "" {
		_, err := opencl.New().Probe(t.Context())
		t.Logf("Probe: %v", err)
		return
	}
	device(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	c.Env = append(os.Environ(), inside+"=1", "XDG_CACHE_HOME="+file, "POCL_CACHE_DIR="+file)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if text := string(out); !strings.Contains(text, "Probe: <nil>") && !strings.Contains(text, "POCL_CACHE_DIR") {
		t.Errorf("the reason names no remedy:\n%s", text)
	}
}
