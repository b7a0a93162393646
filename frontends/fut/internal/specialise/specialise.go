// Package specialise lowers a checked program to the soac level of the IR: it
// evaluates the program over the values of package lower, which monomorphises,
// defunctionalises and flattens records on the way.
//
// What is Futhark's own is here: which of the checker's bindings have which values, what
// the size parameters of functions are, what closures capture, and the functions that
// the prelude declares. Functions of the prelude, which are small, and the first
// application of a lambda are lowered in place.
//
// Sizes come from values: matching a parameter's type with the argument's shape
// gives the size parameters. The checker has proved sizes equal where types
// meet; so no check is made there, and an array whose size goes by another name
// than its surroundings expect is viewed under that name (a Reshape).
package specialise

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// Options say how to lower.
type Options struct {
	// Prelude names the files whose functions are lowered in place and whose
	// positions are not shown.
	Prelude []string
}

// program is the state of one lowering.
type program struct {
	*types.Program
	out       *lower.Program
	opts      Options
	defs      map[*types.Binding]*types.Def
	codes     map[codeKey]*function
	functions map[*lower.Code]*function
	constants map[*types.Binding]*constant
	uses      map[*types.Binding][]*types.Binding // constants that a definition needs
	asks      map[*types.Binding]bool             // whether a definition asks for its types
	locals    map[*types.Binding]syntax.Node      // functions that lets bind
	frees     map[syntax.Node][]any               // what functions mention
	copies    map[*types.Binding]int              // of recursive functions
	strips    map[*syntax.Loop]int                // how often loops are split
	plain     map[*types.Sum]*lower.Sum           // shapes of sums of scalars, nil for other sums

	intrinsics map[string]intrinsic
	signatures []entry.Signature // of the entry points lowered so far
}

// Lower translates p, and describes its entry points. An error is a *source.Error, or the context's.
func Lower(ctx context.Context, p *types.Program, opts Options) (*ir.Program, []entry.Signature, error) {
	l := &program{
		Program:    p,
		opts:       opts,
		defs:       map[*types.Binding]*types.Def{},
		codes:      map[codeKey]*function{},
		functions:  map[*lower.Code]*function{},
		constants:  map[*types.Binding]*constant{},
		uses:       map[*types.Binding][]*types.Binding{},
		asks:       map[*types.Binding]bool{},
		locals:     map[*types.Binding]syntax.Node{},
		frees:      map[syntax.Node][]any{},
		copies:     map[*types.Binding]int{},
		strips:     map[*syntax.Loop]int{},
		plain:      map[*types.Sum]*lower.Sum{},
		intrinsics: newIntrinsics(),
	}
	for _, d := range p.Defs {
		l.defs[d.Binding] = d
	}
	lowered, err := lower.Build(ctx, func(out *lower.Program) {
		l.out = out
		l.findLocals()
		for _, d := range p.Entries {
			out.Reserve(d.Binding.Name)
		}
		for _, d := range p.Entries {
			l.entry(d)
		}
	})
	return lowered, l.signatures, err
}

// failAt ends the lowering.
func failAt(pos source.Pos, format string, args ...any) {
	lower.Fail(source.Errorf(pos, format, args...))
}

// bug reports a program that the checker should not have let through, or a gap
// in the lowering.
func bug(n syntax.Node, format string, args ...any) {
	lower.Fail(source.Internal(n.Pos(), fmt.Sprintf(format, args...)))
}
