package lanes

import (
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

// Span is the range of addresses that an access covers in a loop.
type Span struct {
	Block  name.Name
	Size   int64
	Base   sym.Poly // the element's index where the loop's index is 0
	Step   int64    // elements an iteration
	stores bool
}

// maxOverlaps bounds the pairs of accesses that are compared when a loop starts.
const maxOverlaps = 8

// Apart plans the comparisons (Pairs) for a sequential loop; false if the accesses are
// not simple enough, or meet for certain. The variables for which has holds have a value
// before the loop. No other variable holds the block of one in sole (imp.Sole).
func (p *Plan) Apart(has func(name.Name) bool, sole imp.Names) bool {
	p.Pairs = nil
	var all []Span
	ok := true
	add := func(block name.Name, elem scalar.Type, index imp.Expr, stores bool) {
		budget := guards.MaxNodes
		at, isPoly := p.poly(index, &budget)
		if !isPoly {
			ok = false
			return
		}
		base, step, isLinear := guards.Linear(at, p.Index)
		c, isConst := step.AsConst()
		if !isLinear || !isConst || !p.outside(base, has) {
			ok = false
			return
		}
		all = append(all, Span{block, int64(elem.Size()), base, c, stores})
	}
	stores := false
	imp.Walk(p.Body, func(s imp.Stm) bool {
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
	imp.Walk(p.Body, func(s imp.Stm) bool {
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
			if a.Block != b.Block && (sole[a.Block] || sole[b.Block]) {
				continue
			}
			if a.Block == b.Block && a.Size == b.Size && a.Step == b.Step && a.Step != 0 {
				d, isConst := a.Base.Sub(b.Base).AsConst()
				if isConst && d == 0 {
					continue
				}
				if isConst && d%a.Step == 0 {
					return false // another iteration's cell
				}
			}
			p.Pairs = append(p.Pairs, [2]Span{a, b})
		}
	}
	return ok && len(p.Pairs) <= maxOverlaps
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

// outside reports whether q can be computed before the loop.
func (p *Plan) outside(q sym.Poly, has func(name.Name) bool) bool {
	ok := true
	q.Vars(func(n name.Name) { ok = ok && has(n) && p.Steady(n) })
	return ok
}
