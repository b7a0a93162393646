package lanes

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A loop that folds its values into a variable with an operator that may take
// them in any order, to the last bit, folds them lane by lane, and the lanes into
// the variable behind the loop. Float addition is not among those operators.

// anyOrder reports whether folding with o at type t has one result.
func anyOrder(o scalar.Op, t scalar.Type) bool {
	switch o {
	case scalar.Add, scalar.Mul, scalar.Xor:
		return t.IsInt() || t == scalar.Bool
	case scalar.And, scalar.Or:
		return true
	case scalar.Min, scalar.Max:
		return t != scalar.F16
	}
	return false
}

// accumulators finds the variables of outside that the loop assigns; false if one
// is no accumulator. Each is left with one assignment, x <- op(x, e).
func (p *Plan) accumulators() bool {
	declared, assigned := imp.Names{}, imp.Names{}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			declared[d.Name] = true
		}
		imp.Assigns(s, assigned)
		return true
	})
	p.Results = map[name.Name]scalar.Op{}
	for n := range assigned {
		if declared[n] {
			continue
		}
		if p.Independent || !p.accumulates(n) {
			return false
		}
	}
	return true
}

// accumulates rewrites the loop for the accumulator n.
func (p *Plan) accumulates(n name.Name) bool {
	at := -1
	defs := map[name.Name]imp.Expr{}
	mentions := map[name.Name]int{}
	for i, s := range p.Body {
		switch s := s.(type) {
		case *imp.Declare:
			defs[s.Name] = s.Init
		case *imp.Assign:
			delete(defs, s.Name)
			if s.Name == n {
				if at >= 0 {
					return false
				}
				at = i
			}
		}
	}
	assignments := 0
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Assign); ok {
			delete(defs, a.Name)
			if a.Name == n {
				assignments++
			}
		}
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if x, ok := e.(*imp.Var); ok {
					mentions[x.Name]++
				}
			})
		})
		return true
	})
	if at < 0 || assignments != 1 || mentions[n] != 1 {
		return false
	}
	// follow takes variables that are mentioned once for what they are.
	follow := func(e imp.Expr) imp.Expr {
		for {
			x, ok := e.(*imp.Var)
			if !ok || mentions[x.Name] != 1 || defs[x.Name] == nil {
				return e
			}
			e = defs[x.Name]
		}
	}
	op, ok := follow(p.Body[at].(*imp.Assign).X).(*imp.Prim)
	if !ok || len(op.Args) != 2 || !anyOrder(op.Fn, op.Type) {
		return false
	}
	for i := range op.Args {
		x, ok := follow(op.Args[i]).(*imp.Var)
		if !ok || x.Name != n {
			continue
		}
		if !Native(op.Fn, op.Type, 2) {
			return false
		}
		body := append([]imp.Stm{}, p.Body...)
		body[at] = &imp.Assign{Name: n, X: &imp.Prim{Fn: op.Fn, Type: op.Type, Args: []imp.Expr{x, op.Args[1-i]}}}
		p.Body = body
		p.Results[n] = op.Fn
		return true
	}
	return false
}
