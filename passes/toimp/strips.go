package toimp

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// stripBytes is what a strip of one chunk takes in shared memory.
const stripBytes = 128

// reduceByStrips folds in the order of docs/semantics.md: a group takes as many
// chunks as it has threads, and brings a strip of each to shared memory at a time.
// Then one group folds the chunks' results.
func (f *fold) reduceByStrips(e *emitter) {
	c := e.cut(f.last.Size)
	count := imp.IntVar(c.count)
	partials := f.partials(e, count)
	f.foldChunks(e, c, partials)
	f.foldRun(e, partials, count)
	for i, p := range partials {
		f.result(e, f.stm.Pat[i], e.operandAt(p, []imp.Expr{imp.Int(0)}))
	}
	for _, p := range partials {
		e.add(&imp.AssignBlock{Dst: p.Block})
	}
}

// strip is the number of elements of a strip: a power of two.
func strip(partials []place) int64 {
	bytes := 0
	for _, p := range partials {
		bytes += p.Elem.Size()
	}
	n := uint64(max(1, stripBytes/max(4, bytes)))
	return 1 << (bits.Len64(n) - 1)
}

// sharedPlaces are arrays of count elements in shared memory, one for each operand.
func (g *groupWork) sharedPlaces(partials []place, count int64) []name.Name {
	out := make([]name.Name, len(partials))
	for i, p := range partials {
		out[i] = g.room("strip_mem", p.Elem, count)
	}
	return out
}

func loads(blocks []name.Name, partials []place, at imp.Expr) []operand {
	out := make([]operand, len(blocks))
	for i, b := range blocks {
		out[i] = operand{X: &imp.Load{Block: b, Elem: partials[i].Elem, Index: at}}
	}
	return out
}

func stores(e *emitter, blocks []name.Name, partials []place, at imp.Expr, xs []operand) {
	for i, b := range blocks {
		e.add(&imp.Store{Block: b, Elem: partials[i].Elem, Index: at, X: xs[i].X})
	}
}

// scalarsOf declares the values of operands, so that they are computed once.
func (e *emitter) scalarsOf(base string, xs []operand) []operand {
	out := make([]operand, len(xs))
	for i, x := range xs {
		out[i] = operand{X: e.read(e.declare(base, x.X))}
	}
	return out
}

func (f *fold) foldChunks(e *emitter, c chunks, partials []place) {
	g := e.groupWork(f)
	width := strip(partials)
	log := int64(bits.TrailingZeros64(uint64(width)))
	group := g.target.Group
	tile := g.sharedPlaces(partials, group*(width+1))
	base := g.read(g.declare("base", imp.Mul(groupID, imp.Int(group*c.size))))
	mine := g.read(g.declare("mine", imp.Add(base, imp.Mul(localID, imp.Int(c.size)))))
	acc := g.accumulate("acc", g.operands(f.neutral))
	g.repeat(c.size/width, func(e *emitter, s imp.Expr) {
		offset := e.read(e.declare("strip", imp.Mul(s, imp.Int(width))))
		e.repeat(width, func(e *emitter, k imp.Expr) {
			k = e.read(e.declare("place", imp.Add(imp.Mul(k, imp.Int(group)), localID)))
			row := e.read(e.declare("row", prim(scalar.Shr, k, imp.Int(log))))
			column := e.read(e.declare("column", prim(scalar.And, k, imp.Int(width-1))))
			i := e.read(e.declare("i", imp.Add(imp.Add(base, imp.Mul(row, imp.Int(c.size))), imp.Add(offset, column))))
			e.below(i, c.n, func(e *emitter) {
				at := imp.Add(imp.Mul(row, imp.Int(width+1)), column)
				stores(e, tile, partials, at, f.bodyAt(e, i, true))
			})
		})
		e.add(&imp.Barrier{})
		left := sub(c.n, imp.Add(mine, offset))
		k := e.names.Fresh("k")
		in := e.inner()
		at := in.read(in.declare("at", imp.Add(imp.Mul(localID, imp.Int(width+1)), imp.IntVar(k))))
		in.set(acc, in.scalarsOf("next", in.apply(f.operator, in.value(acc), in.scalarsOf("x", loads(tile, partials, at)))))
		e.add(&imp.For{Index: k, Type: scalar.I64, Bound: prim(scalar.Min, imp.Int(width), left), Body: in.out},
			&imp.Barrier{})
	})
	g.below(mine, c.n, func(e *emitter) {
		chunk := imp.Add(imp.Mul(groupID, imp.Int(group)), localID)
		for i, o := range e.value(acc) {
			e.putOperand(partials[i], o, []imp.Expr{chunk})
		}
	})
	groups := prim(scalar.Quot, imp.Add(imp.IntVar(c.count), imp.Int(group-1)), imp.Int(group))
	g.launch(e, groups)
}

// foldRun folds the partial results left to right, the first as it is, into the
// place of the first. One thread does; its group brings them to shared memory.
func (f *fold) foldRun(e *emitter, partials []place, count imp.Expr) {
	g := e.groupWork(f)
	group := g.target.Group
	tile := g.sharedPlaces(partials, group)
	total := g.accumulate("total", g.operands(f.neutral))
	rounds := prim(scalar.Quot, imp.Add(count, imp.Int(group-1)), imp.Int(group))
	s := g.names.Fresh("s")
	in := g.inner()
	first := in.read(in.declare("first", imp.Mul(imp.IntVar(s), imp.Int(group))))
	i := in.read(in.declare("i", imp.Add(first, localID)))
	in.below(i, count, func(e *emitter) {
		part := make([]operand, len(partials))
		for k, p := range partials {
			part[k] = operand{X: p.load(i)}
		}
		stores(e, tile, partials, localID, part)
	})
	in.add(&imp.Barrier{})
	one := in.inner()
	k := one.names.Fresh("k")
	loop := one.inner()
	part := loop.scalarsOf("x", loads(tile, partials, imp.IntVar(k)))
	f.combine(loop, imp.Add(first, imp.IntVar(k)), total, part)
	one.add(&imp.For{Index: k, Type: scalar.I64, Bound: prim(scalar.Min, imp.Int(group), sub(count, first)), Body: loop.out})
	in.add(&imp.If{Cond: prim(scalar.Eq, localID, imp.Int(0)), Then: one.out}, &imp.Barrier{})
	g.add(&imp.For{Index: s, Type: scalar.I64, Bound: rounds, Body: in.out})
	g.onlyFirst(func(e *emitter) {
		for i, o := range e.value(total) {
			e.putOperand(partials[i], o, []imp.Expr{imp.Int(0)})
		}
	})
	g.launch(e, imp.Int(1))
}
