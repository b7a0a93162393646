package interp

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// array is an array value: its elements' type, block and layout. It is immutable.
type array struct {
	name    name.Name // the variable it was created for, for messages
	block   *block
	version uint32 // the version of the block that the array belongs to
	elem    scalar.Type
	layout
	origin *array // the array that this is a view or an update of; nil if none
}

// view returns an array of elements of a, with layout l.
func (a *array) view(n name.Name, l layout) *array {
	return &array{n, a.block, a.version, a.elem, l, a.made()}
}

// fresh returns an unwritten row-major array in a new block.
func (m *machine) fresh(n name.Name, elem scalar.Type, shape []int64) *array {
	bytes, err := value.Size(elem, shape)
	if err != nil {
		m.failHere("cannot allocate memory for %s: %v", n.Base, err)
	}
	b := m.allocate(n.String(), bytes)
	return &array{n, b, b.version, elem, rowMajor(0, shape), nil}
}

// allocate returns an unwritten block; it stops the run if the memory limit is exceeded.
func (m *machine) allocate(name string, bytes int64) *block {
	if bytes < 0 || bytes > m.opts.MaxBytes-m.live {
		m.failHere("out of memory: cannot allocate %d bytes for %s (%d of at most %d are in use)",
			bytes, name, m.live, m.opts.MaxBytes)
	}
	m.births++
	b := newBlock(name, bytes)
	b.born = m.births
	return b
}

// element spells the element at an offset: xs_3[2, 5].
func (a *array) element(offset int64) string {
	var find func(l layout, index []string) string
	find = func(l layout, index []string) string {
		if len(l.dims) == 0 {
			if l.offset == offset {
				return "[" + strings.Join(index, ", ") + "]"
			}
			return ""
		}
		for i := range l.dims[0].size {
			if s := find(l.fix(i), append(index, fmt.Sprint(i))); s != "" {
				return s
			}
		}
		return ""
	}
	if len(a.dims) == 0 {
		return a.name.String()
	}
	return a.name.String() + find(a.layout, nil)
}

// String returns the array's name, type and location.
func (a *array) String() string {
	return fmt.Sprintf("%s: %s%s", a.name, shapeText(a.shape()), a.elem)
}

// usable stops the run if a was consumed, overwritten or freed.
func (m *machine) usable(a *array) {
	switch {
	case a.version == a.block.version:
	case a.block.freed:
		m.invalid("%s lies in %s, which was freed", a, a.block)
	default:
		m.invalid("%s is used after it, or an alias of it, was consumed", a)
	}
}

// writable stops the run if a must not be written.
func (m *machine) writable(a *array) {
	m.usable(a)
	if a.block.kept != "" {
		m.invalid("%s lies in the memory of parameter %s, which the caller keeps", a, a.block.kept)
	}
}

// load reads the element of a at offset.
func (m *machine) load(a *array, offset int64) scalar.Value {
	m.usable(a)
	if m.race != nil {
		m.trace(a.block, a.elem, offset, reads, nil, func() string { return a.element(offset) })
	}
	v, complaint := a.block.load(a.elem, offset)
	if complaint != "" {
		m.invalid("reading %s at offset %d of %s: %s", a.element(offset), offset, a.block, complaint)
	}
	if by := m.overwriter(a, offset); by != nil {
		m.invalid("reading %s at offset %d of %s: %s has overwritten it", a.element(offset), offset, a.block, by.name)
	}
	return v
}

// store writes the element of a at offset.
func (m *machine) store(a *array, offset int64, v scalar.Value) {
	m.writable(a)
	if m.race != nil {
		m.trace(a.block, a.elem, offset, writes, a.block.holds(offset, v), func() string { return a.element(offset) })
	}
	if v.Type != a.elem {
		m.invalid("%s is written as an element of %s", v, a)
	}
	if complaint := a.block.store(offset, v); complaint != "" {
		m.invalid("writing %s at offset %d of %s: %s", a.element(offset), offset, a.block, complaint)
	}
	m.sign(a, offset)
}

