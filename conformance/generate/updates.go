package generate

import (
	"fmt"

	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
)

// renewed overwrites an array, or a part of it, by a value computed from the array: once,
// in a loop, or in a function that consumes it. Fusion may compute both arrays in one
// kernel, and short-circuiting may build the second in place of the first, whose last use
// must then have passed.
func renewed(g *generator, b *ir.Builder, e *environment) []ir.Param {
	t := ir.ArrayOf(g.elem(), g.side(e))
	if g.oneOf(3) == 0 {
		rows, columns := g.area(e)
		t = ir.ArrayOf(t.Elem, rows, columns)
	}
	if t.Rank() == 2 && g.oneOf(4) == 0 { // a small square
		t.Dims[0] = []ir.Atom{e.widths[0], ir.Size(3), ir.Size(17)}[g.oneOf(3)]
		t.Dims[1] = t.Dims[0]
	}
	x := g.scalar(e, t.Elem)
	switch g.oneOf(4) {
	case 0: // in a loop, which may compute it first
		first, remade := g.elementwise(b, x, g.filled(b, e, t)), g.oneOf(2) == 0
		return []ir.Param{g.overwritten(b, g.points(e), first, func(in *ir.Builder, _ ir.Atom, v ir.Param) ir.Atom {
			if remade {
				v = g.elementwise(in, x, v)
			}
			out, _ := g.renew(in, x, v)
			return ir.Var(out.Name)
		})}
	case 1: // in a function
		if t.Rank() == 1 {
			return []ir.Param{g.renewedByCall(b, x, g.elementwise(b, x, g.filled(b, e, t)))}
		}
	}
	out, kept := g.renew(b, x, g.elementwise(b, x, g.filled(b, e, t)))
	return append(kept, out)
}

// renewedByCall passes v to a function that overwrites it.
func (g *generator) renewedByCall(b *ir.Builder, x ir.Atom, v ir.Param) ir.Param {
	n := ir.Param{Name: g.names.Fresh("n"), Type: ir.I64}
	t := ir.ArrayOf(v.Type.Elem, ir.Var(n.Name))
	y := ir.Param{Name: g.names.Fresh("x"), Type: ir.ScalarOf(t.Elem)}
	own := ir.Param{Name: g.names.Fresh("own"), Type: t, Unique: true}
	f := &ir.Fun{Name: fmt.Sprintf("renew%d", len(g.renewing)), Params: []ir.Param{n, y, own}}
	in := ir.NewBuilder(g.names)
	out, _ := g.renew(in, ir.Var(y.Name), ir.Param{Name: own.Name, Type: t})
	f.Results = []ir.Param{{Name: g.names.Fresh("r"), Type: t}}
	f.Body = in.Body(ir.Var(out.Name))
	g.renewing = append(g.renewing, f)
	b.Pos = g.place()
	r := b.Let("renewed", v.Type, &ir.Call{Fun: f.Name, Args: []ir.Atom{v.Type.Dims[0], x, ir.Var(v.Name)}})
	b.Pos = source.Pos{}
	return ir.Param{Name: r.Name, Type: v.Type}
}

// Updates generates programs like Program does, consisting of a few statements that
// overwrite arrays by values computed from them.
func Updates(c *draw.Tape) (*ir.Program, []value.Value) { return only(c, renewed) }

// SmallArrays generates programs like Program does, consisting of a few folds of small arrays and
// threads that carry them.
func SmallArrays(c *draw.Tape) (*ir.Program, []value.Value) { return only(c, smallArrays) }

// only generates a program of one shape, a few times.
func only(c *draw.Tape, of shape) (*ir.Program, []value.Value) {
	g := &generator{choices: c, names: name.NewSupply(0)}
	g.elems = g.palette()
	f := &ir.Fun{Name: "main", Entry: &ir.Entry{Implicit: 4}}
	top, args := g.parameters(f)
	b := ir.NewBuilder(g.names)
	for range 1 + g.oneOf(3) {
		for _, p := range of(g, b, top) {
			top.addParam(p)
			g.kept = append(g.kept, p)
		}
	}
	return g.program(b, top, f), args
}

