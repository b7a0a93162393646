package coalesce

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// A kernel may read a small part of an array, as one does that goes through a few rows of many. A copy
// then holds that part alone, so that it costs no more than what the kernel reads. The part is the box
// around all reads: for each dimension the interval of its indices, clamped to the array. An index that
// is no sum of what the host knows and of indices of threads and loops makes the interval the whole
// dimension, and so does one that goes through it or through a constant fraction of it.
//
// Arrays that kernels make are copied whole: that costs about what making them did, and short-circuiting
// mostly has the kernel write the copy.

const (
	mostSpans = 4       // intervals of a dimension that the host combines
	mostStep  = 1 << 16 // of an index from one thread or iteration to the next; keeps bounds from wrapping
	mostCount = 1 << 40 // iterations of a thread's loop that can be over some day
)

// span is the interval of indices that reads have in a dimension: those that base has when indices of
// threads and loops go through their values, and up to most more.
type span struct {
	base  sym.Poly
	along []stride
	most  int64
}

// stride is what an index of a thread or loop adds.
type stride struct {
	step  int64
	count sym.Poly
	loop  bool
}

// box is a part of an array: for each dimension the spans of its reads, none if it is the whole dimension.
type box [][]span

// whole reports whether the part is all of the array.
func (b box) whole() bool {
	return !slices.ContainsFunc(b, func(s []span) bool { return len(s) > 0 })
}

// remark says of a copy that it is one of a part.
func (b box) remark() string {
	if b.whole() {
		return ""
	}
	return "; only the part that they read"
}

// key tells parts of an array apart.
func (b box) key() string {
	if b.whole() {
		return ""
	}
	return fmt.Sprint([][]span(b))
}

// uses reports whether the bounds of the part are computed from a name that is in names.
func (b box) uses(names ir.Names) (found bool) {
	in := func(n name.Name) { found = found || names.Has(n) }
	for _, spans := range b {
		for _, s := range spans {
			s.base.Vars(in)
			for _, x := range s.along {
				x.count.Vars(in)
			}
		}
	}
	return found
}

// partOf returns the part of an array that a kernel reads.
func (l *layouter) partOf(array name.Name, r *reads, space []ir.SpaceDim) box {
	dims := l.arrays[array].Type.Dims
	part := make(box, len(dims))
	if l.lanes || l.uses.made.Has(array) {
		return part
	}
	inside := &kernelNames{layouter: l, bound: r.bound, loops: r.loops}
	for _, d := range space {
		inside.bound.Add(d.Index)
	}
	for k, d := range dims {
		part[k] = inside.spans(array, r.dims[array].at, k, d)
	}
	return part
}

// kernelNames are the names that a kernel binds.
type kernelNames struct {
	*layouter
	bound, loops ir.Names
}

// spans returns the intervals of indices of dimension k in reads of an array; none if they are the whole
// dimension.
func (k *kernelNames) spans(array name.Name, reads [][]ir.Atom, dim int, size ir.Atom) (out []span) {
	if few(size) {
		return nil
	}
	for _, at := range reads {
		s, ok := k.span(at[dim], size)
		if !ok || k.swept(array, s) {
			return nil
		}
		if out = join(out, s); len(out) > mostSpans {
			return nil
		}
	}
	return out
}

// span returns the interval of an index. It is not ok if that may be all of a dimension of the given size.
func (k *kernelNames) span(index, size ir.Atom) (s span, ok bool) {
	if index == (ir.Atom{}) {
		return s, false
	}
	var host []sym.Term
	value := k.outside(index.Poly())
	for _, t := range value.Terms() {
		inside := slices.DeleteFunc(slices.Clone(t.Vars), func(n name.Name) bool { return !k.bound.Has(n) })
		if len(inside) == 0 {
			host = append(host, t)
			continue
		}
		count, known := k.facts.Count(inside[0])
		count = k.outside(count)
		if !known || len(t.Vars) > 1 || t.Coef > mostStep || t.Coef < -mostStep || k.mentions(count) || k.through(count, size) {
			return s, false
		}
		s.along = append(s.along, stride{step: t.Coef, count: count, loop: k.loops.Has(inside[0])})
	}
	s.base = sym.FromTerms(host, value.Exact())
	return s, true
}

// outside replaces names that the kernel binds by what they are computed from.
func (k *kernelNames) outside(p sym.Poly) sym.Poly {
	return p.Subst(func(n name.Name) (sym.Poly, bool) {
		if !k.bound.Has(n) {
			return sym.Poly{}, false
		}
		value := k.facts.Unfold(sym.Var(n))
		return value, !value.Equal(sym.Var(n))
	})
}

func (k *kernelNames) mentions(p sym.Poly) (found bool) {
	p.Vars(func(n name.Name) { found = found || k.bound.Has(n) })
	return found
}

// through reports whether as many values as count are a constant fraction of a dimension, as far as the
// one is computed from the other.
func (k *kernelNames) through(count sym.Poly, size ir.Atom) bool {
	if c, ok := count.AsConst(); ok {
		n, known := size.AsSize()
		return known && c >= n/leastReuse
	}
	found := false
	count.Vars(func(n name.Name) {
		found = found || k.computedFrom(ir.Var(n), size) || k.computedFrom(size, ir.Var(n))
	})
	return found
}

// swept reports whether a loop of the host, before which a copy of an array could stand, moves an
// interval along.
func (k *kernelNames) swept(array name.Name, s span) bool {
	for at := len(k.scopes) - 1; at > 0 && !k.scopes[at].fixed; at-- {
		loop := k.scopes[at]
		if loop.bound == nil {
			continue
		}
		if loop.bound.Has(array) {
			return false
		}
		if !loop.index.IsZero() && k.facts.Unfold(s.base).Mentions(loop.index) {
			return true
		}
	}
	return false
}

