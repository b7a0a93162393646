package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/scalar"
)

// fold is a reduction or scan on its way to imp.
type fold struct {
	stm      *ir.Stm
	operator *ir.Lambda
	neutral  []ir.Atom
	body     *ir.Body
	segments []imp.SpaceDim
	outer    []imp.Expr // the segments' indices
	last     ir.SpaceDim
}

func (e *emitter) newFold(s *ir.Stm, space []ir.SpaceDim, operator *ir.Lambda, neutral []ir.Atom, body *ir.Body) *fold {
	f := &fold{stm: s, operator: operator, neutral: neutral, body: body, last: space[len(space)-1]}
	f.segments, f.outer = e.space(space[:len(space)-1])
	e.scalars[f.last.Index] = scalar.I64
	return f
}

// at is the index of the present element in an array over the whole space.
func (f *fold) at() []imp.Expr {
	return append(append([]imp.Expr{}, f.outer...), imp.IntVar(f.last.Index))
}

// element emits the body for one element and folds its first results into acc;
// the others are written where they belong.
func (f *fold) element(e *emitter, acc accumulator) {
	e.body(f.body)
	k := len(f.neutral)
	for i, r := range f.body.Result[k:] {
		e.put(e.placeOf(f.stm.Pat[k+i].Name), r, f.at()...)
	}
	e.set(acc, e.apply(f.operator, e.value(acc), e.operands(f.body.Result[:k])))
}

// partials allocates an array of one operand for each of count chunks. Where the
// result is made on the device, it takes the place of the first one's.
func (f *fold) partials(e *emitter, count imp.Expr) []place {
	out := make([]place, len(f.neutral))
	if e.target.Grid {
		count = imp.IntVar(e.declare("room", prim(scalar.Max, count, imp.Int(1))))
	}
	for i, o := range e.operands(f.neutral) {
		dims := append([]ir.Atom{ir.Var(count.(*imp.Var).Name)}, o.Type.Dims...)
		p := place{Elem: o.Type.Elem, Block: e.names.Fresh("partials_mem"), Index: lmad.RowMajor(ir.Polys(dims))}
		bytes := imp.Expr(imp.Int(int64(p.Elem.Size())))
		for _, d := range dims {
			bytes = prim(scalar.MulSat, bytes, e.atom(d))
		}
		e.add(&imp.DeclareBlock{Name: p.Block},
			&imp.Alloc{Block: p.Block, Bytes: bytes, What: "partial results of " + label(f.stm), Pos: f.stm.Pos})
		out[i] = p
	}
	return out
}

func (e *emitter) segRed(s *ir.Stm, x *ir.SegRed) {
	f := e.newFold(s, x.Space, x.Operator, x.Neutral, x.Body)
	if f.inGroups(e) {
		if op, ok := f.anyOrder(); ok {
			f.reduceInAnyOrder(e, op)
		} else {
			f.reduceByStrips(e)
		}
		return
	}
	if len(f.segments) == 0 {
		f.reduceInParallel(e)
		return
	}
	e.parallel(s, f.segments, func(e *emitter) {
		total := f.reduceSegment(e)
		for i, o := range e.value(total) {
			e.putOperand(e.placeOf(s.Pat[i].Name), o, f.outer)
		}
	})
}

// reduceInParallel folds each chunk in an iteration of its own, then the
// chunks' results in one thread.
func (f *fold) reduceInParallel(e *emitter) {
	c := e.cut(f.last.Size)
	count := imp.IntVar(c.count)
	partials := f.partials(e, count)
	k := e.names.Fresh("chunk")
	e.parallel(f.stm, []imp.SpaceDim{{Index: k, Count: count}}, func(e *emitter) {
		acc := e.accumulate("acc", e.operands(f.neutral))
		e.each(c, imp.IntVar(k), f.last.Index, func(e *emitter) { f.element(e, acc) })
		for i, o := range e.value(acc) {
			e.putOperand(partials[i], o, []imp.Expr{imp.IntVar(k)})
		}
	})
	if e.target.Grid {
		first := []imp.Expr{imp.Int(0)}
		e.once(f.stm, func(e *emitter) {
			for i, o := range e.value(f.fromPartials(e, partials, count)) {
				e.putOperand(partials[i], o, first)
			}
		})
		for i, p := range partials {
			f.result(e, f.stm.Pat[i], e.operandAt(p, first))
		}
	} else {
		for i, o := range e.value(f.fromPartials(e, partials, count)) {
			f.result(e, f.stm.Pat[i], o)
		}
	}
	for _, p := range partials {
		e.add(&imp.AssignBlock{Dst: p.Block})
	}
}

// fromPartials folds the partial results left to right: the first as it is.
func (f *fold) fromPartials(e *emitter, partials []place, count imp.Expr) accumulator {
	total := e.accumulate("total", e.operands(f.neutral))
	k := e.names.Fresh("chunk")
	in := e.inner()
	part := make([]operand, len(partials))
	for i, p := range partials {
		part[i] = in.operandAt(p, []imp.Expr{imp.IntVar(k)})
	}
	f.combine(in, imp.IntVar(k), total, part)
	e.add(&imp.For{Index: k, Type: scalar.I64, Bound: count, Body: in.out})
	return total
}

// combine folds the result of chunk number k into total; chunk 0's is the total.
func (f *fold) combine(e *emitter, k imp.Expr, total accumulator, part []operand) {
	first, later := e.inner(), e.inner()
	first.set(total, part)
	later.set(total, later.apply(f.operator, later.value(total), part))
	e.add(&imp.If{Cond: prim(scalar.Eq, k, imp.Int(0)), Then: first.out, Else: later.out})
}

