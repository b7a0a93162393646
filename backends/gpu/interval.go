package gpu

import (
	"math"
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// interval is a range of integers, both ends included. The zero interval tells
// nothing: ok is not set.
type interval struct {
	lo, hi int64
	ok     bool
}

func between(lo, hi int64) interval { return interval{lo, hi, true} }

// fits32 reports whether all of its numbers are i32s, and their negatives too.
func (a interval) fits32() bool {
	return a.ok && a.lo >= -math.MaxInt32 && a.hi <= math.MaxInt32
}

func (a interval) has(x int64) bool { return a.ok && a.lo <= x && x <= a.hi }

// ranges finds between which numbers the integers of a kernel lie, from where its
// parameters and indices do. Arithmetic that may wrap gives no range.
type ranges struct {
	vars     map[name.Name]interval
	ids      [4]interval // by imp.IDKind
	assigned map[name.Name]bool
}

// body adds the variables that a statement list declares.
func (r *ranges) body(ss []imp.Stm) {
	imp.Walk(ss, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			if s.Type == scalar.I64 && !r.assigned[s.Name] {
				r.vars[s.Name] = r.of(s.Init)
			}
		case *imp.For:
			if n := r.of(s.Bound); s.Type == scalar.I64 && n.ok {
				r.vars[s.Index] = between(0, max(0, n.hi-1))
			}
		}
		return true
	})
}

// typeRange are the values of the types that an i32 holds.
var typeRange = map[scalar.Type]interval{
	scalar.I8:  between(math.MinInt8, math.MaxInt8),
	scalar.I16: between(math.MinInt16, math.MaxInt16),
	scalar.I32: between(math.MinInt32, math.MaxInt32),
	scalar.U8:  between(0, math.MaxUint8),
	scalar.U16: between(0, math.MaxUint16),
	scalar.U32: between(0, math.MaxUint32),
}

// of is the range of an integer expression.
func (r *ranges) of(e imp.Expr) interval {
	switch e := e.(type) {
	case *imp.Const:
		if e.Value.Type.IsInt() && e.Value.Type != scalar.U64 {
			return between(e.Value.Int(), e.Value.Int())
		}
	case *imp.Var:
		if e.Type == scalar.I64 {
			return r.vars[e.Name]
		}
		return typeRange[e.Type]
	case *imp.Load:
		return typeRange[e.Elem]
	case *imp.ID:
		return r.ids[e.Kind]
	case *imp.Convert:
		// What widens to i64 keeps its value.
		if e.To == scalar.I64 && (e.From.IsSigned() || e.From.IsUnsigned() && e.From.Size() < 4) {
			return r.of(e.X)
		}
	case *imp.Prim:
		if e.Type == scalar.I64 {
			return r.prim(e)
		}
		return typeRange[imp.TypeOf(e)]
	}
	return interval{}
}

func (r *ranges) prim(e *imp.Prim) interval {
	if e.Fn == scalar.Select {
		return hull(r.of(e.Args[1]), r.of(e.Args[2]))
	}
	a := r.of(e.Args[0])
	if len(e.Args) != 2 {
		return interval{}
	}
	b := r.of(e.Args[1])
	if e.Fn == scalar.And && (a.ok && a.lo >= 0 || b.ok && b.lo >= 0) {
		return masked(a, b)
	}
	if e.Fn == scalar.Mod && b.ok && b.lo > 0 {
		return between(0, b.hi-1)
	}
	if !a.ok || !b.ok {
		return interval{}
	}
	switch e.Fn {
	case scalar.Add:
		return a.plus(b)
	case scalar.Sub:
		return a.plus(interval{-b.hi, -b.lo, b.lo != math.MinInt64})
	case scalar.Mul:
		return a.times(b)
	case scalar.MulSat:
		if a.lo >= 0 && b.lo >= 0 {
			return a.times(b)
		}
	case scalar.Min:
		return between(min(a.lo, b.lo), min(a.hi, b.hi))
	case scalar.Max:
		return between(max(a.lo, b.lo), max(a.hi, b.hi))
	case scalar.Quot, scalar.Div:
		if b.lo > 0 {
			return a.over(b, e.Fn == scalar.Div)
		}
	case scalar.Rem:
		if b.lo > 0 {
			return between(max(min(a.lo, 0), 1-b.hi), min(max(a.hi, 0), b.hi-1))
		}
	case scalar.Shr:
		if b.lo == b.hi && 0 <= b.lo && b.lo < 64 {
			return between(a.lo>>uint(b.lo), a.hi>>uint(b.lo))
		}
	}
	return interval{}
}

func hull(a, b interval) interval { return interval{min(a.lo, b.lo), max(a.hi, b.hi), a.ok && b.ok} }

// masked is the range of a & b, of which one is not negative.
func masked(a, b interval) interval {
	switch {
	case !a.ok || a.lo < 0:
		return between(0, b.hi)
	case !b.ok || b.lo < 0:
		return between(0, a.hi)
	}
	return between(0, min(a.hi, b.hi))
}

func (a interval) plus(b interval) interval {
	lo, hi := a.lo+b.lo, a.hi+b.hi
	wraps := (lo < a.lo) != (b.lo < 0) || (hi < a.hi) != (b.hi < 0)
	return interval{lo, hi, b.ok && !wraps}
}

func (a interval) times(b interval) interval {
	out := interval{math.MaxInt64, math.MinInt64, true}
	for _, x := range []int64{a.lo, a.hi} {
		for _, y := range []int64{b.lo, b.hi} {
			if wide, _ := bits.Mul64(magnitude(x), magnitude(y)); wide != 0 || magnitude(x)*magnitude(y) > math.MaxInt64 {
				return interval{}
			}
			out.lo, out.hi = min(out.lo, x*y), max(out.hi, x*y)
		}
	}
	return out
}

// over is the range of quotients by what is positive, towards zero or down.
func (a interval) over(b interval, down bool) interval {
	out := interval{min(a.lo/b.lo, a.lo/b.hi), max(a.hi/b.lo, a.hi/b.hi), true}
	if down && a.lo < 0 {
		out.lo--
	}
	return out
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}
