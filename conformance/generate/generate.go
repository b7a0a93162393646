// Package generate makes random programs: well-formed, of every operation that
// soac has, and failing on some inputs. All that is random about a program is
// drawn from a tape of choices (Choices), so a seed gives the same program every
// time, and a shorter tape of smaller choices gives a smaller program.
package generate

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
)

// Program makes a soac program with one entry point, main, and arguments for
// it. It nests operations, consumes arrays, and may fail in more than one place.
func Program(c *Choices) (*ir.Program, []value.Value) {
	g := &generator{choices: c, names: name.NewSupply(0)}
	for _, name := range []string{"f", "g"} {
		g.functions = append(g.functions, g.function(name))
	}
	n := g.names.Fresh("n")
	params := []ir.Param{{Name: n, Type: ir.I64}}
	top := &environment{widths: []ir.Atom{ir.Var(n), ir.Size(3)}}
	entry := &ir.Entry{Implicit: 1}
	var args []value.Value
	size := int64(c.Below(5))
	for _, elem := range elems {
		p := ir.Param{Name: g.names.Fresh("xs"), Type: ir.ArrayOf(elem, ir.Var(n))}
		q := ir.Param{Name: g.names.Fresh("x"), Type: ir.ScalarOf(elem)}
		params = append(params, p, q)
		top.addParam(p)
		top.addParam(q)
		entry.Params = append(entry.Params, ir.External{Name: p.Name.Base, Type: "[]" + elem.String()}, ir.External{Name: q.Name.Base, Type: elem.String()})
		args = append(args, g.data(elem, size), g.data(elem))
	}
	b := ir.NewBuilder(g.names)
	g.statements(b, top, 12, 3)
	f := &ir.Fun{Name: "main", Entry: entry, Params: params}
	var results []ir.Atom
	for _, a := range g.pick(top.arrays, 3) {
		results = append(results, ir.Var(a.Name))
		f.Results = append(f.Results, ir.Param{Name: g.names.Fresh("r"), Type: a.Type})
	}
	if g.oneOf(2) == 1 { // what is made at last is used
		for _, a := range g.chain(b, top, 1) {
			results = append(results, ir.Var(a.Name))
			f.Results = append(f.Results, ir.Param{Name: g.names.Fresh("r"), Type: a.Type})
		}
	}
	for _, elem := range elems {
		results = append(results, g.scalar(top, elem))
		f.Results = append(f.Results, ir.Param{Name: g.names.Fresh("r"), Type: ir.ScalarOf(elem)})
	}
	for _, r := range f.Results {
		entry.Results = append(entry.Results, ir.External{Type: r.Type.String()})
	}
	f.Body = b.Body(results...)
	return &ir.Program{Level: ir.Soac, Funs: append(g.functions, f), Names: g.names}, args
}

// elems are the element types of generated programs.
var elems = []scalar.Type{scalar.I64, scalar.I32, scalar.F32, scalar.Bool}

type generator struct {
	choices *Choices
	names   *name.Supply
	line    int // of the last place

	functions []*ir.Fun // that may be called
}

// environment is what the code being generated may use.
type environment struct {
	scalars []ir.Param
	arrays  []ir.Param // never consumed while they are here
	widths  []ir.Atom  // sizes
}

// inner is an environment for code within: what it adds stays there.
func (e *environment) inner() *environment {
	return &environment{slices.Clone(e.scalars), slices.Clone(e.arrays), e.widths}
}

func (e *environment) addParam(p ir.Param) {
	if p.Type.IsArray() {
		e.arrays = append(e.arrays, p)
	} else {
		e.scalars = append(e.scalars, p)
	}
}

// oneOf draws an index below n.
func (g *generator) oneOf(n int) int { return g.choices.Below(n) }

// pick draws at most n of ps.
func (g *generator) pick(ps []ir.Param, n int) []ir.Param {
	var out []ir.Param
	for range n {
		if len(ps) > 0 {
			out = append(out, ps[g.oneOf(len(ps))])
		}
	}
	return out
}

// data draws an argument.
func (g *generator) data(elem scalar.Type, shape ...int64) value.Value {
	v, err := value.New(elem, shape...)
	if err != nil {
		panic(err) // sizes are small and element types known
	}
	for i := range v.Len() {
		v.Set(i, g.constant(elem))
	}
	return v
}

func (g *generator) constant(elem scalar.Type) scalar.Value {
	switch elem {
	case scalar.Bool:
		return scalar.FromBool(g.oneOf(2) == 1)
	case scalar.F32:
		return scalar.Float(elem, g.float())
	}
	return scalar.Int(elem, []int64{0, 1, 2, 3, 4, 5, 6, -1, -2, -3}[g.oneOf(10)])
}

// float draws a number between -8 and 8: a small fraction, or one of many bits.
func (g *generator) float() float64 {
	x := 0.0
	if g.oneOf(2) == 0 {
		x = float64(g.oneOf(17)) / 2
	} else {
		x = float64(g.oneOf(1<<23)) / (1 << 20)
	}
	if g.oneOf(2) == 1 {
		return -x
	}
	return x
}

// scalar draws an atom of type elem.
func (g *generator) scalar(e *environment, elem scalar.Type) ir.Atom {
	var fit []ir.Atom
	for _, p := range e.scalars {
		if p.Type.Elem == elem {
			fit = append(fit, ir.Var(p.Name))
		}
	}
	if len(fit) == 0 || g.oneOf(5) == 0 {
		return ir.Const(g.constant(elem))
	}
	return fit[g.oneOf(len(fit))]
}

