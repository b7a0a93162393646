package autodiff

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// loop runs the loop forward, keeping its parameters as they are at the start of each
// iteration; the return sweep runs the iterations backwards, each forward again and back.
//
// Where arrays change their size from one iteration to the next nothing is kept, since
// there is no array of them: the return sweep runs the loop again up to each iteration.
func (r *reverse) loop(g *gen, s *ir.Stm, e *ir.Loop) back {
	if len(sizeParams(e.Params)) > 0 {
		g.Append(s)
		e = r.counted(g, e)
		bound := g.op(scalar.Max, scalar.I64, r.toI64(g, e.Bound, r.typeOf(e.Bound).Elem), ir.Size(0))
		return func(g *gen, sc *scope) { r.loopBack(g, sc, s, e, bound, nil) }
	}
	e = r.counted(g, e)
	bound := r.toI64(g, e.Bound, r.typeOf(e.Bound).Elem)
	bound = g.op(scalar.Max, scalar.I64, bound, ir.Size(0))
	t := r.keep(g, e, bound)
	out := *e
	in := g.inner()
	i := r.toI64(in, ir.Var(e.Index), r.typeOf(e.Bound).Elem)
	for _, w := range t.whole {
		w.set(in, i, ir.Var(e.Params[w.of].Name))
	}
	for _, st := range e.Body.Stms {
		if w := t.writes[st]; w != nil {
			w.keep(in, i)
		}
		in.Append(st)
	}
	out.Body = in.Body(slices.Concat(e.Body.Result, t.values())...)
	out.Params, out.Inits = slices.Clone(e.Params), slices.Clone(e.Inits)
	pat := slices.Clone(s.Pat)
	for _, k := range t.slots {
		out.Params, out.Inits = append(out.Params, k.param), append(out.Inits, k.init)
		q := r.param(k.param.Name.Base, k.param.Type)
		pat = append(pat, q)
		k.array = ir.Var(q.Name)
	}
	g.Bind(pat, &out)
	return func(g *gen, sc *scope) { r.loopBack(g, sc, s, e, bound, t) }
}

// counted returns a loop that counts and does what e does. A while loop runs once before, to
// count its iterations.
func (r *reverse) counted(g *gen, e *ir.Loop) *ir.Loop {
	if !e.Index.IsZero() {
		return e
	}
	first := r.renamedLoop(e)
	n := r.param("n", ir.I64)
	in := g.inner()
	in.Append(first.Body.Stms...)
	next := in.i64(scalar.Add, ir.Var(n.Name), ir.Size(1))
	first.Params = append(first.Params, n)
	first.Inits = append(slices.Clone(first.Inits), ir.Size(0))
	first.Body = in.Body(append(slices.Clone(first.Body.Result), next)...)
	var pat []ir.Param
	for _, p := range first.Params {
		pat = append(pat, r.param(p.Name.Base, p.Type))
	}
	g.Bind(pat, first)
	out := *e
	out.While, out.Index = name.Name{}, r.param("i", ir.I64).Name
	out.Bound = ir.Var(pat[len(pat)-1].Name)
	return &out
}

func (r *reverse) toI64(g *gen, a ir.Atom, t scalar.Type) ir.Atom {
	if t == scalar.I64 {
		return a
	}
	return g.let("i", ir.I64, &ir.Convert{From: t, To: scalar.I64, X: a})
}

// sizeParams lists the parameters of a loop that are sizes of others.
func sizeParams(ps []ir.Param) (out []int) {
	for k, q := range ps {
		isSize := func(p ir.Param) bool { return slices.Contains(p.Type.Dims, ir.Var(q.Name)) }
		if slices.ContainsFunc(ps, isSize) {
			out = append(out, k)
		}
	}
	return out
}

