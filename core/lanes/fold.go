package lanes

import (
	"math"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A loop that folds its values into a variable with an operator that may take
// them in any order, to the last bit, folds them lane by lane, and the lanes into
// the variable after the loop. Float addition is not among those operators.
//
// Where the body uses what has been folded so far, as a scan does, the fold is a running one: a
// vector of values is scanned within its lanes, and combined with what came before it.

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
	p.Results, p.Running = map[name.Name]scalar.Op{}, map[name.Name]scalar.Op{}
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

// accumulates rewrites the loop for the accumulator n: a single assignment n <- op(n, e) stands
// where the value is computed that n is assigned.
func (p *Plan) accumulates(n name.Name) bool {
	at := -1
	defs := map[name.Name]int{} // where what has one definition is declared
	mentions := map[name.Name]int{}
	for i, s := range p.Body {
		switch s := s.(type) {
		case *imp.Declare:
			defs[s.Name] = i
		case *imp.Assign:
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
	if at < 0 || assignments != 1 {
		return false
	}
	// follow takes a variable that is mentioned once, or at most so often, for what it is declared
	// as, from the given place back.
	follow := func(e imp.Expr, from int, most func(init imp.Expr) int) (imp.Expr, int) {
		for {
			x, ok := e.(*imp.Var)
			if !ok || x.Name == n {
				return e, from
			}
			d, ok := defs[x.Name]
			if !ok || d > from {
				return e, from
			}
			init := p.Body[d].(*imp.Declare).Init
			if mentions[x.Name] > most(init) {
				return e, from
			}
			e, from = init, d
		}
	}
	once := func(imp.Expr) int { return 1 }
	folded := func(init imp.Expr) int {
		if _, ok := init.(*imp.Prim); ok {
			return math.MaxInt
		}
		return 1
	}
	x, from := follow(p.Body[at].(*imp.Assign).X, at, folded)
	op, ok := x.(*imp.Prim)
	if !ok || len(op.Args) != 2 || !anyOrder(op.Fn, op.Type) || !Native(op.Fn, op.Type, 2) {
		return false
	}
	for i := range op.Args {
		x, _ := follow(op.Args[i], from, once)
		if v, ok := x.(*imp.Var); !ok || v.Name != n {
			continue
		}
		set := &imp.Assign{Name: n, X: &imp.Prim{Fn: op.Fn, Type: op.Type, Args: []imp.Expr{x, op.Args[1-i]}}}
		fold := []imp.Stm{set}
		running := mentions[n] > 1
		if r, ok := p.Body[from].(*imp.Declare); ok {
			fold = append(fold, &imp.Declare{Name: r.Name, Type: r.Type, Init: x})
			running = running || mentions[r.Name] > 1
		}
		if running && (!p.Scans || p.mentionsUpTo(n, at) != 1) {
			return false
		}
		body := append([]imp.Stm{}, p.Body[:from]...)
		body = append(body, fold...)
		if from < at {
			body = append(append(body, p.Body[from+1:at]...), p.Body[at+1:]...)
		} else {
			body = append(body, p.Body[at+1:]...)
		}
		p.Body = body
		if running {
			p.Running[n] = op.Fn
		} else {
			p.Results[n] = op.Fn
		}
		return true
	}
	return false
}

// mentionsUpTo counts how often the statements of the body up to the given one mention a variable.
func (p *Plan) mentionsUpTo(n name.Name, at int) int {
	count := 0
	imp.Walk(p.Body[:at+1], func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if x, ok := e.(*imp.Var); ok && x.Name == n {
					count++
				}
			})
		})
		return true
	})
	return count
}

// folds reports whether the loop folds its values into a variable.
func (p *Plan) folds(n name.Name) bool {
	_, result := p.Results[n]
	_, running := p.Running[n]
	return result || running
}
