package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
)

// The engine checks for each access that the address is in memory, unless it has
// checked an access behind it that uses the same pointer. So where an iteration
// makes several accesses through a pointer, it begins with one behind all of them,
// whose result nobody needs: what remains of it is the check.

// touch writes those accesses for an iteration, which stands for stride of the
// loop's.
func (f *fn) touch(body []imp.Stm, groups []*group, stride int64) {
	certain := map[any]bool{}
	for _, s := range body {
		if !f.certainly(s, certain) {
			break
		}
	}
	for _, g := range groups {
		end, count := uint64(0), 0
		seen := map[[2]uint64]bool{}
		var at local
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
			f.get(at)
			f.put(code.I32Load8U, end-1)
			f.op(code.Drop)
		}
	}
}

// certainly adds the accesses that s makes whenever it runs; false if what comes
// behind it may not run.
func (f *fn) certainly(s imp.Stm, to map[any]bool) bool {
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
func (f *fn) reach(m access, stride int64) (bytes int64, checks int) {
	v := f.vector
	if v == nil {
		step, isConst := m.step.AsConst()
		if !isConst && stride > 1 {
			return 0, 0
		}
		return m.bytes + (stride-1)*step, int(stride)
	}
	switch p := v.Access[m.node]; p.Form {
	case lanes.Same:
		return m.size, 1
	case lanes.Adjacent:
		return m.size * v.span(), v.Width
	case lanes.Strided:
		if c, ok := p.Step.AsConst(); ok && c > 0 && m.size*c*v.span() < maxStretch {
			return m.size * (1 + c*(v.span()-1)), int(v.span())
		}
	}
	return 0, 0
}
