package cooperate

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A loop of a kernel that a schedule gives to groups, which updates elements of the group's blocks by operators that
// combine in any order, as a histogram does:
//
//	for i < n { …; if inside { let old = h[b]; let z = old ⊕ y; h[b] <- z } }
//
// Its iterations are shared out, and each update is one atomic operation.

// updates is l run by all threads of a group, nil if it is no such loop.
func (k *kernel) updates(l *imp.For, around []loop) []imp.Stm {
	if !k.ownsVariables(l.Body) {
		return nil
	}
	u := &updating{kernel: k, in: l.Body, ok: true}
	body, rest := u.list(l.Body)
	if !u.ok || !u.some {
		return nil
	}
	most := k.withoutOrder(l, rest, around)
	if most == nil {
		return nil
	}
	k.takePart(*most, around)
	return []imp.Stm{k.sharedOut(&imp.For{Index: l.Index, Type: l.Type, Bound: l.Bound, Pos: l.Pos, Body: body}, around)}
}

// updating is the state of making updates atomic.
type updating struct {
	*kernel
	in       []imp.Stm // the whole body
	some, ok bool
}

// list is list with atomic updates, and what is left without these.
func (u *updating) list(list []imp.Stm) (atomic, rest []imp.Stm) {
	defs, gone := map[name.Name]imp.Expr{}, imp.Names{}
	made := map[imp.Stm]*imp.Atomic{}
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			defs[s.Name] = s.Init
		case *imp.Store:
			if u.own[s.Block] && u.touched(s.Block) == 2 { // what it loads, and stores
				if made[s] = u.update(s, defs, gone); made[s] == nil {
					u.ok = false
				}
			}
		}
	}
	for _, s := range list {
		if d, ok := s.(*imp.Declare); ok && gone[d.Name] {
			continue
		}
		if a := made[s]; a != nil {
			u.some = true
			atomic = append(atomic, a)
			continue
		}
		bodies := map[int][]imp.Stm{}
		n := 0
		atomic = append(atomic, imp.WithBodies(s, func(body []imp.Stm) []imp.Stm {
			out, left := u.list(body)
			bodies[n] = left
			n++
			return out
		}))
		n = 0
		rest = append(rest, imp.WithBodies(s, func([]imp.Stm) []imp.Stm { n++; return bodies[n-1] }))
	}
	return atomic, rest
}

// update is the store s as an atomic operation, nil if it does not store an element that it combines in any order;
// gone are the variables that are needed no more.
func (u *updating) update(s *imp.Store, defs map[name.Name]imp.Expr, gone imp.Names) *imp.Atomic {
	x := s.X
	var names []name.Name
	if z, ok := x.(*imp.Var); ok {
		x, names = defs[z.Name], append(names, z.Name)
	}
	op, ok := x.(*imp.Prim)
	if !ok || len(op.Args) != 2 || !u.inAnyOrder(op) {
		return nil
	}
	for i, a := range op.Args {
		old, ok := a.(*imp.Var)
		if !ok {
			continue
		}
		load, ok := defs[old.Name].(*imp.Load)
		if !ok || load.Block != s.Block || load.Elem != s.Elem || imp.Key(load.Index) != imp.Key(s.Index) {
			continue
		}
		for _, n := range append(names, old.Name) {
			if mentions(u.in, n) != 1 {
				return nil
			}
			gone[n] = true
		}
		return &imp.Atomic{Kind: imp.AtomicUpdate, Fn: op.Fn, Block: s.Block, Elem: s.Elem, Index: s.Index, X: op.Args[1-i]}
	}
	return nil
}

// touched counts the accesses to a block in the loop.
func (u *updating) touched(block name.Name) (count int) {
	stores, loads, _ := accesses(u.in)
	for _, a := range append(stores, loads...) {
		if u.mayBeOne(nil, a.block, block) {
			count++
		}
	}
	return count
}

// inAnyOrder reports whether op combines numbers in any order, with the same result: or a rounded one if that will do.
// Atomic sums of 16 bits would round otherwise.
func (u *updating) inAnyOrder(op *imp.Prim) bool {
	info := op.Fn.Info()
	associative := info.Associative.Has(op.Type) || u.anyOrder && info.Rounded.Has(op.Type)
	return op.Type != scalar.F16 && info.Commutative && associative
}
