package interval

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"math"
)

// mostThreads is beyond the number of threads of any machine.
const mostThreads = 1 << 20

// Scope is what is known of the variables and of the ids in expressions, and of the
// elements of blocks. Of a variable that it lacks, its type's range is known.
type Scope struct {
	Vars  map[name.Name]Interval
	IDs   map[imp.IDKind]Interval
	Elems map[name.Name]Interval
}

// Count notes that an index counts from 0 to below bound.
func (s Scope) Count(index name.Name, bound imp.Expr) {
	s.Vars[index] = Between(0, max(s.Of(bound).Hi, 1)-1)
}

// Of is the range of an expression of type i64, or of one of another integer type as
// it would be converted to i64.
func (s Scope) Of(e imp.Expr) Interval {
	if imp.LanesOf(e) > 0 {
		return OfType(imp.TypeOf(e))
	}
	switch e := e.(type) {
	case *imp.Const:
		if t := e.Value.Type; t == scalar.I64 || t.IsInt() && t.Size() < 8 {
			return Between(e.Value.Int(), e.Value.Int())
		}
	case *imp.Var:
		if known, ok := s.Vars[e.Name]; ok {
			return known
		}
		return OfType(e.Type)
	case *imp.Load:
		if known, ok := s.Elems[e.Block]; ok {
			return known
		}
		return OfType(e.Elem)
	case *imp.ID:
		if known, ok := s.IDs[e.Kind]; ok {
			return known
		}
		if e.Kind == imp.NumThreads {
			return Between(1, mostThreads)
		}
		if e.Kind == imp.Repeats {
			return Between(0, 1)
		}
		if e.Kind == imp.Threshold {
			return Between(0, math.MaxInt64)
		}
	case *imp.Convert:
		if e.To == scalar.I64 {
			return s.Of(e.X)
		}
		return OfType(e.To)
	case *imp.Lane:
		return OfType(imp.TypeOf(e))
	case *imp.At:
		return s.Of(e.Sum())
	case *imp.Prim:
		if e.Type == scalar.I64 {
			return s.ofPrim(e)
		}
		return s.ofNarrow(e)
	}
	return All
}

// ofNarrow is the range of an operation on a type of fewer bits: that on i64s, if it cannot
// leave the type.
func (s Scope) ofNarrow(e *imp.Prim) Interval {
	all := OfType(imp.TypeOf(e))
	if !e.Type.IsInt() || all == All || e.Fn == scalar.Shr { // amounts of shifts count modulo the width
		return all
	}
	if in := s.ofPrim(e); all.Has(in.Lo) && all.Has(in.Hi) {
		return in
	}
	return all
}

// binary has the operators of two i64s of which something can be said.
var binary = map[scalar.Op]func(a, b Interval) Interval{
	scalar.Add:    plus,
	scalar.Sub:    minus,
	scalar.Mul:    times,
	scalar.MulSat: saturated,
	scalar.Min:    least,
	scalar.Max:    most,
	scalar.Quot:   quotient,
	scalar.Rem:    remainder,
	scalar.Div:    floored,
	scalar.Mod:    modulus,
	scalar.And:    masked,
	scalar.Or:     Bitwise,
	scalar.Xor:    Bitwise,
	scalar.Shr:    shifted,
}

func (s Scope) ofPrim(e *imp.Prim) Interval {
	if e.Fn == scalar.Select {
		return Hull(s.Of(e.Args[1]), s.Of(e.Args[2]))
	}
	if f := binary[e.Fn]; f != nil {
		return f(s.Of(e.Args[0]), s.Of(e.Args[1]))
	}
	return OfType(e.Fn.ResultType(e.Type))
}

// Apply is the range of an operator of two i64s: All where nothing can be said.
func Apply(fn scalar.Op, a, b Interval) Interval {
	if f := binary[fn]; f != nil {
		return f(a, b)
	}
	return All
}
