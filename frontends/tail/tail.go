// Package tail reads programs in TAIL's text and lowers them to the soac level of the IR.
//
// Package syntax parses, package types checks, package lowering lowers. Package interp evaluates
// checked programs by TAIL's own semantics: tests compare the two.
package tail

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/tail/lowering"
	"github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// Compile translates a program, which messages call name. An error in the program is a
// *source.Error that shows the line.
func Compile(ctx context.Context, name string, text []byte) (*ir.Program, error) {
	p, err := syntax.Parse(&source.File{Name: name, Text: string(text)})
	if err != nil {
		return nil, err
	}
	return CompileProgram(ctx, p)
}

// CompileProgram translates a parsed program.
func CompileProgram(ctx context.Context, p *syntax.Program) (*ir.Program, error) {
	info, err := types.Check(p)
	if err != nil {
		return nil, err
	}
	return lowering.Lower(ctx, p, info)
}

// Format is a program as it is printed, if it is well-typed.
func Format(name string, text []byte) (string, error) {
	p, err := syntax.Parse(&source.File{Name: name, Text: string(text)})
	if err != nil {
		return "", err
	}
	if _, err := types.Check(p); err != nil {
		return "", err
	}
	return p.String(), nil
}
