package expandmemory

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// kernel is a kernel whose allocations move in front of it, into out.
type kernel struct {
	*expansion
	stm   *ir.Stm
	body  *ir.Body
	space []ir.SpaceDim
	out   *ir.Builder

	inside       ir.Names // names bound in the body
	defined      map[name.Name]*ir.Stm
	written      map[name.Name]bool // arrays that the kernel overwrites
	joins        []join
	groups       groups
	x, y         sym.Poly  // the thread's number, and the number of threads
	rest         []ir.Atom // for each dimension, the number of points of it and the dimensions inside it
	running      ir.Atom   // number of threads per launch
	lanes        *lanes    // nil if all points run in one launch
	done         bool      // some block was expanded
	privateBytes int64     // total size of the blocks that stay private, in bytes
}

// survey recomputes the facts about the kernel.
func (k *kernel) survey() {
	k.inside, k.defined, k.joins = boundIn(k.body), definitions(k.body), joins(k.body)
	k.written = map[name.Name]bool{}
	if e, ok := k.stm.Exp.(*ir.SegMap); ok {
		for _, d := range e.Writes {
			k.written[d.Array] = true
		}
	}
	k.number()
	k.group()
	k.look()
}

// number sets the thread number and thread count, counted within a launch.
func (k *kernel) number() {
	k.x, k.y = sym.Const(0), sym.Const(1)
	for i, d := range k.space {
		index, size := d.Index, d.Size
		if i == 0 && k.lanes != nil {
			index, size = k.lanes.lane, k.lanes.width
		}
		k.x = k.x.Mul(size.Poly()).Add(sym.Var(index))
		k.y = k.y.Mul(size.Poly())
	}
}

// expand expands the blocks of every group for which that is possible.
func (k *kernel) expand() {
	done := map[*group]bool{}
	for _, s := range slices.Clone(k.body.Stms) {
		if !isAlloc(s) {
			continue
		}
		if g := k.groups[s.Pat[0].Name]; !done[g] {
			done[g] = true
			k.expandGroup(g)
		}
	}
	k.reportRemaining()
}

// countThreads computes, once, the number of points of the index space and of its inner
// dimensions, and the number of threads per launch.
func (k *kernel) countThreads() {
	if k.rest != nil {
		return
	}
	if k.threads > 0 {
		k.cut(k.threads)
		k.number()
	}
	k.rest = make([]ir.Atom, len(k.space))
	for d := len(k.space) - 1; d >= 0; d-- {
		k.rest[d] = k.space[d].Size
		if d < len(k.space)-1 {
			k.rest[d] = k.out.Prim("threads", scalar.MulSat, scalar.I64, k.space[d].Size, k.rest[d+1])
		}
	}
	k.running = k.rest[0]
	if k.lanes != nil {
		k.running = k.lanes.width
		if len(k.space) > 1 {
			k.running = k.out.Prim("threads", scalar.MulSat, scalar.I64, k.running, k.rest[1])
		}
	}
}

// refusal returns why a group cannot be expanded, or "".
func (g *group) refusal() string {
	switch {
	case g.nested:
		return "a loop or a branch allocates it anew"
	case g.called:
		return "a function takes or makes it, which knows nothing of threads"
	case g.others:
		return "its variable may hold a block from outside of the kernel, too"
	}
	return ""
}

// expandGroup moves a group's allocations before the kernel and adapts the index functions
// of the arrays in it.
func (k *kernel) expandGroup(g *group) {
	if why := g.refusal(); why != "" {
		refuse(g, why)
		return
	}
	if !k.unit.Rewrite() || k.keepShared(g) || k.keepPrivate(g) {
		return
	}
	k.countThreads()
	sizes := make([]ir.Atom, len(g.allocs))
	for i, s := range g.allocs {
		var ok bool
		if sizes[i], ok = k.size(s); !ok {
			k.unit.Forgo()
			return
		}
	}
	largest := 1
	if len(g.elems) > 0 {
		largest = slices.Max(g.elems)
	}
	each := k.rounded(k.most(sizes), int64(largest))
	k.place(g, each)
	total := k.out.Prim("bytes", scalar.MulSat, scalar.I64, each, k.running)
	for i, s := range g.allocs {
		k.report(s, sizes[i], total)
		e := *s.Exp.(*ir.Alloc)
		e.Bytes = total
		k.out.Append(&ir.Stm{Pat: s.Pat, Exp: &e, Pos: s.Pos, Attrs: s.Attrs})
	}
	k.body.Stms = slices.DeleteFunc(k.body.Stms, func(s *ir.Stm) bool { return slices.Contains(g.allocs, s) })
	k.done = true
}

// most returns the largest of some sizes.
func (k *kernel) most(sizes []ir.Atom) ir.Atom {
	most := sizes[0]
	for _, size := range sizes[1:] {
		if size != most {
			most = k.out.Prim("bytes", scalar.Max, scalar.I64, most, size)
		}
	}
	return most
}

// rounded returns a size in bytes, rounded up to a multiple of unit without wrapping.
func (k *kernel) rounded(size ir.Atom, unit int64) ir.Atom {
	if n, ok := size.AsSize(); ok {
		return ir.Size((n + unit - 1) / unit * unit)
	}
	if unit == 1 {
		return size
	}
	units := k.out.Prim("units", scalar.Quot, scalar.I64, size, ir.Size(unit))
	left := k.out.Prim("left", scalar.Rem, scalar.I64, size, ir.Size(unit))
	more := k.out.Prim("more", scalar.Min, scalar.I64, left, ir.Size(1))
	units = k.out.Prim("units", scalar.Add, scalar.I64, units, more)
	return k.out.Prim("bytes", scalar.MulSat, scalar.I64, units, ir.Size(unit))
}

// place adapts the index functions of a group's arrays, where each thread has each bytes.
func (k *kernel) place(g *group, each ir.Atom) {
	elements := map[int]sym.Poly{} // by element size, the number of elements per thread
	interleaved := k.interleaved && !g.contiguous && len(g.elems) == 1
	for _, size := range g.elems {
		if n, ok := each.AsSize(); ok {
			elements[size] = sym.Const(n / int64(size))
		} else if !interleaved {
			elements[size] = k.out.Prim("elements", scalar.Quot, scalar.I64, each, ir.Size(int64(size))).Poly()
		}
	}
	change := func(ps []ir.Param) {
		for i := range ps {
			p := &ps[i]
			if p.At == nil || k.groups[p.At.Block] != g {
				continue
			}
			at := *p.At
			if interleaved {
				at.Index = k.interleave(at.Index)
			} else {
				at.Index = at.Index.At(k.x.Mul(elements[p.Type.Elem.Size()]).Add(at.Index.Offset))
			}
			p.At = &at
		}
	}
	w := &ir.Walker{Binders: change}
	w.InBody(k.body)
}

// interleave returns y·l + x.
func (k *kernel) interleave(l lmad.LMAD) lmad.LMAD {
	out := lmad.LMAD{Offset: l.Offset.Mul(k.y).Add(k.x), Dims: slices.Clone(l.Dims)}
	for i := range out.Dims {
		out.Dims[i].Stride = out.Dims[i].Stride.Mul(k.y)
	}
	return out
}
