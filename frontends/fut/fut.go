// Package fut reads programs in Futhark's source language and lowers them to
// the soac level of the IR.
//
// The way through: package syntax parses, package types resolves names and
// infers types and sizes, package flow checks what depends on the order of evaluation,
// package specialise lowers. The prelude is
// a program like any other, parsed once a process; what a program uses of it is
// checked and lowered with it.
package fut

import (
	"context"
	_ "embed"
	"errors"
	"sync"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/flow"
	"github.com/lamina-lang/lamina/frontends/fut/internal/specialise"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// preludeName is the prelude's file in positions.
const preludeName = "prelude.fut"

//go:embed prelude.fut
var preludeText string

// members are the files of what scalar modules offer, and the types that have it.
var members = []struct {
	name string
	text string
	on   scalar.TypeSet
}{
	{"prelude_numeric.fut", numericText, scalar.NumericTypes},
	{"prelude_integer.fut", integerText, scalar.IntTypes},
	{"prelude_float.fut", floatText, scalar.FloatTypes},
}

//go:embed prelude_numeric.fut
var numericText string

//go:embed prelude_integer.fut
var integerText string

//go:embed prelude_float.fut
var floatText string

// parsePrelude parses the prelude once. Nothing changes the tree.
var parsePrelude = sync.OnceValues(func() (*syntax.File, error) {
	return syntax.ParsePrelude(&source.File{Name: preludeName, Text: preludeText})
})

// Compile translates the program text, which messages call name. An error in the
// program is a *source.Error that shows the line; several are source.Errors.
func Compile(ctx context.Context, name string, text []byte) (*ir.Program, error) {
	f := &source.File{Name: name, Text: string(text)}
	parsed, err := syntax.Parse(f)
	if err != nil {
		return nil, err
	}
	base, err := parsePrelude()
	if err != nil {
		return nil, err
	}
	checked, err := types.Check(types.Prelude{Base: base, Members: parseMembers}, flow.New, parsed)
	if err != nil {
		return nil, inFile(err, f)
	}
	lowered, err := specialise.Lower(ctx, checked, specialise.Options{Prelude: preludeFiles()})
	return lowered, inFile(err, f)
}

// preludeFiles names all files of the prelude.
func preludeFiles() []string {
	names := []string{preludeName}
	for _, m := range members {
		names = append(names, m.name)
	}
	return names
}

// parseMembers parses what the module of t offers.
func parseMembers(t scalar.Type) ([]*syntax.File, error) {
	var files []*syntax.File
	for _, m := range members {
		if !m.on.Has(t) {
			continue
		}
		f, err := syntax.ParsePrelude(&source.File{Name: m.name, Text: m.text})
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// inFile lets an error show the lines of f.
func inFile(err error, f *source.File) error {
	var es source.Errors
	if errors.As(err, &es) {
		return es.In(f)
	}
	var e *source.Error
	if errors.As(err, &e) {
		return e.In(f)
	}
	return err
}
