package lower

import (
	"math"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Sum is the shape of a value that is made by one of several constructors; see SumOf. Its leaves
// are a tag, which is the number of the constructor, and slots for the payloads: scalars of one
// type share slots, arrays have slots of their own, since their sizes may differ. So the slots do
// not depend on sizes. A slot that the constructor does not use holds zeros.
type Sum struct {
	// Constructors has a field for each constructor, a record of its payload.
	Constructors *Record

	leaves []ir.Type
	maker  int     // the number of the constructor that made all values of this shape, counted from 1, or 0
	slots  [][]int // of each constructor, for the leaves of its payload: which of the leaves
	extent
}

func (*Sum) isShape() {}

// SumOf is the shape of sums whose constructors and payloads are the fields of a record.
func SumOf(constructors *Record) *Sum {
	s := &Sum{Constructors: constructors, slots: make([][]int, len(constructors.Fields))}
	s.leaves = []ir.Type{ir.ScalarOf(tagType(len(constructors.Fields)))}
	shared := map[scalar.Type][]int{}
	for i, c := range constructors.Fields {
		used := map[scalar.Type]int{}
		eachLeaf(c.Shape, func(t ir.Type) {
			next := len(s.leaves)
			if t.IsScalar() {
				n := used[t.Elem]
				used[t.Elem]++
				if n == len(shared[t.Elem]) {
					shared[t.Elem] = append(shared[t.Elem], next)
				}
				next = shared[t.Elem][n]
			}
			if next == len(s.leaves) {
				s.leaves = append(s.leaves, t)
			}
			s.slots[i] = append(s.slots[i], next)
		})
	}
	s.count, s.sized = len(s.leaves), constructors.sized
	return s
}

// MadeBy is the shape of values of s that the constructor of that number has made. It is known of sums
// with functions in them, of which no branch may choose one.
func (s *Sum) MadeBy(number int) *Sum {
	out := *s
	out.maker = number + 1
	return &out
}

// With is s with other constructors.
func (s *Sum) With(constructors *Record) *Sum {
	out := SumOf(constructors)
	out.maker = s.maker
	return out
}

// tagType is the type of the tag of a sum of n constructors.
func tagType(n int) scalar.Type {
	if n > math.MaxUint8+1 {
		return scalar.U32
	}
	return scalar.U8
}

// Construct is the value of a sum that a constructor, by its number, makes of a payload, a record.
// The sizes of the other payloads are those of s.
func (b *Builder) Construct(s *Sum, number int, payload Value) Value {
	if HasSizes(payload.Shape) || HasFunctions(payload.Shape) { // else it is what s says
		fields := append([]Field(nil), s.Constructors.Fields...)
		fields[number].Shape = payload.Shape
		s = s.With(RecordOf(fields))
	}
	out := Value{Shape: s, flat: make([]ir.Atom, len(s.leaves))}
	out.flat[0] = s.tag(number)
	for i, slot := range s.slots[number] {
		out.flat[slot] = payload.Atoms()[i]
	}
	for i, t := range s.leaves {
		if out.flat[i] != (ir.Atom{}) {
			continue
		}
		out.flat[i] = b.zero(t)
	}
	return out
}

// tag is the constant that stands for a constructor.
func (s *Sum) tag(number int) ir.Atom {
	return ir.Const(scalar.Value{Type: s.leaves[0].Elem, Bits: uint64(number)})
}

// Is is whether a constructor, by its number, has made v.
func (b *Builder) Is(v Value, number int) ir.Atom {
	s := v.Shape.(*Sum)
	switch {
	case len(s.slots) == 1:
		return yes
	case s.maker > 0:
		return ir.Const(scalar.FromBool(s.maker == number+1))
	}
	return b.Prim("is", scalar.Eq, s.leaves[0].Elem, v.Atoms()[0], s.tag(number))
}

// Payload is the payload of v, if the constructor of that number has made it.
func (v Value) Payload(number int) Value {
	s := v.Shape.(*Sum)
	out := Value{Shape: s.Constructors.Fields[number].Shape, flat: make([]ir.Atom, len(s.slots[number]))}
	for i, slot := range s.slots[number] {
		out.flat[i] = v.Atoms()[slot]
	}
	return out
}

// equalSums is whether one constructor has made two values, of equal payloads.
func (b *Builder) equalSums(s *Sum, x, y Value) ir.Atom {
	same := b.Prim("eq", scalar.Eq, s.leaves[0].Elem, x.Atoms()[0], y.Atoms()[0])
	for i, slots := range s.slots {
		if len(slots) == 0 {
			continue
		}
		equal := b.If(b.Is(x, i),
			func() Value { return ScalarValue(scalar.Bool, b.Equal(x.Payload(i), y.Payload(i))) },
			func() Value { return ScalarValue(scalar.Bool, yes) })
		same = b.Bool("eq", scalar.And, same, equal.Atom())
	}
	return same
}

// CheckTags asserts that the tags in v, which comes from outside, are those of constructors.
func (b *Builder) CheckTags(v Value, name string) {
	if hasSums(v.Shape) {
		b.Assert(b.tagsFit(v), "argument ", name, " has a tag that stands for no constructor")
	}
}

func (b *Builder) tagsFit(v Value) ir.Atom {
	fit := yes
	switch s := v.Shape.(type) {
	case *Record:
		for _, f := range v.Fields() {
			if hasSums(f.Shape) {
				fit = b.Bool("ok", scalar.And, fit, b.tagsFit(f))
			}
		}
	case *Sum:
		fit = b.Prim("ok", scalar.Le, s.leaves[0].Elem, v.Atoms()[0], s.tag(len(s.slots)-1))
		for i, c := range s.Constructors.Fields {
			if hasSums(c.Shape) {
				inner := b.If(b.Is(v, i),
					func() Value { return ScalarValue(scalar.Bool, b.tagsFit(v.Payload(i))) },
					func() Value { return ScalarValue(scalar.Bool, yes) })
				fit = b.Bool("ok", scalar.And, fit, inner.Atom())
			}
		}
	case *Array:
		return b.allTrue(b.Map(s.Dim, []Value{v}, func(rows []Value) Value {
			return ScalarValue(scalar.Bool, b.tagsFit(rows[0]))
		}))
	}
	return fit
}

func hasSums(s Shape) bool { return hasSum(s, func(*Sum) bool { return true }) }

// hasChoice reports whether there is a sum of several constructors in s.
func hasChoice(s Shape) bool { return hasSum(s, func(s *Sum) bool { return len(s.slots) > 1 }) }

// hasSum reports whether there is a sum in s for which is.
func hasSum(s Shape, is func(*Sum) bool) bool {
	switch s := s.(type) {
	case *Array:
		return hasSum(s.Elem, is)
	case *Record:
		for _, f := range s.Fields {
			if hasSum(f.Shape, is) {
				return true
			}
		}
	case *Sum:
		return is(s) || hasSum(s.Constructors, is)
	}
	return false
}
