package specialise

import (
	"slices"
	"strconv"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// pieces are values whose leaves follow each other: the fields of a record; what a
// closure captures and its arguments; a closure and further arguments.
type pieces struct {
	of  []value
	all []ir.Atom // their leaves, once they were asked for
}

// fewLeaves is how many leaves at most a value made of others copies.
const fewLeaves = 16

// joined is a value made of others, whose leaves follow each other.
func joined(s shape, vs []value) value {
	v := value{shape: s, parts: &pieces{of: vs}}
	if leafCount(s) <= fewLeaves {
		return value{shape: s, flat: v.atoms()}
	}
	return v
}

// atoms are the leaves of v.
func (v value) atoms() []ir.Atom {
	if v.parts == nil {
		return v.flat
	}
	if v.parts.all == nil {
		v.parts.all = v.collect(make([]ir.Atom, 0, leafCount(v.shape)))
	}
	return v.parts.all
}

func (v value) collect(all []ir.Atom) []ir.Atom {
	if v.parts == nil || v.parts.all != nil {
		return append(all, v.atoms()...)
	}
	for _, part := range v.parts.of {
		all = part.collect(all)
	}
	return all
}

func scalarValue(t scalar.Type, a ir.Atom) value {
	return value{shape: scalarShape{t}, flat: []ir.Atom{a}}
}

func arrayOf(dim ir.Atom, elem shape) *arrayShape { return &arrayShape{dim, elem} }

// tuple makes a record of the fields "0", "1", ….
func tuple(vs ...value) value {
	fields := make([]field, len(vs))
	for i, v := range vs {
		fields[i] = field{strconv.Itoa(i), v.shape}
	}
	return joined(newRecord(fields), vs)
}

// atom is the only leaf of v.
func (v value) atom() ir.Atom { return v.atoms()[0] }

// elem is the type of a scalar.
func (v value) elem() scalar.Type { return v.shape.(scalarShape).elem }

// dim is the size of an array's outer dimension.
func (v value) dim() ir.Atom { return v.shape.(*arrayShape).dim }

// fields takes a record apart.
func (v value) fields() []value {
	if v.parts != nil {
		return slices.Clone(v.parts.of)
	}
	r := v.shape.(*recordShape)
	shapes := make([]shape, len(r.fields))
	for i, f := range r.fields {
		shapes[i] = f.shape
	}
	return split(shapes, v.flat)
}

// field is a record's field of that name.
func (v value) field(name string) (value, bool) {
	at := 0
	for i, f := range v.shape.(*recordShape).fields {
		n := leafCount(f.shape)
		switch {
		case f.name != name:
			at += n
		case v.parts != nil:
			return v.parts.of[i], true
		default:
			return value{shape: f.shape, flat: v.flat[at : at+n]}, true
		}
	}
	return value{}, false
}

// closureParts are what a closure captures, and then its arguments.
func (v value) closureParts() []value {
	s := v.shape.(*closureShape)
	out := make([]value, len(s.captures)+s.given)
	for v.parts != nil && s.before != nil {
		copy(out[len(s.captures)+s.before.given:], v.parts.of[1:])
		v, s = v.parts.of[0], s.before
	}
	if v.parts != nil {
		copy(out, v.parts.of)
		return out
	}
	shapes := make([]shape, 0, len(s.captures)+s.given)
	for _, c := range s.captures {
		shapes = append(shapes, c.shape)
	}
	copy(out, split(append(shapes, s.arguments()...), v.flat))
	return out
}

// split deals atoms out to shapes.
func split(shapes []shape, atoms []ir.Atom) []value {
	out := make([]value, len(shapes))
	for i, s := range shapes {
		n := leafCount(s)
		out[i] = value{shape: s, flat: atoms[:n:n]}
		atoms = atoms[n:]
	}
	return out
}

// subst replaces atoms throughout v.
func (v value) subst(s map[ir.Atom]ir.Atom) value {
	get := func(a ir.Atom) ir.Atom {
		if b, ok := s[a]; ok {
			return b
		}
		return a
	}
	atoms := make([]ir.Atom, leafCount(v.shape))
	for i, a := range v.atoms() {
		atoms[i] = get(a)
	}
	return value{shape: mapDims(v.shape, get), flat: atoms}
}

// arrayNames are the leaves of arrays.
func arrayNames(vs ...value) []name.Name {
	var out []name.Name
	for _, v := range vs {
		for _, a := range v.atoms() {
			out = append(out, a.Name)
		}
	}
	return out
}
