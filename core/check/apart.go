package check

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/sym"
)

// On mem the writes of one statement must not overlap: all of its results are live after
// it, and an array that it copies must not be overwritten before the copy. The checker
// rejects locations in one block, by name, that begin with the same element. Strict
// rejects all that the prover does not show to be disjoint, also what an iteration of a
// kernel writes and another one reads (iterations.go). The heap interpreter finds the rest:
// two names for one block, results whose own elements meet, scatters, and calls in kernels.

// placesApart checks that the locations that a statement writes, and those that it copies
// from at its end, do not overlap.
func (c *checker) placesApart(s *ir.Stm) error {
	if c.prog.Level != ir.Mem {
		return nil
	}
	switch e := s.Exp.(type) {
	case *ir.SegMap:
		if err := c.iterationApart(s, e); err != nil {
			return err
		}
		return c.iterationsApart(s)
	case *ir.Copy:
		return c.copyApart(e.Array, s.Pat[0].At.Block, s.Pat[0].At.Index)
	case *ir.Update:
		if to := s.Pat[0].At; e.Value.IsVar() {
			return c.copyApart(e.Value.Name, to.Block, to.Index.Slice(ir.Ranges(e.Dims)))
		}
	case *ir.FlatUpdate:
		to := s.Pat[0].At
		return c.copyApart(e.Value, to.Block, to.Index.FlatSlice(ir.FlatLMAD(e.Offset, e.Dims)))
	case *ir.Rotate: // even its own location would be wrong
		to := s.Pat[0].At
		if from := c.located(e.Array); from != nil && from.At.Block == to.Block && c.mayMeet(from.At.Index, to.Index) {
			return c.fail(ruleApart, "%s is rotated within one block, and may meet its place: they are at %s and %s",
				e.Array, from.At.Index, to.Index)
		}
	}
	if ops.IsKernel(s.Exp) {
		if err := c.resultsApart(s.Pat); err != nil {
			return err
		}
		return c.iterationsApart(s)
	}
	return nil
}

// resultsApart checks that no two of the arrays overlap.
func (c *checker) resultsApart(pat []ir.Param) error {
	for i, p := range pat {
		for _, q := range pat[:i] {
			if p.At != nil && q.At != nil && p.At.Block == q.At.Block && c.mayMeet(p.At.Index, q.At.Index) {
				return c.fail(ruleApart, "the results %s and %s lie in one block and may meet: they are at %s and %s",
					q.Name, p.Name, q.At.Index, p.At.Index)
			}
		}
	}
	return nil
}

// iterationApart checks that no result of an iteration overwrites an array that the
// iteration copies into another result.
func (c *checker) iterationApart(s *ir.Stm, e *ir.SegMap) error {
	if err := c.resultsApart(s.Pat); err != nil {
		return err
	}
	before := len(c.facts)
	defer func() { c.facts = c.facts[:before] }()
	point := make([]sym.Poly, len(e.Space))
	for i, d := range e.Space {
		c.index(d.Index, d.Size)
		point[i] = sym.Var(d.Index)
	}
	plain := s.Pat[:len(s.Pat)-len(e.Writes)]
	inPlace := func(k int) bool {
		from := c.located(e.Body.Result[k].Name)
		return from != nil && k < len(plain) && c.isAt(from, plain[k].At.Block, plain[k].At.Index.Fix(point...))
	}
	for k, r := range e.Body.Result {
		from := c.located(r.Name)
		if from == nil || !r.IsVar() || inPlace(k) {
			continue // an array in place is a result itself, and disjoint from the others
		}
		for i, p := range plain {
			if p.At == nil || p.At.Block != from.At.Block || inPlace(i) {
				continue // nothing is written where the result is already
			}
			if own := p.At.Index.Fix(point...); c.mayMeet(from.At.Index, own) {
				return c.fail(ruleApart, "an iteration writes its part of %s and copies %s, and they may meet: they are at %s and %s",
					p.Name, r.Name, own, from.At.Index)
			}
		}
	}
	return nil
}

// copyApart checks that array n, which is copied to place in a block, is already there or
// does not overlap it.
func (c *checker) copyApart(n, block name.Name, place lmad.LMAD) error {
	from := c.located(n)
	if from == nil || from.At.Block != block || c.isAt(from, block, place) || !c.mayMeet(from.At.Index, place) {
		return nil
	}
	return c.fail(ruleApart, "%s is copied within one block, and may meet its place without being there: they are at %s and %s",
		n, from.At.Index, place)
}

// located returns the array n, or nil.
func (c *checker) located(n name.Name) *ir.Param {
	if v := c.vars[n]; v != nil && v.At != nil {
		return &v.Param
	}
	return nil
}

// isAt reports whether array p is at place in a block.
func (c *checker) isAt(p *ir.Param, block name.Name, place lmad.LMAD) bool {
	at := p.At.Index
	if p.At.Block != block || at.Rank() != place.Rank() || !c.Equal(at.Offset, place.Offset) {
		return false
	}
	for i, d := range at.Dims {
		if one, ok := d.Size.AsConst(); ok && one == 1 {
			continue // the stride has no effect
		}
		if !c.Equal(d.Size, place.Dims[i].Size) || !c.Equal(d.Stride, place.Dims[i].Stride) {
			return false
		}
	}
	return true
}

// mayMeet reports whether two non-empty locations have an element in common; in strict
// mode, whether the prover cannot show that they do not.
func (c *checker) mayMeet(a, b lmad.LMAD) bool {
	for _, l := range []lmad.LMAD{a, b} {
		for _, d := range l.Dims {
			if size, ok := d.Size.AsConst(); ok && size == 0 {
				return false
			}
		}
	}
	if c.Equal(a.Offset, b.Offset) {
		return true
	}
	if !c.strict {
		return false
	}
	a, b = a.Subst(c.value), b.Subst(c.value)
	return !c.disjoint(a, b)
}

// value returns the known value of a variable, for substitution.
func (c *checker) value(n name.Name) (sym.Poly, bool) {
	if v := c.vars[n]; v != nil && v.known {
		return v.value, true
	}
	return sym.Poly{}, false
}
