package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// move decides which statements may move down to just before statement i of a
// body. It walks up from there; pass adds a statement to those in between.
type move struct {
	f        *fuser
	b        *ir.Body
	i        int
	needed   ir.Names // what the statements in between use
	consumed ir.Names // the classes that they and statement i overwrite
	fails    bool     // whether one of those in between may fail
	failsAt  bool     // whether statement i may fail
}

func (f *fuser) newMove(b *ir.Body, i int) *move {
	return &move{
		f: f, b: b, i: i,
		needed:   ir.Names{},
		consumed: f.aliases.Consumed(b.Stms[i]),
		failsAt:  f.canFail(b.Stms[i].Exp),
	}
}

// pass adds statement j.
func (m *move) pass(j int) {
	for n := range ir.FreeInStm(m.b.Stms[j]) {
		m.needed.Add(n)
	}
	for n := range m.f.aliases.Consumed(m.b.Stms[j]) {
		m.consumed.Add(n)
	}
	m.fails = m.fails || m.f.canFail(m.b.Stms[j].Exp)
}

// allows reports whether statement j may run with statement i instead of where
// it stands.
func (m *move) allows(j int) bool {
	s := m.b.Stms[j]
	if binds(s, m.needed) {
		return false
	}
	for n := range ir.FreeInStm(s) {
		if m.consumed.Has(m.f.aliases.Class(n)) {
			return false
		}
	}
	return !m.f.canFail(s.Exp) || !m.fails && !m.failsAt
}

func (f *fuser) canFail(e ir.Exp) bool { return ops.CanFail(e, f.failing) }

// feeds reports whether second takes a result of the map first as an input of
// the same width, and uses no result of it otherwise.
func feeds(p *ir.Map, first, second *ir.Stm) bool {
	_, arrays := ir.Inputs(second.Exp)
	if ir.Width(second.Exp) != p.Width {
		return false
	}
	saved := *arrays
	*arrays = nil
	other := ir.FreeInStm(second)
	*arrays = saved
	return !binds(first, other) && slices.ContainsFunc(first.Pat, func(p ir.Param) bool {
		return slices.Contains(saved, p.Name)
	})
}

// usedAfter are the names that the statements of b behind i and its results use.
func usedAfter(b *ir.Body, i int) ir.Names {
	return ir.FreeInBody(&ir.Body{Stms: b.Stms[i+1:], Result: b.Result})
}
