package fut

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
)

// TestNamesOfPrograms: in all programs of the repository, each use of a name leads to a place
// where the name is written, and a program stays one without errors when a name is replaced
// wherever the index finds it: so it finds all.
func TestNamesOfPrograms(t *testing.T) {
	seen, programs, renamed := 0, 0, 0
	for _, root := range []string{"../../examples", "../../conformance/programs"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".fut" {
				return err
			}
			if seen++; testing.Short() && seen%5 != 0 {
				return nil
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if a := Analyse(name, text, readBeside(name)); a.Err == nil {
				programs++
				renamed += namesLead(t, a, name, string(text))
			}
			return nil
		})
		if os.IsNotExist(err) {
			t.Skip("the programs are not here: under Bazel a test sees only its own files; go test checks this")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !testing.Short() && (programs < 100 || renamed < 300) || programs < 20 {
		t.Errorf("only %d programs, and %d names replaced", programs, renamed)
	}
}

func readBeside(program string) Read {
	return func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join(filepath.Dir(program), filepath.FromSlash(name)))
	}
}

// namesLead checks a program, and returns how many names it has replaced.
func namesLead(t *testing.T, a *Analysis, file, text string) (renamed int) {
	lines := strings.Split(text, "\n")
	index := a.Index()
	every := 0
	for line := range lines {
		for col := 1; col <= len(lines[line]); col++ {
			o, ok := index.At(line+1, col)
			if !ok || o.Start.Col != col || o.InPrelude || o.Target.File != file {
				continue
			}
			target := lines[o.Target.Line-1][o.Target.Col-1:]
			if !strings.Contains(target, o.Name) { // a type parameter begins with its bracket
				t.Errorf("%v: the use of %q leads to %v: %q", o.Start, o.Name, o.Target, target)
			}
			if every++; !o.IsDef || !o.IsModule && every%25 != 0 || testing.Short() && every%200 != 0 {
				continue
			}
			if o.Name[0] == '_' || !o.IsLocal && o.Name == "main" || strings.ContainsAny(o.Name[:1], "+-*/<>=!&|^%@") {
				continue
			}
			renamed++
			err := Analyse(file, []byte(replaced(lines, index.References(o.Target))), readBeside(file)).Err
			if err != nil {
				t.Errorf("%v: with another name for %q: %v", o.Start, o.Name, err)
			}
		}
	}
	return renamed
}

// replaced is a text with another name at each place.
func replaced(lines []string, at []Occurrence) string {
	var out strings.Builder
	last := source.Pos{Line: 1, Col: 1}
	upTo := func(p source.Pos) {
		for ; last.Line < p.Line; last = (source.Pos{Line: last.Line + 1, Col: 1}) {
			out.WriteString(lines[last.Line-1][last.Col-1:] + "\n")
		}
		if p.Line <= len(lines) {
			out.WriteString(lines[p.Line-1][last.Col-1 : p.Col-1])
		}
	}
	for _, o := range at {
		upTo(o.Start)
		if o.IsPun {
			out.WriteString(o.Name + " = ")
		}
		out.WriteString("quite_another_name")
		last = o.End
	}
	upTo(source.Pos{Line: len(lines), Col: len(lines[len(lines)-1]) + 1})
	return out.String()
}
