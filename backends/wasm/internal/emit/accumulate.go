package emit

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
func (v *vector) accumulators() bool {
	declared, assigned := imp.Names{}, imp.Names{}
	imp.Walk(v.body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			declared[d.Name] = true
		}
		imp.Assigns(s, assigned)
		return true
	})
	v.results = map[name.Name]scalar.Op{}
	for n := range assigned {
		if declared[n] {
			continue
		}
		if v.independent || !v.accumulates(n) {
			return false
		}
	}
	return true
}

// accumulates rewrites the loop for the accumulator n.
func (v *vector) accumulates(n name.Name) bool {
	at := -1
	defs := map[name.Name]imp.Expr{}
	mentions := map[name.Name]int{}
	for i, s := range v.body {
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
	imp.Walk(v.body, func(s imp.Stm) bool {
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
	p, ok := follow(v.body[at].(*imp.Assign).X).(*imp.Prim)
	if !ok || len(p.Args) != 2 || !anyOrder(p.Fn, p.Type) {
		return false
	}
	for i := range p.Args {
		x, ok := follow(p.Args[i]).(*imp.Var)
		if !ok || x.Name != n {
			continue
		}
		if _, ok := (&vector{fn: v.fn, lanes: 2}).native(p.Fn, p.Type); !ok {
			return false
		}
		body := append([]imp.Stm{}, v.body...)
		body[at] = &imp.Assign{Name: n, X: &imp.Prim{Fn: p.Fn, Type: p.Type, Args: []imp.Expr{x, p.Args[1-i]}}}
		v.body = body
		v.results[n] = p.Fn
		return true
	}
	return false
}

// typeOfVar is the type of a variable of outside.
func (v *vector) typeOfVar(n name.Name) scalar.Type { return v.vars[n].elem }

// beginResults starts the lanes of accumulators with what changes nothing.
func (v *vector) beginResults() {
	for _, n := range v.resultNames() {
		o, t := v.results[n], v.typeOfVar(n)
		for u := range v.width {
			switch o {
			case scalar.Min, scalar.Max:
				v.get(v.at(n))
				v.splatTop(t)
			case scalar.Mul:
				v.splatConst(scalar.Int(t, 1))
			case scalar.And:
				v.vectorConst(^uint64(0), ^uint64(0))
			default:
				v.zero()
			}
			if o == scalar.And && t.IsUnsigned() {
				v.narrowLanes(t)
			}
			v.set(v.home(n, u))
		}
	}
}

// endResults folds the lanes into the variables.
func (v *vector) endResults() {
	for _, n := range v.resultNames() {
		o, t := v.results[n], v.typeOfVar(n)
		first := v.home(n, 0)
		op, _ := v.native(o, t)
		for u := 1; u < v.width; u++ {
			op(v, t, []value{{at: first}, {at: v.home(n, u)}})
			v.set(first)
		}
		for k := range v.lanes {
			v.scope(func() {
				v.get(first)
				v.extractLane(t, k)
				x := v.keep(valType(t))
				v.operator(o, t, []value{{at: v.at(n)}, x})
				v.set(v.at(n))
			})
		}
	}
}

// resultNames are the accumulators in the order of their assignments.
func (v *vector) resultNames() []name.Name {
	var out []name.Name
	for _, s := range v.body {
		if a, ok := s.(*imp.Assign); ok {
			if _, ok := v.results[a.Name]; ok {
				out = append(out, a.Name)
			}
		}
	}
	return out
}
