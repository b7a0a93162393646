package simplify

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Assertions that every iteration of a loop or of a parallel operation would
// repeat, and that nothing which can fail precedes in the first one, are made
// once before it, if there is a first iteration:
//
//	map(n, …, \x -> { assert(ok) … })   =>   if(0 < n) { assert(ok) }  map(n, …)
//
// So the same assertion fails first as before. Nests of maps with size checks
// in between become perfect.

// liftGuard moves st before the statement that its scope belongs to, if it is
// such an assertion.
func (s *simplifier) liftGuard(st *ir.Stm) bool {
	in := len(s.scopes) - 1
	here := s.scopes[in]
	if len(here.counts) == 0 || here.fails || !guards(st.Exp) {
		return false
	}
	// Its conditions are not looked at where it goes in this round, so what has
	// been replaced must be replaced within it now.
	deep := &ir.Walker{Atom: s.header.Atom, Var: s.header.Var, Index: s.header.Index}
	deep.InStm(st)
	if !s.outside(st, in) || !s.unit.Rewrite() {
		return false
	}
	s.scopes[in-1].stms = append(s.scopes[in-1].stms, s.guarded(st, here.counts, in-1)...)
	s.scopes[in-1].fails = true
	if a, ok := st.Exp.(*ir.Assert); ok {
		s.learn(a.Cond, true)
	}
	return true
}

// guards reports whether e only asserts.
func guards(e ir.Exp) bool {
	switch e := e.(type) {
	case *ir.Assert:
		return true
	case *ir.If:
		for _, st := range e.Then.Stms {
			if !guards(st.Exp) {
				return false
			}
		}
		return len(e.Then.Stms) > 0 && len(e.Then.Result) == 0 && len(e.Else.Stms) == 0
	}
	return false
}

// outside reports whether all that st uses is bound outside scope in.
func (s *simplifier) outside(st *ir.Stm, in int) bool {
	for n := range ir.FreeInStm(st) {
		if s.met[n].depth >= in {
			return false
		}
	}
	return true
}

// guarded is st under the condition that all counts are positive. It is not
// simplified yet: what is known here does not hold before the loop.
func (s *simplifier) guarded(st *ir.Stm, counts []ir.Atom, at int) []*ir.Stm {
	b := ir.NewBuilder(s.names)
	b.Pos = st.Pos
	var some ir.Atom
	for k, n := range counts {
		t := s.scalarType(n)
		positive := b.Prim("some", scalar.Lt, t, ir.Const(scalar.Zero(t)), n)
		if k == 0 {
			some = positive
		} else {
			some = b.Prim("some", scalar.And, scalar.Bool, some, positive)
		}
	}
	b.Bind(nil, &ir.If{Cond: some, Then: &ir.Body{Stms: []*ir.Stm{st}}, Else: &ir.Body{}})
	for _, added := range b.Stms() {
		for _, p := range added.Pat {
			s.bind(p, at)
		}
	}
	return b.Stms()
}

func (s *simplifier) scalarType(a ir.Atom) scalar.Type {
	if a.IsVar() {
		return s.met[a.Name].Type.Elem
	}
	return a.Const.Type
}

// mayFail reports whether st, with what is within it, may fail or not end. Statements
// within are finished, so that the answer for a body is kept.
func (s *simplifier) mayFail(st *ir.Stm) bool {
	found := s.effects.essential(st.Exp)
	if ops.EffectOf(st.Exp) == ops.Scalar { // the most frequent ones, without bodies
		return found
	}
	ir.EachBody(st.Exp, func(b *ir.Body) {
		found = found || s.mayFailIn(b)
	})
	return found
}

func (s *simplifier) mayFailIn(b *ir.Body) bool {
	fails, known := s.failing[b]
	if !known {
		fails = slices.ContainsFunc(b.Stms, s.mayFail)
		s.failing[b] = fails
	}
	return fails
}

// sizesOf are the sizes of an index space.
func sizesOf(space []ir.SpaceDim) []ir.Atom {
	out := make([]ir.Atom, len(space))
	for k, d := range space {
		out[k] = d.Size
	}
	return out
}

// lambda simplifies l, which may be nil, given the elements of arrays; width is
// how many there are.
func (s *simplifier) lambda(l *ir.Lambda, arrays []name.Name, width ...ir.Atom) {
	if l == nil {
		return
	}
	s.body(l.Body, true, func() {
		s.here().counts, s.here().parallel = width, true
		s.bindAll(l.Params)
		for k, a := range arrays {
			s.element(l.Params[k], a)
		}
	})
}
