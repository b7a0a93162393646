package simplify

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
)

// elementKnown computes elements of arrays that are computed by a formula.
func elementKnown(s *simplifier, st *ir.Stm, e *ir.Index) action {
	switch def := s.defs[e.Array].(type) {
	case *ir.Iota:
		return s.same(st, s.elementOfIota(def, e.Indices[0], st.Pos))
	case *ir.Replicate:
		if len(e.Indices) == len(def.Shape) {
			return s.same(st, def.Value)
		}
	case *ir.Literal:
		if i, ok := e.Indices[0].AsSize(); ok && def.Row.IsScalar() && i >= 0 && i < int64(len(def.Elems)) {
			return s.same(st, def.Elems[i])
		}
	case *ir.Map:
		if x, ok := s.elementOfMap(e.Array, def, e.Indices, st.Pos); ok {
			return s.same(st, x)
		}
	case *ir.SegMap:
		if x, ok := s.elementOfSegMap(e.Array, def, e.Indices); ok {
			return s.same(st, x)
		}
	}
	return kept
}

// lightElement is the maximum cost of an element that is computed again rather than read.
const lightElement = 10

// elementOfMap computes the element of a map's only result again, if that takes a few scalar
// operations on what arrays hold that formulas compute, too. They may be divisions by variables: the
// map has computed the element, so they are defined for it. If the map lies before a parallel
// operation that reads it, reading is as good, or else elementOfSegMap finds it.
func (s *simplifier) elementOfMap(array name.Name, m *ir.Map, indices []ir.Atom, pos source.Pos) (ir.Atom, bool) {
	body := m.Fn.Body
	if len(indices) != 1 || len(body.Result) != 1 || len(body.Stms) > lightElement {
		return ir.Atom{}, false
	}
	made := s.met[array].depth
	if slices.ContainsFunc(s.scopes[made+1:], func(at *scope) bool { return at.parallel }) {
		return ir.Atom{}, false
	}
	cost := 0
	for _, t := range body.Stms {
		c, _ := ops.Cost(t.Exp)
		if cost += c; len(t.Pat) != 1 || cost > lightElement || ops.EffectOf(t.Exp) != ops.Scalar {
			return ir.Atom{}, false
		}
	}
	for k, a := range m.Arrays {
		switch def := s.defs[a].(type) {
		case *ir.Iota:
		case *ir.Replicate:
			if len(def.Shape) != 1 || !m.Fn.Params[k].Type.IsScalar() {
				return ir.Atom{}, false
			}
		default:
			return ir.Atom{}, false
		}
	}
	fn := ir.NewRenamer(s.names).Lambda(m.Fn)
	for k, p := range fn.Params {
		s.stm(&ir.Stm{Pat: []ir.Param{p}, Exp: &ir.Index{Array: m.Arrays[k], Indices: indices}, Pos: pos})
	}
	for _, t := range fn.Body.Stms {
		s.stm(t)
	}
	return s.atom(fn.Body.Result[0]), true
}

// indexOfView reads elements where a view has them from. On mem a view's index
// function says that already; the other rules on views leave it alone too. So
// are LMAD slices, on all levels: of the arithmetic that would take their place,
// nobody could tell any more that it does not wrap.
func indexOfView(s *simplifier, st *ir.Stm, e *ir.Index) action {
	if s.level == ir.Mem {
		return kept
	}
	switch def := s.defs[e.Array].(type) {
	case *ir.Slice:
		return become(st, &ir.Index{Array: def.Array, Indices: s.through(def.Dims, e.Indices, st.Pos)})
	case *ir.Rearrange:
		indices := make([]ir.Atom, len(e.Indices))
		for k, from := range def.Perm {
			indices[from] = e.Indices[k]
		}
		return become(st, &ir.Index{Array: def.Array, Indices: indices})
	case *ir.Reshape:
		if s.met[def.Array].Type.Rank() == 1 {
			return become(st, &ir.Index{Array: def.Array, Indices: []ir.Atom{s.rowMajor(def.Shape, e.Indices, st.Pos)}})
		}
	}
	return kept
}

// elementOfIota computes the element at index i of an iota.
func (s *simplifier) elementOfIota(e *ir.Iota, i ir.Atom, pos source.Pos) ir.Atom {
	i = s.let("i", e.Elem, &ir.Convert{From: scalar.I64, To: e.Elem, X: i}, pos)
	off := s.let("off", e.Elem, &ir.Prim{Fn: scalar.Mul, Type: e.Elem, Args: []ir.Atom{i, e.Step}}, pos)
	return s.let("at", e.Elem, &ir.Prim{Fn: scalar.Add, Type: e.Elem, Args: []ir.Atom{e.Start, off}}, pos)
}

