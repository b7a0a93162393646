package lower

import (
	"slices"
	"strconv"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Value is what an expression was lowered to: the leaves of a shape, in order. Those of
// a large one are the leaves of its parts, one after the other, so that making a value
// of others copies few.
type Value struct {
	Shape Shape
	flat  []ir.Atom
	parts *pieces // in place of flat, unless nil
}

// pieces are values whose leaves follow each other: the fields of a record; what a
// closure captures and its arguments; a closure and further arguments.
type pieces struct {
	of  []Value
	all []ir.Atom // their leaves, once they were asked for
}

// fewLeaves is how many leaves at most a value made of others copies.
const fewLeaves = 16

// joined is a value made of others, whose leaves follow each other.
func joined(s Shape, vs []Value) Value {
	v := Value{Shape: s, parts: &pieces{of: vs}}
	if LeafCount(s) <= fewLeaves {
		return Value{Shape: s, flat: v.Atoms()}
	}
	return v
}

// Atoms are the leaves of v.
func (v Value) Atoms() []ir.Atom {
	if v.parts == nil {
		return v.flat
	}
	if v.parts.all == nil {
		v.parts.all = v.collect(make([]ir.Atom, 0, LeafCount(v.Shape)))
	}
	return v.parts.all
}

func (v Value) collect(all []ir.Atom) []ir.Atom {
	if v.parts == nil || v.parts.all != nil {
		return append(all, v.Atoms()...)
	}
	for _, part := range v.parts.of {
		all = part.collect(all)
	}
	return all
}

// ScalarValue is the scalar a, of type t.
func ScalarValue(t scalar.Type, a ir.Atom) Value {
	return Value{Shape: Scalar{t}, flat: []ir.Atom{a}}
}

// ArrayOf is the shape of arrays of dim rows.
func ArrayOf(dim ir.Atom, elem Shape) *Array { return &Array{dim, elem} }

// NewRecord makes a record of parts with the given names, which are in order.
func NewRecord(names []string, parts []Value) Value {
	fields := make([]Field, len(parts))
	for i, v := range parts {
		fields[i] = Field{names[i], v.Shape}
	}
	return joined(RecordOf(fields), parts)
}

// WithField replaces the field that a path of names leads to.
func (v Value) WithField(path []string, part Value) Value {
	if len(path) == 0 {
		return part
	}
	r := v.Shape.(*Record)
	fields, parts := slices.Clone(r.Fields), v.Fields()
	for i, f := range fields {
		if f.Name == path[0] {
			parts[i] = parts[i].WithField(path[1:], part)
			fields[i].Shape = parts[i].Shape
		}
	}
	return joined(RecordOf(fields), parts)
}

// TypeOnly is a value without leaves, for closures that need to know a type.
func TypeOnly(s Shape) Value { return Value{Shape: &Type{s}} }

// Tuple makes a record of the fields "0", "1", ….
func Tuple(vs ...Value) Value {
	fields := make([]Field, len(vs))
	for i, v := range vs {
		fields[i] = Field{strconv.Itoa(i), v.Shape}
	}
	return joined(RecordOf(fields), vs)
}

// Atom is the only leaf of v.
func (v Value) Atom() ir.Atom { return v.Atoms()[0] }

// Elem is the type of a scalar.
func (v Value) Elem() scalar.Type { return v.Shape.(Scalar).Elem }

// Dim is the size of an array's outer dimension.
func (v Value) Dim() ir.Atom { return v.Shape.(*Array).Dim }

// Fields takes a record apart.
func (v Value) Fields() []Value {
	if v.parts != nil {
		return slices.Clone(v.parts.of)
	}
	r := v.Shape.(*Record)
	shapes := make([]Shape, len(r.Fields))
	for i, f := range r.Fields {
		shapes[i] = f.Shape
	}
	return split(shapes, v.flat)
}

// Field is a record's field of that name.
func (v Value) Field(name string) (Value, bool) {
	at := 0
	for i, f := range v.Shape.(*Record).Fields {
		n := LeafCount(f.Shape)
		switch {
		case f.Name != name:
			at += n
		case v.parts != nil:
			return v.parts.of[i], true
		default:
			return Value{Shape: f.Shape, flat: v.flat[at : at+n]}, true
		}
	}
	return Value{}, false
}

// closureParts are a closure's captured values, and then its arguments.
func (v Value) closureParts() []Value {
	s := v.Shape.(*Closure)
	out := make([]Value, len(s.captures)+s.given)
	for v.parts != nil && s.before != nil {
		copy(out[len(s.captures)+s.before.given:], v.parts.of[1:])
		v, s = v.parts.of[0], s.before
	}
	if v.parts != nil {
		copy(out, v.parts.of)
		return out
	}
	shapes := make([]Shape, 0, len(s.captures)+s.given)
	for _, c := range s.captures {
		shapes = append(shapes, c.shape)
	}
	copy(out, split(append(shapes, s.arguments()...), v.flat))
	return out
}

// split deals atoms out to shapes.
func split(shapes []Shape, atoms []ir.Atom) []Value {
	out := make([]Value, len(shapes))
	for i, s := range shapes {
		n := LeafCount(s)
		out[i] = Value{Shape: s, flat: atoms[:n:n]}
		atoms = atoms[n:]
	}
	return out
}

// subst replaces atoms throughout v.
func (v Value) subst(s map[ir.Atom]ir.Atom) Value {
	get := func(a ir.Atom) ir.Atom {
		if b, ok := s[a]; ok {
			return b
		}
		return a
	}
	atoms := make([]ir.Atom, LeafCount(v.Shape))
	for i, a := range v.Atoms() {
		atoms[i] = get(a)
	}
	return Value{Shape: MapDims(v.Shape, get), flat: atoms}
}

// arrayNames are the leaves of arrays.
func arrayNames(vs ...Value) []name.Name {
	var out []name.Name
	for _, v := range vs {
		for _, a := range v.Atoms() {
			out = append(out, a.Name)
		}
	}
	return out
}
