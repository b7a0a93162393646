package facts

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// View holds the facts known at one point.
type View struct {
	*Base
	at      Point
	front   *View                   // what is known at the start of the body that at is in, unless that is at
	moved   func(Point) bool        // statements after at that are to go before it
	exact   map[name.Name]bool      // whether the definition holds in ℤ, where asked before
	known   map[name.Name]sym.Facts // what is known of a variable, where asked before
	proved  []separation            // what was shown to be disjoint
	provers []proverOf              // for questions asked before
	asked   []*premises             // of questions asked before
	counted map[polyKey]bool        // whether polynomials count, at the start of a body
	// asking counts the questions being answered one for another: while one is, what
	// its answer is used for counts as not known.
	asking  int
	defines ir.Names // variables whose definitions are being looked at
	// given are definitions that hold in ℤ wherever the answer matters.
	given ir.Names
	// When assuming is set, definitions that can be checked as the program runs
	// are taken to hold in ℤ, and are noted in assumed.
	assuming bool
	checks   func(name.Name) bool // whether a definition can be checked
	assumed  ir.Names
	before   map[name.Name]bool // exact, without assuming anything
}

// At is what is known at a point. front is what is known at the start of the body that
// the point is in, or nil; it keeps what was found out there.
func (k *Base) At(p Point, front *View) *View {
	return &View{
		Base: k, at: p, front: front,
		exact: map[name.Name]bool{}, known: map[name.Name]sym.Facts{}, counted: map[polyKey]bool{},
		assumed: ir.Names{}, defines: ir.Names{},
	}
}

// forget drops what was found out, since more may be known, or assumed, from now on.
func (v *View) forget() {
	v.exact, v.known, v.provers, v.asked = map[name.Name]bool{}, map[name.Name]sym.Facts{}, nil, nil
}

// Move tells that the statements at some points are to go before this one, so that
// what holds after them holds here.
func (v *View) Move(moved func(Point) bool) {
	v.moved = moved
	v.forget()
}

// Grant tells that the definitions of some variables hold in ℤ wherever the answer
// matters.
func (v *View) Grant(ns ir.Names) { v.given = ns }

// Assume takes definitions from now on to hold in ℤ if they do not do so as far as is
// known, and can be checked as the program runs. Assumed lists them.
func (v *View) Assume(checks func(name.Name) bool) {
	v.before, v.assuming, v.checks = v.exact, true, checks
	v.forget()
}

// Assumed are the variables whose definitions answers were based on without proof.
func (v *View) Assumed() ir.Names { return v.assumed }

// holds reports whether what holds from p on is known here.
func (v *View) holds(p Point) bool { return v.at.Sees(p) || v.isMoved(p) }

func (v *View) isMoved(p Point) bool { return v.moved != nil && v.moved(p) }

// isSize reports whether n is known not to be negative since it is a size.
func (v *View) isSize(n name.Name) bool {
	return slices.ContainsFunc(v.sizes[n], v.holds)
}

// maxNames bounds the variables whose facts are gathered for one question.
const maxNames = 48

// maxDerived bounds what is looked at that is computed from one variable.
const maxDerived = 6

// maxFacts bounds the facts gathered for one question.
const maxFacts = 256

// facts are those that bear on the variables, directly or through others: the
// nearest first.
func (v *View) facts(vars []name.Name) sym.Facts {
	var out sym.Facts
	seen := ir.Names{}
	queue := slices.Clone(vars)
	for len(queue) > 0 && len(seen) < maxNames && len(out) < maxFacts {
		n := queue[0]
		queue = queue[1:]
		if seen.Has(n) {
			continue
		}
		seen.Add(n)
		for _, f := range v.about(n) {
			next := func(m name.Name) { queue = append(queue, m) }
			f.Left.Vars(next)
			f.Right.Vars(next)
			if !slices.ContainsFunc(out, f.Equal) {
				out = append(out, f)
			}
		}
		for _, d := range v.derived[n][:min(len(v.derived[n]), maxDerived)] {
			if v.isSize(d) || slices.ContainsFunc(v.said[d], func(s said) bool { return v.holds(s.from) }) {
				queue = append(queue, d)
			}
		}
	}
	return out
}