// i64 adds arithmetic on indices.
func (s *simplifier) i64(fn scalar.Op, x, y ir.Atom, pos source.Pos) ir.Atom {
	return s.let("i", scalar.I64, &ir.Prim{Fn: fn, Type: scalar.I64, Args: []ir.Atom{x, y}}, pos)
}

// through turns indices of a slice into indices of the array sliced.
func (s *simplifier) through(dims []ir.SliceDim, indices []ir.Atom, pos source.Pos) []ir.Atom {
	out := make([]ir.Atom, len(dims))
	for k, d := range dims {
		if d.Fix {
			out[k] = d.Start
			continue
		}
		out[k] = s.along(d, indices[0], pos)
		indices = indices[1:]
	}
	return out
}

// along is the place of element i of a dimension of a slice.
func (s *simplifier) along(d ir.SliceDim, i ir.Atom, pos source.Pos) ir.Atom {
	return s.i64(scalar.Add, d.Start, s.i64(scalar.Mul, i, d.Step, pos), pos)
}

// rowMajor is the place of an element of an array of the given shape among all.
func (s *simplifier) rowMajor(shape, indices []ir.Atom, pos source.Pos) ir.Atom {
	at := indices[0]
	for k := 1; k < len(indices); k++ {
		at = s.i64(scalar.Add, s.i64(scalar.Mul, at, shape[k], pos), indices[k], pos)
	}
	return at
}

// wholeSlice finds slices that select everything.
func wholeSlice(s *simplifier, st *ir.Stm, e *ir.Slice) action {
	if !selectsAll(s.met[e.Array].Type, e.Dims) {
		return kept
	}
	return s.same(st, ir.Var(e.Array))
}

// selectsAll reports whether a slice of an array of a type is the array.
func selectsAll(t ir.Type, dims []ir.SliceDim) bool {
	for k, d := range dims {
		if d != ir.Whole(t.Dims[k]) {
			return false
		}
	}
	return true
}

func sliceOfSlice(s *simplifier, st *ir.Stm, e *ir.Slice) action {
	inner, ok := s.defs[e.Array].(*ir.Slice)
	if !ok || s.level == ir.Mem {
		return kept
	}
	dims := make([]ir.SliceDim, 0, len(inner.Dims))
	outer := e.Dims
	for _, d := range inner.Dims {
		if !d.Fix {
			o := outer[0]
			outer = outer[1:]
			at := s.along(d, o.Start, st.Pos)
			if o.Fix {
				d = ir.FixAt(at)
			} else {
				d = ir.RangeOf(at, o.Size, s.i64(scalar.Mul, d.Step, o.Step, st.Pos))
			}
		}
		dims = append(dims, d)
	}
	return become(st, &ir.Slice{Array: inner.Array, Dims: dims})
}

// sliceKnown makes the selected part of an iota or a replicated scalar at once.
func sliceKnown(s *simplifier, st *ir.Stm, e *ir.Slice) action {
	if s.level == ir.Mem {
		return kept
	}
	switch def := s.defs[e.Array].(type) {
	case *ir.Iota:
		d := e.Dims[0]
		start := s.elementOfIota(def, d.Start, st.Pos)
		stride := s.let("step", def.Elem, &ir.Convert{From: scalar.I64, To: def.Elem, X: d.Step}, st.Pos)
		step := s.let("step", def.Elem, &ir.Prim{Fn: scalar.Mul, Type: def.Elem, Args: []ir.Atom{stride, def.Step}}, st.Pos)
		return become(st, &ir.Iota{Elem: def.Elem, Count: d.Size, Start: start, Step: step})
	case *ir.Replicate:
		if len(def.Shape) == len(e.Dims) {
			return become(st, &ir.Replicate{Shape: st.Pat[0].Type.Dims, Value: def.Value})
		}
	}
	return kept
}

// forgotten reports whether an array was made just here and has a single use.
func (s *simplifier) forgotten(n name.Name) bool {
	return s.met[n].depth == len(s.scopes)-1 && s.uses.all[n] == 1 && !s.shared.Has(n)
}

