// Package hoistloads moves loads out of loops, at level imp:
//
//	for i < n { … var w = ws[k]; … }
//
// becomes
//
//	var w = ws[k]
//	for i < n { … }
//
// if nothing in the loop changes k or the block, and the element is within its array even where
// the loop does not run (guards.Within). Then what is compared with w is known where the loop
// begins: pass split may decide it for the main part of the loop's range, and all lanes of a
// vector have the same.
//
// That no store in the loop changes the block follows from which variables may hold the same
// one (imp.Holders).
package hoistloads

import (
	"context"
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is hoist-loads.
var Pass = &pass.Pass{
	Name:    "hoist-loads",
	Summary: "move loads that a loop does not change out of it",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "split", Reason: "split takes conditions on what is known where the loop begins"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

// maxHoisted bounds the loads that leave a loop: each takes a register while the loop runs.
const maxHoisted = 8

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		h := &hoister{unit: u, holders: imp.NewHolders(f), within: guards.NewWithin(f.Body), assigned: imp.Names{}}
		imp.Walk(f.Body, func(s imp.Stm) bool {
			imp.Assigns(s, h.assigned)
			return true
		})
		f.Body = h.list(f.Body, newContent(), true)
		return nil
	})
}

// hoister is the state within a function.
type hoister struct {
	unit     *pass.Unit
	holders  *imp.Holders
	within   *guards.Within
	assigned imp.Names // variables that change after their declaration
}

// content describes a list of statements.
type content struct {
	changes imp.Names      // variables that it declares or assigns
	writes  imp.Names      // groups of block variables through which it may write
	loads   []*imp.Declare // of its loads those that run whenever it does, outside of loops
}

func newContent() *content { return &content{changes: imp.Names{}, writes: imp.Names{}} }

// list hoists the loads in the loops of a list, and adds what the list contains to c. The list
// runs whenever c does if it is certain.
func (h *hoister) list(list []imp.Stm, c *content, certain bool) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	loop := func(in *content, body []imp.Stm, with func(body []imp.Stm) imp.Stm) {
		hoisted := h.hoisted(in)
		for _, d := range hoisted {
			out = append(out, d)
			if certain {
				c.loads = append(c.loads, d)
			}
		}
		c.merge(in)
		out = append(out, with(without(body, hoisted)))
	}
	for _, s := range list {
		switch s := s.(type) {
		case *imp.If:
			out = append(out, &imp.If{Cond: s.Cond, Then: h.list(s.Then, c, false), Else: h.list(s.Else, c, false), General: s.General})
		case *imp.For:
			in := newContent()
			in.changes[s.Index] = true
			leave := h.within.Enter(s.Index, s.Bound)
			body := h.list(s.Body, in, true)
			leave()
			loop(in, body, func(body []imp.Stm) imp.Stm {
				return &imp.For{Index: s.Index, Type: s.Type, Bound: s.Bound, Pos: s.Pos, Body: body}
			})
		case *imp.While:
			in := newContent()
			loop(in, h.list(s.Body, in, true), func(body []imp.Stm) imp.Stm { return &imp.While{Cond: s.Cond, Pos: s.Pos, Body: body} })
		case *imp.Parallel:
			in := newContent()
			var leave []func()
			for _, d := range s.Space {
				in.changes[d.Index] = true
				leave = append(leave, h.within.Enter(d.Index, d.Count))
			}
			body := h.list(s.Body, in, true)
			for _, f := range slices.Backward(leave) {
				f()
			}
			loop(in, body, func(body []imp.Stm) imp.Stm {
				p := *s
				p.Body = body
				return &p
			})
		default:
			h.statement(s, c, certain)
			out = append(out, s)
		}
	}
	return out
}

// statement adds what a statement without loops that are looked at contains to c.
func (h *hoister) statement(s imp.Stm, c *content, certain bool) {
	if d, ok := s.(*imp.Declare); ok {
		c.changes[d.Name] = true
		if l, ok := d.Init.(*imp.Load); ok && certain && d.Lanes == 0 && l.Lanes == 0 && !h.assigned[d.Name] {
			c.loads = append(c.loads, d)
		}
		return
	}
	for n := range imp.Changes([]imp.Stm{s}) {
		c.changes[n] = true
	}
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Alloc, *imp.AssignBlock: // these write nothing
		case *imp.Copy:
			c.writes[h.holders.Group(s.Dst.Block)] = true
		default:
			imp.BlocksOf(s, func(b name.Name) { c.writes[h.holders.Group(b)] = true })
		}
		return true
	})
}

// hoisted returns the loads in the body of a loop that can leave it.
func (h *hoister) hoisted(in *content) []*imp.Declare {
	var out []*imp.Declare
	for _, d := range in.loads {
		l := d.Init.(*imp.Load)
		if len(out) == maxHoisted || in.changes[l.Block] || in.writes[h.holders.Group(l.Block)] || !steady(l.Index, in.changes) ||
			!h.within.Loads(l) || !h.unit.Rewrite() {
			continue
		}
		out = append(out, d)
	}
	for _, d := range out {
		delete(in.changes, d.Name)
	}
	return out
}

// steady reports whether an index reads none of the variables, and no memory.
func steady(index imp.Expr, changes imp.Names) bool {
	ok := true
	imp.WalkExpr(index, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Var:
			ok = ok && !changes[e.Name]
		case *imp.Load:
			ok = false
		}
	})
	return ok
}

// merge adds what a loop contains, but for its loads.
func (c *content) merge(in *content) {
	c.changes, c.writes = union(c.changes, in.changes), union(c.writes, in.writes)
}

// union adds the smaller set to the larger, which it returns.
func union(m, n imp.Names) imp.Names {
	if len(m) < len(n) {
		m, n = n, m
	}
	maps.Copy(m, n)
	return m
}

// without returns a body without declarations that stand in it.
func without(body []imp.Stm, hoisted []*imp.Declare) []imp.Stm {
	if len(hoisted) == 0 {
		return body
	}
	return slices.DeleteFunc(body, func(s imp.Stm) bool {
		d, ok := s.(*imp.Declare)
		return ok && slices.Contains(hoisted, d)
	})
}
