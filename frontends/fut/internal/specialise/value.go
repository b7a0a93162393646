package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// value is what an expression was lowered to: the leaves of a shape, in order. Those of
// a large one are the leaves of its parts, one after the other, so that making a value
// of others copies few.
type value struct {
	shape shape
	flat  []ir.Atom
	parts *pieces // in place of flat, unless nil
}

// shape is scalarShape, *arrayShape, *recordShape, *closureShape or *typeShape.
type shape interface{ isShape() }

type (
	scalarShape struct{ elem scalar.Type }

	arrayShape struct {
		dim  ir.Atom // an i64
		elem shape
	}

	recordShape struct {
		fields []field
		extent
	}

	// closureShape is a function that lacks arguments. Its leaves are those of
	// what it captures, then those of the arguments that it was applied to.
	closureShape struct {
		code     *code
		captures []capture
		before   *closureShape // what args were added to, unless they are all arguments
		args     []shape
		given    int // the number of arguments
		extent
		id int // see program.idOf; 0 before it was asked for
	}

	// typeShape has no leaves. Its sizes are those of a type that code needs to
	// know: what a type parameter stands for.
	typeShape struct{ of shape }
)

type field struct {
	name  string
	shape shape
}

// extent is what is known of a shape of several parts.
type extent struct {
	count int  // of leaves
	sized bool // there are sizes in it
}

func (scalarShape) isShape()   {}
func (*arrayShape) isShape()   {}
func (*recordShape) isShape()  {}
func (*closureShape) isShape() {}
func (*typeShape) isShape()    {}

// leafCount is the number of leaves.
func leafCount(s shape) int {
	switch s := s.(type) {
	case scalarShape:
		return 1
	case *arrayShape:
		return leafCount(s.elem)
	case *recordShape:
		return s.count
	case *closureShape:
		return s.count
	}
	return 0
}

// hasSizes reports whether there are sizes in s.
func hasSizes(s shape) bool {
	switch s := s.(type) {
	case *arrayShape:
		return true
	case *recordShape:
		return s.sized
	case *closureShape:
		return s.sized
	case *typeShape:
		return hasSizes(s.of)
	}
	return false
}

// include adds a part.
func (e *extent) include(s shape) {
	e.count += leafCount(s)
	e.sized = e.sized || hasSizes(s)
}

func newRecord(fields []field) *recordShape {
	r := &recordShape{fields: fields}
	for _, f := range fields {
		r.include(f.shape)
	}
	return r
}

func newClosure(c *code, captures []capture, args ...shape) *closureShape {
	s := &closureShape{code: c, captures: captures, args: args, given: len(args)}
	for _, c := range captures {
		s.include(c.shape)
	}
	for _, a := range args {
		s.include(a)
	}
	return s
}

// applied is s with more arguments.
func (s *closureShape) applied(args []shape) *closureShape {
	out := &closureShape{code: s.code, captures: s.captures, before: s, args: args, given: s.given + len(args), extent: s.extent}
	for _, a := range args {
		out.include(a)
	}
	return out
}

// arguments are the shapes of all arguments.
func (s *closureShape) arguments() []shape {
	if s.before == nil {
		return s.args
	}
	out := make([]shape, s.given)
	for ; s != nil; s = s.before {
		copy(out[s.given-len(s.args):], s.args)
	}
	return out
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
		for _, a := range s.arguments() {
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
	if !hasSizes(s) {
		return s
	}
	switch s := s.(type) {
	case *arrayShape:
		dim := f(s.dim)
		return &arrayShape{dim, mapDims(s.elem, f)}
	case *recordShape:
		fields := make([]field, len(s.fields))
		for i, fd := range s.fields {
			fields[i] = field{fd.name, mapDims(fd.shape, f)}
		}
		return &recordShape{fields, s.extent}
	case *closureShape:
		out := &closureShape{code: s.code, given: s.given, extent: s.extent}
		for _, c := range s.captures {
			out.captures = append(out.captures, capture{c.of, mapDims(c.shape, f)})
		}
		for _, a := range s.arguments() {
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
