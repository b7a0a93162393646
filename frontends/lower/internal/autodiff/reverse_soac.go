package autodiff

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// combinator emits the forward sweep of a combinator and returns its return sweep.
func (r *reverse) combinator(g *gen, s *ir.Stm) back {
	switch e := s.Exp.(type) {
	case *ir.Map:
		g.Append(s)
		return func(g *gen, sc *scope) { r.mapBack(g, sc, s, e) }
	case *ir.Reduce:
		return r.reduce(g, s, e)
	case *ir.Scan:
		return r.scan(g, s, e)
	case *ir.ScanRight:
		return r.scanRight(g, s, e)
	case *ir.Scatter:
		return r.scatter(g, s, e)
	case *ir.Hist:
		return r.hist(g, s, e)
	}
	fail(s.Pos, "%s has no derivative.", s.Exp.Op())
	return nil
}

// operatorOf returns the scalar operator that op applies to its two operands, component by
// component and element by element; false if it is not of that form.
func operatorOf(op *ir.Lambda) (scalar.Op, bool) {
	n := len(op.Params) / 2
	if n != 1 || len(op.Body.Stms) != 1 || op.Body.Result[0] != ir.Var(op.Body.Stms[0].Pat[0].Name) {
		return 0, false
	}
	x, y := op.Params[0].Name, op.Params[1].Name
	switch e := op.Body.Stms[0].Exp.(type) {
	case *ir.Prim:
		ok := len(e.Args) == 2 && (e.Args[0] == ir.Var(x) && e.Args[1] == ir.Var(y) ||
			e.Fn.Info().Commutative && e.Args[0] == ir.Var(y) && e.Args[1] == ir.Var(x))
		return e.Fn, ok
	case *ir.Map:
		if len(e.Arrays) == 2 && (e.Arrays[0] == x && e.Arrays[1] == y || e.Arrays[0] == y && e.Arrays[1] == x) {
			f, ok := operatorOf(e.Fn)
			return f, ok && f.Info().Commutative
		}
	}
	return 0, false
}

// isPlain reports whether the general rules for op hold: it reads nothing that varies from
// around it, and its neutral elements are constants.
func (r *reverse) isPlain(op *ir.Lambda, neutral []ir.Atom) bool {
	if slices.ContainsFunc(neutral, r.varies) {
		return false
	}
	for n := range ir.FreeInLambda(op) {
		if r.active.Has(n) {
			return false
		}
	}
	return true
}

// unfused fails for folds with a function of their own, which fusion makes: derivatives are
// made before.
func unfused(s *ir.Stm, fn *ir.Lambda) {
	if fn != nil {
		fail(s.Pos, "A fused fold has no derivative.")
	}
}

// reduce chooses a rule for a reduction.
func (r *reverse) reduce(g *gen, s *ir.Stm, e *ir.Reduce) back {
	unfused(s, e.Fn)
	op, simple := operatorOf(e.Operator)
	isScalar := len(e.Neutral) == 1 && r.typeOf(e.Neutral[0]).IsScalar()
	plain := r.isPlain(e.Operator, e.Neutral)
	var rule func(*gen, *scope, *ir.Stm, *ir.Reduce)
	switch {
	case simple && op == scalar.Add:
		rule = r.sumBack
	case simple && plain && isScalar && op == scalar.Mul:
		rule = r.productBack
	case simple && plain && isScalar && (op == scalar.Min || op == scalar.Max):
		rule = r.extremeBack
	case plain:
		rule = r.reduceBack
	default:
		loop := r.foldLoop(g, e.Width, nameAtoms(e.Arrays), e.Operator, e.Neutral, false)
		return r.loop(g, &ir.Stm{Pat: s.Pat, Exp: loop, Pos: s.Pos}, loop)
	}
	g.Append(s)
	return func(g *gen, sc *scope) { rule(g, sc, s, e) }
}

