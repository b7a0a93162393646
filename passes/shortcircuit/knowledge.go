package shortcircuit

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// knowledge is what is known of the i64 variables of a function.
type knowledge struct {
	defs   map[name.Name]ir.Exp    // of scalars
	ranges map[name.Name]sym.Facts // of indices
	// conditions are booleans that are not computed from scalars here: what they
	// say is not known.
	conditions ir.Names
	bound      map[name.Name]sym.Poly // the number of values of an index
}

func newKnowledge(f *ir.Fun) knowledge {
	k := knowledge{
		defs:       map[name.Name]ir.Exp{},
		ranges:     map[name.Name]sym.Facts{},
		bound:      map[name.Name]sym.Poly{},
		conditions: ir.Names{},
	}
	index := func(n name.Name, size ir.Atom) {
		k.ranges[n] = sym.Range(sym.Var(n), sym.Const(0), size.Poly())
		k.bound[n] = size.Poly()
	}
	scalars := map[name.Name]scalar.Type{}
	w := &ir.Walker{
		Binders: func(ps []ir.Param) {
			for _, p := range ps {
				scalars[p.Name] = p.Type.Elem
				if p.Type.IsScalar() && p.Type.Elem == scalar.Bool {
					k.conditions.Add(p.Name)
				}
			}
		},
		Stm: func(s *ir.Stm) {
			for _, d := range spaceOf(s.Exp) {
				index(d.Index, d.Size)
			}
			switch e := s.Exp.(type) {
			case *ir.Loop:
				if !e.Index.IsZero() && isI64(e.Bound, scalars) {
					index(e.Index, e.Bound)
				}
			case *ir.Prim, *ir.Convert, *ir.Use:
				k.defs[s.Pat[0].Name] = e
			}
		},
	}
	w.Fun(f)
	for n := range k.defs {
		delete(k.conditions, n)
	}
	return k
}

func isI64(a ir.Atom, types map[name.Name]scalar.Type) bool {
	if a.IsVar() {
		return types[a.Name] == scalar.I64
	}
	return a.Const.Type == scalar.I64
}

// spaceOf is the index space of a kernel.
func spaceOf(e ir.Exp) []ir.SpaceDim {
	switch e := e.(type) {
	case *ir.SegMap:
		return e.Space
	case *ir.SegRed:
		return e.Space
	case *ir.SegScan:
		return e.Space
	case *ir.SegHist:
		return e.Space
	}
	return nil
}

// polynomials tells which operators on i64 make polynomials.
var polynomials = map[scalar.Op]func(a, b sym.Poly) sym.Poly{
	scalar.Add: sym.Poly.Add,
	scalar.Sub: sym.Poly.Sub,
	scalar.Mul: sym.Poly.Mul,
}

// definition is the value of n modulo 2^64 as a polynomial of other variables.
func (k *knowledge) definition(n name.Name) (sym.Poly, bool) {
	e, ok := k.defs[n].(*ir.Prim)
	if !ok || e.Type != scalar.I64 || len(e.Args) != 2 {
		return sym.Poly{}, false
	}
	f := polynomials[e.Fn]
	if f == nil {
		return sym.Poly{}, false
	}
	return f(e.Args[0].Poly(), e.Args[1].Poly()), true
}

// unfold replaces variables by their definitions throughout: the same modulo
// 2^64, which is enough to tell that two addresses are one.
func (k *knowledge) unfold(p sym.Poly) sym.Poly {
	for range maxUnfold {
		changed := false
		p = p.Subst(func(n name.Name) (sym.Poly, bool) {
			d, ok := k.definition(n)
			changed = changed || ok
			return d, ok
		})
		if !changed {
			break
		}
	}
	return p
}

// maxUnfold bounds how deep definitions are unfolded.
const maxUnfold = 12

// view is the knowledge at one place: sizes are not negative there.
type view struct {
	*knowledge
	sizes ir.Names
	exact map[name.Name]bool // whether the definition holds in ℤ, where asked before
}

// facts are those that bear on the variables, directly or through others.
func (v *view) facts(vars ir.Names) sym.Facts {
	var out sym.Facts
	seen := ir.Names{}
	var visit func(n name.Name)
	visit = func(n name.Name) {
		if seen.Has(n) {
			return
		}
		seen.Add(n)
		var more sym.Facts
		if v.sizes.Has(n) {
			more = more.And(sym.Ge(sym.Var(n), sym.Const(0)))
		}
		more = more.And(v.ranges[n]...)
		more = more.And(v.defining(n)...)
		for _, f := range more {
			f.Left.Vars(visit)
			f.Right.Vars(visit)
		}
		out = out.And(more...)
	}
	for _, n := range sorted(vars) {
		visit(n)
	}
	return out
}

// sorted lists names in an order that does not change from run to run.
func sorted(ns ir.Names) []name.Name { return slices.SortedFunc(maps.Keys(ns), name.Compare) }

// defining are the facts that n's definition gives in ℤ.
func (v *view) defining(n name.Name) sym.Facts {
	if d, ok := v.definition(n); ok {
		if v.isExact(n, d) {
			return sym.Facts{sym.Eq(sym.Var(n), d)}
		}
		return nil
	}
	e, ok := v.defs[n].(*ir.Prim)
	if !ok || e.Type != scalar.I64 || e.Fn != scalar.Div && e.Fn != scalar.Quot {
		return nil
	}
	// For x ≥ 0 and c > 0 is c·q ≤ x < c·q + c.
	c, constant := e.Args[1].AsSize()
	x := e.Args[0]
	if !constant || c <= 0 || !x.IsVar() || !v.sizes.Has(x.Name) {
		return nil
	}
	q := sym.Var(n)
	return sym.Facts{
		sym.Ge(q, sym.Const(0)),
		sym.Le(q.Scale(c), x.Poly()),
		sym.Lt(x.Poly(), q.Scale(c).Add(sym.Const(c))),
	}
}

// isExact reports whether n's definition d cannot wrap: it is a difference of
// numbers that are not negative, or lies between 0 and a variable or a small
// constant.
func (v *view) isExact(n name.Name, d sym.Poly) bool {
	if known, ok := v.exact[n]; ok {
		return known
	}
	v.exact[n] = false // while it is being found out
	vars := ir.Names{}
	d.Vars(vars.Add)
	facts := v.facts(vars)
	prover := sym.NewProver(facts)
	prover.Limit(maxProof)
	e := v.defs[n].(*ir.Prim)
	a, b := e.Args[0].Poly(), e.Args[1].Poly()
	ok := false
	if e.Fn == scalar.Sub {
		ok = prover.NonNeg(a) != nil && prover.NonNeg(b) != nil
	}
	if !ok && prover.NonNeg(d) != nil {
		ok = v.bounded(prover, d, facts)
	}
	v.exact[n] = ok
	return ok
}

// bounded reports whether d is at most some variable of the facts, or that and
// one less than the largest number away from it.
func (v *view) bounded(prover *sym.Prover, d sym.Poly, facts sym.Facts) bool {
	if prover.NonNeg(sym.Const(1<<62).Sub(d)) != nil {
		return true
	}
	tried := ir.Names{}
	found := false
	try := func(n name.Name) {
		if found || tried.Has(n) || len(tried) >= maxCeilings {
			return
		}
		tried.Add(n)
		found = prover.NonNeg(sym.Var(n).Sub(d)) != nil
	}
	for _, f := range facts {
		f.Left.Vars(try)
		f.Right.Vars(try)
	}
	return found
}

// Bounds on the work for one definition.
const (
	maxProof    = 2000 // terms of polynomials
	maxCeilings = 8    // variables compared with
)
