package lanes

import (
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// What differs between the iterations of a loop that run at once, and which elements
// they access.

// Kind says how a variable differs between iterations.
type Kind uint8

const (
	Uniform  Kind = iota // it does not
	Symbolic             // an i64 that is computed from the index for a lane when it is needed
	Varying              // it is in vectors
)

// Pattern says which elements the lanes access.
type Pattern struct {
	Form Pace
	Step sym.Poly // elements from lane to lane, if strided
}

// Pace is where the element of the next lane lies.
type Pace uint8

const (
	Same      Pace = iota // one for all lanes
	Adjacent              // one after the other
	Strided               // at the same distance
	Scattered             // anywhere
)

// classify finds out what differs between iterations.
func (p *Plan) classify() {
	p.Kinds = map[name.Name]Kind{p.Index: Symbolic}
	for n := range p.Results {
		p.Kinds[n] = Varying
	}
	for n := range p.Running {
		p.Kinds[n] = Varying
	}
	for again := true; again; {
		again = false
		mark := func(n name.Name, e imp.Expr) {
			if p.Kinds[n] == Uniform && p.Differs(e) {
				p.Kinds[n] = Varying
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
		list(p.Body, nil)
	}
}

// Differs reports whether e may differ between iterations.
func (p *Plan) Differs(e imp.Expr) bool {
	found := false
	imp.WalkExpr(e, func(e imp.Expr) {
		if x, ok := e.(*imp.Var); ok && p.Kinds[x.Name] != Uniform {
			found = true
		}
	})
	return found
}

// define collects the definitions of what never changes after its declaration.
func (p *Plan) define() {
	p.Defs = map[name.Name]imp.Expr{}
	assigned := imp.Names{}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		imp.Assigns(s, assigned)
		if d, ok := s.(*imp.Declare); ok {
			p.Defs[d.Name] = d.Init
		}
		return true
	})
	for n := range assigned {
		delete(p.Defs, n)
	}
}

// symbols makes symbolic the i64s that are computed from the index, and finds the
// pattern of each access.
func (p *Plan) symbols() bool {
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && d.Type == scalar.I64 && p.Kinds[d.Name] == Varying && p.ByLane(d.Init) {
			if _, ok := p.Defs[d.Name]; ok && p.expanded(d.Init, maxSymbolic) >= 0 {
				p.Kinds[d.Name] = Symbolic
			}
		}
		return true
	})
	p.Access = map[any]Pattern{}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if st, ok := s.(*imp.Store); ok {
			p.Access[st] = p.PatternOf(st.Index)
		}
		imp.EachLoad(s, func(l *imp.Load) { p.Access[l] = p.PatternOf(l.Index) })
		return true
	})
	for node, p := range p.Access {
		if _, isStore := node.(*imp.Store); isStore && p.Form == Same {
			return false
		}
	}
	return true
}

// maxSymbolic is the number of operations up to which an i64 is computed for a lane at each use.
// Chains of such variables would grow beyond all bounds.
const maxSymbolic = 32

// expanded is what is left of a number of operations after those of e, with symbolic variables
// replaced by their definitions; it is negative if they do not suffice.
func (p *Plan) expanded(e imp.Expr, left int) int {
	switch e := e.(type) {
	case *imp.Var:
		if def := p.Defs[e.Name]; def != nil && p.Kinds[e.Name] == Symbolic {
			return p.expanded(def, left)
		}
	case *imp.Prim:
		left--
		for _, x := range e.Args {
			if left < 0 {
				break
			}
			left = p.expanded(x, left)
		}
	case *imp.Convert:
		return p.expanded(e.X, left-1)
	}
	return left
}

// ByLane reports whether the i64 e can be computed for a lane from the index,
// from what is the same in all lanes and stays as it is, and from integers in
// lanes of 32 bits that have one definition.
func (p *Plan) ByLane(e imp.Expr) bool {
	switch e := e.(type) {
	case *imp.Const:
		return true
	case *imp.Var:
		switch p.Kinds[e.Name] {
		case Symbolic:
			return true
		case Varying:
			return false
		}
		return p.Steady(e.Name)
	case *imp.Prim:
		for _, x := range e.Args {
			if !p.ByLane(x) {
				return false
			}
		}
		return e.Type == scalar.I64
	case *imp.Convert:
		if x, ok := e.X.(*imp.Var); ok && e.From.IsInt() && e.From.Size() < 8 && e.To == scalar.I64 {
			_, once := p.Defs[x.Name]
			return once || p.Kinds[x.Name] == Uniform && p.Steady(x.Name)
		}
	}
	return false
}

// Steady reports whether a uniform variable keeps its value while it is in scope.
func (p *Plan) Steady(n name.Name) bool {
	changes := false
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Assign); ok && a.Name == n {
			changes = true
		}
		return !changes
	})
	return !changes
}

// PatternOf classifies an index.
func (p *Plan) PatternOf(e imp.Expr) Pattern {
	if !p.Differs(e) {
		return Pattern{Form: Same}
	}
	budget := guards.MaxNodes
	if at, ok := p.poly(e, &budget); ok {
		if _, step, ok := guards.Linear(at, p.Index); ok {
			if c, isConst := step.AsConst(); isConst && c == 1 {
				return Pattern{Form: Adjacent, Step: step}
			}
			named := true
			step.Vars(func(n name.Name) { named = named && !isText(n) })
			if named {
				return Pattern{Form: Strided, Step: step}
			}
		}
	}
	return Pattern{Form: Scattered}
}

// poly is e as a polynomial in the index and what is uniform.
func (p *Plan) poly(e imp.Expr, budget *int) (sym.Poly, bool) {
	if *budget--; *budget < 0 {
		return sym.Poly{}, false
	}
	switch e := e.(type) {
	case *imp.Const:
		return sym.Const(e.Value.Int()), true
	case *imp.Var:
		switch p.Kinds[e.Name] {
		case Uniform:
			return sym.Var(e.Name), true
		case Symbolic:
			if e.Name == p.Index {
				return sym.Var(e.Name), true
			}
			return p.poly(p.Defs[e.Name], budget)
		}
	case *imp.At:
		return p.poly(e.Sum(), budget)
	case *imp.Prim:
		if e.Type != scalar.I64 {
			break
		}
		left := *budget
		if x, ok := p.arithmetic(e, budget); ok {
			return x, true
		}
		if !p.Differs(e) {
			*budget = left
			return sym.Var(imp.TextName(e)), true
		}
	}
	return sym.Poly{}, false
}

// arithmetic is a sum, difference or product as a polynomial.
func (p *Plan) arithmetic(e *imp.Prim, budget *int) (sym.Poly, bool) {
	if !guards.Combines(e.Fn) {
		return sym.Poly{}, false
	}
	x, ok1 := p.poly(e.Args[0], budget)
	y, ok2 := p.poly(e.Args[1], budget)
	if !ok1 || !ok2 {
		return sym.Poly{}, false
	}
	return guards.Combine(e.Fn, x, y, budget)
}

// Hide adds the variables that no scalar code can read.
func (p *Plan) Hide(changed imp.Names) {
	for n, k := range p.Kinds {
		if k != Uniform {
			changed[n] = true
		}
	}
}

// isText reports whether n is an imp.TextName.
func isText(n name.Name) bool { return n.Base[0] == '(' }

// Backwards reports whether the lanes access elements one before the other.
func (p Pattern) Backwards() bool {
	step, ok := p.Step.AsConst()
	return p.Form == Strided && ok && step == -1
}
