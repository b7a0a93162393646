// Package autodiff makes derivatives of straight-line soac code: forward mode by dual
// numbers, and reverse mode without a tape across scopes, after Schenck, Rønning, Henriksen
// and Oancea (AD for an array language with nested parallelism, SC 2022).
//
// It works on a list of statements in which some names vary. In forward mode each name that
// varies gets a tangent, computed beside it. In reverse mode the statements run once as they
// are (the forward sweep); then a return sweep visits them backwards and adds to the adjoint
// of each name that they read. The return sweep of a statement with a body runs the body's
// forward sweep again, so that no value crosses a scope but what the scope reads and what
// loops keep of their iterations.
//
// Invariants: calls are expanded first, so that rules see no call but, in reverse mode, those
// of functions whose derivative is given, and, where that would be too much code, those of large functions
// that are differentiated once (Calls). What varies is a float;
// integers and booleans have no derivative. A zero derivative is absent, not computed. The
// statements that come out bind all the names that went in, with the same values. They may
// break the rule of consumption, because forward values are used again in the return sweep:
// package consume puts copies where that is so.
package autodiff

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Program is the interface of a derivative to the program around it.
type Program struct {
	Names *name.Supply
	// Fun returns a finished function of the program.
	Fun func(string) *ir.Fun
	// Custom returns what is known of a function with a derivative of its own, or nil.
	Custom func(string) *Custom
	// Type returns the type of a name that is bound around the statements.
	Type func(name.Name) ir.Type
	// Calls are the functions with a derivative of their own that were made.
	Calls *Calls
}

// Derivative is code that computes a derivative.
type Derivative struct {
	Stms []*ir.Stm
	// Of returns the tangent or the adjoint of an atom; false if it is zero.
	Of func(ir.Atom) (ir.Atom, bool)
}

// Error reports an operation that has no derivative.
type Error struct {
	Pos source.Pos
	Msg string
}

func (e *Error) Error() string { return e.Msg }

func fail(pos source.Pos, format string, args ...any) {
	panic(&Error{pos, fmt.Sprintf(format, args...)})
}

// caught turns a panic with an *Error into that error.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*err = r
	default:
		panic(r)
	}
}

// deriver is the state of one derivative.
type deriver struct {
	Program
	types  map[name.Name]ir.Type // of names bound within the statements, and of new ones
	active ir.Names              // floats that depend on the names that vary

	expander *expander
}

func newDeriver(p Program, stms []*ir.Stm, vary []name.Name, reverse bool) (*deriver, []*ir.Stm) {
	d := &deriver{Program: p, types: map[name.Name]ir.Type{}, active: ir.Names{}}
	d.expander = &expander{Program: p, custom: !reverse, keep: p.kept(stms)}
	stms = d.expander.stms(stms)
	w := d.recorder()
	for _, s := range stms {
		w.InStm(s)
	}
	for _, n := range vary {
		d.active.Add(n)
	}
	d.findActive(stms)
	return d, stms
}

// recorder walks code to learn the types of the names that it binds.
func (d *deriver) recorder() *ir.Walker {
	return &ir.Walker{
		Binders: func(ps []ir.Param) {
			for _, p := range ps {
				d.types[p.Name] = p.Type
			}
		},
		Stm: func(s *ir.Stm) { d.recordIndex(s.Exp) },
	}
}

// recordIndex records the type of a loop's index, which is that of its bound.
func (d *deriver) recordIndex(e ir.Exp) {
	if loop, ok := e.(*ir.Loop); ok && !loop.Index.IsZero() {
		d.types[loop.Index] = d.typeOf(loop.Bound)
	}
}

func (d *deriver) typeOf(a ir.Atom) ir.Type {
	if !a.IsVar() {
		return ir.ScalarOf(a.Const.Type)
	}
	if t, ok := d.types[a.Name]; ok {
		return t
	}
	return d.Type(a.Name)
}

// varies reports whether a is a variable that has a derivative.
func (d *deriver) varies(a ir.Atom) bool { return a.IsVar() && d.active.Has(a.Name) }

// gen emits statements and records the types of what they bind.
type gen struct {
	*ir.Builder
	*deriver
}

func (d *deriver) gen() *gen { return &gen{ir.NewBuilder(d.Names), d} }

func (g *gen) inner() *gen { return &gen{g.Builder.Inner(), g.deriver} }

// let binds e's one result, of type t.
func (g *gen) let(base string, t ir.Type, e ir.Exp) ir.Atom {
	a := g.Let(base, t, e)
	g.types[a.Name] = t
	return a
}

// param returns a fresh binder of type t.
func (d *deriver) param(base string, t ir.Type) ir.Param {
	p := ir.Param{Name: d.Names.Fresh(base), Type: t}
	d.types[p.Name] = t
	return p
}

// op applies a scalar operator. It leaves out multiplications by one.
func (g *gen) op(op scalar.Op, t scalar.Type, args ...ir.Atom) ir.Atom {
	if op == scalar.Mul {
		one := ir.Const(scalar.One(t))
		switch {
		case args[0] == one:
			return args[1]
		case args[1] == one:
			return args[0]
		}
	}
	return g.let("d", ir.ScalarOf(op.ResultType(t)), &ir.Prim{Fn: op, Type: t, Args: args})
}

func float(t scalar.Type, x float64) ir.Atom { return ir.Const(scalar.Float(t, x)) }

// zeros returns a zero of type t, a scalar or an array.
func (g *gen) zeros(t ir.Type) ir.Atom {
	zero := ir.Const(scalar.Zero(t.Elem))
	if t.IsScalar() {
		return zero
	}
	return g.let("zero", t, &ir.Replicate{Shape: t.Dims, Value: zero})
}

// plus adds two values of type t, element by element.
func (g *gen) plus(t ir.Type, x, y ir.Atom) ir.Atom {
	if t.IsScalar() {
		return g.op(scalar.Add, t.Elem, x, y)
	}
	return g.elementwise(t, func(g *gen, xs []ir.Atom) ir.Atom { return g.op(scalar.Add, t.Elem, xs...) }, x, y)
}

// elementwise maps f over the elements of arrays, all of the sizes of t, whose element type
// is that of the result.
func (g *gen) elementwise(t ir.Type, f func(g *gen, xs []ir.Atom) ir.Atom, arrays ...ir.Atom) ir.Atom {
	row := t.Peel(1)
	fn := &ir.Lambda{Results: []ir.Type{row}}
	xs := make([]ir.Atom, len(arrays))
	names := make([]name.Name, len(arrays))
	for i, a := range arrays {
		p := g.param("x", g.typeOf(a).Peel(1))
		fn.Params = append(fn.Params, p)
		xs[i], names[i] = ir.Var(p.Name), a.Name
	}
	in := g.inner()
	var out ir.Atom
	if row.IsScalar() {
		out = f(in, xs)
	} else {
		out = in.elementwise(row, f, xs...)
	}
	fn.Body = in.Body(out)
	return g.let("sum", t, &ir.Map{Width: t.Dims[0], Fn: fn, Arrays: names})
}

// adder is addition of two values of type t as an operator.
func (g *gen) adder(t ir.Type) *ir.Lambda {
	x, y := g.param("x", t), g.param("y", t)
	in := g.inner()
	sum := in.plus(t, ir.Var(x.Name), ir.Var(y.Name))
	return &ir.Lambda{Params: []ir.Param{x, y}, Body: in.Body(sum), Results: []ir.Type{t}}
}
