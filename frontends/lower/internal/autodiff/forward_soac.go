package autodiff

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// combinator makes a combinator over dual numbers: arrays, values and destinations that
// vary are followed by their tangents.
func (f *forward) combinator(g *gen, s *ir.Stm, form *ops.Form) {
	e := ir.CopyExp(s.Exp)
	switch e := e.(type) {
	case *ir.Map:
		f.mapOf(g, e)
		g.Bind(slices.Concat(s.Pat, f.duals(s.Pat)), e)
	case *ir.Reduce:
		n := len(e.Neutral)
		f.fold(g, s, &e.Arrays, &e.Operator, &e.Neutral, &e.Fn)
		g.Bind(f.foldedPattern(s.Pat, n), e)
	case *ir.Scan:
		n := len(e.Neutral)
		f.fold(g, s, &e.Arrays, &e.Operator, &e.Neutral, &e.Fn)
		g.Bind(f.foldedPattern(s.Pat, n), e)
	case *ir.ScanRight:
		n := len(e.Neutral)
		f.fold(g, s, &e.Arrays, &e.Operator, &e.Neutral, &e.Fn)
		g.Bind(f.foldedPattern(s.Pat, n), e)
	case *ir.Scatter:
		f.scatter(g, s, e)
	case *ir.Hist:
		f.hist(g, s, e)
	default:
		fail(g.Pos, "%s has no derivative.", e.Op())
	}
}

// arrays returns arrays, followed by the tangents of those that vary.
func (f *forward) arrays(g *gen, arrays []name.Name) []name.Name {
	out := slices.Clone(arrays)
	for _, n := range arrays {
		if f.active.Has(n) {
			out = append(out, f.tangents[n].Name)
		}
	}
	return out
}

// results computes the results of a function from those of its body, which have the given
// types.
type results func(g *gen, rs []ir.Atom, types []ir.Type) ([]ir.Atom, []ir.Type)

// function returns fn over dual numbers of arrays.
func (f *forward) function(g *gen, fn *ir.Lambda, arrays []name.Name, finish results) *ir.Lambda {
	out := &ir.Lambda{Params: slices.Clone(fn.Params)}
	for k, n := range arrays {
		if f.active.Has(n) {
			out.Params = append(out.Params, f.dual(fn.Params[k]))
		}
	}
	in := g.inner()
	f.stms(in, fn.Body.Stms)
	var rs []ir.Atom
	rs, out.Results = finish(in, fn.Body.Result, fn.Results)
	out.Body = in.Body(rs...)
	return out
}

func (f *forward) mapOf(g *gen, e *ir.Map) {
	arrays := f.arrays(g, e.Arrays)
	e.Fn = f.function(g, e.Fn, e.Arrays, func(_ *gen, rs []ir.Atom, types []ir.Type) ([]ir.Atom, []ir.Type) {
		out, ts := slices.Clone(rs), slices.Clone(types)
		for k, r := range rs {
			if f.varies(r) {
				out, ts = append(out, f.tangents[r.Name]), append(ts, types[k])
			}
		}
		return out, ts
	})
	e.Arrays = arrays
}

// fold makes a reduction or scan over dual numbers. The operator on pairs is
// ((a, ȧ), (b, ḃ)) ↦ (a ⊙ b, ∂₁⊙·ȧ + ∂₂⊙·ḃ), which is associative if ⊙ is.
func (f *forward) fold(g *gen, s *ir.Stm, arrays *[]name.Name, op **ir.Lambda, neutral *[]ir.Atom, fn **ir.Lambda) {
	unfused(s, *fn)
	n := len(*neutral)
	active := make([]bool, n)
	for k := range n {
		active[k] = f.active.Has(s.Pat[k].Name)
	}
	outArrays, outNeutral := slices.Clone(*arrays), slices.Clone(*neutral)
	for k := range n {
		if active[k] {
			outArrays = append(outArrays, f.tangentName(g, (*arrays)[k]))
			outNeutral = append(outNeutral, f.tangentOrZero(g, (*neutral)[k]))
		}
	}
	*arrays, *neutral, *op = outArrays, outNeutral, f.operator(g, *op, active)
}

