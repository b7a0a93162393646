// Package passtest tests passes on golden archives, in the manner of
// net/http/httptest.
//
// A case is a txtar file. Its comment names the pipeline, if the test does not. It says
// "target: grid" if the machine launches kernels over a grid, "target: groups" if threads
// of a work-group also share memory, and "target: groups that go on" if a group may also
// wait for one that started before it, "target: groups that answer" if kernels can write memory
// of the host. Further lines say what the case tests:
//
//	pipeline: simplify,fuse{max-depth=1}
//	Two maps of which the second is the first's only user become one.
//	-- input.lir --
//	lamina soac
//	…
//	-- output.lir --
//	…
//
// input.lir is a program at any level, output.lir what the pipeline makes of it, without
// positions; LAMINA_UPDATE=1 in the environment writes it. remarks.txt, if present, lists
// the remarks of the passes; it may be empty. A case that must fail has error.txt
// instead, a regular expression for the error. Inputs main.in, main-2.in … are run before
// and after (see compareMeaning).
package passtest

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
)

// Run runs every archive in folder dir as a subtest. The passes are those of
// pass.Default; pipeline is used if an archive names none.
func Run(t *testing.T, dir, pipeline string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives in %s (%v)", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			runFile(t, file, pipeline)
		})
	}
}

// Case is a parsed archive.
type Case struct {
	Pipeline string
	Target   target.Target
	Files    map[string]string
	archive  *txtar.Archive
}

// Load reads an archive.
func Load(file, pipeline string) (*Case, error) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		return nil, err
	}
	return caseOf(archive, pipeline), nil
}

// caseOf reads a parsed archive.
func caseOf(archive *txtar.Archive, pipeline string) *Case {
	c := &Case{Pipeline: pipeline, Target: target.Embedded(), Files: map[string]string{}, archive: archive}
	for line := range strings.Lines(string(archive.Comment)) {
		if p, ok := strings.CutPrefix(line, "pipeline:"); ok {
			c.Pipeline = strings.TrimSpace(p)
		}
		switch strings.TrimSpace(line) {
		case "target: grid":
			c.Target.Grid = true
		case "target: groups":
			c.Target = target.GPU()
		case "target: groups that go on":
			c.Target = target.GPU()
			c.Target.Progress = true
		case "target: groups that answer":
			c.Target = target.GPU()
			c.Target.Mapped = true
		case "math: fast": // after the target
			c.Target.Math = target.Fast
		}
	}
	for _, f := range archive.Files {
		c.Files[f.Name] = string(f.Data)
	}
	return c
}

func runFile(t *testing.T, file, pipeline string) {
	c, err := Load(file, pipeline)
	if err != nil {
		t.Fatal(err)
	}
	before, err := c.input()
	if err != nil {
		t.Fatal(err)
	}
	u := before.Clone()
	err = c.run(u)
	if want, ok := c.Files["error.txt"]; ok {
		matchError(t, err, strings.TrimSpace(want))
		return
	}
	if err != nil {
		t.Fatal(pass.WithTrace(err))
	}
	compareText(t, file, c, u)
	compareRemarks(t, file, c, u)
	compareMeaning(t, c, before, u)
	if !t.Failed() {
		limitRewrites(t, c, before, u)
	}
}

// input parses the program of input.lir, at any level.
func (c *Case) input() (*pass.Unit, error) {
	const file = "input.lir"
	u := &pass.Unit{Target: c.Target}
	var err error
	if strings.HasPrefix(c.Files[file], "lamina "+pass.Imp.String()+"\n") {
		u.Imp, err = imp.Parse(file, c.Files[file])
	} else {
		u.IR, err = ir.Parse(file, c.Files[file])
	}
	return u, err
}

// run takes u through the case's pipeline.
func (c *Case) run(u *pass.Unit) error { return Apply(u, c.Pipeline) }

// Apply takes u through a pipeline of the default registry's passes, and checks it after
// each.
func Apply(u *pass.Unit, pipeline string) error {
	p, err := pass.Default.Parse(pipeline, u.Level())
	if err != nil {
		return err
	}
	m := pass.Manager{Check: (*pass.Unit).CheckStrictly}
	_, err = m.Run(context.Background(), p, u)
	return err
}

func matchError(t *testing.T, err error, want string) {
	if err == nil {
		t.Fatalf("no error, want %s", want)
	}
	if !regexp.MustCompile(want).MatchString(err.Error()) {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// compareText compares the program with output.lir, or rewrites the file.
func compareText(t *testing.T, file string, c *Case, u *pass.Unit) {
	got := text(t, u)
	if got == c.Files["output.lir"] {
		return
	}
	if os.Getenv("LAMINA_UPDATE") == "" {
		t.Errorf("the output differs from output.lir (LAMINA_UPDATE=1 rewrites it); got:\n%s", got)
		return
	}
	c.set("output.lir", got)
	if err := os.WriteFile(file, txtar.Format(c.archive), 0o666); err != nil {
		t.Fatal(err)
	}
}

// compareRemarks compares the remarks with remarks.txt, or rewrites the file.
func compareRemarks(t *testing.T, file string, c *Case, u *pass.Unit) {
	want, ok := c.Files["remarks.txt"]
	var text strings.Builder
	for _, r := range u.Remarks {
		text.WriteString(r.String() + "\n")
	}
	got := text.String()
	if !ok || got == want {
		return
	}
	if os.Getenv("LAMINA_UPDATE") == "" {
		t.Errorf("the remarks differ from remarks.txt (LAMINA_UPDATE=1 rewrites it); got:\n%s", got)
		return
	}
	c.set("remarks.txt", got)
	if err := os.WriteFile(file, txtar.Format(c.archive), 0o666); err != nil {
		t.Fatal(err)
	}
}

func printUnit(w io.Writer, u *pass.Unit) error {
	if u.Imp != nil {
		return imp.Print(w, u.Imp, imp.OmitPositions)
	}
	return ir.Print(w, u.IR, ir.OmitPositions)
}

// set replaces or adds a file of the archive.
func (c *Case) set(name, text string) {
	for i := range c.archive.Files {
		if c.archive.Files[i].Name == name {
			c.archive.Files[i].Data = []byte(text)
			return
		}
	}
	c.archive.Files = append(c.archive.Files, txtar.File{Name: name, Data: []byte(text)})
}
