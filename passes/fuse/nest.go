package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// shape is what extract-kernels can make of a function.
type shape uint8

const (
	scalars shape = iota // views and a few scalar operations, which a nest can repeat
	flat                 // no parallelism
	folded               // scalars, then one operation that gives all results, not a map
	perfect              // scalars, then a map that gives all results
	mixed                // parallelism among other things
)

// nest is what there is to know of a function's body.
type nest struct {
	shape    shape
	identity bool        // it returns elements of its inputs
	taken    []name.Name // by the last operation, if the shape is folded or perfect, element by element
}

// nestOf looks at a function, which may be nil.
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
		return nest{shape: perfect, taken: *form.Arrays}
	default:
		return nest{shape: folded, taken: *form.Arrays}
	}
}

// cheap reports whether stms are views, iotas and scalar operations only.
func cheap(stms []*ir.Stm) bool {
	return !slices.ContainsFunc(stms, func(s *ir.Stm) bool {
		_, isIota := s.Exp.(*ir.Iota)
		_, light := ops.Cost(s.Exp)
		return !isIota && !light
	})
}

// parallel reports whether l holds parallel operations, or calls that may.
func parallel(l *ir.Lambda) bool {
	found := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		_, isCall := s.Exp.(*ir.Call)
		found = found || isCall || ops.IsParallel(s.Exp)
	}}
	w.InBody(l.Body)
	return found
}

// returnsElements reports whether l returns nothing but parameters.
func returnsElements(l *ir.Lambda) bool {
	return !slices.ContainsFunc(l.Body.Result, func(r ir.Atom) bool {
		return !slices.ContainsFunc(l.Params, func(p ir.Param) bool { return ir.Var(p.Name) == r })
	})
}

// after is the function that runs n behind m. It may return results of m that n
// does not take (kept), and n may take elements of other arrays (more).
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

// keepsParallelism reports whether fusing the map first into second, which takes
// its results, leaves as much parallelism as there was: perfect nests stay
// perfect nests.
func (t *body) keepsParallelism(first, second *group) bool {
	switch s := second.nest.shape; first.nest.shape {
	case scalars:
		return true
	case flat, folded:
		return s <= folded
	case perfect:
		return (s == folded || s == perfect) && t.meetInside(first, second)
	}
	return false
}

// meetInside reports whether the operation inside second's function takes what
// the one inside the function of first makes.
func (t *body) meetInside(first, second *group) bool {
	taken := ir.Names{}
	for _, n := range second.nest.taken {
		taken.Add(t.element(ir.Var(n)).Name)
	}
	for a := range common(first.results, second.inputs) {
		if slices.ContainsFunc(second.inputs[a], taken.Has) {
			return true
		}
	}
	return false
}