// sumBack gives each element the adjoint of the sum.
func (r *reverse) sumBack(g *gen, sc *scope, s *ir.Stm, e *ir.Reduce) {
	y := sc.adj[s.Pat[0].Name]
	t := r.typeOf(ir.Var(e.Arrays[0]))
	sc.add(g, e.Neutral[0], y)
	if r.active.Has(e.Arrays[0]) {
		sc.add(g, ir.Var(e.Arrays[0]), g.let("d", t, &ir.Replicate{Shape: t.Dims[:1], Value: y}))
	}
}

// productBack gives x_i the product of the other elements, times the adjoint: see factor.
func (r *reverse) productBack(g *gen, sc *scope, s *ir.Stm, e *ir.Reduce) {
	y := sc.adj[s.Pat[0].Name]
	row := s.Pat[0].Type
	xs := ir.Var(e.Arrays[0])
	parts := g.maps(e.Width, []ir.Atom{xs}, []ir.Type{row, row, ir.I64}, func(g *gen, x []ir.Atom) []ir.Atom {
		return g.withoutZeros(row.Elem, x[0])
	})
	p := &product{g.reduce(parts[0], e.Operator, e.Neutral[0], r), g.total(parts[1]), g.total(parts[2])}
	d := g.maps(e.Width, []ir.Atom{xs}, []ir.Type{row}, func(g *gen, x []ir.Atom) []ir.Atom {
		return []ir.Atom{g.factor(row.Elem, x[0], y, p)}
	})
	sc.add(g, xs, d[0])
}

// product describes the factors of a product: the product of those that are not zero, the sum of
// those that are, and how many they are. That sum is zero, but its derivative is not: a second
// derivative needs it.
type product struct{ others, zeros, count ir.Atom }

// withoutZeros is what factor x is to the three parts of a product.
func (g *gen) withoutZeros(t scalar.Type, x ir.Atom) []ir.Atom {
	zero, one := ir.Const(scalar.Zero(t)), ir.Const(scalar.One(t))
	isZero := g.op(scalar.Eq, t, x, zero)
	return []ir.Atom{
		g.op(scalar.Select, t, isZero, one, x),
		g.op(scalar.Select, t, isZero, x, zero),
		g.op(scalar.Select, scalar.I64, isZero, ir.Size(1), ir.Size(0)),
	}
}

// factor is the adjoint of factor x of a product whose adjoint is y: y times the product of the
// others. That is their product by x if none is zero. The only zero gets all others' product;
// one of two gets that times the other, which is the sum of both without it.
func (g *gen) factor(t scalar.Type, x, y ir.Atom, p *product) ir.Atom {
	zero, one := ir.Const(scalar.Zero(t)), ir.Const(scalar.One(t))
	isZero := g.op(scalar.Eq, t, x, zero)
	is := func(n int64) ir.Atom { return g.op(scalar.Eq, scalar.I64, p.count, ir.Size(n)) }
	pick := func(cond, a, b ir.Atom) ir.Atom { return g.op(scalar.Select, t, cond, a, b) }
	times := func(a, b ir.Atom) ir.Atom { return g.op(scalar.Mul, t, a, b) }
	all := times(y, p.others)
	rest := g.op(scalar.Div, t, all, pick(isZero, one, x))
	atZero := pick(is(1), all, pick(is(2), times(all, g.op(scalar.Sub, t, p.zeros, x)), zero))
	elsewhere := pick(is(0), rest, pick(is(1), times(rest, p.zeros), zero))
	return pick(isZero, atZero, elsewhere)
}

// reduce emits a reduction with a copy of op.
func (g *gen) reduce(array ir.Atom, op *ir.Lambda, neutral ir.Atom, r *reverse) ir.Atom {
	t := g.typeOf(array)
	return g.let("red", t.Peel(1), &ir.Reduce{Width: t.Dims[0], Operator: r.renamed(op), Neutral: []ir.Atom{neutral}, Arrays: nameOf(array)})
}

