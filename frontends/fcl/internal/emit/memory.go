package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
	"github.com/lamina-lang/lamina/frontends/launch"
)

// storage is memory for an array with elements of a base type: an array for each number in them.
// It may have two halves, of which one is written while the other one is read.
type storage struct {
	elem   types.Type
	leaves []leaf
	n      sym.Poly  // elements, of a half if there are two
	half   *sym.Poly // which half this is
	part   *sym.Poly // which warp's part this is, of parts
	parts  sym.Poly
	whole  bool // a block of its own, which the host made
}

// leaf is memory for one number of each element: a block, or a variable for a single element.
type leaf struct {
	elem     scalar.Type
	block    name.Name
	variable name.Name
}

// leavesOf are the leaves of a base type, without memory.
func leavesOf(t types.Type) []leaf {
	switch t := types.Prune(t).(type) {
	case types.Pair:
		return append(leavesOf(t.First), leavesOf(t.Second)...)
	case types.Base:
		return []leaf{{elem: t.Of}}
	}
	return []leaf{{elem: scalar.I64}} // a type that nothing determines
}

// build makes a value of a base type from its numbers.
func build(t types.Type, leaf func(i int) value) value {
	next := 0
	var make func(types.Type) value
	make = func(t types.Type) value {
		if p, ok := types.Prune(t).(types.Pair); ok {
			first := make(p.First)
			return pairOf{first, make(p.Second)}
		}
		next++
		return leaf(next - 1)
	}
	return make(t)
}

// numbersOf are the numbers of a value of a base type.
func numbersOf(v value) []number {
	if p, ok := v.(pairOf); ok {
		return append(numbersOf(p.first), numbersOf(p.second)...)
	}
	return []number{v.(number)}
}

// dims are the sizes and subscripts of element i.
func (s *storage) dims(i sym.Poly) (sizes, subscripts []sym.Poly) {
	if s.part != nil {
		sizes, subscripts = append(sizes, s.parts), append(subscripts, *s.part)
	}
	if s.half != nil {
		sizes, subscripts = append(sizes, sym.Const(2)), append(subscripts, *s.half)
	}
	return append(sizes, s.n), append(subscripts, i)
}

func (s *storage) index(i sym.Poly) imp.Expr {
	sizes, subscripts := s.dims(i)
	at := &imp.At{Offset: imp.Int(0), Dims: make([]imp.AtDim, len(sizes))}
	stride := sym.Const(1)
	for k := len(sizes) - 1; k >= 0; k-- {
		at.Dims[k] = imp.AtDim{Size: imp.Poly(sizes[k]), Stride: imp.Poly(stride), Index: imp.Poly(subscripts[k])}
		stride = stride.Mul(sizes[k])
	}
	return at
}

// other is the other half of a storage.
func (s *storage) other(half sym.Poly) *storage {
	out := *s
	out.half = &half
	return &out
}

// load emits the load of an element into variables.
func (e *emitter) load(s *storage, i sym.Poly) value {
	return build(s.elem, func(k int) value {
		l := s.leaves[k]
		var x imp.Expr = &imp.Var{Name: l.variable, Type: l.elem}
		if l.variable.IsZero() {
			x = &imp.Load{Block: l.block, Elem: l.elem, Index: s.index(i)}
		}
		return e.number(&imp.Var{Name: e.declare("x", x), Type: l.elem})
	})
}

// store emits the store of an element. All its numbers are computed before any is written.
func (e *emitter) store(s *storage, i sym.Poly, v value) {
	if v == (missing{}) {
		v = e.zero(s.elem)
	}
	if len(s.leaves) > 1 {
		v = e.settled(v)
	}
	for k, n := range numbersOf(v) {
		l := s.leaves[k]
		if !l.variable.IsZero() {
			e.Add(&imp.Assign{Name: l.variable, X: n.expr()})
			continue
		}
		st := &imp.Store{Block: l.block, Elem: l.elem, Index: s.index(i), X: n.expr()}
		if e.Kernel != nil {
			_, subscripts := s.dims(i)
			e.Kernel.Stores[st] = &launch.Written{Subscripts: subscripts, Facts: e.Mark().Facts}
		}
		e.Add(st)
	}
}

// array is the pull array of the first n elements of a storage.
func (e *emitter) array(s *storage, n sym.Poly) pull {
	return pull{n: n, at: func(i sym.Poly) value { return e.load(s, i) }, memory: s}
}

// writerTo writes elements to a storage.
func (e *emitter) writerTo(s *storage) writer {
	return func(i sym.Poly, x value) { e.store(s, i, x) }
}

// mostPrivate is the largest array, in bytes, in a work-item's private memory.
const mostPrivate = 1024

// allocate makes memory for n elements where code runs: global at the grid, of the group in a
// block, a part of it in a warp, private in a thread. With two halves it is for twice as many.
func (e *emitter) allocate(elem types.Type, n sym.Poly, halves bool, pos source.Pos) *storage {
	if most, ok := e.room(n); ok && e.together() {
		n = most
	}
	s := &storage{elem: elem, leaves: leavesOf(elem), n: n}
	if halves {
		zero := sym.Const(0)
		s.half = &zero
	}
	s.whole = e.where == host && !halves
	if e.where == warp {
		s.part, s.parts = &e.warps.own, sym.Const(e.warps.count)
	}
	count, known := n.AsConst()
	for k := range s.leaves {
		l := &s.leaves[k]
		if known && count == 1 && !halves && e.where >= item {
			l.variable = e.declare("v", &imp.Const{Value: scalar.Zero(l.elem)})
			continue
		}
		l.block = e.Names.Fresh("tmp")
		bytes := e.bytes(s, l.elem)
		if e.together() {
			if !e.hostKnows(n) {
				e.fail(pos, "make the size depend on the arguments only; a block's own index and values that it reads are known too late",
					"the size of an array in a block has to be known before the kernel starts")
			}
			e.Kernel.Shared = append(e.Kernel.Shared, imp.Shared{Name: l.block, Bytes: bytes})
			continue
		}
		space := imp.Space("")
		if e.where >= item && known && count*int64(l.elem.Size()) <= mostPrivate {
			space = "private"
		}
		e.Add(&imp.DeclareBlock{Name: l.block, Space: space})
		e.Add(&imp.Alloc{Block: l.block, Bytes: bytes, Space: space, What: "a forced array", Pos: pos})
		if e.Kernel != nil {
			e.Kernel.Hidden[l.block] = true
		}
	}
	return s
}

// bytes is the size of a leaf's block.
func (e *emitter) bytes(s *storage, elem scalar.Type) imp.Expr {
	size := int64(elem.Size())
	if s.half != nil {
		size *= 2
	}
	if s.part != nil {
		parts, _ := s.parts.AsConst()
		size *= parts
	}
	if n, known := s.n.AsConst(); known && n < 1<<40 {
		return imp.Int(max(n, 0) * size)
	}
	return &imp.Prim{Fn: scalar.MulSat, Type: scalar.I64, Args: []imp.Expr{imp.Int(size), imp.Poly(s.n)}}
}
