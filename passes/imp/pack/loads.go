package pack

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// place is a load in a run of statements.
type place struct {
	access
	key string // of the load
	in  int    // the statement
}

// loads packs the loads of a run of simple statements.
func (p *packer) loads(run []imp.Stm) []imp.Stm {
	places := p.places(run)
	before := map[int][]imp.Stm{} // vectors to load before a statement
	lane := map[string]imp.Expr{} // of loads, by key
	for _, lanes := range laneCounts {
		for i, first := range places {
			if lane[first.key] != nil || !first.begins(lanes) {
				continue
			}
			group := vector(places, i, lanes, lane)
			if group == nil || !steady(run, group) || !p.unit.Rewrite() {
				continue
			}
			v := p.unit.Imp.Names.Fresh("v")
			from := len(run)
			for k, g := range group {
				for _, x := range g {
					from = min(from, x.in)
					lane[x.key] = &imp.Lane{X: &imp.Var{Name: v, Type: first.elem, Lanes: lanes}, K: k}
				}
			}
			load := &imp.Load{Block: first.block, Elem: first.elem, Index: first.index, Lanes: lanes}
			before[from] = append(before[from], &imp.Declare{Name: v, Type: first.elem, Init: load, Lanes: lanes})
		}
	}
	if len(lane) == 0 {
		return run
	}
	var out []imp.Stm
	for i, s := range run {
		out = append(out, before[i]...)
		out = append(out, imp.Replace([]imp.Stm{s}, func(e imp.Expr) imp.Expr {
			if l, ok := e.(*imp.Load); ok && lane[imp.Key(l)] != nil {
				return lane[imp.Key(l)]
			}
			return e
		})...)
	}
	return out
}

// places are the loads of a run that vectors may replace.
func (p *packer) places(run []imp.Stm) []place {
	var out []place
	for i, s := range run {
		imp.EachLoad(s, func(l *imp.Load) {
			if a, ok := p.access(l.Block, l.Elem, l.Index); ok && l.Lanes == 0 {
				out = append(out, place{a, imp.Key(l), i})
			}
		})
	}
	return out
}

// vector are the loads of each lane of the vector that begins at a place; nil if a lane has none.
func vector(places []place, first, lanes int, taken map[string]imp.Expr) [][]place {
	group := make([][]place, lanes)
	for _, x := range places {
		for k := range lanes {
			if taken[x.key] == nil && places[first].beside(x.access, k) {
				group[k] = append(group[k], x)
			}
		}
	}
	for _, g := range group {
		if len(g) == 0 {
			return nil
		}
	}
	return group
}

// steady reports whether the variables in the indices of a vector's loads keep their values from the
// first of the loads to the last, and are there before the first.
func steady(run []imp.Stm, group [][]place) bool {
	from, to := len(run), 0
	for _, g := range group {
		for _, x := range g {
			from, to = min(from, x.in), max(to, x.in)
		}
	}
	changed := map[name.Name]bool{}
	for _, s := range run[from:to] {
		for n := range imp.Changes([]imp.Stm{s}) {
			changed[n] = true
		}
	}
	ok := true
	for _, g := range group {
		for _, x := range g {
			imp.WalkExpr(x.index, func(e imp.Expr) {
				if v, isVar := e.(*imp.Var); isVar && changed[v.Name] {
					ok = false
				}
			})
		}
	}
	return ok
}
