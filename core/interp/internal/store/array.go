package store

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp/internal/layout"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Array is an array value: its elements' type, block and layout. It is immutable.
type Array struct {
	Name    name.Name // the variable it was created for, for messages
	Block   *Block
	version uint32 // the version of the block that the array belongs to
	Elem    scalar.Type
	layout.Layout
	origin *Array // the array that this is a view or an update of; nil if none
}

// View returns an array of elements of a, with layout l.
func (a *Array) View(n name.Name, l layout.Layout) *Array {
	return &Array{n, a.Block, a.version, a.Elem, l, a.made()}
}

// Array returns an array in the block, at layout l.
func (b *Block) Array(n name.Name, elem scalar.Type, l layout.Layout) *Array {
	return &Array{n, b, b.version, elem, l, nil}
}

// Changed returns a under the name n, about to be changed in its place. Unless the array is
// located, a and its aliases are consumed: they cannot be used any more.
func (m *Machine) Changed(n name.Name, a *Array, located bool) *Array {
	m.Usable(a)
	next := *a
	next.Name, next.origin = n, a.made()
	if !located {
		a.Block.version++
		next.version = a.Block.version
	}
	return &next
}

// Fresh returns an unwritten row-major array in a new block.
func (m *Machine) Fresh(n name.Name, elem scalar.Type, shape []int64) *Array {
	bytes, err := value.Size(elem, shape)
	if err != nil {
		m.failHere("cannot allocate memory for %s: %v", n.Base, err)
	}
	b := m.Allocate(n.String(), bytes)
	return b.Array(n, elem, layout.RowMajor(0, shape))
}

// Allocate returns an unwritten block; it stops the run if the memory limit is exceeded.
func (m *Machine) Allocate(name string, bytes int64) *Block {
	if bytes < 0 || bytes > m.Opts.MaxBytes-m.live {
		m.failHere("out of memory: cannot allocate %d bytes for %s (%d of at most %d are in use)",
			bytes, name, m.live, m.Opts.MaxBytes)
	}
	m.births++
	b := NewBlock(name, bytes)
	b.Born = m.births
	return b
}

// Part makes a block that lies in the memory of another one, which is counted.
func (m *Machine) Part(name string, bytes int64) *Block {
	m.births++
	b := NewBlock(name, bytes)
	b.Born, b.part = m.births, true
	return b
}

// element spells the element at an offset: xs_3[2, 5].
func (a *Array) element(offset int64) string {
	var find func(l layout.Layout, index []string) string
	find = func(l layout.Layout, index []string) string {
		if len(l.Dims) == 0 {
			if l.Offset == offset {
				return "[" + strings.Join(index, ", ") + "]"
			}
			return ""
		}
		for i := range l.Dims[0].Size {
			if s := find(l.Fix(i), append(index, fmt.Sprint(i))); s != "" {
				return s
			}
		}
		return ""
	}
	if len(a.Dims) == 0 {
		return a.Name.String()
	}
	return a.Name.String() + find(a.Layout, nil)
}

// String returns the array's name, type and location.
func (a *Array) String() string {
	return fmt.Sprintf("%s: %s%s", a.Name, layout.ShapeText(a.Shape()), a.Elem)
}

// Usable stops the run if a was consumed, overwritten or freed.
func (m *Machine) Usable(a *Array) {
	switch {
	case a.version == a.Block.version:
	case a.Block.Freed:
		m.Invalid("%s lies in %s, which was freed", a, a.Block)
	default:
		m.Invalid("%s is used after it, or an alias of it, was consumed", a)
	}
}

// writable stops the run if a must not be written.
func (m *Machine) writable(a *Array) {
	m.Usable(a)
	if a.Block.Kept != "" {
		m.Invalid("%s lies in the memory of parameter %s, which the caller keeps", a, a.Block.Kept)
	}
}

// Load reads the element of a at offset.
func (m *Machine) Load(a *Array, offset int64) scalar.Value {
	m.Usable(a)
	if m.race != nil {
		m.Trace(a.Block, a.Elem, offset, Reads, nil, func() string { return a.element(offset) })
	}
	v, complaint := a.Block.Load(a.Elem, offset)
	if complaint != "" {
		m.Invalid("reading %s at offset %d of %s: %s", a.element(offset), offset, a.Block, complaint)
	}
	if by := m.overwriter(a, offset); by != nil {
		m.Invalid("reading %s at offset %d of %s: %s has overwritten it", a.element(offset), offset, a.Block, by.Name)
	}
	return v
}

// store writes the element of a at offset.
func (m *Machine) store(a *Array, offset int64, v scalar.Value) {
	m.writable(a)
	if m.race != nil {
		m.Trace(a.Block, a.Elem, offset, Writes, a.Block.Holds(offset, v), func() string { return a.element(offset) })
	}
	if v.Type != a.Elem {
		m.Invalid("%s is written as an element of %s", v, a)
	}
	if complaint := a.Block.Store(offset, v); complaint != "" {
		m.Invalid("writing %s at offset %d of %s: %s", a.element(offset), offset, a.Block, complaint)
	}
	m.sign(a, offset)
}

