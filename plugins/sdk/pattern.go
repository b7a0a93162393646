package sdk

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pattern is a form of scalar expressions.
type Pattern interface {
	// fits matches an expression; operand matches an operand: a constant, or a name with
	// its definition. If they match, rest matches the remainder; if that fails, other ways
	// are tried, and if all fail, holes are restored.
	fits(s *Site, e ir.Exp, rest func() bool) bool
	operand(s *Site, a ir.Atom, rest func() bool) bool
}

// Hole matches any operand and captures it. A hole that occurs twice matches only if both
// operands are the same.
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

// Int matches the constant n, of any type.
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

// Op matches an operator applied to operands that match the patterns, in either order if it
// is commutative.
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

// from matches the operands from number i on.
func (p *applied) from(i int, s *Site, args []ir.Atom, rest func() bool) bool {
	if i == len(args) {
		return rest()
	}
	return p.args[i].operand(s, args[i], func() bool { return p.from(i+1, s, args, rest) })
}

func (p *applied) operand(s *Site, a ir.Atom, rest func() bool) bool {
	return p.fits(s, s.Def(a), rest)
}
