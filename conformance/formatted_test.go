package conformance

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// TestProgramsAreFormatted: the repository's own programs are in the formatter's style. `lamina fmt` on the
// files that it names mends them.
func TestProgramsAreFormatted(t *testing.T) {
	for _, file := range repository.Programs(t, "conformance/zoo", "tools/bench-cpu/programs", "tools/gpu-bench") {
		if filepath.Ext(file) != ".fut" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		formatted, err := fut.Format(file, text)
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(text, formatted) {
			t.Errorf("lamina fmt %s", file)
		}
	}
}
