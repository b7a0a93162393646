package emit

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// The range of a loop is split where conditions on its index change their value
// (package guards): there is a part of it, usually nearly all, in which each condition
// goes the way that was chosen for it. For that part the body is translated without
// them. What lies before and behind it runs the body as it is.

// maxSplitNodes bounds the size of a body that is translated twice for its guards.
const (
	maxSplitNodes = 400
	maxCopies     = 4 // how often a statement is translated, all loops around it together
)

// split chooses for a loop; it fails if nothing is gained.
func (f *fn) split(l loop) (guards.Main, bool) {
	if l.t != scalar.I64 || f.copies*2 > maxCopies || guards.Exceed(maxSplitNodes, l.body) {
		return guards.Main{}, false
	}
	return guards.Choose(f.scopeOfLoop(), l.index, l.body)
}

// scopeOfLoop is what is known before the loop that comes next.
func (f *fn) scopeOfLoop() guards.Scope {
	return guards.Scope{Has: f.inScope, Defs: f.defs, Multiples: true}
}

// choosing runs do, in which variables are defined as was chosen.
func (f *fn) choosing(chosen map[name.Name]imp.Expr, do func()) {
	before := map[name.Name]imp.Expr{}
	for n, x := range chosen {
		before[n], f.defs[n] = f.defs[n], x
	}
	do()
	maps.Copy(f.defs, before)
}

// part is where the guards hold: from low to below high, in locals.
type part struct{ low, high local }

// reach is how large the numbers that guards compare may be, so that nothing
// wraps: any index that a loop comes to is far below.
const reach = 1 << 61

