package cooperate

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// loop is a counting loop around the statement that is looked at: its index lies
// between 0 and bound - 1.
type loop struct {
	index name.Name
	bound sym.Poly
}

// scope holds the facts known about the variables of a kernel.
type scope struct {
	host    func(name.Name) bool // has its value from the host
	loops   []loop               // outermost first
	typical *typical
}

const (
	maxNodes = 200 // of an index, with what its variables stand for
	maxTerms = 24
)

// conditions are polynomials over variables of the host that must not be negative.
type conditions struct {
	sizes []sym.Poly // what else must not overflow
	list  []sym.Poly
	seen  map[string]bool
}

// need adds p ≥ 0; it reports false where that never holds.
func (c *conditions) need(p sym.Poly) bool {
	if k, ok := p.AsConst(); ok {
		return k >= 0
	}
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	if key := p.String(); !c.seen[key] {
		c.seen[key] = true
		c.list = append(c.list, p)
	}
	return true
}

// extreme is a polynomial over the host's variables that p is never below (never above,
// with most), innermost loops first: where an index has a coefficient that is not
// negative, p is least for 0 and most for the bound less 1. The signs of coefficients
// that are not constants are conditions.
func (s *scope) extreme(p sym.Poly, most bool, needs *conditions) (sym.Poly, bool) {
	for i := len(s.loops) - 1; i >= 0; i-- {
		l := s.loops[i]
		if !p.Mentions(l.index) {
			continue
		}
		rest, step, ok := guards.Linear(p, l.index)
		if !ok {
			return p, false
		}
		for _, inner := range s.loops {
			if step.Mentions(inner.index) {
				return p, false
			}
		}
		up := positive(step)
		sign := step
		if !up {
			sign = step.Neg()
		}
		if !s.known(sign) || !needs.need(sign) {
			return p, false
		}
		if up == most {
			rest = rest.Add(step.Mul(l.bound.Sub(sym.Const(1))))
		}
		p = rest
	}
	return p, p.Exact() && s.known(p)
}

// known reports whether the host knows the value of p.
func (s *scope) known(p sym.Poly) bool {
	ok := true
	p.Vars(func(n name.Name) { ok = ok && s.host(n) })
	return ok
}

// positive guesses a sign: that of the term with the most variables.
func positive(p sym.Poly) bool {
	best := sym.Term{}
	for _, t := range p.Terms() {
		if best.Coef == 0 || len(t.Vars) > len(best.Vars) {
			best = t
		}
	}
	return best.Coef >= 0
}

// clone copies c.
func (c *conditions) clone() *conditions {
	return &conditions{list: slices.Clone(c.list), sizes: slices.Clone(c.sizes), seen: maps.Clone(c.seen)}
}

// size notes that the host computes p, so that it must not overflow.
func (c *conditions) size(p sym.Poly) {
	if _, ok := p.AsConst(); !ok {
		c.sizes = append(c.sizes, p)
	}
}

// likely reports whether the conditions hold where the host's variables are all alike and
// neither small nor large, or where those are that are not computed of others.
func (c *conditions) likely(values *typical) bool {
	holds := func(value func(n name.Name, base int64) int64) bool {
		return !slices.ContainsFunc(c.list, func(p sym.Poly) bool {
			return slices.ContainsFunc([]int64{64, 1000}, func(base int64) bool {
				return p.Eval(func(n name.Name) int64 { return value(n, base) }) < 0
			})
		})
	}
	return holds(func(_ name.Name, base int64) int64 { return base }) || holds(values.value)
}

// admit adds the conditions of way, if the host can compute them.
func (c *conditions) admit(way conditions) bool {
	for _, p := range append(way.list, way.sizes...) {
		if !small(p, moderate[len(moderate)-1]) {
			return false
		}
	}
	for _, p := range way.list {
		c.need(p)
	}
	c.sizes = append(c.sizes, way.sizes...)
	return true
}

// moderate are bounds of the host's variables in conditions, of which one must see to it
// that nothing computed of them overflows.
var moderate = []int64{1 << 40, 1 << 30, 1 << 20}

// bound is the largest of them that is enough.
func (c *conditions) bound() int64 {
	for _, m := range moderate[:len(moderate)-1] {
		if !slices.ContainsFunc(c.list, func(p sym.Poly) bool { return !small(p, m) }) &&
			!slices.ContainsFunc(c.sizes, func(p sym.Poly) bool { return !small(p, m) }) {
			return m
		}
	}
	return moderate[len(moderate)-1]
}

// small reports whether p does not overflow where variables are at most m.
func small(p sym.Poly, m int64) bool {
	total := 0.0
	for _, t := range p.Terms() {
		size := float64(t.Coef)
		if size < 0 {
			size = -size
		}
		for range t.Vars {
			size *= float64(m)
		}
		total += size
	}
	return p.Exact() && total < 1<<61
}

// holds is the conditions as an expression of the host, nil if there are none.
func (c *conditions) holds() imp.Expr {
	var all imp.Expr
	le := func(x, y imp.Expr) { all = and(all, prim(scalar.Le, x, y)) }
	seen, bound := imp.Names{}, c.bound()
	for _, p := range append(c.list[:len(c.list):len(c.list)], c.sizes...) {
		p.Vars(func(n name.Name) {
			if !seen[n] {
				seen[n] = true
				le(imp.Int(-bound), imp.IntVar(n))
				le(imp.IntVar(n), imp.Int(bound))
			}
		})
	}
	for _, p := range c.list {
		le(imp.Int(0), imp.Poly(p))
	}
	return all
}
