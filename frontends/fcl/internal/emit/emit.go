package emit

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/library"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
	"github.com/lamina-lang/lamina/frontends/launch"
)

// position is where code runs.
type position uint8

const (
	host   position = iota // once
	group                  // by all work-items of a group alike
	warp                   // by the work-items of a warp alike, while the other warps do the same for theirs
	item                   // by a work-item of a group
	thread                 // by a global thread
)

// Options prescribe how launches look.
type Options struct {
	Local  int64 // work-items of a group, #BlockSize
	Groups int64 // work-groups, 0 for one for each sub-program
}

// most bounds how many values an entry point's evaluation makes, so that it ends.
const most = 4_000_000

// emitter emits a function.
type emitter struct {
	launch.Builder
	label  string
	option Options
	where  position
	rounds int // loops of the group around
	warps  *warps
	ranges
	checks
	decisions *decisions // nil where checks stay in kernels
	computed  []computed
	work      int
	user      source.Pos // the latest application in the program's own text
}

// failed carries an error up to Function.
type failed struct{ err *source.Error }

func (e *emitter) fail(pos source.Pos, hint, format string, args ...any) {
	err := source.Errorf(pos, format, args...)
	if hint != "" {
		err = err.WithHint("%s", hint)
	}
	panic(failed{err})
}

// declare makes a variable with a value.
func (e *emitter) declare(base string, x imp.Expr) name.Name {
	v := e.Declare(base, x)
	e.declared(v)
	return v
}

// early makes a variable with the value of an operator on ints, before the kernel if the host
// knows them and the operator has a value for all.
func (e *emitter) early(base string, op scalar.Op, args ...sym.Poly) name.Name {
	for _, c := range e.computed {
		if c.op == op && slices.EqualFunc(c.args, args, sym.Poly.Equal) {
			return c.is
		}
	}
	x := &imp.Prim{Fn: op, Type: scalar.I64}
	known := e.where != host
	for _, a := range args {
		x.Args = append(x.Args, imp.Poly(a))
		known = known && e.hostKnows(a)
	}
	c := computed{op: op, args: args, onHost: known && imp.Total(x)}
	if c.onHost {
		c.is = e.Names.Fresh(base)
		e.onHost = append(e.onHost, &imp.Declare{Name: c.is, Type: scalar.I64, Init: x})
		e.ofHost[c.is] = true
	} else {
		c.is = e.declare(base, x)
	}
	e.computed = append(e.computed, c)
	return c.is
}

// computed is a variable with the value of an operator.
type computed struct {
	op     scalar.Op
	args   []sym.Poly
	is     name.Name
	onHost bool // before the kernel that is being emitted
}

// forget leaves a scope that began after the first n computed variables. What the host computes for
// a kernel stays known in all of it.
func (e *emitter) forget(n int) {
	inner := e.computed[n:]
	e.computed = slices.Clip(e.computed[:n])
	for _, c := range inner {
		if c.onHost && e.where != host {
			e.computed = append(e.computed, c)
		}
	}
}

// declared notes where a variable lives.
func (e *emitter) declared(v name.Name) {
	if e.Kernel != nil && (e.where != group || e.rounds > 0) {
		e.Kernel.Varies[v] = true
	}
	if e.where == host {
		e.ofHost[v] = true
	}
}

// eval evaluates an expression.
func (e *emitter) eval(x core.Expr, in *env) value {
	if e.work++; e.work > most {
		e.fail(x.At(), "force intermediate arrays, or name values that are used more than once with let",
			"with its functions applied the program is too large")
	}
	switch x := x.(type) {
	case *core.Lit:
		return e.number(&imp.Const{Value: x.Value})
	case *core.Unit:
		return unit{}
	case *core.Pair:
		a := e.eval(x.First, in)
		return pairOf{a, e.eval(x.Second, in)}
	case *core.Lam:
		return function(func(v value) value { return e.eval(x.Body, in.With(x.Param, e.settled(v))) })
	case *core.App:
		if x.Pos.File != library.File {
			e.user = x.Pos
		}
		f := e.eval(x.Fun, in).(function)
		return f(e.eval(x.Arg, in))
	case *core.Let:
		if x.Name.Polymorphic() {
			return e.eval(x.Body, in.WithPoly(x.Name, x.Value))
		}
		v := e.settled(e.eval(x.Value, in))
		return e.eval(x.Body, in.With(x.Name, v))
	case *core.Var:
		v, poly, at := in.Find(x)
		if poly != nil {
			return e.eval(poly, at)
		}
		return v
	case *core.Prim:
		return e.primitive(x, in)
	case *core.If:
		return e.conditional(x, in)
	}
	panic(fmt.Sprintf("%T is no expression", x))
}

