package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// literalElement writes element i of an array literal.
func literalElement(e *emit.Emitter, dst emit.Place, i int, a ir.Atom) {
	if dst.Index.Rank() == 1 {
		e.Store(dst, e.Atom(a), imp.Int(int64(i)))
		return
	}
	dst.Index = dst.Index.Fix(sym.Const(int64(i)))
	e.Copy(dst, e.PlaceOf(a.Name))
}

// iotaElement returns Start + Step·i in the element type.
func iotaElement(e *emit.Emitter, x *ir.Iota, i imp.Expr) imp.Expr {
	if x.Elem != scalar.I64 {
		i = &imp.Convert{From: scalar.I64, To: x.Elem, X: i}
	}
	product := &imp.Prim{Fn: scalar.Mul, Type: x.Elem, Args: []imp.Expr{i, e.Atom(x.Step)}}
	return &imp.Prim{Fn: scalar.Add, Type: x.Elem, Args: []imp.Expr{e.Atom(x.Start), product}}
}

// rangeIn selects size elements from start in dimension dim, and all elements of the other
// dimensions.
func rangeIn(l lmad.LMAD, dim int, start, size sym.Poly) []lmad.Range {
	out := make([]lmad.Range, l.Rank())
	for i, d := range l.Dims {
		out[i] = lmad.Range{Size: d.Size, Step: sym.Const(1)}
	}
	out[dim].Start, out[dim].Size = start, size
	return out
}

func countFixed(ds []ir.SliceDim) int {
	n := 0
	for _, d := range ds {
		if d.Fix {
			n++
		}
	}
	return n
}

func starts(e *emit.Emitter, ds []ir.SliceDim) []imp.Expr {
	out := make([]imp.Expr, len(ds))
	for i, d := range ds {
		out[i] = e.Atom(d.Start)
	}
	return out
}

func lowerIota(e *emit.Emitter, dst emit.Place, x *ir.Iota) {
	e.ForEach("iota", []imp.Expr{e.Atom(x.Count)}, func(e *emit.Emitter, index []imp.Expr) {
		e.Store(dst, iotaElement(e, x, index[0]), index...)
	})
}

func replicate(e *emit.Emitter, dst emit.Place, x *ir.Replicate) {
	e.ForEach("replicate", e.Atoms(x.Shape), func(e *emit.Emitter, index []imp.Expr) {
		e.Put(dst, x.Value, index...)
	})
}

func concat(e *emit.Emitter, dst emit.Place, x *ir.Concat) {
	start := sym.Const(0)
	for _, n := range x.Arrays {
		src := e.PlaceOf(n)
		size := src.Index.Dims[x.Dim].Size
		e.Copy(dst.Slice(rangeIn(dst.Index, x.Dim, start, size)...), src)
		start = start.Add(size)
	}
}

func literal(e *emit.Emitter, dst emit.Place, x *ir.Literal) {
	for i, a := range x.Elems {
		literalElement(e, dst, i, a)
	}
}

func overwrite(e *emit.Emitter, dst emit.Place, x *ir.Update) {
	if len(x.Dims) == countFixed(x.Dims) {
		e.Store(dst, e.Atom(x.Value), starts(e, x.Dims)...)
		return
	}
	e.Copy(dst.Slice(ir.Ranges(x.Dims)...), e.PlaceOf(x.Value.Name))
}

func flatUpdate(e *emit.Emitter, dst emit.Place, x *ir.FlatUpdate) {
	dst.Index = dst.Index.FlatSlice(ir.FlatLMAD(x.Offset, x.Dims))
	e.Copy(dst, e.PlaceOf(x.Value))
}

// rotate copies the part from the amount on, then the part before it.
func rotate(e *emit.Emitter, dst emit.Place, x *ir.Rotate) {
	src := e.PlaceOf(x.Array)
	n, k := dst.Index.Dims[x.Dim].Size, x.Amount.Poly()
	rest := n.Sub(k)
	part := func(p emit.Place, start, size sym.Poly) emit.Place {
		return p.Slice(rangeIn(p.Index, x.Dim, start, size)...)
	}
	e.Copy(part(dst, sym.Const(0), rest), part(src, k, rest))
	e.Copy(part(dst, rest, k), part(src, sym.Const(0), k))
}
