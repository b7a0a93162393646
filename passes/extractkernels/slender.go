package extractkernels

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// A launch takes some microseconds, in which a thread computes thousands of scalar operations. So
// where the operations within a point are small, whatever their inputs, a version with a launch for
// each of them cannot win: not for many points, which keep a device busy, and not for few. It is not made.

const (
	mostSerial   = 256 // scalar operations of an inner operation that a thread does as well by itself
	mostElements = 64  // of an array within a point
	fewLaunches  = 2   // that a version needs, if it has no loops of them, to be left out
)

// slender reports whether every operation within a point of s is small: all its sizes are constants,
// and it computes few scalars. pieces are the flattened version.
func (x *extractor) slender(s *ir.Stm, pieces []*ir.Stm) bool {
	if x.bound || !x.launchesMany(pieces) {
		return false
	}
	fn := *ops.CombinatorOf(s.Exp).Fn
	for m, ok := s.Exp.(*ir.Map); ok; {
		bound := boundBy(nil, m.Fn.Body)
		for _, p := range m.Fn.Params {
			bound.Add(p.Name)
		}
		if m, _ = x.nested(m.Fn.Body, bound); m == nil || !m.Width.IsVar() {
			break
		}
		fn = m.Fn
	}
	return fn != nil && x.small(fn.Body)
}

// launchesMany reports whether stms launch a kernel in a loop, or several.
func (x *extractor) launchesMany(stms []*ir.Stm) bool {
	n := 0
	for _, s := range stms {
		_, loop := s.Exp.(*ir.Loop)
		switch {
		case loop && x.parallel(s):
			return true
		case x.parallel(s):
			n++
		}
	}
	return n >= fewLaunches
}

// small reports whether all arrays that b binds have few elements, and its parallel operations, also
// those in loops and branches, each cost little.
func (x *extractor) small(b *ir.Body) bool {
	return !slices.ContainsFunc(b.Stms, func(s *ir.Stm) bool {
		if slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return !shortArray(p.Type) }) {
			return true
		}
		if ops.IsParallel(s.Exp) {
			cost, known := serial(s)
			return !known || cost > mostSerial
		}
		return slices.ContainsFunc(ops.Bodies(s.Exp), func(b *ir.Body) bool { return !x.small(b) })
	})
}

// shortArray reports whether t is a scalar, or an array of few elements: what a thread keeps in registers.
func shortArray(t ir.Type) bool {
	n := int64(1)
	for _, d := range t.Dims {
		size, known := d.AsSize()
		if !known || size > mostElements {
			return false
		}
		n *= max(1, size)
	}
	return n <= mostElements
}

// serial counts the scalar operations of s in one thread, false if their number is not known.
func serial(s *ir.Stm) (cost int64, known bool) {
	if _, calls := s.Exp.(*ir.Call); calls {
		return 0, false
	}
	bound := ir.Size(1)
	if d, counted := ops.Index(s.Exp); counted {
		bound = d.Size
	} else if f := ops.CombinatorOf(s.Exp); f != nil {
		bound = *f.Width
	} else if _, loops := s.Exp.(*ir.Loop); loops {
		return 0, false
	}
	times, known := bound.AsSize()
	if !known {
		return 0, false
	}
	cost = 1
	for _, b := range ops.Bodies(s.Exp) {
		for _, t := range b.Stms {
			n, known := serial(t)
			if !known {
				return 0, false
			}
			cost += n
		}
	}
	return min(cost, mostSerial+1) * min(times, mostSerial+1), true
}
