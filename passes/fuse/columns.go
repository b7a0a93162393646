package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// A reduction of rows by an operator that works element by element, as a sum of matrices does, is a
// map of reductions: one for each element of a row. If a map makes the rows and only the reduction
// reads them, each of these reductions computes its elements itself, and the rows, often far more
// numbers than all that they are made of, are not stored. Adjoints of arrays that the iterations of a
// map share are such sums: those of a product of matrices are products of matrices then. Each element
// is folded in the same order as before.

// fewElements is the number of elements of a row up to which, if it is constant, the rows stay as they
// are: their sums are then folded by all threads.
const fewElements = 16

// maxBetween bounds how far before a reduction the map of its rows is looked for.
const maxBetween = 64

// interchange makes maps of reductions in b and the bodies within, innermost first. It reports whether
// there were any to make.
func (f *fuser) interchange(b *ir.Body) (changed bool) {
	eachWithin(b.Stms, func(b *ir.Body) { changed = f.interchange(b) || changed })
	var counts map[name.Name]int // how often b mentions names, and perhaps oftener
	for i := 0; i < len(b.Stms); i++ {
		r := rowsOf(b.Stms[i])
		if r == nil {
			continue
		}
		if counts == nil {
			counts = uses(b)
		}
		if left := len(b.Stms) - i; f.byColumns(b, i, r, counts) {
			changed = true
			i = len(b.Stms) - left
		}
	}
	return changed
}

// rows is a reduction of rows of arrays, element by element.
type rows struct {
	stm     *ir.Stm
	reduce  *ir.Reduce
	element *ir.Lambda // the operator on elements
}

// rowsOf returns s as a reduction of rows, or nil.
func rowsOf(s *ir.Stm) *rows {
	e, ok := s.Exp.(*ir.Reduce)
	if !ok || e.Fn != nil {
		return nil
	}
	t := s.Pat[0].Type
	if !t.IsArray() || hasFew(t) || slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return !slices.Equal(p.Type.Dims, t.Dims) }) {
		return nil
	}
	op := e.Operator
	for range t.Dims {
		if op = withinMap(op); op == nil {
			return nil
		}
	}
	return &rows{s, e, op}
}

// withinMap returns the function that an operator on rows maps over its operands; nil if it does anything
// else.
func withinMap(op *ir.Lambda) *ir.Lambda {
	if len(op.Body.Stms) != 1 {
		return nil
	}
	s := op.Body.Stms[0]
	m, ok := s.Exp.(*ir.Map)
	if !ok || len(m.Arrays) != len(op.Params) || !slices.EqualFunc(s.Pat, op.Body.Result, func(p ir.Param, r ir.Atom) bool { return ir.Var(p.Name) == r }) {
		return nil
	}
	fn := *m.Fn
	fn.Params = nil
	for _, p := range op.Params {
		k := slices.Index(m.Arrays, p.Name)
		if k < 0 {
			return nil
		}
		fn.Params = append(fn.Params, m.Fn.Params[k])
	}
	return &fn
}

// hasFew reports whether arrays of type t have a few elements.
func hasFew(t ir.Type) bool {
	n := int64(1)
	for _, d := range t.Dims {
		if d.IsVar() || d.Const.Int() > fewElements {
			return false
		}
		n *= d.Const.Int()
	}
	return n <= fewElements
}

// byColumns replaces r, statement i of b, by a map of reductions, if a map closely before it makes its rows.
func (f *fuser) byColumns(b *ir.Body, i int, r *rows, counts map[name.Name]int) bool {
	ds := r.reduce.Arrays
	j := i - 1
	for first := max(0, i-maxBetween); j >= first && !binds(b.Stms[j], ds[0]); j-- {
	}
	if j < 0 || slices.ContainsFunc(ds, func(d name.Name) bool { return !binds(b.Stms[j], d) || counts[d] > 1 }) {
		return false
	}
	made := b.Stms[j]
	m, ok := made.Exp.(*ir.Map)
	if !ok || m.Width != r.reduce.Width || schedule.Of(made).Apart || schedule.Of(r.stm).Apart || f.canFail(r.reduce) ||
		f.overwritten(b.Stms[j:i], made) || len(made.Pat) == len(ds) && f.canFail(m) || !f.unit.Rewrite() {
		return false
	}
	p := newPull(f, made, r.stm.Pat[0].Type.Rank()+1)
	out := f.columns(p, r, b.Stms[:i])
	if p.failed {
		f.unit.Forgo()
		return false
	}
	p.applyLifts()
	for _, n := range p.kept {
		counts[n]++
	}
	for _, d := range ds {
		dropResult(made, slices.IndexFunc(made.Pat, func(p ir.Param) bool { return p.Name == d }))
	}
	f.prune(m.Fn.Body)
	b.Stms = slices.Replace(slices.Clone(b.Stms), i, i+1, out...)
	if len(made.Pat) == 0 {
		b.Stms = slices.Delete(b.Stms, j, j+1)
	}
	return true
}

func binds(s *ir.Stm, n name.Name) bool {
	return slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return p.Name == n })
}

// uses counts where b mentions names.
func uses(b *ir.Body) map[name.Name]int {
	counts := map[name.Name]int{}
	w := &ir.Walker{Var: func(n *name.Name) { counts[*n]++ }, Atom: func(a *ir.Atom) { counts[a.Name]++ }}
	w.InBody(b)
	return counts
}

