package suite

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/lamina-lang/lamina/conformance/dataset"
	"github.com/lamina-lang/lamina/conformance/programs"
	"github.com/lamina-lang/lamina/conformance/regressions"
	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/conformance/zoo"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// tolerance is the tolerance for the floats of whole programs, compared with published
// results.
const tolerance = 0.002

// language runs the test blocks of the programs in conformance/programs. Blocks on
// compile-time errors are left to the front end's tests.
func language() []*Case { return blocksOf("language", programs.Files) }

// regression runs the test blocks of the programs in conformance/regressions.
func regression() []*Case { return blocksOf("regressions", regressions.Files) }

// zooPrograms runs the test blocks of the programs in conformance/zoo.
func zooPrograms() []*Case { return blocksOf("zoo", zoo.Files) }

// blocksOf returns the cases of the test blocks in a folder's source files.
func blocksOf(suite string, files fs.FS) []*Case {
	var out []*Case
	taken := map[string]bool{}
	err := fs.WalkDir(files, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(file) != ".fut" {
			return err
		}
		text, err := fs.ReadFile(files, file)
		if err != nil {
			return err
		}
		blocks, err := testblock.Parse(file, string(text))
		if err != nil {
			return err
		}
		out = append(out, fileCases(suite, files, file, caseName(suite, file, taken), string(text), blocks)...)
		return nil
	})
	if err != nil {
		panic(err) // the files are embedded
	}
	return out
}

// caseName returns what the cases of a file are called after: its name, without a folder that
// repeats the name of the suite, unless another file has that name.
func caseName(suite, file string, taken map[string]bool) string {
	name := strings.TrimSuffix(file, ".fut")
	if short := strings.TrimPrefix(name, suite+"/"); !taken[short] {
		name = short
	}
	taken[name] = true
	return name
}

func fileCases(suite string, files fs.FS, file, called, text string, blocks []testblock.Block) []*Case {
	var out []*Case
	seen := map[string]int{}
	for _, b := range blocks {
		entries := b.Entries
		if len(entries) == 0 {
			entries = []string{"main"}
		}
		for i := range b.Cases {
			c := &b.Cases[i]
			for _, entry := range entries {
				name := called + "/" + entry
				seen[name]++
				if c.Input.From == testblock.Script || c.HasFlag(testblock.NoTest) {
					continue
				}
				var needs []string
				if c.HasFlag(testblock.Compiled) {
					needs = append(needs, tagLarge)
				}
				f := &fromFile{files: files, file: file, text: text, entry: entry, c: c}
				out = append(out, &Case{Suite: suite, Name: fmt.Sprintf("%s-%d", name, seen[name]), Needs: needs, OfFile: true, Math: b.Math, Run: f.run})
			}
		}
	}
	return out
}

// fromFile is a case of a test block.
type fromFile struct {
	files             fs.FS
	file, text, entry string
	c                 *testblock.Case
}

func (f *fromFile) run(ctx context.Context, s *Subject) error {
	u, err := s.Driver.LoadText(ctx, f.file, []byte(f.text))
	if err != nil {
		return err
	}
	args, err := f.arguments(driver.ParamTypes(u, f.entry))
	if err != nil {
		return err
	}
	got, err := s.call(ctx, u.Clone(), f.entry, args...)
	if f.c.Want.Error != nil {
		if err == nil || !f.c.Want.Fails(err.Error()) {
			return fmt.Errorf("expected an error that matches %q, got %v", f.c.Want.Error, err)
		}
		return failedWith(err, "")
	}
	if err != nil {
		return fmt.Errorf("the run: %w", err)
	}
	var want []value.Value
	switch f.c.Want.Output.From {
	case testblock.Absent:
		return nil
	case testblock.Auto:
		want, err = interp.Value(ctx, u.IR, f.entry, args, interp.Options{})
	default:
		want, err = f.read(&f.c.Want.Output, elements(got))
	}
	if err != nil {
		return fmt.Errorf("the expected output: %w", err)
	}
	return near(want, got)
}

func (f *fromFile) arguments(elems []scalar.Type) ([]value.Value, error) {
	if f.c.Input.From == testblock.Random {
		return dataset.New(1, nil).Make(f.c.Input.Types)
	}
	return f.read(&f.c.Input, elems)
}

func (f *fromFile) read(d *testblock.Data, elems []scalar.Type) ([]value.Value, error) {
	if d.From != testblock.File {
		return value.NewBytesReader([]byte(d.Text), source.Pos{File: f.file, Line: d.Pos.Line, Col: d.Pos.Col}).AllAs(elems)
	}
	name := path.Join(path.Dir(f.file), d.Path)
	data, err := fs.ReadFile(f.files, name)
	if err != nil {
		return nil, err
	}
	r, err := value.NewReader(bytes.NewReader(data), name)
	if err != nil {
		return nil, err
	}
	return r.AllAs(elems)
}

func elements(vs []value.Value) []scalar.Type {
	var out []scalar.Type
	for _, v := range vs {
		out = append(out, v.Elem)
	}
	return out
}

// near compares values with the tolerance for floats.
func near(want, got []value.Value) error {
	if len(want) != len(got) {
		return fmt.Errorf("expected %d values, got %d", len(want), len(got))
	}
	for i := range want {
		if err := value.Compare(want[i], got[i], tolerance); err != nil {
			return fmt.Errorf("result %d: %w", i, err)
		}
	}
	return nil
}
