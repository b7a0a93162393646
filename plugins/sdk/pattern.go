package sdk

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pattern is a form that a scalar expression may have.
type Pattern interface {
	// fits compares an expression, operand an operand: a constant, or a name with
	// its definition. Where they fit, rest compares what is left; if that does not
	// fit, another way is tried, and in the end holes are as they were.
	fits(s *Site, e ir.Exp, rest func() bool) bool
	operand(s *Site, a ir.Atom, rest func() bool) bool
}

// Hole fits any operand, and holds it then. The same hole at two places fits
// only if both have the same operand.
type Hole struct {
	Atom   ir.Atom
	filled bool
}

func (h *Hole) fits(*Site, ir.Exp, func() bool) bool { return false }

func (h *Hole) operand(_ *Site, a ir.Atom, rest func() bool) bool {
	if h.filled {
		return h.Atom == a && rest()
	}
	h.Atom, h.filled = a, true
	if rest() {
		return true
	}
	*h = Hole{}
	return false
}

// Int fits the constant n, of whatever type.
func Int(n int64) Pattern { return number(n) }

type number int64

func (n number) fits(s *Site, e ir.Exp, rest func() bool) bool {
	use, ok := e.(*ir.Use)
	return ok && n.operand(s, use.X, rest)
}

func (n number) operand(s *Site, a ir.Atom, rest func() bool) bool {
	if a.IsVar() {
		return n.fits(s, s.Def(a), rest)
	}
	return a.Const == scalar.Int(a.Const.Type, int64(n)) && rest()
}

// Op fits an operator applied to operands that fit the patterns; in either order
// if it is commutative.
func Op(fn scalar.Op, args ...Pattern) Pattern { return &applied{fn, args} }

type applied struct {
	fn   scalar.Op
	args []Pattern
}

func (p *applied) fits(s *Site, e ir.Exp, rest func() bool) bool {
	x, ok := e.(*ir.Prim)
	if !ok || x.Fn != p.fn || len(x.Args) != len(p.args) {
		return false
	}
	if p.from(0, s, x.Args, rest) {
		return true
	}
	return len(x.Args) == 2 && p.fn.Info().Commutative && p.from(0, s, []ir.Atom{x.Args[1], x.Args[0]}, rest)
}

// from compares the operands from number i on.
func (p *applied) from(i int, s *Site, args []ir.Atom, rest func() bool) bool {
	if i == len(args) {
		return rest()
	}
	return p.args[i].operand(s, args[i], func() bool { return p.from(i+1, s, args, rest) })
}

func (p *applied) operand(s *Site, a ir.Atom, rest func() bool) bool {
	return p.fits(s, s.Def(a), rest)
}
