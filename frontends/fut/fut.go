// Package fut reads programs in Futhark's source language and lowers them to
// the soac level of the IR.
//
// The way through: package syntax parses, package types resolves names and
// checks types, sizes and uniqueness, package specialise lowers. The prelude is
// a program like any other, parsed and checked once a process.
package fut

import (
	"context"
	_ "embed"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/specialise"
	"github.com/lamina-lang/lamina/frontends/fut/internal/standin"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

//go:embed prelude.fut
var prelude string

// preludeName is the prelude's file in positions.
const preludeName = "prelude.fut"

// Compile translates the program text, which messages call name. Errors in the
// program are *source.Error values that show the line.
func Compile(ctx context.Context, name string, text []byte) (*ir.Program, error) {
	f := &source.File{Name: name, Text: string(text)}
	parsed, err := syntax.Parse(f)
	if err != nil {
		return nil, err
	}
	pre, err := syntax.ParsePrelude(&source.File{Name: preludeName, Text: prelude + standin.Members()})
	if err != nil {
		return nil, err
	}
	checked, err := standin.Check(pre, parsed)
	if err != nil {
		return nil, err
	}
	return specialise.Lower(ctx, checked, specialise.Options{Prelude: preludeName})
}
