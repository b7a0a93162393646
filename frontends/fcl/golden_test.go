package fcl_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/frontends/fcl"
)

// TestGolden compiles each NAME.fcl of the archives in testdata. After it stands what comes out:
// NAME.err for the message of the error; or NAME.fcl-types, its functions' types, and NAME.lir.
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
	update := os.Getenv("LAMINA_UPDATE") != ""
	got := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		name, ok := strings.CutSuffix(f.Name, ".fcl")
		if !ok {
			continue
		}
		got.Files = append(got.Files, f)
		for _, result := range compile(t, f.Name, f.Data) {
			result.Name = name + "." + result.Name
			got.Files = append(got.Files, result)
			if d := cmp.Diff(want[result.Name], string(result.Data)); d != "" && !update {
				t.Errorf("%s (-want +got):\n%s", result.Name, d)
			}
		}
	}
	if update {
		if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// compile returns what comes of a program, or its error, named by what follows the program's name.
func compile(t *testing.T, name string, text []byte) (out []txtar.File) {
	ctx := context.Background()
	p, err := fcl.Compile(ctx, name, text, fcl.Options{})
	if err != nil {
		return []txtar.File{{Name: "err", Data: []byte(err.Error() + "\n")}}
	}
	for _, stage := range fcl.Stages {
		printed, err := fcl.Stage(ctx, name, text, stage)
		if err != nil {
			t.Errorf("%s: %s: %v", name, stage, err)
		}
		out = append(out, txtar.File{Name: stage, Data: []byte(printed)})
	}
	return append(out, txtar.File{Name: "lir", Data: []byte(p.String() + "\n")})
}

// Every program of the archive of wrong programs is wrong, and there are enough of them.
func TestWrongPrograms(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/wrong.txtar")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, f := range archive.Files {
		if !strings.HasSuffix(f.Name, ".fcl") {
			continue
		}
		count++
		_, err := fcl.Compile(context.Background(), f.Name, f.Data, fcl.Options{})
		switch {
		case err == nil:
			t.Errorf("%s compiles", f.Name)
		case strings.Contains(err.Error(), "internal error") || strings.Contains(err.Error(), "not valid"):
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	if count < 40 {
		t.Errorf("%d programs, want 40", count)
	}
}