// result binds an unsegmented reduction's result.
func (f *fold) result(e *emitter, p ir.Param, o operand) {
	if o.X != nil {
		e.declareAs(p.Name, o.X)
		return
	}
	e.copy(e.placeOf(p.Name), e.place(o))
}

// reduceSegment folds one segment, in one thread.
func (f *fold) reduceSegment(e *emitter) accumulator {
	c := e.cut(f.last.Size)
	total := e.accumulate("total", e.operands(f.neutral))
	if c.one {
		e.each(c, imp.Int(0), f.last.Index, func(e *emitter) { f.element(e, total) })
		return total
	}
	k := e.names.Fresh("chunk")
	in := e.inner()
	acc := in.accumulate("acc", in.operands(f.neutral))
	in.each(c, imp.IntVar(k), f.last.Index, func(e *emitter) { f.element(e, acc) })
	f.combine(in, imp.IntVar(k), total, in.value(acc))
	e.add(&imp.For{Index: k, Type: scalar.I64, Bound: imp.IntVar(c.count), Body: in.out})
	return total
}

func (e *emitter) segScan(s *ir.Stm, x *ir.SegScan) {
	f := e.newFold(s, x.Space, x.Operator, x.Neutral, x.Body)
	if op, ok := f.anyOrder(); ok && f.inGroups(e) {
		f.scanInAnyOrder(e, op)
		return
	}
	if len(f.segments) == 0 {
		f.scanInParallel(e)
		return
	}
	e.parallel(s, f.segments, f.scanSegment)
}

// write stores values as the scan's results at the present element.
func (f *fold) write(e *emitter, values []operand) {
	for i, o := range values {
		e.putOperand(e.placeOf(f.stm.Pat[i].Name), o, f.at())
	}
}

// scanInParallel scans each chunk by itself, makes the chunks' totals prefixes
// in one thread, and puts each chunk's prefix before its elements.
func (f *fold) scanInParallel(e *emitter) {
	c := e.cut(f.last.Size)
	count := imp.IntVar(c.count)
	partials := f.partials(e, count)
	k := e.names.Fresh("chunk")
	e.parallel(f.stm, []imp.SpaceDim{{Index: k, Count: count}}, func(e *emitter) {
		acc := e.accumulate("acc", e.operands(f.neutral))
		e.each(c, imp.IntVar(k), f.last.Index, func(e *emitter) {
			f.element(e, acc)
			f.write(e, e.value(acc))
		})
		for i, o := range e.value(acc) {
			e.putOperand(partials[i], o, []imp.Expr{imp.IntVar(k)})
		}
	})
	if c.one {
		return
	}
	e.once(f.stm, func(e *emitter) { f.prefixes(e, partials, count) })
	f.addPrefixes(e, c, partials)
	for _, p := range partials {
		e.add(&imp.AssignBlock{Dst: p.Block})
	}
}

// prefixes replaces the partial results by their scan.
func (f *fold) prefixes(e *emitter, partials []place, count imp.Expr) {
	total := e.accumulate("total", e.operands(f.neutral))
	k := e.names.Fresh("chunk")
	at := []imp.Expr{imp.IntVar(k)}
	in := e.inner()
	part := make([]operand, len(partials))
	for i, p := range partials {
		part[i] = in.operandAt(p, at)
	}
	f.combine(in, imp.IntVar(k), total, part)
	for i, o := range in.value(total) {
		in.putOperand(partials[i], o, at)
	}
	e.add(&imp.For{Index: k, Type: scalar.I64, Bound: count, Body: in.out})
}

// addPrefixes combines the elements of every chunk but the first with the
// prefix of the chunk before.
func (f *fold) addPrefixes(e *emitter, c chunks, partials []place) {
	k := e.names.Fresh("chunk")
	space := []imp.SpaceDim{{Index: k, Count: sub(imp.IntVar(c.count), imp.Int(1))}}
	index := e.names.Fresh("i")
	e.parallel(f.stm, space, func(e *emitter) {
		prefix := make([]operand, len(partials))
		for i, p := range partials {
			prefix[i] = e.operandAt(p, []imp.Expr{imp.IntVar(k)})
		}
		e.each(c, imp.Add(imp.IntVar(k), imp.Int(1)), index, func(e *emitter) {
			at := []imp.Expr{imp.IntVar(index)}
			local := make([]operand, len(partials))
			for i := range partials {
				local[i] = e.operandAt(e.placeOf(f.stm.Pat[i].Name), at)
			}
			for i, o := range e.apply(f.operator, prefix, local) {
				e.putOperand(e.placeOf(f.stm.Pat[i].Name), o, at)
			}
		})
	})
}

// scanSegment scans one segment, in one thread.
func (f *fold) scanSegment(e *emitter) {
	c := e.cut(f.last.Size)
	prefix := e.accumulate("prefix", e.operands(f.neutral))
	k := e.names.Fresh("chunk")
	in := e.inner()
	acc := in.accumulate("acc", in.operands(f.neutral))
	before := in.accumulate("before", in.value(prefix))
	in.each(c, imp.IntVar(k), f.last.Index, func(e *emitter) {
		f.element(e, acc)
		e.set(prefix, e.value(before))
		f.combine(e, imp.IntVar(k), prefix, e.value(acc))
		f.write(e, e.value(prefix))
	})
	e.add(&imp.For{Index: k, Type: scalar.I64, Bound: imp.IntVar(c.count), Body: in.out})
}
