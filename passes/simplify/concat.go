package simplify

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// Arrays are concatenated two at a time in source programs. A concatenation that is
// of use for another one alone is dissolved in that: a ++ b ++ c is made at once.

// maxSizes bounds the sizes that differ among what is concatenated at once: where
// a part lies is a sum of those before it.
const maxSizes = 32

// joining finds the concatenations of a function that are each an operand of another
// one in their body, and nothing else.
func (s *simplifier) joining(f *ir.Fun) {
	concatenates := false
	search := &ir.Walker{Stm: func(st *ir.Stm) {
		_, ok := st.Exp.(*ir.Concat)
		concatenates = concatenates || ok
	}}
	search.Fun(f)
	if !concatenates {
		return
	}
	types := map[name.Name]ir.Type{}
	binders := func(ps []ir.Param) {
		for _, p := range ps {
			types[p.Name] = p.Type
		}
	}
	w := &ir.Walker{Binders: binders}
	w.Fun(f)
	w = &ir.Walker{Body: func(b *ir.Body) bool {
		made := map[name.Name]*ir.Concat{}
		sizes := map[name.Name][]ir.Atom{} // of what is concatenated, each once
		for _, st := range b.Stms {
			e, ok := st.Exp.(*ir.Concat)
			if !ok {
				continue
			}
			var own []ir.Atom
			for _, x := range e.Arrays {
				parts := []ir.Atom{types[x].Dims[e.Dim]}
				before := made[x]
				dissolves := before != nil && before.Dim == e.Dim && s.uses.all[x] == 1
				if dissolves {
					parts = sizes[x]
				}
				both := slices.Clone(own)
				for _, n := range parts {
					if !slices.Contains(both, n) {
						both = append(both, n)
					}
				}
				if dissolves && len(both) <= maxSizes {
					s.joins[x] = true
				} else if dissolves {
					both = append(own, types[x].Dims[e.Dim])
				}
				own = both
			}
			made[st.Pat[0].Name], sizes[st.Pat[0].Name] = e, own
		}
		return true
	}}
	w.InBody(f.Body)
}

// concatOfConcat makes a concatenation of concatenations at once.
func concatOfConcat(s *simplifier, st *ir.Stm, e *ir.Concat) action {
	if s.joins[st.Pat[0].Name] {
		return kept // its user does that
	}
	var parts []name.Name
	some := false
	var add func(xs []name.Name)
	add = func(xs []name.Name) {
		for _, x := range xs {
			if inner, ok := s.defs[x].(*ir.Concat); ok && s.dissolves(x, inner) {
				some = true
				add(inner.Arrays)
			} else {
				parts = append(parts, x)
			}
		}
	}
	add(e.Arrays)
	if !some {
		return kept
	}
	return become(st, &ir.Concat{Dim: e.Dim, Size: e.Size, Arrays: parts})
}

// dissolves reports whether the parts of concatenation x may be used here instead.
func (s *simplifier) dissolves(x name.Name, e *ir.Concat) bool {
	here := len(s.scopes) - 1
	if !s.joins[x] || s.met[x].depth != here || s.shared.Has(x) {
		return false
	}
	own := func(a name.Name) bool { return s.fresh.Has(a) && s.uses.all[a] == 1 && !s.shared.Has(a) }
	return !slices.ContainsFunc(e.Arrays, func(a name.Name) bool { return !own(a) && !s.joins[a] }) || s.untouchedSince(x)
}

// untouchedSince reports whether nothing was consumed in this body since x was made.
func (s *simplifier) untouchedSince(x name.Name) bool {
	here := s.here()
	for ; here.seen < len(here.stms); here.seen++ {
		st := here.stms[here.seen]
		if s.consumes(st) {
			here.joined = nil
		} else if _, joins := st.Exp.(*ir.Concat); joins {
			if here.joined == nil {
				here.joined = ir.Names{}
			}
			here.joined.Add(st.Pat[0].Name)
		}
	}
	return here.joined.Has(x)
}

// consumes reports whether st, or something in it, consumes an array.
func (s *simplifier) consumes(st *ir.Stm) bool {
	found := false
	see := func(st *ir.Stm) {
		found = found || len(ops.Default().Of(st.Exp).Consumes(st.Exp, s.unit.IR.Fun)) > 0
	}
	see(st)
	(&ir.Walker{Stm: see}).InStm(st)
	return found
}

// mapOfConcat makes a map that concatenates elements of its arrays one concatenation of the
// arrays, along another dimension: what they are made of can then be made in its place. Not
// where something reads the result by element, into which the map can be fused.
func mapOfConcat(s *simplifier, st *ir.Stm, e *ir.Map) action {
	b := e.Fn.Body
	if len(st.Attrs) > 0 || len(st.Pat) != 1 || len(b.Stms) != 1 || b.Result[0] != ir.Var(b.Stms[0].Pat[0].Name) {
		return kept
	}
	inner, ok := b.Stms[0].Exp.(*ir.Concat)
	if x := st.Pat[0].Name; !ok || s.uses.put[x] == 0 || s.uses.put[x] != s.uses.all[x] {
		return kept
	}
	of := map[name.Name]name.Name{}
	for k, p := range e.Fn.Params {
		of[p.Name] = e.Arrays[k]
	}
	var all []name.Name
	for _, x := range inner.Arrays {
		if of[x].IsZero() {
			return kept
		}
		all = append(all, of[x])
	}
	return become(st, &ir.Concat{Dim: inner.Dim + 1, Size: inner.Size, Arrays: all})
}

// mapOfLiteral makes a map of arrays of one number a map of the numbers, in another shape,
// where mapOfConcat leaves results alone, too: no iteration makes an array then.
func mapOfLiteral(s *simplifier, st *ir.Stm, e *ir.Map) action {
	b := e.Fn.Body
	if len(st.Attrs) > 0 || len(st.Pat) != 1 || len(b.Stms) == 0 || len(st.Pat[0].Type.Dims) != 2 {
		return kept
	}
	p, last := st.Pat[0], b.Stms[len(b.Stms)-1]
	number, ok := onlyElement(last.Exp)
	if !ok || b.Result[0] != ir.Var(last.Pat[0].Name) || s.uses.put[p.Name] == 0 || s.uses.put[p.Name] != s.uses.all[p.Name] {
		return kept
	}
	numbers := p.Clone()
	numbers.Name, numbers.Type.Dims = s.names.Like(p.Name), p.Type.Dims[:1:1]
	b.Stms, b.Result = b.Stms[:len(b.Stms)-1], []ir.Atom{number}
	e.Fn.Results = []ir.Type{{Elem: p.Type.Elem}}
	made := *st
	made.Pat = []ir.Param{numbers}
	s.stm(&made)
	return become(st, &ir.Reshape{Shape: p.Type.Dims, Array: s.variable(numbers.Name)})
}

// onlyElement is what e makes an array of one element of.
func onlyElement(e ir.Exp) (ir.Atom, bool) {
	if lit, ok := e.(*ir.Literal); ok && len(lit.Elems) == 1 {
		return lit.Elems[0], true
	}
	if rep, ok := e.(*ir.Replicate); ok && slices.Equal(rep.Shape, []ir.Atom{ir.Size(1)}) {
		return rep.Value, true
	}
	return ir.Atom{}, false
}
