package sinkloads

import (
	"maps"
	"slices"

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

// where lists the statements, in order, that do something to a variable.
type where struct {
	uses, changes, stores map[name.Name][]int
}

// index finds out where the variables that units make, read and load from are used and changed.
func (k *sinking) index() {
	k.where = where{map[name.Name][]int{}, map[name.Name][]int{}, map[name.Name][]int{}}
	matter := imp.Names{}
	for _, u := range k.units {
		maps.Copy(matter, u.makes)
		maps.Copy(matter, u.reads)
		for b := range u.loads {
			matter[b] = true
		}
	}
	note := func(to map[name.Name][]int, names imp.Names, i int) {
		for n := range names {
			if at := to[n]; matter[n] && (len(at) == 0 || at[len(at)-1] != i) {
				to[n] = append(at, i)
			}
		}
	}
	for i, e := range k.does {
		note(k.uses, e.host, i)
		note(k.uses, e.kernels, i)
		note(k.changes, e.changes, i)
		note(k.stores, e.storing, i)
	}
}

// between are those of some places that are behind from, up to to.
func between(places []int, from, to int) []int {
	first, _ := slices.BinarySearch(places, from+1)
	end, _ := slices.BinarySearch(places, to+1)
	return places[first:max(first, end)]
}

// settle finds the units that stay on the host, the last ones first. With one that stays, those that it reads are
// looked at again, and those that load from the same blocks.
func (k *sinking) settle() {
	loading := map[name.Name][]*unit{}
	k.stay = map[name.Name]int{}
	for _, u := range k.units {
		for b := range u.loads {
			loading[b] = append(loading[b], u)
			if u.stays {
				k.stay[b] += u.loads[b]
			}
		}
	}
	left := slices.Clone(k.units) // its end is looked at first
	for len(left) > 0 {
		u := left[len(left)-1]
		left = left[:len(left)-1]
		if u.stays || k.sinks(u) {
			continue
		}
		u.stays = true
		var again []*unit
		for n := range u.reads {
			if v := k.of[n]; v != nil {
				again = append(again, v)
			}
		}
		for b := range u.loads {
			k.stay[b] += u.loads[b]
			again = append(again, loading[b]...)
			delete(loading, b) // they are looked at once more, and then stay
		}
		slices.SortFunc(again, byPlace)
		left = append(left, again...)
	}
}

func byPlace(u, v *unit) int { return u.place - v.place }

// sinks reports whether only kernels need what u makes, or units that sink, and whether what u reads is
// the same until then.
func (k *sinking) sinks(u *unit) bool {
	if !k.until(u) || k.cost(u) > k.most {
		return false
	}
	end := u.at[len(u.at)-1]
	for b := range u.loads {
		if k.sunkLoads(b) != k.loads[b] || len(between(k.stores[b], end, u.last)) > 0 {
			return false
		}
		for _, i := range between(k.changes[b], end, u.last) {
			if !k.does[i].releases || !k.small[b] {
				return false
			}
		}
	}
	for n := range u.reads {
		if !u.makes[n] && len(between(k.changes[n], end, u.last)) > 0 {
			return false
		}
	}
	return true
}

// until finds the last statement of the list that needs what u makes, itself or through units that sink, which
// have been looked at before. It is false if there is none, or something other than kernels and those needs it.
func (k *sinking) until(u *unit) bool {
	u.last = -1
	for n := range u.makes {
		for _, i := range between(k.uses[n], u.at[len(u.at)-1], len(k.list)) {
			w := k.part[i]
			switch {
			case !k.does[i].host[n]:
				u.last = max(u.last, i)
			case w == nil || w == u || w.stays:
				return false
			default:
				u.last = max(u.last, w.last)
			}
		}
	}
	return u.last >= 0
}

// cost counts the nodes of u and of the units that it needs, until they are too many.
func (k *sinking) cost(u *unit) int {
	total := u.size
	k.need(u.reads, map[*unit]bool{u: true}, func(v *unit) bool {
		total += v.size
		return total <= k.most
	})
	return total
}

// need shows the units that sink and make some variables, and those that these need, each once, until more is
// false; it returns whether it never was.
func (k *sinking) need(variables imp.Names, seen map[*unit]bool, more func(*unit) bool) bool {
	for n := range variables {
		u := k.of[n]
		if u == nil || u.stays || seen[u] {
			continue
		}
		seen[u] = true
		if !more(u) || !k.need(u.reads, seen, more) {
			return false
		}
	}
	return true
}

// sunkLoads counts the loads from b that sink.
func (k *sinking) sunkLoads(b name.Name) int {
	return k.all[b] - k.stay[b]
}

func releases(s imp.Stm) bool {
	a, ok := s.(*imp.AssignBlock)
	return ok && a.Src.IsZero()
}
