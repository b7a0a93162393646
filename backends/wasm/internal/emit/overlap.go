package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// The iterations of a sequential loop may depend on each other through memory.
// They run in step if what each store writes is, in all the loop, apart from what
// any other access touches, or is the same cell in the same iteration. Which
// blocks and ranges there are is known when the loop starts: so it checks then.

// touched is the range of addresses that an access covers in a loop.
type touched struct {
	block  name.Name
	size   int64
	base   sym.Poly // the element's index where the loop's index is 0
	step   int64    // elements an iteration
	stores bool
}

// maxOverlaps bounds the pairs of accesses that are compared when a loop starts.
const maxOverlaps = 8

// apart plans the comparisons for a sequential loop; false if the accesses are
// not simple enough, or meet for certain.
func (v *vector) apart() bool {
	v.pairs = nil
	var all []touched
	ok := true
	add := func(block name.Name, elem scalar.Type, index imp.Expr, stores bool) {
		budget := guards.MaxNodes
		p, isPoly := v.poly(index, &budget)
		if !isPoly {
			ok = false
			return
		}
		base, step, isLinear := guards.Linear(p, v.index)
		c, isConst := step.AsConst()
		if !isLinear || !isConst || !v.outside(base) {
			ok = false
			return
		}
		all = append(all, touched{block, int64(elem.Size()), base, c, stores})
	}
	stores := false
	imp.Walk(v.body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.For:
			ok = ok && !hasStore(s.Body)
		case *imp.Store:
			stores = true
		}
		return true
	})
	if !stores {
		return true
	}
	imp.Walk(v.body, func(s imp.Stm) bool {
		imp.EachLoad(s, func(l *imp.Load) {
			if ok {
				add(l.Block, l.Elem, l.Index, false)
			}
		})
		if st, isStore := s.(*imp.Store); isStore && ok {
			add(st.Block, st.Elem, st.Index, true)
		}
		return ok
	})
	for i, a := range all {
		for j, b := range all {
			if !a.stores || i == j || b.stores && j < i {
				continue
			}
			if a.block == b.block && a.size == b.size && a.step == b.step && a.step != 0 {
				d, isConst := a.base.Sub(b.base).AsConst()
				if isConst && d == 0 {
					continue
				}
				if isConst && d%a.step == 0 {
					return false // another iteration's cell
				}
			}
			v.pairs = append(v.pairs, [2]touched{a, b})
		}
	}
	return ok && len(v.pairs) <= maxOverlaps
}

func hasStore(list []imp.Stm) bool {
	found := false
	imp.Walk(list, func(s imp.Stm) bool {
		if _, ok := s.(*imp.Store); ok {
			found = true
		}
		return !found
	})
	return found
}

// outside reports whether p can be computed before the loop.
func (v *vector) outside(p sym.Poly) bool {
	ok := true
	p.Vars(func(n name.Name) {
		_, declared := v.vars[n]
		ok = ok && declared && v.steady(n)
	})
	return ok
}

// guardOverlaps leaves the block around it if two accesses may meet.
func (v *vector) guardOverlaps() {
	for _, p := range v.pairs {
		v.scope(func() {
			low0, high0 := v.covers(p[0])
			low1, high1 := v.covers(p[1])
			v.push(high0, low1)
			v.op(code.I64GtS)
			v.push(high1, low0)
			v.op(code.I64GtS)
			v.op(code.I32And)
			v.put(code.BrIf, 0)
		})
	}
}

// covers computes the addresses that an access touches, from the present
// iteration to the last.
func (v *vector) covers(t touched) (low, high value) {
	ends := [2]value{{at: v.at(v.index)}, {}}
	v.push(v.bound)
	v.i64(1)
	v.op(code.I64Sub)
	ends[1] = v.keep(code.I64)
	if t.step < 0 {
		ends[0], ends[1] = ends[1], ends[0]
	}
	address := func(at value) {
		v.get(v.at(t.block))
		v.op(code.I64ExtendI32U)
		v.expr(imp.Poly(t.base))
		v.push(at)
		v.i64(t.step)
		v.op(code.I64Mul)
		v.op(code.I64Add)
		v.i64(t.size)
		v.op(code.I64Mul)
		v.op(code.I64Add)
	}
	address(ends[0])
	low = v.keep(code.I64)
	address(ends[1])
	v.i64(t.size)
	v.op(code.I64Add)
	high = v.keep(code.I64)
	return low, high
}
