package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
)

// A loop that pass split gave a body for the main part of its range runs in turns: its
// general body up to the main part, or after it to the end; the main part; the rest.

// splitLoop writes such a loop, which runs at least once. It fails if the main part
// cannot be computed.
func (f *fn) splitLoop(l loop, s *imp.If) bool {
	changed := imp.Changes(l.body)
	changed[l.index] = true
	conditions, ok := guards.Of(f.scopeOfLoop(), l.index, changed, s.Cond)
	if !ok {
		return false
	}
	if grouped(s) && len(conditions) == 1 && conditions[0].Below() {
		f.groups(l, s, imp.Poly(conditions[0].Right))
		return true
	}
	index := value{at: f.at(l.index)}
	low, high := f.mainPart(l, conditions)
	limit := f.temp(code.I64)
	main := loop{index: l.index, t: l.t, bound: value{at: high}, body: s.Then, independent: l.independent}
	v := f.inLanes(main)
	// The general body runs where the main part is not, which is seldom, unless lanes leave
	// the main part to it.
	general := loop{index: l.index, t: l.t, bound: value{at: limit}, body: s.Else, independent: l.independent}
	general.rolled = v == nil || runsAll(v)
	f.block(code.Block)
	f.block(code.Loop)
	f.push(index, value{at: low})
	f.op(code.I64LtS)
	f.push(index, value{at: high})
	f.op(code.I64GeS)
	f.op(code.I32Or)
	f.block(code.If)
	f.push(value{at: low}, l.bound, index, value{at: low})
	f.op(code.I64LtS)
	f.op(code.Select)
	f.set(limit)
	f.scope(func() { f.scalarLoop(general) })
	f.push(index, l.bound)
	f.op(code.I64GeS)
	f.put(code.BrIf, 2)
	f.end()
	f.scope(func() {
		if v != nil {
			v.run()
		} else {
			f.scalarLoop(main)
		}
	})
	// Lanes may leave some of the main part to the general body.
	f.push(index)
	f.tee(low)
	f.set(high)
	f.push(index, l.bound)
	f.op(code.I64LtS)
	f.put(code.BrIf, 0)
	f.end()
	f.end()
	return true
}

// mainPart computes the part of a loop's range, from the present index on, in which
// conditions hold: from low to below high.
func (f *fn) mainPart(l loop, conditions []guards.Guard) (low, high local) {
	bound := f.freshName("bound")
	f.push(l.bound)
	f.set(f.declare(bound, l.t))
	stms, from, to := guards.Range(conditions, imp.IntVar(l.index), imp.IntVar(bound), f.freshName)
	low, high = f.temp(code.I64), f.temp(code.I64)
	for _, s := range stms {
		f.scope(func() { f.stm(s) })
	}
	f.get(f.at(from))
	f.set(low)
	f.get(f.at(to))
	f.set(high)
	f.leave(append(stms, &imp.Declare{Name: bound}))
	return low, high
}

// scopeOfLoop holds the facts known before the next loop.
func (f *fn) scopeOfLoop() guards.Scope { return guards.Scope{Has: f.inScope, Defs: f.defs} }