// operator returns op over dual numbers, of which the active components have tangents.
func (f *forward) operator(g *gen, op *ir.Lambda, active []bool) *ir.Lambda {
	n := len(active)
	out := &ir.Lambda{}
	for _, side := range [][]ir.Param{op.Params[:n], op.Params[n:]} {
		out.Params = append(out.Params, side...)
		for k, p := range side {
			if active[k] {
				out.Params = append(out.Params, f.dual(p))
			}
		}
	}
	out.Results = slices.Clone(op.Results)
	out.Body = f.body(g, op.Body, func(g *gen) (ts []ir.Atom) {
		for k, r := range op.Body.Result {
			if active[k] {
				ts = append(ts, f.tangentOrZero(g, r))
				out.Results = append(out.Results, op.Results[k])
			}
		}
		return ts
	})
	return out
}

// foldedPattern puts the tangents of n folded results after these.
func (f *forward) foldedPattern(pat []ir.Param, n int) []ir.Param {
	return slices.Concat(pat[:n], f.duals(pat[:n]), pat[n:], f.duals(pat[n:]))
}

// scatter writes the tangents where the values go.
func (f *forward) scatter(g *gen, s *ir.Stm, e *ir.Scatter) {
	dests := slices.Clone(e.Dests)
	var indices []int // for each destination, where its indices begin
	at := 0
	for _, d := range e.Dests {
		indices = append(indices, at)
		at += d.Rank
	}
	var varies []int
	for k, p := range s.Pat {
		if f.active.Has(p.Name) {
			varies = append(varies, k)
			dests = append(dests, ir.Dest{Array: f.tangentName(g, e.Dests[k].Array), Rank: e.Dests[k].Rank})
		}
	}
	arrays := f.arrays(g, e.Arrays)
	e.Fn = f.function(g, e.Fn, e.Arrays, func(in *gen, rs []ir.Atom, types []ir.Type) ([]ir.Atom, []ir.Type) {
		out, ts := slices.Clone(rs[:at]), slices.Clone(types[:at])
		for _, k := range varies {
			from, to := indices[k], indices[k]+e.Dests[k].Rank
			out, ts = append(out, rs[from:to]...), append(ts, types[from:to]...)
		}
		out, ts = append(out, rs[at:]...), append(ts, types[at:]...)
		for _, k := range varies {
			out, ts = append(out, f.tangentOrZero(in, rs[at+k])), append(ts, types[at+k])
		}
		return out, ts
	})
	e.Dests, e.Arrays = dests, arrays
	g.Bind(slices.Concat(s.Pat, f.duals(s.Pat)), e)
}

// hist combines dual numbers in the bins.
func (f *forward) hist(g *gen, s *ir.Stm, e *ir.Hist) {
	arrays := f.arrays(g, e.Arrays)
	indices := 0
	for _, h := range e.Ops {
		indices += h.Rank
	}
	var pat []ir.Param
	var values []int // the value that a result's bins get, or −1−k for the tangent of value k
	hists := slices.Clone(e.Ops)
	at := 0
	for i := range hists {
		h := &hists[i]
		n := len(h.Neutral)
		own := s.Pat[at : at+n]
		active := make([]bool, n)
		h.Dests, h.Neutral = slices.Clone(h.Dests), slices.Clone(h.Neutral)
		for k, p := range own {
			values = append(values, at+k)
			active[k] = f.active.Has(p.Name)
		}
		for k := range own {
			if active[k] {
				h.Dests = append(h.Dests, f.tangentName(g, h.Dests[k]))
				h.Neutral = append(h.Neutral, f.tangentOrZero(g, h.Neutral[k]))
				values = append(values, -1-(at+k))
			}
		}
		h.Operator = f.operator(g, h.Operator, active)
		pat = slices.Concat(pat, own, f.duals(own))
		at += n
	}
	e.Fn = f.function(g, e.Fn, e.Arrays, func(in *gen, rs []ir.Atom, types []ir.Type) ([]ir.Atom, []ir.Type) {
		out, ts := slices.Clone(rs[:indices]), slices.Clone(types[:indices])
		for _, v := range values {
			if v >= 0 {
				out, ts = append(out, rs[indices+v]), append(ts, types[indices+v])
			} else {
				out, ts = append(out, f.tangentOrZero(in, rs[indices-1-v])), append(ts, types[indices-1-v])
			}
		}
		return out, ts
	})
	e.Ops, e.Arrays = hists, arrays
	g.Bind(pat, e)
}
