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
func (f *Fn) splitLoop(l Loop, s *imp.If) bool {
	changed := imp.Changes(l.Body)
	changed[l.Index] = true
	conditions, ok := guards.Of(f.ScopeOfLoop(), l.Index, changed, s.Cond)
	if !ok {
		return false
	}
	if grouped(s) && len(conditions) == 1 && conditions[0].Below() {
		f.groups(l, s, imp.Poly(conditions[0].Right))
		return true
	}
	index := assemble.Value{At: f.At(l.Index)}
	low, high := f.mainPart(l, conditions)
	limit := f.Temp(code.I64)
	main := Loop{Index: l.Index, T: l.T, Bound: assemble.Value{At: high}, Body: s.Then, Independent: l.Independent}
	v := f.InLanes(main)
	// The general body runs where the main part is not, which is seldom, unless lanes leave
	// the main part to it.
	general := Loop{Index: l.Index, T: l.T, Bound: assemble.Value{At: limit}, Body: s.Else, Independent: l.Independent}
	general.rolled = v == nil || v.RunsAll()
	f.Block(code.Block)
	f.Block(code.Loop)
	f.Push(index, assemble.Value{At: low})
	f.Op(code.I64LtS)
	f.Push(index, assemble.Value{At: high})
	f.Op(code.I64GeS)
	f.Op(code.I32Or)
	f.Block(code.If)
	f.Push(assemble.Value{At: low}, l.Bound, index, assemble.Value{At: low})
	f.Op(code.I64LtS)
	f.Op(code.Select)
	f.Set(limit)
	f.Scope(func() { f.ScalarLoop(general) })
	f.Push(index, l.Bound)
	f.Op(code.I64GeS)
	f.Put(code.BrIf, 2)
	f.End()
	f.Scope(func() {
		if v != nil {
			v.Run()
		} else {
			f.ScalarLoop(main)
		}
	})
	// Lanes may leave some of the main part to the general body.
	f.Push(index)
	f.Tee(low)
	f.Set(high)
	f.Push(index, l.Bound)
	f.Op(code.I64LtS)
	f.again()
	f.End()
	f.End()
	return true
}

// mainPart computes the part of a loop's range, from the present index on, in which
// conditions hold: from low to below high.
func (f *Fn) mainPart(l Loop, conditions []guards.Guard) (low, high assemble.Local) {
	bound := f.FreshName("bound")
	f.Push(l.Bound)
	f.Set(f.Declare(bound, l.T))
	stms, from, to := guards.Range(conditions, imp.IntVar(l.Index), imp.IntVar(bound), f.FreshName)
	low, high = f.Temp(code.I64), f.Temp(code.I64)
	for _, s := range stms {
		f.Scope(func() { f.Stm(s) })
	}
	f.Get(f.At(from))
	f.Set(low)
	f.Get(f.At(to))
	f.Set(high)
	f.Leave(append(stms, &imp.Declare{Name: bound}))
	return low, high
}

// ScopeOfLoop holds the facts known before the next loop.
func (f *Fn) ScopeOfLoop() guards.Scope { return guards.Scope{Has: f.InScope, Defs: f.Defs} }

// maxUnswitched bounds the nodes of a loop's body that is written twice.
const maxUnswitched = 300

// unswitch writes a loop once for each outcome of a condition in its body that it does not change; false if
// there is none.
func (f *Fn) unswitch(l Loop) bool {
	if l.unswitched || l.few || guards.Exceed(maxUnswitched, l.Body) {
		return false
	}
	changed := imp.Changes(l.Body)
	changed[l.Index] = true
	u := unswitching{f, changed}
	cond := u.condition(l.Body)
	if cond == nil {
		return false
	}
	key := imp.Key(cond)
	once := func(holds bool) {
		arm := l
		arm.Body, arm.unswitched = u.decided(l.Body, key, holds), true
		f.Scope(func() { f.countUp(arm) })
	}
	f.Expr(cond)
	f.Block(code.If)
	once(true)
	f.Op(code.Else)
	once(false)
	f.End()
	return true
}

// unswitching looks at a loop that changes, or declares, the given variables.
type unswitching struct {
	*Fn
	changed imp.Names
}

// condition returns the first condition in a list that is the same in all iterations; nil if there is none.
func (u unswitching) condition(list []imp.Stm) (cond imp.Expr) {
	imp.Walk(list, func(s imp.Stm) bool {
		if b, ok := s.(*imp.If); ok && !b.General && cond == nil {
			c := u.meaning(b.Cond)
			if _, isConst := imp.ConstOf(c); !isConst && u.Movable(c, u.changed) {
				cond = c
			}
		}
		return cond == nil && !isKernel(s)
	})
	return cond
}

// meaning is what a condition was declared as, if it is a variable that the loop declares and that stays so.
func (u unswitching) meaning(cond imp.Expr) imp.Expr {
	if v, ok := cond.(*imp.Var); ok && u.changed[v.Name] && !u.Assigned[v.Name] {
		if def, ok := u.Defs[v.Name]; ok {
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

// grouped reports whether pass lanes made the two bodies: vectors for a group of points,
// and loops over the few points of a group that may be less than whole.
func grouped(s *imp.If) bool { return s.General && imp.HasVectors(s.Then) }

// groups writes a loop over groups of points: the whole ones, up to full, then the rest.
func (f *Fn) groups(l Loop, s *imp.If, full imp.Expr) {
	at := assemble.Value{At: f.At(l.Index)}
	high := f.Temp(code.I64)
	f.Expr(full)
	f.Set(high)
	f.atMost(high, l.Bound)
	whole := Loop{Index: l.Index, T: l.T, Bound: assemble.Value{At: high}, Body: s.Then, Independent: l.Independent}
	f.Block(code.Block)
	f.Push(at, whole.Bound)
	f.Op(code.I64GeS)
	f.Put(code.BrIf, 0)
	f.Scope(func() { f.ScalarLoop(whole) })
	f.End()
	f.Push(at, l.Bound)
	f.Op(code.I64GeS)
	f.Put(code.BrIf, 0)
	for _, rest := range s.Else {
		f.u.rests[rest] = true
	}
	f.Scope(func() {
		f.ScalarLoop(Loop{Index: l.Index, T: l.T, Bound: l.Bound, Body: s.Else, Independent: l.Independent, few: true})
	})
}
