package emit

import (
	"maps"

	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/backends/wasm/internal/nearby"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// The engine checks for each access that the address is in memory, unless it has
// checked an access beyond it that uses the same pointer. So where an iteration
// makes several accesses through a pointer, it begins with one beyond all of them,
// whose result nobody needs: what remains of it is the check.

// checkBounds writes those accesses for an iteration, which stands for stride of the
// loop's.
func (f *Fn) checkBounds(body []imp.Stm, groups []*group, stride int64) {
	certain := map[any]bool{}
	for _, s := range body {
		if !f.certainly(s, certain) {
			break
		}
	}
	for _, g := range groups {
		end, count := uint64(0), 0
		seen := map[[2]uint64]bool{}
		var at assemble.Local
		for _, m := range g.members {
			reach, accesses := f.reach(m, stride)
			if !certain[m.node] || accesses == 0 {
				continue
			}
			p := f.pointers[m.node]
			at = p.at
			end = max(end, p.offset+uint64(reach))
			if here := [2]uint64{p.offset, uint64(reach)}; !seen[here] { // else that is checked already
				seen[here] = true
				count += accesses
			}
		}
		if count > 1 {
			f.Get(at)
			f.Put(code.I32Load8U, end-1)
			f.Op(code.Drop)
		}
	}
}

// certainly adds the accesses that s makes whenever it runs; false if what comes
// after it may not run.
func (f *Fn) certainly(s imp.Stm, to map[any]bool) bool {
	switch s := s.(type) {
	case *imp.Declare, *imp.Assign, *imp.Store:
	case *imp.If:
		return !mayStop(s.Then) && !mayStop(s.Else)
	case *imp.For:
		return !mayStop(s.Body)
	default:
		return false
	}
	imp.EachLoad(s, func(l *imp.Load) { to[l] = true })
	if st, ok := s.(*imp.Store); ok {
		to[st] = true
	}
	return true
}

// mayStop reports whether list may end the run.
func mayStop(list []imp.Stm) bool {
	found := false
	imp.Walk(list, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.Declare, *imp.Assign, *imp.Store, *imp.If, *imp.For:
		default:
			found = true
		}
		return !found
	})
	return found
}

// reach is how many bytes from its pointer on an access comes to in an iteration
// that stands for stride of the loop's, and how many checks it needs for that; 0
// if that is not known.
func (f *Fn) reach(m access, stride int64) (bytes int64, checks int) {
	if f.Current != nil {
		return f.Current.Reach(m.node, m.size)
	}
	step, isConst := m.step.AsConst()
	if !isConst && stride > 1 {
		return 0, 0
	}
	return m.bytes + (stride-1)*step, int(stride)
}

// Statements of one list often access elements that are a few elements apart. The engine computes each
// address anew, and checks it anew, unless accesses take it from one local. So the first of such accesses
// keeps its address in a temporary, from which the others have constant distances. This is for accesses
// without a pointer that the loop keeps up (address.go). Branches use the addresses of the list that they
// stand in; loops have their own.

// repeats holds the addresses that a list keeps, and where accesses lie relative to them.
type repeats struct {
	kept   map[*nearby.Address]*repeat
	places map[any]nearby.Place
}

// repeat is the local of an address.
type repeat struct {
	at    assemble.Local
	known bool // at holds the address here
}

// repeated finds the addresses in a list that are needed more than once; nil if there are none.
// It takes a temporary for each.
func (f *Fn) repeated(list []imp.Stm) *repeats {
	addresses, places := nearby.Find(list, func(access any) bool {
		_, pointed := f.pointers[access]
		return pointed
	})
	if len(addresses) == 0 {
		return nil
	}
	r := &repeats{kept: map[*nearby.Address]*repeat{}, places: places}
	for _, a := range addresses {
		r.kept[a] = &repeat{at: f.Temp(code.I32)}
	}
	return r
}

// keeps returns where an access lies relative to an address that the list keeps.
func (r *repeats) keeps(access any) (nearby.Place, bool) {
	if r == nil {
		return nearby.Place{}, false
	}
	p, ok := r.places[access]
	return p, ok
}

// shared pushes an address that the list keeps, and returns the constant that the access adds.
func (f *Fn) shared(p nearby.Place, block name.Name, size int64) (offset uint64) {
	k, least := f.repeats.kept[p.Address], p.Address.Least
	if !k.known {
		k.known = true
		f.Get(f.At(block))
		f.addScaled(p.Address.Rest, size)
		if least != 0 {
			f.I32(int32(least * size))
			f.Op(code.I32Add)
		}
		f.Set(k.at)
		if *p.Reach > p.N {
			f.Get(k.at)
			f.Put(code.I32Load8U, uint64((*p.Reach-least+1)*size-1))
			f.Op(code.Drop)
		}
	}
	f.Get(k.at)
	return uint64((p.N - least) * size)
}

// arms writes the arms of a branch: what one of them keeps, the others and what comes after do not know.
func (r *repeats) arms(writes ...func()) {
	if r == nil {
		r = &repeats{}
	}
	known := func() map[*repeat]bool {
		out := map[*repeat]bool{}
		for _, k := range r.kept {
			out[k] = k.known
		}
		return out
	}
	before := known()
	after := maps.Clone(before)
	for _, w := range writes {
		for k := range before {
			k.known = before[k]
		}
		w()
		for k, is := range known() {
			after[k] = after[k] && is
		}
	}
	for k := range after {
		k.known = after[k]
	}
}
