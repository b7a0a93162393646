package marshal

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/lamina-lang/lamina/core/value"
)

// Take sets the variable that x points at to the value with the given leaves.
func Take(x any, leaves []value.Value) error {
	v := reflect.ValueOf(x)
	p, err := planOf(v.Type().Elem())
	if err != nil {
		return err
	}
	if err := p.fits(leaves); err != nil {
		return err
	}
	r := &taker{leaves: leaves, next: make([]uintptr, len(leaves))}
	r.read(p, v.UnsafePointer(), 0, 0)
	return nil
}

// Fill sets the elements of x, a slice, or a slice of slices, to those of the value with the given leaves,
// which has as many. Leaves may have more dimensions than x: those of a tensor.
func Fill(x any, leaves []value.Value) error {
	v := reflect.ValueOf(x)
	p, err := planOf(v.Type())
	if err != nil {
		return err
	}
	if err := p.fits(leaves); err != nil {
		return err
	}
	n, elem := count(p, v.UnsafePointer(), v.Len())
	if per := elementsPer(elem); leaves[0].Len() != n*per {
		return fmt.Errorf("a slice of %d elements is to hold %s", n, leaves[0].Type())
	}
	r := &taker{leaves: leaves, next: make([]uintptr, len(leaves))}
	r.fill(p, v.UnsafePointer(), v.Len())
	return nil
}

// Replace sets the first n elements of x, a slice of slices, or all if there are fewer, to new slices: those of the value
// with the given leaves, which has as many elements as x.
func Replace(x any, n int, leaves []value.Value) error {
	v := reflect.ValueOf(x)
	p, err := planOf(v.Type())
	if err != nil {
		return err
	}
	if err := p.fits(leaves); err != nil {
		return err
	}
	if leaves[0].Shape[0] != int64(v.Len()) {
		return fmt.Errorf("a slice of %d elements is to hold %s", v.Len(), leaves[0].Type())
	}
	r := &taker{leaves: leaves, next: make([]uintptr, len(leaves))}
	r.elements(p, v.UnsafePointer(), max(0, min(n, v.Len())), 0, 1)
	return nil
}

// count is how many elements the rows of a slice of slices have, and what they are.
func count(p *plan, first unsafe.Pointer, n int) (int64, *plan) {
	if p.inner.kind != isSlice {
		return int64(n), p.inner
	}
	total, elem := int64(0), p.inner.inner
	for elem.kind == isSlice {
		elem = elem.inner
	}
	for i := range n {
		row, m := p.inner.span(unsafe.Add(first, uintptr(i)*p.inner.size))
		k, _ := count(p.inner, row, m)
		total += k
	}
	return total, elem
}

// fill sets the elements of a slice, or of its rows, in place.
func (r *taker) fill(p *plan, first unsafe.Pointer, n int) {
	if p.inner.kind != isSlice {
		r.elements(p, first, n, 0, 1)
		return
	}
	for i := range n {
		row, m := p.inner.span(unsafe.Add(first, uintptr(i)*p.inner.size))
		r.fill(p.inner, row, m)
	}
}

// elementsPer is how many scalars the first leaf of a value without slices holds.
func elementsPer(p *plan) int64 {
	switch p.kind {
	case isArray:
		return int64(p.count) * elementsPer(p.inner)
	case isStruct:
		if len(p.fields) > 0 {
			return elementsPer(p.fields[0].plan)
		}
	}
	return 1
}

// fits fails if the leaves are not those of values of the plan's type.
func (p *plan) fits(leaves []value.Value) error {
	elems := p.elems(nil)
	if len(leaves) != len(elems) {
		return fmt.Errorf("a value of type %s has %d parts, not %d", p.typ, len(elems), len(leaves))
	}
	for k, l := range leaves {
		if l.Elem != elems[k] {
			return fmt.Errorf("part %d of a value of type %s is of type %s, not %s", k, p.typ, elems[k], l.Elem)
		}
	}
	return nil
}

// taker reads leaves, each from its beginning to its end.
type taker struct {
	leaves []value.Value
	next   []uintptr // in each leaf, in bytes
}

// read sets the value at at from the leaves from number leaf on, below depth dimensions.
func (r *taker) read(p *plan, at unsafe.Pointer, leaf, depth int) {
	switch p.kind {
	case isScalar:
		r.copy(at, p.size, leaf)
	case isStruct:
		for _, f := range p.fields {
			r.read(f.plan, unsafe.Add(at, f.offset), leaf, depth)
			leaf += f.plan.leaves
		}
	case isString:
		n := uintptr(r.leaves[leaf].Shape[depth])
		text := string(r.leaves[leaf].Data[r.next[leaf]:][:n])
		reflect.NewAt(p.typ, at).Elem().SetString(text)
		r.next[leaf] += n
	case isSlice:
		n := int(r.leaves[leaf].Shape[depth])
		s := reflect.MakeSlice(p.typ, n, n)
		reflect.NewAt(p.typ, at).Elem().Set(s)
		r.elements(p, s.UnsafePointer(), n, leaf, depth+1)
	case isArray:
		r.elements(p, at, p.count, leaf, depth+1)
	}
}

func (r *taker) elements(p *plan, first unsafe.Pointer, n, leaf, depth int) {
	if p.inner.kind == isScalar {
		r.copy(first, uintptr(n)*p.inner.size, leaf)
		return
	}
	if p.inner.flat != nil && n > 0 {
		for k, f := range p.inner.flat {
			l := leaf + k
			from := r.leaves[l].Data[r.next[l]:][:uintptr(n)*f.size]
			transfer(unsafe.Add(first, f.offset), p.inner.size, unsafe.Pointer(&from[0]), f.size, f.size, n)
			r.next[l] += uintptr(n) * f.size
		}
		return
	}
	for i := range n {
		r.read(p.inner, unsafe.Add(first, uintptr(i)*p.inner.size), leaf, depth)
	}
}

func (r *taker) copy(to unsafe.Pointer, n uintptr, leaf int) {
	copy(bytesAt(to, n), r.leaves[leaf].Data[r.next[leaf]:])
	r.next[leaf] += n
}
