package emit

import (
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// What differs between the iterations of a loop that run at once, and which elements
// they access.

// kind says how a variable differs between iterations.
type kind uint8

const (
	uniform  kind = iota // it does not
	symbolic             // an i64 that is computed from the index for a lane when it is needed
	varying              // it is in vectors
)

// pattern says which elements the lanes access.
type pattern struct {
	form pace
	step sym.Poly // elements from lane to lane, if strided
}

type pace uint8

const (
	same      pace = iota // one for all lanes
	adjacent              // one behind the other
	strided               // at the same distance
	scattered             // anywhere
)

// classify finds out what differs between iterations.
func (v *vector) classify() {
	v.kinds = map[name.Name]kind{v.index: symbolic}
	for n := range v.results {
		v.kinds[n] = varying
	}
	for again := true; again; {
		again = false
		mark := func(n name.Name, e imp.Expr) {
			if v.kinds[n] == uniform && v.differs(e) {
				v.kinds[n] = varying
				again = true
			}
		}
		var list func(stms []imp.Stm, conds []imp.Expr)
		list = func(stms []imp.Stm, conds []imp.Expr) {
			for _, s := range stms {
				switch s := s.(type) {
				case *imp.Declare:
					mark(s.Name, s.Init)
				case *imp.Assign:
					mark(s.Name, s.X)
					for _, c := range conds {
						mark(s.Name, c)
					}
				case *imp.If:
					inside := append(conds[:len(conds):len(conds)], s.Cond)
					list(s.Then, inside)
					list(s.Else, inside)
				case *imp.For:
					list(s.Body, conds)
				}
			}
		}
		list(v.body, nil)
	}
}

// differs reports whether e may differ between iterations.
func (v *vector) differs(e imp.Expr) bool {
	found := false
	imp.WalkExpr(e, func(e imp.Expr) {
		if x, ok := e.(*imp.Var); ok && v.kinds[x.Name] != uniform {
			found = true
		}
	})
	return found
}

// define collects the definitions of what never changes after its declaration.
func (v *vector) define() {
	v.defs = map[name.Name]imp.Expr{}
	assigned := imp.Names{}
	imp.Walk(v.body, func(s imp.Stm) bool {
		imp.Assigns(s, assigned)
		if d, ok := s.(*imp.Declare); ok {
			v.defs[d.Name] = d.Init
		}
		return true
	})
	for n := range assigned {
		delete(v.defs, n)
	}
}

// symbols makes symbolic the i64s that are computed from the index, and finds the
// pattern of each access.
func (v *vector) symbols() bool {
	imp.Walk(v.body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && d.Type == scalar.I64 && v.kinds[d.Name] == varying && v.byLane(d.Init) {
			if _, ok := v.defs[d.Name]; ok {
				v.kinds[d.Name] = symbolic
			}
		}
		return true
	})
	v.access = map[any]pattern{}
	imp.Walk(v.body, func(s imp.Stm) bool {
		if st, ok := s.(*imp.Store); ok {
			v.access[st] = v.patternOf(st.Index)
		}
		imp.EachLoad(s, func(l *imp.Load) { v.access[l] = v.patternOf(l.Index) })
		return true
	})
	for node, p := range v.access {
		if _, isStore := node.(*imp.Store); isStore && p.form == same {
			return false
		}
	}
	return true
}

// byLane reports whether the i64 e can be computed for a lane from the index,
// from what is the same in all lanes and stays as it is, and from integers in
// lanes of 32 bits that have one definition.
func (v *vector) byLane(e imp.Expr) bool {
	switch e := e.(type) {
	case *imp.Const:
		return true
	case *imp.Var:
		switch v.kinds[e.Name] {
		case symbolic:
			return true
		case varying:
			return false
		}
		return v.steady(e.Name)
	case *imp.Prim:
		for _, x := range e.Args {
			if !v.byLane(x) {
				return false
			}
		}
		return e.Type == scalar.I64
	case *imp.Convert:
		if x, ok := e.X.(*imp.Var); ok && e.From.IsInt() && e.From.Size() < 8 && e.To == scalar.I64 {
			_, once := v.defs[x.Name]
			return once || v.kinds[x.Name] == uniform && v.steady(x.Name)
		}
	}
	return false
}

// steady reports whether a uniform variable keeps its value while it is in scope.
func (v *vector) steady(n name.Name) bool {
	changes := false
	imp.Walk(v.body, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Assign); ok && a.Name == n {
			changes = true
		}
		return !changes
	})
	return !changes
}

// patternOf classifies an index.
func (v *vector) patternOf(e imp.Expr) pattern {
	if !v.differs(e) {
		return pattern{form: same}
	}
	budget := guards.MaxNodes
	if p, ok := v.poly(e, &budget); ok {
		if _, step, ok := guards.Linear(p, v.index); ok {
			if c, isConst := step.AsConst(); isConst && c == 1 {
				return pattern{form: adjacent, step: step}
			}
			named := true
			step.Vars(func(n name.Name) { named = named && !isText(n) })
			if named {
				return pattern{form: strided, step: step}
			}
		}
	}
	return pattern{form: scattered}
}

// poly is e as a polynomial in the index and what is uniform.
func (v *vector) poly(e imp.Expr, budget *int) (sym.Poly, bool) {
	if *budget--; *budget < 0 {
		return sym.Poly{}, false
	}
	switch e := e.(type) {
	case *imp.Const:
		return sym.Const(e.Value.Int()), true
	case *imp.Var:
		switch v.kinds[e.Name] {
		case uniform:
			return sym.Var(e.Name), true
		case symbolic:
			if e.Name == v.index {
				return sym.Var(e.Name), true
			}
			return v.poly(v.defs[e.Name], budget)
		}
	case *imp.Prim:
		if e.Type != scalar.I64 {
			break
		}
		if !v.differs(e) {
			return sym.Var(textName(e)), true
		}
		if _, ok := low32[e.Fn]; !ok {
			break
		}
		x, ok1 := v.poly(e.Args[0], budget)
		y, ok2 := v.poly(e.Args[1], budget)
		if !ok1 || !ok2 {
			break
		}
		switch e.Fn {
		case scalar.Add:
			return x.Add(y), true
		case scalar.Sub:
			return x.Sub(y), true
		}
		*budget -= len(x.Terms()) * len(y.Terms())
		return x.Mul(y), *budget >= 0
	}
	return sym.Poly{}, false
}

// hide adds the variables that no scalar code can read.
func (v *vector) hide(changed imp.Names) {
	for n, k := range v.kinds {
		if k != uniform {
			changed[n] = true
		}
	}
}
