// Package generate generates random programs: well-formed, with every operation of soac,
// and failing on some inputs. All randomness is drawn from a tape (package draw), so
// a seed gives the same program every time, and a shorter tape of smaller choices gives a
// smaller program.
package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
)

// Program generates a soac program with one entry point, main, and arguments for it. It
// nests operations, consumes arrays, and may fail in more than one place. Besides random
// statements it contains shapes that passes look for (shapes.go). Floats do not influence
// control flow except in selections (segmented.go), nor indices or conversions to other
// kinds of numbers, so that their values affect only floats; operators that expose more
// about them are applied last (endings.go).
func Program(c *draw.Tape) (*ir.Program, []value.Value) { return program(c, nil) }

// program is Program with constants that are often drawn from near.
func program(c *draw.Tape, near []scalar.Value) (*ir.Program, []value.Value) {
	g := &generator{choices: c, names: name.NewSupply(0), near: near}
	g.elems = g.palette()
	for _, name := range []string{"f", "g"} {
		g.functions = append(g.functions, g.function(name))
	}
	f := &ir.Fun{Name: "main", Entry: &ir.Entry{Implicit: 4}}
	top, args := g.parameters(f)
	b := ir.NewBuilder(g.names)
	g.statements(b, top, 3, 3)
	g.shapes(b, top)
	g.statements(b, top, 7, 3)
	return g.program(b, top, f), args
}

// program completes main, and with it the program.
func (g *generator) program(b *ir.Builder, e *environment, f *ir.Fun) *ir.Program {
	g.results(b, e, f)
	for _, r := range f.Results {
		f.Entry.Results = append(f.Entry.Results, ir.External{Type: r.Type.String()})
	}
	return &ir.Program{Level: ir.Soac, Funs: slices.Concat(g.functions, g.renewing, []*ir.Fun{f}), Names: g.names}
}

// palette draws the element types of a program: i64 and bool, for counts and decisions, and
// three others. With more types, few values would combine with others of their type.
func (g *generator) palette() []scalar.Type {
	out := []scalar.Type{scalar.I64, scalar.Bool}
	left := []scalar.Type{scalar.I32, scalar.F32, scalar.F64, scalar.U8, scalar.I8, scalar.I16, scalar.U16, scalar.U32, scalar.U64, scalar.F16}
	for range 3 {
		k := g.oneOf(len(left))
		out = append(out, left[k])
		left = slices.Delete(left, k, k+1)
	}
	return out
}

// parameters gives f its parameters, and draws arguments: for each type an array of n
// elements, n < 5, and a scalar; for one type an array that fills a few chunks of a
// reduction; and for one a table of p rows of q elements.
func (g *generator) parameters(f *ir.Fun) (*environment, []value.Value) {
	var sizes []ir.Atom
	for _, base := range sizeNames {
		size := ir.Param{Name: g.names.Fresh(base), Type: ir.I64}
		f.Params = append(f.Params, size)
		sizes = append(sizes, ir.Var(size.Name))
	}
	n, m, p, q := sizes[0], sizes[1], sizes[2], sizes[3]
	top := &environment{widths: []ir.Atom{n, ir.Size(3)}, wides: sizes[1:]}
	var args []value.Value
	add := func(base string, t ir.Type, shape ...int64) {
		p := ir.Param{Name: g.names.Fresh(base), Type: t}
		f.Params = append(f.Params, p)
		top.addParam(p)
		external := t.Elem.String()
		if t.IsArray() {
			external = strings.Repeat("[]", t.Rank()) + external
		}
		f.Entry.Params = append(f.Entry.Params, ir.External{Name: base, Type: external})
		args = append(args, g.data(t.Elem, shape...))
	}
	few, many := int64(g.oneOf(5)), manies[g.oneOf(len(manies))]
	for _, elem := range g.elems {
		add("xs", ir.ArrayOf(elem, n), few)
		add("x", ir.ScalarOf(elem))
	}
	area := areas[g.oneOf(len(areas))]
	add("ws", ir.ArrayOf(g.elem(), m), many)
	add("table", ir.ArrayOf(g.elem(), p, q), area[0], area[1])
	return top, args
}

// sizeNames are what main's sizes are called: as printers of code call variables of their own, so
// that a printer whose names could be a program's is found out.
var sizeNames = []string{"count", "size", "to", "i"}

// manies are the sizes of the possibly large array: around the sizes of vectors,
// work-groups and reduction chunks.
var manies = []int64{0, 1, 2, 7, 31, 32, 33, 100, 255, 256, 257, 1000, 1023, 1024, 1025, 2050}

// areas are the shapes of the table: few or many rows, both multiples and non-multiples of
// what threads process at once.
var areas = [][2]int64{
	{0, 0}, {0, 5}, {5, 0}, {1, 1}, {1, 33}, {33, 1}, {2, 3}, {4, 4}, {7, 5}, {16, 16}, {17, 9}, {31, 33}, {32, 32}, {33, 31},
	{64, 9}, {12, 65}, {2, 257}, {257, 2}, {255, 3}, {16, 20}, {1, 1025}, {1025, 1}, {1, 1000}, {129, 4}, {3, 128}, {4, 129}, {256, 3},
}

