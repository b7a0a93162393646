package guards

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Within knows which elements are within their arrays at a place in a function, by the bounds of
// the loops around and by the conditions that hold there. Subscripts are indices of loops, and
// small constants more or less; so nothing wraps: sizes of arrays and indices are far below the
// largest i64.
type Within struct {
	*Whole
	indices imp.Names
	orders  []order
}

// order says that one number is at most another.
type order struct{ left, right sym.Poly }

// smallConstant bounds constants that are added to an index or a size.
const smallConstant = 1 << 20

// NewWithin returns what is known at the beginning of a function's body: nothing yet.
func NewWithin(body []imp.Stm) *Within {
	return &Within{Whole: NewWhole(body), indices: imp.Names{}}
}

// Enter adds what is known of the index of a loop, until it is left.
func (w *Within) Enter(index name.Name, bound imp.Expr) (leave func()) {
	before := len(w.orders)
	w.indices[index] = true
	w.orders = append(w.orders, order{sym.Const(0), sym.Var(index)})
	if n, ok := w.Poly(bound); ok {
		w.orders = append(w.orders, order{sym.Var(index).Add(sym.Const(1)), n})
	}
	return func() {
		w.orders = w.orders[:before]
		delete(w.indices, index)
	}
}

// Assume adds what a condition says, until that no longer holds.
func (w *Within) Assume(cond imp.Expr) (leave func()) {
	before := len(w.orders)
	w.add(cond)
	return func() { w.orders = w.orders[:before] }
}

func (w *Within) add(cond imp.Expr) {
	p, ok := cond.(*imp.Prim)
	switch {
	case !ok:
		return
	case p.Fn == scalar.And && p.Type == scalar.Bool:
		w.add(p.Args[0])
		w.add(p.Args[1])
		return
	case p.Type != scalar.I64 || len(p.Args) != 2:
		return
	}
	x, ok1 := w.Poly(p.Args[0])
	y, ok2 := w.Poly(p.Args[1])
	if !ok1 || !ok2 {
		return
	}
	one := sym.Const(1)
	switch p.Fn {
	case scalar.Le:
		w.orders = append(w.orders, order{x, y})
	case scalar.Lt:
		w.orders = append(w.orders, order{x.Add(one), y})
	case scalar.Ge:
		w.orders = append(w.orders, order{y, x})
	case scalar.Gt:
		w.orders = append(w.orders, order{y.Add(one), x})
	}
}

// Loads reports whether an element is within its array for certain.
func (w *Within) Loads(l *imp.Load) bool {
	at, ok := l.Index.(*imp.At)
	if !ok || l.Lanes > 0 {
		return false
	}
	for _, d := range at.Dims {
		s, ok1 := w.Poly(d.Index)
		n, ok2 := w.Poly(d.Size)
		if !ok1 || !ok2 || !w.isNear(s) || !w.atLeast0(s) || !w.below(s, n) {
			return false
		}
	}
	return true
}

// isNear reports whether a subscript is the index of a loop but for a small constant.
func (w *Within) isNear(s sym.Poly) bool {
	indices := 0
	for _, t := range s.Terms() {
		switch {
		case len(t.Vars) == 0 && -smallConstant < t.Coef && t.Coef < smallConstant:
		case len(t.Vars) == 1 && t.Coef == 1 && w.indices[t.Vars[0]]:
			indices++
		default:
			return false
		}
	}
	return indices == 1
}

// atLeast0 reports whether s is at least 0: it is right - k for a right that is at least k.
func (w *Within) atLeast0(s sym.Poly) bool {
	for _, o := range w.orders {
		least, ok1 := o.left.AsConst()
		k, ok2 := difference(o.right, s)
		if ok1 && ok2 && least >= k && least < smallConstant {
			return true
		}
	}
	return false
}

// below reports whether s is below n: it is left - j, and n is right + k, with j + k at least 1.
func (w *Within) below(s, n sym.Poly) bool {
	for _, o := range w.orders {
		j, ok1 := difference(o.left, s)
		k, ok2 := difference(n, o.right)
		if ok1 && ok2 && j+k >= 1 {
			return true
		}
	}
	return false
}

// difference is x - y if that is a small constant.
func difference(x, y sym.Poly) (int64, bool) {
	d, ok := x.Sub(y).AsConst()
	return d, ok && -smallConstant < d && d < smallConstant
}
