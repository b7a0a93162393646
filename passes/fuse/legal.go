package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// facts are what must be known of a statement to move others past it.
type facts struct {
	free     ir.Names
	consumed ir.Names // the classes that it overwrites
	fails    bool     // whether it may fail
}

// of looks a statement up, which is walked once until it changes.
func (f *fuser) of(s *ir.Stm) *facts {
	known := f.facts[s]
	if known == nil {
		known = &facts{ir.FreeInStm(s), f.aliases.Consumed(s), f.canFail(s.Exp)}
		f.facts[s] = known
	}
	return known
}

// allows reports whether statement j of b may run with statement i, which is
// further down, instead of where it stands.
func (f *fuser) allows(b *ir.Body, j, i int) bool {
	first := f.of(b.Stms[j])
	if first.fails && f.of(b.Stms[i]).fails {
		return false
	}
	for k := j + 1; k <= i; k++ {
		between := f.of(b.Stms[k])
		if k < i && (binds(b.Stms[j], between.free) || first.fails && between.fails) {
			return false
		}
		if len(between.consumed) > 0 && f.overwrites(between, first) {
			return false
		}
	}
	return true
}

// overwrites reports whether the one overwrites what the other reads.
func (f *fuser) overwrites(one, other *facts) bool {
	for n := range other.free {
		if one.consumed.Has(f.aliases.Class(n)) {
			return true
		}
	}
	return false
}

func (f *fuser) canFail(e ir.Exp) bool { return ops.CanFail(e, f.failing) }

// feeds reports whether second takes a result of the map first as an input of
// the same width, and uses no result of it otherwise.
func feeds(p *ir.Map, first, second *ir.Stm) bool {
	_, arrays := ir.Inputs(second.Exp)
	takes := slices.ContainsFunc(first.Pat, func(p ir.Param) bool { return slices.Contains(*arrays, p.Name) })
	if !takes || ir.Width(second.Exp) != p.Width {
		return false
	}
	saved := *arrays
	*arrays = nil
	other := ir.FreeInStm(second)
	*arrays = saved
	return !binds(first, other)
}

// usedAfter reports whether the statements of b behind i or its results use n.
func (f *fuser) usedAfter(b *ir.Body, i int, n name.Name) bool {
	return slices.Contains(b.Result, ir.Var(n)) ||
		slices.ContainsFunc(b.Stms[i+1:], func(s *ir.Stm) bool { return f.of(s).free.Has(n) })
}
