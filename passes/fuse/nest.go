package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// shape classifies a function by what extract-kernels can make of it.
type shape uint8

const (
	scalars shape = iota // views and a few scalar operations, which a nest can recompute
	flat                 // no parallelism
	folded               // scalars, then a parallel operation other than a map that yields all results
	perfect              // scalars, then a map that yields all results
	mixed                // any other code with parallelism
)

// nest holds the facts about a function's body that fusion depends on.
type nest struct {
	shape    shape
	identity bool        // it returns only elements of its inputs
	taken    []name.Name // for folded and perfect, the arrays that the last operation reads by element
	fn       *ir.Lambda  // for perfect, the function
	reduces  bool        // for folded, that the last operation is a reduction of scalars without parallelism in it
	width    ir.Atom     // the width of that reduction
}

// nestOf analyses a function, which may be nil.
func nestOf(l *ir.Lambda) nest {
	switch {
	case l == nil:
		return nest{identity: true}
	case cheap(l.Body.Stms):
		return nest{identity: returnsElements(l)}
	case !parallel(l):
		return nest{shape: flat}
	}
	n := len(l.Body.Stms)
	last := l.Body.Stms[n-1]
	all := !slices.ContainsFunc(l.Body.Result, func(r ir.Atom) bool {
		return !slices.ContainsFunc(last.Pat, func(p ir.Param) bool { return ir.Var(p.Name) == r })
	})
	_, isMap := last.Exp.(*ir.Map)
	switch form := ops.CombinatorOf(last.Exp); {
	case form == nil || !all || !cheap(l.Body.Stms[:n-1]):
		return nest{shape: mixed}
	case isMap:
		return nest{shape: perfect, taken: *form.Arrays, fn: l}
	default:
		n := nest{shape: folded, taken: *form.Arrays}
		if kindOf(form) == reduction && nestOf(*form.Fn).shape <= flat {
			n.reduces, n.width = true, *form.Width
		}
		return n
	}
}

// usedWhole returns the names that l, a nest, uses otherwise than as inputs of its last operation.
func usedWhole(l *ir.Lambda) ir.Names {
	n := len(l.Body.Stms) - 1
	out := usedOtherwise(l.Body.Stms[n])
	for _, s := range l.Body.Stms[:n] {
		out = union(out, ir.FreeInStm(s))
	}
	return out
}

// cheap reports whether stms are views, iotas and scalar operations only.
func cheap(stms []*ir.Stm) bool {
	return !slices.ContainsFunc(stms, func(s *ir.Stm) bool {
		_, isIota := s.Exp.(*ir.Iota)
		_, light := ops.Cost(s.Exp)
		return !isIota && !light
	})
}

// parallel reports whether l contains parallel operations, or calls that may.
func parallel(l *ir.Lambda) bool {
	found := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		_, isCall := s.Exp.(*ir.Call)
		found = found || isCall || ops.IsParallel(s.Exp)
	}}
	w.InBody(l.Body)
	return found
}

// returnsElements reports whether l returns only parameters.
func returnsElements(l *ir.Lambda) bool {
	return !slices.ContainsFunc(l.Body.Result, func(r ir.Atom) bool {
		return !slices.ContainsFunc(l.Params, func(p ir.Param) bool { return ir.Var(p.Name) == r })
	})
}

// after returns the nest of a function that runs m, then n. kept says that it also returns
// results of m, more that n reads other arrays as well.
func (n nest) after(m nest, kept, more bool) nest {
	switch {
	case m.shape == scalars && n.shape == scalars:
		return nest{identity: m.identity && n.identity}
	case m.shape <= flat && n.shape <= flat:
		return nest{shape: flat}
	case m.shape == scalars && !kept:
		return n
	case n.identity && !more:
		return m
	}
	return nest{shape: mixed}
}

// keepsParallelism reports whether fusing the map first into its consumer second preserves
// parallelism: perfect nests must stay perfect. If results of first are kept, reading them costs
// little beside a fold that makes each of them, and second can be fused with its own consumers.
func (t *body) keepsParallelism(first, second *group, kept bool) bool {
	switch s := second.nest.shape; first.nest.shape {
	case scalars:
		return true
	case flat:
		return s <= folded
	case folded:
		return s <= folded && !kept
	case perfect:
		return (s == folded || s == perfect) && t.meetInside(first, second)
	}
	return false
}

// meetInside reports whether the operation inside second's function consumes what the one
// inside first's function produces. On a grid, it must use that in no other way: then the rows
// would be stored all the same, and second be no perfect nest any more.
func (t *body) meetInside(first, second *group) bool {
	taken := ir.Names{}
	for _, n := range second.nest.taken {
		taken.Add(t.element(ir.Var(n)).Name)
	}
	var whole ir.Names
	if t.unit.Target.Grid && second.nest.fn != nil {
		whole = usedWhole(second.nest.fn)
	}
	meet := false
	for a := range common(first.results, second.inputs) {
		meet = meet || slices.ContainsFunc(second.inputs[a], taken.Has)
		if slices.ContainsFunc(second.inputs[a], whole.Has) {
			return false
		}
	}
	return meet
}
