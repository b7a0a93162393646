package facts

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// learn turns a relation of i64s that holds into bounds of names.
func (w *Walk) learn(r sym.Relation, x, y ir.Atom) {
	if r == sym.GT || r == sym.GE {
		x, y = y, x
	}
	px, py := w.Poly(x), w.Poly(y)
	slack := int64(0)
	switch r {
	case sym.EQ, sym.NE:
		w.learnEqual(px, py, r == sym.EQ)
		return
	case sym.LT, sym.GT:
		slack = 1
	}
	if low, ok := px.AsConst(); ok && low+slack >= 0 {
		w.trust(py)
	}
	if w.exact(px) && w.exact(py) {
		w.nonNegative(py.Sub(px).Sub(sym.Const(slack)))
	}
}

// learnEqual turns x = y, or x ≠ y, into bounds of names.
func (w *Walk) learnEqual(x, y sym.Poly, holds bool) {
	if !w.exact(x) || !w.exact(y) {
		return
	}
	for _, d := range []sym.Poly{y.Sub(x), x.Sub(y)} {
		switch {
		case holds:
			w.nonNegative(d)
		case w.isNonNegative(d):
			w.nonNegative(d.Sub(sym.Const(1)))
		}
	}
}

// estimate adds bounds of n that follow from the operator that computes it.
func (w *Walk) estimate(n name.Name, e *ir.Prim) {
	switch e.Fn {
	case scalar.Min:
		for _, a := range e.Args {
			if q := w.Poly(a); w.exact(q) {
				w.atMost(n, q)
			}
		}
		if w.notNegative(e.Args[0]) && w.notNegative(e.Args[1]) {
			w.atLeast(n, 0)
		}
	case scalar.Max:
		if w.notNegative(e.Args[0]) || w.notNegative(e.Args[1]) {
			w.atLeast(n, 0)
		}
	case scalar.Mod:
		w.estimateMod(n, e.Args[1])
	case scalar.Div, scalar.Quot, scalar.Rem, scalar.Shr:
		if w.notNegative(e.Args[0]) && w.notNegative(e.Args[1]) {
			w.atLeast(n, 0)
			w.atMost(n, w.Poly(e.Args[0]))
		}
	}
}

// estimateMod adds bounds of n, a remainder (mod) by an i64, which is not zero.
func (w *Walk) estimateMod(n name.Name, divisor ir.Atom) {
	if c, ok := divisor.AsSize(); ok && c <= 0 || !w.notNegative(divisor) {
		return
	}
	w.atLeast(n, 0)
	w.atMost(n, w.Poly(divisor).Sub(sym.Const(1)))
}

// estimateConvert bounds conversions of integers: an unsigned one is not negative and at
// most the highest of its type, and a signed one keeps its value.
func (w *Walk) estimateConvert(n name.Name, e *ir.Convert) {
	switch {
	case e.To != scalar.I64:
	case e.From.IsUnsigned() && e.From.Size() < 8:
		w.atLeast(n, 0)
		w.atMost(n, sym.Const(1<<e.From.Bits()-1))
	case e.From.IsSigned() && e.X.IsVar():
		if c, ok := w.lower[e.X.Name]; ok {
			w.atLeast(n, c)
		}
		w.atMost(n, sym.Var(e.X.Name))
		w.atMost(e.X.Name, sym.Var(n))
	}
}

// notNegative reports whether the i64 a is known not to be negative.
func (w *Walk) notNegative(a ir.Atom) bool {
	p := w.Poly(a)
	return w.exact(p) && w.isNonNegative(p)
}
