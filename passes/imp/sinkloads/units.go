package sinkloads

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// unit is a piece of a list that makes scalars of elements: a declaration, or declarations of constants and
// the branch that assigns to them.
type unit struct {
	at    []int // of its statements, in order
	stms  []imp.Stm
	makes imp.Names
	reads imp.Names
	loads map[name.Name]int // from each block
	place int               // among the units
	size  int               // nodes of its expressions
	last  int               // the last statement that needs it, as far as it sinks
	stays bool              // on the host
}

// sinking works on one list of the host.
type sinking struct {
	*sinker
	list  []imp.Stm
	units []*unit
	of    map[name.Name]*unit // by what they make
	part  map[int]*unit       // by the statements that belong to them
	does  []*effects          // of each statement
	where                     // of them all, by variables
	all   map[name.Name]int   // the loads from each block by units
	stay  map[name.Name]int   // and by those that stay
}

// collect finds the units: what loads elements of blocks that only one variable holds, and what only
// computes with what they make.
func (k *sinking) collect() {
	assigned := assignments(k.list)
	declared := map[name.Name]int{}
	for i, s := range k.list {
		switch s := s.(type) {
		case *imp.Declare:
			declared[s.Name] = i
			if assigned[s.Name] == 0 && k.gathers(s) && k.loadable(s) {
				k.add(&unit{at: []int{i}, stms: []imp.Stm{s}, makes: imp.Names{s.Name: true}})
			}
		case *imp.If:
			if u := k.choice(s, i, declared, assigned); u != nil {
				k.add(u)
			}
		}
	}
}

// assignments counts those to each variable.
func assignments(list []imp.Stm) map[name.Name]int {
	out := map[name.Name]int{}
	imp.Walk(list, func(s imp.Stm) bool {
		names := imp.Names{}
		imp.Assigns(s, names)
		for n := range names {
			out[n]++
		}
		return true
	})
	return out
}

func (k *sinking) add(u *unit) {
	u.reads, u.loads = imp.Names{}, map[name.Name]int{}
	imp.Walk(u.stms, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) {
			variables(e, u.reads)
			imp.WalkExpr(e, func(imp.Expr) { u.size++ })
		})
		imp.EachLoad(s, func(l *imp.Load) { u.loads[l.Block]++ })
		return true
	})
	for b, n := range u.loads {
		k.all[b] += n
	}
	u.place = len(k.units)
	k.units = append(k.units, u)
	for _, i := range u.at {
		k.part[i] = u
	}
	for n := range u.makes {
		u.stays = u.stays || k.kept[n]
		k.of[n] = u
	}
}

// choice is the unit of a branch that only computes variables which are declared as constants before it in the
// same list, and which nothing uses in between; nil if it is none.
func (k *sinking) choice(s *imp.If, at int, declared, assigned map[name.Name]int) *unit {
	own := imp.Names{}
	plain := true
	imp.Walk([]imp.Stm{s}, func(t imp.Stm) bool {
		switch t := t.(type) {
		case *imp.If, *imp.Assign:
		case *imp.Declare:
			own[t.Name] = true
		default:
			plain = false
		}
		plain = plain && k.loadable(t)
		return plain
	})
	if !plain || !k.gathers(s) {
		return nil
	}
	u := &unit{makes: imp.Names{}}
	first := at
	for n, times := range assignments([]imp.Stm{s}) {
		if own[n] {
			continue
		}
		i, known := declared[n]
		if !known || assigned[n] != times || k.of[n] != nil {
			return nil
		}
		u.makes[n] = true
		first = min(first, i)
	}
	for i := first; i < at; i++ {
		d, ok := k.list[i].(*imp.Declare)
		switch {
		case ok && u.makes[d.Name]:
			if _, constant := d.Init.(*imp.Const); !constant {
				return nil
			}
			u.at, u.stms = append(u.at, i), append(u.stms, d)
		case uses(k.list[i], u.makes):
			return nil
		}
	}
	if len(u.at) == 0 {
		return nil
	}
	u.at, u.stms = append(u.at, at), append(u.stms, s)
	return u
}

// gathers reports whether s, or a statement in it, loads an element or reads what a unit makes.
func (k *sinking) gathers(s imp.Stm) (yes bool) {
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				switch e := e.(type) {
				case *imp.Load:
					yes = true
				case *imp.Var:
					yes = yes || k.of[e.Name] != nil
				}
			})
		})
		return !yes
	})
	return yes
}

// narrowest is the size in bytes of the elements that threads load: kernels of narrower ones move several
// at a time, if their threads access nothing else.
const narrowest = 4

// loadable reports whether threads can evaluate the expressions of s itself: they ask nothing of the host,
// and load from blocks that only one variable holds.
func (k *sinking) loadable(s imp.Stm) bool {
	ok := true
	imp.Roots(s, func(e imp.Expr) {
		imp.WalkExpr(e, func(e imp.Expr) {
			switch e := e.(type) {
			case *imp.Const, *imp.Var, *imp.Prim, *imp.Convert, *imp.At:
			case *imp.Load:
				ok = ok && k.sole[e.Block] && e.Lanes == 0 && e.Elem.Size() >= narrowest
			default:
				ok = false
			}
		})
	})
	return ok
}

// uses reports whether s, or a statement in it, reads or assigns one of some variables.
func uses(s imp.Stm, some imp.Names) (yes bool) {
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		names := imp.Names{}
		imp.Assigns(s, names)
		imp.Roots(s, func(e imp.Expr) { variables(e, names) })
		for n := range names {
			yes = yes || some[n]
		}
		return !yes
	})
	return yes
}
