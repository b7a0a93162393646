package check

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/sym"
)

// touches collects what an iteration of a kernel touches in blocks from outside.
type touches struct {
	*checker
	inside  ir.Names      // names bound in the kernel
	indices ir.Names      // those of the kernel and of the loops in it
	around  []ir.SpaceDim // the loops around, within the iteration
	before  int           // the number of facts that hold outside of the kernel
	blocks  ir.Names      // blocks in which operands of the kernel lie, or results
	own     []ownPlace
	found   []touch
	writes  bool // some of them
}

// A touch is a set of cells of a block that an iteration reads or writes.
type touch struct {
	array name.Name
	block name.Name
	// at are the cells in one iteration of the loops around, in terms of the variables of
	// the kernel's iteration. outer[k] are those in all iterations of the k outermost loops,
	// inner[k] those in all iterations but of the k outermost ones; as far as they are LMADs.
	at           lmad.LMAD
	outer, inner []lmad.LMAD
	writes       bool
	own          int       // it is within the place of the iteration's own result of this number, from 1
	facts        sym.Facts // that hold there
}

// ownPlace is where an iteration puts a result.
type ownPlace struct {
	result name.Name
	at     ir.Loc
	from   ir.Atom // what the body returns
	folded bool    // the result is put there after other iterations, too
}

func (t *touches) body(b *ir.Body) {
	for _, s := range b.Stms {
		t.stm(s)
	}
}

// under runs visit in the scope of a condition or an index, whose facts end with it.
func (t *touches) under(learn, visit func()) {
	before := len(t.facts)
	learn()
	visit()
	t.facts = t.facts[:before]
}

func (t *touches) stm(s *ir.Stm) {
	switch e := s.Exp.(type) {
	case *ir.If:
		t.under(func() { t.suppose(e.Cond, true) }, func() { t.body(e.Then) })
		t.under(func() { t.suppose(e.Cond, false) }, func() { t.body(e.Else) })
	case *ir.Loop:
		t.under(func() {
			if !e.Index.IsZero() {
				t.checker.index(e.Index, e.Bound)
				t.around = append(t.around, ir.SpaceDim{Index: e.Index, Size: e.Bound})
				t.indices.Add(e.Index)
			}
		}, func() { t.body(e.Body) })
		if !e.Index.IsZero() {
			t.around = t.around[:len(t.around)-1]
		}
	case *ir.Assert:
		t.suppose(e.Cond, true)
	case *ir.Index:
		if from := t.located(e.Array); from != nil {
			t.under(func() { t.inBounds(from, e.Indices) }, func() {
				t.add(e.Array, from.At, from.At.Index.Fix(ir.Polys(e.Indices)...), false)
			})
		}
	case *ir.Update:
		t.under(func() { t.sliceInBounds(&s.Pat[0], ir.Ranges(e.Dims)) }, func() {
			t.update(s, e.Value, func(l lmad.LMAD) lmad.LMAD { return l.Slice(ir.Ranges(e.Dims)) })
		})
	case *ir.FlatUpdate:
		t.update(s, ir.Var(e.Value), func(l lmad.LMAD) lmad.LMAD { return l.FlatSlice(ir.FlatLMAD(e.Offset, e.Dims)) })
	case *ir.Copy:
		t.update(s, ir.Var(e.Array), func(l lmad.LMAD) lmad.LMAD { return l })
	case *ir.Concat:
		start := sym.Const(0)
		for _, n := range e.Arrays {
			from := t.located(n)
			if from == nil {
				continue
			}
			at, size := start, from.At.Index.Dims[e.Dim].Size
			start = start.Add(size)
			t.update(s, ir.Var(n), func(l lmad.LMAD) lmad.LMAD {
				ranges := make([]lmad.Range, l.Rank())
				for i, d := range l.Dims {
					ranges[i] = lmad.Range{Size: d.Size, Step: sym.Const(1)}
				}
				ranges[e.Dim].Start, ranges[e.Dim].Size = at, size
				return l.Slice(ranges)
			})
		}
	default:
		t.others(s)
	}
}

// inBounds records that the indices of an element are: assertions see to it.
func (t *touches) inBounds(p *ir.Param, indices []ir.Atom) {
	for k, i := range indices {
		t.facts = t.facts.And(sym.Range(t.known(i), sym.Const(0), t.known(p.Type.Dims[k]))...)
	}
}

// sliceInBounds records that a slice lies within an array. If it is empty, nothing is touched.
func (t *touches) sliceInBounds(p *ir.Param, ranges []lmad.Range) {
	for k, r := range ranges {
		last := r.Start.Add(r.Size.Sub(sym.Const(1)).Mul(r.Step))
		for _, at := range []sym.Poly{r.Start, last} {
			t.facts = t.facts.And(sym.Range(at.Subst(t.value), sym.Const(0), t.known(p.Type.Dims[k]))...)
		}
	}
}

