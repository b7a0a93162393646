package specialise

import (
	"strconv"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// value is what an expression was lowered to: the leaves of a shape, in order.
type value struct {
	shape shape
	atoms []ir.Atom
}

// shape is scalarShape, *arrayShape, *recordShape, *closureShape or *typeShape.
type shape interface{ isShape() }

type (
	scalarShape struct{ elem scalar.Type }

	arrayShape struct {
		dim  ir.Atom // an i64
		elem shape
	}

	recordShape struct{ fields []field }

	// closureShape is a function that lacks arguments. Its leaves are those of
	// what it captures, then those of the arguments that it was applied to.
	closureShape struct {
		code     *code
		captures []capture
		args     []shape
	}

	// typeShape has no leaves. Its sizes are those of a type that code needs to
	// know: what a type parameter stands for.
	typeShape struct{ of shape }
)

type field struct {
	name  string
	shape shape
}

func (scalarShape) isShape()   {}
func (*arrayShape) isShape()   {}
func (*recordShape) isShape()  {}
func (*closureShape) isShape() {}
func (*typeShape) isShape()    {}

func scalarValue(t scalar.Type, a ir.Atom) value {
	return value{scalarShape{t}, []ir.Atom{a}}
}

func arrayOf(dim ir.Atom, elem shape) *arrayShape { return &arrayShape{dim, elem} }

// tuple makes a record of the fields "0", "1", ….
func tuple(vs ...value) value {
	fields := make([]field, len(vs))
	var atoms []ir.Atom
	for i, v := range vs {
		fields[i] = field{strconv.Itoa(i), v.shape}
		atoms = append(atoms, v.atoms...)
	}
	return value{&recordShape{fields}, atoms}
}

// atom is the only leaf of v.
func (v value) atom() ir.Atom { return v.atoms[0] }

// elem is the type of a scalar.
func (v value) elem() scalar.Type { return v.shape.(scalarShape).elem }

// dim is the size of an array's outer dimension.
func (v value) dim() ir.Atom { return v.shape.(*arrayShape).dim }

// fields takes a record apart.
func (v value) fields() []value {
	r := v.shape.(*recordShape)
	shapes := make([]shape, len(r.fields))
	for i, f := range r.fields {
		shapes[i] = f.shape
	}
	return split(shapes, v.atoms)
}

// field is a record's field of that name.
func (v value) field(name string) (value, bool) {
	at := 0
	for _, f := range v.shape.(*recordShape).fields {
		n := leafCount(f.shape)
		if f.name == name {
			return value{f.shape, v.atoms[at : at+n]}, true
		}
		at += n
	}
	return value{}, false
}

// split deals atoms out to shapes.
func split(shapes []shape, atoms []ir.Atom) []value {
	out := make([]value, len(shapes))
	for i, s := range shapes {
		n := leafCount(s)
		out[i] = value{s, atoms[:n:n]}
		atoms = atoms[n:]
	}
	return out
}

// join is the inverse of split.
func join(vs []value) (shapes []shape, atoms []ir.Atom) {
	for _, v := range vs {
		shapes = append(shapes, v.shape)
		atoms = append(atoms, v.atoms...)
	}
	return shapes, atoms
}

// leafCount is the number of leaves.
func leafCount(s shape) int {
	n := 0
	switch s := s.(type) {
	case scalarShape:
		n = 1
	case *arrayShape:
		n = leafCount(s.elem)
	case *recordShape:
		for _, fd := range s.fields {
			n += leafCount(fd.shape)
		}
	case *closureShape:
		for _, c := range s.captures {
			n += leafCount(c.shape)
		}
		for _, a := range s.args {
			n += leafCount(a)
		}
	}
	return n
}

// leaves are the types of a shape's leaves.
func leaves(s shape) []ir.Type {
	var out []ir.Type
	eachLeaf(s, func(t ir.Type) { out = append(out, t) })
	return out
}

func eachLeaf(s shape, f func(ir.Type)) { leavesUnder(nil, s, f) }

func leavesUnder(outer []ir.Atom, s shape, f func(ir.Type)) {
	switch s := s.(type) {
	case scalarShape:
		f(ir.ScalarOf(s.elem).Under(outer...))
	case *arrayShape:
		leavesUnder(append(outer[:len(outer):len(outer)], s.dim), s.elem, f)
	case *recordShape:
		for _, fd := range s.fields {
			leavesUnder(outer, fd.shape, f)
		}
	case *closureShape:
		for _, c := range s.captures {
			leavesUnder(outer, c.shape, f)
		}
		for _, a := range s.args {
			leavesUnder(outer, a, f)
		}
	}
}

// eachDim calls f for every size in s, outermost first.
func eachDim(s shape, f func(ir.Atom)) {
	mapDims(s, func(d ir.Atom) ir.Atom { f(d); return d })
}

// mapDims is s with f applied to every size, outermost first.
func mapDims(s shape, f func(ir.Atom) ir.Atom) shape {
	switch s := s.(type) {
	case *arrayShape:
		dim := f(s.dim)
		return &arrayShape{dim, mapDims(s.elem, f)}
	case *recordShape:
		fields := make([]field, len(s.fields))
		for i, fd := range s.fields {
			fields[i] = field{fd.name, mapDims(fd.shape, f)}
		}
		return &recordShape{fields}
	case *closureShape:
		out := &closureShape{code: s.code}
		for _, c := range s.captures {
			out.captures = append(out.captures, capture{c.of, mapDims(c.shape, f)})
		}
		for _, a := range s.args {
			out.args = append(out.args, mapDims(a, f))
		}
		return out
	case *typeShape:
		return &typeShape{mapDims(s.of, f)}
	}
	return s
}

// dims are all sizes in s, in mapDims's order.
func dims(s shape) []ir.Atom {
	var out []ir.Atom
	eachDim(s, func(d ir.Atom) { out = append(out, d) })
	return out
}

// withDims is s with its sizes replaced, in mapDims's order.
func withDims(s shape, ds []ir.Atom) shape {
	i := -1
	return mapDims(s, func(ir.Atom) ir.Atom { i++; return ds[i] })
}

// peel is the shape of an element of an array of the given rank.
func peel(s shape, rank int) shape {
	for ; rank > 0; rank-- {
		s = s.(*arrayShape).elem
	}
	return s
}

// under is the shape of an array of s.
func under(outer []ir.Atom, s shape) shape {
	for i := len(outer) - 1; i >= 0; i-- {
		s = arrayOf(outer[i], s)
	}
	return s
}

// subst replaces atoms throughout v.
func (v value) subst(s map[ir.Atom]ir.Atom) value {
	get := func(a ir.Atom) ir.Atom {
		if b, ok := s[a]; ok {
			return b
		}
		return a
	}
	atoms := make([]ir.Atom, len(v.atoms))
	for i, a := range v.atoms {
		atoms[i] = get(a)
	}
	return value{mapDims(v.shape, get), atoms}
}

// arrayNames are the leaves of arrays.
func arrayNames(vs ...value) []name.Name {
	var out []name.Name
	for _, v := range vs {
		for _, a := range v.atoms {
			out = append(out, a.Name)
		}
	}
	return out
}
