package poolblocks

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// mostBytes is more than any machine has: sizes beyond it count as it, so that sums do not wrap.
const mostBytes = 1 << 48

// mostSteps bounds the size of the expressions that sizes are computed by.
const mostSteps = 64

// sizeAt is the size of a block as it can be computed at a statement of the list, of the variables there are
// before the list, as far as possible.
func (l *list) sizeAt(b *block, at int) (imp.Expr, bool) {
	r := &resolver{list: l, at: at, use: b.at, left: mostSteps}
	if size := r.of(b.alloc.Bytes); !r.failed {
		return size, true
	}
	return b.alloc.Bytes, b.at == at
}

// resolver computes sizes earlier than the list does.
type resolver struct {
	*list
	at     int // where the list is to compute it
	use    int // where it does
	left   int
	failed bool
}

func (r *resolver) of(e imp.Expr) imp.Expr {
	if r.left--; r.left < 0 || imp.LanesOf(e) > 0 {
		r.failed = true
		return e
	}
	switch e := e.(type) {
	case *imp.Const:
		return e
	case *imp.Var:
		return r.variable(e)
	case *imp.Prim:
		if !harmless[e.Fn] || e.Exact {
			break
		}
		out := &imp.Prim{Fn: e.Fn, Type: e.Type, Args: make([]imp.Expr, len(e.Args))}
		for i, a := range e.Args {
			out.Args[i] = r.of(a)
		}
		return out
	}
	r.failed = true
	return e
}

// harmless are the operators that never fail.
var harmless = map[scalar.Op]bool{
	scalar.Add: true, scalar.Sub: true, scalar.Mul: true, scalar.MulSat: true, scalar.Min: true, scalar.Max: true,
	scalar.Select: true, scalar.And: true, scalar.Or: true, scalar.Not: true,
	scalar.Eq: true, scalar.Ne: true, scalar.Lt: true, scalar.Le: true, scalar.Gt: true, scalar.Ge: true,
}

// variable is the value of a variable: by what it is declared as, if the list declares it.
func (r *resolver) variable(v *imp.Var) imp.Expr {
	at, here := r.declared[v.Name]
	if !here {
		r.failed = r.failed || r.assigned[v.Name]
		return v
	}
	before := *r
	var value imp.Expr
	branch, sets := r.branches[v.Name]
	switch {
	case !r.assigned[v.Name]:
		r.use = at
		value = r.of(r.defs[v.Name])
	case sets && branch < r.use && r.changes[v.Name] == 2:
		r.use = branch
		s := r.stms[branch].(*imp.If)
		value = &imp.Prim{Fn: scalar.Select, Type: v.Type, Args: []imp.Expr{
			r.of(s.Cond), r.of(s.Then[0].(*imp.Assign).X), r.of(s.Else[0].(*imp.Assign).X),
		}}
	default:
		r.failed = true
	}
	r.use = before.use
	if r.failed && !before.failed && at < r.at && !r.assigned[v.Name] {
		r.failed, r.left = false, before.left-1
		return v
	}
	return value
}

// sets returns the variable that both arms of a branch assign, if they do nothing else.
func sets(s *imp.If) (n name.Name, ok bool) {
	if len(s.Then) != 1 || len(s.Else) != 1 {
		return n, false
	}
	x, ok := s.Then[0].(*imp.Assign)
	y, too := s.Else[0].(*imp.Assign)
	if !ok || !too || x.Name != y.Name {
		return n, false
	}
	return x.Name, true
}

// room is the size of a block, at most mostBytes: also where it is negative, so that the pool's allocation fails
// where the block's would have.
func (p *pooler) room(size imp.Expr) imp.Expr {
	if c, ok := imp.ConstOf(size); ok && c.Int() >= 0 && c.Int() <= mostBytes {
		return size
	}
	least := prim(scalar.Min, size, imp.Int(mostBytes))
	if p.positive(size, deepest) {
		return least
	}
	return &imp.Prim{Fn: scalar.Select, Type: scalar.I64, Args: []imp.Expr{prim(scalar.Lt, size, imp.Int(0)), imp.Int(mostBytes), least}}
}

// positive reports whether an expression is known to be 0 or more.
func (p *pooler) positive(e imp.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	depth--
	switch e := e.(type) {
	case *imp.Const:
		return e.Value.Int() >= 0
	case *imp.Var:
		def := p.defs[e.Name]
		return def != nil && !p.assigned[e.Name] && p.positive(def, depth)
	case *imp.Prim:
		switch e.Fn {
		case scalar.MulSat: // it takes negative numbers for 0
			return true
		case scalar.Min:
			return p.positive(e.Args[0], depth) && p.positive(e.Args[1], depth)
		case scalar.Max:
			return p.positive(e.Args[0], depth) || p.positive(e.Args[1], depth)
		case scalar.Select:
			return p.positive(e.Args[1], depth) && p.positive(e.Args[2], depth)
		}
	}
	return false
}

func prim(fn scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: fn, Type: scalar.I64, Args: []imp.Expr{x, y}}
}

// widest is the size of the widest elements there are.
const widest = 16

// even is a power of two, at most widest, that an expression's value is known to be a multiple of.
func (p *pooler) even(e imp.Expr, depth int) int {
	if depth == 0 {
		return 1
	}
	depth--
	switch e := e.(type) {
	case *imp.Const:
		n := e.Value.Int()
		for k := widest; ; k /= 2 {
			if n%int64(k) == 0 {
				return k
			}
		}
	case *imp.Var:
		if def := p.defs[e.Name]; def != nil && !p.assigned[e.Name] {
			return p.even(def, depth)
		}
	case *imp.Prim:
		switch e.Fn {
		case scalar.Mul, scalar.MulSat: // what is too large is no multiple, but then there is no memory either
			return min(widest, p.even(e.Args[0], depth)*p.even(e.Args[1], depth))
		case scalar.Add, scalar.Sub, scalar.Min, scalar.Max:
			return min(p.even(e.Args[0], depth), p.even(e.Args[1], depth))
		case scalar.Select:
			return min(p.even(e.Args[1], depth), p.even(e.Args[2], depth))
		}
	}
	return 1
}
