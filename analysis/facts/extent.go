package facts

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// An array that lies row by row, also as a part of a block, is in memory, each element in a cell of
// its own. So numbers of elements, and what is computed from a few of them, are far
// from where i64 arithmetic wraps.

// mostElements is more elements than any memory holds.
const mostElements = 1 << 48

// extent is a number of elements that an array has from a place on.
type extent struct {
	elements sym.Poly
	from     Point
}

// extend records how many elements arrays ps have from a point on. What makes them must
// stay where it is: a pass may postpone the creation of an array out of scalars alone,
// so such an array tells nothing.
func (k *Base) extend(ps []ir.Param, by ir.Exp, from Point) {
	if by != nil && Postponable(by) {
		return
	}
	for _, p := range ps {
		if p.At == nil || !p.At.Index.IsContiguous() {
			continue
		}
		elements := sym.Const(1)
		for _, d := range p.Type.Dims {
			elements = elements.Mul(d.Poly())
		}
		elements.Vars(func(n name.Name) {
			known := k.extents[n]
			if len(known) == 0 || !from.Sees(known[len(known)-1].from) || !known[len(known)-1].elements.Equal(elements) {
				k.extents[n] = append(known, extent{elements, from})
			}
		})
	}
}

// Postponable are the expressions that make an array from nothing but scalars.
func Postponable(e ir.Exp) bool {
	switch e.(type) {
	case *ir.Iota, *ir.Scratch, *ir.Replicate, *ir.Literal:
		return true
	}
	return false
}

// limit is a number that a variable does not exceed, wherever the places reach. The
// variable is a number of elements in memory, or computed from such
// numbers and constants by sums and products, and so not negative. Up to 2^62, such
// arithmetic is exact.
type limit struct {
	most int64
	from []Point
}

// Bounds on what is looked at for one limit.
const (
	maxPlaces = 64 // arrays that it follows from
	maxLimits = 3  // limits of one number, which hold in different places
)

// inMemory finds arrays with just that many elements, or a multiple.
func (k *Base) inMemory(elements sym.Poly) []limit {
	var out []limit
	elements.Vars(func(n name.Name) {
		for _, e := range k.extents[n] {
			terms := e.elements.Terms()
			if len(out) < maxLimits && len(terms) == 1 && terms[0].Coef > 0 && e.elements.Equal(elements.Scale(terms[0].Coef)) {
				out = append(out, limit{mostElements, []Point{e.from}})
			}
		}
	})
	return out
}

// limitsOf are the limits of a.
func (k *Base) limitsOf(a ir.Atom) []limit {
	if !a.IsVar() {
		if c := a.Const.Int(); c >= 0 {
			return []limit{{most: min(c, 1<<62)}}
		}
		return nil
	}
	known, ok := k.limits[a.Name]
	if !ok {
		k.limits[a.Name] = nil // while they are being found out
		known = append(k.computed(a.Name), k.inMemory(sym.Var(a.Name))...)
		k.limits[a.Name] = known
	}
	return known
}

// computed are the limits that n has by its definition.
func (k *Base) computed(n name.Name) []limit {
	known, ok := k.sums[n]
	if !ok {
		known = k.compute(n)
		k.sums[n] = known
	}
	return known
}

func (k *Base) compute(n name.Name) []limit {
	e, ok := k.defs[n].(*ir.Prim)
	if !ok || e.Type != scalar.I64 || e.Fn != scalar.Add && e.Fn != scalar.Mul {
		return nil
	}
	var out []limit
	for _, x := range k.limitsOf(e.Args[0]) {
		for _, y := range k.limitsOf(e.Args[1]) {
			if l, ok := x.with(y, e.Fn); ok && len(out) < maxLimits {
				out = append(out, l)
			}
		}
	}
	if e.Fn == scalar.Mul {
		out = append(out, k.inMemory(e.Args[0].Poly().Mul(e.Args[1].Poly()))...)
	}
	return out
}

// with is the limit of the sum or product of two numbers, if it is exact.
func (l limit) with(m limit, fn scalar.Op) (limit, bool) {
	out := limit{l.most + m.most, l.from}
	exact := out.most <= 1<<62
	if fn == scalar.Mul {
		out.most, exact = l.most*m.most, m.most == 0 || l.most <= 1<<62/m.most
	}
	for _, p := range m.from {
		if !slices.Contains(out.from, p) {
			out.from = append(slices.Clip(out.from), p)
		}
	}
	return out, exact && len(out.from) <= maxPlaces
}