// extremeBack gives the adjoint of a least or greatest element to the first place that
// attains it.
func (r *reverse) extremeBack(g *gen, sc *scope, s *ir.Stm, e *ir.Reduce) {
	y := sc.adj[s.Pat[0].Name]
	row := s.Pat[0].Type
	xs, is := ir.Var(e.Arrays[0]), g.iota(e.Width)
	extreme := ir.Var(s.Pat[0].Name)
	places := g.maps(e.Width, []ir.Atom{xs, is}, []ir.Type{ir.I64}, func(g *gen, x []ir.Atom) []ir.Atom {
		attains := g.op(scalar.Eq, row.Elem, x[0], extreme)
		return []ir.Atom{g.op(scalar.Select, scalar.I64, attains, x[1], e.Width)}
	})
	highest := ir.Const(scalar.Highest(scalar.I64))
	first := g.let("first", ir.I64, &ir.Reduce{Width: e.Width, Operator: g.least(), Neutral: []ir.Atom{highest}, Commutative: true, Arrays: nameOf(places[0])})
	d := g.maps(e.Width, []ir.Atom{is}, []ir.Type{row}, func(g *gen, x []ir.Atom) []ir.Atom {
		here := g.op(scalar.Eq, scalar.I64, x[0], first)
		return []ir.Atom{g.op(scalar.Select, row.Elem, here, y, ir.Const(scalar.Zero(row.Elem)))}
	})
	sc.add(g, xs, d[0])
}

// least is the operator that gives the lesser of two i64.
func (g *gen) least() *ir.Lambda {
	a, b := g.param("x", ir.I64), g.param("y", ir.I64)
	in := g.inner()
	least := in.op(scalar.Min, scalar.I64, ir.Var(a.Name), ir.Var(b.Name))
	return &ir.Lambda{Params: []ir.Param{a, b}, Body: in.Body(least), Results: []ir.Type{ir.I64}}
}

// reduceBack is the general rule: y = l_i ⊙ x_i ⊙ r_i, where l_i and r_i are the folds of the
// elements before and after x_i.
func (r *reverse) reduceBack(g *gen, sc *scope, s *ir.Stm, e *ir.Reduce) {
	n := len(e.Neutral)
	arrays := nameAtoms(e.Arrays)
	rows := e.Operator.Results
	before := g.lets("l", under(e.Width, rows), &ir.Scan{Width: e.Width, Operator: r.renamed(e.Operator), Neutral: e.Neutral, Arrays: e.Arrays})
	after := g.lets("r", under(e.Width, rows), &ir.ScanRight{Scan: ir.Scan{Width: e.Width, Operator: flipped(r.renamed(e.Operator)), Neutral: e.Neutral, Arrays: e.Arrays}})
	last := g.op(scalar.Sub, scalar.I64, e.Width, ir.Size(1))
	var results []int
	var types []ir.Type
	for k := range n {
		if r.active.Has(e.Arrays[k]) {
			results, types = append(results, k), append(types, rows[k])
		}
	}
	d := g.maps(e.Width, append([]ir.Atom{g.iota(e.Width)}, arrays...), types, func(g *gen, x []ir.Atom) []ir.Atom {
		i := x[0]
		l := g.neighbour(g.op(scalar.Eq, scalar.I64, i, ir.Size(0)), i, -1, before, e.Neutral, rows)
		rest := g.neighbour(g.op(scalar.Eq, scalar.I64, i, last), i, 1, after, e.Neutral, rows)
		t := r.pullback(g, e.Operator)
		upper := t.apply(slices.Concat(l, x[1:])...)
		u := r.pullback(g, e.Operator)
		u.apply(slices.Concat(upper, rest)...)
		seeds := make([]ir.Atom, n)
		for k, p := range s.Pat {
			if y, ok := sc.adj[p.Name]; ok {
				seeds[k] = y
			}
		}
		dx := t.back(u.back(seeds)[:n])[n:]
		var out []ir.Atom
		for _, k := range results {
			out = append(out, orZero(g, dx[k], rows[k]))
		}
		return out
	})
	for i, k := range results {
		sc.add(g, ir.Var(e.Arrays[k]), d[i])
	}
}

