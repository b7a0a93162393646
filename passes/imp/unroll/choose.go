package unroll

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/schedule"
)

// private is the space of a thread's own blocks.
const private imp.Space = "private"

// choose decides which loops of a kernel are unrolled, and gives their trip counts.
func (r *unroller) choose(kernel []imp.Stm) map[*imp.For]int64 {
	known := imp.Names{} // the blocks whose indices are to be constants
	for b := range r.tables {
		known[b] = true
	}
	own := privateIn(kernel)
	for b := range own {
		known[b] = true
	}
	r.fixed = fixed(kernel, r.long)
	registers := pinned(kernel, own, r.fixed)
	chosen, left := map[*imp.For]int64{}, r.statements
	imp.Walk(kernel, func(s imp.Stm) bool {
		f, ok := s.(*imp.For)
		if !ok {
			return true
		}
		n, ok := tripCount(f)
		told := r.told(f)
		worth, more := r.worth(f, n, known, registers)
		switch long := tooLong(n, ok, r.size(f.Body)); {
		case told == schedule.No:
			return true
		case told == "" && (!ok || !worth):
			return true
		case told == schedule.Yes && long != "":
			r.refuse(f.Pos, "%s", long)
			return true
		case told == schedule.Yes && !plain(f.Body):
			r.refuse(f.Pos, "%s", notPlain)
			return true
		}
		if cost := n * r.size(f.Body); (cost <= left+more || told == schedule.Yes) && r.unit.Rewrite() {
			left -= cost
			chosen[f] = n
		}
		return true
	})
	r.record(kernel, chosen)
	return chosen
}

// privateIn are the private blocks of a kernel.
func privateIn(kernel []imp.Stm) imp.Names {
	out := imp.Names{}
	imp.Walk(kernel, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Alloc); ok && a.Space == private {
			out[a.Block] = true
		}
		return true
	})
	return out
}

// tripCount is that of a loop, if it is known.
func tripCount(f *imp.For) (int64, bool) {
	n, ok := imp.ConstOf(f.Bound)
	if !ok {
		return 0, false
	}
	return max(0, n.Int()), true
}

// accesses reports whether statements load from or store to one of some blocks, and are plain.
func accesses(list []imp.Stm, blocks map[name.Name]bool) bool {
	found := false
	imp.Walk(list, func(s imp.Stm) bool {
		if s, ok := s.(*imp.Store); ok {
			found = found || blocks[s.Block]
		}
		imp.EachLoad(s, func(l *imp.Load) { found = found || blocks[l.Block] })
		return !found
	})
	return found && plain(list)
}

// plain reports whether statements contain no loop whose trip count is unknown, and make no block in a
// thread's heap.
func plain(list []imp.Stm) bool {
	plain := true
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.While:
			plain = false
		case *imp.For:
			_, known := tripCount(s)
			plain = plain && known
		case *imp.Alloc:
			plain = plain && s.Space == private
		}
		return plain
	})
	return plain
}

const notPlain = "a loop within runs as often as is not known when the program is compiled, or its iterations make arrays in global memory"

// worth reports whether n iterations of f are worth unrolling: few that access blocks whose indices are to be constants,
// or more that access such blocks as end up in registers, for which there may be more statements.
func (r *unroller) worth(f *imp.For, n int64, known, registers imp.Names) (yes bool, more int64) {
	if n <= r.long && accesses(f.Body, registers) {
		return true, r.statements
	}
	return n <= r.trips && accesses(f.Body, known), 0
}

// vanishes reports whether nothing is left of s when loops are unrolled: it declares a constant, or asserts
// what is known then.
func (r *unroller) vanishes(s imp.Stm) bool {
	switch s := s.(type) {
	case *imp.Declare:
		return r.fixed[s.Name]
	case *imp.Assert:
		return constantBy(s.Cond, r.fixed)
	}
	return false
}

// size is the number of statements that are left of a list when its loops are unrolled;
// it is not counted beyond the most that a kernel may have.
func (r *unroller) size(list []imp.Stm) int64 {
	n := int64(0)
	for _, s := range list {
		if r.vanishes(s) {
			continue
		}
		n++
		switch s := s.(type) {
		case *imp.If:
			if then, other := r.size(s.Then), r.size(s.Else); constantBy(s.Cond, r.fixed) {
				n += max(then, other) // an iteration takes one of them
			} else {
				n += then + other
			}
		case *imp.For:
			trips, _ := tripCount(s)
			n += max(1, min(trips, r.statements)) * r.size(s.Body)
		}
		n = min(n, 2*r.statements+1)
	}
	return n
}
