// Package gosrc is the front end for marked expressions of Go programs.
//
// Load type-checks packages and finds the expressions that package accelerate marks. Check
// reports all that they must not contain. Lower takes an expression out, with all that it
// depends on, as a soac program with one entry point. The parameters are what the
// expression captures, in the order of Mark.Captures.
package gosrc

import (
	"context"
	"errors"
	"go/ast"
	"go/token"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/lowering"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/wellformed"
)

// Accelerate is the import path of the package whose functions mark expressions.
const Accelerate = program.Accelerate

// Problem is something that a marked expression must not contain, or that a package is not
// to have.
type Problem = wellformed.Problem

// Expression is a marked expression.
type Expression struct {
	// Function marks it: Run, Try, Keep or Loop.
	Function string
	Call     *ast.CallExpr
	File     *ast.File
	Package  *Package
	// Captures are what it takes from around it, as Go text, after Check.
	Captures []Capture
	// Instance tells the choices of types apart for which an expression in a generic function is
	// compiled, each an Expression of its own; TypeParams are the names of the parameters. Types is
	// the choice as text: T = int.
	Instance, Types string
	TypeParams      []string

	mark    *program.Mark
	lowered *lowering.Lowered // after the first call of lower
}

// Capture is a variable that a marked expression takes from around it.
type Capture struct {
	Text  string
	Rank  int  // of a tensor; 0 for others
	Write bool // a Loop writes elements of it
	// Replace reports that each iteration of a Loop replaces the row of it that its number selects.
	Replace bool
	// Placed reports that a Loop reads memory which may be that of elements that it writes: of an array, or of
	// what a pointer points at. Text is then a pointer to it.
	Placed bool
}

// Position is where the expression is marked.
func (x *Expression) Position() token.Position {
	return x.Package.program.fset.Position(x.Call.Pos())
}

// Check returns the problems of the expression, all at once.
func (x *Expression) Check(ctx context.Context) []*Problem {
	problems, parallel := wellformed.Check(ctx, x.Package.program.funcs, x.mark)
	x.Captures = nil
	for _, c := range x.mark.Captures {
		taken := Capture{Text: c.Text, Rank: c.Rank, Write: c.Write, Replace: c.Replace}
		switch {
		case c.Flat:
			taken = Capture{Text: c.Text + ".Elems()"}
		case x.Function == "Loop" && !c.Write && c.HasPlace():
			taken.Text, taken.Placed = "&"+c.Text, true
		}
		x.Captures = append(x.Captures, taken)
	}
	if len(problems) > 0 {
		return problems
	}
	l, err := x.lower(ctx)
	var problem *Problem
	switch {
	case errors.As(err, &problem):
		problems = append(problems, problem)
	case err == nil && !parallel && l.Folds == 0:
		problems = append(problems, &Problem{
			Pos: x.Position(), Msg: "nothing in the expression is parallel: it calls no function of package accelerate such as Map or Reduce, and no loop in it combines integers by one operator",
		})
	}
	return problems
}

// lower returns the program of the expression, which is made once.
func (x *Expression) lower(ctx context.Context) (*lowering.Lowered, error) {
	if x.lowered == nil {
		l, err := lowering.Lower(ctx, x.Package.program.funcs, x.mark)
		if err != nil {
			return nil, Located(err, l.Places)
		}
		x.lowered = l
	}
	return x.lowered, nil
}

// Entry is the name of the entry point of a lowered expression.
const Entry = lowering.Entry

// PanicMessage begins the message of an error that a call of panic with a constant makes;
// the constant follows as a Go literal.
const PanicMessage = lowering.Panic

// Lower returns the program of an expression without problems, and the positions in Go's
// source that the lines of its positions number, from 1.
func (x *Expression) Lower(ctx context.Context) (*ir.Program, []token.Position, error) {
	l, err := x.lower(ctx)
	if err != nil {
		return nil, nil, err
	}
	return l.Program, l.Places, nil
}

// Located gives an error about a lowered expression its place in Go's source.
func Located(err error, places []token.Position) error {
	var e *source.Error
	if !errors.As(err, &e) || e.Stack != "" || e.Pos.Line < 1 || e.Pos.Line > len(places) {
		return err
	}
	return &Problem{Pos: places[e.Pos.Line-1], Msg: e.Msg}
}

// File returns the positions of a file of the package.
func (p *Package) File(f *ast.File) *token.File { return p.program.fset.File(f.FileStart) }
