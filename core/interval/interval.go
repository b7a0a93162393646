// Package interval says between which two numbers the 64-bit integers lie that imp
// computes, from what is known of variables, of indices and of types. Backends decide
// comparisons by it, and choose where 32 bits are enough.
//
// Its invariant: a value that an expression may have lies in the expression's interval.
// Of arithmetic that may wrap, nothing is known.
package interval

import (
	"math"
	"math/bits"

	"github.com/lamina-lang/lamina/core/scalar"
)

// Interval is a range of i64s, both ends included. The zero Interval holds 0 alone.
type Interval struct{ Lo, Hi int64 }

// All holds every i64: nothing is known.
var All = Interval{math.MinInt64, math.MaxInt64}

// Between is the range from lo to hi.
func Between(lo, hi int64) Interval { return Interval{lo, hi} }

// OfType holds the values of an integer type, or of bools as 0 and 1, when they are
// converted to i64: All for types that i64 has not room for.
func OfType(t scalar.Type) Interval {
	switch {
	case t == scalar.Bool:
		return Between(0, 1)
	case t.IsInt() && t.Size() < 8:
		return Between(scalar.Lowest(t).Int(), scalar.Highest(t).Int())
	}
	return All
}

// Has reports whether x lies in a.
func (a Interval) Has(x int64) bool { return a.Lo <= x && x <= a.Hi }

// Fits32 reports whether all of a are i32s, and their negatives too.
func (a Interval) Fits32() bool { return a.Lo >= -math.MaxInt32 && a.Hi <= math.MaxInt32 }

// Hull holds what lies in a or in b.
func Hull(a, b Interval) Interval { return Between(min(a.Lo, b.Lo), max(a.Hi, b.Hi)) }

func (a Interval) negative() bool { return a.Lo < 0 }

func plus(a, b Interval) Interval {
	lo, hi := a.Lo+b.Lo, a.Hi+b.Hi
	if (lo < a.Lo) != (b.Lo < 0) || (hi < a.Hi) != (b.Hi < 0) {
		return All
	}
	return Between(lo, hi)
}

func minus(a, b Interval) Interval {
	if b.Lo == math.MinInt64 {
		return All
	}
	return plus(a, Between(-b.Hi, -b.Lo))
}

func times(a, b Interval) Interval {
	out := Interval{math.MaxInt64, math.MinInt64}
	for _, x := range []int64{a.Lo, a.Hi} {
		for _, y := range []int64{b.Lo, b.Hi} {
			high, low := bits.Mul64(Magnitude(x), Magnitude(y))
			if high != 0 || low > math.MaxInt64 {
				return All
			}
			out = Hull(out, Between(x*y, x*y))
		}
	}
	return out
}

// saturated is the range of products of what is not negative, which end at the largest i64.
func saturated(a, b Interval) Interval {
	if a.negative() || b.negative() {
		return All
	}
	return times(a, b)
}

func least(a, b Interval) Interval { return Between(min(a.Lo, b.Lo), min(a.Hi, b.Hi)) }

func most(a, b Interval) Interval { return Between(max(a.Lo, b.Lo), max(a.Hi, b.Hi)) }

// quotient is the range of a / b towards zero.
func quotient(a, b Interval) Interval {
	if b.Lo <= 0 {
		return All
	}
	return Between(min(a.Lo/b.Lo, a.Lo/b.Hi), max(a.Hi/b.Lo, a.Hi/b.Hi))
}

// floored is the range of a / b towards minus infinity.
func floored(a, b Interval) Interval {
	out := quotient(a, b)
	if a.negative() && out != All && out.Lo > math.MinInt64 {
		out.Lo--
	}
	return out
}

// remainder is the range of what quotient leaves, which has a's sign.
func remainder(a, b Interval) Interval {
	if b.Lo <= 0 {
		return All
	}
	return Between(max(min(a.Lo, 0), 1-b.Hi), min(max(a.Hi, 0), b.Hi-1))
}

// modulus is the range of what floored leaves.
func modulus(_, b Interval) Interval {
	if b.Lo <= 0 {
		return All
	}
	return Between(0, b.Hi-1)
}

// masked is the range of a & b.
func masked(a, b Interval) Interval {
	switch {
	case a.negative() && b.negative():
		return All
	case a.negative():
		return Between(0, b.Hi)
	case b.negative():
		return Between(0, a.Hi)
	}
	return Between(0, min(a.Hi, b.Hi))
}

// Bitwise is the range of a | b and of a ^ b: these have no more bits than the operands, and are
// not negative if no operand is.
func Bitwise(a, b Interval) Interval {
	var set uint64
	for _, end := range [...]int64{a.Lo, a.Hi, b.Lo, b.Hi} {
		set |= uint64(end ^ end>>63)
	}
	ones := int64(1)<<bits.Len64(set) - 1
	if a.negative() || b.negative() {
		return Between(-ones-1, ones)
	}
	return Between(0, ones)
}

// shifted is the range of a >> b, which keeps a's sign.
func shifted(a, b Interval) Interval {
	if b.Lo != b.Hi || b.Lo < 0 || b.Lo > 63 {
		return All
	}
	return Between(a.Lo>>uint(b.Lo), a.Hi>>uint(b.Lo))
}

// Magnitude is x without its sign.
func Magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}
