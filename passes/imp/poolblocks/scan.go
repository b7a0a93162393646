package poolblocks

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// list is a list of statements and the blocks that it makes for itself.
type list struct {
	*pooler
	stms     []imp.Stm
	declared map[name.Name]int
	branches map[name.Name]int // the branch that sets a variable, and does nothing else
	made     map[int]*block    // by the place of the allocation
	freed    map[int]*block    // by the place of the release
	pools    []*pool
	open     *pool          // which takes blocks, if any does
	partly   map[*pool]bool // those in use of which a block was let go: perhaps not as a whole
}

// block is a block that the list makes for itself.
type block struct {
	alloc    *imp.Alloc
	at, free int // places of the allocation and the release, which may be the list's end
	declared int
	pool     *pool
	below    *block   // in the pool
	size     imp.Expr // as the pool's allocation computes it
	end      imp.Expr // of its bytes in the pool
	even     int      // its offset is a multiple of this many bytes
}

// pool is a pool and what is known of it at the present statement.
type pool struct {
	blocks []*block
	live   []*block // in use, from the bottom to the top; between them may lie such as are not in use any more
	fresh  []*block // those made since a block was let go
	laid   []*block // those that have their places, each after the one below it
	tops   []*block // whose ends are as far as the pool has to reach
	used   int      // how many are in use
	let    bool     // a block was let go
	gap    bool     // one was since fresh ones were made
}

// look finds the blocks that a list makes for itself.
func (p *pooler) look(stms []imp.Stm) *list {
	l := &list{pooler: p, stms: stms, declared: map[name.Name]int{}, branches: map[name.Name]int{}, made: map[int]*block{}, freed: map[int]*block{}}
	of := map[name.Name]*block{}
	for i, s := range stms {
		switch s := s.(type) {
		case *imp.Declare:
			l.declared[s.Name] = i
		case *imp.DeclareBlock:
			l.declared[s.Name] = i
		case *imp.If:
			if n, ok := sets(s); ok {
				l.branches[n] = i
			}
		case *imp.Alloc:
			if l.mayPool(s) {
				of[s.Block] = &block{alloc: s, at: i, free: len(stms), declared: l.declared[s.Block]}
				l.made[i] = of[s.Block]
			}
		case *imp.AssignBlock:
			if b := of[s.Dst]; b != nil && b.free == len(stms) {
				b.free, l.freed[i] = i, b
			}
		}
	}
	return l
}

// mayPool reports whether the block of an allocation in the list can be a part of another one.
func (l *list) mayPool(a *imp.Alloc) bool {
	if c, ok := imp.ConstOf(a.Bytes); ok && c.Int() <= l.stack {
		return false
	}
	return l.of.Owns(a.Block) && a.Space == "" && !a.IsPart()
}

// mostBlocks bounds how many blocks lie in a pool.
const mostBlocks = 32

// mostTries bounds how often a list is gone through.
const mostTries = 6

// plan puts blocks into pools. Where a pool would need more memory, its blocks stay as they are.
func (l *list) plan() {
	for range mostTries {
		if l.try() {
			return
		}
	}
	l.pools = nil
}

// try goes through the list once. If a pool would need more memory, it takes out its blocks and reports false.
func (l *list) try() bool {
	l.pools, l.open, l.partly = nil, nil, map[*pool]bool{}
	for i, s := range l.stms {
		made, freed := l.made[i], l.freed[i]
		var bad []*block
		switch {
		case made != nil:
			bad = l.add(made)
		case freed != nil:
			l.release(freed)
		case l.of.Makes(s):
			bad = l.other(s)
		}
		if len(bad) > 0 {
			return l.without(bad)
		}
		if freed == nil && l.frees(s) {
			l.open = nil
		}
	}
	for _, q := range l.pools {
		if misfit := l.settle(q); misfit != nil {
			return l.without([]*block{misfit})
		}
	}
	return true
}

// frees reports whether a statement may let go of other memory.
func (l *list) frees(s imp.Stm) bool {
	a, ok := s.(*imp.Alloc)
	return l.of.Frees(s) || ok && !l.of.Owns(a.Block) // it may replace a block
}

// without takes blocks out of all pools.
func (l *list) without(bad []*block) bool {
	for _, b := range bad {
		delete(l.made, b.at)
		delete(l.freed, b.free)
	}
	return false
}

// add puts a block into the present pool, or into one of its own. It returns blocks that must then not be in
// a pool.
func (l *list) add(b *block) (bad []*block) {
	b.below = nil
	if q := l.open; q != nil {
		if misfit := l.next(q, b.at); misfit != nil {
			return []*block{misfit}
		}
		size, ok := l.sizeAt(b, q.blocks[0].at)
		if ok && len(q.blocks) < mostBlocks && len(q.live) == q.used-len(q.fresh) { // else one that was let go lies beneath one in use
			l.take(q, b, size)
			return nil
		}
	}
	if bad := l.other(b.alloc); bad != nil {
		return bad
	}
	l.open = &pool{}
	size, _ := l.sizeAt(b, b.at)
	l.take(l.open, b, size)
	l.pools = append(l.pools, l.open)
	return nil
}

// next makes a pool ready for a block that is made at a statement: where blocks were let go, the others are
// put into their places, and those on top that are not in use are taken off.
func (l *list) next(q *pool, at int) (misfit *block) {
	if !q.gap {
		return nil
	}
	if misfit := l.settle(q); misfit != nil {
		return misfit
	}
	for len(q.live) > 0 && q.live[len(q.live)-1].free < at {
		q.live = q.live[:len(q.live)-1]
	}
	q.gap = false
	return nil
}

// take puts a block into a pool.
func (l *list) take(q *pool, b *block, size imp.Expr) {
	b.pool, b.size = q, size
	q.blocks, q.fresh = append(q.blocks, b), append(q.fresh, b)
	q.used++
	if q.let {
		l.partly[q] = true
	}
}

// release lets go of a block.
func (l *list) release(b *block) {
	q := b.pool
	q.let, q.gap = true, true
	l.partly[q] = true
	if q.used--; q.used > 0 {
		return
	}
	delete(l.partly, q)
	if l.open != q { // the memory that goes with the pool's last block is other memory to that one
		l.open = nil
	}
}

// other notes that a statement makes other memory. It returns the blocks of a pool of which only a part is in
// use then.
func (l *list) other(s imp.Stm) (bad []*block) {
	for q := range l.partly {
		if bad == nil || q.blocks[0].at < bad[0].at {
			bad = q.blocks
		}
	}
	if bad != nil {
		return bad
	}
	_, stays := s.(*imp.Alloc)
	if l.open != nil && (l.open.used == 0 || !stays) {
		l.open = nil
	}
	return nil
}
