package autodiff

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

func (g *gen) i64(op scalar.Op, x, y ir.Atom) ir.Atom {
	switch {
	case op == scalar.Mul && x == ir.Size(1), op == scalar.Add && x == ir.Size(0):
		return y
	case op == scalar.Mul && y == ir.Size(1), op == scalar.Add && y == ir.Size(0):
		return x
	}
	return g.op(op, scalar.I64, x, y)
}

// view is a as a value of type t, whose sizes may go by other names.
func (g *gen) view(a ir.Atom, t ir.Type) ir.Atom {
	if t.IsScalar() || sameSizes(g.typeOf(a), t) {
		return a
	}
	return g.let("view", t, &ir.Reshape{Shape: t.Dims, Array: a.Name})
}

func sameSizes(t, u ir.Type) bool {
	if t.Rank() != u.Rank() {
		return false
	}
	for i := range t.Dims {
		if t.Dims[i] != u.Dims[i] {
			return false
		}
	}
	return true
}

func fixed(indices []ir.Atom) []ir.SliceDim {
	out := make([]ir.SliceDim, len(indices))
	for i, a := range indices {
		out[i] = ir.FixAt(a)
	}
	return out
}

// whole selects all of an array of type t.
func whole(t ir.Type) []ir.SliceDim {
	out := make([]ir.SliceDim, t.Rank())
	for i, d := range t.Dims {
		out[i] = ir.Whole(d)
	}
	return out
}

// selected reads what dims, one for each dimension, select of an array.
func (g *gen) selected(array ir.Atom, dims []ir.SliceDim) ir.Atom {
	t := ir.ScalarOf(g.typeOf(array).Elem)
	var indices []ir.Atom
	for _, d := range dims {
		if d.Fix {
			indices = append(indices, d.Start)
		} else {
			t.Dims = append(t.Dims, d.Size)
		}
	}
	if t.IsScalar() {
		return g.let("x", t, &ir.Index{Array: array.Name, Indices: indices})
	}
	return g.let("x", t, &ir.Slice{Array: array.Name, Dims: dims})
}

// element reads the element, or row, of an array at indices into its outer dimensions.
func (g *gen) element(array ir.Atom, indices ...ir.Atom) ir.Atom {
	t := g.typeOf(array)
	return g.selected(array, append(fixed(indices), whole(t.Peel(len(indices)))...))
}

// setElement replaces a row of an array.
func (g *gen) setElement(array, i, v ir.Atom) ir.Atom {
	t := g.typeOf(array)
	dims := append(fixed([]ir.Atom{i}), whole(t.Peel(1))...)
	return g.let(array.Name.Base, t, &ir.Update{Array: array.Name, Dims: dims, Value: v})
}

// tabulate is the array of what f computes for the indices below n.
func (g *gen) tabulate(n ir.Atom, row ir.Type, f func(g *gen, i ir.Atom) ir.Atom) ir.Atom {
	is := g.iota(n)
	return g.maps(n, []ir.Atom{is}, []ir.Type{row}, func(g *gen, xs []ir.Atom) []ir.Atom {
		return []ir.Atom{f(g, xs[0])}
	})[0]
}

func (g *gen) iota(n ir.Atom) ir.Atom {
	return g.let("is", ir.ArrayOf(scalar.I64, n), ir.IotaOf(n))
}

// maps maps f over the rows of arrays; its results have the types rows.
func (g *gen) maps(n ir.Atom, arrays []ir.Atom, rows []ir.Type, f func(g *gen, xs []ir.Atom) []ir.Atom) []ir.Atom {
	fn := &ir.Lambda{Results: rows}
	var names []name.Name
	var xs []ir.Atom
	for _, a := range arrays {
		p := g.param("x", g.typeOf(a).Peel(1))
		fn.Params, names, xs = append(fn.Params, p), append(names, a.Name), append(xs, ir.Var(p.Name))
	}
	in := g.inner()
	fn.Body = in.Body(f(in, xs)...)
	return g.lets("d", under(n, rows), &ir.Map{Width: n, Fn: fn, Arrays: names})
}

// lets binds e's results, of types ts.
func (g *gen) lets(base string, ts []ir.Type, e ir.Exp) []ir.Atom {
	out := g.Lets(base, ts, e)
	for i, a := range out {
		g.types[a.Name] = ts[i]
	}
	return out
}

func under(n ir.Atom, rows []ir.Type) []ir.Type {
	out := make([]ir.Type, len(rows))
	for i, t := range rows {
		out[i] = t.Under(n)
	}
	return out
}

// total is the sum of the rows of an array.
func (g *gen) total(array ir.Atom) ir.Atom {
	t := g.typeOf(array)
	row := t.Peel(1)
	return g.let("total", row, &ir.Reduce{
		Width: t.Dims[0], Operator: g.adder(row), Neutral: []ir.Atom{g.zeros(row)}, Commutative: true, Arrays: []name.Name{array.Name},
	})
}

// choose runs one of two bodies, whose results have the types ts.
func (g *gen) choose(cond ir.Atom, ts []ir.Type, then, els func(g *gen) []ir.Atom) []ir.Atom {
	x, y := g.inner(), g.inner()
	return g.lets("d", ts, &ir.If{Cond: cond, Then: x.Body(then(x)...), Else: y.Body(els(y)...)})
}

// inline emits a copy of a function applied to arguments and returns its results.
func (r *reverse) inline(g *gen, l *ir.Lambda, args ...ir.Atom) []ir.Atom {
	l = r.renamed(l)
	s := ir.Subst{}
	for i, p := range l.Params {
		s[p.Name] = args[i]
	}
	s.Body(l.Body)
	g.Append(l.Body.Stms...)
	w := r.recorder()
	for _, st := range l.Body.Stms {
		w.InStm(st)
	}
	return l.Body.Result
}
