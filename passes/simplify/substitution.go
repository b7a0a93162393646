package simplify

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// substitution tells which names stand for other atoms from here on.
type substitution struct {
	sub     ir.Subst
	shared  ir.Names // names that others stand for, so that they have more uses
	learned ir.Names // conditions that stand for what they are known to be here
	rewrite func() bool
}

func newSubstitution(rewrite func() bool) substitution {
	return substitution{sub: ir.Subst{}, shared: ir.Names{}, learned: ir.Names{}, rewrite: rewrite}
}

// atom returns the atom that a stands for here.
func (s *substitution) atom(a ir.Atom) ir.Atom {
	for a.IsVar() {
		b, ok := s.sub[a.Name]
		if !ok {
			break
		}
		a = b
	}
	return a
}

// operand is what a is replaced by where it stands in the program: using that a
// condition is known is a rewrite.
func (s *substitution) operand(a ir.Atom) ir.Atom {
	for a.IsVar() {
		b, ok := s.sub[a.Name]
		if !ok || s.learned.Has(a.Name) && !s.rewrite() {
			break
		}
		a = b
	}
	return a
}

// replace makes n stand for a from here on.
func (s *substitution) replace(n name.Name, a ir.Atom) {
	s.sub[n] = a
	if a.IsVar() {
		s.shared.Add(a.Name)
	}
}

// suppose makes a condition stand for what it is known to be here. It returns what undoes that, or
// nil if the condition stands for something already.
func (s *substitution) suppose(cond name.Name, holds ir.Atom) (undo func()) {
	if _, known := s.sub[cond]; known {
		return nil
	}
	s.sub[cond] = holds
	s.learned.Add(cond)
	return func() {
		delete(s.sub, cond)
		delete(s.learned, cond)
	}
}

// variable is atom for places where only a variable may stand.
func (s *substitution) variable(n name.Name) name.Name {
	if a := s.atom(ir.Var(n)); a.IsVar() {
		return a.Name
	}
	return n
}

// replaced is the substitution on index functions.
func (s *substitution) replaced(n name.Name) (sym.Poly, bool) {
	a := s.atom(ir.Var(n))
	if a == ir.Var(n) {
		return sym.Poly{}, false
	}
	return a.Poly(), true
}
