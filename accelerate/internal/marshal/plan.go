// Package marshal turns Go values into the arrays and scalars that programs take, and back.
//
// A value has one leaf for each scalar field in it, fields in order: a number is one leaf, a
// struct has those of its fields, and a slice or array of elements those of an element,
// each an array with one more dimension. So a slice of structs becomes one array for each
// field.
package marshal

import (
	"fmt"
	"reflect"

	"github.com/lamina-lang/lamina/core/scalar"
)

// plan says how values of a type are taken apart.
type plan struct {
	kind   kind
	size   uintptr // of a value, in bytes
	typ    reflect.Type
	elem   scalar.Type // of a scalar
	count  int         // of elements of an array
	inner  *plan       // of an element
	fields []field
	flat   []scalarField // of a struct of scalars alone
	leaves int
	ragged bool // there are slices in it
}

type field struct {
	offset uintptr
	plan   *plan
}

type kind uint8

const (
	isScalar kind = iota
	isSlice
	isArray
	isStruct
	isString // its bytes
)

// scalars are the scalar types of Go's kinds. An int has 64 bits.
var scalars = map[reflect.Kind]scalar.Type{
	reflect.Bool: scalar.Bool,
	reflect.Int:  scalar.I64, reflect.Int8: scalar.I8, reflect.Int16: scalar.I16, reflect.Int32: scalar.I32, reflect.Int64: scalar.I64,
	reflect.Uint: scalar.U64, reflect.Uint8: scalar.U8, reflect.Uint16: scalar.U16, reflect.Uint32: scalar.U32, reflect.Uint64: scalar.U64,
	reflect.Float32: scalar.F32, reflect.Float64: scalar.F64,
}

// planOf returns the plan of a type. It fails for types whose values are not data.
func planOf(t reflect.Type) (*plan, error) {
	p := &plan{typ: t, size: t.Size()}
	if s, ok := scalars[t.Kind()]; ok {
		p.elem, p.leaves = s, 1
		if uintptr(s.Size()) != t.Size() {
			return nil, fmt.Errorf("values of type %s have %d bits here, and 64 in accelerated programs", t, 8*t.Size())
		}
		return p, nil
	}
	switch t.Kind() {
	case reflect.String:
		p.kind, p.elem, p.leaves, p.ragged = isString, scalar.U8, 1, true
		return p, nil
	case reflect.Slice, reflect.Array:
		inner, err := planOf(t.Elem())
		if err != nil {
			return nil, err
		}
		p.kind, p.inner, p.leaves, p.ragged = isSlice, inner, inner.leaves, true
		if t.Kind() == reflect.Array {
			p.kind, p.count, p.ragged = isArray, t.Len(), inner.ragged
		}
		return p, nil
	case reflect.Struct:
		p.kind = isStruct
		for i := range t.NumField() {
			f := t.Field(i)
			inner, err := planOf(f.Type)
			if err != nil {
				return nil, err
			}
			p.fields = append(p.fields, field{f.Offset, inner})
			p.leaves += inner.leaves
			p.ragged = p.ragged || inner.ragged
		}
		p.flat, _ = p.flatten(0, nil)
		return p, nil
	}
	return nil, fmt.Errorf("values of type %s are not data", t)
}
