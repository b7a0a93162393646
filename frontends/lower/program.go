// Package lower builds soac programs out of typed values, for front ends: what they have in
// common below their type systems.
//
// A front end walks its checked source and calls a Builder for each thing that the program
// does. It gets Values: a Value is a Shape, which says how it is built (scalar, array,
// record, closure), and one atom of the IR for each leaf of that shape. An array of records
// is a record of arrays at its leaves; a closure's leaves are what it captures. So the
// program that comes out is first-order and without records; functions are values here and
// gone there. It is monomorphic too: types are those of the values that turn up.
//
// Functions are Code, which lowers its body when it is asked to. A call is keyed by the code
// and the shapes of what it captured and of its arguments, with sizes abstracted; each key is
// lowered once, to an IR function that takes the leaves and the sizes as parameters. So code
// is shared however deep higher-order functions nest. Code may ask to be lowered where it is
// applied instead (Placement).
//
// Everything that can fail at run time is preceded by an assertion with the position that At
// set: Slice, Operator, Range, Unflatten and others make theirs, Assert makes any. What is
// known of indices and sizes spares most of them. Sizes of one array that go by two names
// are the front end's to compare (CheckSizes) before it views the array under another
// shape (Resize).
//
// A value is consumed by Update, Scatter, Hist and FlatUpdate. Where it, or what may share
// memory with it, is used afterwards, a copy is consumed instead; so what a front end checks
// of consumption decides how fast the program is, never whether it is right.
package lower

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/lower/internal/autodiff"
	"github.com/lamina-lang/lamina/frontends/lower/internal/consume"
)

// Program is a soac program under construction.
type Program struct {
	ctx       context.Context
	names     *name.Supply
	funs      []*ir.Fun
	byName    map[string]*ir.Fun
	funNames  map[string]int
	instances map[string]*instance
	codes     int             // how many have a number
	closures  map[string]int  // see idOf
	placed    map[string]bool // applications that were lowered in place
	flow      *consume.Flow
	customs   customs
	derived   *autodiff.Calls
	lowering  source.Pos // of what is lowered, for internal errors

	offsets      map[ir.Atom]offset // of names that are others plus a constant
	progressions map[name.Name]progression
	products     map[ir.Atom][2]ir.Atom // the sizes that flatten multiplied, by their product
}

// failure carries an error to Build.
type failure struct{ err error }

// Build makes a program: f adds its entry points, and the functions that these need
// follow. What goes wrong ends f by a panic (see Fail) that Build turns into its error;
// a panic of another kind becomes an internal error with the position of what was
// being lowered. Before each call of a closure the context is looked at.
func Build(ctx context.Context, f func(*Program)) (_ *ir.Program, err error) {
	p := &Program{
		ctx:       ctx,
		names:     &name.Supply{},
		byName:    map[string]*ir.Fun{},
		funNames:  map[string]int{},
		instances: map[string]*instance{},
		closures:  map[string]int{},
		placed:    map[string]bool{},
		flow:      consume.NewFlow(),
		customs:   newCustoms(),

		offsets:      map[ir.Atom]offset{},
		progressions: map[name.Name]progression{},
		products:     map[ir.Atom][2]ir.Atom{},
	}
	p.derived = autodiff.NewCalls(p.addDerived)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.err
		default:
			err = source.Internal(p.lowering, r)
		}
	}()
	f(p)
	return &ir.Program{Level: ir.Soac, Funs: p.reachable(), Names: p.names}, nil
}

// Fail ends Build with err.
func Fail(err error) { panic(failure{err}) }

// fail ends Build with an error at pos.
func fail(pos source.Pos, format string, args ...any) {
	Fail(source.Errorf(pos, format, args...))
}

// Reserve keeps functions that are no entry points from being called name.
func (p *Program) Reserve(name string) { p.funNames[name] = 1 }

// add adds a finished function.
func (p *Program) add(f *ir.Fun) {
	p.flow.Close(f)
	p.byName[f.Name] = f
	p.flow.Protect(f, p.names, p.byName)
	p.funs = append(p.funs, f)
}

// funName makes a name for an IR function that no other has.
func (p *Program) funName(base string) string {
	p.funNames[base]++
	if n := p.funNames[base]; n > 1 {
		return p.funName(fmt.Sprintf("%s_%d", base, n))
	}
	return base
}

// reachable drops the functions that no entry point needs.
func (p *Program) reachable() []*ir.Fun {
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
