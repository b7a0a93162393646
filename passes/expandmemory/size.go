package expandmemory

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// size returns the number of bytes that a thread allocates in a statement of the body, as
// an atom known before the kernel; if it varies, the maximum over all threads. It fails if
// the size depends on anything but scalars and elements of arrays that exist before the
// kernel.
func (k *kernel) size(alloc *ir.Stm) (_ ir.Atom, ok bool) {
	bytes := alloc.Exp.(*ir.Alloc).Bytes
	if !k.variant(bytes.Name) {
		return bytes, true
	}
	if stms, ok := computation(bytes, k.defined); ok && !k.readsIndex(stms) {
		renamer := ir.NewRenamer(k.out.Names)
		for _, s := range stms {
			k.out.Append(renamer.Stm(s))
		}
		return renamer.Atom(bytes), true
	}
	return k.largest(bytes, slices.Index(k.body.Stms, alloc))
}

// variant reports whether n is defined only inside the kernel.
func (k *kernel) variant(n name.Name) bool {
	return k.inside.Has(n) || slices.ContainsFunc(k.space, func(d ir.SpaceDim) bool { return d.Index == n })
}

// readsIndex reports whether statements use a kernel name that no statement of the kernel's
// body binds, that is, one of its indices.
func (k *kernel) readsIndex(stms []*ir.Stm) bool {
	for _, s := range stms {
		for n := range ir.FreeInStm(s) {
			if _, bound := k.defined[n]; k.variant(n) && !bound {
				return true
			}
		}
	}
	return false
}

// largest computes the maximum size over all threads, by a reduction over the code that
// computes it. An assertion before an operation that may fail becomes a branch. So does one
// that precedes statement at of the body, the allocation, if its condition can be computed
// before the kernel: a thread that has failed needs no memory.
func (k *kernel) largest(bytes ir.Atom, at int) (_ ir.Atom, ok bool) {
	needed, ok := k.slice(bytes, at)
	if !ok {
		needed, ok = k.slice(bytes, 0)
	}
	if !ok {
		return bytes, false
	}
	thread := k.out.Names.Fresh("thread")
	b := k.out.Inner()
	given := ir.Subst{}
	for d, dim := range k.space {
		at := ir.Var(thread)
		if d > 0 {
			at = b.Prim("at", scalar.Rem, scalar.I64, at, k.rest[d])
		}
		if d < len(k.space)-1 {
			at = b.Prim("at", scalar.Quot, scalar.I64, at, k.rest[d+1])
		}
		given[dim.Index] = at
	}
	body := guarded(b, needed, bytes)
	given.Body(body)
	body = ir.NewRenamer(k.out.Names).Body(body)
	x, y := k.out.Names.Fresh("x"), k.out.Names.Fresh("y")
	op := ir.NewBuilder(k.out.Names)
	most := op.Prim("most", scalar.Max, scalar.I64, ir.Var(x), ir.Var(y))
	return k.out.Let("bytes", ir.I64, &ir.SegRed{
		Space:       []ir.SpaceDim{{Index: thread, Size: k.rest[0]}},
		Operator:    &ir.Lambda{Params: []ir.Param{{Name: x, Type: ir.I64}, {Name: y, Type: ir.I64}}, Results: []ir.Type{ir.I64}, Body: op.Body(most)},
		Neutral:     []ir.Atom{ir.Size(0)},
		Commutative: true,
		Body:        body,
	}), true
}

// slice returns the statements of the kernel's body that compute a, the assertions before
// statement number until, and the assertions that guard needed operations that may fail, in
// order. It fails if one of them is not a scalar operation or reads an array that the
// kernel computes.
func (k *kernel) slice(a ir.Atom, until int) (needed []*ir.Stm, ok bool) {
	wanted := ir.Names{a.Name: {}}
	fragile := false // a statement needed so far may fail
	for i, s := range slices.Backward(k.body.Stms) {
		if assert, isAssert := s.Exp.(*ir.Assert); isAssert {
			if !fragile && (i >= until || !k.computed(assert.Cond)) {
				continue
			}
		} else if !slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return wanted.Has(p.Name) }) {
			if fragile && asserts(s) {
				return nil, false
			}
			continue
		}
		if !k.repeatable(s) {
			return nil, false
		}
		for n := range ir.FreeInStm(s) {
			wanted.Add(n)
		}
		fragile = fragile || !ops.TotalValue(s)
		needed = append(needed, s)
	}
	slices.Reverse(needed)
	return needed, true
}

// computable reports whether a can be computed before the kernel, for every thread.
func (k *kernel) computable(a ir.Atom) bool {
	if !k.computed(a) {
		return false
	}
	_, ok := k.slice(a, 0)
	return ok
}

// computed reports whether a depends only on statements of the body that could run before
// the kernel, provided that none of them fails.
func (k *kernel) computed(a ir.Atom) bool {
	s := k.defined[a.Name]
	if s == nil {
		return !a.IsVar() || !k.inside.Has(a.Name)
	}
	if !k.repeatable(s) {
		return false
	}
	for n := range ir.FreeInStm(s) {
		if !k.computed(ir.Var(n)) {
			return false
		}
	}
	return true
}

// asserts reports whether s contains assertions.
func asserts(s *ir.Stm) bool {
	found := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if _, ok := s.Exp.(*ir.Assert); ok {
			found = true
		}
	}}
	w.InStm(s)
	return found
}

// repeatable reports whether a statement computes a scalar from scalars and from arrays
// that the kernel neither computes nor overwrites. The operation may be partial.
func (k *kernel) repeatable(s *ir.Stm) bool {
	switch e := s.Exp.(type) {
	case *ir.Prim, *ir.Assert:
		return true
	case *ir.Index:
		return !k.inside.Has(e.Array) && !k.written[e.Array]
	}
	return ops.TotalValue(s)
}

// guarded returns a body that extends b by the needed statements and returns result, or 0
// if an assertion among them does not hold.
func guarded(b *ir.Builder, needed []*ir.Stm, result ir.Atom) *ir.Body {
	for i, s := range needed {
		assert, ok := s.Exp.(*ir.Assert)
		if !ok {
			b.Append(s.Clone())
			continue
		}
		rest := guarded(b.Inner(), needed[i+1:], result)
		bytes := b.Let("bytes", ir.I64, &ir.If{Cond: assert.Cond, Then: rest, Else: &ir.Body{Result: []ir.Atom{ir.Size(0)}}})
		return b.Body(bytes)
	}
	return b.Body(result)
}
