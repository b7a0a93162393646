package unroll

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The trip count of a loop may depend on the index of one around it, as in loops over a triangle. When
// the outer one is unrolled it is known, by way of the variables that the bound is computed in.

// dependent stands for the trip count of a loop that each iteration of a loop around it knows.
const dependent = -1

// values are those of variables that are known to be constants.
type values map[name.Name]*imp.Const

// of returns the constant that e is; nil if it is none.
func (v values) of(e imp.Expr) *imp.Const {
	c, _ := imp.ReplaceExpr(e, v.in).(*imp.Const)
	return c
}

// in is e, whose operands have been replaced, as a constant if it is one.
func (v values) in(e imp.Expr) imp.Expr {
	if x, ok := e.(*imp.Var); ok && v[x.Name] != nil {
		return v[x.Name]
	}
	return folded(e)
}

// withConstants is a list with the integers in place of variables that are declared as constants, so that
// indices of small blocks are constants, too; if asked, with conditions in place of others.
func withConstants(list []imp.Stm, assigned imp.Names, conditions bool) []imp.Stm {
	known := values{}
	imp.Walk(list, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && (d.Type.IsInt() || conditions && d.Type == scalar.Bool) {
			known.declare(d, assigned)
		}
		return true
	})
	if len(known) == 0 {
		return list
	}
	out := imp.Replace(list, known.in)
	if conditions {
		return known.without(out)
	}
	return out
}

// without is a list without the declarations of what is known, which nothing reads any more.
func (v values) without(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		if d, ok := s.(*imp.Declare); !ok || v[d.Name] == nil {
			out = append(out, imp.WithBodies(s, v.without))
		}
	}
	return out
}

// declare notes what a variable is declared as, if that is constant. One that is assigned to is not.
func (v values) declare(s *imp.Declare, assigned imp.Names) {
	delete(v, s.Name)
	if !s.Type.IsInt() && s.Type != scalar.Bool || assigned[s.Name] {
		return
	}
	if c := v.of(s.Init); c != nil {
		v[s.Name] = c
	}
}

// trips returns how often a loop runs.
func (v values) trips(f *imp.For) (int64, bool) {
	if n, ok := tripCount(f); ok {
		return n, true
	}
	if c := v.of(f.Bound); c != nil {
		return max(0, c.Value.Int()), true
	}
	return 0, false
}

// assignedIn are the variables that statements assign to.
func assignedIn(list []imp.Stm) imp.Names {
	out := imp.Names{}
	imp.Walk(list, func(s imp.Stm) bool {
		imp.Assigns(s, out)
		return true
	})
	return out
}

// hasDependent reports whether there is a loop whose trip count is not known by itself.
func hasDependent(list []imp.Stm) bool {
	found := false
	imp.Walk(list, func(s imp.Stm) bool {
		if f, ok := s.(*imp.For); ok {
			_, known := tripCount(f)
			found = found || !known
		}
		return !found
	})
	return found
}

// settled is the body of an unrolled iteration with the loops unrolled whose trip counts it knows.
func (r *unroller) settled(list []imp.Stm, known values, assigned imp.Names) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			if s.Type.IsInt() {
				known.declare(s, assigned)
			}
		case *imp.For:
			if n, ok := known.trips(s); ok {
				for i := range n {
					out = append(out, r.iteration(s, i, known)...)
				}
				continue
			}
		}
		out = append(out, imp.WithBodies(s, func(body []imp.Stm) []imp.Stm { return r.settled(body, known, assigned) }))
	}
	return out
}
