// Package decide folds comparisons of i64s that types and loops decide, at level imp:
// a u8 is a place in a histogram of 256 bins, and the index of a loop is not negative.
// Branches keep the arm that is taken, and assertions that hold go.
//
// What holds wherever the program gets comes from the ranges of types, of loop indices, and of
// variables that never change after their declaration (package interval). What holds at a
// place comes from conditions and assertions before it, and from what loops keep from one
// iteration to the next (loop.go): orders between sums of variables, over ℤ; arithmetic counts
// only where it is shown not to wrap.
package decide

import (
	"context"
	"math"
	"slices"

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
			values: newValues(), types: map[name.Name]scalar.Type{}, assignments: map[imp.Stm]assignments{},
		}
		imp.Walk(f.Body, func(s imp.Stm) bool {
			imp.Assigns(s, d.assigned)
			d.work += workPerStatement
			return true
		})
		d.demanded = demanded(f.Body)
		d.parameters(f)
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
	demanded imp.Names

	values
	types       map[name.Name]scalar.Type
	assignments map[imp.Stm]assignments
	nested      int // loops around
	dry         int // loops whose invariants are looked for: nothing is decided there
	work        int // statements that may still be walked for them
}

// workPerStatement bounds what is done for invariants.
const workPerStatement = 12

// parameters sets what is known of a function's parameters and results. The sizes of arguments with one
// dimension are those of arrays in memory.
func (d *decider) parameters(f *imp.Fun) {
	for _, p := range append(slices.Clone(f.Params), f.Results...) {
		if !p.Type.IsBlock() && p.Type.Lanes == 0 {
			d.types[p.Name] = p.Type.Elem
			d.gets(p.Name, nil)
		}
	}
	if f.Entry == nil {
		return
	}
	for _, e := range f.Entry.Params {
		for _, size := range e.Shape {
			if v, ok := size.(*imp.Var); ok && d.demanded[v.Name] {
				most := int64(mostBytes)
				if len(e.Shape) > 1 {
					most = math.MaxInt64
				}
				in := d.symbols[d.numbers[v.Name].newest().s].Interval
				d.setNumber(v.Name, of(d.fresh(interval.Between(0, min(in.Hi, most)))))
			}
		}
	}
}

// scope begins one: what is learnt in it goes at its end.
func (d *decider) scope() (end func()) {
	m, changes, rooms := d.mark(), len(d.changes), len(d.rooms)
	return func() {
		d.rooms = d.rooms[:rooms]
		d.back(m)
		d.undo(changes)
	}
}

func (d *decider) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			init := d.decided(s.Init)
			d.learn(s.Name, init)
			if s.Lanes == 0 {
				d.types[s.Name] = s.Type
				d.gets(s.Name, s.Init)
			}
			out = append(out, &imp.Declare{Name: s.Name, Type: s.Type, Init: init, Lanes: s.Lanes})
		case *imp.Assign:
			x := d.decided(s.X)
			d.gets(s.Name, s.X)
			out = append(out, &imp.Assign{Name: s.Name, X: x})
		case *imp.Alloc:
			d.allocated(d.number(s.Bytes), depthOfConds)
			out = append(out, s)
		case *imp.If:
			out = append(out, d.branch(s)...)
		case *imp.For:
			d.Count(s.Index, s.Bound)
			d.types[s.Index] = s.Type
			body := d.walk(s, &loop{index: s.Index, typ: s.Type, bound: d.number(s.Bound), body: s.Body})
			out = append(out, &imp.For{Index: s.Index, Type: s.Type, Bound: s.Bound, Pos: s.Pos, Body: body})
		case *imp.Parallel:
			out = append(out, d.parallel(s))
		case *imp.While:
			out = append(out, &imp.While{Cond: s.Cond, Pos: s.Pos, Body: d.walk(s, &loop{cond: s.Cond, body: s.Body})})
		case *imp.Assert:
			a := *s
			a.Cond = d.decided(s.Cond)
			d.assume(d.cond(s.Cond))
			if c, ok := imp.ConstOf(a.Cond); d.dry > 0 || !ok || !c.Bool() || !d.unit.Rewrite() {
				out = append(out, &a)
			}
		default:
			d.forget(d.changedIn(s).names)
			out = append(out, s)
		}
	}
	return out
}

// gets gives a variable the value of e, or of nothing that is known, if the variable is asked for.
func (d *decider) gets(n name.Name, e imp.Expr) {
	if d.demanded[n] {
		d.set(n, d.types[n], e)
	}
}

func (d *decider) parallel(s *imp.Parallel) imp.Stm {
	defer d.scope()()
	for _, dim := range s.Space {
		d.Count(dim.Index, dim.Count)
		index := of(d.fresh(interval.Between(0, math.MaxInt64-1)))
		d.atLeast(d.number(dim.Count), index, 1)
		d.types[dim.Index] = s.IndexType()
		d.setNumber(dim.Index, index)
	}
	d.recall()
	p := *s
	p.Body = d.list(s.Body)
	return &p
}

// branch keeps the arm that is taken, if that is known. The end of an arm lets go of the
// blocks that it declares, so one that declares some stays an arm.
func (d *decider) branch(s *imp.If) []imp.Stm {
	cond := d.decided(s.Cond)
	holds := d.cond(s.Cond)
	fails := negated(holds)
	if s.General {
		fails = nil
	}
	var way outcome
	then := d.arm(holds, s.Then, &way.arms[0], 0, &way)
	other := d.arm(fails, s.Else, &way.arms[1], 1, &way)
	d.join(&way)
	c, ok := imp.ConstOf(cond)
	switch {
	case d.dry > 0 || !ok || declaresBlocks(s.Then) || declaresBlocks(s.Else) || !d.unit.Rewrite():
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
	if d.dry > 0 {
		return e
	}
	if v, ok := e.(*imp.Var); ok && d.truths[v.Name] != nil {
		return d.truths[v.Name]
	}
	p, ok := e.(*imp.Prim)
	if !ok || imp.LanesOf(e) > 0 || p.Fn.ResultType(p.Type) != scalar.Bool {
		return e
	}
	if _, compares := guards.Negated[p.Fn]; compares {
		holds, ok := d.compare(p)
		if !ok {
			holds, ok = d.follows(p)
		}
		if ok && d.unit.Rewrite() {
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

// follows decides a comparison by what is known at this place.
func (d *decider) follows(p *imp.Prim) (holds, ok bool) {
	switch x := d.cond(p).(type) {
	case order:
		return true, d.proves(x.form)
	case truth:
		return bool(x), true
	}
	return false, false
}
