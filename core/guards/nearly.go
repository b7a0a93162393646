package guards

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// few bounds the iterations that count as few.
const few = 64

// nearly is the value that a comparison of an index has in all but few iterations of its loop, as
// far as that follows from the loop's bound: few indices are below a small constant, and few
// are not below the bound less one. It is an estimate: differences count as if they did not wrap, and the
// greater of a constant and x as x.
func (s *splitter) nearly(cond imp.Expr) (value, ok bool) {
	p, ok := s.resolve(cond).(*imp.Prim)
	if !ok || p.Type != scalar.I64 {
		return false, false
	}
	relation := p.Fn
	switch relation {
	case scalar.Lt, scalar.Le, scalar.Gt, scalar.Ge:
	default:
		return false, false
	}
	left, ok1 := s.estimate(p.Args[0], few)
	right, ok2 := s.estimate(p.Args[1], few)
	if !ok1 || !ok2 {
		return false, false
	}
	index, rest, ok := s.ofOneIndex(left.Sub(right))
	if !ok {
		if index, rest, ok = s.ofOneIndex(right.Sub(left)); !ok {
			return false, false
		}
		relation = mirrored[relation]
	}
	bound, ok := s.estimate(s.Bounds[index], few)
	if _, isConst := bound.AsConst(); !ok || isConst {
		return false, false
	}
	// The condition is: index + rest REL 0.
	if isFew(rest) {
		return relation == scalar.Gt || relation == scalar.Ge, true
	}
	if isFew(bound.Add(rest)) {
		return relation == scalar.Lt || relation == scalar.Le, true
	}
	return false, false
}

func isFew(p sym.Poly) bool {
	c, ok := p.AsConst()
	return ok && -few < c && c < few
}

// ofOneIndex takes q apart into an index and the rest, in which there is no index.
func (s *splitter) ofOneIndex(q sym.Poly) (index name.Name, rest sym.Poly, ok bool) {
	for _, t := range q.Terms() {
		for _, v := range t.Vars {
			if s.Bounds[v] == nil {
				continue
			}
			if ok || len(t.Vars) != 1 || t.Coef != 1 {
				return name.Name{}, sym.Poly{}, false
			}
			index, ok = v, true
		}
	}
	return index, q.Sub(sym.Var(index)), ok
}

// estimate is e as a polynomial, with the definitions of variables put in; it fails where that
// takes more than depth steps within each other.
func (s *splitter) estimate(e imp.Expr, depth int) (sym.Poly, bool) {
	if depth == 0 {
		return sym.Poly{}, false
	}
	switch e := e.(type) {
	case *imp.Const:
		return sym.Const(e.Value.Int()), e.Value.Type == scalar.I64
	case *imp.Var:
		if s.changed[e.Name] && e.Name != s.index {
			return sym.Poly{}, false
		}
		if def, ok := s.Defs[e.Name]; ok {
			if q, ok := s.estimate(def, depth-1); ok {
				return q, true
			}
		}
		return sym.Var(e.Name), true
	case *imp.Prim:
		return s.estimateOperator(e, depth)
	}
	return sym.Poly{}, false
}

func (s *splitter) estimateOperator(p *imp.Prim, depth int) (sym.Poly, bool) {
	switch p.Fn {
	case scalar.Add, scalar.Sub, scalar.Max:
	default:
		return sym.Poly{}, false
	}
	if p.Type != scalar.I64 || imp.LanesOf(p) > 0 {
		return sym.Poly{}, false
	}
	a, ok1 := s.estimate(p.Args[0], depth-1)
	b, ok2 := s.estimate(p.Args[1], depth-1)
	if !ok1 || !ok2 {
		return sym.Poly{}, false
	}
	switch p.Fn {
	case scalar.Add:
		return a.Add(b), true
	case scalar.Sub:
		return a.Sub(b), true
	}
	if _, isConst := a.AsConst(); isConst {
		return b, true
	}
	_, isConst := b.AsConst()
	return a, isConst
}
