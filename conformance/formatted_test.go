package conformance

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/conformance/internal/repository"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// otherLayouts names the programs of the repository that are not in the formatter's style, and says why.
var otherLayouts = map[string]string{
	"frontends/fut/testdata": "many small programs a file, most of a line and some with a syntax error: the tests of messages want the layouts of beginners, and one line for each mistake",
	"frontends/fut/prelude":  "declarations without definitions, which only the prelude may have; TestPreludeIsFormatted checks these files",
}

// TestProgramsAreFormatted: the repository's own programs are in the formatter's style. `lamina fmt` on the
// files that it names mends them.
func TestProgramsAreFormatted(t *testing.T) {
	root := repository.Root(t)
	used := map[string]bool{}
	n := 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != "." {
			return filepath.SkipDir
		}
		for prefix := range otherLayouts {
			if strings.HasPrefix(filepath.ToSlash(name), prefix) {
				used[prefix] = true
				return nil
			}
		}
		if filepath.Ext(file) != ".fut" || d.IsDir() {
			return nil
		}
		n++
		return formatted(t, file)
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 200 {
		t.Errorf("only %d programs", n)
	}
	if _, err := os.Stat(filepath.Join(root, "frontends/fut")); err != nil {
		return // Bazel shows a test only the files that its rule names
	}
	for prefix := range otherLayouts {
		if !used[prefix] {
			t.Errorf("there is nothing that begins with %s", prefix)
		}
	}
}

func formatted(t *testing.T, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	out, err := fut.Format(file, text)
	if err != nil {
		t.Error(err)
	} else if !bytes.Equal(text, out) {
		t.Errorf("lamina fmt %s", file)
	}
	return nil
}
