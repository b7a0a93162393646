package simplify

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// effects knows which functions of a program may stop it or run for ever: what
// a statement may do besides giving its results. Unlike in ops.CanFail, running
// out of memory does not count, and not coming to an end does.
type effects map[string]bool

func effectsOf(p *ir.Program) effects {
	known := effects{}
	for _, f := range p.Funs {
		known.visit(p, f)
	}
	return known
}

// visit finds out about f, after the functions that it calls.
func (known effects) visit(p *ir.Program, f *ir.Fun) {
	if _, seen := known[f.Name]; seen {
		return
	}
	known[f.Name] = true // for recursion, which well-formed programs lack
	some := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if c, ok := s.Exp.(*ir.Call); ok && p.Fun(c.Fun) != nil {
			known.visit(p, p.Fun(c.Fun))
		}
		some = some || known.essential(s.Exp)
	}}
	w.Fun(f)
	known[f.Name] = some
}

// essential reports whether e must run even if nothing needs its results. What
// is within e is looked at on its own.
func (known effects) essential(e ir.Exp) bool {
	if call, ok := e.(*ir.Call); ok {
		has, found := known[call.Fun]
		return has || !found
	}
	return ops.MayStop(e)
}
