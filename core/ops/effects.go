package ops

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
)

// Allocation classes operations on mem by the memory they allocate.
type Allocation uint8

// The classes. They leave out the bodies of an operation, which are asked themselves.
const (
	AllocatesNothing  Allocation = iota
	AllocatesPartials            // partial results of folds, freed when the operation ends
	AllocatesAnything            // possibly a block that it returns
)

// Of returns the definition of e's operation in Default, or nil.
func Of(e ir.Exp) *Def { return core.Of(e) }

// EffectOf returns the effect of e on memory; "" if the operation is not known.
func EffectOf(e ir.Exp) Effect {
	if d := Of(e); d != nil {
		return d.Effect
	}
	return ""
}

// ViewIndex returns the index function of the view e of an array with index function
// index, and false if no LMAD expresses it. If e is no view, or overwrites its operand,
// it is index itself.
func ViewIndex(e ir.Exp, index lmad.LMAD) (lmad.LMAD, bool) {
	if d := Of(e); d != nil && d.relaid != nil {
		return d.relaid(e, index)
	}
	return index, true
}

// Cost estimates, in scalar operations, what it costs to recompute e at a use of its
// result; views cost 0. It is false if e must not be recomputed.
func Cost(e ir.Exp) (int, bool) {
	if d := Of(e); d != nil && d.cost != nil {
		return d.cost(e), true
	}
	return 0, false
}

// Defined reports whether e itself, apart from its bodies, terminates with a result for
// all operands that its type rule allows.
func Defined(e ir.Exp) bool {
	d := Of(e)
	switch {
	case d == nil || d.stops != nil && d.stops(e):
		return false
	case d.defined != nil:
		return d.defined(e)
	}
	return d.Undefined == ""
}

// Total reports whether s computes scalars from scalars for all their values: it cannot
// fail, terminates, and accesses no array. Branches and counted loops may be total.
func Total(s *ir.Stm) bool { return TotalIf(s, Defined) }

// TotalIf is Total with a test of the caller's for whether a scalar operation is defined.
func TotalIf(s *ir.Stm, defined func(ir.Exp) bool) bool {
	ok := true
	binders := func(ps []ir.Param) {
		ok = ok && !slices.ContainsFunc(ps, func(p ir.Param) bool { return !p.Type.IsScalar() || p.At != nil })
	}
	see := func(e ir.Exp) {
		switch EffectOf(e) {
		case Scalar, View, Control, SegOp:
			ok = ok && defined(e)
		default:
			ok = false
		}
	}
	binders(s.Pat)
	see(s.Exp)
	(&ir.Walker{Binders: binders, Stm: func(s *ir.Stm) { see(s.Exp) }}).Exp(s.Exp)
	return ok
}

// MayStop reports whether e itself, apart from its bodies, may end the program or not
// terminate: assertions, calls, and loops that test a condition. Running out of memory
// does not count.
func MayStop(e ir.Exp) bool {
	d := Of(e)
	return d == nil || d.stops != nil && d.stops(e)
}

// MayStopWithin reports whether MayStop holds of s or of a statement within it.
func MayStopWithin(s *ir.Stm) bool {
	stops := false
	(&ir.Walker{Stm: func(s *ir.Stm) { stops = stops || MayStop(s.Exp) }}).InStm(s)
	return stops
}

// AllocationOf returns what e itself, apart from its bodies, allocates.
func AllocationOf(e ir.Exp) Allocation {
	if d := Of(e); d != nil {
		return d.Allocates
	}
	return AllocatesAnything
}

// Allocates returns the most that s or a statement within it allocates.
func Allocates(s *ir.Stm) Allocation {
	most := AllocatesNothing
	(&ir.Walker{Stm: func(s *ir.Stm) { most = max(most, AllocationOf(s.Exp)) }}).InStm(s)
	return most
}

// Bodies returns the bodies that e runs in sequence, as branches and loops do.
func Bodies(e ir.Exp) []*ir.Body {
	if d := Of(e); d != nil && d.bodies != nil {
		return d.bodies(e)
	}
	return nil
}

// Index returns the induction variable of e and its trip count, if e is a counted loop.
func Index(e ir.Exp) (ir.SpaceDim, bool) {
	l, ok := e.(*ir.Loop)
	if !ok || l.Index.IsZero() {
		return ir.SpaceDim{}, false
	}
	return ir.SpaceDim{Index: l.Index, Size: l.Bound}, true
}

// Joins calls f for each binder in s itself and each atom that it may be bound to without
// a copy: results of branches, parameters of loops, views, and results that reuse a
// consumed operand. A call's result may be any of its arguments.
func Joins(s *ir.Stm, find func(string) *ir.Fun, f func(ir.Param, ir.Atom)) {
	d := Of(s.Exp)
	if d == nil {
		return
	}
	if d.joins != nil {
		d.joins(s, f)
		return
	}
	for k, p := range s.Pat {
		if x, ok := d.Source(s, k, find); ok {
			f(p, x)
		}
	}
}

// Source returns the operand whose memory result k of s shares, if any: s is a view of
// the operand or consumes it. For a branch it is the result of the first body, for a loop
// the initial value.
func (d *Def) Source(s *ir.Stm, k int, find func(string) *ir.Fun) (ir.Atom, bool) {
	if d.source != nil {
		return d.source(s.Exp, k), true
	}
	if d.views != nil {
		return d.views(s.Exp), true
	}
	if d.joins != nil {
		return ir.Atom{}, false // a call
	}
	written := d.Consumes(s.Exp, find)
	if plain := len(s.Pat) - len(written); k >= plain {
		return ir.Var(written[k-plain]), true
	}
	return ir.Atom{}, false
}

// zip calls f for each binder and the atom it is bound to.
func zip(ps []ir.Param, xs []ir.Atom, f func(ir.Param, ir.Atom)) {
	for k, p := range ps {
		if k < len(xs) {
			f(p, xs[k])
		}
	}
}

func joinsOfIf(s *ir.Stm, f func(ir.Param, ir.Atom)) {
	e := s.Exp.(*ir.If)
	zip(s.Pat, e.Then.Result, f)
	zip(s.Pat, e.Else.Result, f)
}

func joinsOfLoop(s *ir.Stm, f func(ir.Param, ir.Atom)) {
	e := s.Exp.(*ir.Loop)
	zip(e.Params, e.Inits, f)
	zip(e.Params, e.Body.Result, f)
	for k, p := range e.Params {
		f(s.Pat[k], ir.Var(p.Name))
	}
}

func joinsOfCall(s *ir.Stm, f func(ir.Param, ir.Atom)) {
	for _, p := range s.Pat {
		for _, x := range s.Exp.(*ir.Call).Args {
			f(p, x)
		}
	}
}

// TotalAlone reports whether s is total and has no statements within it.
func TotalAlone(s *ir.Stm) bool {
	return !IsParallel(s.Exp) && Total(s) &&
		!slices.ContainsFunc(Bodies(s.Exp), func(b *ir.Body) bool { return len(b.Stms) > 0 })
}

// TotalValue reports whether s computes one scalar, is total, and has no statements
// within it.
func TotalValue(s *ir.Stm) bool { return len(s.Pat) == 1 && TotalAlone(s) }
