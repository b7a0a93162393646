// Package types checks TAIL programs: base types, ranks, and where they are known the lengths
// of vectors and the values of scalars.
//
// Types are those of the paper, section 3.1.1, with its subtyping: a vector of known length is
// an array of rank 1, a scalar of known value a scalar, a vector of one known element a vector
// of length 1. The type of an expression is found bottom-up; arguments of an operation that are
// functions come last, when the types of the other arguments have fixed theirs.
package types

import (
	"slices"
	"strconv"
	"strings"
)

// Base is a base type: Int, Double, Bool or a *BaseVar.
type Base interface{ String() string }

// Named is a base type that has a name.
type Named string

// The base types.
const (
	Int    Named = "int"
	Double Named = "double"
	Bool   Named = "bool"
)

func (n Named) String() string { return string(n) }

// BaseVar is a variable for a base type. A rigid one is a type of its own; another one is found
// by unification.
type BaseVar struct {
	Name  string
	Rigid bool
	is    Base // once it is found
}

func (v *BaseVar) String() string {
	if b := pruned(v); b != Base(v) {
		return b.String()
	}
	return v.Name
}

// pruned is b with what its variables were found to be.
func pruned(b Base) Base {
	for {
		v, ok := b.(*BaseVar)
		if !ok || v.is == nil {
			return b
		}
		b = v.is
	}
}

// Shape is a shape type: the sum of an integer and of variables.
type Shape struct {
	Const int64
	Vars  []*ShapeVar // may repeat
}

// ShapeVar is a variable for a shape type.
type ShapeVar struct {
	Name  string
	Rigid bool
	is    *Shape // once it is found
}

// Known is the shape type of a number.
func Known(n int64) Shape { return Shape{Const: n} }

// Number returns the value of s if it has no variables.
func (s Shape) Number() (int64, bool) {
	s = s.pruned()
	return s.Const, len(s.Vars) == 0
}

// Plus is s + t.
func (s Shape) Plus(t Shape) Shape {
	return Shape{s.Const + t.Const, append(slices.Clone(s.Vars), t.Vars...)}
}

func (s Shape) pruned() Shape {
	out := Shape{Const: s.Const}
	for _, v := range s.Vars {
		if v.is == nil {
			out.Vars = append(out.Vars, v)
			continue
		}
		out = out.Plus(v.is.pruned())
	}
	return out
}

func (s Shape) String() string {
	s = s.pruned()
	var parts []string
	if s.Const != 0 || len(s.Vars) == 0 {
		parts = append(parts, strings.Replace(strconv.FormatInt(s.Const, 10), "-", "~", 1))
	}
	for _, v := range s.Vars {
		parts = append(parts, v.Name)
	}
	return strings.Join(parts, "+")
}

// Type is an Array, Vector, Single, SingleVec or *Func.
type Type interface{ String() string }

type (
	// Array is an array of a known rank: [κ]ρ.
	Array struct {
		Base Base
		Rank Shape
	}
	// Vector is a vector of a known length: <κ>ρ.
	Vector struct {
		Base   Base
		Length Shape
	}
	// Single is the scalar of a known value: S(κ,ρ).
	Single struct {
		Base  Base
		Value Shape
	}
	// SingleVec is the vector of one known element: SV(κ,ρ).
	SingleVec struct {
		Base  Base
		Value Shape
	}
	// Func is a function.
	Func struct{ From, To Type }
)

func (t Array) String() string     { return "[" + t.Base.String() + "]" + t.Rank.String() }
func (t Vector) String() string    { return "<" + t.Base.String() + ">" + t.Length.String() }
func (t Single) String() string    { return "S(" + t.Base.String() + "," + t.Value.String() + ")" }
func (t SingleVec) String() string { return "SV(" + t.Base.String() + "," + t.Value.String() + ")" }
func (t *Func) String() string {
	from := t.From.String()
	if _, ok := t.From.(*Func); ok {
		from = "(" + from + ")"
	}
	return from + " -> " + t.To.String()
}

// Scalar is the type of scalars of a base type.
func Scalar(b Base) Type { return Array{b, Known(0)} }

// Of returns the base type and the rank of a type that is no function's.
func Of(t Type) (b Base, rank Shape, ok bool) {
	switch t := Widened(t).(type) {
	case Array:
		return pruned(t.Base), t.Rank.pruned(), true
	}
	return nil, Shape{}, false
}

// Widened is the least array type that t is a subtype of; of a function's type, t.
func Widened(t Type) Type {
	switch t := t.(type) {
	case Vector:
		return Array{t.Base, Known(1)}
	case Single:
		return Array{t.Base, Known(0)}
	case SingleVec:
		return Array{t.Base, Known(1)}
	}
	return t
}
