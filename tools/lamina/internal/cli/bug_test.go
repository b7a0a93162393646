package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"

	"golang.org/x/tools/txtar"
)

func TestAPanicIsReportedAsABug(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	program := filepath.Join(t.TempDir(), "program.fut")
	if err := os.WriteFile(program, []byte("entry main = 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	code := verb.Catching([]string{"run", program, "--entry", "it's"}, &out, func() int { panic("planted") })
	if code != verb.ExitError {
		t.Errorf("exit code %d, want %d", code, verb.ExitError)
	}
	for _, want := range []string{"lamina: bug: planted", "version", `lamina run ` + program + ` --entry 'it'\''s'`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, &out)
		}
	}
	name := regexp.MustCompile(`\S+lamina-bug-\S+\.txtar`).FindString(out.String())
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Files) != 1 || string(archive.Files[0].Data) != "entry main = 1\n" {
		t.Errorf("the reproducer holds %v", archive.Files)
	}
	if !strings.Contains(string(archive.Comment), "TestAPanicIsReportedAsABug") {
		t.Error("the reproducer lacks the stack")
	}
}
