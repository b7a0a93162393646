// Package specialise lowers a checked program to the soac level of the IR. In
// one walk it monomorphises, defunctionalises and flattens tuples: it is a
// partial evaluator over values whose shape is known and whose scalars and
// arrays are not.
//
// A value is a shape, which says how it is built (scalar, array, record,
// closure), and one IR atom for each leaf of that shape. An array of records is
// a record of arrays at its leaves; a closure's leaves are what it captures.
//
// A call is keyed by the function and the shapes of its arguments, with sizes
// abstracted; each key is lowered once, to an IR function that takes the leaves
// and the sizes as parameters. So code is shared however deep higher-order
// functions nest. Functions of the prelude, which are small, and the first
// application of a lambda are lowered in place.
//
// Sizes come from values: matching a parameter's type with the argument's shape
// gives the size parameters. The checker has proved sizes equal where types
// meet; so no check is made there, and an array whose size goes by another name
// than its surroundings expect is viewed under that name (a Reshape).
//
// Everything that can fail at run time is preceded by an ir.Assert.
package specialise

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
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
	ctx       context.Context
	opts      Options
	names     *name.Supply
	funs      []*ir.Fun
	byName    map[string]*ir.Fun
	funNames  map[string]int
	defs      map[*types.Binding]*types.Def
	codes     map[codeKey]*code
	instances map[string]*instance
	closures  map[string]int  // see idOf
	placed    map[string]bool // applications that were lowered in place
	constants map[*types.Binding]*constant
	uses      map[*types.Binding][]*types.Binding // constants that a definition needs
	asks      map[*types.Binding]bool             // whether a definition asks for its types
	locals    map[*types.Binding]syntax.Node      // functions that lets bind
	frees     map[syntax.Node][]any               // what functions mention
	flow      flow
	lowering  source.Pos // of what is lowered, for internal errors

	intrinsics map[string]intrinsic
	offsets    map[ir.Atom]offset // of names that are others plus a constant
	progressions
}

// failure carries an error to Lower.
type failure struct{ err error }

// Lower translates p. An error is a *source.Error, or the context's.
func Lower(ctx context.Context, p *types.Program, opts Options) (_ *ir.Program, err error) {
	l := &program{}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.err
		default:
			err = source.Internal(l.lowering, r)
		}
	}()
	*l = program{
		Program:   p,
		ctx:       ctx,
		opts:      opts,
		names:     &name.Supply{},
		byName:    map[string]*ir.Fun{},
		funNames:  map[string]int{},
		defs:      map[*types.Binding]*types.Def{},
		codes:     map[codeKey]*code{},
		instances: map[string]*instance{},
		closures:  map[string]int{},
		placed:    map[string]bool{},
		constants: map[*types.Binding]*constant{},
		uses:      map[*types.Binding][]*types.Binding{},
		asks:      map[*types.Binding]bool{},
		locals:    map[*types.Binding]syntax.Node{},
		frees:     map[syntax.Node][]any{},
		flow:      newFlow(),

		intrinsics:   newIntrinsics(),
		offsets:      map[ir.Atom]offset{},
		progressions: progressions{},
	}
	for _, d := range p.Defs {
		l.defs[d.Binding] = d
	}
	l.findLocals()
	for _, d := range p.Entries {
		l.funNames[d.Binding.Name] = 1
	}
	for _, d := range p.Entries {
		l.entry(d)
	}
	return &ir.Program{Level: ir.Soac, Funs: l.reachable(), Names: l.names}, nil
}

// fail ends the lowering.
func fail(pos source.Pos, format string, args ...any) {
	panic(failure{source.Errorf(pos, format, args...)})
}

// bug reports a program that the checker should not have let through, or a gap
// in the lowering.
func bug(n syntax.Node, format string, args ...any) {
	panic(failure{source.Internal(n.Pos(), fmt.Sprintf(format, args...))})
}

// add adds a finished function.
func (p *program) add(f *ir.Fun) {
	p.flow.close(f)
	p.byName[f.Name] = f
	p.protect(f)
	p.funs = append(p.funs, f)
}

// funName makes a name for an IR function that no other has.
func (p *program) funName(base string) string {
	p.funNames[base]++
	if n := p.funNames[base]; n > 1 {
		return p.funName(fmt.Sprintf("%s_%d", base, n))
	}
	return base
}

// reachable drops the functions that no entry point needs.
func (p *program) reachable() []*ir.Fun {
	seen := map[string]bool{}
	var visit func(f *ir.Fun)
	visit = func(f *ir.Fun) {
		if seen[f.Name] {
			return
		}
		seen[f.Name] = true
		w := &ir.Walker{Stm: func(s *ir.Stm) {
			if c, ok := s.Exp.(*ir.Call); ok {
				visit(p.byName[c.Fun])
			}
		}}
		w.Fun(f)
	}
	for _, f := range p.funs {
		if f.Entry != nil {
			visit(f)
		}
	}
	var out []*ir.Fun
	for _, f := range p.funs {
		if seen[f.Name] {
			out = append(out, f)
		}
	}
	return out
}
