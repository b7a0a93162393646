package grouploops

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// cut says how a launch's body is cut into regions: runs of statements without a barrier, of a
// list that holds one, and the headers of loops and branches that hold one.
type cut struct {
	cuts     map[imp.Stm]bool // barriers, and statements that hold one
	declared map[name.Name]imp.Stm
	order    []name.Name       // of declared, in their order
	home     map[name.Name]int // the region of a declaration
	spread   imp.Names         // what is used outside of its region
	again    imp.Names         // those that each region computes again
	allocs   map[name.Name]*imp.Alloc
	obstacle string // why the launch cannot be cut
	regions  int
}

func cutOf(body []imp.Stm) *cut {
	c := &cut{
		cuts: map[imp.Stm]bool{}, declared: map[name.Name]imp.Stm{}, home: map[name.Name]int{},
		spread: imp.Names{}, again: imp.Names{}, allocs: map[name.Name]*imp.Alloc{},
	}
	c.find(body)
	c.list(body)
	assigned, allocated := imp.Names{}, map[name.Name]int{}
	imp.Walk(body, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Alloc); ok {
			allocated[a.Block]++
			c.allocs[a.Block] = a
		} else {
			imp.Assigns(s, assigned)
		}
		return true
	})
	changed := imp.Changes(body)
	for _, n := range c.order {
		if !c.spread[n] {
			if d, ok := c.declared[n].(*imp.Declare); ok && !assigned[n] && c.steady(d.Init, changed) {
				c.again[n] = true // others may depend on it
			}
			continue
		}
		switch d := c.declared[n].(type) {
		case *imp.Declare:
			switch {
			case !assigned[n] && c.steady(d.Init, changed):
				c.again[n] = true
			case d.Lanes > 0:
				c.obstacle = "a vector is used before and after a barrier"
			}
		case *imp.DeclareBlock:
			a := c.allocs[n]
			if allocated[n] != 1 || !imp.Movable(body, n) || !c.steady(a.Bytes, changed) {
				c.obstacle = "a block of a thread is used before and after a barrier, and cannot be part of another"
			}
		default:
			c.obstacle = "the result of an atomic operation is used after a barrier"
		}
	}
	return c
}

// find marks what holds a barrier.
func (c *cut) find(list []imp.Stm) (found bool) {
	for _, s := range list {
		_, here := s.(*imp.Barrier)
		for _, body := range imp.Bodies(s) {
			here = c.find(body) || here
		}
		if here {
			c.cuts[s] = true
			found = true
			switch s.(type) {
			case *imp.Barrier, *imp.For, *imp.While, *imp.If:
			default:
				c.obstacle = "a barrier stands in a statement other than a loop or an if"
			}
		}
	}
	return found
}

// list numbers the regions of a list, and finds what is used in several.
func (c *cut) list(list []imp.Stm) {
	c.regions++
	for _, s := range list {
		if c.cuts[s] {
			c.regions++
			imp.Roots(s, func(e imp.Expr) { c.uses([]imp.Stm{&imp.If{Cond: e}}) })
			for _, body := range imp.Bodies(s) {
				c.list(body)
			}
			c.regions++
			continue
		}
		c.uses([]imp.Stm{s})
		var n name.Name
		switch s := s.(type) {
		case *imp.Declare:
			n = s.Name
		case *imp.DeclareBlock:
			n = s.Name
		case *imp.Atomic:
			n = s.Old
		}
		if !n.IsZero() {
			c.declared[n], c.home[n] = s, c.regions
			c.order = append(c.order, n)
		}
	}
}

// uses notes the variables that statements of the present region use.
func (c *cut) uses(list []imp.Stm) {
	for _, n := range imp.Free(list) {
		if home, ours := c.home[n]; ours && home != c.regions {
			c.spread[n] = true
		}
	}
}

// steady reports whether an expression has one value wherever it is in scope: it reads no memory,
// and no variable that changes. Variables of the body are those that are computed again, and the
// indices of loops around regions.
func (c *cut) steady(e imp.Expr, changed imp.Names) bool {
	steady := true
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Var:
			steady = steady && (!changed[e.Name] || c.again[e.Name] || c.index(e.Name))
		case *imp.Load, *imp.Bytes, *imp.Apart:
			steady = false
		}
	})
	return steady
}

// index reports whether n is the index of a loop that holds a barrier.
func (c *cut) index(n name.Name) bool {
	for s := range c.cuts {
		if f, ok := s.(*imp.For); ok && f.Index == n {
			return true
		}
	}
	return false
}