// anyHolds reports whether one of some limits is known here.
func (v *View) anyHolds(ls []limit) bool {
	return slices.ContainsFunc(ls, func(l limit) bool { return v.allHold(l.from) })
}

func (v *View) allHold(ps []Point) bool {
	return !slices.ContainsFunc(ps, func(p Point) bool { return !v.at.Sees(p) })
}

// isLimited reports whether n has a limit here.
func (v *View) isLimited(n name.Name) bool { return v.anyHolds(v.limitsOf(ir.Var(n))) }

// isSum reports whether n's definition is exact here, as the sum or product of numbers
// that have limits. That n itself has one does not say so: q·b may have wrapped to it.
func (v *View) isSum(n name.Name) bool {
	return v.defs[n] != nil && v.anyHolds(v.computed(n))
}

// expansion is the value of a variable in terms of numbers that it is computed from,
// exactly, where the places reach.
type expansion struct {
	value sym.Poly
	from  []Point
}

// expand replaces n by the numbers of elements that it is computed from, if it is.
func (k *Base) expand(n name.Name) *expansion {
	if known, ok := k.expansions[n]; ok {
		return known
	}
	k.expansions[n] = nil // while it is being found out
	d, ok := k.Definition(n)
	limits := k.computed(n)
	if !ok || len(limits) == 0 {
		return nil
	}
	out := &expansion{from: limits[0].from}
	out.value = d.Subst(func(m name.Name) (sym.Poly, bool) {
		inner := k.expand(m)
		if inner == nil {
			return sym.Poly{}, false
		}
		for _, p := range inner.from {
			if !slices.Contains(out.from, p) {
				out.from = append(slices.Clip(out.from), p)
			}
		}
		return inner.value, true
	})
	if isLarge(out.value) || len(out.from) > maxPlaces || !out.value.Exact() {
		return nil
	}
	k.expansions[n] = out
	return out
}

// Counts reports whether p is not negative at first sight, when variables in it are
// replaced by the numbers of elements in memory that they are computed from. What
// counts at the start of a body does so in all of it: parts of one array ask for the
// same again and again.
func (v *View) Counts(p sym.Poly) bool {
	if v.front != nil {
		return v.front.Counts(p) || v.addsCounts(p)
	}
	if p.IsZero() {
		return true
	}
	key := polyKey{&p.Terms()[0], len(p.Terms()), p.Exact()}
	known, asked := v.counted[key]
	if !asked {
		known = v.addsCounts(p)
		v.counted[key] = known
	}
	return known
}

// polyKey tells a polynomial from others by where its terms lie.
type polyKey struct {
	first *sym.Term
	terms int
	exact bool
}

func (v *View) addsCounts(p sym.Poly) bool {
	expanded := p.Subst(func(n name.Name) (sym.Poly, bool) {
		e := v.expand(n)
		if e == nil || !v.allHold(e.from) {
			return sym.Poly{}, false
		}
		return e.value, true
	})
	if v.isCount(expanded) {
		return true
	}
	for range maxSteps {
		if v.isCount(p) {
			return true
		}
		n, d, ok := v.sum(p)
		if !ok {
			return false
		}
		p = p.Subst(func(m name.Name) (sym.Poly, bool) { return d, m == n })
	}
	return false
}

// maxSteps bounds how many definitions are put into a polynomial.
const maxSteps = 80

// sum is a variable that adds to p and is computed from others, exactly.
func (v *View) sum(p sym.Poly) (n name.Name, d sym.Poly, ok bool) {
	for _, t := range p.Terms() {
		if t.Coef < 0 || len(t.Vars) != 1 || !v.isSum(t.Vars[0]) {
			continue
		}
		if d, ok := v.Definition(t.Vars[0]); ok {
			return t.Vars[0], d, true
		}
	}
	return n, d, false
}

// isCount reports whether p adds up numbers that are not negative.
func (v *View) isCount(p sym.Poly) bool {
	return p.Exact() && !slices.ContainsFunc(p.Terms(), func(t sym.Term) bool {
		return t.Coef < 0 || slices.ContainsFunc(t.Vars, func(n name.Name) bool { return !v.isLimited(n) })
	})
}