// Copy copies src's elements to dst, which has the same shape. If both have one location
// it does nothing; partly overlapping locations are an error.
func (m *Machine) Copy(dst, src *Array) {
	m.Usable(src)
	if dst.Elem != src.Elem || !sameShape(dst, src) {
		m.Invalid("%s is copied to %s", src, dst)
	}
	if dst.Block == src.Block {
		if dst.Same(src.Layout) {
			m.adopt(dst, src)
			return
		}
		if dst.Overlaps(src.Layout) {
			m.Invalid("copying %s to %s, both in %s: the source %s and the destination %s overlap and are not the same place",
				src.Name, dst.Name, dst.Block, src.Layout, dst.Layout)
		}
	}
	m.writable(dst)
	if n := dst.Count(); n > 0 {
		m.Report.Copies++
		m.Report.CopiedBytes += n * int64(dst.Elem.Size())
	}
	dst.EachWith(src.Layout, func(to, from int64) {
		m.Spend(1)
		if m.race != nil {
			m.Trace(src.Block, src.Elem, from, Reads, nil, func() string { return src.element(from) })
			v, _ := src.Block.Load(src.Elem, from)
			m.Trace(dst.Block, dst.Elem, to, Writes, dst.Block.Holds(to, v), func() string { return dst.element(to) })
		}
		if complaint := dst.Block.move(dst.Elem, to, src.Block, from); complaint != "" {
			m.Invalid("copying %s at offset %d of %s to %s at offset %d of %s: %s",
				src.element(from), from, src.Block, dst.element(to), to, dst.Block, complaint)
		}
		if m.overwriter(src, from) != nil {
			dst.Block.poison(to, dst.Elem.Size())
		}
		m.sign(dst, to)
	})
}

// Get returns a[index...]: a scalar, or a view.
func (m *Machine) Get(a *Array, index ...int64) Datum {
	at := a.Fix(index...)
	if len(at.Dims) == 0 {
		return Datum{Value: m.Load(a, at.Offset)}
	}
	m.Usable(a)
	return Datum{Array: a.View(a.Name, at)}
}

// Put writes d, a scalar or an array, at dst[index...].
func (m *Machine) Put(dst *Array, d Datum, index ...int64) {
	if len(index) > len(dst.Dims) || d.Array == nil && len(index) < len(dst.Dims) {
		m.Invalid("%s is written at %d indices of %s", d, len(index), dst)
	}
	at := dst.Fix(index...)
	if d.Array == nil {
		m.store(dst, at.Offset, d.Value)
		return
	}
	m.Copy(dst.View(dst.Name, at), d.Array)
}

// Fill writes d at every point of dst's rank outermost dimensions. If dst has no
// elements, it checks only once whether d fits.
func (m *Machine) Fill(dst *Array, rank int, d Datum) {
	outer := layout.Layout{Offset: 0, Dims: make([]layout.Extent, rank)}
	for i := range outer.Dims {
		outer.Dims[i] = dst.Dims[i]
		if dst.Empty() {
			outer.Dims[i].Size = min(1, dst.Dims[i].Size)
		}
	}
	inner := dst.Dims[rank:]
	outer.Each(func(offset int64) {
		m.Spend(1)
		m.Put(dst.View(dst.Name, layout.Layout{Offset: dst.Offset + offset, Dims: inner}), d)
	})
}

// PutAll writes one element of each array. Elements that are in their places already come last:
// others may be views of them, and are read before they belong to the arrays of the results.
func (m *Machine) PutAll(dsts []*Array, elems []Datum, index ...int64) {
	if len(dsts) != len(elems) {
		m.Invalid("%d results for %d arrays", len(elems), len(dsts))
	}
	if !m.authored {
		for i, dst := range dsts {
			m.Put(dst, elems[i], index...)
		}
		return
	}
	for _, last := range []bool{false, true} {
		for i, dst := range dsts {
			if elems[i].isAt(dst, index) == last {
				m.Put(dst, elems[i], index...)
			}
		}
	}
}

// isAt reports whether d is an array that lies where dst[index...] does.
func (d Datum) isAt(dst *Array, index []int64) bool {
	if d.Array == nil || d.Array.Block != dst.Block || len(index) > len(dst.Dims) {
		return false
	}
	at := dst.Fix(index...)
	return at.Same(d.Array.Layout)
}

func sameShape(a, b *Array) bool {
	if len(a.Dims) != len(b.Dims) {
		return false
	}
	for i := range a.Dims {
		if a.Dims[i].Size != b.Dims[i].Size {
			return false
		}
	}
	return true
}

// ToArray copies a caller's value into a new block.
func (m *Machine) ToArray(n name.Name, v value.Value) *Array {
	a := m.Fresh(n, v.Elem, v.Shape)
	for i := range v.Len() {
		a.Block.Store(i, v.At(i))
		m.sign(a, i)
	}
	return a
}

// ToValue reads a result.
func (m *Machine) ToValue(d Datum) value.Value {
	if d.Array == nil {
		return value.Scalar(d.Value)
	}
	v, err := value.New(d.Array.Elem, d.Array.Shape()...)
	if err != nil {
		panic(stop{fault.Failf("result: %v", err)})
	}
	i := int64(0)
	d.Array.Each(func(offset int64) {
		v.Set(i, m.Load(d.Array, offset))
		i++
	})
	return v
}
