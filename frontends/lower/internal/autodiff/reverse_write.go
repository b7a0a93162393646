package autodiff

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// written makes arrays of what the function of a scatter or a histogram returns. Where it
// returns its parameters, these are the arrays themselves.
func (r *reverse) written(s *ir.Stm, width ir.Atom, fn *ir.Lambda, arrays []name.Name) (stms []*ir.Stm, out []ir.Atom) {
	for _, a := range fn.Body.Result {
		i := slices.IndexFunc(fn.Params, func(p ir.Param) bool { return ir.Var(p.Name) == a })
		if i < 0 {
			break
		}
		out = append(out, ir.Var(arrays[i]))
	}
	if len(fn.Body.Stms) == 0 && len(out) == len(fn.Results) {
		return nil, out
	}
	var pat []ir.Param
	for k, a := range fn.Body.Result {
		p := r.param("written", fn.Results[k].Under(width))
		if r.varies(a) {
			r.active.Add(p.Name)
		}
		pat = append(pat, p)
	}
	var names []ir.Atom
	for _, p := range pat {
		names = append(names, ir.Var(p.Name))
	}
	return []*ir.Stm{{Pat: pat, Exp: &ir.Map{Width: width, Fn: fn, Arrays: arrays}, Pos: s.Pos}}, names
}

// passing is the function that returns its parameters: elements of arrays, of these types.
func (r *reverse) passing(types []ir.Type) *ir.Lambda {
	fn := &ir.Lambda{Results: types, Body: &ir.Body{}}
	for _, t := range types {
		p := r.param("x", t)
		fn.Params = append(fn.Params, p)
		fn.Body.Result = append(fn.Body.Result, ir.Var(p.Name))
	}
	return fn
}

// scatter is the rule of writes: the value written gets the adjoint of its place; what was
// overwritten gets none.
func (r *reverse) scatter(g *gen, s *ir.Stm, e *ir.Scatter) back {
	stms, arrays := r.written(s, e.Width, e.Fn, e.Arrays)
	backs := r.forward(g, stms)
	types := e.Fn.Results
	e = &ir.Scatter{Width: e.Width, Dests: e.Dests, Fn: r.passing(types), Arrays: namesOf(arrays)}
	g.Bind(s.Pat, e)
	return func(g *gen, sc *scope) {
		at := 0
		values := len(types) - len(e.Dests)
		for k, d := range e.Dests {
			indices := arrays[at : at+d.Rank]
			at += d.Rank
			y, ok := sc.adj[s.Pat[k].Name]
			if !ok {
				continue
			}
			row := types[values+k]
			sc.add(g, arrays[values+k], g.gather(e.Width, y, indices, row))
			if r.active.Has(d.Array) {
				zero := g.let("zero", row.Under(e.Width), &ir.Replicate{Shape: []ir.Atom{e.Width}, Value: g.zeros(row)})
				sc.add(g, ir.Var(d.Array), g.let("d", s.Pat[k].Type, &ir.Scatter{
					Width: e.Width, Dests: []ir.Dest{{Array: y.Name, Rank: d.Rank}},
					Fn: r.passing(append(slices.Repeat([]ir.Type{ir.I64}, d.Rank), row)), Arrays: append(namesOf(indices), zero.Name),
				}))
			}
		}
		sc.back(g, backs)
	}
}

// gather reads the rows of an array at arrays of indices; those out of bounds are zero.
func (g *gen) gather(width, array ir.Atom, indices []ir.Atom, row ir.Type) ir.Atom {
	return g.maps(width, indices, []ir.Type{row}, func(g *gen, is []ir.Atom) []ir.Atom {
		return g.choose(g.inBounds(array, is), []ir.Type{row}, func(g *gen) []ir.Atom {
			return []ir.Atom{g.element(array, is...)}
		}, func(g *gen) []ir.Atom { return []ir.Atom{g.zeros(row)} })
	})[0]
}

// inBounds is whether indices are in bounds of an array's outer dimensions.
func (g *gen) inBounds(array ir.Atom, indices []ir.Atom) ir.Atom {
	var all ir.Atom
	for k, i := range indices {
		low := g.op(scalar.Le, scalar.I64, ir.Size(0), i)
		ok := g.op(scalar.And, scalar.Bool, low, g.op(scalar.Lt, scalar.I64, i, g.typeOf(array).Dims[k]))
		if k == 0 {
			all = ok
		} else {
			all = g.op(scalar.And, scalar.Bool, all, ok)
		}
	}
	return all
}

