package codegen

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
)

// What staged tiles do beside staging: points of a tile that lie outside of the space, and loads that need not come
// before a staged loop.

// idempotent reports whether an iteration reads nothing that the kernel writes: it may store more than once.
func (k *Kernel) idempotent() bool {
	ok := true
	imp.Walk(k.body, func(s imp.Stm) bool {
		imp.EachLoad(s, func(x *imp.Load) { ok = ok && k.plain[x.Block] })
		return ok
	})
	return ok
}

// repeatable reports whether an iteration may run more than once, if no more than one stores what is read: there are
// no atomic operations, and what is read of blocks that the kernel writes, which is anything if it runs once more,
// decides on no branch, loop or index.
func (k *Kernel) repeatable() bool {
	changing := imp.Names{} // variables that depend on it
	depends := func(e imp.Expr) bool {
		found := false
		imp.WalkExpr(e, func(e imp.Expr) {
			switch e := e.(type) {
			case *imp.Var:
				found = found || changing[e.Name]
			case *imp.Load:
				found = found || !k.plain[e.Block]
			}
		})
		return found
	}
	for before := -1; before < len(changing); {
		before = len(changing)
		imp.Walk(k.body, func(s imp.Stm) bool {
			switch s := s.(type) {
			case *imp.Declare:
				if s.Init != nil && depends(s.Init) {
					changing[s.Name] = true
				}
			case *imp.Assign:
				if depends(s.X) {
					changing[s.Name] = true
				}
			}
			return true
		})
	}
	ok := true
	imp.Walk(k.body, func(s imp.Stm) bool {
		imp.EachLoad(s, func(x *imp.Load) { ok = ok && !depends(x.Index) })
		switch s := s.(type) {
		case *imp.Atomic:
			ok = false
		case *imp.Store:
			ok = ok && !depends(s.Index)
		case *imp.If:
			ok = ok && !depends(s.Cond)
		case *imp.While:
			ok = ok && !depends(s.Cond)
		case *imp.For:
			ok = ok && !depends(s.Bound)
		}
		return ok
	})
	return ok
}

// postponed is a list whose loads before a staged loop stand after it if they are not needed before: what is loaded
// for each of a thread's points takes registers from the loop.
func (w *printer) postponed(ss []imp.Stm) []imp.Stm {
	loop := slices.IndexFunc(ss, func(s imp.Stm) bool {
		f, ok := s.(*imp.For)
		return ok && w.stages[f] != nil
	})
	if loop < 0 {
		return ss
	}
	var before, after []imp.Stm
	for k, s := range ss[:loop] {
		if mayWait(s, ss[k+1:loop+1]) {
			after = append(after, s)
		} else {
			before = append(before, s)
		}
	}
	return slices.Concat(before, ss[loop:loop+1], after, ss[loop+1:])
}

// mayWait reports whether s is a load that may as well come after the statements of next: they do not mention its
// variable, store nothing and leave its index as it is.
func mayWait(s imp.Stm, next []imp.Stm) bool {
	d, ok := s.(*imp.Declare)
	if !ok || slices.Contains(imp.Free(next), d.Name) {
		return false
	}
	load, ok := d.Init.(*imp.Load)
	if !ok {
		return false
	}
	ok = true
	imp.Walk(next, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.Declare, *imp.Assign, *imp.If, *imp.For, *imp.While:
		default:
			ok = false
		}
		return ok
	})
	changes := imp.Changes(next)
	ok = ok && !changes[d.Name]
	imp.WalkExpr(load, func(e imp.Expr) {
		if v, isVar := e.(*imp.Var); isVar && changes[v.Name] {
			ok = false
		}
	})
	return ok
}

// inside is the variable that tells that a row or column of a thread's points lies in the space.
func (w *printer) inside(of string, k int64) string { return fmt.Sprintf("inside_%s%d", of, k) }

// guard writes a store of a point that is done only if the point lies in the space.
func (w *printer) guard(store func()) {
	if !w.guarded {
		store()
		return
	}
	w.block(store, "if (%s && %s)", w.inside("row", w.lock.row), w.inside("column", w.lock.column))
}
