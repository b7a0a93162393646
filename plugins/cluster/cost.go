package main

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// parallel are the parallel operations of a function that are not within others.
func parallel(f *ir.Fun) (all []*ir.Stm) {
	var within func(b *ir.Body)
	within = func(b *ir.Body) {
		for _, s := range b.Stms {
			if ops.IsParallel(s.Exp) {
				all = append(all, s)
			} else {
				ir.EachBody(s.Exp, within)
			}
		}
	}
	within(f.Body)
	return all
}

// costOf is how many elements the parallel operations of a function load and store. Arrays of
// indices are not stored.
func costOf(f *ir.Fun, size int64) (cost int64) {
	types := map[name.Name]ir.Type{}
	computed := ir.Names{}
	w := &ir.Walker{
		Binders: func(ps []ir.Param) {
			for _, p := range ps {
				types[p.Name] = p.Type
			}
		},
		Stm: func(s *ir.Stm) {
			if _, ok := s.Exp.(*ir.Iota); ok {
				computed[s.Pat[0].Name] = struct{}{}
			}
		},
	}
	w.Fun(f)
	for _, s := range parallel(f) {
		for _, p := range s.Pat {
			cost += elements(p.Type, size)
		}
		for n := range ir.FreeInStm(s) {
			if !computed.Has(n) {
				cost += elements(types[n], size)
			}
		}
	}
	return cost
}

// elements is how many an array has; none for scalars, which stay in registers.
func elements(t ir.Type, size int64) int64 {
	if !t.IsArray() {
		return 0
	}
	n := int64(1)
	for _, d := range t.Dims {
		if d.IsVar() {
			n *= size
		} else {
			n *= d.Const.Int()
		}
		n = min(n, 1<<40)
	}
	return n
}
