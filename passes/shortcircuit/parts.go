package shortcircuit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// The size of a concatenation is the sum of its parts' modulo 2^64. Where nothing says that the sum
// does not wrap, or a part may turn out to have a negative size once others are made in their places,
// the block gets the bytes of all parts, each limited so that their sum cannot wrap: it is what the
// concatenation takes, or more than any machine has, and the allocation fails.

// holdsParts reports whether the destination's block can be allocated that way: it is the
// concatenation's own, or that of the kernel whose result the concatenation is, and the sizes of
// all parts are known before.
func (a *attempt) holdsParts() bool {
	if a.at == nil {
		return false
	}
	e, ok := a.at.stm.Exp.(*ir.Concat)
	to := a.allocations[a.point.block]
	if !ok || to == nil {
		return false
	}
	around, ok := a.around(to)
	switch {
	case !ok:
		return false
	case slices.Contains(a.joins, e):
		return true
	case to.node.in != a.in && !a.isOf(to, a.in.outer.stm.Pat):
		return false
	}
	for _, size := range a.sizesOf(e) {
		for _, d := range size {
			if d.IsVar() && !a.isKnownAt(d, to.node) {
				return false
			}
		}
	}
	a.parts, a.times = e, around
	return true
}

// around returns how often the destination's block holds the concatenation: the sizes of the space of
// the kernel whose result that is, none if the block is the concatenation's own. It is false if
// the block was allocated for something else.
func (a *attempt) around(to *allocation) ([]ir.Atom, bool) {
	p := &a.at.stm.Pat[0]
	_, relocated := a.fitted[p.Name]
	if to.node.in == a.in {
		return nil, !relocated && p.At.Block == a.point.block && p.At.Index.IsRowMajor()
	}
	kernel := a.in.outer
	if kernel == nil || kernel.in != to.node.in {
		return nil, false
	}
	e, ok := kernel.stm.Exp.(*ir.SegMap)
	k := slices.Index(a.in.body.Result, ir.Var(p.Name))
	if !ok || k < 0 || k >= len(kernel.stm.Pat)-len(e.Writes) {
		return nil, false
	}
	r := &kernel.stm.Pat[k]
	if _, relocated := a.fitted[r.Name]; relocated || r.At.Block != a.point.block || p.At.Block != a.point.block ||
		!r.At.Index.IsRowMajor() || !a.same(p.At.Index, r.At.Index.Fix(ir.Indices(e.Space)...)) {
		return nil, false
	}
	var sizes []ir.Atom
	for _, d := range e.Space {
		sizes = append(sizes, d.Size)
	}
	return sizes, true
}

// isOf reports whether a block has as many bytes as the array of ps in it.
func (a *attempt) isOf(to *allocation, ps []ir.Param) bool {
	bytes := a.Unfold(a.bytes(to.node.stm.Exp.(*ir.Alloc).Bytes))
	return slices.ContainsFunc(ps, func(p ir.Param) bool {
		return p.At != nil && p.At.Block == a.point.block &&
			bytes.Equal(a.Unfold(sym.Const(int64(p.Type.Elem.Size())).Mul(product(p.Type.Dims))))
	})
}

// isKnownAt reports whether a variable is defined before node n.
func (a *attempt) isKnownAt(x ir.Atom, n *node) bool {
	at := a.defined(x.Name, n.in)
	return at == nil || n.in.isBefore(at, n)
}

// sizesOf are the dimensions of the parts of a concatenation.
func (a *attempt) sizesOf(e *ir.Concat) [][]ir.Atom {
	whole := a.at.stm.Pat[0].Type.Dims
	var out [][]ir.Atom
	for _, x := range e.Arrays {
		dims := slices.Clone(whole)
		dims[e.Dim] = a.Array(x).Type.Dims[e.Dim]
		out = append(out, dims)
	}
	return out
}

// allocateForParts makes the allocation of the destination's block one of as many bytes as the parts
// have.
func (a *attempt) allocateForParts() {
	to := a.allocations[a.point.block]
	b := ir.NewBuilder(a.unit.IR.Names)
	b.Pos = to.node.stm.Pos
	most := ir.Size(1 << 62 / int64(len(a.parts.Arrays)))
	var sum ir.Atom
	for i, dims := range a.sizesOf(a.parts) {
		bytes := ir.Size(int64(a.at.stm.Pat[0].Type.Elem.Size()))
		for _, d := range slices.Concat(a.times, dims) {
			bytes = b.Prim("bytes", scalar.MulSat, scalar.I64, bytes, d)
		}
		bytes = b.Prim("bytes", scalar.Min, scalar.I64, bytes, most)
		if i > 0 {
			bytes = b.Prim("bytes", scalar.Add, scalar.I64, sum, bytes)
		}
		sum = bytes
	}
	for _, st := range b.Stms() {
		a.introduce(st, to.node)
	}
	alloc := *to.node.stm.Exp.(*ir.Alloc)
	alloc.Bytes = sum
	to.node.stm.Exp, to.known = &alloc, false
	a.joins = append(a.joins, a.parts)
}
