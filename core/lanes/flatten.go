package lanes

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Flattener turns branches into selections: both arms run, and each variable
// that they assign becomes the one value or the other. Arms may only declare and
// assign, and what they compute must be defined and harmless whatever the
// condition: it neither traps nor reads memory, but for elements that are there
// for certain.
type Flattener struct {
	Branches func(cond imp.Expr) bool    // says of which conditions the branch goes
	Declared func(name.Name, *imp.If)    // is told of new variables
	Fresh    func(base string) name.Name // makes names
	Loads    func(*imp.Load) bool        // says which elements there are whatever the condition; nil if that is not known
}

// List flattens the branches in list; false if one cannot be.
func (fl *Flattener) List(list []imp.Stm) ([]imp.Stm, bool) {
	var out []imp.Stm
	for _, s := range list {
		switch s := s.(type) {
		case *imp.For:
			body, ok := fl.List(s.Body)
			if !ok {
				return nil, false
			}
			out = append(out, &imp.For{Index: s.Index, Type: s.Type, Bound: s.Bound, Pos: s.Pos, Body: body})
		case *imp.If:
			then, ok1 := fl.List(s.Then)
			other, ok2 := fl.List(s.Else)
			if !ok1 || !ok2 {
				return nil, false
			}
			flat := &imp.If{Cond: s.Cond, Then: then, Else: other}
			if !fl.Branches(s.Cond) {
				out = append(out, flat)
				continue
			}
			stms, ok := fl.branch(flat)
			if !ok {
				return nil, false
			}
			out = append(out, stms...)
		default:
			out = append(out, s)
		}
	}
	return mergeDeclarations(out), true
}

// arm is a list of statements with the assignments to variables of outside held
// back.
type arm struct {
	stms   []imp.Stm
	order  []name.Name
	values map[name.Name]imp.Expr
}

func (fl *Flattener) branch(s *imp.If) ([]imp.Stm, bool) {
	var out []imp.Stm
	cond := s.Cond
	if _, ok := cond.(*imp.Var); !ok {
		c := fl.Fresh("if")
		fl.Declared(c, s)
		out = append(out, &imp.Declare{Name: c, Type: scalar.Bool, Init: cond})
		cond = &imp.Var{Name: c, Type: scalar.Bool}
	}
	then, ok1 := fl.arm(s, s.Then)
	other, ok2 := fl.arm(s, s.Else)
	if !ok1 || !ok2 {
		return nil, false
	}
	out = append(append(out, then.stms...), other.stms...)
	order := then.order
	for _, n := range other.order {
		if _, ok := then.values[n]; !ok {
			order = append(order, n)
		}
	}
	for _, n := range order {
		x, inThen := then.values[n]
		y, inElse := other.values[n]
		if !inThen {
			x = &imp.Var{Name: n, Type: imp.TypeOf(y)}
		}
		t := imp.TypeOf(x)
		if !inElse {
			y = &imp.Var{Name: n, Type: t}
		}
		out = append(out, &imp.Assign{Name: n, X: &imp.Prim{Fn: scalar.Select, Type: t, Args: []imp.Expr{cond, x, y}}})
	}
	return out, true
}

// arm takes an arm apart.
func (fl *Flattener) arm(s *imp.If, list []imp.Stm) (*arm, bool) {
	a := &arm{values: map[name.Name]imp.Expr{}}
	inside := imp.Names{}
	for _, st := range list {
		ok := true
		imp.Roots(st, func(e imp.Expr) { ok = ok && fl.harmless(e) && !a.mentions(e) })
		if !ok {
			return nil, false
		}
		switch st := st.(type) {
		case *imp.Declare:
			inside[st.Name] = true
			a.stms = append(a.stms, st)
		case *imp.Assign:
			if inside[st.Name] {
				a.stms = append(a.stms, st)
				continue
			}
			if _, ok := a.values[st.Name]; ok {
				return nil, false
			}
			x := st.X
			if _, ok := x.(*imp.Const); !ok {
				n := fl.Fresh("arm")
				fl.Declared(n, s)
				a.stms = append(a.stms, &imp.Declare{Name: n, Type: imp.TypeOf(x), Init: x})
				x = &imp.Var{Name: n, Type: imp.TypeOf(x)}
			}
			a.order = append(a.order, st.Name)
			a.values[st.Name] = x
		default:
			return nil, false
		}
	}
	return a, true
}

// mentions reports whether e reads a variable whose assignment is held back.
func (a *arm) mentions(e imp.Expr) bool {
	found := false
	imp.WalkExpr(e, func(e imp.Expr) {
		if v, ok := e.(*imp.Var); ok {
			if _, held := a.values[v.Name]; held {
				found = true
			}
		}
	})
	return found
}

// harmless reports whether e can be computed where it was not asked for.
func (fl *Flattener) harmless(e imp.Expr) bool {
	ok := true
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Load:
			ok = ok && fl.Loads != nil && fl.Loads(e)
		case *imp.ID:
			ok = false
		case *imp.Prim:
			ok = ok && imp.Total(e)
		}
	})
	return ok
}

// mergeDeclarations makes one declaration of a variable that is declared as a
// constant and then assigned once, before it is read.
func mergeDeclarations(list []imp.Stm) []imp.Stm {
	assignments := map[name.Name]int{}
	imp.Walk(list, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Assign); ok {
			assignments[a.Name]++
		}
		return true
	})
	empty := map[name.Name]int{} // where the constants are declared
	drop := map[int]bool{}
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		out[i] = s
		if a, ok := s.(*imp.Assign); ok && assignments[a.Name] == 1 {
			if at, ok := empty[a.Name]; ok && !Reads(s, a.Name) {
				drop[at] = true
				out[i] = &imp.Declare{Name: a.Name, Type: imp.TypeOf(a.X), Init: a.X}
			}
		}
		imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
			imp.Roots(s, func(e imp.Expr) {
				imp.WalkExpr(e, func(e imp.Expr) {
					if v, ok := e.(*imp.Var); ok {
						delete(empty, v.Name)
					}
				})
			})
			if a, ok := s.(*imp.Assign); ok {
				delete(empty, a.Name)
			}
			return true
		})
		if d, ok := s.(*imp.Declare); ok {
			if _, isConst := d.Init.(*imp.Const); isConst {
				empty[d.Name] = i
			}
		}
	}
	kept := out[:0]
	for i, s := range out {
		if !drop[i] {
			kept = append(kept, s)
		}
	}
	return kept
}

// Reads reports whether an expression in s itself reads n.
func Reads(s imp.Stm, n name.Name) bool {
	found := false
	imp.Roots(s, func(e imp.Expr) {
		imp.WalkExpr(e, func(e imp.Expr) {
			if v, ok := e.(*imp.Var); ok && v.Name == n {
				found = true
			}
		})
	})
	return found
}