// others adds the operands of s and the arrays that it makes, unless it moves no data.
func (t *touches) others(s *ir.Stm) {
	if _, isView := t.ops.Of(s.Exp).ViewOf(s.Exp); isView || ops.EffectOf(s.Exp) != ops.Fresh {
		return
	}
	if _, unwritten := s.Exp.(*ir.Scratch); unwritten {
		return
	}
	for n := range ir.FreeInExp(s.Exp) {
		t.whole(n, false)
	}
	for _, p := range s.Pat {
		t.whole(p.Name, true)
	}
}

// whole adds all of an array.
func (t *touches) whole(n name.Name, writes bool) {
	if p := t.located(n); p != nil {
		t.add(n, p.At, p.At.Index, writes)
	}
}

// update adds the writing of a value to a part of the array that s makes, unless it lies
// there.
func (t *touches) update(s *ir.Stm, value ir.Atom, part func(lmad.LMAD) lmad.LMAD) {
	to := s.Pat[0]
	if to.At == nil {
		return
	}
	place := part(to.At.Index)
	if value.IsVar() {
		from := t.located(value.Name)
		if from != nil && t.isAt(from, to.At.Block, place) {
			return
		}
		t.whole(value.Name, false)
	}
	t.add(to.Name, to.At, place, true)
}

// places finds where an iteration of kernel s puts its results, if each puts all of its own
// there.
func (t *touches) places(s *ir.Stm, k *ops.Form) {
	if len(k.Writes) > 0 && len(k.Folds) > 0 {
		return // histograms combine what they find
	}
	folded := 0
	for _, f := range k.Folds {
		folded += len(*f.Neutral)
	}
	for i, p := range s.Pat[:len(s.Pat)-len(k.Writes)] {
		if p.At == nil {
			continue
		}
		point := ir.Indices(*k.Space)
		if i < folded && !k.Prefixes {
			point = point[:len(point)-1]
		}
		r := (*k.Body).Result[i]
		t.own = append(t.own, ownPlace{p.Name, ir.Loc{Block: p.At.Block, Index: p.At.Index.Fix(point...)}, r, i < folded})
	}
}

// results adds what an iteration copies to the places of its results.
func (t *touches) results() {
	for _, o := range t.own {
		if from := t.located(o.from.Name); o.from.IsVar() && from != nil {
			if !o.folded && t.isAt(from, o.at.Block, o.at.Index) {
				continue
			}
			t.whole(o.from.Name, false)
		}
		t.add(o.result, &o.at, o.at.Index, true)
	}
}

// add adds a touch of a part of an array, unless only arrays of iterations lie in its block:
// expand-memory gives each iteration a part of such a block.
func (t *touches) add(array name.Name, whole *ir.Loc, part lmad.LMAD, writes bool) {
	if !t.blocks.Has(whole.Block) {
		return
	}
	x := touch{array: array, block: whole.Block, at: part.Subst(t.value), writes: writes}
	for _, y := range t.found {
		if y.block == whole.Block && y.writes == writes && y.at.Equal(x.at) {
			return
		}
	}
	x.facts = slices.DeleteFunc(slices.Clone(t.facts[t.before:]), func(f sym.Fact) bool { return f.Rel == sym.NE })
	x.outer, x.inner = t.overLoops(x.at)
	for k, o := range t.own {
		if o.at.Block == whole.Block && (t.isAt(&ir.Param{At: whole}, o.at.Block, o.at.Index) || x.at.Equal(o.at.Index.Subst(t.value))) {
			x.own = k + 1
		}
	}
	t.writes = t.writes || writes
	t.found = append(t.found, x)
}

// overLoops returns the outer and the inner cells of a touch, of which the last and the first
// are the same.
func (t *touches) overLoops(at lmad.LMAD) (outer, inner []lmad.LMAD) {
	expand := func(d ir.SpaceDim, l lmad.LMAD) lmad.LMAD {
		if all, ok := lmad.Expand(d.Index, sym.Const(0), t.known(d.Size), l); ok && l.Mentions(d.Index) {
			return all
		}
		return l
	}
	outer = []lmad.LMAD{at}
	inner = make([]lmad.LMAD, len(t.around)+1)
	inner[len(t.around)] = at
	for k, d := range t.around {
		outer = append(outer, expand(d, outer[k]))
	}
	for k, d := range slices.Backward(t.around) {
		inner[k] = expand(d, inner[k+1])
	}
	return outer, inner
}
