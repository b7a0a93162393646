package guards

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Scope holds the facts known where a loop begins.
type Scope struct {
	Has  func(name.Name) bool   // variables that have a value there
	Defs map[name.Name]imp.Expr // what variables that are never assigned are declared as

	// Indices are those of loops around: at least 0, and far below the largest i64.
	Indices imp.Names
	Bounds  map[name.Name]imp.Expr // the numbers of iterations, as far as known
}

// Planned returns what a variable is declared as, if its declaration stands in the
// loop.
func (s Scope) Planned(n name.Name) (imp.Expr, bool) {
	if s.Has(n) {
		return nil, false
	}
	def, ok := s.Defs[n]
	return def, ok
}

// Movable reports whether e can be computed before the loop that changes the
// given variables: it reads none of them and no memory, and cannot trap.
func (s Scope) Movable(e imp.Expr, changed imp.Names) bool {
	ok := true
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Var:
			ok = ok && !changed[e.Name] && s.Has(e.Name)
		case *imp.Load, *imp.ID:
			ok = false
		case *imp.Prim:
			ok = ok && imp.Total(e)
		}
	})
	return ok
}

// MaxNodes bounds the size of the indices that are analysed, counted with what
// stands for their variables, however often.
const MaxNodes = 60

// Linearizer turns indices into polynomials in a loop's index and what the loop
// does not change. Variables declared in the loop are replaced by what they are
// declared as. Arithmetic wraps, of the indices and of the polynomials alike.
type Linearizer struct {
	Scope
	Index   name.Name
	Changed imp.Names // variables that the loop changes
	Budget  int       // of nodes
}

// Poly fails for what is no polynomial, and when the budget is spent.
func (l *Linearizer) Poly(e imp.Expr) (sym.Poly, bool) {
	if l.Budget--; l.Budget < 0 {
		return sym.Poly{}, false
	}
	switch e := e.(type) {
	case *imp.Const:
		return sym.Const(e.Value.Int()), true
	case *imp.Var:
		if e.Name == l.Index || !l.Changed[e.Name] && l.Has(e.Name) {
			return sym.Var(e.Name), true
		}
		if def, ok := l.Planned(e.Name); ok {
			return l.Poly(def)
		}
	case *imp.At:
		return l.Poly(e.Sum())
	case *imp.Prim:
		return l.prim(e)
	case *imp.Convert:
		// An index counts up from 0, so extending it changes nothing.
		if v, ok := e.X.(*imp.Var); ok && v.Name == l.Index && e.To == scalar.I64 {
			return sym.Var(l.Index), true
		}
	}
	return sym.Poly{}, false
}

func (l *Linearizer) prim(e *imp.Prim) (sym.Poly, bool) {
	if !Combines(e.Fn) || e.Type != scalar.I64 {
		return sym.Poly{}, false
	}
	x, ok1 := l.Poly(e.Args[0])
	y, ok2 := l.Poly(e.Args[1])
	if !ok1 || !ok2 {
		return sym.Poly{}, false
	}
	return Combine(e.Fn, x, y, &l.Budget)
}

// Combines reports whether an operator makes polynomials of polynomials.
func Combines(fn scalar.Op) bool { return fn == scalar.Add || fn == scalar.Sub || fn == scalar.Mul }

// Combine returns the sum, difference or product of two polynomials. A product costs as many nodes
// of the budget as it has terms; it fails if that is more than are left.
func Combine(fn scalar.Op, x, y sym.Poly, budget *int) (sym.Poly, bool) {
	switch fn {
	case scalar.Add:
		return x.Add(y), true
	case scalar.Sub:
		return x.Sub(y), true
	}
	*budget -= len(x.Terms()) * len(y.Terms())
	return x.Mul(y), *budget >= 0
}

// Linear splits p into base + step · n.
func Linear(p sym.Poly, n name.Name) (base, step sym.Poly, ok bool) {
	for _, t := range p.Terms() {
		var rest []name.Name
		power := 0
		for _, v := range t.Vars {
			if v == n {
				power++
			} else {
				rest = append(rest, v)
			}
		}
		term := sym.Const(t.Coef)
		for _, v := range rest {
			term = term.Mul(sym.Var(v))
		}
		switch power {
		case 0:
			base = base.Add(term)
		case 1:
			step = step.Add(term)
		default:
			return base, step, false
		}
	}
	return base, step, true
}
