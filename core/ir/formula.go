package ir

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Definitions are statements, by the names that they bind.
type Definitions map[name.Name]*Stm

// Add enters statements.
func (d Definitions) Add(stms ...*Stm) {
	for _, s := range stms {
		for _, p := range s.Pat {
			d[p.Name] = s
		}
	}
}

// deepest is how many statements deep a formula is shown.
const deepest = 8

// Formula shows for people how an i64 is computed, by names as the source has
// them: 4·n·m.
func (d Definitions) Formula(a Atom) string { return d.formula(a, deepest) }

func (d Definitions) formula(a Atom, depth int) string {
	if !a.IsVar() {
		return fmt.Sprint(a.Const.Int())
	}
	s := d[a.Name]
	if s == nil || depth == 0 {
		return a.Name.Base
	}
	if e, ok := s.Exp.(*If); ok && len(e.Then.Stms) == 0 && len(e.Else.Stms) == 0 && len(s.Pat) == 1 {
		return d.formula(e.Then.Result[0], depth-1) + " or " + d.formula(e.Else.Result[0], depth-1)
	}
	e, ok := s.Exp.(*Prim)
	if !ok {
		return a.Name.Base
	}
	args := make([]string, len(e.Args))
	for i, x := range e.Args {
		args[i] = d.formula(x, depth-1)
	}
	switch e.Fn {
	case scalar.MulSat, scalar.Mul:
		return strings.Join(args, "·")
	case scalar.Add:
		return "(" + strings.Join(args, " + ") + ")"
	case scalar.Sub:
		return "(" + strings.Join(args, " - ") + ")"
	}
	return e.Fn.Info().Name + "(" + strings.Join(args, ", ") + ")"
}

// polynomials tells which operators on i64 make polynomials.
var polynomials = map[scalar.Op]func(a, b sym.Poly) sym.Poly{
	scalar.Add: sym.Poly.Add,
	scalar.Sub: sym.Poly.Sub,
	scalar.Mul: sym.Poly.Mul,
}

// Polynomial is what i64 e computes as a polynomial of its operands, modulo 2^64.
func Polynomial(e Exp) (sym.Poly, bool) {
	x, ok := e.(*Prim)
	if !ok || x.Type != scalar.I64 || len(x.Args) != 2 || polynomials[x.Fn] == nil {
		return sym.Poly{}, false
	}
	return polynomials[x.Fn](x.Args[0].Poly(), x.Args[1].Poly()), true
}

// SamePlace reports whether index functions p and q are known to be one, when the
// variables in them are replaced by what they were computed from. That is right
// modulo 2^64, as addresses are.
func (d Definitions) SamePlace(p, q lmad.LMAD) bool {
	if p.Rank() != q.Rank() {
		return false
	}
	computed := func(n name.Name) (sym.Poly, bool) {
		if s := d[n]; s != nil {
			return Polynomial(s.Exp)
		}
		return sym.Poly{}, false
	}
	for range deepest {
		if p.Equal(q) {
			return true
		}
		p, q = p.Subst(computed), q.Subst(computed)
	}
	return p.Equal(q)
}
