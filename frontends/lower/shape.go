package lower

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Shape says how a value is built: it is a Scalar, *Array, *Record, *Sum, *Closure or *Type. Sizes
// are part of it.
type Shape interface{ isShape() }

type (
	// Scalar is the shape of a scalar.
	Scalar struct{ Elem scalar.Type }

	// Array is the shape of an array, whose rows have one shape. An array of records
	// is a record of arrays at its leaves.
	Array struct {
		Dim  ir.Atom // the outer size, an i64
		Elem Shape
	}

	// Record is the shape of a record; see RecordOf.
	Record struct {
		Fields []Field
		extent
	}

	// Closure is a function that lacks arguments. Its leaves are those of
	// what it captures, then those of the arguments that it was applied to.
	Closure struct {
		code     *Code
		captures []capture
		before   *Closure // what args were added to, unless they are all arguments
		args     []Shape
		given    int // the number of arguments
		extent
		id int // see Program.idOf; 0 before it was asked for
	}

	// Type has no leaves. Its sizes are those of a type that code needs to
	// know: what a type parameter stands for.
	Type struct{ Of Shape }
)

// Field is a field of a Record.
type Field struct {
	Name  string
	Shape Shape
}

// extent describes a shape of several parts.
type extent struct {
	count int  // of leaves
	sized bool // there are sizes in it
}

func (Scalar) isShape()   {}
func (*Array) isShape()   {}
func (*Record) isShape()  {}
func (*Closure) isShape() {}
func (*Type) isShape()    {}

// LeafCount is the number of leaves.
func LeafCount(s Shape) int {
	switch s := s.(type) {
	case Scalar:
		return 1
	case *Array:
		return LeafCount(s.Elem)
	case *Record:
		return s.count
	case *Sum:
		return s.count
	case *Closure:
		return s.count
	}
	return 0
}

// HasSizes reports whether there are sizes in s.
func HasSizes(s Shape) bool {
	switch s := s.(type) {
	case *Array:
		return true
	case *Record:
		return s.sized
	case *Sum:
		return s.sized
	case *Closure:
		return s.sized
	case *Type:
		return HasSizes(s.Of)
	}
	return false
}

// HasFunctions reports whether there are closures in s.
func HasFunctions(s Shape) bool {
	switch s := s.(type) {
	case *Closure:
		return true
	case *Record:
		return slices.ContainsFunc(s.Fields, func(f Field) bool { return HasFunctions(f.Shape) })
	case *Sum:
		return HasFunctions(s.Constructors)
	}
	return false
}

// include adds a part.
func (e *extent) include(s Shape) {
	e.count += LeafCount(s)
	e.sized = e.sized || HasSizes(s)
}

// RecordOf is the shape of records with the given fields, in that order.
func RecordOf(fields []Field) *Record {
	r := &Record{Fields: fields}
	for _, f := range fields {
		r.include(f.Shape)
	}
	return r
}

func closureOf(c *Code, captures []capture, args ...Shape) *Closure {
	s := &Closure{code: c, captures: captures, args: args, given: len(args)}
	for _, c := range captures {
		s.include(c.shape)
	}
	for _, a := range args {
		s.include(a)
	}
	return s
}

// applied is s with more arguments.
func (s *Closure) applied(args []Shape) *Closure {
	out := &Closure{code: s.code, captures: s.captures, before: s, args: args, given: s.given + len(args), extent: s.extent}
	for _, a := range args {
		out.include(a)
	}
	return out
}

// arguments are the shapes of all arguments.
func (s *Closure) arguments() []Shape {
	if s.before == nil {
		return s.args
	}
	out := make([]Shape, s.given)
	for ; s != nil; s = s.before {
		copy(out[s.given-len(s.args):], s.args)
	}
	return out
}

// Leaves are the types of a shape's leaves.
func Leaves(s Shape) []ir.Type {
	var out []ir.Type
	eachLeaf(s, func(t ir.Type) { out = append(out, t) })
	return out
}

func eachLeaf(s Shape, f func(ir.Type)) { leavesUnder(nil, s, f) }

func leavesUnder(outer []ir.Atom, s Shape, f func(ir.Type)) {
	switch s := s.(type) {
	case Scalar:
		f(ir.ScalarOf(s.Elem).Under(outer...))
	case *Array:
		leavesUnder(append(outer[:len(outer):len(outer)], s.Dim), s.Elem, f)
	case *Record:
		for _, fd := range s.Fields {
			leavesUnder(outer, fd.Shape, f)
		}
	case *Sum:
		for _, t := range s.leaves {
			f(t.Under(outer...))
		}
	case *Closure:
		for _, c := range s.captures {
			leavesUnder(outer, c.shape, f)
		}
		for _, a := range s.arguments() {
			leavesUnder(outer, a, f)
		}
	}
}

// EachDim calls f for every size in s, outermost first.
func EachDim(s Shape, f func(ir.Atom)) {
	MapDims(s, func(d ir.Atom) ir.Atom { f(d); return d })
}

// MapDims is s with f applied to every size, outermost first.
func MapDims(s Shape, f func(ir.Atom) ir.Atom) Shape {
	if !HasSizes(s) {
		return s
	}
	switch s := s.(type) {
	case *Array:
		dim := f(s.Dim)
		return &Array{dim, MapDims(s.Elem, f)}
	case *Record:
		fields := make([]Field, len(s.Fields))
		for i, fd := range s.Fields {
			fields[i] = Field{fd.Name, MapDims(fd.Shape, f)}
		}
		return &Record{fields, s.extent}
	case *Sum:
		return s.With(MapDims(s.Constructors, f).(*Record))
	case *Closure:
		out := &Closure{code: s.code, given: s.given, extent: s.extent}
		for _, c := range s.captures {
			out.captures = append(out.captures, capture{c.of, c.name, MapDims(c.shape, f)})
		}
		for _, a := range s.arguments() {
			out.args = append(out.args, MapDims(a, f))
		}
		return out
	case *Type:
		return &Type{MapDims(s.Of, f)}
	}
	return s
}

// Dims are all sizes in s, in MapDims's order.
func Dims(s Shape) []ir.Atom {
	var out []ir.Atom
	EachDim(s, func(d ir.Atom) { out = append(out, d) })
	return out
}

// withDims is s with its sizes replaced, in MapDims's order.
func withDims(s Shape, ds []ir.Atom) Shape {
	i := -1
	return MapDims(s, func(ir.Atom) ir.Atom { i++; return ds[i] })
}

// Peel is the shape of an element of an array of the given rank.
func Peel(s Shape, rank int) Shape {
	for ; rank > 0; rank-- {
		s = s.(*Array).Elem
	}
	return s
}

// Under is the shape of an array of s.
func Under(outer []ir.Atom, s Shape) Shape {
	for i := len(outer) - 1; i >= 0; i-- {
		s = ArrayOf(outer[i], s)
	}
	return s
}
