package simplify

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// knownBranch puts the branch that is taken in the place of the if.
func knownBranch(s *simplifier, st *ir.Stm, e *ir.If) action {
	switch {
	case s.holds(e.Cond):
		return s.splice(st, e.Then)
	case e.Cond == truth(false):
		return s.splice(st, e.Else)
	}
	return kept
}

// splice puts the statements of b in the place of st.
func (s *simplifier) splice(st *ir.Stm, b *ir.Body) action {
	for _, inner := range b.Stms {
		s.stm(inner)
	}
	results := make([]ir.Atom, len(b.Result))
	for k, r := range b.Result {
		results[k] = s.atom(r)
	}
	return s.same(st, results...)
}

// equalResults takes out the results that both branches agree on.
func equalResults(s *simplifier, st *ir.Stm, e *ir.If) action {
	drop := make([]bool, len(st.Pat))
	for k, p := range st.Pat {
		then, els := s.atom(e.Then.Result[k]), s.atom(e.Else.Result[k])
		if drop[k] = then == els; drop[k] {
			s.replace(p.Name, then)
		}
	}
	if !slices.Contains(drop, true) {
		return kept
	}
	st.Pat = without(st.Pat, drop)
	e.Then.Result = without(e.Then.Result, drop)
	e.Else.Result = without(e.Else.Result, drop)
	s.header.Params(st.Pat)
	return rewritten
}

// without is xs without those marked in drop.
func without[T any](xs []T, drop []bool) []T {
	var out []T
	for k, x := range xs {
		if !drop[k] {
			out = append(out, x)
		}
	}
	return out
}

// boolBranches turns an if that computes a truth value from truth values into
// an operator: both branches are evaluated anyway.
func boolBranches(s *simplifier, st *ir.Stm, e *ir.If) action {
	if len(st.Pat) != 1 || len(e.Then.Stms)+len(e.Else.Stms) > 0 || !st.Pat[0].Type.IsScalar() || st.Pat[0].Type.Elem != scalar.Bool {
		return kept
	}
	then, els := s.atom(e.Then.Result[0]), s.atom(e.Else.Result[0])
	op := func(fn scalar.Op, args ...ir.Atom) action {
		return become(st, &ir.Prim{Fn: fn, Type: scalar.Bool, Args: args})
	}
	switch {
	case then == truth(true) && els == truth(false):
		return s.same(st, e.Cond)
	case then == truth(false) && els == truth(true):
		return op(scalar.Not, e.Cond)
	case els == truth(false):
		return op(scalar.And, e.Cond, then)
	case then == truth(true):
		return op(scalar.Or, e.Cond, els)
	}
	return kept
}

// countingBranch turns an if that combines an integer with another, or leaves it as it is, into an
// operator that always combines it: with the neutral element where it was left. So a loop that counts
// is a sum. Where the integer decides, it stays an if: a branch that is predicted does not wait for the
// integer of the iteration before.
func countingBranch(s *simplifier, st *ir.Stm, e *ir.If) action {
	if len(st.Pat) != 1 || len(e.Then.Stms)+len(e.Else.Stms) != 1 {
		return kept
	}
	arm, other := e.Then, e.Else
	if len(arm.Stms) == 0 {
		arm, other = other, arm
	}
	p, ok := arm.Stms[0].Exp.(*ir.Prim)
	if !ok || !p.Type.IsInt() || p.Fn == scalar.Mul || len(p.Args) != 2 || arm.Result[0] != ir.Var(arm.Stms[0].Pat[0].Name) {
		return kept
	}
	neutral, ok := p.Fn.Neutral(p.Type)
	if p.Fn == scalar.Sub {
		neutral, ok = scalar.Zero(p.Type), true
	}
	left := s.atom(other.Result[0])
	at := slices.IndexFunc(p.Args, func(a ir.Atom) bool { return s.atom(a) == left })
	if !ok || at < 0 || at > 0 && !p.Fn.Info().Commutative || left.IsVar() && s.decides(left.Name, e.Cond) {
		return kept
	}
	choices := []ir.Atom{s.atom(p.Args[1-at]), ir.Const(neutral)}
	if arm == e.Else {
		slices.Reverse(choices)
	}
	with := s.let("with", p.Type, &ir.Prim{Fn: scalar.Select, Type: p.Type, Args: append([]ir.Atom{e.Cond}, choices...)}, st.Pos)
	return become(st, &ir.Prim{Fn: p.Fn, Type: p.Type, Args: []ir.Atom{left, with}})
}

// maxSteps bounds the definitions that are looked at for one condition.
const maxSteps = 16

// decides reports whether scalar x may be among what a condition is computed from.
func (s *simplifier) decides(x name.Name, cond ir.Atom) bool {
	next := []ir.Atom{cond}
	for steps := 0; len(next) > 0; steps++ {
		a := s.atom(next[len(next)-1])
		next = next[:len(next)-1]
		if steps == maxSteps || a == ir.Var(x) {
			return true
		}
		if !a.IsVar() {
			continue
		}
		switch e := s.defs[a.Name].(type) {
		case nil: // a parameter
		case *ir.Prim:
			next = append(next, e.Args...)
		case *ir.Convert:
			next = append(next, e.X)
		case *ir.Index:
			next = append(next, e.Indices...)
		default:
			return true
		}
	}
	return false
}

// fewIterations removes loops that do not run and unrolls those that run once.
func fewIterations(s *simplifier, st *ir.Stm, e *ir.Loop) action {
	if e.Index.IsZero() {
		for k, p := range e.Params {
			if p.Name == e.While && e.Inits[k] == truth(false) {
				return s.same(st, e.Inits...)
			}
		}
		return kept
	}
	if e.Bound.IsVar() {
		return kept
	}
	t := e.Bound.Const.Type
	switch below, _ := scalar.Lt.Eval(t, scalar.Zero(t), e.Bound.Const); {
	case !below.Bool():
		return s.same(st, e.Inits...)
	case e.Bound == ir.Const(scalar.One(t)):
		s.replace(e.Index, ir.Const(scalar.Zero(t)))
		for k, p := range e.Params {
			s.replace(p.Name, e.Inits[k])
		}
		return s.splice(st, e.Body)
	}
	return kept
}

// invariantParams takes out the parameters that every iteration hands on
// unchanged, or sets to what they were at the start.
func invariantParams(s *simplifier, st *ir.Stm, e *ir.Loop) action {
	drop := make([]bool, len(e.Params))
	for k, p := range e.Params {
		r := s.atom(e.Body.Result[k])
		if p.Name == e.While || r != ir.Var(p.Name) && r != e.Inits[k] {
			continue
		}
		drop[k] = true
		s.replace(p.Name, e.Inits[k])
		s.replace(st.Pat[k].Name, e.Inits[k])
	}
	if !slices.Contains(drop, true) {
		return kept
	}
	st.Pat, e.Params = without(st.Pat, drop), without(e.Params, drop)
	e.Inits, e.Body.Result = without(e.Inits, drop), without(e.Body.Result, drop)
	s.header.InStm(st)
	return rewritten
}
