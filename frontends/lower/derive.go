package lower

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// formula is how a function computes the size of a result from its parameters,
// so that callers can compute it before the call: rows of an array need their
// size outside of the map that makes them.
type formula struct {
	atom ir.Atom  // a parameter or a constant, unless prim is set
	prim *ir.Prim // applied to args
	args []*formula
}

// formulas finds the formulas of sizes that a finished body returns.
type formulas struct {
	params map[ir.Atom]ir.Atom
	defs   map[name.Name]*ir.Stm
}

func newFormulas(params map[ir.Atom]ir.Atom, stms []*ir.Stm) formulas {
	f := formulas{params, map[name.Name]*ir.Stm{}}
	for _, s := range stms {
		if _, ok := s.Exp.(*ir.Prim); ok {
			f.defs[s.Pat[0].Name] = s
		}
	}
	return f
}

// of returns a's formula, or nil if there is none that cannot fail.
func (f formulas) of(a ir.Atom) *formula {
	if _, ok := f.params[a]; ok || !a.IsVar() {
		return &formula{atom: a}
	}
	s := f.defs[a.Name]
	if s == nil {
		return nil
	}
	p := s.Exp.(*ir.Prim)
	if p.Fn.Info().Partial.Has(p.Type) && !dividesByConstant(p) {
		return nil
	}
	out := &formula{prim: p}
	for _, x := range p.Args {
		arg := f.of(x)
		if arg == nil {
			return nil
		}
		out.args = append(out.args, arg)
	}
	return out
}

func dividesByConstant(p *ir.Prim) bool {
	return p.Fn != scalar.Pow && !p.Args[1].IsVar() && p.Args[1] != ir.Const(scalar.Zero(p.Type))
}

// compute evaluates a formula where the parameters have the given values.
func (f *formula) compute(b *Builder, args map[ir.Atom]ir.Atom) ir.Atom {
	if f.prim == nil {
		if a, ok := args[f.atom]; ok {
			return a
		}
		return f.atom
	}
	atoms := make([]ir.Atom, len(f.args))
	for i, x := range f.args {
		atoms[i] = x.compute(b, args)
	}
	return b.Prim("n", f.prim.Fn, f.prim.Type, atoms...)
}