// flipped exchanges the operands of an operator: ScanRight gives it what it has folded, from
// the right, as its first operand.
func flipped(op *ir.Lambda) *ir.Lambda {
	n := len(op.Params) / 2
	op.Params = slices.Concat(op.Params[n:], op.Params[:n])
	return op
}

// neighbour is row i+by of arrays, or others where edge holds.
func (g *gen) neighbour(edge, i ir.Atom, by int64, arrays, others []ir.Atom, rows []ir.Type) []ir.Atom {
	return g.choose(edge, rows, func(*gen) []ir.Atom { return slices.Clone(others) }, func(g *gen) (out []ir.Atom) {
		at := g.i64(scalar.Add, i, ir.Size(by))
		for _, a := range arrays {
			out = append(out, g.element(a, at))
		}
		return out
	})
}

func orZero(g *gen, a ir.Atom, t ir.Type) ir.Atom {
	if a == (ir.Atom{}) {
		return g.zeros(t)
	}
	return a
}

// pullback is a function that is run forward and back in one place.
type pullback struct {
	*reverse
	g     *gen
	fn    *ir.Lambda
	sc    *scope
	backs []back
}

func (r *reverse) pullback(g *gen, fn *ir.Lambda) *pullback {
	return &pullback{reverse: r, g: g, fn: r.renamed(fn), sc: r.newScope()}
}

// apply runs the function.
func (p *pullback) apply(args ...ir.Atom) []ir.Atom {
	for k, q := range p.fn.Params {
		p.g.Bind([]ir.Param{q}, &ir.Use{X: args[k]})
	}
	p.backs = p.forward(p.g, p.fn.Body.Stms)
	return p.fn.Body.Result
}

// back returns adjoints of the arguments for those of the results; an absent one is zero. It
// may be called several times.
func (p *pullback) back(seeds []ir.Atom) []ir.Atom {
	sc := p.newScope()
	for k, d := range seeds {
		if d != (ir.Atom{}) {
			sc.add(p.g, p.fn.Body.Result[k], d)
		}
	}
	sc.back(p.g, p.backs)
	out := make([]ir.Atom, len(p.fn.Params))
	for k, q := range p.fn.Params {
		out[k], _ = sc.adjoint(ir.Var(q.Name))
	}
	return out
}

// foldLoop is a fold from the left as a loop: a reduction, or with prefixes a scan.
func (r *reverse) foldLoop(g *gen, width ir.Atom, arrays []ir.Atom, op *ir.Lambda, neutral []ir.Atom, prefixes bool) *ir.Loop {
	n := len(neutral)
	loop := &ir.Loop{Index: r.param("i", ir.I64).Name, Bound: width}
	in := g.inner()
	var args []ir.Atom
	varies := make([]bool, n)
	for k, z := range neutral {
		p := r.param("acc", op.Results[k])
		loop.Params, loop.Inits = append(loop.Params, p), append(loop.Inits, z)
		args = append(args, ir.Var(p.Name))
		varies[k] = r.active.Has(op.Params[k].Name)
	}
	for k, a := range arrays {
		x := in.element(a, ir.Var(loop.Index))
		args = append(args, x)
		varies[k] = varies[k] || r.varies(a)
	}
	for k := range n {
		if varies[k] {
			r.active.Add(args[k].Name)
			r.active.Add(args[n+k].Name)
		}
	}
	results := r.inline(in, op, args...)
	if prefixes {
		for k, v := range results {
			t := op.Results[k].Under(width)
			p := r.param("prefixes", t)
			loop.Params = append(loop.Params, p)
			loop.Inits = append(loop.Inits, g.zeros(t)) // the forward sweep keeps what is replaced
			if varies[k] {
				r.active.Add(p.Name)
			}
			set := in.setElement(ir.Var(p.Name), ir.Var(loop.Index), v)
			if varies[k] {
				r.active.Add(set.Name)
			}
			results = append(results, set)
		}
	}
	loop.Body = in.Body(results...)
	r.findActive(loop.Body.Stms)
	return loop
}
