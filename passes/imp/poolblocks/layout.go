package poolblocks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// deepest bounds how deep expressions are looked into.
const deepest = 8

// settle puts the fresh blocks of a pool on top of those in use, the one that is let go last undermost. It
// returns one whose elements would not lie at multiples of their size.
func (l *list) settle(q *pool) (misfit *block) {
	if len(q.fresh) == 0 {
		return nil
	}
	slices.SortStableFunc(q.fresh, func(a, b *block) int {
		return cmp.Or(cmp.Compare(b.free, a.free), cmp.Compare(l.widths[b.alloc.Block], l.widths[a.alloc.Block]))
	})
	for _, b := range q.fresh {
		b.below, b.even, b.end = nil, widest, l.room(b.size)
		if n := len(q.live); n > 0 {
			b.below = q.live[n-1]
			b.even = min(b.below.even, l.even(b.below.size, deepest))
			b.end = imp.Add(b.below.end, b.end)
		}
		if b.even < l.widths[b.alloc.Block] {
			return b
		}
		q.live = append(q.live, b)
	}
	q.laid = append(q.laid, q.fresh...)
	q.fresh = nil
	q.tops = append(q.tops, q.live[len(q.live)-1])
	return nil
}

// bytes is the size of a pool.
func (q *pool) bytes() imp.Expr {
	size := q.tops[0].end
	for _, b := range q.tops[1:] {
		size = larger(size, b.end)
	}
	return size
}

// larger is the larger one of two sizes.
func larger(x, y imp.Expr) imp.Expr {
	a, known := imp.ConstOf(x)
	b, too := imp.ConstOf(y)
	switch {
	case known && too:
		return imp.Int(max(a.Int(), b.Int()))
	case imp.Key(x) == imp.Key(y):
		return x
	}
	return prim(scalar.Max, x, y)
}

// pooled is the list with its pools in it.
func (l *list) pooled() []imp.Stm {
	e := &edit{list: l, declared: map[int]name.Name{}, made: map[int][]imp.Stm{}, released: map[int]name.Name{}}
	for _, q := range l.pools {
		if len(q.blocks) > 1 && l.unit.Rewrite() {
			e.pool(q)
		}
	}
	if len(e.declared) == 0 {
		return l.stms
	}
	return e.edited()
}

// edit is how a list changes, by places of its statements.
type edit struct {
	*list
	declared map[int]name.Name // pools before them
	made     map[int][]imp.Stm // what stands instead of allocations
	released map[int]name.Name // pools after them
}

// pool makes the blocks of q parts of one.
func (e *edit) pool(q *pool) {
	first := q.blocks[0]
	pool := &imp.Alloc{Block: e.unit.Imp.Names.Fresh("pool"), Bytes: q.bytes(), Pos: first.alloc.Pos}
	at, declared, last := map[*block]imp.Expr{}, first.declared, 0
	var offsets []imp.Stm
	var what []string
	for _, b := range q.laid {
		at[b] = imp.Int(0)
		if b.below != nil {
			n := e.unit.Imp.Names.Fresh("at")
			offsets = append(offsets, &imp.Declare{Name: n, Type: scalar.I64, Init: imp.Add(at[b.below], e.room(b.below.size))})
			at[b] = imp.IntVar(n)
		}
	}
	for _, b := range q.blocks {
		declared, last = min(declared, b.declared), max(last, b.free)
		if b.alloc.What != "" && !slices.Contains(what, b.alloc.What) {
			what = append(what, b.alloc.What)
		}
		part := *b.alloc
		part.Pool, part.Offset = pool.Block, at[b]
		e.made[b.at] = []imp.Stm{&part}
	}
	pool.What = strings.Join(what, ", ")
	e.declared[declared] = pool.Block
	e.made[first.at] = slices.Concat(offsets, []imp.Stm{pool}, e.made[first.at])
	if last < len(e.stms) {
		e.released[last] = pool.Block
	}
	e.unit.Remark(first.alloc.Pos, "%d blocks lie in one", len(q.blocks))
}

// edited is the list with the changes made.
func (e *edit) edited() []imp.Stm {
	out := make([]imp.Stm, 0, len(e.stms)+3*len(e.declared))
	for i, s := range e.stms {
		if n, ok := e.declared[i]; ok {
			out = append(out, &imp.DeclareBlock{Name: n})
		}
		if parts, ok := e.made[i]; ok {
			out = append(out, parts...)
		} else {
			out = append(out, s)
		}
		if n, ok := e.released[i]; ok {
			out = append(out, &imp.AssignBlock{Dst: n})
		}
	}
	return out
}
