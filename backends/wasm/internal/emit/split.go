package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
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
	index := assemble.Value{At: f.at(l.index)}
	low, high := f.mainPart(l, conditions)
	limit := f.Temp(code.I64)
	main := loop{index: l.index, t: l.t, bound: assemble.Value{At: high}, body: s.Then, independent: l.independent}
	v := f.inLanes(main)
	// The general body runs where the main part is not, which is seldom, unless lanes leave
	// the main part to it.
	general := loop{index: l.index, t: l.t, bound: assemble.Value{At: limit}, body: s.Else, independent: l.independent}
	general.rolled = v == nil || runsAll(v)
	f.Block(code.Block)
	f.Block(code.Loop)
	f.Push(index, assemble.Value{At: low})
	f.Op(code.I64LtS)
	f.Push(index, assemble.Value{At: high})
	f.Op(code.I64GeS)
	f.Op(code.I32Or)
	f.Block(code.If)
	f.Push(assemble.Value{At: low}, l.bound, index, assemble.Value{At: low})
	f.Op(code.I64LtS)
	f.Op(code.Select)
	f.Set(limit)
	f.Scope(func() { f.scalarLoop(general) })
	f.Push(index, l.bound)
	f.Op(code.I64GeS)
	f.Put(code.BrIf, 2)
	f.End()
	f.Scope(func() {
		if v != nil {
			v.run()
		} else {
			f.scalarLoop(main)
		}
	})
	// Lanes may leave some of the main part to the general body.
	f.Push(index)
	f.Tee(low)
	f.Set(high)
	f.Push(index, l.bound)
	f.Op(code.I64LtS)
	f.again()
	f.End()
	f.End()
	return true
}

// mainPart computes the part of a loop's range, from the present index on, in which
// conditions hold: from low to below high.
func (f *fn) mainPart(l loop, conditions []guards.Guard) (low, high assemble.Local) {
	bound := f.freshName("bound")
	f.Push(l.bound)
	f.Set(f.declare(bound, l.t))
	stms, from, to := guards.Range(conditions, imp.IntVar(l.index), imp.IntVar(bound), f.freshName)
	low, high = f.Temp(code.I64), f.Temp(code.I64)
	for _, s := range stms {
		f.Scope(func() { f.stm(s) })
	}
	f.Get(f.at(from))
	f.Set(low)
	f.Get(f.at(to))
	f.Set(high)
	f.leave(append(stms, &imp.Declare{Name: bound}))
	return low, high
}

// scopeOfLoop holds the facts known before the next loop.
func (f *fn) scopeOfLoop() guards.Scope { return guards.Scope{Has: f.inScope, Defs: f.defs} }

// maxUnswitched bounds the nodes of a loop's body that is written twice.
const maxUnswitched = 300

// unswitch writes a loop once for each outcome of a condition in its body that it does not change; false if
// there is none.
func (f *fn) unswitch(l loop) bool {
	if l.unswitched || l.few || guards.Exceed(maxUnswitched, l.body) {
		return false
	}
	changed := imp.Changes(l.body)
	changed[l.index] = true
	u := unswitching{f, changed}
	cond := u.condition(l.body)
	if cond == nil {
		return false
	}
	key := imp.Key(cond)
	once := func(holds bool) {
		arm := l
		arm.body, arm.unswitched = u.decided(l.body, key, holds), true
		f.Scope(func() { f.countUp(arm) })
	}
	f.expr(cond)
	f.Block(code.If)
	once(true)
	f.Op(code.Else)
	once(false)
	f.End()
	return true
}

// unswitching looks at a loop that changes, or declares, the given variables.
type unswitching struct {
	*fn
	changed imp.Names
}

// condition returns the first condition in a list that is the same in all iterations; nil if there is none.
func (u unswitching) condition(list []imp.Stm) (cond imp.Expr) {
	imp.Walk(list, func(s imp.Stm) bool {
		if b, ok := s.(*imp.If); ok && !b.General && cond == nil {
			c := u.meaning(b.Cond)
			if _, isConst := imp.ConstOf(c); !isConst && u.movable(c, u.changed) {
				cond = c
			}
		}
		return cond == nil && !isKernel(s)
	})
	return cond
}

// meaning is what a condition was declared as, if it is a variable that the loop declares and that stays so.
func (u unswitching) meaning(cond imp.Expr) imp.Expr {
	if v, ok := cond.(*imp.Var); ok && u.changed[v.Name] && !u.assigned[v.Name] {
		if def, ok := u.defs[v.Name]; ok {
			return def
		}
	}
	return cond
}

// decided is a list in which a condition holds or does not.
func (u unswitching) decided(list []imp.Stm, key string, holds bool) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		b, ok := s.(*imp.If)
		switch {
		case !ok || b.General || imp.Key(u.meaning(b.Cond)) != key:
			out = append(out, imp.WithBodies(s, func(body []imp.Stm) []imp.Stm { return u.decided(body, key, holds) }))
		case holds:
			out = append(out, u.decided(b.Then, key, holds)...)
		default:
			out = append(out, u.decided(b.Else, key, holds)...)
		}
	}
	return out
}
