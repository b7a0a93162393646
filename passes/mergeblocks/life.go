package mergeblocks

import (
	"cmp"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// life is a block that a body allocates: where it is allocated, and the first
// and the last statement of the body that touch it.
type life struct {
	block       name.Name
	alloc       *ir.Alloc
	at          int
	first, last int
	own         int  // the last statement that touches it by its own name: there it may be let go
	elem        int  // size of the elements
	escapes     bool // the body returns it
	merged      bool // it lies in memory that served another before
}

// lives are those of a body's blocks, by the place of their allocation.
type lives map[int]*life

// livesOf finds the blocks that b allocates.
func (m *merger) livesOf(b *ir.Body) lives {
	found := map[name.Name]*life{}
	holds := holders{}
	lies := map[name.Name]name.Name{} // the blocks of arrays, by their own names
	all := lives{}
	for i, s := range b.Stms {
		if e, ok := s.Exp.(*ir.Alloc); ok {
			n := s.Pat[0].Name
			found[n] = &life{block: n, alloc: e, at: i, first: -1, elem: m.elements[n]}
			all[i] = found[n]
			holds[n], lies[n] = ir.Names{n: {}}, n
			continue
		}
		touched := ir.Names{}
		for n := range ir.FreeInStm(s) {
			for block := range holds[n] {
				touched.Add(block)
				found[block].touch(i)
			}
			if l := found[lies[n]]; l != nil {
				l.own = i
			}
		}
		for _, p := range s.Pat {
			if p.At != nil {
				lies[p.Name] = p.At.Block
			}
		}
		holds.bind(s, touched)
	}
	for _, r := range b.Result {
		for block := range holds[r.Name] {
			found[block].touch(len(b.Stms))
			found[block].escapes = !m.copied[b]
		}
	}
	return all
}

// candidates are the blocks that may be merged, by first use.
func (ls lives) candidates() []*life {
	var out []*life
	for _, l := range ls {
		if l.first >= 0 && l.elem > 0 && !l.escapes {
			out = append(out, l)
		}
	}
	slices.SortFunc(out, func(a, b *life) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.at, b.at))
	})
	return out
}

func (l *life) touch(i int) {
	if l.first < 0 {
		l.first = i
	}
	l.last = i
}

// holders tells which of a body's allocations an array, or a block variable,
// may lie in or be.
type holders map[name.Name]ir.Names

// bind enters what s binds. A block variable may be any of the blocks that s
// touches: a branch, a loop or a function returns it.
func (h holders) bind(s *ir.Stm, touched ir.Names) {
	for _, p := range s.Pat {
		switch {
		case p.Type.IsBlock():
			h[p.Name] = touched
		case p.At != nil:
			h[p.Name] = h[p.At.Block]
		}
	}
}
