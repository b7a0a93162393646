package fuzz

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// withoutUnused returns copies of p that each lack one uncalled function or one unused
// statement.
func withoutUnused(p *ir.Program) []*ir.Program {
	called, used := uses(p)
	var out []*ir.Program
	for i, f := range p.Funs {
		if f.Entry == nil && !called[f.Name] {
			less := p.Clone()
			less.Funs = slices.Delete(less.Funs, i, i+1)
			out = append(out, less)
		}
	}
	for k, b := range bodies(p) {
		for i, s := range b.Stms {
			if slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return used.Has(p.Name) }) {
				continue
			}
			less := p.Clone()
			of := bodies(less)[k]
			of.Stms = slices.Delete(of.Stms, i, i+1)
			out = append(out, less)
		}
	}
	return out
}

// uses returns the functions that p calls and the variables that it uses.
func uses(p *ir.Program) (called map[string]bool, used ir.Names) {
	called, used = map[string]bool{}, ir.Names{}
	w := &ir.Walker{
		Stm: func(s *ir.Stm) {
			if c, ok := s.Exp.(*ir.Call); ok {
				called[c.Fun] = true
			}
		},
		Atom: func(a *ir.Atom) { used.Add(a.Name) },
		Var:  func(n *name.Name) { used.Add(*n) },
	}
	w.Program(p)
	return called, used
}

// bodies returns p's bodies in textual order.
func bodies(p *ir.Program) []*ir.Body {
	var out []*ir.Body
	w := &ir.Walker{Body: func(b *ir.Body) bool {
		out = append(out, b)
		return true
	}}
	w.Program(p)
	return out
}
