package embedded

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Argument is an argument of a call.
type Argument struct {
	value  value.Value
	err    error
	unused bool // a part that the value has not got
}

// Scalar is a scalar argument.
func Scalar[T Element](x T) Argument {
	return Argument{value: value.Value{Elem: elem[T](), Data: data([]T{x})}}
}

// Slice is an argument of one dimension. The call reads its elements.
func Slice[T Element](xs []T) Argument {
	return Argument{value: value.Value{Elem: elem[T](), Shape: []int64{int64(len(xs))}, Data: data(xs)}}
}

// Of is an argument of several dimensions. The call reads its elements.
func Of[T Element, S Shape](a Array[T, S]) Argument {
	switch n, err := count(a.Shape); {
	case err != nil:
		return Argument{err: err}
	case n != len(a.Elems):
		return Argument{err: fmt.Errorf("an array of shape %v must have %d elements, but has %d", a.Shape, n, len(a.Elems))}
	}
	v := value.Value{Elem: elem[T](), Data: data(a.Elems)}
	for d := range len(a.Shape) {
		v.Shape = append(v.Shape, int64(a.Shape[d]))
	}
	return Argument{value: v}
}

// Result is where a call stores a result.
type Result interface {
	fits(v value.Value) error
	store(v value.Value)
}

// ToScalar stores a result in a variable.
func ToScalar[T Element](x *T) Result { return toScalar[T]{x} }

// ToSlice stores a result of one dimension, in a new slice.
func ToSlice[T Element](xs *[]T) Result { return toSlice[T]{xs} }

// To stores a result of several dimensions, in a new array.
func To[T Element, S Shape](a *Array[T, S]) Result { return toArray[T, S]{a} }

type (
	toScalar[T Element]         struct{ x *T }
	toSlice[T Element]          struct{ xs *[]T }
	toArray[T Element, S Shape] struct{ a *Array[T, S] }
)

func (r toScalar[T]) fits(v value.Value) error   { return fits[T](v, 0) }
func (r toSlice[T]) fits(v value.Value) error    { return fits[T](v, 1) }
func (r toArray[T, S]) fits(v value.Value) error { return fits[T](v, len(r.a.Shape)) }

func (r toScalar[T]) store(v value.Value) { *r.x = elements[T](v)[0] }
func (r toSlice[T]) store(v value.Value)  { *r.xs = elements[T](v) }
func (r toArray[T, S]) store(v value.Value) {
	for d := range len(r.a.Shape) {
		r.a.Shape[d] = int(v.Shape[d])
	}
	r.a.Elems = elements[T](v)
}

// fits checks that a result has the type of the variable for it.
func fits[T Element](v value.Value, rank int) error {
	if v.Elem != elem[T]() || v.Rank() != rank {
		return fmt.Errorf("a value of type %s is not an array of %s of %d dimensions", v.Type(), elem[T](), rank)
	}
	return nil
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// data returns elements as programs see them: in little-endian order. It shares the memory of
// xs where it can.
func data[T Element](xs []T) []byte {
	if !littleEndian {
		out, _ := binary.Append(nil, binary.LittleEndian, xs) // cannot fail: elements have a size
		return out
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(xs))), len(xs)*int(unsafe.Sizeof(*new(T))))
}

// elements returns a copy of the elements of v.
func elements[T Element](v value.Value) []T {
	out := make([]T, len(v.Data)/v.Elem.Size())
	if littleEndian {
		copy(data(out), v.Data)
	} else {
		_, _ = binary.Decode(v.Data, binary.LittleEndian, out)
	}
	return out
}

// elem returns the scalar type that a Go type stands for.
func elem[T Element]() scalar.Type {
	switch any(*new(T)).(type) {
	case int8:
		return scalar.I8
	case int16:
		return scalar.I16
	case int32:
		return scalar.I32
	case int64:
		return scalar.I64
	case uint8:
		return scalar.U8
	case uint16:
		return scalar.U16
	case uint32:
		return scalar.U32
	case uint64:
		return scalar.U64
	case Float16:
		return scalar.F16
	case float32:
		return scalar.F32
	case float64:
		return scalar.F64
	}
	return scalar.Bool
}

// Float16 is a number in the IEEE format of 16 bits.
type Float16 uint16

// NewFloat16 returns the number nearest to x.
func NewFloat16(x float32) Float16 {
	wide := scalar.Value{Type: scalar.F32, Bits: uint64(math.Float32bits(x))}
	return Float16(scalar.Convert(scalar.F16, wide).Bits)
}

// Float32 returns the number, exactly.
func (x Float16) Float32() float32 {
	return float32(scalar.Value{Type: scalar.F16, Bits: uint64(x)}.Float())
}
