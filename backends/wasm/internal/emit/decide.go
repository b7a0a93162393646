package emit

import (
	"math"

	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Before a function is translated, comparisons of i64s are decided where what their
// types and loops say of the operands is enough: a u8 is a place in a histogram of 256
// bins, and the index of a loop is not negative.

// extent is a range of i64s, both ends included.
type extent struct{ low, high int64 }

var anything = extent{math.MinInt64, math.MaxInt64}

// decider knows the extents of variables that never change after their declaration.
type decider struct {
	extents  map[name.Name]extent
	truths   map[name.Name]*imp.Const // of bools
	assigned imp.Names
}

// decide rewrites the body of a function.
func decide(body []imp.Stm) []imp.Stm {
	d := &decider{extents: map[name.Name]extent{}, truths: map[name.Name]*imp.Const{}, assigned: imp.Names{}}
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Assigns(s, d.assigned)
		return true
	})
	return d.list(body)
}

func (d *decider) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			init := d.decided(s.Init)
			d.learn(s.Name, init)
			out = append(out, &imp.Declare{Name: s.Name, Type: s.Type, Init: init})
		case *imp.Assign:
			out = append(out, &imp.Assign{Name: s.Name, X: d.decided(s.X)})
		case *imp.If:
			out = append(out, d.branch(s)...)
		case *imp.For:
			d.index(s.Index, s.Bound)
			out = append(out, &imp.For{Index: s.Index, Type: s.Type, Bound: s.Bound, Body: d.list(s.Body)})
		case *imp.Parallel:
			for _, dim := range s.Space {
				d.index(dim.Index, dim.Count)
			}
			p := *s
			p.Body = d.list(s.Body)
			out = append(out, &p)
		case *imp.While:
			w := *s
			w.Body = d.list(s.Body)
			out = append(out, &w)
		case *imp.Assert:
			a := *s
			a.Cond = d.decided(s.Cond)
			if c, ok := imp.ConstOf(a.Cond); !ok || !c.Bool() {
				out = append(out, &a)
			}
		default:
			out = append(out, s)
		}
	}
	return out
}

// branch keeps the arm that is taken, if that is known. Arms are scopes, so one that
// holds blocks stays one.
func (d *decider) branch(s *imp.If) []imp.Stm {
	cond := d.decided(s.Cond)
	then, other := d.list(s.Then), d.list(s.Else)
	c, ok := imp.ConstOf(cond)
	switch {
	case !ok || holdsBlocks(s.Then) || holdsBlocks(s.Else):
		return []imp.Stm{&imp.If{Cond: cond, Then: then, Else: other}}
	case c.Bool():
		return then
	}
	return other
}

func holdsBlocks(list []imp.Stm) bool {
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
	if e := d.extentOf(x); e != anything {
		d.extents[n] = e
	}
}

// index learns that an index counts from 0 to below its bound.
func (d *decider) index(n name.Name, bound imp.Expr) {
	d.extents[n] = extent{0, max(d.extentOf(bound).high, 1) - 1}
}

// decided is e with the comparisons that are known as constants.
func (d *decider) decided(e imp.Expr) imp.Expr {
	if v, ok := e.(*imp.Var); ok && d.truths[v.Name] != nil {
		return d.truths[v.Name]
	}
	p, ok := e.(*imp.Prim)
	if !ok || p.Fn.ResultType(p.Type) != scalar.Bool {
		return e
	}
	if _, compares := guards.Negated[p.Fn]; compares {
		if holds, ok := d.compare(p); ok {
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

// compare decides a comparison by the extents of its operands.
func (d *decider) compare(p *imp.Prim) (holds, ok bool) {
	if p.Type != scalar.I64 {
		return false, false
	}
	x, y := d.extentOf(p.Args[0]), d.extentOf(p.Args[1])
	switch p.Fn {
	case scalar.Gt, scalar.Ge:
		x, y = y, x
	case scalar.Eq, scalar.Ne:
		return p.Fn == scalar.Ne, x.high < y.low || y.high < x.low
	}
	if p.Fn == scalar.Lt || p.Fn == scalar.Gt {
		return x.high < y.low, x.high < y.low || x.low >= y.high
	}
	return x.high <= y.low, x.high <= y.low || x.low > y.high
}

// extentOf is what is known of an i64, or of an integer that becomes one.
func (d *decider) extentOf(e imp.Expr) extent {
	switch e := e.(type) {
	case *imp.Const:
		if e.Value.Type == scalar.I64 {
			return extent{e.Value.Int(), e.Value.Int()}
		}
	case *imp.Var:
		if known, ok := d.extents[e.Name]; ok {
			return known
		}
	case *imp.Convert:
		if e.To == scalar.I64 && (e.From == scalar.Bool || e.From.IsInt() && e.From.Size() < 8) {
			return extentOfType(e.From)
		}
	case *imp.Prim:
		if e.Type == scalar.I64 && len(e.Args) == 2 {
			return d.extentOfPrim(e)
		}
	}
	return anything
}

func extentOfType(t scalar.Type) extent {
	if t == scalar.Bool {
		return extent{0, 1}
	}
	return extent{scalar.Convert(scalar.I64, scalar.Lowest(t)).Int(), scalar.Convert(scalar.I64, scalar.Highest(t)).Int()}
}

func (d *decider) extentOfPrim(e *imp.Prim) extent {
	x, y := d.extentOf(e.Args[0]), d.extentOf(e.Args[1])
	switch e.Fn {
	case scalar.Min:
		return extent{min(x.low, y.low), min(x.high, y.high)}
	case scalar.Max:
		return extent{max(x.low, y.low), max(x.high, y.high)}
	case scalar.Add:
		if small(x) && small(y) {
			return extent{x.low + y.low, x.high + y.high}
		}
	case scalar.Sub:
		if small(x) && small(y) {
			return extent{x.low - y.high, x.high - y.low}
		}
	case scalar.Mod:
		if y.low > 0 {
			return extent{0, y.high - 1}
		}
	case scalar.And:
		if y.low >= 0 {
			return extent{0, y.high}
		}
	}
	return anything
}

// small reports whether two such extents can be added without wrapping.
func small(x extent) bool { return -reach < x.low && x.high < reach }
