package promote

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// block is a block that may be promoted.
type block struct {
	name     name.Name
	bytes    int64
	elem     scalar.Type // of all accesses
	size     int64       // elements, once elem is known
	used     map[int64]bool
	once     map[int64]bool // elements that one statement stores, before all that read them
	elements map[int64]name.Name

	kernel int      // the number of the kernel that declares it
	home   *imp.Stm // the list that declares it, by its first statement
	made   bool     // it is allocated
	fails  bool
}

// candidates finds the blocks that can be promoted.
func candidates(list []imp.Stm) []*block {
	c := &collector{blocks: map[name.Name]*block{}}
	c.visit(list)
	var out []*block
	for _, b := range c.order {
		if !b.fails && b.made && len(b.used) > 0 {
			out = append(out, b)
		}
	}
	return out
}

// collector walks over a function in its order.
type collector struct {
	blocks  map[name.Name]*block
	order   []*block
	kernel  int // the number of the one that is looked at, 0 for the host
	kernels int
}

func (c *collector) visit(list []imp.Stm) {
	for _, s := range list {
		imp.EachLoad(s, func(l *imp.Load) {
			if b := c.blocks[l.Block]; b != nil {
				b.access(c.kernel, l.Elem, l.Index, l.Lanes)
			}
		})
		imp.Roots(s, func(e imp.Expr) { imp.WalkExpr(e, c.forbid) })
		switch s := s.(type) {
		case *imp.DeclareBlock:
			b := &block{name: s.Name, used: map[int64]bool{}, once: map[int64]bool{}, elements: map[int64]name.Name{}}
			b.kernel, b.home, b.fails = c.kernel, &list[0], s.Space != ""
			c.blocks[s.Name] = b
			c.order = append(c.order, b)
		case *imp.Alloc:
			if b := c.blocks[s.Block]; b != nil {
				b.allocated(s, &list[0])
			}
		case *imp.AssignBlock:
			c.fail(s.Src)
			// Its release, where it was allocated, is no use of its elements.
			if b := c.blocks[s.Dst]; b != nil && !(s.Src.IsZero() && b.made && b.home == &list[0]) {
				b.fails = true
			}
		case *imp.Store:
			if b := c.blocks[s.Block]; b != nil {
				b.store(c.kernel, s, &list[0])
			}
		case *imp.Parallel, *imp.Launch:
			outside := c.kernel
			c.kernels++
			c.kernel = c.kernels
			c.visit(imp.Bodies(s)[0])
			c.kernel = outside
		default:
			imp.BlocksOf(s, c.fail)
			for _, body := range imp.Bodies(s) {
				c.visit(body)
			}
		}
	}
}

func (c *collector) fail(n name.Name) {
	if b := c.blocks[n]; b != nil {
		b.fails = true
	}
}

// forbid rules out the blocks that e is about otherwise than by an element.
func (c *collector) forbid(e imp.Expr) {
	switch e := e.(type) {
	case *imp.Bytes:
		c.fail(e.Block)
	case *imp.Apart:
		for _, list := range [][]name.Name{e.Written, e.Read} {
			for _, n := range list {
				c.fail(n)
			}
		}
	}
}

// allocated notes the allocation; a second one rules the block out.
func (b *block) allocated(s *imp.Alloc, list *imp.Stm) {
	bytes, ok := imp.ConstOf(s.Bytes)
	if !ok || b.made || b.home != list || s.Space != "" {
		b.fails = true
		return
	}
	b.bytes, b.made = bytes.Int(), true
}

// place is the element that an index means.
func (b *block) place(index imp.Expr) (int64, bool) {
	at, ok := imp.ConstOf(index)
	if !ok {
		return 0, false
	}
	return at.Int(), at.Int() >= 0 && at.Int() < b.size
}

// access notes an access in a kernel; at is its place.
func (b *block) access(kernel int, elem scalar.Type, index imp.Expr, lanes int) (at int64) {
	if b.elem == 0 {
		b.elem, b.size = elem, b.bytes/int64(elem.Size())
	}
	at, ok := b.place(index)
	if !b.made || b.kernel != kernel || b.elem != elem || lanes > 0 || !ok || b.size > mostElements {
		b.fails = true
	}
	b.used[at] = true
	return at
}

// store notes a store in a list. The variable of an element can be declared by it if it is the
// first access and stands where the block is allocated; the next one finds the element used.
func (b *block) store(kernel int, s *imp.Store, list *imp.Stm) {
	at, known := b.place(s.Index)
	before := b.elem != 0 && known && b.used[at]
	at = b.access(kernel, s.Elem, s.Index, s.Lanes)
	b.once[at] = !before && list == b.home
}
