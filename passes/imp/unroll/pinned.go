package unroll

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Long loops are worth unrolling only if that puts a private block into registers: if every index by which the
// kernel accesses it is then a constant.

// fixed are the variables of a kernel that are constants once its loops of known length are unrolled: the indices
// of those, and what only they are computed of.
func fixed(kernel []imp.Stm, long int64) imp.Names {
	out := imp.Names{}
	assigned := assignedIn(kernel)
	imp.Walk(kernel, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.For:
			if n, ok := tripCount(s); ok && n <= long {
				out[s.Index] = true
			}
		case *imp.Declare:
			if (s.Type.IsInt() || s.Type == scalar.Bool) && !assigned[s.Name] && constantBy(s.Init, out) {
				out[s.Name] = true
			}
		}
		return true
	})
	return out
}

// constantBy reports whether e is computed of constants and of the variables fixed.
func constantBy(e imp.Expr, fixed imp.Names) bool {
	ok := true
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Const, *imp.Prim, *imp.Convert, *imp.At:
		case *imp.Var:
			ok = ok && fixed[e.Name]
		default:
			ok = false
		}
	})
	return ok
}

// pinned are the private blocks of a kernel that it accesses by such indices alone.
func pinned(kernel []imp.Stm, own imp.Names, fixed imp.Names) imp.Names {
	out := imp.Names{}
	for b := range own {
		out[b] = true
	}
	access := func(b name.Name, index imp.Expr) {
		if out[b] && !constantBy(index, fixed) {
			delete(out, b)
		}
	}
	imp.Walk(kernel, func(s imp.Stm) bool {
		imp.EachLoad(s, func(l *imp.Load) { access(l.Block, l.Index) })
		switch s := s.(type) {
		case *imp.Store:
			access(s.Block, s.Index)
		case *imp.Alloc:
		case *imp.AssignBlock:
			if !s.Src.IsZero() {
				delete(out, s.Dst)
				delete(out, s.Src)
			}
		default:
			imp.BlocksOf(s, func(b name.Name) { delete(out, b) })
		}
		return true
	})
	return out
}
