package sinkloads

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// effects of a statement of a list, with what is in it.
type effects struct {
	host, kernels    imp.Names // variables that the host, and bodies of kernels, use
	changes, storing imp.Names // variables that change; blocks whose elements may
	releases         bool
}

// look finds out what each statement of the list does.
func (k *sinking) look() {
	k.does = make([]*effects, len(k.list))
	for i, s := range k.list {
		e := &effects{imp.Names{}, imp.Names{}, imp.Changes([]imp.Stm{s}), imp.Names{}, releases(s)}
		k.does[i] = e
		usesOf([]imp.Stm{s}, e, e.host)
	}
}

// usesOf adds to e what list uses and stores to, variables to the set to.
func usesOf(list []imp.Stm, e *effects, to imp.Names) {
	imp.Walk(list, func(s imp.Stm) bool {
		imp.Assigns(s, to)
		imp.Roots(s, func(x imp.Expr) { variables(x, to) })
		switch s := s.(type) {
		case *imp.Parallel:
			if s.Prescribed {
				usesOf(s.Body, e, e.host)
			}
			usesOf(s.Body, e, e.kernels)
			return false
		case *imp.Launch:
			usesOf(s.Body, e, e.kernels)
			return false
		case *imp.Store:
			e.storing[s.Block] = true
		case *imp.Copy:
			e.storing[s.Dst.Block] = true
		default:
			if !releases(s) {
				imp.BlocksOf(s, func(b name.Name) { e.storing[b] = true })
			}
		}
		return true
	})
}

// settle finds the units that stay on the host, the last ones first, until none is found any more.
func (k *sinking) settle() {
	for changed := true; changed; {
		changed = false
		for i := len(k.units) - 1; i >= 0; i-- {
			if u := k.units[i]; !u.stays && !k.sinks(u) {
				u.stays, changed = true, true
			}
		}
	}
}

// sinks reports whether only kernels need what u makes, or units that sink, and whether what u reads is
// the same until then.
func (k *sinking) sinks(u *unit) bool {
	if !k.until(u) || k.cost(u) > k.most {
		return false
	}
	for b := range u.loads {
		if k.sunkLoads(b) != k.loads[b] {
			return false
		}
	}
	for i := u.at[len(u.at)-1] + 1; i <= u.last; i++ {
		e := k.does[i]
		for n := range u.reads {
			if e.changes[n] && !u.makes[n] {
				return false
			}
		}
		for b := range u.loads {
			if e.storing[b] || e.changes[b] && !(e.releases && k.small[b]) {
				return false
			}
		}
	}
	return true
}

// until finds the last statement of the list that needs what u makes, itself or through units that sink, which
// have been looked at before. It is false if there is none, or something other than kernels and those needs it.
func (k *sinking) until(u *unit) bool {
	u.last = -1
	for i := u.at[len(u.at)-1] + 1; i < len(k.list); i++ {
		e := k.does[i]
		host, kernels := false, false
		for n := range u.makes {
			host, kernels = host || e.host[n], kernels || e.kernels[n]
		}
		switch w := k.part[i]; {
		case host && w != nil && w != u && !w.stays:
			u.last = max(u.last, w.last)
		case host:
			return false
		case kernels:
			u.last = max(u.last, i)
		}
	}
	return u.last >= 0
}

// cost counts the nodes of u and of the units that it needs.
func (k *sinking) cost(u *unit) int {
	needed := map[*unit]bool{}
	k.need(u.reads, needed)
	total := u.size
	for v := range needed {
		if v != u {
			total += v.size
		}
	}
	return total
}

// need adds the units that sink and make some variables, and those that these need.
func (k *sinking) need(variables imp.Names, to map[*unit]bool) {
	for n := range variables {
		if u := k.of[n]; u != nil && !u.stays && !to[u] {
			to[u] = true
			k.need(u.reads, to)
		}
	}
}

// sunkLoads counts the loads from b that sink.
func (k *sinking) sunkLoads(b name.Name) (n int) {
	for _, u := range k.units {
		if !u.stays {
			n += u.loads[b]
		}
	}
	return n
}

func releases(s imp.Stm) bool {
	a, ok := s.(*imp.AssignBlock)
	return ok && a.Src.IsZero()
}
