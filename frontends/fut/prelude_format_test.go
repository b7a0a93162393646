package fut

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/lamina-lang/lamina/frontends/fut/internal/format"
)

// TestPreludeIsFormatted: the prelude's files are in the formatter's style. `lamina fmt` does not take all
// of them, since only they declare names without defining them; LAMINA_UPDATE=1 writes them here.
func TestPreludeIsFormatted(t *testing.T) {
	files, err := filepath.Glob("prelude*.fut")
	if err != nil || len(files) < 5 {
		t.Fatalf("the prelude's files are %v: %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out, err := format.Prelude(file, string(text))
		switch {
		case err != nil:
			t.Error(err)
		case out == string(text):
		case os.Getenv("LAMINA_UPDATE") == "1":
			if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s is not in the formatter's style: LAMINA_UPDATE=1 go test ./frontends/fut -run TestPreludeIsFormatted", file)
		}
	}
}