// about are the facts of one variable.
func (v *View) about(n name.Name) sym.Facts {
	if known, ok := v.known[n]; ok {
		return known
	}
	var out sym.Facts
	if v.isSize(n) {
		out = append(out, sym.Ge(sym.Var(n), sym.Const(0)))
	}
	out = append(out, v.ranges[n]...)
	settled := v.asking == 0
	if !v.defines.Has(n) { // what is asked of its definition may lead back to it
		v.defines.Add(n)
		v.asking++
		out = append(out, v.defining(n)...)
		v.asking--
		delete(v.defines, n)
	}
	out = append(out, v.heard(n)...)
	if settled {
		v.known[n] = out
	}
	return out
}

// defining are the facts that n's definition gives in ℤ.
func (v *View) defining(n name.Name) sym.Facts {
	if d, ok := v.Definition(n); ok {
		if v.IsExact(n, d) {
			return sym.Facts{sym.Eq(sym.Var(n), d)}
		}
		return nil
	}
	e, ok := v.defs[n].(*ir.Prim)
	if !ok || e.Type != scalar.I64 || len(e.Args) != 2 {
		return nil
	}
	x, y, r := e.Args[0].Poly(), e.Args[1].Poly(), sym.Var(n)
	switch e.Fn {
	case scalar.Max:
		return v.extreme(r, x, y, sym.GE)
	case scalar.Min:
		return v.extreme(r, x, y, sym.LE)
	case scalar.Div, scalar.Quot:
		// For y > 0 is y·n ≤ x < y·n + y; of quot, which rounds towards 0, for
		// x ≥ 0 alone.
		if !v.isPositive(e.Args[1]) || e.Fn == scalar.Quot && !v.isNonNeg(e.Args[0]) {
			return nil
		}
		facts := sym.Facts{sym.Le(r.Mul(y), x), sym.Lt(x, r.Mul(y).Add(y))}
		if v.isNonNeg(e.Args[0]) {
			facts = facts.And(sym.Ge(r, sym.Const(0)))
		}
		return facts
	case scalar.Mod, scalar.Rem:
		if !v.isPositive(e.Args[1]) || e.Fn == scalar.Rem && !v.isNonNeg(e.Args[0]) {
			return nil
		}
		return sym.Range(r, sym.Const(0), y)
	}
	return nil
}

// extreme are the facts of r, the greater (GE) or lesser (LE) of x and y.
func (v *View) extreme(r, x, y sym.Poly, order sym.Relation) sym.Facts {
	difference := x.Sub(y)
	if order == sym.LE {
		difference = y.Sub(x)
	}
	switch {
	case v.NonNeg(difference):
		return sym.Facts{sym.Eq(r, x)}
	case v.NonNeg(difference.Neg()):
		return sym.Facts{sym.Eq(r, y)}
	}
	return sym.Facts{{Left: r, Rel: order, Right: x}, {Left: r, Rel: order, Right: y}}
}

func (v *View) isPositive(a ir.Atom) bool {
	if c, ok := a.AsSize(); ok {
		return c > 0
	}
	return v.NonNeg(a.Poly().Sub(sym.Const(1)))
}

func (v *View) isNonNeg(a ir.Atom) bool {
	if c, ok := a.AsSize(); ok {
		return c >= 0
	}
	return v.NonNeg(a.Poly())
}

// IsExact reports whether n's definition d cannot wrap: it is a difference of
// numbers that are not negative, or lies between 0 and a variable or a small
// constant.
func (v *View) IsExact(n name.Name, d sym.Poly) bool {
	if known, ok := v.exact[n]; ok {
		return known
	}
	if v.isSum(n) || v.given.Has(n) || follows(v.exactAt[n], v.at) || v.front != nil && v.front.IsExact(n, d) {
		return true
	}
	plain := v.moved == nil && len(v.given) == 0 && !v.assuming
	if plain && follows(v.at, v.inexactAt[n]) {
		return false
	}
	if exact, asked := v.before[n]; asked && !exact && v.checks(n) {
		v.exact[n] = true
		v.assumed.Add(n)
		return true
	}
	if v.asking >= maxAsking {
		return false
	}
	v.exact[n] = false // while it is being found out
	v.asking++
	ok := v.staysInRange(v.defs[n].(*ir.Prim), d)
	v.asking--
	switch {
	case !plain:
	case ok:
		v.exactAt[n] = v.at
	case v.asking == 0:
		v.inexactAt[n] = v.at
	}
	if !ok && v.assuming && v.checks(n) {
		v.assumed.Add(n)
		ok = true
	}
	v.exact[n] = ok
	return ok
}

