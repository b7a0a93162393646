package passtest

import (
	"context"
	"embed"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// corpus holds programs at soac about memory: concatenations, views, updates, loops that carry
// arrays, arrays within iterations. Each has an input, and the result that Futhark's interpreter
// gives for its source.
//
//go:embed corpus/*.txtar
var corpus embed.FS

// surveyFile is what a survey found, a line a program.
const surveyFile = "testdata/survey.txt"

// Survey takes every program of the corpus through some passes and then through a pipeline, for
// processors and for devices. The result must be right, and lines of testdata/survey.txt tell what
// the pipeline achieves: rewrites, remarks, statements, and on mem what a run on the heap uses. A
// pass that does more or less than before changes them; LAMINA_UPDATE=1 writes the file.
func Survey(t *testing.T, before, pipeline string) {
	files, err := corpus.ReadDir("corpus")
	if err != nil {
		t.Fatal(err)
	}
	var found strings.Builder
	for _, f := range files {
		text, err := corpus.ReadFile(path.Join("corpus", f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		c := caseOf(txtar.Parse(text), pipeline)
		name := strings.TrimSuffix(f.Name(), ".txtar")
		for _, machine := range []struct {
			name   string
			target target.Target
		}{{"processor", target.Embedded()}, {"device", target.GPU()}} {
			c.Target = machine.target
			line, err := c.survey(t, name, before)
			if err != nil {
				t.Errorf("%s for a %s: %v", name, machine.name, pass.WithTrace(err))
				continue
			}
			fmt.Fprintf(&found, "%s %s: %s\n", name, machine.name, line)
		}
	}
	compareSurvey(t, found.String())
}

// survey describes what the pipeline does to the program.
func (c *Case) survey(t *testing.T, name, before string) (string, error) {
	u, err := c.input()
	if err != nil {
		return "", err
	}
	first := u.Clone()
	if before != "" {
		if err := Apply(u, before); err != nil {
			return "", err
		}
	}
	u.Remarks = nil
	if err := c.run(u); err != nil {
		return "", err
	}
	compareMeaning(t, c, first, u)
	unplaced(t, name, u)
	statements := 0
	for _, f := range u.IR.Funs {
		(&ir.Walker{Stm: func(*ir.Stm) { statements++ }}).Fun(f)
	}
	line := fmt.Sprintf("%d rewrites, %d remarks, %d statements", u.RewritesMade(), len(u.Remarks), statements)
	if u.Level() != pass.Mem {
		return line, nil
	}
	args, err := value.Parse(c.Files["main.in"])
	if err != nil {
		return "", err
	}
	_, used, err := interp.Heap(context.Background(), u.IR, "main", args, interp.Options{})
	return fmt.Sprintf("%s; %d allocations, %d copies of %d bytes, %d bytes at once", line, used.Allocs, used.Copies, used.CopiedBytes, used.PeakBytes), err
}

// unplaced reports statements without a position that may end the program: messages need it.
func unplaced(t *testing.T, name string, u *pass.Unit) {
	for _, f := range u.IR.Funs {
		(&ir.Walker{Stm: func(s *ir.Stm) {
			_, allocates := s.Exp.(*ir.Alloc)
			if _, asserts := s.Exp.(*ir.Assert); (allocates || asserts) && !s.Pos.IsValid() {
				t.Errorf("%s: %s has no position", name, s.Exp.Op())
			}
		}}).Fun(f)
	}
}

// compareSurvey compares lines with those in the file.
func compareSurvey(t *testing.T, found string) {
	if os.Getenv("LAMINA_UPDATE") == "1" && !t.Failed() {
		if err := os.WriteFile(surveyFile, []byte(found), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(surveyFile)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for line := range strings.Lines(string(want)) {
		known[line] = true
	}
	for line := range strings.Lines(found) {
		if !known[line] {
			t.Errorf("not in %s (LAMINA_UPDATE=1 writes it): %s", surveyFile, line)
		}
		delete(known, line)
	}
	for line := range known {
		t.Errorf("only in %s: %s", surveyFile, line)
	}
}
