package shortcircuit

import (
	"maps"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// view is the knowledge at one node.
type view struct {
	*knowledge
	at      *node
	front   *view                   // what is known at the start of the body that at is in, unless that is at
	moved   map[*node]bool          // statements behind at that are to go before it
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
	assumed  ir.Names
	before   map[name.Name]bool // exact, without assuming anything
}

func (k *knowledge) viewAt(n *node) *view {
	v := newView(k, n)
	v.front = n.in.front
	if v.front == nil {
		v.front = newView(k, &node{in: n.in, at: math.Inf(-1)})
		n.in.front = v.front
	}
	return v
}

func newView(k *knowledge, n *node) *view {
	return &view{
		knowledge: k, at: n,
		exact: map[name.Name]bool{}, known: map[name.Name]sym.Facts{}, counted: map[polyKey]bool{},
		assumed: ir.Names{}, defines: ir.Names{},
	}
}

// forget drops what was found out, since more may be known, or assumed, from now on.
func (v *view) forget() {
	v.exact, v.known, v.provers, v.asked = map[name.Name]bool{}, map[name.Name]sym.Facts{}, nil, nil
}

// holds reports whether what is known in p is known here.
func (v *view) holds(p place) bool {
	return p.holdsAt(v.at) || p.behind != nil && v.moved[p.behind]
}

// isSize reports whether n is known not to be negative since it is a size.
func (v *view) isSize(n name.Name) bool {
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
func (v *view) facts(vars []name.Name) sym.Facts {
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
func (v *view) about(n name.Name) sym.Facts {
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

// sorted lists names in an order that does not change from run to run.
func sorted(ns ir.Names) []name.Name {
	out := slices.AppendSeq(make([]name.Name, 0, len(ns)), maps.Keys(ns))
	slices.SortFunc(out, name.Compare)
	return out
}

// defining are the facts that n's definition gives in ℤ.
func (v *view) defining(n name.Name) sym.Facts {
	if d, ok := v.definition(n); ok {
		if v.isExact(n, d) {
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
func (v *view) extreme(r, x, y sym.Poly, order sym.Relation) sym.Facts {
	difference := x.Sub(y)
	if order == sym.LE {
		difference = y.Sub(x)
	}
	switch {
	case v.nonNeg(difference):
		return sym.Facts{sym.Eq(r, x)}
	case v.nonNeg(difference.Neg()):
		return sym.Facts{sym.Eq(r, y)}
	}
	return sym.Facts{{Left: r, Rel: order, Right: x}, {Left: r, Rel: order, Right: y}}
}

func (v *view) isPositive(a ir.Atom) bool {
	if c, ok := a.AsSize(); ok {
		return c > 0
	}
	return v.nonNeg(a.Poly().Sub(sym.Const(1)))
}

func (v *view) isNonNeg(a ir.Atom) bool {
	if c, ok := a.AsSize(); ok {
		return c >= 0
	}
	return v.nonNeg(a.Poly())
}

// isExact reports whether n's definition d cannot wrap: it is a difference of
// numbers that are not negative, or lies between 0 and a variable or a small
// constant.
func (v *view) isExact(n name.Name, d sym.Poly) bool {
	if known, ok := v.exact[n]; ok {
		return known
	}
	if v.isSum(n) || v.given.Has(n) || v.follows(v.exactAt[n], v.at) || v.front != nil && v.front.isExact(n, d) {
		return true
	}
	plain := len(v.moved) == 0 && len(v.given) == 0 && !v.assuming
	if plain && v.follows(v.at, v.inexactAt[n]) {
		return false
	}
	if exact, asked := v.before[n]; asked && !exact && v.checkable(n) {
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
	if !ok && v.assuming && v.checkable(n) {
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
func (v *view) staysInRange(e *ir.Prim, d sym.Poly) bool {
	subtracts := e.Fn == scalar.Sub
	switch {
	case subtracts && v.addsUp(e.Args[0].Poly()) && v.addsUp(e.Args[1].Poly()):
		return true
	case v.isNext(d):
		return true
	}
	vars := ir.Names{}
	d.Vars(vars.Add)
	order := sorted(vars)
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

// isNext reports whether d is an index, or the number behind one: at most the bound of
// the index.
func (v *view) isNext(d sym.Poly) bool {
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

// follows reports whether node q comes behind p, or is p, so that what is known at
// p is known at q.
func (v *view) follows(p, q *node) bool {
	return p != nil && q != nil && (p == q || p.in.isBefore(p, q))
}

// checkable reports whether n's definition is before the node looked at, outside
// of kernels, or may be put there.
func (v *view) checkable(n name.Name) bool {
	at := v.definers[n]
	return at != nil && !at.in.inKernel && (v.moved[at] || at.in.isBefore(at, v.at))
}

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
