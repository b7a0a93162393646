package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// TestExecutableThatIsThis: an executable that was built without a backend and bears its name says so;
// it started itself, and that one itself, until the machine had no processes left.
func TestExecutableThatIsThis(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "lamina-itself")); err != nil {
		t.Fatal(err)
	}
	t.Setenv(verb.BackendsVariable, dir)
	err = new(tool).RunElsewhere(t.Context(), "itself", []string{"-test.run=^$"})
	var unavailable *backend.UnavailableError
	if !errors.As(err, &unavailable) || !strings.Contains(err.Error(), "was built without it") {
		t.Errorf("got %v", err)
	}
}
