package cooperate

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Memory that the threads of a kernel have for themselves lies interleaved, so that threads with a
// point each touch neighbours (pass expand-memory). The threads of a group that has a point touch
// neighbours where a point's elements lie side by side.

// part is what a point has of a block, each bytes: elements x + y·l, where x is the number of the
// point, and y that of all points.
type part struct {
	each   imp.Expr
	points sym.Poly
	wide   map[int64]imp.Expr // by the size of elements, how many of them these are
}

// elements is the number of elements of a size that a point has.
func (p *part) elements(h *hosted, size int64) imp.Expr {
	if p.wide[size] == nil {
		p.wide[size] = h.value("row", prim(scalar.Quot, p.each, imp.Int(size)))
	}
	return p.wide[size]
}

// partsOf finds the blocks that the host allocates for all points of the kernel, and uses for nothing
// else.
func (h *hosted) partsOf(kernel *imp.Parallel) map[name.Name]*part {
	out := map[name.Name]*part{}
	for _, s := range h.list {
		a, ok := s.(*imp.Alloc)
		if !ok || a.Space != "" || !h.apart[a.Block] {
			continue
		}
		if each, points, ok := h.product(a.Bytes); ok {
			out[a.Block] = &part{each: each, points: points}
		}
	}
	for _, s := range h.list {
		if s == imp.Stm(kernel) {
			continue
		}
		imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
			imp.EachLoad(s, func(l *imp.Load) { delete(out, l.Block) })
			if a, ok := s.(*imp.Alloc); ok && out[a.Block] != nil {
				return true
			}
			if a, ok := s.(*imp.AssignBlock); ok && a.Src.IsZero() {
				return true
			}
			if _, ok := s.(*imp.DeclareBlock); ok {
				return true
			}
			imp.BlocksOf(s, func(b name.Name) { delete(out, b) })
			return true
		})
	}
	return out
}

// product is a size in bytes as what each of a number of points has.
func (h *hosted) product(e imp.Expr) (each imp.Expr, points sym.Poly, ok bool) {
	if v, isVar := e.(*imp.Var); isVar {
		e = h.defs[v.Name]
	}
	p, isPrim := e.(*imp.Prim)
	if !isPrim || p.Fn != scalar.MulSat {
		return nil, sym.Poly{}, false
	}
	points, ok = h.number(p.Args[1], deepest)
	return p.Args[0], points, ok
}

// number is e, a number of points, as a polynomial.
func (h *hosted) number(e imp.Expr, depth int) (sym.Poly, bool) {
	switch e := e.(type) {
	case *imp.Const:
		return sym.Const(e.Value.Int()), e.Value.Type == scalar.I64
	case *imp.Var:
		if p, ok := h.defs[e.Name].(*imp.Prim); ok && p.Fn == scalar.MulSat && depth > 0 {
			x, ok1 := h.number(p.Args[0], depth-1)
			y, ok2 := h.number(p.Args[1], depth-1)
			return x.Mul(y), ok1 && ok2
		}
		return sym.Var(e.Name), e.Type == scalar.I64
	}
	return sym.Poly{}, false
}

// held is a set of variables that hold one another's blocks, all of them parts of points.
type held struct {
	*part
	roots []name.Name // the blocks
	size  int64       // of an element; 0 where they have different sizes
	apart bool        // all accesses are to elements of the running point
}

// relay lays list's parts of points out as rows, where all accesses of a block, and of those that its
// variables hold besides, are to elements of the running point.
func (k *kernel) relay(h *hosted, list []imp.Stm, x sym.Poly, parts map[name.Name]*part) []imp.Stm {
	k.held = heldBy(list, parts)
	within := func(at imp.Expr, p *held) (imp.Expr, bool) {
		index, ok := k.poly(at)
		if !ok {
			return nil, false
		}
		l, ok := index.Sub(x).DivExact(p.points)
		return imp.Poly(l), ok
	}
	check := func(block name.Name, elem scalar.Type, at imp.Expr) {
		p := k.held(block)
		if p == nil {
			return
		}
		_, ok := within(at, p)
		p.apart = p.apart && ok
		if p.size != int64(elem.Size()) && p.size > 0 {
			p.size = 0
		} else if p.size < 0 {
			p.size = int64(elem.Size())
		}
	}
	imp.Walk(list, func(s imp.Stm) bool {
		imp.EachLoad(s, func(l *imp.Load) { check(l.Block, l.Elem, l.Index) })
		if s, ok := s.(*imp.Store); ok {
			check(s.Block, s.Elem, s.Index)
		}
		return true
	})
	return k.accessing(list, func(p *held, block name.Name, elem scalar.Type, at imp.Expr) (name.Name, imp.Expr) {
		wide := p.elements(h, int64(elem.Size()))
		l, _ := within(at, p)
		return block, &imp.At{Offset: imp.Int(0), Dims: []imp.AtDim{
			{Size: imp.Poly(p.points), Stride: wide, Index: imp.Poly(x)}, {Size: wide, Stride: imp.Int(1), Index: l},
		}}
	})
}

// placing gives the block and the index of an access in place of those that it has, to a block of p.
type placing func(p *held, block name.Name, elem scalar.Type, at imp.Expr) (name.Name, imp.Expr)

// accessing is a copy of list that accesses points' own elements at other places.
func (k *kernel) accessing(list []imp.Stm, other placing) []imp.Stm {
	own := func(b name.Name) *held {
		if p := k.held(b); p != nil && p.apart {
			return p
		}
		return nil
	}
	out := imp.Replace(list, func(e imp.Expr) imp.Expr {
		l, ok := e.(*imp.Load)
		if !ok || own(l.Block) == nil {
			return e
		}
		to := *l
		to.Block, to.Index = other(own(l.Block), l.Block, l.Elem, l.Index)
		return &to
	})
	imp.Walk(out, func(s imp.Stm) bool {
		if s, ok := s.(*imp.Store); ok && own(s.Block) != nil {
			s.Block, s.Index = other(own(s.Block), s.Block, s.Elem, s.Index)
		}
		return true
	})
	return out
}

// heldBy gives the blocks that variables hold which hold one another's: nil where they may hold
// others than parts, or parts of different sizes.
func heldBy(list []imp.Stm, parts map[name.Name]*part) func(name.Name) *held {
	same := newClasses()
	imp.Walk(list, func(s imp.Stm) bool {
		if s, ok := s.(*imp.AssignBlock); ok && !s.Src.IsZero() {
			same.join(s.Dst, s.Src)
		}
		return true
	})
	of := map[name.Name]*held{}
	mixed := imp.Names{}
	written, read := imp.BlockUses(list)
	for _, b := range append(written, read...) {
		root := same.find(b)
		p := parts[b]
		h := of[root]
		switch {
		case p == nil, h != nil && (!alike(h.each, p.each) || !h.points.Equal(p.points)):
			mixed[root] = true
		case h == nil:
			of[root] = &held{part: &part{p.each, p.points, map[int64]imp.Expr{}}, roots: []name.Name{b}, size: -1, apart: true}
		default:
			h.roots = append(h.roots, b)
		}
	}
	return func(b name.Name) *held {
		if root := same.find(b); !mixed[root] {
			return of[root]
		}
		return nil
	}
}

// alike reports whether x and y are one variable, or one constant.
func alike(x, y imp.Expr) bool {
	if v, ok := x.(*imp.Var); ok {
		w, ok := y.(*imp.Var)
		return ok && v.Name == w.Name
	}
	v, ok1 := imp.ConstOf(x)
	w, ok2 := imp.ConstOf(y)
	return ok1 && ok2 && v == w
}
