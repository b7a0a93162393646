package expandmemory

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/sym"
)

// lanes describes how a kernel is split into launches of fewer threads: each launch covers
// width indices of the outermost dimension, and lane indexes them.
type lanes struct {
	lane  name.Name
	width ir.Atom
}

// cut prepares to run a segmap in launches of at most threads threads, or of one index of
// the outermost dimension if that has more.
func (k *kernel) cut(threads int64) {
	if _, ok := k.stm.Exp.(*ir.SegMap); !ok || len(k.space) == 0 {
		return
	}
	b := k.out
	most := func(x, y ir.Atom) ir.Atom { return b.Prim("width", scalar.Max, scalar.I64, x, y) }
	width := ir.Size(threads)
	if len(k.space) > 1 {
		inner := k.space[1].Size
		for _, d := range k.space[2:] {
			inner = b.Prim("inner", scalar.MulSat, scalar.I64, inner, d.Size)
		}
		width = most(b.Prim("width", scalar.Quot, scalar.I64, width, most(inner, ir.Size(1))), ir.Size(1))
	}
	width = b.Prim("width", scalar.Min, scalar.I64, width, most(k.space[0].Size, ir.Size(1)))
	k.lanes = &lanes{lane: k.out.Names.Fresh("lane"), width: width}
}

// launches returns the loop that runs a segmap launch by launch, when memory was expanded
// for the lanes of one launch. Each launch writes its part of the results in place.
func (k *kernel) launches() *ir.Stm {
	b := k.out
	e := *k.stm.Exp.(*ir.SegMap)
	plain := len(k.stm.Pat) - len(e.Writes)
	outer := k.space[0]
	whole := b.Prim("launches", scalar.Quot, scalar.I64, outer.Size, k.lanes.width)
	rest := b.Prim("rest", scalar.Rem, scalar.I64, outer.Size, k.lanes.width)
	rest = b.Prim("rest", scalar.Min, scalar.I64, rest, ir.Size(1))
	loop := &ir.Loop{Index: b.Names.Fresh("launch"), Bound: b.Prim("launches", scalar.Add, scalar.I64, whole, rest)}

	in := b.Inner()
	start := in.Prim("start", scalar.Mul, scalar.I64, ir.Var(loop.Index), k.lanes.width)
	left := in.Prim("left", scalar.Sub, scalar.I64, outer.Size, start)
	count := in.Prim("count", scalar.Min, scalar.I64, left, k.lanes.width)

	e.Writes, e.Space = slices.Clone(e.Writes), slices.Clone(e.Space)
	pat := ir.CloneParams(k.stm.Pat)
	for i, p := range k.stm.Pat {
		param := p.Clone()
		param.Name, param.Unique = b.Names.Like(p.Name), true
		loop.Params = append(loop.Params, param)
		pat[i].Name = b.Names.Like(p.Name)
		if i >= plain {
			w := &e.Writes[i-plain]
			loop.Inits = append(loop.Inits, ir.Var(w.Array))
			w.Array = param.Name
			continue
		}
		made := p.Clone()
		made.Name = b.Names.Like(p.Name)
		b.Bind([]ir.Param{made}, &ir.Scratch{Elem: p.Type.Elem, Shape: p.Type.Dims})
		loop.Inits = append(loop.Inits, ir.Var(made.Name))
		pat[i].Type.Dims = slices.Clone(p.Type.Dims)
		pat[i].Type.Dims[0] = count
		pat[i].At = &ir.Loc{Block: p.At.Block, Index: p.At.Index.Slice(k.part(start, count, p.Type))}
	}
	e.Space[0] = ir.SpaceDim{Index: k.lanes.lane, Size: count}
	index := &ir.Stm{
		Pat: []ir.Param{{Name: outer.Index, Type: ir.I64}}, Pos: k.stm.Pos,
		Exp: &ir.Prim{Fn: scalar.Add, Type: scalar.I64, Args: []ir.Atom{start, ir.Var(k.lanes.lane)}},
	}
	e.Body = &ir.Body{Stms: append([]*ir.Stm{index}, k.body.Stms...), Result: k.body.Result}
	in.Append(&ir.Stm{Pat: pat, Exp: &e, Pos: in.Pos, Attrs: schedule.Carried(k.stm)})

	var results []ir.Atom
	for i, p := range k.stm.Pat {
		if i >= plain {
			results = append(results, ir.Var(pat[i].Name))
			continue
		}
		full := p.Clone()
		full.Name = b.Names.Like(p.Name)
		dims := []ir.SliceDim{ir.RangeOf(start, count, ir.Size(1))}
		for _, d := range p.Type.Dims[1:] {
			dims = append(dims, ir.Whole(d))
		}
		in.Bind([]ir.Param{full}, &ir.Update{Array: loop.Params[i].Name, Dims: dims, Value: ir.Var(pat[i].Name)})
		results = append(results, ir.Var(full.Name))
	}
	loop.Body = in.Body(results...)
	return &ir.Stm{Pat: k.stm.Pat, Exp: loop, Pos: k.stm.Pos}
}

// part selects a launch's part of a result.
func (k *kernel) part(start, count ir.Atom, t ir.Type) []lmad.Range {
	out := []lmad.Range{{Start: start.Poly(), Size: count.Poly(), Step: sym.Const(1)}}
	for _, d := range t.Dims[1:] {
		out = append(out, lmad.Range{Size: d.Poly(), Step: sym.Const(1)})
	}
	return out
}