// maxAsking bounds the questions that are answered one for another: of a chain of
// definitions, the nearest are looked at.
const maxAsking = 12

// staysInRange reports whether e, which is d modulo 2^64, is d.
func (v *View) staysInRange(e *ir.Prim, d sym.Poly) bool {
	subtracts := e.Fn == scalar.Sub
	switch {
	case subtracts && v.addsUp(e.Args[0].Poly()) && v.addsUp(e.Args[1].Poly()):
		return true
	case v.isNext(d):
		return true
	}
	vars := ir.Names{}
	d.Vars(vars.Add)
	order := slices.SortedFunc(maps.Keys(vars), name.Compare)
	facts := v.facts(order).About(order...)
	if !subtracts && !capped(vars, facts) {
		return false
	}
	prover := sym.NewProver(facts)
	prover.Limit(maxProof)
	if subtracts && prover.NonNeg(e.Args[0].Poly()) != nil && prover.NonNeg(e.Args[1].Poly()) != nil {
		return true
	}
	return prover.NonNeg(d) != nil && bounded(prover, d, facts)
}

// isNext reports whether d is an index, or the number after one: at most the bound of
// the index.
func (v *View) isNext(d sym.Poly) bool {
	terms := d.Terms()
	if len(terms) == 0 || len(terms) > 2 || len(terms[0].Vars) != 1 || terms[0].Coef != 1 || v.ranges[terms[0].Vars[0]] == nil {
		return false
	}
	return len(terms) == 1 || len(terms[1].Vars) == 0 && terms[1].Coef == 1
}

// capped reports whether each of the variables, which only add to a number, is
// where facts could give it an upper bound.
func capped(vars ir.Names, facts sym.Facts) bool {
	found := ir.Names{}
	for _, f := range facts {
		less, greater := f.Left, f.Right
		if f.Rel == sym.GE || f.Rel == sym.GT {
			less, greater = greater, less
		}
		for _, t := range less.Terms() {
			if t.Coef > 0 || f.Rel == sym.EQ {
				for _, v := range t.Vars {
					found.Add(v)
				}
			}
		}
		for _, t := range greater.Terms() {
			if t.Coef < 0 || f.Rel == sym.EQ {
				for _, v := range t.Vars {
					found.Add(v)
				}
			}
		}
	}
	for v := range vars {
		if !found.Has(v) {
			return false
		}
	}
	return true
}

// follows reports whether what is known at p is known at q.
func follows(p, q Point) bool { return p != nil && q != nil && (p == q || q.Sees(p)) }

// bounded reports whether d is at most some variable of the facts, or that and
// one less than the largest number away from it.
func bounded(prover *sym.Prover, d sym.Poly, facts sym.Facts) bool {
	var ceilings []sym.Poly
	tried := ir.Names{}
	add := func(n name.Name) {
		if !tried.Has(n) && len(ceilings) < maxCeilings {
			tried.Add(n)
			ceilings = append(ceilings, sym.Var(n).Sub(d))
		}
	}
	for _, f := range facts {
		f.Left.Vars(add)
		f.Right.Vars(add)
	}
	ceilings = append(ceilings, sym.Const(1<<62).Sub(d))
	return slices.ContainsFunc(ceilings, prover.Evident) ||
		slices.ContainsFunc(ceilings, func(p sym.Poly) bool { return prover.NonNeg(p) != nil })
}

// Bounds on the work for one definition.
const (
	maxProof    = 2000 // terms of polynomials
	maxCeilings = 8    // variables compared with
)
