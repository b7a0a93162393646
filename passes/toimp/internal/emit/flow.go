package emit

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Loops and conditions around code that is emitted by a function.

// Choose emits few if n ≤ most and more otherwise, after a run-time test unless n is
// known.
func (e *Emitter) Choose(n imp.Expr, most int64, few, more func(e *Emitter)) {
	if c, ok := n.(*imp.Const); ok {
		if c.Value.Int() <= most {
			few(e)
		} else {
			more(e)
		}
		return
	}
	then, other := e.Inner(), e.Inner()
	few(then)
	more(other)
	e.Add(&imp.If{Cond: Prim(scalar.Le, n, imp.Int(most)), Then: then.Out, Else: other.Out})
}

// Below emits body guarded by i < n.
func (e *Emitter) Below(i, n imp.Expr, body func(e *Emitter)) {
	in := e.Inner()
	body(in)
	e.Add(&imp.If{Cond: Prim(scalar.Lt, i, n), Then: in.Out})
}

// Repeat emits a loop with a constant trip count.
func (e *Emitter) Repeat(rounds int64, body func(e *Emitter, k imp.Expr)) {
	e.Times(imp.Int(rounds), body)
}

// Times emits a loop with the given trip count.
func (e *Emitter) Times(bound imp.Expr, body func(e *Emitter, k imp.Expr)) {
	k := e.Names.Fresh("k")
	in := e.Inner()
	body(in, imp.IntVar(k))
	e.Add(&imp.For{Index: k, Type: scalar.I64, Bound: bound, Body: in.Out})
}

// StridedBy runs body for start, start+step, … below n, batch of them at a time, then one
// at a time for the remainder.
func (e *Emitter) StridedBy(batch int64, start, step, n imp.Expr, body func(e *Emitter, is []imp.Expr)) {
	first := e.Read(e.Declare("first", start))
	steps := e.Read(e.Declare("step", step))
	// A negative count would make the remainder loop start at the wrong element.
	count := e.Read(e.Declare("count", Prim(scalar.Max, e.steps(first, steps, n), imp.Int(0))))
	batches := e.Read(e.Declare("batches", Prim(scalar.Shr, count, imp.Int(int64(bits.TrailingZeros64(uint64(batch)))))))
	rounds := func(bound imp.Expr, of int64, number func(j imp.Expr) imp.Expr) {
		j := e.Names.Fresh("j")
		in := e.Inner()
		var is []imp.Expr
		base := in.Read(in.Declare("i", imp.Add(first, imp.Mul(number(imp.IntVar(j)), steps))))
		for k := range of {
			is = append(is, in.Read(in.Declare("i", imp.Add(base, imp.Mul(imp.Int(k), steps)))))
		}
		body(in, is)
		e.Add(&imp.For{Index: j, Type: scalar.I64, Bound: bound, Body: in.Out})
	}
	rounds(batches, batch, func(j imp.Expr) imp.Expr { return imp.Mul(j, imp.Int(batch)) })
	done := imp.Mul(batches, imp.Int(batch))
	rounds(Sub(count, done), 1, func(j imp.Expr) imp.Expr { return imp.Add(done, j) })
}

// Strided runs body for start, start+step, … below n.
func (e *Emitter) Strided(start, step, n imp.Expr, body func(e *Emitter, i imp.Expr)) {
	first := e.Read(e.Declare("first", start))
	steps := e.Read(e.Declare("step", step))
	count := e.steps(first, steps, n)
	j := e.Names.Fresh("j")
	in := e.Inner()
	i := in.Read(in.Declare("i", imp.Add(first, imp.Mul(imp.IntVar(j), steps))))
	body(in, i)
	e.Add(&imp.For{Index: j, Type: scalar.I64, Bound: count, Body: in.Out})
}

// steps returns the number of elements of first, first+step, … below n; at most 0 if first
// is not below n. first may have wrapped around; n - first then wraps as well.
func (e *Emitter) steps(first, step, n imp.Expr) imp.Expr {
	left := e.Read(e.Declare("left", Sub(n, first)))
	whole := e.Read(e.Declare("whole", Prim(scalar.Quot, left, step)))
	return imp.Add(whole, Prim(scalar.Min, Sub(left, imp.Mul(whole, step)), imp.Int(1)))
}

// Counted runs body n times.
func (e *Emitter) Counted(base string, n imp.Expr, body func(e *Emitter, k imp.Expr)) {
	k := e.Names.Fresh(base)
	in := e.Inner()
	body(in, imp.IntVar(k))
	e.Add(&imp.For{Index: k, Type: scalar.I64, Bound: n, Body: in.Out})
}

// ForEach runs body at each point of an index space: in parallel on the host, as a loop
// nest inside a kernel.
func (e *Emitter) ForEach(label string, counts []imp.Expr, body func(e *Emitter, index []imp.Expr)) {
	space := make([]imp.SpaceDim, len(counts))
	index := make([]imp.Expr, len(counts))
	for i, c := range counts {
		space[i] = imp.SpaceDim{Index: e.Names.Fresh("i"), Count: c}
		index[i] = imp.IntVar(space[i].Index)
	}
	if !e.InKernel {
		k := e.kernel()
		body(k, index)
		e.Add(&imp.Parallel{Label: label, Space: space, Body: k.Out, Pos: e.from})
		return
	}
	in := e.Inner()
	body(in, index)
	stms := in.Out
	for i := len(space) - 1; i >= 0; i-- {
		stms = []imp.Stm{&imp.For{Index: space[i].Index, Type: scalar.I64, Bound: space[i].Count, Pos: e.from, Body: stms}}
	}
	e.Add(stms...)
}
