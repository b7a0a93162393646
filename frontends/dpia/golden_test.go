package dpia_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/dpia"
)

// TestGolden compiles each NAME.dpia of the archives in testdata. After it stands what comes out:
// NAME.err for the message of the error, or the program after each stage, NAME.dpia-functional
// and so on, and NAME.lir. Each stage has to read back, and to come out of its own stage
// unchanged. LAMINA_UPDATE=1 rewrites what is expected.
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
		name, ok := strings.CutSuffix(f.Name, ".dpia")
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

// TestWrongPrograms is that there are enough wrong programs, each with one error that names its
// position.
func TestWrongPrograms(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/wrong.txtar")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, f := range archive.Files {
		if !strings.HasSuffix(f.Name, ".dpia") {
			continue
		}
		count++
		_, err := dpia.Compile(t.Context(), f.Name, f.Data, dpia.Options{})
		var wrong *source.Error
		switch {
		case err == nil:
			t.Errorf("%s compiles", f.Name)
		case !errors.As(err, &wrong) || wrong.Pos.Line == 0:
			t.Errorf("%s: an error without a position: %v", f.Name, err)
		case strings.Contains(err.Error(), "internal error") || strings.Contains(err.Error(), "not valid"):
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	if count < 40 {
		t.Errorf("%d programs, want 40", count)
	}
}

// compile returns the stages of a program, or its error, named by what follows the program's name.
func compile(t *testing.T, name string, text []byte) (out []txtar.File) {
	ctx := context.Background()
	p, err := dpia.Compile(ctx, name, text, dpia.Options{})
	if err != nil {
		return []txtar.File{{Name: "err", Data: []byte(err.Error() + "\n")}}
	}
	for _, stage := range dpia.Stages {
		printed, err := dpia.Stage(ctx, name, text, stage)
		if err != nil {
			t.Errorf("%s: %s: %v", name, stage, err)
			continue
		}
		again, err := dpia.Stage(ctx, name, []byte(printed), stage)
		if err != nil {
			t.Errorf("%s: %s does not read back: %v\n%s", name, stage, err, printed)
		} else if d := cmp.Diff(printed, again); d != "" {
			t.Errorf("%s: %s comes out of itself changed:\n%s", name, stage, d)
		}
		out = append(out, txtar.File{Name: stage, Data: []byte(printed)})
	}
	return append(out, txtar.File{Name: "lir", Data: []byte(p.String() + "\n")})
}
