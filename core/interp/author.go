package interp

// Authors. Arrays share blocks, and one of them may overwrite what another one holds. On
// the heap a block remembers of each element which array it was written as a part of: its
// author, the array that was made there, which stands for its views and updates, too. An
// element may be read only as a part of its author, whatever value lies there. So an
// array that is overwritten too early is found where it is read, also if both arrays
// happen to hold the same.
//
// What is copied to where it lies already is a part of the destination from then on.

// authors are those of a block's elements, one for each unit bytes.
type authors struct {
	unit int
	of   []*array // nil where nothing was written
}

// made is the array that a is a view or an update of, or a itself.
func (a *array) made() *array {
	if a.origin != nil {
		return a.origin
	}
	return a
}

// overwriter is the array that has overwritten the element of a at offset, if any.
func (m *machine) overwriter(a *array, offset int64) *array {
	if !m.authored {
		return nil
	}
	if by := a.block.author(offset, a.elem.Size()); by != a.made() {
		return by
	}
	return nil
}

// sign makes a the author of the element at offset.
func (m *machine) sign(a *array, offset int64) {
	if !m.authored {
		return
	}
	o, size := &a.block.authors, a.elem.Size()
	o.fit(len(a.block.data), size)
	if k := offset * int64(size/o.unit); uint64(k) < uint64(len(o.of)) {
		o.of[k] = a.made()
	}
}

// author is that of the element of a size at offset, nil if nothing was written there.
// Tags say whether parts of it were written as something else.
func (b *block) author(offset int64, size int) *array {
	o := &b.authors
	if o.of == nil {
		return nil
	}
	if k := offset * int64(size) / int64(o.unit); uint64(k) < uint64(len(o.of)) {
		return o.of[k]
	}
	return nil
}

// fit makes room for the authors of elements of the given size.
func (o *authors) fit(bytes, size int) {
	switch {
	case o.of == nil:
		o.unit, o.of = size, make([]*array, (bytes+size-1)/size)
	case o.unit > size:
		coarse, each := o.of, o.unit/size
		o.unit, o.of = size, make([]*array, (bytes+size-1)/size)
		for k, author := range coarse {
			if k*each < len(o.of) {
				o.of[k*each] = author
			}
		}
	}
}

// adopt makes src, which lies where dst does, a part of dst. What another array has
// overwritten of it is nothing that may be read.
func (m *machine) adopt(dst, src *array) {
	if !m.authored || dst.made() == src.made() {
		return
	}
	dst.each(func(offset int64) {
		if m.overwriter(src, offset) != nil {
			dst.block.poison(offset, dst.elem.Size())
		}
		m.sign(dst, offset)
	})
}

// poison makes the element of a size at offset one that was not written.
func (b *block) poison(offset int64, size int) {
	if tags, ok := bytesAt(b.tags, offset, size); ok {
		clear(tags)
	}
}

// separate stops the run when two results of a statement share an element: both are
// written by it, and one would be lost.
func (m *machine) separate(results ...*array) {
	if !m.authored {
		return
	}
	for i, a := range results {
		for _, b := range results[:i] {
			if a != nil && b != nil && a.block == b.block && a.bytes().overlaps(b.bytes()) {
				m.invalid("%s and %s are results of one statement and meet in %s, where they lie at %s and %s",
					b.name, a.name, a.block, b.layout, a.layout)
			}
		}
	}
}

// bytes is the layout of a's bytes.
func (a *array) bytes() layout {
	size := int64(a.elem.Size())
	l := layout{a.offset * size, make([]extent, 0, len(a.dims)+1)}
	for _, d := range a.dims {
		l.dims = append(l.dims, extent{d.size, d.stride * size})
	}
	l.dims = append(l.dims, extent{size, 1})
	return l
}