// elementwise maps over the elements of a, with x.
func (g *generator) elementwise(b *ir.Builder, x ir.Atom, a ir.Param) ir.Param {
	op := g.blend(a.Type.Elem)
	var over func(b *ir.Builder, a ir.Param) ir.Param
	over = func(b *ir.Builder, a ir.Param) ir.Param {
		row := a.Type.Peel(1)
		return g.mapped(b, a.Type.Dims[0], []ir.Param{a}, []ir.Type{row}, func(in *ir.Builder, xs []ir.Atom) []ir.Atom {
			if row.IsScalar() {
				return []ir.Atom{op(in, xs[0], x)}
			}
			return atomsOf([]ir.Param{over(in, ir.Param{Name: xs[0].Name, Type: row})})
		})[0]
	}
	return over(b, a)
}

// renew overwrites v, or a part of it, by a value computed from it. Perhaps it also
// computes something else from v, which is kept.
func (g *generator) renew(b *ir.Builder, x ir.Atom, v ir.Param) (out ir.Param, kept []ir.Param) {
	if g.oneOf(3) == 0 {
		kept = append(kept, g.elementwise(b, x, v))
	}
	w := g.remade(b, x, v)
	if g.oneOf(4) == 0 {
		kept = append(kept, w)
	}
	at, value := g.part(b, v.Type, w)
	return ir.Param{Name: b.Let("renewed", v.Type, &ir.Update{Array: v.Name, Dims: at, Value: value}).Name, Type: v.Type}, kept
}

// remade computes an array of v's type from v.
func (g *generator) remade(b *ir.Builder, x ir.Atom, v ir.Param) ir.Param {
	t := v.Type
	bind := func(base string, x ir.Exp) ir.Param { return ir.Param{Name: b.Let(base, t, x).Name, Type: t} }
	switch g.oneOf(8) {
	case 0:
		return g.neighbours(b, t, x, []ir.Param{v})
	case 1:
		reversed := rowAt(t, ir.RangeOf(plus(b, t.Dims[0], -1), t.Dims[0], ir.Size(-1)))
		return bind("reversed", &ir.Copy{Array: bind("back", &ir.Slice{Array: v.Name, Dims: reversed}).Name})
	case 2:
		if t.Rank() == 2 && t.Dims[0] == t.Dims[1] {
			return bind("turned", &ir.Copy{Array: bind("tr", &ir.Rearrange{Perm: []int{1, 0}, Array: v.Name}).Name})
		}
	case 3:
		if t.Rank() == 1 {
			return g.scanned(b, g.foldOf(b, &environment{}, t.Elem), v)
		}
	case 4:
		return bind("copied", &ir.Copy{Array: v.Name})
	case 5:
		return g.elementwise(b, x, g.elementwise(b, x, v))
	}
	return g.elementwise(b, x, v)
}

// part returns a part of an array of type t, and a part of w of the same size to write
// there: all of it, its first half, or every second element.
func (g *generator) part(b *ir.Builder, t ir.Type, w ir.Param) ([]ir.SliceDim, ir.Atom) {
	n := t.Dims[0]
	half := func(more int64) ir.Atom {
		return b.Prim("half", scalar.Quot, scalar.I64, plus(b, n, more), ir.Size(2))
	}
	rows := func(to ir.SliceDim, from ir.SliceDim) ([]ir.SliceDim, ir.Atom) {
		row := t.Peel(1).Under(to.Size)
		return rowAt(t, to), b.Let("some", row, &ir.Slice{Array: w.Name, Dims: rowAt(t, from)})
	}
	switch g.oneOf(6) {
	case 0:
		h := half(0)
		return rows(ir.RangeOf(ir.Size(0), h, ir.Size(1)), ir.RangeOf(ir.Size(0), h, ir.Size(1)))
	case 1:
		h := half(0)
		return rows(ir.RangeOf(ir.Size(0), h, ir.Size(1)), ir.RangeOf(b.Prim("rest", scalar.Sub, scalar.I64, n, h), h, ir.Size(1)))
	case 2:
		h := half(1)
		return rows(ir.RangeOf(ir.Size(0), h, ir.Size(2)), ir.RangeOf(ir.Size(0), h, ir.Size(1)))
	}
	var all []ir.SliceDim
	for _, d := range t.Dims {
		all = append(all, ir.Whole(d))
	}
	return all, ir.Var(w.Name)
}