// hist chooses a rule for histograms.
func (r *reverse) hist(g *gen, s *ir.Stm, e *ir.Hist) back {
	stms, arrays := r.written(s, e.Width, e.Fn, e.Arrays)
	backs := r.forward(g, stms)
	values := 0
	for _, h := range e.Ops {
		values += h.Rank
	}
	indexAt, valueAt := 0, values
	var all []back
	for _, h := range e.Ops {
		indices := arrays[indexAt : indexAt+h.Rank]
		vs := arrays[valueAt : valueAt+len(h.Dests)]
		pat := s.Pat[valueAt-values:][:len(h.Dests)]
		indexAt, valueAt = indexAt+h.Rank, valueAt+len(h.Dests)
		op, simple := operatorOf(h.Operator)
		switch {
		case len(r.floats(pat)) == 0:
			r.plainHist(g, pat, e.Width, h, indices, vs)
		case simple && op == scalar.Add:
			all = append(all, r.sumHist(g, pat, e.Width, h, indices, vs))
		case simple && op == scalar.Mul && h.Operator.Results[0].IsScalar():
			all = append(all, r.productHist(g, pat, e.Width, h, indices, vs))
		case simple && (op == scalar.Min || op == scalar.Max) && h.Operator.Results[0].IsScalar():
			all = append(all, r.extremeHist(g, pat, e.Width, h, indices, vs))
		case r.isPlain(h.Operator, nil):
			all = append(all, r.loopHist(g, pat, e.Width, h, indices, vs))
		default:
			loop := r.histLoop(g, pat, e.Width, h, indices, vs)
			all = append(all, r.loop(g, &ir.Stm{Pat: pat, Exp: loop, Pos: s.Pos}, loop))
		}
	}
	return func(g *gen, sc *scope) {
		for _, b := range all {
			b(g, sc)
		}
		sc.back(g, backs)
	}
}

// plainHist emits one histogram.
func (r *reverse) plainHist(g *gen, pat []ir.Param, width ir.Atom, h ir.HistOp, indices, values []ir.Atom) {
	types := append(slices.Repeat([]ir.Type{ir.I64}, h.Rank), h.Operator.Results...)
	g.Bind(pat, &ir.Hist{Width: width, Ops: []ir.HistOp{h}, Fn: r.passing(types), Arrays: namesOf(slices.Concat(indices, values))})
}

// sumHist is a histogram of sums: each value gets the adjoint of its bin.
func (r *reverse) sumHist(g *gen, pat []ir.Param, width ir.Atom, h ir.HistOp, indices, values []ir.Atom) back {
	row := h.Operator.Results[0]
	r.plainHist(g, pat, width, h, indices, values)
	return func(g *gen, sc *scope) {
		y, ok := sc.adj[pat[0].Name]
		if !ok {
			return
		}
		sc.add(g, ir.Var(h.Dests[0]), y)
		if r.varies(values[0]) {
			sc.add(g, values[0], g.gather(width, y, indices, row))
		}
	}
}

// histLoop is a histogram as a loop like any other, which keeps all bins in each iteration: what its
// operator reads may vary.
func (r *reverse) histLoop(g *gen, pat []ir.Param, width ir.Atom, h ir.HistOp, indices, values []ir.Atom) *ir.Loop {
	c := &carrier{reverse: r, loop: &ir.Loop{Index: r.param("i", ir.I64).Name, Bound: width}}
	var bins []ir.Atom
	for k, d := range h.Dests {
		bins = append(bins, c.carry("bins", pat[k].Type, ir.Var(d)))
		if r.active.Has(pat[k].Name) {
			r.active.Add(bins[k].Name)
		}
	}
	in := g.inner()
	i := ir.Var(c.loop.Index)
	at := in.elements(indices, i)
	results := in.choose(in.inBounds(bins[0], at), c.types(), func(g *gen) (set []ir.Atom) {
		args := append(g.rows(bins, at), g.elements(values, i)...)
		for k, v := range r.inline(g, h.Operator, args...) {
			set = append(set, g.setAt(bins[k], at, v))
		}
		return set
	}, func(*gen) []ir.Atom { return slices.Clone(bins) })
	c.loop.Body = in.Body(results...)
	r.findActive(c.loop.Body.Stms)
	return c.loop
}

