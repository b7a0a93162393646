package value

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
)

// Element is a Go type that corresponds to a scalar type. f16 has none: its bit
// patterns are given and taken as uint16 by FromFloat16Bits and ToSlice.
type Element interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64 | bool
}

// FromSlice is an array with a copy of elems in row-major order; without a shape
// it has one dimension. It panics if the shape does not fit len(elems).
func FromSlice[T Element](elems []T, shape ...int64) Value {
	return fromSlice(typeOf[T](), elems, shape)
}

// FromFloat16Bits is FromSlice for f16, given as bit patterns.
func FromFloat16Bits(elems []uint16, shape ...int64) Value {
	return fromSlice(scalar.F16, elems, shape)
}

func fromSlice[T Element](t scalar.Type, elems []T, shape []int64) Value {
	if len(shape) == 0 {
		shape = []int64{int64(len(elems))}
	}
	data, err := binary.Append(nil, binary.LittleEndian, elems)
	if err != nil {
		panic(err)
	}
	if size, err := Size(t, shape); err != nil || size != int64(len(data)) {
		panic(fmt.Sprintf("value.FromSlice: %d elements for %s", len(elems), TypeString(t, shape)))
	}
	return Value{t, slices.Clone(shape), data}
}

// ToSlice is a copy of v's elements in row-major order, as the Go type that
// corresponds to v.Elem; also uint16 for f16, the bit patterns.
func ToSlice[T Element](v Value) ([]T, error) {
	want := typeOf[T]()
	if v.Elem != want && !(v.Elem == scalar.F16 && want == scalar.U16) {
		return nil, fmt.Errorf("elements of %s are not %s", v.Type(), want)
	}
	elems := make([]T, v.Len())
	_, err := binary.Decode(v.Data, binary.LittleEndian, elems)
	return elems, err
}

func typeOf[T Element]() scalar.Type {
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
	case float32:
		return scalar.F32
	case float64:
		return scalar.F64
	}
	return scalar.Bool
}
