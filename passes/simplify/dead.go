package simplify

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// sweep removes from f what its results and assertions do not need: statements,
// and single results of branches, loops and maps. It reports whether it
// removed anything. The function binds about as many names as given.
//
// It first finds the definition of every name, then marks from the results and
// the statements with effects back to what they need, each name once.
func sweep(u *pass.Unit, f *ir.Fun, known effects, names int) bool {
	m := &marker{unit: u, effects: known, defs: make(map[name.Name]func(), names), live: make(ir.Names, names), kept: make(map[*ir.Stm]bool, names/2)}
	m.operands = &ir.Walker{
		Atom:  m.atom,
		Var:   func(n *name.Name) { m.mark(*n) },
		Index: func(l *lmad.LMAD) { l.Vars(m.mark) },
		Body:  func(*ir.Body) bool { return false },
	}
	m.define(f.Body, func() {})
	m.atoms(f.Body.Result)
	m.operands.Params(f.Params)
	m.operands.Params(f.Results)
	for len(m.work) > 0 {
		next := m.work[len(m.work)-1]
		m.work = m.work[:len(m.work)-1]
		next()
	}
	return m.prune(f.Body, true)
}

// marker finds what is needed.
type marker struct {
	unit     *pass.Unit
	effects  effects
	defs     map[name.Name]func() // what to mark when a name is needed
	live     ir.Names
	kept     map[*ir.Stm]bool
	work     []func()
	operands *ir.Walker // marks all operands it meets, outside bodies
}

func (m *marker) atom(a *ir.Atom) {
	if a.IsVar() {
		m.mark(a.Name)
	}
}

func (m *marker) atoms(as []ir.Atom) {
	for k := range as {
		m.atom(&as[k])
	}
}

// mark makes n needed.
func (m *marker) mark(n name.Name) {
	if m.live.Has(n) {
		return
	}
	m.live.Add(n)
	if def, ok := m.defs[n]; ok {
		m.work = append(m.work, def)
	}
}

// param marks the type and location of a binder.
func (m *marker) param(p *ir.Param) {
	m.operands.Type(&p.Type)
	if p.At != nil {
		m.operands.Loc(p.At)
	}
}

// define records the definitions in b; outer keeps the statement that b is
// part of. Statements with effects are needed at once.
func (m *marker) define(b *ir.Body, outer func()) {
	for _, st := range b.Stms {
		m.stm(st, outer)
	}
}

func (m *marker) stm(st *ir.Stm, outer func()) {
	p := partsOf(st)
	keep := func() {
		if !m.kept[st] {
			m.kept[st] = true
			outer()
			p.header(m)
		}
	}
	for k := range st.Pat {
		m.defs[st.Pat[k].Name] = func() {
			keep()
			m.param(&st.Pat[k])
			p.result(m, k)
		}
	}
	p.bind(m)
	for _, b := range p.bodies() {
		m.define(b, keep)
	}
	if m.effects.essential(st.Exp) {
		m.work = append(m.work, keep)
	}
}

// prune removes what is not kept from b, from the last statement up, so that
// what is removed is used by nothing that is left. Each statement is a rewrite of
// its own; where one loses results or parameters, all that goes from within it is
// part of that.
func (m *marker) prune(b *ir.Body, ask bool) bool {
	changed := false
	var out []*ir.Stm
	for _, st := range slices.Backward(b.Stms) {
		if ask && !m.unit.Rewrite() {
			out = append(out, st)
			continue
		}
		if !m.kept[st] {
			changed = true
			continue
		}
		p := partsOf(st)
		shrunk := p.shrink(m)
		if ask && !shrunk {
			m.unit.Forgo()
		}
		changed = changed || shrunk
		for _, inner := range p.bodies() {
			changed = m.prune(inner, ask && !shrunk) || changed
		}
		out = append(out, st)
	}
	slices.Reverse(out)
	b.Stms = out
	return changed
}

// dead reports which binders are not needed, and whether there are any.
func (m *marker) dead(ps []ir.Param) (drop []bool, some bool) {
	drop = make([]bool, len(ps))
	for k, p := range ps {
		drop[k] = !m.live.Has(p.Name)
		some = some || drop[k]
	}
	return drop, some
}