// overwritten reports whether one of stms consumes what s, the first of them, reads.
func (f *fuser) overwritten(stms []*ir.Stm, s *ir.Stm) bool {
	reads := classes(f.aliases, ir.FreeInStm(s))
	return slices.ContainsFunc(stms, func(s *ir.Stm) bool { return intersect(f.aliases.Consumed(s), reads) })
}

// columns returns the map of reductions that r becomes. before are the statements before it.
func (f *fuser) columns(p *pull, r *rows, before []*ir.Stm) []*ir.Stm {
	dims := r.stm.Pat[0].Type.Dims
	out := ir.NewBuilder(f.names)
	out.Pos = r.stm.Pos
	var at []ir.Atom
	var nest func(b *ir.Builder) ir.Exp
	nest = func(b *ir.Builder) ir.Exp {
		if len(at) == len(dims) {
			return f.column(p, b, r, at, before)
		}
		n := dims[len(at)]
		every := b.Let("every", ir.ArrayOf(scalar.I64, n), ir.IotaOf(n))
		i := ir.Param{Name: f.names.Fresh("column"), Type: ir.I64}
		at = append(at, ir.Var(i.Name))
		fn := &ir.Lambda{Params: []ir.Param{i}}
		for _, q := range r.stm.Pat {
			fn.Results = append(fn.Results, q.Type.Peel(len(at)))
		}
		in := b.Inner()
		fn.Body = in.Body(in.Lets("total", fn.Results, nest(in))...)
		return &ir.Map{Width: n, Arrays: []name.Name{every.Name}, Fn: fn}
	}
	out.Bind(r.stm.Pat, nest(out))
	stms := out.Stms()
	stms[len(stms)-1].Attrs = schedule.Carried(r.stm)
	return stms
}

// column is the reduction of the elements of all rows at indices within them.
func (f *fuser) column(p *pull, b *ir.Builder, r *rows, at []ir.Atom, before []*ir.Stm) ir.Exp {
	n := r.reduce.Width
	every := b.Let("every", ir.ArrayOf(scalar.I64, n), ir.IotaOf(n))
	i := ir.Param{Name: f.names.Fresh("row"), Type: ir.I64}
	fn := &ir.Lambda{Params: []ir.Param{i}}
	p.out = b.Inner()
	var xs, neutral []ir.Atom
	for k, q := range r.stm.Pat {
		fn.Results = append(fn.Results, ir.ScalarOf(q.Type.Elem))
		xs = append(xs, p.element(nil, r.reduce.Arrays[k], q.Type.Elem, slices.Concat([]ir.Atom{ir.Var(i.Name)}, at)))
		neutral = append(neutral, elementOfNeutral(b, r.reduce.Neutral[k], q.Type, at, before))
	}
	fn.Body = p.out.Body(xs...)
	return &ir.Reduce{Width: n, Operator: r.element, Neutral: neutral, Commutative: r.reduce.Commutative, Arrays: []name.Name{every.Name}, Fn: fn}
}

// elementOfNeutral is the element at indices of a neutral element of type t.
func elementOfNeutral(b *ir.Builder, neutral ir.Atom, t ir.Type, at []ir.Atom, before []*ir.Stm) ir.Atom {
	for _, s := range before {
		if e, ok := s.Exp.(*ir.Replicate); ok && ir.Var(s.Pat[0].Name) == neutral && len(e.Shape) == t.Rank() {
			return e.Value
		}
	}
	return b.Index("neutral", t.Elem, neutral.Name, slices.Clone(at)...)
}

// dropResult removes result k of a map.
func dropResult(s *ir.Stm, k int) {
	fn := s.Exp.(*ir.Map).Fn
	s.Pat = slices.Delete(slices.Clone(s.Pat), k, k+1)
	fn.Results = slices.Delete(slices.Clone(fn.Results), k, k+1)
	fn.Body.Result = slices.Delete(slices.Clone(fn.Body.Result), k, k+1)
}

// prune removes from b what its results do not need, results of maps too.
func (f *fuser) prune(b *ir.Body) {
	live := ir.Names{}
	use := func(a ir.Atom) {
		if a.IsVar() {
			live.Add(a.Name)
		}
	}
	for _, r := range b.Result {
		use(r)
	}
	var kept []*ir.Stm
	for _, s := range slices.Backward(b.Stms) {
		dead := func(p ir.Param) bool { return !live.Has(p.Name) }
		needed := f.canFail(s.Exp) || ops.MayStop(s.Exp)
		if !slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return !dead(p) }) && !needed {
			continue
		}
		if m, ok := s.Exp.(*ir.Map); ok && slices.ContainsFunc(s.Pat, dead) {
			f.shrink(s, m, dead)
		}
		for n := range ir.FreeInStm(s) {
			live.Add(n)
		}
		for _, p := range s.Pat {
			for _, d := range p.Type.Dims {
				use(d)
			}
		}
		kept = append(kept, s)
	}
	slices.Reverse(kept)
	b.Stms = kept
}

// shrink removes the dead results of a map, but one if all are.
func (f *fuser) shrink(s *ir.Stm, m *ir.Map, dead func(ir.Param) bool) {
	for k := len(s.Pat) - 1; k >= 0 && len(s.Pat) > 1; k-- {
		if dead(s.Pat[k]) {
			dropResult(s, k)
		}
	}
	f.prune(m.Fn.Body)
}
