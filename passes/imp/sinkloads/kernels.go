package sinkloads

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// sunk is the list with the units that sink in the kernels that use them. Their blocks are let go of
// behind those.
func (k *sinking) sunk() []imp.Stm {
	gone := map[int]bool{}
	until := map[name.Name]int{} // the statement behind which a block may be let go of
	for _, u := range k.units {
		if u.stays {
			continue
		}
		for _, i := range u.at {
			gone[i] = true
		}
		for b := range u.loads {
			until[b] = max(until[b], u.last)
		}
		k.unit.Remark(imp.Position(k.list[u.last]), "threads load what the host would hand on to them")
	}
	if len(gone) == 0 {
		return k.list
	}
	var out []imp.Stm
	later := map[int][]imp.Stm{}
	for i, s := range k.list {
		switch {
		case gone[i]:
		case releases(s) && until[s.(*imp.AssignBlock).Dst] > i:
			at := until[s.(*imp.AssignBlock).Dst]
			later[at] = append(later[at], s)
		default:
			out = append(out, k.within(s))
		}
		out = append(out, later[i]...)
	}
	return out
}

// within is s with the units that its kernels need at their beginnings.
func (k *sinking) within(s imp.Stm) imp.Stm {
	switch s := s.(type) {
	case *imp.Parallel:
		out := *s
		out.Body = k.loading(s.Body)
		return &out
	case *imp.Launch:
		out := *s
		out.Body = k.loading(s.Body)
		return &out
	}
	return imp.WithBodies(s, func(list []imp.Stm) []imp.Stm {
		out := make([]imp.Stm, len(list))
		for i, s := range list {
			out[i] = k.within(s)
		}
		return out
	})
}

// loading is the body of a kernel behind the units that it needs.
func (k *sinking) loading(body []imp.Stm) []imp.Stm {
	names := imp.Names{}
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) { variables(e, names) })
		return true
	})
	var needed []*unit
	k.need(names, map[*unit]bool{}, func(u *unit) bool {
		needed = append(needed, u)
		return true
	})
	if len(needed) == 0 {
		return body
	}
	slices.SortFunc(needed, byPlace)
	var first []imp.Stm
	for _, u := range needed {
		first = append(first, u.stms...)
	}
	return imp.Rename(slices.Concat(first, body), map[name.Name]name.Name{}, k.unit.Imp.Names)
}
