package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// body emits a body's statements and releases each block after its last use.
func (e *emitter) body(b *ir.Body) {
	e.uses.In(b)
	for _, s := range b.Stms {
		e.stm(s)
		for _, block := range e.uses.Last[s] {
			e.add(&imp.AssignBlock{Dst: block})
		}
	}
}

func (e *emitter) stm(s *ir.Stm) {
	for _, p := range s.Pat {
		e.bind(p)
	}
	defer e.enterKernel(s)()
	lowerings[s.Exp.Op()](e, s)
}

// element writes element i of an array literal.
func (e *emitter) element(dst place, i int, a ir.Atom) {
	if dst.Index.Rank() == 1 {
		e.store(dst, e.atom(a), imp.Int(int64(i)))
		return
	}
	dst.Index = dst.Index.Fix(sym.Const(int64(i)))
	e.copy(dst, e.placeOf(a.Name))
}

// iotaElement returns Start + Step·i in the element type.
func (e *emitter) iotaElement(x *ir.Iota, i imp.Expr) imp.Expr {
	if x.Elem != scalar.I64 {
		i = &imp.Convert{From: scalar.I64, To: x.Elem, X: i}
	}
	product := &imp.Prim{Fn: scalar.Mul, Type: x.Elem, Args: []imp.Expr{i, e.atom(x.Step)}}
	return &imp.Prim{Fn: scalar.Add, Type: x.Elem, Args: []imp.Expr{e.atom(x.Start), product}}
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

func (e *emitter) starts(ds []ir.SliceDim) []imp.Expr {
	out := make([]imp.Expr, len(ds))
	for i, d := range ds {
		out[i] = e.atom(d.Start)
	}
	return out
}

// forEach runs body at each point of an index space: in parallel on the host, as a loop
// nest inside a kernel.
func (e *emitter) forEach(label string, counts []imp.Expr, body func(e *emitter, index []imp.Expr)) {
	space := make([]imp.SpaceDim, len(counts))
	index := make([]imp.Expr, len(counts))
	for i, c := range counts {
		space[i] = imp.SpaceDim{Index: e.names.Fresh("i"), Count: c}
		index[i] = imp.IntVar(space[i].Index)
	}
	if !e.inKernel {
		k := e.kernel()
		body(k, index)
		e.add(&imp.Parallel{Label: label, Space: space, Body: k.out})
		return
	}
	in := e.inner()
	body(in, index)
	stms := in.out
	for i := len(space) - 1; i >= 0; i-- {
		stms = []imp.Stm{&imp.For{Index: space[i].Index, Type: scalar.I64, Bound: space[i].Count, Body: stms}}
	}
	e.add(stms...)
}
