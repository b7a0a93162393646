package narrow

import (
	"math"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Bounds of numbers that a kernel computes, as expressions of the host: what the condition
// of a narrow form is made of.
//
// An expression of a bound is computed in i64s, which wrap. It is right nevertheless
// wherever C holds: each bound has a static range, which holds if C does, and one whose range
// is not within reach is no bound. A number that the narrow form has as an i32 lies within
// most of 0 by C, and so does its range from then on; sums and products of such numbers are
// far from wrapping.

// most is the largest magnitude of what becomes an i32: its negative is one, too.
const most = math.MaxInt32

// reach is the largest magnitude of a bound.
const reach = 1 << 62

// bound is a number that the host can compute, and where it lies if C holds. A nil *bound
// is unknown.
type bound struct {
	e  imp.Expr
	in interval.Interval
}

// span is where a number lies, both ends included.
type span struct{ lo, hi *bound }

// fixed is the bound for a constant.
func fixed(x int64) *bound { return &bound{imp.Int(x), interval.Between(x, x)} }

// within is the span of a known range, of which All says nothing.
func within(in interval.Interval) span {
	var s span
	if in.Lo >= -reach {
		s.lo = fixed(in.Lo)
	}
	if in.Hi <= reach {
		s.hi = fixed(in.Hi)
	}
	return s
}

// point is the span of one number.
func point(b *bound) span { return span{b, b} }

func (s span) known() bool { return s.lo != nil && s.hi != nil }

// atLeast reports whether all numbers in s are at least x, if C holds.
func (s span) atLeast(x int64) bool { return s.lo != nil && s.lo.in.Lo >= x }

// size is the largest magnitude of a bound.
func (b *bound) size() float64 {
	return max(math.Abs(float64(b.in.Lo)), math.Abs(float64(b.in.Hi)))
}

func sum(a, b *bound) *bound {
	if a == nil || b == nil || a.size()+b.size() > reach {
		return nil
	}
	return &bound{imp.Add(a.e, b.e), interval.Between(a.in.Lo+b.in.Lo, a.in.Hi+b.in.Hi)}
}

func difference(a, b *bound) *bound {
	if a == nil || b == nil || a.size()+b.size() > reach {
		return nil
	}
	return &bound{minus(a.e, b.e), interval.Between(a.in.Lo-b.in.Hi, a.in.Hi-b.in.Lo)}
}

func product(a, b *bound) *bound {
	if a == nil || b == nil || a.size()*b.size() > reach {
		return nil
	}
	ends := [4]int64{a.in.Lo * b.in.Lo, a.in.Lo * b.in.Hi, a.in.Hi * b.in.Lo, a.in.Hi * b.in.Hi}
	return &bound{imp.Mul(a.e, b.e), interval.Between(min(ends[0], ends[1], ends[2], ends[3]), max(ends[0], ends[1], ends[2], ends[3]))}
}

// smaller is the smaller of two bounds, nil if one is unknown.
func smaller(a, b *bound) *bound {
	switch {
	case a == nil || b == nil:
		return nil
	case a.in.Hi <= b.in.Lo || imp.Key(a.e) == imp.Key(b.e):
		return a
	case b.in.Hi <= a.in.Lo:
		return b
	}
	return &bound{integer(scalar.Min, a.e, b.e), interval.Between(min(a.in.Lo, b.in.Lo), min(a.in.Hi, b.in.Hi))}
}

// larger is the larger of two bounds, nil if one is unknown.
func larger(a, b *bound) *bound {
	switch {
	case a == nil || b == nil:
		return nil
	case a.in.Lo >= b.in.Hi || imp.Key(a.e) == imp.Key(b.e):
		return a
	case b.in.Lo >= a.in.Hi:
		return b
	}
	return &bound{integer(scalar.Max, a.e, b.e), interval.Between(max(a.in.Lo, b.in.Lo), max(a.in.Hi, b.in.Hi))}
}

// either is f of two bounds, or the one that is known.
func either(f func(a, b *bound) *bound, a, b *bound) *bound {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return f(a, b)
}

// conditions are those that a narrow form requires.
type conditions struct {
	holds []imp.Expr
	seen  map[string]bool
	never bool // they cannot hold
}

// require adds a condition.
func (c *conditions) require(e imp.Expr) {
	if v, ok := imp.ConstOf(e); ok {
		c.never = c.never || !v.Bool()
		return
	}
	if key := imp.Key(e); !c.seen[key] {
		c.seen[key] = true
		c.holds = append(c.holds, e)
	}
}

// atMost requires a bound to be at most x.
func (c *conditions) atMost(b *bound, x int64) {
	if b.in.Hi > x {
		c.parts(scalar.Max, b.e, func(e imp.Expr) imp.Expr { return compare(scalar.Le, e, imp.Int(x)) })
	}
}

// atLeast requires a bound to be at least x.
func (c *conditions) atLeast(b *bound, x int64) {
	if b.in.Lo < x {
		c.parts(scalar.Min, b.e, func(e imp.Expr) imp.Expr { return compare(scalar.Le, imp.Int(x), e) })
	}
}

// parts requires what f says of e, and where e is the larger or smaller of two, of each of
// them: others may say the same.
func (c *conditions) parts(fn scalar.Op, e imp.Expr, f func(imp.Expr) imp.Expr) {
	if p, ok := e.(*imp.Prim); ok && p.Fn == fn && p.Type == scalar.I64 {
		c.parts(fn, p.Args[0], f)
		c.parts(fn, p.Args[1], f)
		return
	}
	c.require(f(e))
}

// conjunction is that of the conditions, of which there are some.
func (c *conditions) conjunction() imp.Expr {
	out := c.holds[0]
	for _, e := range c.holds[1:] {
		out = logical(scalar.And, out, e)
	}
	return out
}

func integer(fn scalar.Op, args ...imp.Expr) imp.Expr {
	return &imp.Prim{Fn: fn, Type: scalar.I64, Args: args}
}

// minus is x - y on i64, folded if y is constant.
func minus(x, y imp.Expr) imp.Expr {
	if v, ok := imp.ConstOf(y); ok {
		return imp.Add(x, imp.Int(-v.Int()))
	}
	return integer(scalar.Sub, x, y)
}

func compare(fn scalar.Op, x, y imp.Expr) imp.Expr { return integer(fn, x, y) }

func logical(fn scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: fn, Type: scalar.Bool, Args: []imp.Expr{x, y}}
}
