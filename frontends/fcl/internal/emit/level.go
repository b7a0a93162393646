package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
	"github.com/lamina-lang/lamina/frontends/launch"
)

// each writes the elements of a pull array by the iteration scheme of the level that code runs at.
func (e *emitter) each(xs pull, write writer, pos source.Pos) {
	element := func(i sym.Poly) {
		e.scopeWith(func() { write(i, missing{}) }, func() {
			e.iteration(i, xs.n)
			write(i, e.settled(xs.at(i)))
		})
	}
	switch e.where {
	case host:
		e.parallel(xs.n, element, pos)
	case group:
		e.items(xs.n, element)
	case warp:
		e.lanes(xs.n, element)
	default:
		e.sequential(xs.n, element)
	}
}

// parallel emits a parallel loop over global threads.
func (e *emitter) parallel(n sym.Poly, body func(i sym.Poly), pos source.Pos) {
	i := e.Names.Fresh("i")
	e.where = thread
	list := e.inner(func() { body(sym.Var(i)) })
	e.where = host
	e.flush()
	e.Add(&imp.Parallel{Label: e.label + "_grid", Space: []imp.SpaceDim{{Index: i, Count: imp.Poly(n)}}, Body: list, Pos: pos, Prescribed: true})
}

// flush emits the checks that go before a kernel.
func (e *emitter) flush() {
	e.Out = append(e.Out, e.onHost...)
	e.onHost = nil
}

// items emits a loop over the work-items of a group: virtual threads, if there are more iterations.
func (e *emitter) items(n sym.Poly, body func(i sym.Poly)) {
	e.where = item
	e.Items(n, e.Names.Fresh("i"), body)
	e.where = group
}

// sequential emits a loop.
func (e *emitter) sequential(n sym.Poly, body func(i sym.Poly)) {
	if c, known := n.AsConst(); known && c == 1 {
		e.inline(func() { body(sym.Const(0)) })
		return
	}
	e.inStep(n)
	s := &imp.For{Index: e.Names.Fresh("i"), Type: scalar.I64, Bound: imp.Poly(n)}
	s.Body = e.round(func() { body(sym.Var(s.Index)) })
	if e.together() {
		e.Kernel.Loops[s] = true
	}
	e.Add(s)
}

// inline emits statements of a scope of its own in place; of its guards none outlives it.
func (e *emitter) inline(emit func()) {
	list := e.inner(emit)
	e.Out = append(e.Out, list...)
}

// launch emits a kernel with a group for each of n sub-programs: virtual blocks, if fewer groups
// are prescribed. If it divides by numbers of the host that may be negative, as an argument over a
// tile's size, or has checks that the host may decide, there is a version for positive ones, whose
// quotients and remainders have bounds, without those checks; the host chooses.
func (e *emitter) launch(n sym.Poly, body func(i sym.Poly), pos source.Pos) {
	e.divisors = nil
	checks := 0
	general := e.Inner(func() { checks = e.version(n, body, pos) })
	divisors := e.divisors
	if len(divisors) == 0 && checks == 0 {
		e.flush()
		e.Out = append(e.Out, general...)
		return
	}
	e.decisions = &decisions{}
	s := &imp.If{Else: general}
	s.Then = e.Inner(func() {
		for _, d := range divisors {
			e.decisions.add(compare(scalar.Gt, imp.Poly(d), imp.Int(0)))
			e.know(sym.Facts{sym.Ge(d, sym.Const(1))})
		}
		e.version(n, body, pos)
	})
	conds := e.decisions.conds
	e.decisions = nil
	e.flush()
	if len(conds) == 0 {
		e.Out = append(e.Out, general...)
		return
	}
	s.Cond = conds[0]
	for _, c := range conds[1:] {
		s.Cond = &imp.Prim{Fn: scalar.And, Type: scalar.Bool, Args: []imp.Expr{s.Cond, c}}
	}
	e.Add(s)
}