func (g *generator) elem() scalar.Type            { return elems[g.oneOf(len(elems))] }
func (g *generator) width(e *environment) ir.Atom { return e.widths[g.oneOf(len(e.widths))] }

// statements adds n statements and what they bind.
func (g *generator) statements(b *ir.Builder, e *environment, n, depth int) {
	choices := flat
	if depth > 0 {
		choices = slices.Concat(flat, deep())
	}
	for range n {
		// The least choice is to add nothing: a tape of zeros is a program that
		// does nothing.
		if k := g.oneOf(len(choices) + 1); k > 0 {
			choices[k-1](g, b, e, depth)
		}
	}
}

// let binds e's result and makes it known.
func (g *generator) let(b *ir.Builder, e *environment, base string, t ir.Type, x ir.Exp) ir.Param {
	a := b.Let(base, t, x)
	p := ir.Param{Name: a.Name, Type: t}
	e.addParam(p)
	return p
}

// place is a position that no other statement has.
func (g *generator) place() source.Pos {
	g.line++
	return source.Pos{File: "generated", Line: g.line, Col: 1}
}

// assert adds an assertion of its own place.
func (g *generator) assert(b *ir.Builder, cond ir.Atom, parts ...ir.MessagePart) {
	b.Assert(cond, []source.Pos{g.place()}, parts...)
}

// lambda is a function of the given parameters and results.
func (g *generator) lambda(e *environment, params []ir.Param, results []ir.Type, depth int) *ir.Lambda {
	in := e.inner()
	for _, p := range params {
		in.addParam(p)
	}
	b := ir.NewBuilder(g.names)
	return &ir.Lambda{Params: params, Results: results, Body: g.returning(b, in, results, depth)}
}

// returning completes a body with statements and results of the given types.
func (g *generator) returning(b *ir.Builder, e *environment, results []ir.Type, depth int) *ir.Body {
	g.statements(b, e, 1+g.oneOf(3), depth-1)
	var out []ir.Atom
	for _, t := range results {
		out = append(out, g.ofType(b, e, t))
	}
	return b.Body(out...)
}

// ofType is an atom of type t, a fresh array if need be.
func (g *generator) ofType(b *ir.Builder, e *environment, t ir.Type) ir.Atom {
	if t.IsScalar() {
		return g.scalar(e, t.Elem)
	}
	for _, a := range g.pick(e.arrays, 4) {
		if a.Type.Elem == t.Elem && slices.Equal(a.Type.Dims, t.Dims) {
			return ir.Var(a.Name)
		}
	}
	return b.Let("filled", t, &ir.Replicate{Shape: t.Dims, Value: g.scalar(e, t.Elem)})
}

// rowType draws a scalar or a row.
func (g *generator) rowType(e *environment) ir.Type {
	if g.oneOf(4) == 0 {
		return ir.ArrayOf(g.elem(), g.width(e))
	}
	return ir.ScalarOf(g.elem())
}

// inputs draws arrays of one width, an iota among them, and parameters for
// their elements. The iota's parameter is the first.
func (g *generator) inputs(b *ir.Builder, e *environment) (width ir.Atom, arrays []name.Name, params []ir.Param) {
	width = g.width(e)
	add := func(array name.Name, t ir.Type) {
		arrays = append(arrays, array)
		params = append(params, ir.Param{Name: g.names.Fresh("p"), Type: t.Peel(1)})
	}
	is := ir.ArrayOf(scalar.I64, width)
	add(b.Let("is", is, &ir.Iota{Elem: scalar.I64, Count: width, Start: ir.Size(0), Step: ir.Size(1)}).Name, is)
	for _, a := range g.pick(e.arrays, 3) {
		if a.Type.Dims[0] == width {
			add(a.Name, a.Type)
		}
	}
	return width, arrays, params
}

// binary are total operators with their types.
func (g *generator) binary() (scalar.Op, scalar.Type) {
	ops := []scalar.Op{scalar.Add, scalar.Sub, scalar.Mul, scalar.Min, scalar.Max, scalar.And, scalar.Or, scalar.Xor,
		scalar.Eq, scalar.Lt, scalar.Le, scalar.Ge, scalar.Ne}
	op := ops[g.oneOf(len(ops))]
	on := op.Info().On
	var fit []scalar.Type
	for _, t := range elems {
		if on.Has(t) {
			fit = append(fit, t)
		}
	}
	return op, fit[g.oneOf(len(fit))]
}

// folds are associative operators; on floats only nearly so, which the tree
// makes up for.
func (g *generator) fold() (fn *ir.Lambda, neutral scalar.Value, t scalar.Type) {
	t = []scalar.Type{scalar.I64, scalar.I32, scalar.F32}[g.oneOf(3)]
	ops := []scalar.Op{scalar.Add, scalar.Min, scalar.Max}
	op := ops[g.oneOf(len(ops))]
	neutral = map[scalar.Op]scalar.Value{scalar.Add: scalar.Zero(t), scalar.Min: scalar.Highest(t), scalar.Max: scalar.Lowest(t)}[op]
	st := ir.ScalarOf(t)
	x, y := g.names.Fresh("a"), g.names.Fresh("b")
	b := ir.NewBuilder(g.names)
	r := b.Prim("c", op, t, ir.Var(x), ir.Var(y))
	return &ir.Lambda{Params: []ir.Param{{Name: x, Type: st}, {Name: y, Type: st}}, Results: []ir.Type{st}, Body: b.Body(r)}, neutral, t
}

// Describe is a generated case as text, for failure messages.
func Describe(p *ir.Program, args []value.Value) string {
	return fmt.Sprintf("%v\n-- main.in --\n%v", p, args)
}
