package marshal

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Region is the memory of a slice, or of what a pointer points at.
type Region struct{ First, End uintptr }

// Overlaps reports whether two regions have a byte in common.
func (r Region) Overlaps(s Region) bool { return r.First < s.End && s.First < r.End }

// At returns what the pointer p points at, and its memory.
func At(p any) (any, Region) {
	v := reflect.ValueOf(p)
	first := v.Pointer()
	return v.Elem().Interface(), Region{first, first + v.Type().Elem().Size()}
}

// Put returns the leaves of x, and the memory that its slices refer to. Slices of scalars
// are not copied: the leaf is valid as long as nobody writes to the slice. It fails for
// values that are not data or irregular.
func Put(x any) ([]value.Value, []Region, error) {
	v := reflect.ValueOf(x)
	if !v.IsValid() {
		return nil, nil, fmt.Errorf("nil is no data")
	}
	p, err := planOf(v.Type())
	if err != nil {
		return nil, nil, err
	}
	box := reflect.New(v.Type())
	box.Elem().Set(v)
	return p.put(box.UnsafePointer())
}

// putter collects leaves.
type putter struct {
	regions []Region
	data    [][]byte
}

func (p *plan) put(at unsafe.Pointer) ([]value.Value, []Region, error) {
	w := &putter{data: make([][]byte, p.leaves)}
	dims, err := w.measure(p, at)
	if err != nil {
		return nil, nil, err
	}
	out := make([]value.Value, p.leaves)
	elems := p.elems(nil)
	if p.kind == isSlice && p.inner.kind == isScalar {
		s := reflect.NewAt(p.typ, at).Elem()
		w.data[0] = bytesAt(s.UnsafePointer(), uintptr(s.Len())*p.inner.size)
	} else {
		for k := range out {
			size, err := value.Size(elems[k], dims[k])
			if err != nil {
				return nil, nil, err
			}
			w.data[k] = make([]byte, 0, size)
		}
		w.write(p, at, 0)
	}
	for k := range out {
		out[k] = value.Value{Elem: elems[k], Shape: dims[k], Data: w.data[k]}
	}
	return out, w.regions, nil
}

// elems appends the types of the leaves.
func (p *plan) elems(out []scalar.Type) []scalar.Type {
	switch p.kind {
	case isScalar, isString:
		return append(out, p.elem)
	case isStruct:
		for _, f := range p.fields {
			out = f.plan.elems(out)
		}
		return out
	}
	return p.inner.elems(out)
}

func bytesAt(p unsafe.Pointer, n uintptr) []byte {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(p), n)
}

// span returns the elements of a slice or array: where the first lies, and how many.
func (p *plan) span(at unsafe.Pointer) (unsafe.Pointer, int) {
	if p.kind == isArray {
		return at, p.count
	}
	s := reflect.NewAt(p.typ, at).Elem()
	return s.UnsafePointer(), s.Len()
}

// measure returns the sizes of the leaves of the value at at.
func (w *putter) measure(p *plan, at unsafe.Pointer) ([][]int64, error) {
	switch p.kind {
	case isScalar:
		return [][]int64{nil}, nil
	case isString:
		return [][]int64{{int64(reflect.NewAt(p.typ, at).Elem().Len())}}, nil
	case isStruct:
		var out [][]int64
		for _, f := range p.fields {
			dims, err := w.measure(f.plan, unsafe.Add(at, f.offset))
			if err != nil {
				return nil, err
			}
			out = append(out, dims...)
		}
		return out, nil
	}
	first, n := p.span(at)
	if p.kind == isSlice && n > 0 {
		w.regions = append(w.regions, Region{uintptr(first), uintptr(first) + uintptr(n)*p.inner.size})
	}
	inner := p.inner.empty()
	for i := range n {
		if i > 0 && !p.inner.ragged {
			break
		}
		dims, err := w.measure(p.inner, unsafe.Add(first, uintptr(i)*p.inner.size))
		if err != nil {
			return nil, err
		}
		if i > 0 && !slices.EqualFunc(dims, inner, slices.Equal[[]int64]) {
			return nil, fmt.Errorf("a slice is irregular: its element %d has other sizes than its first", i)
		}
		inner = dims
	}
	out := make([][]int64, len(inner))
	for k, d := range inner {
		out[k] = append([]int64{int64(n)}, d...)
	}
	return out, nil
}

// empty are the sizes of the leaves of a value whose slices are empty.
func (p *plan) empty() [][]int64 {
	switch p.kind {
	case isScalar:
		return [][]int64{nil}
	case isString:
		return [][]int64{{0}}
	case isStruct:
		var out [][]int64
		for _, f := range p.fields {
			out = append(out, f.plan.empty()...)
		}
		return out
	}
	var out [][]int64
	for _, d := range p.inner.empty() {
		out = append(out, append([]int64{int64(p.count)}, d...))
	}
	return out
}

// write appends the value at at to the leaves from number leaf on.
func (w *putter) write(p *plan, at unsafe.Pointer, leaf int) {
	switch p.kind {
	case isScalar:
		w.data[leaf] = append(w.data[leaf], bytesAt(at, p.size)...)
	case isString:
		w.data[leaf] = append(w.data[leaf], reflect.NewAt(p.typ, at).Elem().String()...)
	case isStruct:
		for _, f := range p.fields {
			w.write(f.plan, unsafe.Add(at, f.offset), leaf)
			leaf += f.plan.leaves
		}
	default:
		first, n := p.span(at)
		if p.inner.kind == isScalar {
			w.data[leaf] = append(w.data[leaf], bytesAt(first, uintptr(n)*p.inner.size)...)
			return
		}
		if p.inner.flat != nil && n > 0 {
			for k, f := range p.inner.flat {
				d := &w.data[leaf+k]
				begin := len(*d)
				*d = append(*d, make([]byte, uintptr(n)*f.size)...)
				transfer(unsafe.Pointer(&(*d)[begin]), f.size, unsafe.Add(first, f.offset), p.inner.size, f.size, n)
			}
			return
		}
		for i := range n {
			w.write(p.inner, unsafe.Add(first, uintptr(i)*p.inner.size), leaf)
		}
	}
}
