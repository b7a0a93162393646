package golang_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/library/golang"
)

// Each archive is a program at imp and the package that it becomes. LAMINA_UPDATE=1 writes
// the packages.
func TestPackages(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p, err := imp.ParseSource(name, string(archive.Files[0].Data))
			if err != nil {
				t.Fatal(err)
			}
			files, err := golang.Files(p, golang.Options{Name: "my-prog", Docs: map[string]string{"dot_product": "The inner product.\nOf vectors."}})
			if err != nil {
				t.Fatal(err)
			}
			if files[0].Name != "my-prog.go" || files[1].Name != "my-prog.wasm" {
				t.Errorf("the files are %s and %s", files[0].Name, files[1].Name)
			}
			if os.Getenv("LAMINA_UPDATE") != "" {
				archive.Files = append(archive.Files[:1], txtar.File{Name: "my-prog.go", Data: files[0].Text})
				if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(archive.Files) != 2 {
				t.Fatal("the archive has no package; write it with LAMINA_UPDATE=1")
			}
			if diff := cmp.Diff(string(archive.Files[1].Data), string(files[0].Text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// entries is a program with entry points of the given names, from i32 to i32.
func entries(names ...string) string {
	text := "lamina imp\n"
	for _, n := range names {
		text += "fun " + n + "(x: i32) -> (y: i32) entry (x: \"i32\" = i32 in x) -> (\"i32\" = i32 in y) {\n  y <- x\n}\n"
	}
	return text
}

func TestProgramsThatGoCannotExpress(t *testing.T) {
	nine := strings.Repeat("[2]", 9)
	for _, c := range []struct {
		program string
		options golang.Options
		want    string
	}{
		{entries("f_g", "fG"), golang.Options{Name: "p"}, "entry points f_g and fG would both become the method FG; rename one"},
		{entries("close"), golang.Options{Name: "p"}, "entry point close would become the method Close, which every program has; rename it"},
		{entries("f"), golang.Options{Name: "func"}, `the package cannot be called "func" after the program's file; name it with --package`},
		{entries("f"), golang.Options{Name: "2d"}, `the package cannot be called "2d" after the program's file; name it with --package`},
		{entries("f"), golang.Options{Name: "main"}, `the package cannot be called "main" after the program's file; name it with --package`},
		{entries("f"), golang.Options{Name: "p", Package: "a-b"}, `--package: "a-b" cannot be the name of a package that others import`},
		{"lamina imp\nfun f(xs: mem) -> (y: i32) entry (xs: \"t\" = " + nine + "i32 in xs) -> (\"i32\" = i32 in y) {\n  y <- 1i32\n}\n", golang.Options{Name: "p"},
			"entry point f: an array of type " + strings.Repeat("[]", 9) + "i32 has 9 dimensions; packages in Go pass arrays of at most 8"},
	} {
		p, err := imp.ParseSource("p.lir", c.program)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := golang.Files(p, c.options); err == nil || err.Error() != c.want {
			t.Errorf("got error %v, want %s", err, c.want)
		}
	}
}