// loopBack is the return sweep of a counted loop. It carries the adjoints of what the loop
// carries, with their sizes where these change, and those of what the body reads from around
// it.
func (r *reverse) loopBack(g *gen, sc *scope, s *ir.Stm, e *ir.Loop, n ir.Atom, t *tape) {
	from := e
	e = r.renamedLoop(e)
	c := &carrier{reverse: r, loop: &ir.Loop{Index: r.param("back", ir.I64).Name, Bound: n}}
	sizes := sizeParams(e.Params)
	resized := ir.Subst{}
	for _, k := range sizes {
		resized[e.Params[k].Name] = c.carry("n", ir.I64, ir.Var(s.Pat[k].Name))
	}
	seeds := make([]ir.Atom, len(e.Params)) // adjoints of what the body returns
	for k, p := range e.Params {
		if r.active.Has(p.Name) {
			seeds[k] = c.carry("d", substituted(p.Type, resized), sc.adjointOrZero(g, ir.Var(s.Pat[k].Name)))
		}
	}
	body := r.within(e.Body, e.Params)
	body.bound.Add(e.Index)
	free := r.freeActive(e.Body, body.bound)
	for _, f := range free {
		body.adj[f] = c.carry("d", r.typeOf(ir.Var(f)), sc.adjointOrZero(g, ir.Var(f)))
	}
	after := t.carry(c, s.Pat)

	in := g.inner()
	last := in.op(scalar.Sub, scalar.I64, n, ir.Size(1))
	i := in.op(scalar.Sub, scalar.I64, last, ir.Var(c.loop.Index))
	index := ir.Param{Name: e.Index, Type: r.typeOf(e.Bound)}
	if index.Type.Elem == scalar.I64 {
		in.Bind([]ir.Param{index}, &ir.Use{X: i})
	} else {
		in.Bind([]ir.Param{index}, &ir.Convert{From: scalar.I64, To: index.Type.Elem, X: i})
	}
	var before []ir.Atom
	if t == nil {
		again := r.renamedLoop(from)
		again.Bound = ir.Var(e.Index)
		in.Bind(e.Params, again)
	} else {
		before = t.restore(in, e.Params, i, after)
	}
	r.sweep(in, body, e.Body, seeds)
	var results []ir.Atom
	for _, k := range sizes {
		results = append(results, ir.Var(e.Params[k].Name))
	}
	for k, p := range e.Params {
		if seeds[k].IsVar() {
			results = append(results, body.adjointOrZero(in, ir.Var(p.Name)))
		}
	}
	for _, f := range free {
		results = append(results, body.adj[f])
	}
	adjoints := c.finish(g, in.Body(append(results, before...)...))
	adjoints = adjoints[:len(adjoints)-len(before)]
	for k, f := range free { // first, as the loop began with what was there
		sc.adj[f] = adjoints[len(adjoints)-len(free)+k]
	}
	adjoints = adjoints[len(sizes):]
	for k := range e.Params {
		if seeds[k].IsVar() {
			sc.add(g, e.Inits[k], adjoints[0])
			adjoints = adjoints[1:]
		}
	}
}

// carrier is a loop being made from what it carries.
type carrier struct {
	*reverse
	loop *ir.Loop
}

// carry adds a parameter.
func (c *carrier) carry(base string, t ir.Type, init ir.Atom) ir.Atom {
	p := c.param(base, t)
	c.loop.Params, c.loop.Inits = append(c.loop.Params, p), append(c.loop.Inits, init)
	return ir.Var(p.Name)
}

// types are those of what the loop carries.
func (c *carrier) types() []ir.Type {
	var out []ir.Type
	for _, p := range c.loop.Params {
		out = append(out, p.Type)
	}
	return out
}

// finish emits the loop and returns its results.
func (c *carrier) finish(g *gen, body *ir.Body) []ir.Atom {
	c.loop.Body = body
	var pat []ir.Param
	var out []ir.Atom
	results := ir.Subst{}
	for _, p := range c.loop.Params {
		q := c.param(p.Name.Base, substituted(p.Type, results))
		results[p.Name] = ir.Var(q.Name)
		pat, out = append(pat, q), append(out, ir.Var(q.Name))
	}
	g.Bind(pat, c.loop)
	return out
}

// substituted is t with sizes replaced.
func substituted(t ir.Type, s ir.Subst) ir.Type {
	ps := []ir.Param{{Type: t}}
	s.Params(ps)
	return ps[0].Type
}

// freeActive lists the names that vary and that b reads but does not bind, in order.
func (r *reverse) freeActive(b *ir.Body, bound ir.Names) []name.Name {
	var out []name.Name
	for n := range ir.FreeInBody(b) {
		if r.active.Has(n) && !bound.Has(n) {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, name.Compare)
	return out
}

// freeInLoops reports whether a loop within b reads an array that varies and that is none of
// those in bound.
func (r *reverse) freeInLoops(b *ir.Body, bound ir.Names) bool {
	found := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		loop, ok := s.Exp.(*ir.Loop)
		if !ok || found {
			return
		}
		for _, n := range r.freeActive(loop.Body, bound) {
			found = found || r.typeOf(ir.Var(n)).IsArray() && !isParam(loop.Params, n)
		}
	}}
	w.InBody(b)
	return found
}

func isParam(ps []ir.Param, n name.Name) bool {
	return slices.ContainsFunc(ps, func(p ir.Param) bool { return p.Name == n })
}