// results completes main with results: arrays, chains computed from them, scalars, and
// endings of floats.
func (g *generator) results(b *ir.Builder, e *environment, f *ir.Fun) {
	var results []ir.Atom
	one := func(base string, x name.Name, t ir.Type) ir.Atom {
		results = append(results, ir.Var(x))
		r := ir.Param{Name: g.names.Fresh(base), Type: t}
		f.Results = append(f.Results, r)
		return ir.Var(r.Name)
	}
	sizes := map[ir.Atom]ir.Atom{} // size arrays that are results themselves
	for _, p := range f.Params {
		sizes[ir.Var(p.Name)] = ir.Var(p.Name)
	}
	add := func(base string, x name.Name, t ir.Type) {
		t.Dims = slices.Clone(t.Dims)
		for k, d := range t.Dims {
			if _, there := sizes[d]; d.IsVar() && !there {
				sizes[d] = one("size", d.Name, ir.I64)
			}
			if d.IsVar() {
				t.Dims[k] = sizes[d]
			}
		}
		one(base, x, t)
	}
	for _, a := range append(g.pick(e.arrays, 3), g.kept...) {
		add("r", a.Name, a.Type)
	}
	if g.oneOf(2) == 1 { // use the final chain
		for _, a := range g.chain(b, e, 1) {
			add("r", a.Name, a.Type)
		}
	}
	for range 3 {
		if r, base, ok := g.ending(b, e); ok {
			add(base, r.Name, r.Type)
		}
	}
	for _, elem := range g.elems {
		results = append(results, g.scalar(e, elem))
		f.Results = append(f.Results, ir.Param{Name: g.names.Fresh("r"), Type: ir.ScalarOf(elem)})
	}
	f.Body = b.Body(results...)
}

type generator struct {
	choices *draw.Tape
	names   *name.Supply
	line    int            // line of the last position
	elems   []scalar.Type  // element types of the program
	near    []scalar.Value // constants to prefer

	functions []*ir.Fun  // functions that may be called
	renewing  []*ir.Fun  // functions that consume an array (renewed)
	kept      []ir.Param // unconditional results
}

// environment holds what the generated code may use.
type environment struct {
	scalars []ir.Param
	arrays  []ir.Param // not consumed while they are here
	widths  []ir.Atom  // sizes
	wides   []ir.Atom  // sizes of large arrays: m, p, q; at the top level of main only
	over    ir.Atom    // the width of parallel operations, if not one of widths
	far     []ir.Param // large arrays: read, but not copied
}

// inner returns an environment for nested code; additions to it stay local.
func (e *environment) inner() *environment {
	in := &environment{scalars: slices.Clone(e.scalars), widths: e.widths, far: slices.Clone(e.far)}
	for _, a := range e.arrays {
		if slices.ContainsFunc(a.Type.Dims, func(d ir.Atom) bool { return slices.Contains(e.wides, d) }) {
			in.far = append(in.far, a)
		} else {
			in.arrays = append(in.arrays, a)
		}
	}
	return in
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

func (g *generator) elem() scalar.Type            { return g.elems[g.oneOf(len(g.elems))] }
func (g *generator) width(e *environment) ir.Atom { return e.widths[g.oneOf(len(e.widths))] }

// extent draws the width of a parallel operation.
func (g *generator) extent(e *environment) ir.Atom {
	if e.over.IsVar() {
		return e.over
	}
	return g.width(e)
}

// statements adds n statements and their bindings.
func (g *generator) statements(b *ir.Builder, e *environment, n, depth int) {
	choices := flat
	if depth > 0 {
		choices = slices.Concat(choices, deep())
	}
	if len(e.wides) > 0 {
		choices = slices.Concat(choices, []addStatement{genWide, genWide, genWide})
	}
	for range n {
		// The least choice adds nothing: a tape of zeros is a program that does nothing.
		if k := g.oneOf(len(choices) + 1); k > 0 {
			choices[k-1](g, b, e, depth)
		}
	}
}

// let binds x and adds it to the environment.
func (g *generator) let(b *ir.Builder, e *environment, base string, t ir.Type, x ir.Exp) ir.Param {
	a := b.Let(base, t, x)
	p := ir.Param{Name: a.Name, Type: t}
	e.addParam(p)
	return p
}

// place returns a position that no other statement has.
func (g *generator) place() source.Pos {
	g.line++
	return source.Pos{File: "generated", Line: g.line, Col: 1}
}

// assert adds an assertion with a position of its own.
func (g *generator) assert(b *ir.Builder, cond ir.Atom, parts ...ir.MessagePart) {
	b.Assert(cond, []source.Pos{g.place()}, parts...)
}

// lambda returns a function with the given parameters and result types.
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

// ofType returns an atom of type t, a fresh array if necessary.
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

// rowType draws a scalar, a row, or a two-dimensional array.
func (g *generator) rowType(e *environment) ir.Type {
	if g.oneOf(4) > 0 {
		return ir.ScalarOf(g.elem())
	}
	if g.oneOf(4) > 0 {
		return ir.ArrayOf(g.elem(), g.width(e))
	}
	return ir.ArrayOf(g.elem(), g.width(e), g.width(e))
}

// inputs draws arrays of the same width, one of them an iota, and parameters for their
// elements. The iota's parameter is the first.
func (g *generator) inputs(b *ir.Builder, e *environment) (width ir.Atom, arrays []name.Name, params []ir.Param) {
	width = g.extent(e)
	add := func(array name.Name, t ir.Type) {
		arrays = append(arrays, array)
		params = append(params, ir.Param{Name: g.names.Fresh("p"), Type: t.Peel(1)})
	}
	add(g.counted(b, width), ir.I64.Under(width))
	for _, a := range g.pick(e.arrays, 3) {
		if a.Type.Dims[0] == width {
			add(a.Name, a.Type)
		}
	}
	return width, arrays, params
}

// Describe returns a generated case as text, for failure messages.
func Describe(p *ir.Program, args []value.Value) string {
	return fmt.Sprintf("%v\n-- main.in --\n%v", p, args)
}
