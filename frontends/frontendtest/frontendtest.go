// Package frontendtest is how front ends whose programs go through stages are tested: by golden
// archives, and by archives of wrong programs.
package frontendtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/core/source"
)

// FrontEnd is the front end under test.
type FrontEnd struct {
	// Suffix of the names of its programs, such as ".fcl".
	Suffix string
	// Compile returns what prints the whole of a program.
	Compile func(ctx context.Context, name string, text []byte) (fmt.Stringer, error)
	// Stages that Stage prints a program after.
	Stages []string
	Stage  func(ctx context.Context, name string, text []byte, stage string) (string, error)
	// Rereads says that Stage reads what it prints, and prints that unchanged.
	Rereads bool
}

// Golden compiles each program NAME+Suffix of the archives testdata/*.txtar. After it stands what
// comes out: NAME.err for the message of the error; or NAME.STAGE for each stage, and NAME.lir.
// LAMINA_UPDATE=1 rewrites what is expected.
func (f FrontEnd) Golden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { f.golden(t, path) })
	}
}

func (f FrontEnd) golden(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, file := range archive.Files {
		want[file.Name] = string(file.Data)
	}
	update := os.Getenv("LAMINA_UPDATE") != ""
	got := &txtar.Archive{Comment: archive.Comment}
	for _, program := range f.programs(archive) {
		got.Files = append(got.Files, program)
		for _, result := range f.results(t, program) {
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

func (f FrontEnd) programs(archive *txtar.Archive) (out []txtar.File) {
	for _, file := range archive.Files {
		if strings.HasSuffix(file.Name, f.Suffix) {
			out = append(out, file)
		}
	}
	return out
}

// results returns what comes of a program, or its error.
func (f FrontEnd) results(t *testing.T, program txtar.File) (out []txtar.File) {
	name := strings.TrimSuffix(program.Name, f.Suffix)
	add := func(kind, text string) {
		out = append(out, txtar.File{Name: name + "." + kind, Data: []byte(text)})
	}
	p, err := f.Compile(t.Context(), program.Name, program.Data)
	if err != nil {
		add("err", err.Error()+"\n")
		return out
	}
	for _, stage := range f.Stages {
		printed, err := f.Stage(t.Context(), program.Name, program.Data, stage)
		if err != nil {
			t.Errorf("%s: %s: %v", program.Name, stage, err)
			continue
		}
		if f.Rereads {
			f.reread(t, program.Name, printed, stage)
		}
		add(stage, printed)
	}
	add("lir", p.String()+"\n")
	return out
}

func (f FrontEnd) reread(t *testing.T, name, printed, stage string) {
	again, err := f.Stage(t.Context(), name, []byte(printed), stage)
	if err != nil {
		t.Errorf("%s: %s does not read back: %v\n%s", name, stage, err, printed)
	} else if d := cmp.Diff(printed, again); d != "" {
		t.Errorf("%s: %s comes out of itself changed:\n%s", name, stage, d)
	}
}

// Wrong is that an archive has so many programs at least, each with one error, which names its position.
func (f FrontEnd) Wrong(t *testing.T, path string, least int) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	programs := f.programs(archive)
	if len(programs) < least {
		t.Errorf("%d programs, want %d", len(programs), least)
	}
	for _, p := range programs {
		_, err := f.Compile(t.Context(), p.Name, p.Data)
		var wrong *source.Error
		switch {
		case err == nil:
			t.Errorf("%s compiles", p.Name)
		case !errors.As(err, &wrong) || wrong.Pos.Line == 0:
			t.Errorf("%s: an error without a position: %v", p.Name, err)
		case strings.Contains(err.Error(), "internal error") || strings.Contains(err.Error(), "not valid"):
			t.Errorf("%s: %v", p.Name, err)
		}
	}
}
