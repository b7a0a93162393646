package sequentialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// scatterLoop emits a loop that updates the destinations in place where indices are in
// bounds.
func (s *sequentialiser) scatterLoop(b *ir.Builder, pat []ir.Param, e *ir.Scatter) {
	l := s.newLoop("i", e.Width)
	dests := make([]ir.Atom, len(e.Dests))
	indices := 0
	for k, d := range e.Dests {
		dests[k] = s.carry(l, pat[k], ir.Var(d.Array), true)
		indices += d.Rank
	}
	in := b.Inner()
	bindElements(in, e.Arrays, e.Fn.Params, l.i())
	in.Append(e.Fn.Body.Stms...)
	at, values := e.Fn.Body.Result[:indices], e.Fn.Body.Result[indices:]
	for k, d := range e.Dests {
		t := pat[k].Type
		dests[k] = s.ifInBounds(in, at[:d.Rank], pat[k:k+1], dests[k:k+1], func(b *ir.Builder) []ir.Atom {
			return []ir.Atom{store(b, dests[k], t, values[k], at[:d.Rank]...)}
		})[0]
		at = at[d.Rank:]
	}
	l.finish(b, in.Body(dests...))
}

// histLoop emits a loop that combines each value with its bin.
func (s *sequentialiser) histLoop(b *ir.Builder, pat []ir.Param, e *ir.Hist) {
	l := s.newLoop("i", e.Width)
	var inits []ir.Atom
	indices := 0
	for _, op := range e.Ops {
		inits = append(inits, nameAtoms(op.Dests)...)
		indices += op.Rank
	}
	dests := s.carryAll(l, pat, inits, true)
	in := b.Inner()
	bindElements(in, e.Arrays, e.Fn.Params, l.i())
	in.Append(e.Fn.Body.Stms...)
	at, values := e.Fn.Body.Result[:indices], e.Fn.Body.Result[indices:]
	var out []ir.Atom
	for _, op := range e.Ops {
		n := len(op.Dests)
		out = append(out, s.ifInBounds(in, at[:op.Rank], pat[:n], dests[:n], func(b *ir.Builder) []ir.Atom {
			return s.updateBin(b, op, pat[:n], dests[:n], at[:op.Rank], values[:n])
		})...)
		at, values, pat, dests = at[op.Rank:], values[n:], pat[n:], dests[n:]
	}
	l.finish(b, in.Body(out...))
}

// updateBin emits the update of the bin at the given indices.
func (s *sequentialiser) updateBin(b *ir.Builder, op ir.HistOp, pat []ir.Param, dests, at, values []ir.Atom) []ir.Atom {
	var args []ir.Atom
	for k, d := range dests {
		args = append(args, bin(b, d.Name, pat[k].Type, at))
	}
	combined := s.apply(b, op.Operator, append(args, values...)...)
	out := make([]ir.Atom, len(dests))
	for k, d := range dests {
		out[k] = store(b, d, pat[k].Type, combined[k], at...)
	}
	return out
}

// bin reads the bin at the given indices. An array is copied: the operator may return it,
// and a view of the destination cannot be written back into it.
func bin(b *ir.Builder, dest name.Name, t ir.Type, at []ir.Atom) ir.Atom {
	old := t.Peel(len(at))
	if old.IsScalar() {
		return b.Let("old", old, &ir.Index{Array: dest, Indices: at})
	}
	view := b.Let("old", old, &ir.Slice{Array: dest, Dims: rowDims(t, at...)})
	return b.Let("old", old, &ir.Copy{Array: view.Name})
}

// ifInBounds emits "if the indices are in bounds then written else arrays"; pat gives the
// arrays' types.
func (s *sequentialiser) ifInBounds(b *ir.Builder, at []ir.Atom, pat []ir.Param, arrays []ir.Atom, written func(*ir.Builder) []ir.Atom) []ir.Atom {
	in := inBounds(b, at, pat[0].Type)
	then := b.Inner()
	result := written(then)
	out := s.freshLike(pat)
	b.Bind(out, &ir.If{Cond: in, Then: then.Body(result...), Else: &ir.Body{Result: slices.Clone(arrays)}})
	return vars(out)
}

// inBounds emits the test that each index is at least 0 and below its dimension.
func inBounds(b *ir.Builder, at []ir.Atom, t ir.Type) ir.Atom {
	var all ir.Atom
	for k, i := range at {
		low := i64(b, "low", scalar.Le, ir.Size(0), i)
		high := i64(b, "high", scalar.Lt, i, t.Dims[k])
		both := b.Prim("inside", scalar.And, scalar.Bool, low, high)
		if k == 0 {
			all = both
			continue
		}
		all = b.Prim("inside", scalar.And, scalar.Bool, all, both)
	}
	return all
}

func nameAtoms(ns []name.Name) []ir.Atom {
	out := make([]ir.Atom, len(ns))
	for k, n := range ns {
		out[k] = ir.Var(n)
	}
	return out
}
