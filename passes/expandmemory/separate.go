package expandmemory

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// separate copies arrays from outside the kernel that join a group with blocks of the
// kernel's own, so that the group holds only the kernel's blocks. It reports whether it
// copied any.
func (k *kernel) separate() (any bool) {
	for _, j := range k.joins {
		for i, p := range j.params {
			if !p.Type.IsBlock() {
				continue
			}
			g := k.groups[p.Name]
			if len(g.allocs) == 0 || !g.others {
				continue
			}
			for s := range j.from {
				if !k.inside.Has(j.from[s].values[i].Name) && k.unit.Rewrite() && k.copyIn(j, &j.from[s], i) {
					any = true
				}
			}
		}
	}
	return any
}

// copyIn copies the array that reaches a join in block i from one of its sources.
// Existential parts of the array's location get the values of the row-major copy.
func (k *kernel) copyIn(j join, from *source, i int) bool {
	var array *ir.Param
	index := 0
	for q := range j.params {
		if at := j.params[q].At; at != nil && at.Block == j.params[i].Name {
			if array != nil {
				return false
			}
			array, index = &j.params[q], q
		}
	}
	if array == nil {
		return false
	}
	shape := k.shapes[from.values[index].Name]
	b := k.out.Inner()
	place := lmad.RowMajor(ir.Polys(shape))
	values := slices.Clone(from.values)
	bind := func(p, want sym.Poly) bool {
		v, isVar := p.AsVar()
		q := slices.IndexFunc(j.params, func(p ir.Param) bool { return p.Name == v })
		if !isVar || q < 0 {
			return p.Equal(want)
		}
		values[q] = atomOf(b, want)
		return true
	}
	if !bind(array.At.Index.Offset, sym.Const(0)) {
		return false
	}
	for d := range place.Dims {
		if !bind(array.At.Index.Dims[d].Stride, place.Dims[d].Stride) {
			return false
		}
	}
	bytes := ir.Size(int64(array.Type.Elem.Size()))
	for _, d := range shape {
		bytes = b.Prim("bytes", scalar.MulSat, scalar.I64, bytes, d)
	}
	block := ir.Param{Name: k.out.Names.Like(j.params[i].Name), Type: j.params[i].Type}
	b.Bind([]ir.Param{block}, &ir.Alloc{Bytes: bytes, Space: block.Type.Space})
	own := ir.Param{Name: k.out.Names.Like(array.Name), Type: ir.ArrayOf(array.Type.Elem, shape...), At: &ir.Loc{Block: block.Name, Index: place}}
	b.Bind([]ir.Param{own}, &ir.Copy{Array: values[index].Name})
	k.binders([]ir.Param{own})
	values[i], values[index] = ir.Var(block.Name), ir.Var(own.Name)
	from.insert(b.Stms(), values)
	return true
}

// insert adds statements before the values are passed on, and replaces the values.
func (s *source) insert(stms []*ir.Stm, values []ir.Atom) {
	copy(s.values, values)
	if s.body != nil {
		s.body.Stms = append(s.body.Stms, stms...)
		return
	}
	at := slices.Index(s.within.Stms, s.before)
	s.within.Stms = slices.Insert(s.within.Stms, at, stms...)
}

// atomOf returns the value of p, computed by b.
func atomOf(b *ir.Builder, p sym.Poly) ir.Atom {
	if c, ok := p.AsConst(); ok {
		return ir.Size(c)
	}
	if v, ok := p.AsVar(); ok {
		return ir.Var(v)
	}
	var sum ir.Atom
	for i, t := range p.Terms() {
		product := ir.Size(t.Coef)
		for _, v := range t.Vars {
			product = b.Prim("stride", scalar.Mul, scalar.I64, product, ir.Var(v))
		}
		if i == 0 {
			sum = product
			continue
		}
		sum = b.Prim("stride", scalar.Add, scalar.I64, sum, product)
	}
	return sum
}
