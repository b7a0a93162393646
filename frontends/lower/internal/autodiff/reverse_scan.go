package autodiff

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

func nameOf(a ir.Atom) []name.Name { return []name.Name{a.Name} }

func nameAtoms(ns []name.Name) []ir.Atom {
	out := make([]ir.Atom, len(ns))
	for i, n := range ns {
		out[i] = ir.Var(n)
	}
	return out
}

func namesOf(as []ir.Atom) []name.Name {
	out := make([]name.Name, len(as))
	for i, a := range as {
		out[i] = a.Name
	}
	return out
}

// mostComponents bounds the components of an operator whose scan is differentiated by a scan
// of matrices, which have a component for each pair of them.
const mostComponents = 6

// scan chooses a rule for a scan.
func (r *reverse) scan(g *gen, s *ir.Stm, e *ir.Scan) back {
	unfused(s, e.Fn)
	op, simple := operatorOf(e.Operator)
	plain := r.isPlain(e.Operator, e.Neutral)
	floats := r.floats(s.Pat)
	scalars := len(floats) <= mostComponents
	for _, k := range floats {
		scalars = scalars && e.Operator.Results[k].Rank() == 0 && e.Operator.Results[k].Elem == s.Pat[floats[0]].Type.Elem
	}
	switch {
	case simple && plain && op == scalar.Add:
		g.Append(s)
		return func(g *gen, sc *scope) {
			y := sc.adj[s.Pat[0].Name]
			d := g.let("d", s.Pat[0].Type, &ir.ScanRight{Scan: ir.Scan{Width: e.Width, Operator: r.renamed(e.Operator), Neutral: e.Neutral, Arrays: nameOf(y)}})
			sc.add(g, ir.Var(e.Arrays[0]), d)
		}
	case plain && scalars:
		g.Append(s)
		return func(g *gen, sc *scope) { r.scanBack(g, sc, s, e, floats) }
	}
	loop := r.foldLoop(g, e.Width, nameAtoms(e.Arrays), e.Operator, e.Neutral, true)
	var pat []ir.Param
	for k, t := range e.Operator.Results {
		p := r.param("acc", t)
		if r.active.Has(loop.Params[k].Name) {
			r.active.Add(p.Name)
		}
		pat = append(pat, p)
	}
	return r.loop(g, &ir.Stm{Pat: append(pat, s.Pat...), Exp: loop, Pos: s.Pos}, loop)
}

// scanRight is a scan of the arrays in reverse.
func (r *reverse) scanRight(g *gen, s *ir.Stm, e *ir.ScanRight) back {
	var stms []*ir.Stm
	reverse := func(array name.Name, p ir.Param) {
		t := p.Type
		top := g.op(scalar.Sub, scalar.I64, e.Width, ir.Size(1))
		dims := whole(t)
		dims[0] = ir.RangeOf(top, e.Width, ir.Size(-1))
		stms = append(stms, &ir.Stm{Pat: []ir.Param{p}, Exp: &ir.Slice{Array: array, Dims: dims}, Pos: s.Pos})
	}
	like := func(t ir.Type, n name.Name) ir.Param {
		p := r.param("reversed", t)
		if r.active.Has(n) {
			r.active.Add(p.Name)
		}
		return p
	}
	scan := e.Scan
	scan.Arrays = nil
	for _, n := range e.Arrays {
		p := like(r.typeOf(ir.Var(n)), n)
		reverse(n, p)
		scan.Arrays = append(scan.Arrays, p.Name)
	}
	var pat []ir.Param
	for _, p := range s.Pat {
		pat = append(pat, like(p.Type, p.Name))
	}
	stms = append(stms, &ir.Stm{Pat: pat, Exp: &scan, Pos: s.Pos})
	for k, p := range s.Pat {
		reverse(pat[k].Name, p)
	}
	backs := r.forward(g, stms)
	return func(g *gen, sc *scope) { sc.back(g, backs) }
}

// floats lists the components that vary.
func (r *reverse) floats(ps []ir.Param) (out []int) {
	for k, p := range ps {
		if r.active.Has(p.Name) {
			out = append(out, k)
		}
	}
	return out
}

