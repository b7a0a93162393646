package scalarise

import (
	"github.com/lamina-lang/lamina/core/ir"
)

// small is an array of constant size as its elements, in row-major order.
type small struct {
	row  ir.Type // scalar type of the elements
	dims []int64
	at   []ir.Atom
}

// smallDims returns the sizes of t if they are constants and few elements; none for a scalar.
func smallDims(t ir.Type) ([]int64, bool) {
	if t.IsBlock() {
		return nil, false
	}
	dims, total := []int64{}, int64(1)
	for _, d := range t.Dims {
		n, ok := d.AsSize()
		if !ok || n < 1 || n > mostElements {
			return nil, false
		}
		dims = append(dims, n)
		total *= n
	}
	return dims, total <= mostElements && total*int64(t.Elem.Size()) <= mostBytes
}

func count(dims []int64) int64 {
	n := int64(1)
	for _, d := range dims {
		n *= d
	}
	return n
}

// position returns the place of the element at constant indices, if they are within the array.
func (v small) position(indices []ir.Atom) (int64, bool) {
	at := int64(0)
	for k, i := range indices {
		n, ok := i.AsSize()
		if !ok || n < 0 || n >= v.dims[k] {
			return 0, false
		}
		at = at*v.dims[k] + n
	}
	return at, true
}

// nth returns row k of the outermost dimension.
func (v small) nth(k int64) small {
	size := count(v.dims[1:])
	return small{v.row, v.dims[1:], v.at[k*size : (k+1)*size]}
}

// indices returns the indices of the element at a place, outermost first.
func indices(dims []int64, at int64) []ir.Atom {
	out := make([]ir.Atom, len(dims))
	for k := len(dims) - 1; k >= 0; k-- {
		out[k] = ir.Size(at % dims[k])
		at /= dims[k]
	}
	return out
}

func sizes(dims []int64) []ir.Atom {
	out := make([]ir.Atom, len(dims))
	for k, d := range dims {
		out[k] = ir.Size(d)
	}
	return out
}

// arrayType returns the type of the array.
func (v small) arrayType() ir.Type { return v.row.Under(sizes(v.dims)...) }
