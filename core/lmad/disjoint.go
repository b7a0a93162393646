package lmad

import (
	"cmp"
	"slices"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// Bounds on the case analysis of Disjoint.
const (
	maxCases     = 3      // nesting depth of case splits
	maxProvers   = 90     // cases examined in all
	maxWork      = 20_000 // terms of polynomials examined in all
	maxSplitVars = 6      // variables tried for a split
)

// Disjoint proves that w and r, as sets of points, are disjoint whenever the facts hold.
// It reports false if it finds no proof; the sets may be disjoint all the same.
//
// It assumes that every size is at least 1, because an empty set is disjoint from
// everything. The differences between a point of w and a point of r form a sum of strided
// intervals, which must not contain 0 (see apart). If that proof fails, Disjoint splits
// into cases: a variable at its bound, and beyond it.
func Disjoint(facts sym.Facts, w, r LMAD) (*sym.Proof, bool) {
	if !w.Exact() || !r.Exact() || w.Equal(r) {
		return nil, false
	}
	var sizes sym.Facts
	for _, l := range []LMAD{w, r} {
		for _, d := range l.Dims {
			if size, constant := d.Size.AsConst(); !constant || size < 1 {
				sizes = append(sizes, sym.Ge(d.Size, sym.Const(1)))
			}
		}
	}
	facts = facts.And(sizes...)
	d := disjointness{w: w, r: r, vars: variables(w, r), fuel: maxProvers, work: maxWork}
	if d.unrelated(facts) {
		return nil, false
	}
	var parts []*sym.Proof
	for _, f := range facts.About(d.vars...).Cases() {
		proof := d.prove(f)
		if proof == nil {
			return nil, false
		}
		parts = append(parts, proof)
	}
	return sym.NewProof(parts, "%v and %v are disjoint", w, r), true
}

// disjointness is one query: whether two LMADs are disjoint.
type disjointness struct {
	w, r    LMAD
	vars    []name.Name
	fuel    int // cases that may still be examined
	work    int // terms that may still be examined
	refuted bool
}

// unrelated reports whether some variable that no fact mentions only shifts one set
// against the other, step by step. Then the sets meet for one of its values.
func (d *disjointness) unrelated(facts sym.Facts) bool {
	between := d.w.Offset.Sub(d.r.Offset)
	return slices.ContainsFunc(between.Terms(), func(t sym.Term) bool {
		if len(t.Vars) != 1 || t.Coef != 1 && t.Coef != -1 {
			return false
		}
		v := t.Vars[0]
		step := between.Coefficient(v)
		_, alone := step.AsConst()
		return alone && !facts.Mention(v) && !LMAD{Dims: d.w.Dims}.Mentions(v) && !LMAD{Dims: d.r.Dims}.Mentions(v)
	})
}

// prove deepens the case analysis step by step, so that it examines no more cases than
// necessary.
func (d *disjointness) prove(facts sym.Facts) *sym.Proof {
	root := &node{facts: facts}
	for depth := range maxCases + 1 {
		if proof := d.proveCase(root, depth); proof != nil {
			return proof
		}
		if d.refuted || d.fuel <= 0 || d.work <= 0 {
			break
		}
	}
	return nil
}

// node is a case: its facts, the outcome, and the cases that it splits into, for each
// variable tried.
type node struct {
	facts  sym.Facts
	prover *sym.Prover
	tried  bool
	proof  *sym.Proof
	splits [][]*node
}

// proveCase proves the case n with at most depth nested splits. A case beyond the fuel
// has no prover, and is not split.
func (d *disjointness) proveCase(n *node, depth int) *sym.Proof {
	if !n.tried {
		n.tried = true
		n.proof = d.direct(n)
	}
	if n.proof != nil || n.prover == nil || depth == 0 || d.refuted {
		return n.proof
	}
	if n.splits == nil {
		n.splits = d.splits(n)
	}
	for _, cases := range n.splits {
		if n.proof = d.proveAll(cases, depth-1); n.proof != nil {
			break
		}
	}
	return n.proof
}

// proveAll proves all of the cases.
func (d *disjointness) proveAll(cases []*node, depth int) *sym.Proof {
	var parts []*sym.Proof
	for _, c := range cases {
		proof := d.proveCase(c, depth)
		if proof == nil {
			return nil
		}
		added := c.facts[len(c.facts)-1]
		parts = append(parts, sym.NewProof([]*sym.Proof{proof}, "case %v:", added))
	}
	return sym.NewProof(parts, "by cases")
}

// direct proves the case n without splitting it.
func (d *disjointness) direct(n *node) *sym.Proof {
	if d.fuel--; d.fuel < 0 || d.work <= 0 {
		return nil
	}
	n.prover = sym.NewProver(n.facts, d.vars...)
	n.prover.Limit(d.work)
	if absurd := n.prover.Absurd(); absurd != nil {
		return absurd
	}
	s, signs, ok := difference(n.prover, d.w, d.r)
	a := argument{n.prover, maxSums}
	if !ok || !a.evident(s) {
		if _, d.refuted = overlap(n.prover, d.w, d.r); d.refuted || !ok {
			return nil
		}
	}
	why := a.apart(s, maxDepth)
	d.work -= a.Work()
	if why == nil {
		return nil
	}
	return sym.NewProof(append(signs, why), "the differences of their points are %v", s).Under(n.prover)
}

// splits lists ways to split the case n in two, each at a variable that remains in the
// LMADs after the equations are applied. Variables that are in no stride come first: such
// a variable counts elements, and there is less to prove if it is small.
func (d *disjointness) splits(n *node) [][]*node {
	w, r := simplified(n.prover, d.w), simplified(n.prover, d.r)
	left := variables(w, r)
	slices.SortStableFunc(left, func(a, b name.Name) int {
		return cmp.Compare(w.strides(a)+r.strides(a), w.strides(b)+r.strides(b))
	})
	var out [][]*node
	for _, v := range left[:min(len(left), maxSplitVars)] {
		var cases []*node
		for _, fact := range n.prover.Split(v) {
			cases = append(cases, &node{facts: n.facts.And(fact)})
		}
		out = append(out, cases)
	}
	return out
}

// strides counts the dimensions of l whose stride contains v.
func (l LMAD) strides(v name.Name) (count int) {
	for _, d := range l.Dims {
		if d.Stride.Mentions(v) {
			count++
		}
	}
	return count
}

// simplified returns l with the prover's equations applied.
func simplified(p *sym.Prover, l LMAD) LMAD {
	out := LMAD{Offset: p.Simplify(l.Offset)}
	for _, d := range l.Dims {
		out.Dims = append(out.Dims, Dim{p.Simplify(d.Size), p.Simplify(d.Stride)})
	}
	return out
}

// variables returns the variables of the LMADs, sorted.
func variables(ls ...LMAD) []name.Name {
	var out []name.Name
	for _, l := range ls {
		l.Vars(func(v name.Name) {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		})
	}
	slices.SortFunc(out, name.Compare)
	return out
}
