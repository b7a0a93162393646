package cooperate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// short reports whether l has so few iterations that all threads may run it alike.
func short(l *imp.For) bool {
	v, ok := imp.ConstOf(l.Bound)
	return ok && v.Int() <= few
}

// within is what is around the body of l.
func (k *kernel) within(l *imp.For, around []loop) []loop {
	bound, _ := k.poly(l.Bound)
	return append(around[:len(around):len(around)], loop{l.Index, bound})
}

// square is the loop that ends l's body, behind declarations at most, if the iterations of both can be
// shared out together.
func (k *kernel) square(l *imp.For, around []loop) *imp.For {
	last := len(l.Body) - 1
	for _, s := range l.Body[:max(last, 0)] {
		if _, ok := s.(*imp.Declare); !ok {
			return nil
		}
	}
	if last < 0 {
		return nil
	}
	inner, ok := l.Body[last].(*imp.For)
	if !ok || dependsOn(inner.Bound, imp.Changes(l.Body[:last])) || dependsOn(inner.Bound, imp.Names{l.Index: true}) || k.mostOf(inner, k.within(l, around)) == nil {
		return nil
	}
	return inner
}

// squared shares the iterations of l, and of the loop inner that is its body, out together.
func (k *kernel) squared(l, inner *imp.For) imp.Stm {
	round, at := k.fresh("round"), k.fresh("at")
	last := len(l.Body) - 1
	body := []imp.Stm{
		&imp.Declare{Name: at, Type: scalar.I64, Init: turn(round)},
		&imp.Declare{Name: l.Index, Type: scalar.I64, Init: prim(scalar.Quot, imp.IntVar(at), inner.Bound)},
		&imp.Declare{Name: inner.Index, Type: scalar.I64, Init: prim(scalar.Rem, imp.IntVar(at), inner.Bound)},
	}
	body = append(body, k.waiting(slices.Concat(l.Body[:last], inner.Body))...)
	return &imp.For{Index: round, Type: scalar.I64, Bound: rounds(imp.Mul(l.Bound, inner.Bound)), Pos: l.Pos, Body: body}
}

// neighbours reports whether threads with adjacent iterations of l, or of the loop inner within it,
// access elements that lie side by side, one and the same, or anywhere.
func (k *kernel) neighbours(l, inner *imp.For) bool {
	stores, loads, _ := accesses(l.Body)
	index := l.Index
	if inner != nil {
		index = inner.Index
	}
	for _, a := range append(stores, loads...) {
		at, ok := k.poly(a.index)
		if !ok {
			continue
		}
		if step, constant := at.Coefficient(index).AsConst(); !constant || step < -few || step > few {
			return false
		}
	}
	return true
}
