package store

import (
	"github.com/lamina-lang/lamina/core/interp/internal/layout"
)

// Authors. Arrays share blocks, and one may overwrite elements of another that are still
// needed. On the heap a block therefore records for each element its author: the array
// that it was written as a part of, standing for its views and updates too. An element
// may be read only as a part of its author, whatever its value. So an array that is
// overwritten too early is detected when it is read, even if the new values happen to be
// the same.
//
// An array that is copied to its own location becomes a part of the destination.

// authors are the authors of a block's elements, one for each unit bytes.
type authors struct {
	unit int
	of   []*Array // nil for elements not written
}

// made returns the array that a is a view or an update of, or a itself.
func (a *Array) made() *Array {
	if a.origin != nil {
		return a.origin
	}
	return a
}

// overwriter returns the array that has overwritten the element of a at offset, or nil.
func (m *Machine) overwriter(a *Array, offset int64) *Array {
	if !m.authored {
		return nil
	}
	if by := a.Block.author(offset, a.Elem.Size()); by != a.made() {
		return by
	}
	return nil
}

// sign makes a the author of the element at offset.
func (m *Machine) sign(a *Array, offset int64) {
	if !m.authored {
		return
	}
	o, size := &a.Block.authors, a.Elem.Size()
	o.fit(len(a.Block.data), size)
	if k := offset * int64(size/o.unit); uint64(k) < uint64(len(o.of)) {
		o.of[k] = a.made()
	}
}

// author returns the author of the element of a size at offset, nil if none was written.
// The tags tell whether parts of it were overwritten as something else.
func (b *Block) author(offset int64, size int) *Array {
	o := &b.authors
	if o.of == nil {
		return nil
	}
	if k := offset * int64(size) / int64(o.unit); uint64(k) < uint64(len(o.of)) {
		return o.of[k]
	}
	return nil
}

// fit makes the granularity fine enough for elements of the given size.
func (o *authors) fit(bytes, size int) {
	switch {
	case o.of == nil:
		o.unit, o.of = size, make([]*Array, (bytes+size-1)/size)
	case o.unit > size:
		coarse, each := o.of, o.unit/size
		o.unit, o.of = size, make([]*Array, (bytes+size-1)/size)
		for k, author := range coarse {
			if k*each < len(o.of) {
				o.of[k*each] = author
			}
		}
	}
}

// adopt makes src, which has the location of dst, a part of dst. Elements that another
// array has overwritten become unreadable.
func (m *Machine) adopt(dst, src *Array) {
	if !m.authored || dst.made() == src.made() {
		return
	}
	dst.Each(func(offset int64) {
		if m.overwriter(src, offset) != nil {
			dst.Block.poison(offset, dst.Elem.Size())
		}
		m.sign(dst, offset)
	})
}

// poison marks the element of a size at offset as unwritten.
func (b *Block) poison(offset int64, size int) {
	if tags, ok := bytesAt(b.tags, offset, size); ok {
		clear(tags)
	}
}

// Separate stops the run if two results of a statement share an element: the statement
// writes both, and one would be lost.
func (m *Machine) Separate(results ...*Array) {
	if !m.authored {
		return
	}
	for i, a := range results {
		for _, b := range results[:i] {
			if a != nil && b != nil && a.Block == b.Block && a.bytes().Overlaps(b.bytes()) {
				m.Invalid("%s and %s are results of one statement and meet in %s, where they lie at %s and %s",
					b.Name, a.Name, a.Block, b.Layout, a.Layout)
			}
		}
	}
}

// bytes returns the layout of a's bytes.
func (a *Array) bytes() layout.Layout {
	size := int64(a.Elem.Size())
	l := layout.Layout{Offset: a.Offset * size, Dims: make([]layout.Extent, 0, len(a.Dims)+1)}
	for _, d := range a.Dims {
		l.Dims = append(l.Dims, layout.Extent{Size: d.Size, Stride: d.Stride * size})
	}
	l.Dims = append(l.Dims, layout.Extent{Size: size, Stride: 1})
	return l
}
