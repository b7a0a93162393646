package fut_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// TestGolden compiles each NAME.fut of the archives in testdata. What comes out
// stands after it: NAME.lir, or NAME.err for the message of the error.
// LAMINA_UPDATE=1 rewrites what is expected.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { golden(t, path) })
	}
}

func golden(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
	}
	got := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		name, ok := strings.CutSuffix(f.Name, ".fut")
		if !ok {
			continue
		}
		result := compile(t, f.Name, f.Data)
		result.Name = name + result.Name
		got.Files = append(got.Files, f, result)
		if os.Getenv("LAMINA_UPDATE") == "" {
			if d := cmp.Diff(want[result.Name], string(result.Data)); d != "" {
				t.Errorf("%s (-want +got):\n%s", result.Name, d)
			}
		}
	}
	if os.Getenv("LAMINA_UPDATE") != "" {
		if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// compile returns the program or the error, named by its ending only.
func compile(t *testing.T, name string, text []byte) txtar.File {
	p, err := fut.Compile(context.Background(), name, text)
	if err != nil {
		return txtar.File{Name: ".err", Data: []byte(err.Error() + "\n")}
	}
	if err := check.Program(p); err != nil {
		t.Errorf("%s: the program is not well-formed: %v", name, err)
	}
	return txtar.File{Name: ".lir", Data: []byte(p.String())}
}

// TestConcurrent compiles in parallel: programs share the prelude's tree.
func TestConcurrent(t *testing.T) {
	text := []byte("entry main [n] (xs: [n]f32) = (f32.sum xs, filter (> 0) xs, map2 (+) xs (rotate 1 xs))")
	want, err := fut.Compile(context.Background(), "main.fut", text)
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			got, err := fut.Compile(context.Background(), "main.fut", text)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want.String(), got.String()); d != "" {
				t.Errorf("another program than before (-first +now):\n%s", d)
			}
		})
	}
}
