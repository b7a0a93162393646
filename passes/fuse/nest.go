package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
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

// shapeOf classes a function, which may be nil.
func shapeOf(l *ir.Lambda) shape {
	if l == nil || cheap(l.Body.Stms) {
		return scalars
	}
	if !nested(l) {
		return flat
	}
	n := len(l.Body.Stms)
	last := l.Body.Stms[n-1]
	all := !slices.ContainsFunc(l.Body.Result, func(r ir.Atom) bool {
		return !slices.ContainsFunc(last.Pat, func(p ir.Param) bool { return ir.Var(p.Name) == r })
	})
	_, isMap := last.Exp.(*ir.Map)
	switch _, arrays := ir.Inputs(last.Exp); {
	case arrays == nil || !all || !cheap(l.Body.Stms[:n-1]):
		return mixed
	case isMap:
		return perfect
	}
	return folded
}

// cheap reports whether stms are views and scalar operations only.
func cheap(stms []*ir.Stm) bool {
	return !slices.ContainsFunc(stms, func(s *ir.Stm) bool {
		switch s.Exp.(type) {
		case *ir.Use, *ir.Prim, *ir.Convert, *ir.Index, *ir.Slice, *ir.FlatSlice, *ir.Rearrange, *ir.Iota:
			return false
		}
		return true
	})
}

// keepsParallelism reports whether fusing the map p, whose results are called
// pat, into an operation with function fn and inputs arrays leaves as much
// parallelism as there was: perfect nests stay perfect nests.
func keepsParallelism(p *ir.Map, pat []ir.Param, fn *ir.Lambda, arrays []name.Name) bool {
	switch first, second := shapeOf(p.Fn), shapeOf(fn); first {
	case scalars:
		return true
	case flat, folded:
		return second <= folded
	case perfect:
		return (second == folded || second == perfect) && meetInside(p, pat, fn, arrays)
	}
	return false
}

// meetInside reports whether the operation inside fn takes what the operation
// inside p makes.
func meetInside(p *ir.Map, pat []ir.Param, fn *ir.Lambda, arrays []name.Name) bool {
	stms := fn.Body.Stms
	_, inner := ir.Inputs(stms[len(stms)-1].Exp)
	for k, a := range arrays {
		made := slices.ContainsFunc(pat, func(p ir.Param) bool { return p.Name == a })
		if made && slices.Contains(*inner, fn.Params[k].Name) {
			return true
		}
	}
	return false
}