// rows are the elements or rows of arrays at indices into their outer dimensions.
func (g *gen) rows(arrays, indices []ir.Atom) (out []ir.Atom) {
	for _, a := range arrays {
		out = append(out, g.element(a, indices...))
	}
	return out
}

// loopHist combines values with bins one by one, in a loop that keeps what each bin held. The
// return sweep goes through the values backwards.
func (r *reverse) loopHist(g *gen, pat []ir.Param, width ir.Atom, h ir.HistOp, indices, values []ir.Atom) back {
	rows := h.Operator.Results
	c := &carrier{reverse: r, loop: &ir.Loop{Index: r.param("i", ir.I64).Name, Bound: width}}
	var bins, kept []ir.Atom
	for k, d := range h.Dests {
		bins = append(bins, c.carry("bins", pat[k].Type, ir.Var(d)))
	}
	for _, t := range rows {
		t = t.Under(width)
		kept = append(kept, c.carry("kept", t, g.let("kept", t, &ir.Scratch{Elem: t.Elem, Shape: t.Dims})))
	}
	in := g.inner()
	i := ir.Var(c.loop.Index)
	at := in.elements(indices, i)
	results := in.choose(in.inBounds(bins[0], at), c.types(), func(g *gen) []ir.Atom {
		var set, saved []ir.Atom
		old := g.rows(bins, at)
		for k, v := range r.inline(g, h.Operator, append(slices.Clone(old), g.elements(values, i)...)...) {
			saved = append(saved, g.setElement(kept[k], i, old[k]))
			set = append(set, g.setAt(bins[k], at, v))
		}
		return append(set, saved...)
	}, func(*gen) []ir.Atom { return append(slices.Clone(bins), kept...) })
	c.loop.Body = in.Body(results...)
	out := slices.Clone(pat)
	for k, a := range kept {
		p := r.param("kept", r.typeOf(a))
		out, kept[k] = append(out, p), ir.Var(p.Name)
	}
	g.Bind(out, c.loop)
	return func(g *gen, sc *scope) { r.loopHistBack(g, sc, pat, width, h, indices, values, kept) }
}

func (r *reverse) loopHistBack(g *gen, sc *scope, pat []ir.Param, width ir.Atom, h ir.HistOp, indices, values, kept []ir.Atom) {
	n := len(h.Dests)
	rows := h.Operator.Results
	c := &carrier{reverse: r, loop: &ir.Loop{Index: r.param("back", ir.I64).Name, Bound: width}}
	floats := r.floats(pat)
	var bins, ds []ir.Atom
	for _, k := range floats {
		bins = append(bins, c.carry("bins", pat[k].Type, sc.adjointOrZero(g, ir.Var(pat[k].Name))))
	}
	for _, k := range floats {
		ds = append(ds, c.carry("d", rows[k].Under(width), g.zeros(rows[k].Under(width))))
	}
	in := g.inner()
	last := in.op(scalar.Sub, scalar.I64, width, ir.Size(1))
	i := in.op(scalar.Sub, scalar.I64, last, ir.Var(c.loop.Index))
	at := in.elements(indices, i)
	results := in.choose(in.inBounds(ir.Var(pat[0].Name), at), c.types(), func(g *gen) []ir.Atom {
		p := r.pullback(g, h.Operator)
		p.apply(append(g.elements(kept, i), g.elements(values, i)...)...)
		seeds := make([]ir.Atom, n)
		for j, k := range floats {
			seeds[k] = g.element(bins[j], at...)
		}
		back := p.back(seeds)
		var old, given []ir.Atom
		for j, k := range floats {
			old = append(old, g.setAt(bins[j], at, orZero(g, back[k], rows[k])))
			given = append(given, g.setElement(ds[j], i, orZero(g, back[n+k], rows[k])))
		}
		return append(old, given...)
	}, func(*gen) []ir.Atom { return append(slices.Clone(bins), ds...) })
	d := c.finish(g, in.Body(results...))
	for j, k := range floats {
		sc.add(g, ir.Var(h.Dests[k]), d[j])
		sc.add(g, values[k], d[len(floats)+j])
	}
}

// setAt replaces the element or row of an array at indices into its outer dimensions.
func (g *gen) setAt(array ir.Atom, indices []ir.Atom, v ir.Atom) ir.Atom {
	t := g.typeOf(array)
	dims := append(fixed(indices), whole(t.Peel(len(indices)))...)
	return g.let(array.Name.Base, t, &ir.Update{Array: array.Name, Dims: dims, Value: v})
}
