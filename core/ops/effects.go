package ops

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
)

// Allocation tells when an operation takes memory, on mem.
type Allocation uint8

// The kinds of allocation. What bodies allocate is not counted: those are asked.
const (
	AllocatesNothing  Allocation = iota
	AllocatesPartials            // for as long as it runs: partial results of folds
	AllocatesAnything            // a block that it returns, perhaps
)

// Of returns the definition of e's operation in Default, or nil.
func Of(e ir.Exp) *Def { return core.Of(e) }

// EffectOf is what e does to memory; "" if the operation is not known.
func EffectOf(e ir.Exp) Effect {
	if d := Of(e); d != nil {
		return d.Effect
	}
	return ""
}

// ViewIndex is the index function of the view e of an array that lies by index; false
// where no index function expresses it. Of an operation that is no view, and of one
// that overwrites its operand, it is index.
func ViewIndex(e ir.Exp, index lmad.LMAD) (lmad.LMAD, bool) {
	if d := Of(e); d != nil && d.relaid != nil {
		return d.relaid(e, index)
	}
	return index, true
}

// Cost is how much work it is to compute e once more where its result is used: about
// so many scalar operations, 0 for views. It is false of what is not for repeating.
func Cost(e ir.Exp) (int, bool) {
	if d := Of(e); d != nil && d.cost != nil {
		return d.cost(e), true
	}
	return 0, false
}

// Defined reports whether e itself has a result for all operands that its type rule
// allows, and runs to its end whatever its bodies do.
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

// Total reports whether s computes scalars from scalars, whatever those are: it cannot
// fail, ends, and touches no array. That includes branches and counted loops.
func Total(s *ir.Stm) bool { return TotalIf(s, Defined) }

// TotalIf is Total with an answer of its own to whether a scalar operation is defined.
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

// MayStop reports whether e itself, not what its bodies do, may end the program or run
// for ever: assertions, calls, loops that test a condition. That there is not enough
// memory is another matter.
func MayStop(e ir.Exp) bool {
	d := Of(e)
	return d == nil || d.stops != nil && d.stops(e)
}

// MayStopWithin is MayStop of s or of a statement within it.
func MayStopWithin(s *ir.Stm) bool {
	stops := false
	(&ir.Walker{Stm: func(s *ir.Stm) { stops = stops || MayStop(s.Exp) }}).InStm(s)
	return stops
}

// AllocationOf is when e itself takes memory.
func AllocationOf(e ir.Exp) Allocation {
	if d := Of(e); d != nil {
		return d.Allocates
	}
	return AllocatesAnything
}

// Allocates is the most that s or a statement within it allocates.
func Allocates(s *ir.Stm) Allocation {
	most := AllocatesNothing
	(&ir.Walker{Stm: func(s *ir.Stm) { most = max(most, AllocationOf(s.Exp)) }}).InStm(s)
	return most
}

// Bodies are those that e runs itself, in sequence, as branches and loops do.
func Bodies(e ir.Exp) []*ir.Body {
	if d := Of(e); d != nil && d.bodies != nil {
		return d.bodies(e)
	}
	return nil
}

// Index is the name that counts the iterations of e, and how many there are, if e is a
// loop that counts.
func Index(e ir.Exp) (ir.SpaceDim, bool) {
	l, ok := e.(*ir.Loop)
	if !ok || l.Index.IsZero() {
		return ir.SpaceDim{}, false
	}
	return ir.SpaceDim{Index: l.Index, Size: l.Bound}, true
}

// Joins shows f which binders may be bound to which atoms without a copy, in s itself:
// results of branches, parameters of loops, views and what lies in the place of what
// it consumes. What a call returns may be any of its arguments.
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

// Source is the operand in whose memory result k of s lies, if it lies in that of one:
// s is a view, or consumes the operand. Of a branch it is the first body's result, of
// a loop the initial value.
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

// zip shows f binders and what they are bound to.
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

// TotalAlone is Total of a statement that has no statements within it.
func TotalAlone(s *ir.Stm) bool {
	return !IsParallel(s.Exp) && Total(s) &&
		!slices.ContainsFunc(Bodies(s.Exp), func(b *ir.Body) bool { return len(b.Stms) > 0 })
}

// TotalValue is TotalAlone of a statement that computes one scalar.
func TotalValue(s *ir.Stm) bool { return len(s.Pat) == 1 && TotalAlone(s) }
