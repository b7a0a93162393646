package alias

import (
	"maps"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Flow tells which blocks names stand for within one run of a body.
//
// A name that is bound outside the body was bound before the run began. So it stands
// for none of the blocks that this run allocates, even if it may stand for a block that
// an earlier iteration allocated at the same place.
// What an operator of a reduction, scan or histogram is given, it does not know: the statement
// that applies the operator mentions all of that.
type Flow struct {
	memory *Memory
	span   [2]int // of the numbers of the binders in the body
	own    ir.Names
	holds  map[name.Name]ir.Names
	// The rest is Tarjan's algorithm: names that stand for each other share one set.
	index, low map[name.Name]int
	stack      []name.Name
}

// Flow looks at body b, which m knows. Tracked are the blocks that the statements of b
// itself allocate, and the roots: blocks from outside, a loop's parameters for example.
func (m *Memory) Flow(b *ir.Body, roots ...name.Name) *Flow {
	f := &Flow{
		memory: m, span: m.bodies[b], own: ir.Names{}, holds: map[name.Name]ir.Names{},
		index: map[name.Name]int{}, low: map[name.Name]int{},
	}
	for _, r := range roots {
		f.holds[r] = ir.Names{r: {}}
	}
	for _, s := range b.Stms {
		if _, ok := s.Exp.(*ir.Alloc); ok {
			n := s.Pat[0].Name
			f.holds[n] = ir.Names{n: {}}
		}
	}
	return f
}

// Holds are the tracked blocks that n may be, or lie in if it is an array. The caller
// does not change the set.
func (f *Flow) Holds(n name.Name) ir.Names {
	if _, ok := f.holds[n]; ok {
		return f.holds[n]
	}
	block, ok := f.memory.BlockOf(n)
	if !ok {
		return nil
	}
	if _, known := f.holds[block]; !known {
		f.visit(block)
	}
	return f.holds[block]
}

// visit finds the sets of n and of the names that it comes from.
func (f *Flow) visit(n name.Name) {
	at := len(f.index)
	f.index[n], f.low[n] = at, at
	depth := len(f.stack)
	f.stack = append(f.stack, n)
	next := f.from(n)
	for _, m := range next {
		if _, done := f.holds[m]; done {
			continue
		}
		if _, open := f.index[m]; !open {
			f.visit(m)
		}
		if _, done := f.holds[m]; !done {
			f.low[n] = min(f.low[n], f.low[m])
		}
	}
	if f.low[n] == at {
		together := f.stack[depth:]
		f.stack = f.stack[:depth]
		f.settle(together)
	}
}

// from are the names that n may stand for, none if it is bound outside the body.
func (f *Flow) from(n name.Name) []name.Name {
	if at, known := f.memory.number[n]; !known || at < f.span[0] || at >= f.span[1] {
		return nil
	}
	return f.memory.comes[n]
}

// settle gives names that stand for each other what they come from.
func (f *Flow) settle(together []name.Name) {
	var sets []ir.Names
	within := ir.Names{}
	for _, n := range together {
		within.Add(n)
	}
	for _, n := range together {
		for _, m := range f.from(n) {
			if set := f.holds[m]; len(set) > 0 && !within.Has(m) {
				sets = append(sets, set)
			}
		}
	}
	var all ir.Names
	if len(sets) == 1 {
		all = sets[0]
	} else if len(sets) > 1 {
		all = ir.Names{}
		for _, set := range sets {
			maps.Copy(all, set)
		}
	}
	for _, n := range together {
		f.holds[n] = all
	}
}
