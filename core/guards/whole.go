package guards

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Whole turns the i64s of a whole function into polynomials. Variables that never change are
// replaced by what they are declared as, if that is a sum, a difference or a product; other
// variables that never change, parameters and indices of loops stand for themselves.
type Whole struct {
	assigned imp.Names
	defs     map[name.Name]imp.Expr
}

// NewWhole returns that of a function's body.
func NewWhole(body []imp.Stm) *Whole {
	w := &Whole{imp.Names{}, map[name.Name]imp.Expr{}}
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Assigns(s, w.assigned)
		return true
	})
	imp.Walk(body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && d.Type == scalar.I64 && d.Lanes == 0 && !w.assigned[d.Name] && arithmetic(d.Init) {
			w.defs[d.Name] = d.Init
		}
		return true
	})
	return w
}

// arithmetic reports whether polynomials are made of e.
func arithmetic(e imp.Expr) bool {
	switch e := e.(type) {
	case *imp.Const, *imp.Var:
		return true
	case *imp.Prim:
		return Combines(e.Fn)
	}
	return false
}

// Poly fails for what is no polynomial in variables that never change, or too large.
func (w *Whole) Poly(e imp.Expr) (sym.Poly, bool) {
	has := func(n name.Name) bool { _, ok := w.defs[n]; return !ok }
	l := Linearizer{Scope: Scope{Has: has, Defs: w.defs}, Changed: w.assigned, Budget: MaxNodes}
	return l.Poly(e)
}