// copy copies src's elements to dst, which has the same shape. If both have one location
// it does nothing; partly overlapping locations are an error.
func (m *machine) copy(dst, src *array) {
	m.usable(src)
	if dst.elem != src.elem || !sameShape(dst, src) {
		m.invalid("%s is copied to %s", src, dst)
	}
	if dst.block == src.block {
		if dst.same(src.layout) {
			m.adopt(dst, src)
			return
		}
		if dst.overlaps(src.layout) {
			m.invalid("copying %s to %s, both in %s: the source %s and the destination %s overlap and are not the same place",
				src.name, dst.name, dst.block, src.layout, dst.layout)
		}
	}
	m.writable(dst)
	if n := dst.count(); n > 0 {
		m.report.Copies++
		m.report.CopiedBytes += n * int64(dst.elem.Size())
	}
	dst.eachWith(src.layout, func(to, from int64) {
		m.spend(1)
		if m.race != nil {
			m.trace(src.block, src.elem, from, reads, nil, func() string { return src.element(from) })
			v, _ := src.block.load(src.elem, from)
			m.trace(dst.block, dst.elem, to, writes, dst.block.holds(to, v), func() string { return dst.element(to) })
		}
		if complaint := dst.block.move(dst.elem, to, src.block, from); complaint != "" {
			m.invalid("copying %s at offset %d of %s to %s at offset %d of %s: %s",
				src.element(from), from, src.block, dst.element(to), to, dst.block, complaint)
		}
		if m.overwriter(src, from) != nil {
			dst.block.poison(to, dst.elem.Size())
		}
		m.sign(dst, to)
	})
}

// get returns a[index...]: a scalar, or a view.
func (m *machine) get(a *array, index ...int64) datum {
	at := a.fix(index...)
	if len(at.dims) == 0 {
		return datum{Value: m.load(a, at.offset)}
	}
	m.usable(a)
	return datum{array: a.view(a.name, at)}
}

// put writes d, a scalar or an array, at dst[index...].
func (m *machine) put(dst *array, d datum, index ...int64) {
	if len(index) > len(dst.dims) || d.array == nil && len(index) < len(dst.dims) {
		m.invalid("%s is written at %d indices of %s", d, len(index), dst)
	}
	at := dst.fix(index...)
	if d.array == nil {
		m.store(dst, at.offset, d.Value)
		return
	}
	m.copy(dst.view(dst.name, at), d.array)
}

// fill writes d at every point of dst's rank outermost dimensions. If dst has no
// elements, it checks only once whether d fits.
func (m *machine) fill(dst *array, rank int, d datum) {
	outer := layout{0, make([]extent, rank)}
	for i := range outer.dims {
		outer.dims[i] = dst.dims[i]
		if dst.empty() {
			outer.dims[i].size = min(1, dst.dims[i].size)
		}
	}
	inner := dst.dims[rank:]
	outer.each(func(offset int64) {
		m.spend(1)
		m.put(dst.view(dst.name, layout{dst.offset + offset, inner}), d)
	})
}

func sameShape(a, b *array) bool {
	if len(a.dims) != len(b.dims) {
		return false
	}
	for i := range a.dims {
		if a.dims[i].size != b.dims[i].size {
			return false
		}
	}
	return true
}

// toArray copies a caller's value into a new block.
func (m *machine) toArray(n name.Name, v value.Value) *array {
	a := m.fresh(n, v.Elem, v.Shape)
	for i := range v.Len() {
		a.block.store(i, v.At(i))
		m.sign(a, i)
	}
	return a
}

// toValue reads a result.
func (m *machine) toValue(d datum) value.Value {
	if d.array == nil {
		return value.Scalar(d.Value)
	}
	v, err := value.New(d.array.elem, d.array.shape()...)
	if err != nil {
		panic(stop{fault.Failf("result: %v", err)})
	}
	i := int64(0)
	d.array.each(func(offset int64) {
		v.Set(i, m.load(d.array, offset))
		i++
	})
	return v
}
