package emit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/backends/wasm/internal/vectors"
	"github.com/lamina-lang/lamina/core/imp"
)

// Each archive holds a program, input.imp, and the listing of one function of
// the module made of it, NAME.wat. LAMINA_UPDATE=1 writes the listings.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range archives {
		t.Run(filepath.Base(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, err := imp.Parse("input.imp", string(archive.Files[0].Data))
			if err != nil {
				t.Fatal(err)
			}
			unit, err := emit.Program(p, emit.Options{Vectors: vectors.Lanes{}})
			if err != nil {
				t.Fatal(err)
			}
			for i := range archive.Files[1:] {
				checkListing(t, unit, &archive.Files[1+i])
			}
			if os.Getenv("LAMINA_UPDATE") != "" {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func checkListing(t *testing.T, unit *emit.Unit, want *txtar.File) {
	t.Helper()
	name := strings.TrimSuffix(want.Name, ".wat")
	for _, f := range unit.Module.Funcs {
		if f.Name != name {
			continue
		}
		var b strings.Builder
		if err := unit.Module.ListFunc(&b, f); err != nil {
			t.Fatal(err)
		}
		got := strings.TrimPrefix(b.String(), "\n")
		if os.Getenv("LAMINA_UPDATE") != "" {
			want.Data = []byte(got)
		} else if d := cmp.Diff(string(want.Data), got); d != "" {
			t.Errorf("%s (-want +got):\n%s", want.Name, d)
		}
		return
	}
	t.Errorf("the module has no function %s", name)
}
