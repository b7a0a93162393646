// Package ifconvert replaces small branches on data by selections, at level imp:
//
//	if f { s <- x } else { s <- s + x }
//
// becomes
//
//	var t = s + x
//	s <- select(f, x, t)
//
// Branch predictors do not know data: a mispredicted branch costs more than a few operators
// that are computed for nothing. A branch is replaced if it stands in a loop, its condition
// depends on an element of memory but on nothing that the loop carries from one iteration to
// the next (there a branch that is predicted breaks the chain of dependences), and its arms do
// nothing but a few operators without effects that may not fail, and load elements that the
// conditions and loops around show to be within their arrays (guards.Within).
package ifconvert

import (
	"context"
	"maps"

	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is if-convert.
var Pass = &pass.Pass{
	Name:    "if-convert",
	Summary: "replace small branches on data by selections",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "split", Reason: "split knows conditions of branches, not of selections"},
		{Order: pass.Before, Pass: "lanes", Reason: "a loop without branches may run in lanes"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

const (
	maxWork     = 6 // the work of both arms together
	maxAssigned = 2 // the variables of outside that they assign
)

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		f.Body = (&converter{unit: u, within: guards.NewWithin(f.Body)}).list(f.Body)
		return nil
	})
}

// converter converts branches in the body of a loop; in none if there is no loop.
type converter struct {
	unit   *pass.Unit
	within *guards.Within
	loop   []imp.Stm // the body; nil if there is no loop

	// What follows is found when a branch asks for it: a walk for each of many loops within
	// each other would take more than linear work.
	carried imp.Names // what depends on earlier iterations
	data    imp.Names // what depends on elements of memory
}

// list converts the branches in a list of statements.
func (c *converter) list(stms []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range stms {
		switch s := s.(type) {
		case *imp.If:
			out = append(out, c.branch(s)...)
		case *imp.For:
			leave := c.within.Enter(s.Index, s.Bound)
			out = append(out, &imp.For{Index: s.Index, Type: s.Type, Bound: s.Bound, Pos: s.Pos, Body: c.inside(s.Body)})
			leave()
		case *imp.While:
			out = append(out, &imp.While{Cond: s.Cond, Pos: s.Pos, Body: c.inside(s.Body)})
		case *imp.Parallel:
			p := *s
			var leave []func()
			for _, d := range s.Space {
				leave = append(leave, c.within.Enter(d.Index, d.Count))
			}
			p.Body = c.inside(s.Body)
			for _, f := range leave {
				f()
			}
			out = append(out, &p)
		default:
			out = append(out, imp.WithBodies(s, c.list))
		}
	}
	return out
}

// branch converts a branch, those in its arms first.
func (c *converter) branch(s *imp.If) []imp.Stm {
	leave := c.within.Assume(s.Cond)
	then := c.list(s.Then)
	leave()
	s = &imp.If{Cond: s.Cond, Then: then, Else: c.list(s.Else), General: s.General}
	if c.converts(s) && c.unit.Rewrite() {
		if flat, ok := c.flatten(s); ok {
			return flat
		}
	}
	return []imp.Stm{s}
}

// inside converts the branches in the body of a loop.
func (c *converter) inside(body []imp.Stm) []imp.Stm {
	return (&converter{unit: c.unit, within: c.within, loop: body}).list(body)
}

// analyse finds what the branches of the loop may depend on.
func (c *converter) analyse() {
	if c.carried != nil {
		return
	}
	c.carried, c.data = imp.Names{}, imp.Names{}
	declared, assigned := imp.Names{}, imp.Names{}
	imp.Walk(c.loop, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			declared[d.Name] = true
		}
		imp.Assigns(s, assigned)
		return true
	})
	for n := range assigned {
		if !declared[n] {
			c.carried[n] = true
		}
	}
	c.depend(c.loop)
}

// depend finds what depends on elements and on what is carried, through variables of the body.
func (c *converter) depend(body []imp.Stm) {
	for again := true; again; {
		again = false
		note := func(set imp.Names, n name.Name, holds bool) {
			if holds && !set[n] {
				set[n], again = true, true
			}
		}
		imp.Walk(body, func(s imp.Stm) bool {
			switch s := s.(type) {
			case *imp.Declare:
				note(c.data, s.Name, c.onData(s.Init))
				note(c.carried, s.Name, c.onCarried(s.Init))
			case *imp.Assign:
				note(c.data, s.Name, c.onData(s.X))
				note(c.carried, s.Name, c.onCarried(s.X))
			}
			return true
		})
	}
}

// onData reports whether e depends on an element of memory.
func (c *converter) onData(e imp.Expr) bool {
	return anyPart(e, func(e imp.Expr) bool {
		_, isLoad := e.(*imp.Load)
		return isLoad || reads(e, c.data)
	})
}

// onCarried reports whether e depends on earlier iterations, except through memory.
func (c *converter) onCarried(e imp.Expr) bool {
	return anyPart(e, func(e imp.Expr) bool { return reads(e, c.carried) })
}

func reads(e imp.Expr, set imp.Names) bool {
	x, ok := e.(*imp.Var)
	return ok && set[x.Name]
}

// anyPart reports whether a part of e is so.
func anyPart(e imp.Expr, is func(imp.Expr) bool) bool {
	found := false
	imp.WalkExpr(e, func(e imp.Expr) { found = found || is(e) })
	return found
}

// converts reports whether a branch should be converted, if it can be.
func (c *converter) converts(s *imp.If) bool {
	if c.loop == nil || s.General || !small(s) {
		return false
	}
	c.analyse()
	return c.onData(s.Cond) && !c.onCarried(s.Cond)
}

// small reports whether the arms of a branch do little enough to do both.
func small(s *imp.If) bool {
	work, own, assigned := 0, imp.Names{}, imp.Names{}
	for _, arm := range [][]imp.Stm{s.Then, s.Else} {
		imp.Walk(arm, func(s imp.Stm) bool {
			switch s := s.(type) {
			case *imp.Declare:
				work += workOf(s.Init)
				own[s.Name] = true
			case *imp.Assign:
				work += workOf(s.X)
				assigned[s.Name] = assigned[s.Name] || !own[s.Name]
			default:
				work = maxWork + 1
			}
			return work <= maxWork
		})
	}
	maps.DeleteFunc(assigned, func(_ name.Name, outside bool) bool { return !outside })
	return work <= maxWork && len(assigned) <= maxAssigned
}

// workOf is the work of an expression, beyond what is allowed if it has vectors.
func workOf(e imp.Expr) int {
	work := 0
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Prim:
			work += max(1, e.Fn.Info().Cost)
		case *imp.Convert:
			work++
		}
		if imp.LanesOf(e) > 0 {
			work = maxWork + 1
		}
	})
	return work
}

// flatten is the branch without branching; false if its arms may not both run.
func (c *converter) flatten(s *imp.If) ([]imp.Stm, bool) {
	f := &lanes.Flattener{
		Branches: func(imp.Expr) bool { return true },
		Declared: func(name.Name, *imp.If) {},
		Fresh:    c.unit.Imp.Names.Fresh,
		Loads:    c.within.Loads,
	}
	return f.List([]imp.Stm{s})
}