// version emits the kernel by what is known, and returns how many checks there are in it.
func (e *emitter) version(n sym.Poly, body func(i sym.Poly), pos source.Pos) (checks int) {
	k := launch.NewKernel(e.option.Local)
	e.Kernel, e.where = k, group
	var groups imp.Expr
	before, list, after := e.checked(func() {
		if e.option.Groups > 0 {
			e.rounds++
		}
		groups = e.Groups(n, e.Names.Fresh("i"), e.option.Groups, func(i sym.Poly) { e.scoped(func() { body(i) }) })
		e.rounds, checks = 0, len(e.sites)
	})
	e.Kernel, e.where = nil, host
	e.Out = append(append(e.Out, before...), &imp.Launch{
		Label: e.label + "_blocks", Groups: groups, GroupSize: imp.Int(k.Local),
		Body: k.Padded(k.WithBarriers(list)), Shared: k.Shared, Pos: pos,
	})
	e.Out = append(e.Out, after...)
	return checks
}

// force materialises a push array.
func (e *emitter) force(p push, elem types.Type, pos source.Pos) value {
	s := e.allocate(elem, p.n, false, pos)
	p.fill(e.writerTo(s))
	return e.array(s, p.n)
}

// interleave is the push array of sub-programs, each of which writes m elements (interleave, one
// level up, and interleaveSeq).
func (c *call) interleave() value {
	m, f, ps := c.args[0].(number).p, c.args[1].(function), c.args[2].(pull)
	m = c.length(m, c.at)
	total := c.length(m.Mul(ps.n), c.at)
	return push{total, func(write writer) {
		c.oneToOne(f, ps.n, m)
		part := func(i sym.Poly) {
			place := func(j sym.Poly, x value) {
				to := f(pairOf{ofPoly(i), ofPoly(j)}).(number).p
				c.inBounds(to, total, c.at, "place")
				write(to, x)
			}
			c.scopeWith(func() { c.each(missings(m), place, c.at) }, func() {
				c.iteration(i, ps.n)
				sub := ps.at(i).(program)().(push)
				c.same(sub.n, m, c.at, "a part of "+c.Of.Name)
				sub.fill(place)
			})
		}
		switch {
		case c.Of.Role == core.InterleaveSeq:
			c.sequential(ps.n, part)
		case c.where == host:
			c.launch(ps.n, part, c.at)
		case c.where == group && c.warps != nil:
			write = c.active(write)
			c.eachWarp(ps.n, part)
		case c.where == warp:
			c.lanes(ps.n, part)
		default:
			c.items(ps.n, part)
		}
	}}
}

// zero is the zero of a base type.
func (e *emitter) zero(t types.Type) value {
	leaves := leavesOf(t)
	return build(t, func(i int) value { return e.number(&imp.Const{Value: scalar.Zero(leaves[i].elem)}) })
}

// zeros is an array of zeros, of the elements that a call makes.
func (c *call) zeros(n sym.Poly) pull {
	return pull{n: n, at: func(sym.Poly) value { return c.zero(c.types[0]) }}
}

// missings is an array of which nothing is computed.
func missings(n sym.Poly) pull {
	return pull{n: n, at: func(sym.Poly) value { return missing{} }}
}

// seqFor is the push array of a sequential loop that writes one element in each iteration.
func (c *call) seqFor() value {
	rounds, body := c.args[1].(number).p, c.args[2].(function)
	var first push
	if c.Of.Role == core.SeqFor {
		first = c.args[0].(push)
	} else {
		first.n = c.length(c.args[0].(number).p, c.at)
		first.fill = func(write writer) { c.each(c.zeros(first.n), write, c.at) }
	}
	return push{first.n, func(write writer) {
		xs := c.force(first, c.types[0], c.at).(pull)
		read := function(func(i value) value {
			c.inBounds(i.(number).p, xs.n, c.at, "index")
			return xs.at(i.(number).p)
		})
		n := c.length(c.extreme(scalar.Max, rounds, sym.Const(0)).(number).p, c.at)
		c.sequential(n, func(i sym.Poly) {
			c.scoped(func() {
				c.iteration(i, n)
				step := body(read).(function)(ofPoly(i)).(pairOf)
				to := step.first.(number).p
				c.inBounds(to, xs.n, c.at, "place")
				c.store(xs.memory, to, step.second)
			})
		})
		c.each(xs, write, c.at)
	}}
}