// bounds computes the part of the range, from the present index to below bound,
// in which the guards hold; none of it if their numbers are beyond reach.
func (f *fn) bounds(at local, bound value, conditions []guards.Guard) part {
	p := part{f.temp(code.I64), f.temp(code.I64)}
	ok := f.temp(code.I32)
	f.get(at)
	f.set(p.low)
	f.push(bound)
	f.set(p.high)
	f.i32(1)
	f.set(ok)
	require := func() {
		f.get(ok)
		f.op(code.I32And)
		f.set(ok)
	}
	limit := func(q sym.Poly) value {
		if c, isConst := q.AsConst(); isConst && -reach < c && c < reach {
			return value{konst: scalar.Int(scalar.I64, c)}
		}
		f.expr(imp.Poly(q))
		v := f.keep(code.I64)
		f.push(v)
		f.i64(reach)
		f.op(code.I64Add)
		f.i64(2 * reach)
		f.op(code.I64LtU)
		require()
		return v
	}
	// Inequalities go last to first, so that those with Ne see the range they leave.
	ordered := slices.Clone(conditions)
	slices.SortStableFunc(ordered, func(a, b guards.Guard) int { return rank(a) - rank(b) })
	for _, g := range ordered {
		f.scope(func() {
			if g.Relation == 0 {
				f.expr(g.Fixed)
				if !g.Holds {
					f.op(code.I32Eqz)
				}
				require()
				return
			}
			left, right := limit(g.Left), limit(g.Right)
			f.push(right, left)
			f.op(code.I64Sub)
			above := g.Relation == scalar.Le || g.Relation == scalar.Gt
			if g.Plain() {
				f.i64(flag(above))
				f.op(code.I64Add)
			} else {
				f.divided(g.Step, above, bound, require)
			}
			t := f.keep(code.I64)
			switch g.Relation {
			case scalar.Lt, scalar.Le:
				f.bringTo(p.high, t, scalar.Lt)
			case scalar.Gt, scalar.Ge:
				f.bringTo(p.low, t, scalar.Gt)
			default:
				f.without(p, t)
			}
		})
	}
	// Where nothing is left, low is high is bound.
	f.get(ok)
	f.push(value{at: p.low}, value{at: p.high})
	f.op(code.I64LtS)
	f.op(code.I32And)
	f.op(code.I32Eqz)
	f.block(code.If)
	f.push(bound)
	f.tee(p.low)
	f.set(p.high)
	f.end()
	return p
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Where a multiple of the index is compared, it and the loop must be below these, so
// that the products stay within reach.
const (
	stepReach  = guards.MaxStep
	boundReach = 1 << 40
)

// divided replaces the number t on the stack by the least index of which step times
// that is at least t, or above t, if the step is positive and all is within reach.
func (f *fn) divided(step sym.Poly, above bool, bound value, require func()) {
	t := f.keep(code.I64)
	by := value{konst: scalar.Int(scalar.I64, 1)}
	if c, isConst := step.AsConst(); isConst {
		by = value{konst: scalar.Int(scalar.I64, c)}
	} else {
		f.expr(imp.Poly(step))
		s := f.keep(code.I64)
		fits := func() {
			f.push(s)
			f.i64(1)
			f.op(code.I64Sub)
			f.i64(stepReach)
			f.op(code.I64LtU)
		}
		fits()
		require()
		f.push(s, by)
		fits()
		f.op(code.Select)
		by = f.keep(code.I64)
	}
	f.push(bound)
	f.i64(boundReach)
	f.op(code.I64LtS)
	require()
	f.push(t, by)
	f.op(code.I64Add)
	f.i64(1 - flag(above))
	f.op(code.I64Sub)
	f.operator(scalar.Div, scalar.I64, []value{f.keep(code.I64), by})
}

func rank(g guards.Guard) int {
	switch g.Relation {
	case 0:
		return 0
	case scalar.Ne:
		return 2
	}
	return 1
}

// bringTo sets x to t if t REL x.
func (f *fn) bringTo(x local, t value, relation scalar.Op) {
	f.push(t, value{at: x}, t, value{at: x})
	f.op(direct[relation][int64s])
	f.op(code.Select)
	f.set(x)
}

// without takes the index t out of the part, with the shorter side of it.
func (f *fn) without(p part, t value) {
	low, high := value{at: p.low}, value{at: p.high}
	f.push(t, low)
	f.op(code.I64GeS)
	f.push(t, high)
	f.op(code.I64LtS)
	f.op(code.I32And)
	f.block(code.If)
	f.push(t, low)
	f.op(code.I64Sub)
	f.push(high, t)
	f.op(code.I64Sub)
	f.op(code.I64GtS)
	f.block(code.If)
	f.push(t)
	f.set(p.high)
	f.op(code.Else)
	f.push(t)
	f.i64(1)
	f.op(code.I64Add)
	f.set(p.low)
	f.end()
	f.end()
}

// splitLoop runs the loop in turns: the body as it is up to the main part, or
// behind it to the end; the main part; the rest.
func (f *fn) splitLoop(l loop, s guards.Main) {
	at := f.at(l.index)
	index := value{at: at}
	p := f.bounds(at, l.bound, s.Guards)
	limit := f.temp(code.I64)
	main := loop{l.index, l.t, value{at: p.high}, s.Body, l.independent}
	f.block(code.Block)
	f.block(code.Loop)
	f.push(index, value{at: p.low})
	f.op(code.I64LtS)
	f.push(index, value{at: p.high})
	f.op(code.I64GeS)
	f.op(code.I32Or)
	f.block(code.If)
	f.push(value{at: p.low}, l.bound, index, value{at: p.low})
	f.op(code.I64LtS)
	f.op(code.Select)
	f.set(limit)
	f.copies *= 2
	f.scope(func() { f.scalarLoop(loop{l.index, l.t, value{at: limit}, l.body, l.independent}) })
	f.push(index, l.bound)
	f.op(code.I64GeS)
	f.put(code.BrIf, 2)
	f.end()
	f.choosing(s.Chosen, func() {
		f.scope(func() {
			if v := f.inLanes(main); v != nil {
				v.run()
			} else {
				f.scalarLoop(main)
			}
		})
	})
	f.copies /= 2
	f.get(at)
	f.tee(p.low)
	f.set(p.high)
	f.push(index, l.bound)
	f.op(code.I64LtS)
	f.put(code.BrIf, 0)
	f.end()
	f.end()
}