// scanBack is the general rule for operators of which the components in floats, which vary,
// are scalars. The adjoints z of the prefixes, with what flows to them from the next prefix,
// obey z_i = ȳ_i + J_i·z_{i+1}, where J_i is the derivative of x ↦ x ⊙ x_{i+1} at y_i. So
// they are a scan, from the right, of affine maps.
func (r *reverse) scanBack(g *gen, sc *scope, s *ir.Stm, e *ir.Scan, floats []int) {
	all, n := len(e.Neutral), len(floats)
	elem := s.Pat[floats[0]].Type.Elem
	rows := slices.Repeat([]ir.Type{ir.ScalarOf(elem)}, n)
	square := slices.Repeat(rows, n)
	var ys, seeds []ir.Atom
	for _, p := range s.Pat {
		ys = append(ys, ir.Var(p.Name))
	}
	for _, k := range floats {
		seeds = append(seeds, sc.adjointOrZero(g, ys[k]))
	}
	xs, is := nameAtoms(e.Arrays), g.iota(e.Width)
	last := g.op(scalar.Sub, scalar.I64, e.Width, ir.Size(1))
	// back is the adjoints of the varying components of one operand.
	back := func(g *gen, p *pullback, operand int, seeds []ir.Atom) []ir.Atom {
		dy, out := make([]ir.Atom, all), make([]ir.Atom, n)
		for i, k := range floats {
			dy[k] = seeds[i]
		}
		dx := p.back(dy)[operand*all:]
		for i, k := range floats {
			out[i] = orZero(g, dx[k], rows[i])
		}
		return out
	}
	// Entry n·c+k of a matrix is the derivative of component k by component c.
	matrices := g.maps(e.Width, []ir.Atom{is}, square, func(g *gen, x []ir.Atom) []ir.Atom {
		return g.choose(g.op(scalar.Eq, scalar.I64, x[0], last), square, func(*gen) []ir.Atom {
			return slices.Repeat([]ir.Atom{ir.Const(scalar.Zero(elem))}, n*n)
		}, func(g *gen) []ir.Atom {
			next := g.i64(scalar.Add, x[0], ir.Size(1))
			p := r.pullback(g, e.Operator)
			p.apply(append(g.elements(ys, x[0]), g.elements(xs, next)...)...)
			out := make([]ir.Atom, n*n)
			for k := range n {
				unit := make([]ir.Atom, n)
				unit[k] = ir.Const(scalar.One(elem))
				for c, d := range back(g, p, 0, unit) {
					out[n*c+k] = d
				}
			}
			return out
		})
	})
	types := slices.Concat(square, rows)
	z := g.lets("z", under(e.Width, types), &ir.ScanRight{Scan: ir.Scan{
		Width: e.Width, Operator: g.composition(n, types), Neutral: identity(n, elem), Arrays: namesOf(slices.Concat(matrices, seeds)),
	}})[n*n:]
	d := g.maps(e.Width, slices.Concat([]ir.Atom{is}, xs, z), rows, func(g *gen, x []ir.Atom) []ir.Atom {
		i, x, z := x[0], x[1:1+all], x[1+all:]
		return g.choose(g.op(scalar.Eq, scalar.I64, i, ir.Size(0)), rows, func(*gen) []ir.Atom { return slices.Clone(z) }, func(g *gen) []ir.Atom {
			p := r.pullback(g, e.Operator)
			p.apply(append(g.elements(ys, g.i64(scalar.Add, i, ir.Size(-1))), x...)...)
			return back(g, p, 1, z)
		})
	})
	for i, k := range floats {
		sc.add(g, xs[k], d[i])
	}
}

// elements reads the rows of arrays at an index.
func (g *gen) elements(arrays []ir.Atom, i ir.Atom) (out []ir.Atom) {
	for _, a := range arrays {
		out = append(out, g.element(a, i))
	}
	return out
}

// identity is the affine map that changes nothing.
func identity(n int, t scalar.Type) []ir.Atom {
	out := slices.Repeat([]ir.Atom{ir.Const(scalar.Zero(t))}, n*n+n)
	for k := range n {
		out[n*k+k] = ir.Const(scalar.One(t))
	}
	return out
}

// composition is the operator that composes affine maps: z ↦ J₂·(J₁·z + c₁) + c₂, where the
// first operand is applied first.
func (g *gen) composition(n int, types []ir.Type) *ir.Lambda {
	op := &ir.Lambda{Results: types}
	for range 2 {
		for _, t := range types {
			op.Params = append(op.Params, g.param("m", t))
		}
	}
	at := func(side, k int) ir.Atom { return ir.Var(op.Params[side*len(types)+k].Name) }
	in := g.inner()
	t := types[0].Elem
	dot := func(row int, column func(int) ir.Atom) ir.Atom {
		var sum ir.Atom
		for k := range n {
			product := in.op(scalar.Mul, t, at(1, n*row+k), column(k))
			if k == 0 {
				sum = product
			} else {
				sum = in.op(scalar.Add, t, sum, product)
			}
		}
		return sum
	}
	var out []ir.Atom
	for i := range n {
		for j := range n {
			out = append(out, dot(i, func(k int) ir.Atom { return at(0, n*k+j) }))
		}
	}
	for i := range n {
		moved := dot(i, func(k int) ir.Atom { return at(0, n*n+k) })
		out = append(out, in.op(scalar.Add, t, moved, at(1, n*n+i)))
	}
	op.Body = in.Body(out...)
	return op
}
