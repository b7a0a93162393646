package apl_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/frontends/apl"
)

// TestMistakes has a program for each of the mistakes that are typical, and the one message that
// it gets: when it is compiled, or when it runs.
func TestMistakes(t *testing.T) {
	const file = "testdata/mistakes.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	update := os.Getenv("LAMINA_UPDATE") != ""
	n := 0
	for i := 0; i+1 < len(archive.Files); i += 2 {
		program, want := &archive.Files[i], &archive.Files[i+1]
		n++
		got := message(t, program.Name, program.Data)
		if update {
			want.Data = []byte(got + "\n")
		} else if strings.TrimSpace(string(want.Data)) != got {
			t.Errorf("%s: got\n%s\nwant\n%s", program.Name, got, want.Data)
		}
		if strings.Contains(got, "internal error") || !strings.Contains(got, ".apl:") {
			t.Errorf("%s: %s", program.Name, got)
		}
	}
	if n < 40 {
		t.Errorf("there are %d mistakes", n)
	}
	if update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// message is the error of a program that is compiled and run.
func message(t *testing.T, name string, text []byte) string {
	t.Helper()
	ctx := context.Background()
	p, err := apl.Compile(ctx, name, text, nil)
	if err != nil {
		return err.Error()
	}
	if _, err := apl.Describe(ctx, name, text); err != nil {
		return err.Error()
	}
	if _, err := interp.Value(ctx, p, "main", nil, interp.Options{}); err != nil {
		return err.Error()
	}
	t.Errorf("%s has no mistake", name)
	return ""
}
