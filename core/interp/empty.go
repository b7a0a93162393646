package interp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// fewIterations is a number of iterations that run in no time, so that malformed programs are
// noticed at sizes that tests use.
const fewIterations = 1 << 16

// unlessEmpty returns a step that runs a parallel operation s unless it has many iterations
// and all its results turn out to be without elements: an array of 2^32 by 2^32 by 0 elements
// takes no memory, and the iterations over its rows would not end.
func (c *compiler) unlessEmpty(s *ir.Stm, run step) step {
	f := ops.FormOf(s.Exp)
	if f == nil || len(f.Writes) > 0 || ops.MayStopWithin(s) ||
		slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return !p.Type.IsArray() }) {
		return run
	}
	var sizes []int
	if f.Width != nil {
		sizes = c.atoms([]ir.Atom{*f.Width})
	} else {
		for _, d := range *f.Space {
			sizes = append(sizes, c.atom(d.Size))
		}
	}
	pat := make([]param, len(s.Pat))
	for i, p := range s.Pat {
		pat[i] = param{name: p.Name, slot: c.slots[p.Name], elem: p.Type.Elem, dims: c.atoms(p.Type.Dims)}
		if c.m.heap {
			pat[i].at = c.location(p.At)
		}
	}
	return func(m *machine) {
		for _, size := range sizes {
			if m.int(size) <= fewIterations {
				continue
			}
			if m.allEmpty(pat) {
				m.bindArrays(pat, m.placeAll(pat))
				return
			}
			break
		}
		run(m)
	}
}

// allEmpty reports whether none of the arrays of a pattern has elements.
func (m *machine) allEmpty(pat []param) bool {
	return !slices.ContainsFunc(pat, func(p param) bool {
		return !slices.ContainsFunc(p.dims, func(size int) bool { return m.int(size) == 0 })
	})
}
