// Package value holds data: scalars and regular arrays of scalars, as programs
// take and return them, and how files spell them: Futhark's text and binary
// formats, NumPy's .npy, each also gzipped.
//
// Invariant of a Value made by this package: len(Data) is the product of Shape
// times Elem.Size(), every dimension is ≥ 0, and every bool is 0 or 1.
package value

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
)

// Value is an array in row-major order, or, with an empty Shape, a scalar. Data
// is packed and little-endian, a bool takes one byte: the layout of Futhark's
// binary format and of memory blocks.
type Value struct {
	Elem  scalar.Type
	Shape []int64 // elements in each dimension, outermost first
	Data  []byte
}

// New is a zeroed array. It fails if a dimension is negative or the size in
// bytes overflows i64.
func New(elem scalar.Type, shape ...int64) (Value, error) {
	size, err := Size(elem, shape)
	if err != nil {
		return Value{}, err
	}
	return Value{elem, shape, make([]byte, size)}, nil
}

// Size is the number of bytes that an array takes; an error if a dimension is
// negative or the number overflows i64.
func Size(elem scalar.Type, shape []int64) (int64, error) {
	size := uint64(elem.Size())
	empty, overflow := false, false
	for _, n := range shape {
		if n < 0 {
			return 0, fmt.Errorf("%s has a negative size", TypeString(elem, shape))
		}
		hi, lo := bits.Mul64(size, uint64(n))
		empty = empty || n == 0
		overflow = overflow || hi != 0 || lo > math.MaxInt64
		size = lo
	}
	if empty {
		return 0, nil
	}
	if overflow {
		return 0, fmt.Errorf("%s takes more than %d bytes", TypeString(elem, shape), math.MaxInt64)
	}
	return int64(size), nil
}

// Scalar is the value of rank 0 that holds v.
func Scalar(v scalar.Value) Value {
	s := Value{Elem: v.Type, Data: make([]byte, v.Type.Size())}
	s.Set(0, v)
	return s
}

// Rank is the number of dimensions; 0 for a scalar.
func (v Value) Rank() int { return len(v.Shape) }

// Len is the number of elements; 1 for a scalar.
func (v Value) Len() int64 {
	n := int64(1)
	for _, d := range v.Shape {
		if d == 0 {
			return 0
		}
		n *= d
	}
	return n
}

// At is the element with flat (row-major) index i.
func (v Value) At(i int64) scalar.Value { return load(v.Elem, v.Data, i) }

// Set writes x, of type v.Elem, to the element with flat index i.
func (v Value) Set(i int64, x scalar.Value) { store(v.Elem, v.Data, i, x) }

// Scalar is the only element of a value of rank 0.
func (v Value) Scalar() scalar.Value { return v.At(0) }

// Clone is a copy that shares nothing with v.
func (v Value) Clone() Value {
	return Value{v.Elem, append([]int64(nil), v.Shape...), append([]byte{}, v.Data...)}
}

// Type is v's type as programs write it: [2][3]f32.
func (v Value) Type() string { return TypeString(v.Elem, v.Shape) }

// TypeString spells an array type: [2][3]f32.
func TypeString(elem scalar.Type, shape []int64) string {
	var b strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&b, "[%d]", n)
	}
	b.WriteString(elem.String())
	return b.String()
}

func load(t scalar.Type, data []byte, i int64) scalar.Value {
	v := scalar.Value{Type: t}
	switch t.Size() {
	case 1:
		v.Bits = uint64(data[i])
	case 2:
		v.Bits = uint64(binary.LittleEndian.Uint16(data[2*i:]))
	case 4:
		v.Bits = uint64(binary.LittleEndian.Uint32(data[4*i:]))
	case 8:
		v.Bits = binary.LittleEndian.Uint64(data[8*i:])
	}
	return v
}

func store(t scalar.Type, data []byte, i int64, v scalar.Value) {
	switch t.Size() {
	case 1:
		data[i] = byte(v.Bits)
	case 2:
		binary.LittleEndian.PutUint16(data[2*i:], uint16(v.Bits))
	case 4:
		binary.LittleEndian.PutUint32(data[4*i:], uint32(v.Bits))
	case 8:
		binary.LittleEndian.PutUint64(data[8*i:], v.Bits)
	}
}
