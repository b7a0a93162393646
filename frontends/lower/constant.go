package lower

import (
	"errors"
	"strconv"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Constant is a scalar that is known.
func Constant(v scalar.Value) Value { return ScalarValue(v.Type, ir.Const(v)) }

// FloatConstant is the float of type t that is closest to what text says in decimal or
// hexadecimal notation.
func FloatConstant(t scalar.Type, text string) (Value, error) {
	bits := 64
	if t == scalar.F32 {
		bits = 32
	}
	x, err := strconv.ParseFloat(text, bits)
	if err != nil && !errors.Is(err, strconv.ErrRange) { // rounded to an infinity
		return Value{}, err
	}
	return Constant(scalar.Float(t, x)), nil
}

// Text is an array of the bytes of s.
func (b *Builder) Text(s string) Value {
	elems := make([]ir.Atom, len(s))
	for i := range elems {
		elems[i] = ir.Const(scalar.Int(scalar.U8, int64(s[i])))
	}
	shape := ArrayOf(ir.Size(int64(len(elems))), Scalar{scalar.U8})
	return b.lets("text", shape, &ir.Literal{Row: ir.ScalarOf(scalar.U8), Elems: elems})
}

// ArrayLiteral is an array of one element or more, which have one shape.
func (b *Builder) ArrayLiteral(elems ...Value) Value {
	row := elems[0].Shape
	for i := range elems {
		elems[i] = b.Resize(elems[i], row)
	}
	s := ArrayOf(ir.Size(int64(len(elems))), row)
	v := Value{Shape: s}
	for i, t := range Leaves(row) {
		parts := make([]ir.Atom, len(elems))
		for j, el := range elems {
			parts[j] = el.Atoms()[i]
		}
		v.flat = append(v.flat, b.let("lit", t.Under(s.Dim), &ir.Literal{Row: t, Elems: parts}))
	}
	return v
}

// EmptyArray is an array of shape s, an array's, without elements.
func (b *Builder) EmptyArray(s Shape) Value {
	v := Value{Shape: s}
	for _, t := range Leaves(s) {
		v.flat = append(v.flat, b.let("empty", t, &ir.Literal{Row: t.Peel(1)}))
	}
	return v
}

// Zeros is a value of shape s whose leaves are zeros.
func (b *Builder) Zeros(s Shape) Value {
	v := Value{Shape: s}
	for _, t := range Leaves(s) {
		v.flat = append(v.flat, b.zero(t))
	}
	return v
}

// zero is a scalar or an array of type t, of zeros.
func (b *Builder) zero(t ir.Type) ir.Atom {
	z := ir.Const(scalar.Zero(t.Elem))
	if t.IsArray() {
		return b.let("zeros", t, &ir.Replicate{Shape: t.Dims, Value: z})
	}
	return z
}

// Hole ends the program with a message, also where assertions are left out, and stands for
// a value of shape s, which nobody sees.
func (b *Builder) Hole(s Shape, message string) Value {
	b.scope.Assert(no, []source.Pos{b.scope.Pos}, ir.Text(message))
	v := Value{Shape: s}
	for _, t := range Leaves(s) {
		if t.IsArray() {
			v.flat = append(v.flat, b.let("hole", t, &ir.Scratch{Elem: t.Elem, Shape: t.Dims}))
		} else {
			v.flat = append(v.flat, ir.Const(scalar.Value{Type: t.Elem}))
		}
	}
	return v
}
