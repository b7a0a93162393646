// Package operator tells what kind of operator a lambda is: which scalar operators it
// consists of, whether it is associative, whether they may combine in any order, whether it
// selects one of its operands, whether it can write its result over its first operand.
package operator

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
)

// InAnyOrder returns the scalar operators that l applies to its operands component by
// component, if each may combine in any order (alone).
func InAnyOrder(l *ir.Lambda, mode target.Math) ([]*ir.Prim, bool) {
	n := len(l.Body.Result)
	if len(l.Params) != 2*n || len(l.Body.Stms) != n {
		return nil, false
	}
	defs := map[ir.Atom]*ir.Stm{}
	for _, s := range l.Body.Stms {
		if len(s.Pat) == 1 {
			defs[ir.Var(s.Pat[0].Name)] = s
		}
	}
	var out []*ir.Prim
	for i, r := range l.Body.Result {
		s := defs[r]
		if s == nil {
			return nil, false
		}
		p, ok := anyOrder(s, l.Params[i], l.Params[n+i], mode)
		if !ok {
			return nil, false
		}
		out = append(out, p)
	}
	return out, true
}

// anyOrder returns the scalar operator that s applies to x and y, if it is commutative, has a
// neutral element, and is associative: exactly, or in fast mode up to rounding.
func anyOrder(s *ir.Stm, x, y ir.Param, mode target.Math) (*ir.Prim, bool) {
	p, ok := s.Exp.(*ir.Prim)
	if !ok || len(p.Args) != 2 {
		return nil, false
	}
	a, b := ir.Var(x.Name), ir.Var(y.Name)
	both := p.Args[0] == a && p.Args[1] == b || p.Args[0] == b && p.Args[1] == a
	info := p.Fn.Info()
	associative := info.Associative.Has(p.Type) || mode == target.Fast && info.Rounded.Has(p.Type)
	_, neutral := p.Fn.Neutral(p.Type)
	return p, both && neutral && info.Commutative && associative
}

// Regroups reports whether a fold by l from the given elements gives the same bits, or in fast mode
// some that it may give, where consecutive elements are folded apart first, each group from the
// same elements.
func Regroups(l *ir.Lambda, from []ir.Atom, mode target.Math) bool {
	if mode == target.Fast || Associative(l, from) {
		return true
	}
	ps, ok := InAnyOrder(l, mode)
	for i, p := range ps {
		ok = ok && Repeats(p, from[i], mode)
	}
	return ok
}

// Repeats reports whether folding a any number of times, at least once, is the same as folding it
// once: it is the neutral element of p, or p is idempotent. The infinity that a program gives for
// a minimum of floats is of the second kind, as that of NaNs alone is NaN.
func Repeats(p *ir.Prim, a ir.Atom, mode target.Math) bool {
	return p.Fn.Info().Idempotent || IsNeutral(p, a, mode)
}

// IsNeutral reports whether a is the neutral element of p. That of a sum of floats is -0; in
// fast mode 0 is as good.
func IsNeutral(p *ir.Prim, a ir.Atom, mode target.Math) bool {
	neutral, _ := p.Fn.Neutral(p.Type)
	return a == ir.Const(neutral) || mode == target.Fast && p.Fn == scalar.Add && a == ir.Const(scalar.Zero(p.Type))
}
