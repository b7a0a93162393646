package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// A nest of maps whose result is used only flat, as input of parallel operations, becomes one
// map over the flat array, whose function computes the indices of the nest. So it can be fused
// with its readers, which have the flat width. On a grid the divisions cost less than storing
// the array; elsewhere only short loops gain, whose indices pass unroll makes constants.

const (
	maxFlat      = 32 // the number of elements of such an array where there is no grid
	maxFlatDepth = 8  // the maps in a nest
)

// flattening is a nest of maps, and the statement that flattens its result.
type flattening struct {
	nest, reshape *ir.Stm
	levels        []*ir.Map
	reads         ir.Names // the classes of all that the nest reads
}

// flatten replaces nests that are only used flat in b, and in the bodies within. It reports
// whether there were any.
func (f *fuser) flatten(b *ir.Body) bool {
	nests, reshapes := f.flattenings(b)
	changed := len(reshapes) > 0
	if changed {
		var rest []*ir.Stm
		for _, s := range b.Stms {
			if c := reshapes[s]; c != nil {
				rest = append(rest, f.flat(c)...)
			} else if !nests[s] {
				rest = append(rest, s)
			}
		}
		b.Stms = rest
	}
	eachWithin(b.Stms, func(b *ir.Body) { changed = f.flatten(b) || changed })
	return changed
}

// flattenings returns the nests of b to replace, and what to replace their reshapes by. Until
// the reshape nothing may consume an array that the nest reads.
func (f *fuser) flattenings(b *ir.Body) (map[*ir.Stm]bool, map[*ir.Stm]*flattening) {
	if !slices.ContainsFunc(b.Stms, func(s *ir.Stm) bool { return f.worthFlat(s.Exp) }) {
		return nil, nil
	}
	open := map[name.Name]*flattening{} // nests so far, by their results
	flat := map[name.Name]*flattening{} // those that have been flattened, by the flat arrays
	of := map[name.Name]name.Name{}     // the flat arrays by the nests' results
	for _, s := range b.Stms {
		f.dropConsumed(open, s)
		if e, ok := s.Exp.(*ir.Reshape); ok && f.worthFlat(e) && open[e.Array] != nil {
			c := open[e.Array]
			delete(open, e.Array)
			c.reshape = s
			flat[s.Pat[0].Name], of[e.Array] = c, s.Pat[0].Name
			continue
		}
		for n := range ir.FreeInStm(s) {
			delete(open, n)
			delete(flat, of[n])
		}
		for n := range usedOtherwise(s) {
			delete(flat, n)
		}
		if levels := f.levels(s); len(levels) > 1 {
			open[s.Pat[0].Name] = &flattening{nest: s, levels: levels, reads: classes(f.aliases, ir.FreeInStm(s))}
		}
	}
	nests, reshapes := map[*ir.Stm]bool{}, map[*ir.Stm]*flattening{}
	for _, r := range b.Result {
		delete(flat, r.Name)
		delete(flat, of[r.Name])
	}
	for _, s := range b.Stms {
		if c := flat[resultOf(s)]; c != nil && f.unit.Rewrite() {
			nests[c.nest], reshapes[s] = true, c
		}
	}
	return nests, reshapes
}

// worthFlat reports whether e flattens an array whose elements are worth computing by index.
func (f *fuser) worthFlat(e ir.Exp) bool {
	r, ok := e.(*ir.Reshape)
	if !ok || len(r.Shape) != 1 {
		return false
	}
	n := r.Shape[0]
	return f.unit.Target.Grid || !n.IsVar() && n.Const.Int() <= maxFlat
}

// dropConsumed removes the nests that read what s consumes.
func (f *fuser) dropConsumed(open map[name.Name]*flattening, s *ir.Stm) {
	if len(open) == 0 {
		return
	}
	consumed := f.aliases.Consumed(s)
	if len(consumed) == 0 {
		return
	}
	for n, c := range open {
		if intersect(consumed, c.reads) {
			delete(open, n)
		}
	}
}

// classes returns the alias classes of names.
func classes(aliases *alias.Classes, names ir.Names) ir.Names {
	out := ir.Names{}
	for n := range names {
		out.Add(aliases.Class(n))
	}
	return out
}

// levels returns the maps of s, if it is a nest of maps whose innermost function computes one
// scalar without failing, by sequential code, and whose functions do nothing else that is not cheap to repeat.
func (f *fuser) levels(s *ir.Stm) (levels []*ir.Map) {
	for len(levels) < maxFlatDepth && len(s.Pat) == 1 {
		m, ok := s.Exp.(*ir.Map)
		if !ok || len(levels) > 0 && !isFree(schedule.Of(s)) {
			return nil
		}
		levels = append(levels, m)
		stms := m.Fn.Body.Stms
		if !m.Fn.Results[0].IsArray() {
			if !parallel(m.Fn) && !f.canFail(levels[0]) {
				return levels
			}
			return nil
		}
		if len(stms) == 0 || !cheap(stms[:len(stms)-1]) {
			return nil
		}
		s = stms[len(stms)-1]
		if m.Fn.Body.Result[0] != ir.Var(s.Pat[0].Name) {
			return nil
		}
	}
	return nil
}

// flat returns the map over the flat array that c becomes.
func (f *fuser) flat(c *flattening) []*ir.Stm {
	total := c.reshape.Exp.(*ir.Reshape).Shape[0]
	out := ir.NewBuilder(f.names)
	out.Pos = c.nest.Pos
	every := out.Let("every", ir.ArrayOf(scalar.I64, total), ir.IotaOf(total))

	in := out.Inner()
	at := ir.Param{Name: f.names.Fresh("at"), Type: ir.I64}
	indices := make([]ir.Atom, len(c.levels))
	rest := ir.Var(at.Name)
	for k := len(c.levels) - 1; k > 0; k-- {
		width := c.levels[k].Width
		indices[k] = in.Prim("i", scalar.Rem, scalar.I64, rest, width)
		rest = in.Prim("i", scalar.Quot, scalar.I64, rest, width)
	}
	indices[0] = rest
	for k, m := range c.levels {
		for i, p := range m.Fn.Params {
			in.BindElement(p, m.Arrays[i], indices[k])
		}
		stms := m.Fn.Body.Stms
		if k < len(c.levels)-1 {
			stms = stms[:len(stms)-1]
		}
		in.Append(stms...)
	}
	last := c.levels[len(c.levels)-1].Fn
	made := &ir.Stm{Pat: c.reshape.Pat, Pos: c.nest.Pos, Attrs: schedule.Carried(c.nest), Exp: &ir.Map{Width: total, Arrays: []name.Name{every.Name}, Fn: &ir.Lambda{
		Params: []ir.Param{at}, Results: last.Results, Body: in.Body(last.Body.Result...),
	}}}
	for _, m := range c.levels[:len(c.levels)-1] {
		schedule.Take(made, m.Fn.Body.Stms[len(m.Fn.Body.Stms)-1])
	}
	out.Append(made)
	return out.Stms()
}

// resultOf returns the name of s's only result, or no name.
func resultOf(s *ir.Stm) (n name.Name) {
	if len(s.Pat) == 1 {
		n = s.Pat[0].Name
	}
	return n
}

// usedOtherwise returns the names that s uses otherwise than as inputs of a parallel operation.
func usedOtherwise(s *ir.Stm) ir.Names {
	if form := ops.CombinatorOf(s.Exp); form != nil {
		inputs := *form.Arrays
		*form.Arrays = nil
		defer func() { *form.Arrays = inputs }()
	}
	return ir.FreeInStm(s)
}
