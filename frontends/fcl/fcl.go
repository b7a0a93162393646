// Package fcl is the front end for FCL (Dybdal, Elsman, Svensson and Sheeran, Low-Level Functional
// GPU Programming for Parallel Algorithms; chapter 5 of Dybdal's thesis): functional programs over
// pull and push arrays whose levels say where on the machine they run and where memory is written.
//
// A program goes through
//
//	syntax   tokens and trees
//	infer    names bound, types, kinds and levels inferred, on top of the library
//	emit     core/imp, by evaluation of all that does not depend on the program's arguments
//
// and eval is what it means, independently of emit.
package fcl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/emit"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/infer"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/syntax"
)

// Options change how programs are launched, not what they compute, unless they use #BlockSize.
// Zero leaves things as the program says.
type Options struct {
	Local, Groups int64 // work-items of a group, and groups
}

// Stages are the names of the stages that Stage prints.
var Stages = []string{"fcl-types"}

// Compile translates a program. The error is a *source.Error, or a panic of the compiler's as one.
func Compile(ctx context.Context, file string, text []byte, o Options) (*imp.Program, error) {
	out := &imp.Program{Names: name.NewSupply(0)}
	err := inText(file, text, func() error {
		p, err := typed(file, text)
		if err != nil {
			return err
		}
		for _, d := range p.Defs {
			if err := ctx.Err(); err != nil {
				return err
			}
			if !d.Entry {
				continue
			}
			launch := emit.Options{Local: d.Local, Groups: d.Groups}
			if o.Local > 0 {
				launch.Local = o.Local
			}
			if o.Groups > 0 {
				launch.Groups = o.Groups
			}
			f, err := emit.Function(out.Names, p, d, launch)
			if err != nil {
				return err
			}
			out.Funs = append(out.Funs, f)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := check.Imp(out); err != nil {
		return nil, fmt.Errorf("the translation of %s made a program that is not valid: %w", file, err)
	}
	return out, nil
}

// typed is a program with types, whose entry points can be called.
func typed(file string, text []byte) (*core.Program, error) {
	tree, err := syntax.Parse(file, string(text))
	if err != nil {
		return nil, err
	}
	p, err := infer.Program(tree)
	if err != nil {
		return nil, err
	}
	found := false
	for _, d := range p.Defs {
		if !d.Entry {
			continue
		}
		found = true
		if err := emit.Check(p.Machine, d); err != nil {
			return nil, err
		}
	}
	if !found {
		return nil, source.Errorf(source.Pos{File: file, Line: 1, Col: 1}, "the program has no entry point").
			WithHint("sig main : [int] -> Program<grid> [int]<grid>, and entry main arr = …")
	}
	return p, nil
}

// Stage prints a program after a stage, which is one of Stages: the types of its functions, with
// the levels and kinds that they quantify.
func Stage(_ context.Context, file string, text []byte, stage string) (string, error) {
	if stage != Stages[0] {
		return "", fmt.Errorf("there is no stage %q of FCL; there are: %s", stage, strings.Join(Stages, ", "))
	}
	var b strings.Builder
	err := inText(file, text, func() error {
		p, err := typed(file, text)
		if err != nil {
			return err
		}
		for _, d := range p.Defs {
			if d.Pos.File == file {
				fmt.Fprintf(&b, "sig %s : %s\n", d.Name, p.Machine.SchemeText(d.Scheme))
			}
		}
		return nil
	})
	return b.String(), err
}

// inText runs a part of the compiler; its errors show the text, and its panics are errors.
func inText(file string, text []byte, run func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = source.Internal(source.Pos{File: file}, r)
		}
		var e *source.Error
		if errors.As(err, &e) {
			err = e.In(&source.File{Name: file, Text: string(text)})
		}
	}()
	return run()
}
