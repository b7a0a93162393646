// Package lookfor reads examples of what a pass looks for, near which programs are
// generated: programs, and the archives in which passes are tested (package passtest).
package lookfor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// archive is the ending of tests of passes.
const archive = ".txtar"

// Read reads examples from files and folders: archives with a program input.lir and arguments
// ENTRY.in, and programs in languages with types, with arguments in their test blocks. It
// fails if a path that is a file holds no example; of a folder, files that hold none are left
// out.
func Read(ctx context.Context, d *driver.Driver, paths ...string) (generate.Examples, error) {
	var out generate.Examples
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("examples of what the pass looks for: %w", err)
		}
		if !info.IsDir() {
			found, err := file(ctx, d, path)
			if err != nil {
				return nil, err
			}
			if len(found) == 0 {
				return nil, fmt.Errorf("%s holds no example: a program with an entry point, at a level before imp", path)
			}
			out = append(out, found...)
			continue
		}
		err = filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !isExample(name) {
				return err
			}
			found, err := file(ctx, d, name)
			if err == nil {
				out = append(out, found...)
			}
			return ctx.Err()
		})
		if err != nil {
			return nil, err
		}
	}
	if len(paths) > 0 && len(out) == 0 {
		return nil, fmt.Errorf("there is no example in %s: programs (.lir, .fut) and archives (.txtar) with a program input.lir", strings.Join(paths, ", "))
	}
	return out, nil
}

// Beside returns the folder with the tests of a plugin, beside its file, or "".
func Beside(plugin string) string {
	dir := filepath.Join(filepath.Dir(plugin), "testdata")
	found, err := filepath.Glob(filepath.Join(dir, "*"+archive))
	if err != nil || len(found) == 0 {
		return ""
	}
	return dir
}

func isExample(name string) bool {
	return slices.Contains([]string{archive, ".lir", ".fut"}, filepath.Ext(name))
}

// file reads the examples in one file.
func file(ctx context.Context, d *driver.Driver, name string) (generate.Examples, error) {
	text, err := source.ReadRegular(name)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(name) != archive {
		u, err := d.LoadText(ctx, name, text)
		if err != nil {
			return nil, err
		}
		inputs, err := runner.Inputs(u, name, text)
		if err != nil {
			return nil, err
		}
		return of(name, u, func(entry string) (all [][]value.Value) {
			for _, in := range inputs {
				if in.Entry == entry {
					all = append(all, in.Args)
				}
			}
			return all
		})
	}
	a := txtar.Parse(text)
	files := map[string]string{}
	for _, f := range a.Files {
		files[f.Name] = string(f.Data)
	}
	program, ok := files["input.lir"]
	if !ok {
		return nil, nil
	}
	u, err := d.LoadText(ctx, name+"/input.lir", []byte(program))
	if err != nil {
		return nil, err
	}
	var problem error
	out, err := of(name, u, func(entry string) (all [][]value.Value) {
		for _, f := range a.Files {
			in, ok := strings.CutSuffix(f.Name, ".in")
			if before, _, _ := strings.Cut(in, "-"); !ok || before != entry {
				continue
			}
			args, err := value.Parse(string(f.Data))
			problem = errors.Join(problem, err)
			all = append(all, args)
		}
		return all
	})
	return out, errors.Join(err, problem)
}

// of returns an example for each entry point of a program.
func of(name string, u *pass.Unit, inputs func(entry string) [][]value.Value) (generate.Examples, error) {
	if u.IR == nil {
		return nil, nil
	}
	if err := u.Check(); err != nil {
		return nil, fmt.Errorf("%s is no example: %w", name, err)
	}
	var out generate.Examples
	for _, f := range u.IR.Funs {
		if f.Entry == nil {
			continue
		}
		alone := u.Clone()
		driver.Only(alone, f.Name)
		if !renamed(alone.IR, f.Name) {
			continue
		}
		out = append(out, generate.Example{Name: name, Program: alone.IR, Inputs: inputs(f.Name)})
	}
	return out, nil
}

// renamed gives the only entry point of a program the name of those of generated programs.
func renamed(p *ir.Program, entry string) bool {
	if entry != generate.EntryPoint && p.Fun(generate.EntryPoint) != nil {
		return false
	}
	p.Fun(entry).Name = generate.EntryPoint
	return true
}
