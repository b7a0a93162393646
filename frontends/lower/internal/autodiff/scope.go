package autodiff

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// scope is a body whose return sweep is being made.
type scope struct {
	*reverse
	// adj holds adjoints, as far as they are known here. An absent one is zero.
	adj map[name.Name]ir.Atom
	// scattered are contributions to elements of arrays that iterations share; see sparse.
	scattered []entry
	// bound holds the names that the body binds. It is nil for the outermost body.
	bound ir.Names
	// parallel is set for the body of an array operation and for branches in it: there, the
	// contribution to an element of a free array is not added to an array of all adjoints,
	// of which each iteration would need one, but leaves the body as index and value.
	parallel bool
	outer    *scope // of a branch
}

// entry is a contribution to elements of an array: values, and an index for each of the
// array's outer dimensions. Entries out of bounds count for nothing.
type entry struct {
	array   name.Name
	widths  []ir.Atom // outer sizes of indices and values, which are arrays unless empty
	indices []ir.Atom
	value   ir.Atom
}

func (r *reverse) newScope() *scope { return &scope{reverse: r, adj: map[name.Name]ir.Atom{}} }

// within returns the scope of a body with parameters.
func (r *reverse) within(b *ir.Body, params []ir.Param) *scope {
	sc := r.newScope()
	sc.bound = ir.Names{}
	w := &ir.Walker{Bind: func(n *name.Name) { sc.bound.Add(*n) }}
	w.Params(params)
	w.InBody(b)
	return sc
}

// adjoint returns the adjoint of a; false if it is zero.
func (sc *scope) adjoint(a ir.Atom) (ir.Atom, bool) {
	if !a.IsVar() {
		return ir.Atom{}, false
	}
	d, ok := sc.adj[a.Name]
	return d, ok
}

// adjointOrZero is the adjoint of a, made of zeros if it is zero.
func (sc *scope) adjointOrZero(g *gen, a ir.Atom) ir.Atom {
	if d, ok := sc.adjoint(a); ok {
		return d
	}
	return g.zeros(sc.typeOf(a))
}

// isFree reports whether n comes from around the body, and its adjoint so leaves it.
func (sc *scope) isFree(n name.Name) bool { return sc.bound != nil && !sc.bound.Has(n) }

// sparse reports whether contributions to elements of the array n are entries.
func (sc *scope) sparse(n name.Name) bool {
	if !sc.isFree(n) {
		return false
	}
	if sc.outer != nil {
		return sc.outer.sparse(n)
	}
	return sc.parallel
}

// add adds c to the adjoint of a.
func (sc *scope) add(g *gen, a, c ir.Atom) {
	if !sc.varies(a) {
		return
	}
	t := sc.typeOf(a)
	c = g.view(c, t)
	if d, ok := sc.adj[a.Name]; ok {
		c = g.plus(t, d, c)
	}
	sc.adj[a.Name] = c
}

// addAt adds c to the adjoints of the elements of an array that dims select, which are
// different ones.
func (sc *scope) addAt(g *gen, array name.Name, dims []ir.SliceDim, c ir.Atom) {
	if !sc.active.Has(array) {
		return
	}
	if indices, isRow := leading(dims, sc.typeOf(ir.Var(array))); isRow && sc.sparse(array) {
		sc.scattered = append(sc.scattered, entry{array: array, indices: indices, value: c})
		return
	}
	d, known := sc.adj[array]
	if !known {
		d = g.zeros(sc.typeOf(ir.Var(array)))
	} else {
		t := sc.typeOf(c)
		c = g.plus(t, g.view(g.selected(d, dims), t), c)
	}
	sc.adj[array] = g.let("d", sc.typeOf(ir.Var(array)), &ir.Update{Array: d.Name, Dims: dims, Value: c})
}

// leading returns the indices of a selection that fixes outer dimensions and leaves the
// others whole.
func leading(dims []ir.SliceDim, t ir.Type) (indices []ir.Atom, ok bool) {
	for i, d := range dims {
		switch {
		case d.Fix && i == len(indices):
			indices = append(indices, d.Start)
		case d.Fix || d != ir.Whole(t.Dims[i]):
			return nil, false
		}
	}
	return indices, len(indices) > 0
}

// addFlat adds c to the adjoints of the points of an LMAD slice, of which some may be one.
func (sc *scope) addFlat(g *gen, e *ir.FlatSlice, c ir.Atom) {
	if !sc.active.Has(e.Array) {
		return
	}
	en := entry{array: e.Array, value: c}
	for _, d := range e.Dims {
		en.widths = append(en.widths, d.Size)
	}
	en.indices = []ir.Atom{g.points(e.Offset, e.Dims)}
	sc.enter(g, en)
}

// points is the array of the points of an LMAD.
func (g *gen) points(offset ir.Atom, dims []ir.FlatDim) ir.Atom {
	if len(dims) == 0 {
		return offset
	}
	t := ir.ScalarOf(scalar.I64)
	for _, d := range dims {
		t.Dims = append(t.Dims, d.Size)
	}
	return g.tabulate(dims[0].Size, t.Peel(1), func(g *gen, i ir.Atom) ir.Atom {
		return g.points(g.i64(scalar.Add, offset, g.i64(scalar.Mul, i, dims[0].Stride)), dims[1:])
	})
}

// enter adds an entry, at once unless it is one of a parallel iteration.
func (sc *scope) enter(g *gen, en entry) {
	if sc.sparse(en.array) {
		sc.scattered = append(sc.scattered, en)
		return
	}
	sc.combine(g, en)
}

// combine adds an entry to the array of adjoints, as a histogram.
func (sc *scope) combine(g *gen, en entry) {
	t := sc.typeOf(ir.Var(en.array))
	row := t.Peel(len(en.indices))
	total := ir.Size(1)
	for _, w := range en.widths {
		total = g.i64(scalar.Mul, total, w)
	}
	flat := func(a ir.Atom, elem ir.Type) ir.Atom {
		to := elem.Under(total)
		if len(en.widths) == 0 {
			return g.let("one", to, &ir.Literal{Row: elem, Elems: []ir.Atom{a}})
		}
		return g.view(a, to)
	}
	h := &ir.Hist{Width: total, Fn: &ir.Lambda{Body: &ir.Body{}}}
	pass := func(a ir.Atom, elem ir.Type) {
		h.Arrays = append(h.Arrays, flat(a, elem).Name)
		p := g.param("x", elem)
		h.Fn.Params = append(h.Fn.Params, p)
		h.Fn.Results = append(h.Fn.Results, elem)
		h.Fn.Body.Result = append(h.Fn.Body.Result, ir.Var(p.Name))
	}
	for _, i := range en.indices {
		pass(i, ir.I64)
	}
	pass(en.value, row)
	d := sc.adjointOrZero(g, ir.Var(en.array))
	h.Ops = []ir.HistOp{{Dests: []name.Name{d.Name}, Rank: len(en.indices), Operator: g.adder(row), Neutral: []ir.Atom{g.zeros(row)}}}
	sc.adj[en.array] = g.let("d", t, h)
}

// settle combines those entries that cannot leave a body because their sizes are known only
// in it.
func (sc *scope) settle(g *gen) {
	var leave []entry
	for _, en := range sc.scattered {
		local := false
		for _, w := range en.widths {
			local = local || w.IsVar() && sc.bound.Has(w.Name)
		}
		if local {
			sc.combine(g, en)
		} else {
			leave = append(leave, en)
		}
	}
	sc.scattered = leave
}
