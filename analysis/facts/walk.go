package facts

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Walk knows what holds where a walk through a function stands, from the first statement
// to the last and into bodies. It is told each binder, definition and condition as the
// walk meets it; what is told within a scope is taken back where the scope ends.
//
// Names are compared in terms of those that they are sums and products of, modulo 2^64
// (Poly), wherever that does not wrap. Bounds of these names decide comparisons
// (bounds.go).
type Walk struct {
	base     *Base
	composed map[name.Name]sym.Poly   // i64 names that are polynomials of others, which are not
	lower    map[name.Name]int64      // name ≥ constant
	upper    map[name.Name][]sym.Poly // name ≤ each polynomial
	trusted  map[string]bool          // polynomials, as text, that are known not to have wrapped

	undo   []func() // takes back what was told, the last first
	scopes []int    // how long undo was where the open scopes began
}

// NewWalk begins a walk: nothing is known.
func NewWalk() *Walk {
	return &Walk{
		base:     &Base{defs: map[name.Name]ir.Exp{}},
		composed: map[name.Name]sym.Poly{}, lower: map[name.Name]int64{},
		upper: map[name.Name][]sym.Poly{}, trusted: map[string]bool{},
	}
}

// Push begins a scope.
func (w *Walk) Push() { w.scopes = append(w.scopes, len(w.undo)) }

// Pop ends the innermost scope.
func (w *Walk) Pop() {
	last := len(w.scopes) - 1
	for k := len(w.undo) - 1; k >= w.scopes[last]; k-- {
		w.undo[k]()
	}
	w.undo, w.scopes = w.undo[:w.scopes[last]], w.scopes[:last]
}

// took notes how to take back what was just told.
func (w *Walk) took(back func()) {
	w.undo = append(w.undo, back)
}

// put sets m[k] to v in the innermost scope.
func put[K comparable, V any](w *Walk, m map[K]V, k K, v V) {
	old, known := m[k]
	m[k] = v
	w.took(func() {
		if known {
			m[k] = old
		} else {
			delete(m, k)
		}
	})
}

// Size adds the fact n ≥ 0, of the size of an array.
func (w *Walk) Size(n name.Name) {
	w.atLeast(n, 0)
}

// Index adds the facts 0 ≤ index < bound, and so 1 ≤ bound, for an index of type t.
func (w *Walk) Index(index name.Name, t scalar.Type, bound ir.Atom) {
	w.atLeast(index, 0)
	if t == scalar.I64 && bound.IsVar() {
		w.atLeast(bound.Name, 1)
	}
	p, ok := w.widened(t, bound)
	if !ok {
		return
	}
	if w.exact(p) {
		w.atMost(index, p.Sub(sym.Const(1)))
	}
}

// widened is an atom of a signed type as a polynomial over i64 names, if there is a name
// for it.
func (w *Walk) widened(t scalar.Type, a ir.Atom) (sym.Poly, bool) {
	switch {
	case t == scalar.I64:
		return w.Poly(a), true
	case !a.IsVar():
		return sym.Const(a.Const.Int()), t.IsSigned()
	case t.IsSigned():
		return sym.Var(a.Name), true
	}
	return sym.Poly{}, false
}

// Define adds what is known of n by how it is computed.
func (w *Walk) Define(n name.Name, e ir.Exp) {
	switch e := e.(type) {
	case *ir.Convert:
		w.base.Define(n, e)
		w.estimateConvert(n, e)
	case *ir.Prim:
		w.base.Define(n, e)
		if e.Type != scalar.I64 {
			return
		}
		if p, ok := w.Polynomial(e); ok {
			w.composed[n] = p
			return
		}
		w.estimate(n, e)
	}
}

// Suppose adds what follows from a condition being true, or false. tell is called for it
// and for each condition that it is made of and whose value follows; it reports whether
// that is news.
func (w *Walk) Suppose(cond ir.Atom, holds bool, tell func(cond name.Name, holds bool) bool) {
	w.base.implied(cond, holds, func(n name.Name, e *ir.Prim, holds bool) bool {
		if !tell(n, holds) {
			return false
		}
		if e == nil {
			return true
		}
		if r, ok := relationOf(e, holds); ok {
			w.learn(r, e.Args[0], e.Args[1])
		}
		return true
	})
}

// Polynomials larger than this are not worth comparing.
const (
	maxComposedTerms  = 8
	maxComposedDegree = 4
)

// Poly is the i64 atom a as a polynomial over names that are none themselves.
func (w *Walk) Poly(a ir.Atom) sym.Poly {
	if a.IsVar() {
		if p, ok := w.composed[a.Name]; ok {
			return p
		}
	}
	return a.Poly()
}

// IsComposed reports whether n is a polynomial of other names.
func (w *Walk) IsComposed(n name.Name) bool {
	_, ok := w.composed[n]
	return ok
}

// Polynomial is what e computes, when it is i64 arithmetic: a ring modulo 2^64, as
// polynomials are.
func (w *Walk) Polynomial(e ir.Exp) (sym.Poly, bool) {
	p, ok := ir.Polynomial(e)
	if !ok {
		return sym.Poly{}, false
	}
	p = p.Subst(func(n name.Name) (sym.Poly, bool) { q, ok := w.composed[n]; return q, ok })
	if len(p.Terms()) > maxComposedTerms {
		return sym.Poly{}, false
	}
	for _, t := range p.Terms() {
		if len(t.Vars) > maxComposedDegree {
			return sym.Poly{}, false
		}
	}
	return p, true
}

// Decide tells whether a comparison of i64s holds, if that is known.
func (w *Walk) Decide(e *ir.Prim) (holds, known bool) {
	r, ok := relationOf(e, true)
	switch {
	case !ok:
		return false, false
	case r == sym.EQ || r == sym.NE:
		c, ok := w.Poly(e.Args[0]).Sub(w.Poly(e.Args[1])).AsConst()
		return (c == 0) == (r == sym.EQ), ok
	}
	for _, holds := range []bool{true, false} {
		if x, y, slack := inOrder(e, holds); w.bounded(x, y, slack, maxExtremes) {
			return holds, true
		}
	}
	return false, false
}

// inOrder is an order of i64s that holds, or does not, as y − x ≥ slack.
func inOrder(e *ir.Prim, holds bool) (x, y ir.Atom, slack int64) {
	r, _ := relationOf(e, holds)
	x, y = e.Args[0], e.Args[1]
	if r == sym.GT || r == sym.GE {
		x, y = y, x
	}
	if r == sym.LT || r == sym.GT {
		slack = 1
	}
	return x, y, slack
}

// AtMost reports whether x ≤ y is known, for i64s.
func (w *Walk) AtMost(x, y ir.Atom) bool { return w.bounded(x, y, 0, maxExtremes) }