// copyOfFresh drops the copy of an array that was made just here, for the copy
// alone, and of one that only has other dimensions than such an array. On mem the two must lie in one place, too: where they do not, that is on
// purpose.
func copyOfFresh(s *simplifier, st *ir.Stm, e *ir.Copy) action {
	if v, ok := s.defs[e.Array].(*ir.Reshape); ok && s.level != ir.Mem && s.forgotten(e.Array) && s.forgotten(v.Array) && s.fresh.Has(v.Array) {
		return s.same(st, ir.Var(e.Array))
	}
	if !s.fresh.Has(e.Array) || !s.forgotten(e.Array) || schedule.Prescribes(st) {
		return kept
	}
	if from, to := s.at[e.Array], st.Pat[0].At; s.level == ir.Mem && (from.Block != to.Block || !from.Index.Equal(to.Index)) {
		return kept
	}
	return s.same(st, ir.Var(e.Array))
}

// updateOfSame drops an update that changes nothing: an array's part, or a copy of it, goes to its own
// place. The part may be all of the array.
func updateOfSame(s *simplifier, st *ir.Stm, e *ir.Update) action {
	if s.level == ir.Mem || !e.Value.IsVar() {
		return kept
	}
	value := e.Value.Name
	if c, ok := s.defs[value].(*ir.Copy); ok {
		value = c.Array
	}
	same := value == e.Array && selectsAll(s.met[e.Array].Type, e.Dims)
	if part, ok := s.defs[value].(*ir.Slice); ok {
		same = same || part.Array == e.Array && slices.Equal(part.Dims, e.Dims)
	}
	if !same {
		return kept
	}
	return s.same(st, ir.Var(e.Array))
}

// replicateTwice makes an array of equal rows of equal scalars at once.
func replicateTwice(s *simplifier, st *ir.Stm, e *ir.Replicate) action {
	if x, ok := s.onlyElement(e.Value); ok {
		return become(st, &ir.Replicate{Shape: st.Pat[0].Type.Dims, Value: x})
	}
	inner, ok := s.defs[e.Value.Name].(*ir.Replicate)
	if !ok || !s.isScalar(inner.Value) {
		return kept
	}
	return become(st, &ir.Replicate{Shape: slices.Concat(e.Shape, inner.Shape), Value: inner.Value})
}

// onlyElement returns the only element of an array literal, as x of [[x]].
func (s *simplifier) onlyElement(a ir.Atom) (ir.Atom, bool) {
	lit, ok := s.defs[a.Name].(*ir.Literal)
	for ok && len(lit.Elems) == 1 {
		if a = lit.Elems[0]; lit.Row.IsScalar() {
			return a, true
		}
		lit, ok = s.defs[a.Name].(*ir.Literal)
	}
	return ir.Atom{}, false
}

func (s *simplifier) isScalar(a ir.Atom) bool {
	return !a.IsVar() || s.met[a.Name].Type.IsScalar()
}

// plainInputs drops inputs of a combinator that are given twice and those whose
// elements are all one scalar.
func plainInputs(s *simplifier, st *ir.Stm) action {
	f := ops.CombinatorOf(st.Exp)
	fn, arrays := *f.Fn, f.Arrays
	if fn == nil {
		return kept
	}
	drop := make([]bool, len(*arrays))
	for k, a := range *arrays {
		if first := slices.Index(*arrays, a); first < k {
			drop[k] = true
			s.replace(fn.Params[k].Name, ir.Var(fn.Params[first].Name))
			continue
		}
		if r, ok := s.defs[a].(*ir.Replicate); ok && fn.Params[k].Type.IsScalar() {
			drop[k] = true
			s.replace(fn.Params[k].Name, r.Value)
		}
	}
	if !slices.Contains(drop, true) {
		return kept
	}
	*arrays, fn.Params = without(*arrays, drop), without(fn.Params, drop)
	return rewritten
}

// plainResults takes results out of a map that are copies of its inputs, or the
// same for all elements.
func plainResults(s *simplifier, st *ir.Stm, e *ir.Map) action {
	drop := make([]bool, len(st.Pat))
	for k, r := range e.Fn.Body.Result {
		r = s.atom(r)
		var plain ir.Exp
		if j := slices.IndexFunc(e.Fn.Params, func(p ir.Param) bool { return ir.Var(p.Name) == r }); j >= 0 {
			plain = &ir.Copy{Array: e.Arrays[j]}
		} else if _, outside := s.met[r.Name]; outside || !r.IsVar() {
			plain = &ir.Replicate{Shape: []ir.Atom{e.Width}, Value: r}
		}
		if plain != nil {
			drop[k] = true
			s.stm(&ir.Stm{Pat: st.Pat[k : k+1 : k+1], Exp: plain, Pos: st.Pos})
		}
	}
	if !slices.Contains(drop, true) {
		return kept
	}
	st.Pat = without(st.Pat, drop)
	e.Fn.Results, e.Fn.Body.Result = without(e.Fn.Results, drop), without(e.Fn.Body.Result, drop)
	return rewritten
}
