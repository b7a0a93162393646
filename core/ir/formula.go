package ir

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Definitions maps names to the statements that bind them.
type Definitions map[name.Name]*Stm

// Add adds statements.
func (d Definitions) Add(stms ...*Stm) {
	for _, s := range stms {
		for _, p := range s.Pat {
			d[p.Name] = s
		}
	}
}

// deepest bounds how many statements deep Formula looks.
const deepest = 8

// Formula shows how an i64 is computed, for messages, in the names of the source: 4·n·m.
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

// polynomials maps operators on i64 to those on polynomials.
var polynomials = map[scalar.Op]func(a, b sym.Poly) sym.Poly{
	scalar.Add: sym.Poly.Add,
	scalar.Sub: sym.Poly.Sub,
	scalar.Mul: sym.Poly.Mul,
}

// Polynomial returns the value of the i64 expression e as a polynomial in its operands,
// modulo 2^64.
func Polynomial(e Exp) (sym.Poly, bool) {
	x, ok := e.(*Prim)
	switch {
	case !ok || x.Type != scalar.I64:
		return sym.Poly{}, false
	case x.Fn == scalar.Neg:
		return x.Args[0].Poly().Neg(), true
	case polynomials[x.Fn] == nil:
		return sym.Poly{}, false
	}
	return polynomials[x.Fn](x.Args[0].Poly(), x.Args[1].Poly()), true
}

// SamePlace reports whether index functions p and q are known to be equal once their
// variables are replaced by their definitions. It works modulo 2^64, as addresses do.
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

// Indices are the indices of a space as polynomials.
func Indices(space []SpaceDim) []sym.Poly {
	out := make([]sym.Poly, len(space))
	for i, d := range space {
		out[i] = sym.Var(d.Index)
	}
	return out
}
