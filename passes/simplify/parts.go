package simplify

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// parts tells how the results of a statement depend on what is inside it.
type parts interface {
	bodies() []*ir.Body
	header(*marker)      // marks what every result needs
	result(*marker, int) // marks what one result needs besides
	bind(*marker)        // says what the binders inside need
	shrink(*marker) bool // removes what is not needed; reports whether there was any
}

func partsOf(st *ir.Stm) parts {
	switch e := st.Exp.(type) {
	case *ir.If:
		return ifParts{st, e}
	case *ir.Loop:
		return loopParts{st, e}
	case *ir.Accelerate:
		return regionParts{st, e}
	}
	f := ops.FormOf(st.Exp)
	if f == nil {
		return &applied{st: st}
	}
	a := &applied{st: st, arrays: f.Arrays, operators: f.Operators(), fixed: f.Folded(), free: f.Plain(len(st.Pat))}
	if f.Space != nil {
		a.body = *f.Body
	} else {
		a.fn = *f.Fn
	}
	return a
}

// ifParts: a result needs that result of both branches.
type ifParts struct {
	st *ir.Stm
	e  *ir.If
}

func (p ifParts) bodies() []*ir.Body { return []*ir.Body{p.e.Then, p.e.Else} }
func (p ifParts) header(m *marker)   { m.atom(&p.e.Cond) }
func (p ifParts) bind(*marker)       {}

func (p ifParts) result(m *marker, k int) {
	m.atom(&p.e.Then.Result[k])
	m.atom(&p.e.Else.Result[k])
}

func (p ifParts) shrink(m *marker) bool {
	drop, some := m.dead(p.st.Pat)
	if some {
		p.st.Pat = without(p.st.Pat, drop)
		p.e.Then.Result = without(p.e.Then.Result, drop)
		p.e.Else.Result = without(p.e.Else.Result, drop)
	}
	return some
}

// regionParts: all captures and results are needed, as they are those of an entry point.
type regionParts struct {
	st *ir.Stm
	e  *ir.Accelerate
}

func (p regionParts) bodies() []*ir.Body  { return []*ir.Body{p.e.Body} }
func (p regionParts) bind(*marker)        {}
func (p regionParts) result(*marker, int) {}
func (p regionParts) shrink(*marker) bool { return false }

func (p regionParts) header(m *marker) {
	m.atoms(p.e.Captures)
	m.atoms(p.e.Body.Result)
	for k := range p.st.Pat {
		m.param(&p.st.Pat[k])
	}
}

// loopParts: a result needs the parameter, and a parameter needs what it
// starts as and what the body makes of it.
type loopParts struct {
	st *ir.Stm
	e  *ir.Loop
}

func (p loopParts) bodies() []*ir.Body { return []*ir.Body{p.e.Body} }

func (p loopParts) header(m *marker) {
	if p.e.While.IsZero() {
		m.atom(&p.e.Bound)
	} else {
		m.mark(p.e.While)
	}
}

func (p loopParts) result(m *marker, k int) { m.mark(p.e.Params[k].Name) }

func (p loopParts) bind(m *marker) {
	for k := range p.e.Params {
		m.defs[p.e.Params[k].Name] = func() {
			m.param(&p.e.Params[k])
			m.param(&p.st.Pat[k])
			m.atom(&p.e.Inits[k])
			m.atom(&p.e.Body.Result[k])
		}
	}
}

func (p loopParts) shrink(m *marker) bool {
	drop, some := m.dead(p.e.Params)
	if some {
		p.st.Pat, p.e.Params = without(p.st.Pat, drop), without(p.e.Params, drop)
		p.e.Inits, p.e.Body.Result = without(p.e.Inits, drop), without(p.e.Body.Result, drop)
	}
	return some
}

// applied is any other statement. It may apply a body, or a function fn to the
// elements of arrays, whose results [fixed, free) are those of the pattern,
// each needed only if that one is; all other results are always needed.
type applied struct {
	st          *ir.Stm
	body        *ir.Body
	fn          *ir.Lambda
	arrays      *[]name.Name
	operators   []*ir.Lambda
	fixed, free int
}

// main is the body whose results are the statement's, or nil.
func (p *applied) main() *ir.Body {
	if p.fn != nil {
		return p.fn.Body
	}
	return p.body
}

func (p *applied) bodies() []*ir.Body {
	var out []*ir.Body
	for _, op := range p.operators {
		out = append(out, op.Body)
	}
	if b := p.main(); b != nil {
		out = append(out, b)
	}
	return out
}

func (p *applied) header(m *marker) {
	if p.fn != nil {
		arrays := *p.arrays
		*p.arrays = nil // each is needed only if its parameter is
		m.operands.Exp(p.st.Exp)
		*p.arrays = arrays
	} else {
		m.operands.Exp(p.st.Exp)
	}
	for k := range p.st.Pat {
		if k < p.fixed || k >= p.free {
			m.param(&p.st.Pat[k])
		}
	}
	for _, op := range p.operators {
		m.atoms(op.Body.Result)
	}
	if b := p.main(); b != nil {
		m.atoms(b.Result[:p.fixed])
		m.atoms(b.Result[max(p.fixed, p.free):])
	}
}

func (p *applied) result(m *marker, k int) {
	if b := p.main(); b != nil && k >= p.fixed && k < p.free {
		m.atom(&b.Result[k])
	}
}

func (p *applied) bind(m *marker) {
	if p.fn == nil {
		return
	}
	for k, param := range p.fn.Params {
		m.defs[param.Name] = func() { m.mark((*p.arrays)[k]) }
	}
}

func (p *applied) shrink(m *marker) bool {
	b := p.main()
	if b == nil {
		return false
	}
	changed := false
	drop := make([]bool, len(b.Result))
	for k := p.fixed; k < p.free; k++ {
		drop[k] = !m.live.Has(p.st.Pat[k].Name)
		changed = changed || drop[k]
	}
	if changed {
		p.st.Pat = without(p.st.Pat, drop[:len(p.st.Pat)])
		b.Result = without(b.Result, drop)
		if p.fn != nil {
			p.fn.Results = without(p.fn.Results, drop)
		}
	}
	if p.fn == nil {
		return changed
	}
	if drop, some := m.dead(p.fn.Params); some {
		p.fn.Params, *p.arrays = without(p.fn.Params, drop), without(*p.arrays, drop)
		changed = true
	}
	return changed
}