// join adds a span to others, or makes one of two that are a constant apart.
func join(spans []span, s span) []span {
	for i, o := range spans {
		if fmt.Sprint(o.along) != fmt.Sprint(s.along) {
			continue
		}
		if c, ok := s.base.Away(o.base); ok && c > -mostStep && c < mostStep {
			if c < 0 {
				spans[i].base, spans[i].most = s.base, o.most-c
			}
			spans[i].most = max(spans[i].most, c)
			return spans
		}
	}
	return append(spans, s)
}

// cut is a copy of a part of an array, as a view of the part, and where the part starts in each
// dimension; the zero atom stands for 0.
type cut struct {
	view   name.Name
	starts []ir.Atom
}

// taken adds to b a copy of a part of an array with dimension dim innermost.
func (l *layouter) taken(b *ir.Builder, array name.Name, dim int, part box) cut {
	typ := l.arrays[array].Type
	of := cut{view: array, starts: make([]ir.Atom, typ.Rank())}
	if !part.whole() {
		dims, slice := slices.Clone(typ.Dims), make([]ir.SliceDim, typ.Rank())
		for k, spans := range part {
			start := ir.Size(0)
			if len(spans) > 0 {
				start, dims[k] = clamped(b, spans, typ.Dims[k])
				of.starts[k] = start
			}
			slice[k] = ir.SliceDim{Start: start, Size: dims[k], Step: ir.Size(1)}
		}
		typ = ir.ArrayOf(typ.Elem, dims...)
		of.view = b.Let("part", typ, &ir.Slice{Array: array, Dims: slice}).Name
	}
	turn := turn{layouter: l, dim: dim, typ: typ}
	turn.perm, turn.back = innermost(typ.Rank(), dim)
	c := turn.copied(b, of.view)
	of.view = b.Let(array.Base, typ, &ir.Rearrange{Perm: turn.back, Array: c.Name}).Name
	return of
}

// clamped adds to b the start and the size of the hull of spans within a dimension.
func clamped(b *ir.Builder, spans []span, size ir.Atom) (start, length ir.Atom) {
	var end ir.Atom
	for i, s := range spans {
		from, to := s.bounds(b)
		if i > 0 {
			from = b.Prim("start", scalar.Min, scalar.I64, start, from)
			to = b.Prim("end", scalar.Max, scalar.I64, end, to)
		}
		start, end = from, to
	}
	start = b.Prim("start", scalar.Min, scalar.I64, b.Prim("start", scalar.Max, scalar.I64, start, ir.Size(0)), size)
	end = b.Prim("end", scalar.Max, scalar.I64, b.Prim("end", scalar.Min, scalar.I64, end, size), start)
	return start, b.Prim("length", scalar.Sub, scalar.I64, end, start)
}

// bounds adds to b the first index of a span and the one behind its last. If there are no values, the
// first may be any index, and the other one is not greater.
func (s span) bounds(b *ir.Builder) (from, to ir.Atom) {
	from = computed(b, s.base)
	to = computed(b, s.base.Add(sym.Const(s.most+1)))
	for _, x := range s.along {
		count := computed(b, x.count)
		if x.loop && count.IsVar() {
			count = b.Prim("count", scalar.Min, scalar.I64, count, ir.Size(mostCount))
		}
		reach := b.Prim("last", scalar.Sub, scalar.I64, count, ir.Size(1))
		if x.step != 1 {
			reach = b.Prim("reach", scalar.Mul, scalar.I64, reach, ir.Size(x.step))
		}
		if x.step > 0 {
			to = b.Prim("end", scalar.Add, scalar.I64, to, reach)
		} else {
			from = b.Prim("start", scalar.Add, scalar.I64, from, reach)
		}
	}
	return from, to
}

// computed adds to b the value of a polynomial, modulo 2^64.
func computed(b *ir.Builder, p sym.Poly) ir.Atom {
	if c, ok := p.AsConst(); ok {
		return ir.Size(c)
	}
	var sum ir.Atom
	for i, t := range p.Terms() {
		product := ir.Size(t.Coef)
		for j, v := range t.Vars {
			if j == 0 && t.Coef == 1 {
				product = ir.Var(v)
				continue
			}
			product = b.Prim("product", scalar.Mul, scalar.I64, product, ir.Var(v))
		}
		if i == 0 {
			sum = product
			continue
		}
		sum = b.Prim("sum", scalar.Add, scalar.I64, sum, product)
	}
	return sum
}

// readFrom has the reads of an array in a body read a copy of a part of it.
func (l *layouter) readFrom(c cut, array name.Name, body *ir.Body) {
	b := ir.NewBuilder(l.names)
	for _, s := range body.Stms {
		for _, inner := range ops.Bodies(s.Exp) {
			l.readFrom(c, array, inner)
		}
		b.Pos = s.Pos
		within := func(k int, i ir.Atom) ir.Atom {
			if c.starts[k] == (ir.Atom{}) {
				return i
			}
			return b.Prim("at", scalar.Sub, scalar.I64, i, c.starts[k])
		}
		if e, ok := s.Exp.(*ir.Index); ok && e.Array == array {
			e.Array = c.view
			for k := range e.Indices {
				e.Indices[k] = within(k, e.Indices[k])
			}
		}
		if e, ok := s.Exp.(*ir.Slice); ok && e.Array == array {
			e.Array = c.view
			for k := range e.Dims {
				e.Dims[k].Start = within(k, e.Dims[k].Start)
			}
		}
		b.Append(s)
	}
	body.Stms = b.Stms()
}
