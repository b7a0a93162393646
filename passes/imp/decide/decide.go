// Package decide folds comparisons of i64s that types and loops decide, at level imp:
// a u8 is a place in a histogram of 256 bins, and the index of a loop is not negative.
// Branches keep the arm that is taken, and assertions that hold go.
//
// Only facts that hold wherever the program gets are used: the ranges of types, of loop
// indices, and of variables that never change after their declaration (package
// interval).
package decide

import (
	"context"

	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pass is decide.
var Pass = &pass.Pass{
	Name:    "decide",
	Summary: "fold comparisons that the ranges of types and loops decide",
	From:    pass.At(pass.Imp),
	Run:     run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		d := &decider{
			Scope:  interval.Scope{Vars: map[name.Name]interval.Interval{}},
			unit:   u,
			truths: map[name.Name]*imp.Const{}, assigned: imp.Names{},
		}
		imp.Walk(f.Body, func(s imp.Stm) bool {
			imp.Assigns(s, d.assigned)
			return true
		})
		f.Body = d.list(f.Body)
		return nil
	})
}

// decider knows the ranges of the variables that never change after their declaration.
type decider struct {
	interval.Scope
	unit     *pass.Unit
	truths   map[name.Name]*imp.Const // of bools
	assigned imp.Names
}

func (d *decider) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			init := d.decided(s.Init)
			d.learn(s.Name, init)
			out = append(out, &imp.Declare{Name: s.Name, Type: s.Type, Init: init, Lanes: s.Lanes})
		case *imp.Assign:
			out = append(out, &imp.Assign{Name: s.Name, X: d.decided(s.X)})
		case *imp.If:
			out = append(out, d.branch(s)...)
		case *imp.For:
			d.Count(s.Index, s.Bound)
			out = append(out, &imp.For{Index: s.Index, Type: s.Type, Bound: s.Bound, Pos: s.Pos, Body: d.list(s.Body)})
		case *imp.Parallel:
			for _, dim := range s.Space {
				d.Count(dim.Index, dim.Count)
			}
			p := *s
			p.Body = d.list(s.Body)
			out = append(out, &p)
		case *imp.While:
			out = append(out, &imp.While{Cond: s.Cond, Pos: s.Pos, Body: d.list(s.Body)})
		case *imp.Assert:
			a := *s
			a.Cond = d.decided(s.Cond)
			if c, ok := imp.ConstOf(a.Cond); !ok || !c.Bool() || !d.unit.Rewrite() {
				out = append(out, &a)
			}
		default:
			out = append(out, s)
		}
	}
	return out
}

// branch keeps the arm that is taken, if that is known. The end of an arm lets go of the
// blocks that it declares, so one that declares some stays an arm.
func (d *decider) branch(s *imp.If) []imp.Stm {
	cond := d.decided(s.Cond)
	then, other := d.list(s.Then), d.list(s.Else)
	c, ok := imp.ConstOf(cond)
	switch {
	case !ok || declaresBlocks(s.Then) || declaresBlocks(s.Else) || !d.unit.Rewrite():
		return []imp.Stm{&imp.If{Cond: cond, Then: then, Else: other, General: s.General}}
	case c.Bool():
		return then
	}
	return other
}

func declaresBlocks(list []imp.Stm) bool {
	for _, s := range list {
		if _, ok := s.(*imp.DeclareBlock); ok {
			return true
		}
	}
	return false
}

// learn keeps what is known of a variable declared as x.
func (d *decider) learn(n name.Name, x imp.Expr) {
	if d.assigned[n] {
		return
	}
	if c, ok := x.(*imp.Const); ok && c.Value.Type == scalar.Bool {
		d.truths[n] = c
	}
	if in := d.Of(x); in != interval.All {
		d.Vars[n] = in
	}
}

// decided is e with the comparisons that are known as constants.
func (d *decider) decided(e imp.Expr) imp.Expr {
	if v, ok := e.(*imp.Var); ok && d.truths[v.Name] != nil {
		return d.truths[v.Name]
	}
	p, ok := e.(*imp.Prim)
	if !ok || imp.LanesOf(e) > 0 || p.Fn.ResultType(p.Type) != scalar.Bool {
		return e
	}
	if _, compares := guards.Negated[p.Fn]; compares {
		if holds, ok := d.compare(p); ok && d.unit.Rewrite() {
			return &imp.Const{Value: scalar.FromBool(holds)}
		}
		return e
	}
	args := make([]imp.Expr, len(p.Args))
	for i, x := range p.Args {
		args[i] = d.decided(x)
	}
	if p.Type != scalar.Bool || p.Fn != scalar.And && p.Fn != scalar.Or {
		return &imp.Prim{Fn: p.Fn, Type: p.Type, Args: args}
	}
	for i, x := range args {
		if c, ok := x.(*imp.Const); ok {
			if c.Value.Bool() == (p.Fn == scalar.And) {
				return args[1-i] // the constant changes nothing
			}
			return c
		}
	}
	return &imp.Prim{Fn: p.Fn, Type: p.Type, Args: args}
}

// compare decides a comparison by the ranges of its operands.
func (d *decider) compare(p *imp.Prim) (holds, ok bool) {
	if p.Type != scalar.I64 {
		return false, false
	}
	x, y := d.Of(p.Args[0]), d.Of(p.Args[1])
	switch p.Fn {
	case scalar.Gt, scalar.Ge:
		x, y = y, x
	case scalar.Eq, scalar.Ne:
		return p.Fn == scalar.Ne, x.Hi < y.Lo || y.Hi < x.Lo
	}
	if p.Fn == scalar.Lt || p.Fn == scalar.Gt {
		return x.Hi < y.Lo, x.Hi < y.Lo || x.Lo >= y.Hi
	}
	return x.Hi <= y.Lo, x.Hi <= y.Lo || x.Lo > y.Hi
}
