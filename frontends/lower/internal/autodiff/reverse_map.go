package autodiff

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// mapBack is the return sweep of s, a map: a map over the elements and the adjoints of the
// results. What it adds to adjoints from around it becomes further results, which are summed:
// whole ones by reductions, those of elements by histograms.
func (r *reverse) mapBack(g *gen, sc *scope, s *ir.Stm, e *ir.Map) {
	fn := r.renamed(e.Fn)
	body := r.within(fn.Body, fn.Params)
	if r.freeInLoops(fn.Body, body.bound) {
		r.mapLoop(g, sc, s, e, fn, body)
		return
	}
	body.parallel = true
	out := &ir.Map{Width: e.Width, Fn: &ir.Lambda{Params: fn.Params}, Arrays: slices.Clone(e.Arrays)}
	in := g.inner()
	seeds := make([]ir.Atom, len(s.Pat))
	for k, p := range s.Pat {
		if y, ok := sc.adj[p.Name]; ok {
			q := r.param("dy", fn.Results[k])
			out.Fn.Params, out.Arrays = append(out.Fn.Params, q), append(out.Arrays, y.Name)
			body.bound.Add(q.Name)
			seeds[k] = ir.Var(q.Name)
		}
	}
	r.sweep(in, body, fn.Body, seeds)
	body.settle(in)

	var results []ir.Atom
	give := func(a ir.Atom, t ir.Type) {
		results, out.Fn.Results = append(results, a), append(out.Fn.Results, t)
	}
	params := varying(body, fn.Params)
	for _, k := range params {
		give(body.adj[fn.Params[k].Name], fn.Params[k].Type)
	}
	free := leaving(body)
	for _, n := range free {
		give(body.adj[n], r.typeOf(ir.Var(n)))
	}
	for _, en := range body.scattered {
		for _, i := range en.indices {
			give(i, ir.I64.Under(en.widths...))
		}
		give(en.value, r.typeOf(ir.Var(en.array)).Peel(len(en.indices)).Under(en.widths...))
	}
	if len(results) == 0 {
		return
	}
	out.Fn.Body = in.Body(results...)
	d := g.lets("d", under(e.Width, out.Fn.Results), out)
	for i, k := range params {
		sc.add(g, ir.Var(e.Arrays[k]), d[i])
	}
	d = d[len(params):]
	for i, n := range free {
		sc.add(g, ir.Var(n), g.total(d[i]))
	}
	d = d[len(free):]
	for _, en := range body.scattered {
		n := len(en.indices)
		sc.enter(g, entry{array: en.array, widths: append([]ir.Atom{e.Width}, en.widths...), indices: d[:n:n], value: d[n]})
		d = d[n+1:]
	}
}

// sweep emits the forward sweep of b, and the return sweep for adjoints of its results,
// which may be absent.
func (r *reverse) sweep(g *gen, sc *scope, b *ir.Body, seeds []ir.Atom) {
	backs := r.forward(g, b.Stms)
	for k, d := range seeds {
		if d != (ir.Atom{}) {
			sc.add(g, b.Result[k], d)
		}
	}
	sc.back(g, backs)
}

// varying lists the parameters that have an adjoint.
func varying(sc *scope, ps []ir.Param) (out []int) {
	for k, p := range ps {
		if _, ok := sc.adj[p.Name]; ok {
			out = append(out, k)
		}
	}
	return out
}

// leaving lists the free names that have an adjoint in sc, in order.
func leaving(sc *scope) []name.Name {
	out := slices.Collect(maps.Keys(sc.adj))
	out = slices.DeleteFunc(out, func(n name.Name) bool { return !sc.isFree(n) })
	slices.SortFunc(out, name.Compare)
	return out
}

// mapLoop is the return sweep of a map as a loop, which adds to arrays of adjoints in place.
// It is for functions with loops that read elements of arrays from around the map: these may
// be more than can be kept for each iteration.
func (r *reverse) mapLoop(g *gen, sc *scope, s *ir.Stm, e *ir.Map, fn *ir.Lambda, body *scope) {
	c := &carrier{reverse: r, loop: &ir.Loop{Index: r.param("i", ir.I64).Name, Bound: e.Width}}
	i := ir.Var(c.loop.Index)
	var params []int
	var sums []ir.Atom
	for k, p := range fn.Params {
		if r.active.Has(p.Name) {
			t := r.typeOf(ir.Var(e.Arrays[k]))
			params = append(params, k)
			sums = append(sums, c.carry("d", t, g.let("d", t, &ir.Scratch{Elem: t.Elem, Shape: t.Dims})))
		}
	}
	free := r.freeActive(fn.Body, body.bound)
	for _, f := range free {
		body.adj[f] = c.carry("d", r.typeOf(ir.Var(f)), sc.adjointOrZero(g, ir.Var(f)))
	}
	in := g.inner()
	for k, p := range fn.Params {
		in.Bind([]ir.Param{p}, &ir.Use{X: in.element(ir.Var(e.Arrays[k]), i)})
	}
	seeds := make([]ir.Atom, len(s.Pat))
	for k, p := range s.Pat {
		if y, ok := sc.adj[p.Name]; ok {
			seeds[k] = in.view(in.element(y, i), fn.Results[k])
		}
	}
	r.sweep(in, body, fn.Body, seeds)
	var results []ir.Atom
	for j, k := range params {
		results = append(results, in.setElement(sums[j], i, body.adjointOrZero(in, ir.Var(fn.Params[k].Name))))
	}
	for _, f := range free {
		results = append(results, body.adj[f])
	}
	d := c.finish(g, in.Body(results...))
	for j, f := range free { // first, as the loop began with what was there
		sc.adj[f] = d[len(params)+j]
	}
	for j, k := range params {
		sc.add(g, ir.Var(e.Arrays[k]), d[j])
	}
}
