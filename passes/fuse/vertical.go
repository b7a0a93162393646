package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// vertical fuses the map p, statement j, into statement i, which takes results
// of it.
func (f *fuser) vertical(b *ir.Body, j, i int, p *ir.Map) bool {
	first, second := b.Stms[j], b.Stms[i]
	var kept []int // results of the map that are needed further on
	for k, r := range first.Pat {
		if f.usedAfter(b, i, r.Name) {
			kept = append(kept, k)
		}
	}
	if len(kept) > 0 && !keeps(second.Exp) {
		return false
	}
	fn, arrays := ir.Inputs(second.Exp)
	if !keepsParallelism(p, first.Pat, *fn, *arrays) || !f.unit.Rewrite() {
		return false
	}
	*fn, *arrays = compose(p, first.Pat, f.function(second.Exp), *arrays)
	for _, k := range kept {
		second.Pat = append(second.Pat[:len(second.Pat):len(second.Pat)], first.Pat[k])
		(*fn).Results = append((*fn).Results, p.Fn.Results[k])
		(*fn).Body.Result = append((*fn).Body.Result, p.Fn.Body.Result[k])
	}
	return true
}

// compose is fn after the map p, whose results are called pat, and its inputs.
func compose(p *ir.Map, pat []ir.Param, fn *ir.Lambda, arrays []name.Name) (*ir.Lambda, []name.Name) {
	out := &ir.Lambda{
		Params:  slices.Clone(p.Fn.Params),
		Results: slices.Clone(fn.Results),
		Body:    &ir.Body{Stms: slices.Concat(p.Fn.Body.Stms, fn.Body.Stms), Result: slices.Clone(fn.Body.Result)},
	}
	inputs := slices.Clone(p.Arrays)
	elements := ir.Subst{}
	for k, a := range arrays {
		if r := slices.IndexFunc(pat, func(p ir.Param) bool { return p.Name == a }); r >= 0 {
			elements[fn.Params[k].Name] = p.Fn.Body.Result[r]
			continue
		}
		out.Params = append(out.Params, fn.Params[k])
		inputs = append(inputs, a)
	}
	elements.Body(out.Body)
	return out, inputs
}
