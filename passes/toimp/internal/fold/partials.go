package fold

import (
	"cmp"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// partials allocates, for each operand, an array with one value per chunk: on a processor in
// one block. On a device, where a kernel takes the arrays that it needs, they have a block each,
// and the final result overwrites element 0, so they have at least one element.
func (f *fold) partials(e *emit.Emitter, count imp.Expr) []emit.Place {
	if !e.Target.Grid {
		return f.partialsIf(e, count, nil)
	}
	if _, known := imp.ConstOf(count); !known {
		count = imp.IntVar(e.Declare("room", emit.Prim(scalar.Max, count, imp.Int(1))))
	}
	var out []emit.Place
	for _, o := range e.Operands(f.neutral) {
		out = append(out, f.together(e, count, nil, []emit.Operand{o})...)
	}
	return out
}

// partialsIf is partials on a processor. With a condition, nothing is allocated unless that holds.
func (f *fold) partialsIf(e *emit.Emitter, count, needed imp.Expr) []emit.Place {
	return f.together(e, count, needed, e.Operands(f.neutral))
}

// together allocates a block for count values of each operand.
func (f *fold) together(e *emit.Emitter, count, needed imp.Expr, operands []emit.Operand) []emit.Place {
	var room ir.Atom
	if known, ok := imp.ConstOf(count); ok {
		room = ir.Size(known.Int())
	} else {
		room = ir.Var(count.(*imp.Var).Name)
	}
	block := e.PartialBlock(bytesOf(e, room, operands), needed, "partial results of "+emit.Label(f.stm), f.stm.Pos)
	return layout(block, room.Poly(), operands)
}

// layout returns where a block has room values of each operand: one array behind the other,
// the widest elements first, so that each array begins at a multiple of its elements' size.
func layout(block name.Name, room sym.Poly, operands []emit.Operand) []emit.Place {
	out := make([]emit.Place, len(operands))
	before := sym.Const(0) // in elements of the last array
	var last scalar.Type
	for k, i := range widestFirst(operands) {
		t := operands[i].Type
		if k > 0 {
			before = before.Scale(int64(last.Size() / t.Elem.Size()))
		}
		dims := append([]sym.Poly{room}, ir.Polys(t.Dims)...)
		out[i] = emit.Place{Elem: t.Elem, Block: block, Index: lmad.RowMajor(dims).At(before)}
		elements := sym.Const(1)
		for _, d := range dims {
			elements = elements.Mul(d)
		}
		before, last = before.Add(elements), t.Elem
	}
	return out
}

func widestFirst(operands []emit.Operand) []int {
	out := make([]int, len(operands))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(i, j int) int {
		return -cmp.Compare(operands[i].Type.Elem.Size(), operands[j].Type.Elem.Size())
	})
	return out
}

// bytesOf returns the bytes of room values of each operand. Where they are a sum, each part is
// limited so that it cannot wrap: no machine has so many.
func bytesOf(e *emit.Emitter, room ir.Atom, operands []emit.Operand) imp.Expr {
	var parts []imp.Expr
	scalars := 0 // bytes of one value of each scalar
	for _, o := range operands {
		if o.Type.IsScalar() {
			scalars += o.Type.Elem.Size()
			continue
		}
		parts = append(parts, times(e, o.Type.Elem.Size(), append([]ir.Atom{room}, o.Type.Dims...)))
	}
	if scalars > 0 {
		parts = append(parts, times(e, scalars, []ir.Atom{room}))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	sum := imp.Expr(imp.Int(0))
	for _, p := range parts {
		sum = imp.Add(sum, emit.Prim(scalar.Min, p, imp.Int(math.MaxInt64/int64(len(parts)))))
	}
	return sum
}

// times returns the product of bytes and dims, or the highest value if that is too large.
func times(e *emit.Emitter, bytes int, dims []ir.Atom) imp.Expr {
	product := imp.Expr(imp.Int(int64(bytes)))
	for _, d := range dims {
		product = emit.Prim(scalar.MulSat, product, e.Atom(d))
	}
	if n, ok := imp.ConstOf(product); ok {
		return imp.Int(n.Int())
	}
	return product
}