// conditional evaluates the branch that is taken, if that is known, or emits both.
func (e *emitter) conditional(x *core.If, in *env) value {
	cond := e.settled(e.eval(x.Cond, in)).(number)
	if c, ok := cond.constant(); ok {
		if c.Bool() {
			return e.eval(x.Then, in)
		}
		return e.eval(x.Else, in)
	}
	t := in.Type(x.Type)
	c := &choice{emitter: e, leaves: leavesOf(t)}
	for range c.leaves {
		c.vars = append(c.vars, e.Names.Fresh("v"))
	}
	then, thenList := c.branch(x.Then, in, cond.yes)
	otherwise, elseList := c.branch(x.Else, in, cond.no)
	if b, ok := then.(number); ok && b.t == scalar.Bool && len(thenList)+len(elseList) == 0 {
		if c, known := otherwise.(number).constant(); known && !c.Bool() && total(b.x) { // cond && then
			both := number{t: scalar.Bool, x: &imp.Prim{Fn: scalar.And, Type: scalar.Bool, Args: []imp.Expr{cond.x, b.x}}}
			both.yes = append(append(both.yes, cond.yes...), b.yes...)
			return both
		}
	}
	return c.emit(cond.x, t, [2]value{then, otherwise}, [2][]imp.Stm{thenList, elseList})
}

// choice is an if whose branches leave their values in variables.
type choice struct {
	*emitter
	leaves []leaf
	vars   []name.Name
}

// branch evaluates a branch, and assigns its value; if that needs no statements, it does not.
func (c *choice) branch(x core.Expr, in *env, facts sym.Facts) (v value, list []imp.Stm) {
	list = c.inner(func() {
		c.know(facts)
		open := len(c.guards)
		v = c.eval(x, in)
		if len(c.Out) > 0 || len(c.guards) > open {
			c.assign(v)
		}
	})
	return v, list
}

func (c *choice) assign(v value) {
	for i, n := range numbersOf(v) {
		c.Add(&imp.Assign{Name: c.vars[i], X: n.expr()})
	}
}

// emit emits the if.
func (c *choice) emit(cond imp.Expr, t types.Type, values [2]value, lists [2][]imp.Stm) value {
	for i, l := range c.leaves {
		c.Add(&imp.Declare{Name: c.vars[i], Type: l.elem, Init: &imp.Const{Value: scalar.Zero(l.elem)}})
		c.declared(c.vars[i])
	}
	for k := range lists {
		if len(lists[k]) == 0 {
			lists[k] = c.inner(func() { c.assign(values[k]) })
		}
	}
	c.Add(&imp.If{Cond: cond, Then: lists[0], Else: lists[1]})
	return build(t, func(i int) value {
		return c.number(&imp.Var{Name: c.vars[i], Type: c.leaves[i].elem})
	})
}

// total reports whether an expression has a value whatever its variables are.
func total(x imp.Expr) bool {
	ok := true
	imp.WalkExpr(x, func(x imp.Expr) {
		if p, isPrim := x.(*imp.Prim); isPrim && !imp.Total(p) {
			ok = false
		}
	})
	return ok
}

// round emits the body of a loop at the level that code runs at.
func (e *emitter) round(emit func()) []imp.Stm {
	if !e.together() {
		return e.inner(emit)
	}
	e.rounds++
	defer func() { e.rounds-- }()
	return e.inner(emit)
}

// inner emits statements of an inner list.
func (e *emitter) inner(emit func()) []imp.Stm {
	return e.Inner(func() { e.scoped(emit) })
}
