package unroll

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// chooseShort decides which loops are unrolled where only their length counts: those with few trips
// that are known and bodies that are straight, but for loops of that kind and branches. A loop
// is chosen with all loops in it, so the outermost whose iterations together are small.
func (r *unroller) chooseShort(list []imp.Stm) map[*imp.For]int64 {
	chosen, left := map[*imp.For]int64{}, r.statements
	assigned := assignedIn(list)
	imp.Walk(list, func(s imp.Stm) bool {
		f, ok := s.(*imp.For)
		if !ok {
			return true
		}
		if _, ok := tripCount(f); !ok {
			return true
		}
		n := r.straight([]imp.Stm{f}, values{}, assigned)
		if n > min(left, mostOfLoop) || !r.unit.Rewrite() {
			return true
		}
		left -= n
		imp.Walk([]imp.Stm{f}, func(s imp.Stm) bool {
			if inner, ok := s.(*imp.For); ok {
				chosen[inner] = dependent
				if n, ok := tripCount(inner); ok {
					chosen[inner] = n
				}
			}
			return true
		})
		return false
	})
	return chosen
}

const (
	// mostOfLoop bounds the nodes that a loop of known length is unrolled to.
	mostOfLoop = 2400
	tooMany    = 1 << 40
)

// straight counts the nodes of statements whose loops are unrolled; tooMany if a loop is long or
// of unknown length, or a statement is none that a straight body has.
func (r *unroller) straight(list []imp.Stm, known values, assigned imp.Names) int64 {
	total := int64(0)
	for _, s := range list {
		total++
		if a, ok := s.(*imp.Assert); ok { // whose message takes no time
			imp.WalkExpr(a.Cond, func(imp.Expr) { total++ })
			continue
		}
		imp.Roots(s, func(e imp.Expr) { imp.WalkExpr(e, func(imp.Expr) { total++ }) })
		switch s := s.(type) {
		case *imp.Declare:
			known.declare(s, assigned)
		case *imp.Assign, *imp.Store:
		case *imp.If:
			total += r.straight(s.Then, known, assigned) + r.straight(s.Else, known, assigned)
		case *imp.For:
			total += r.iterations(s, known, assigned)
		default:
			return tooMany
		}
		if total > mostOfLoop {
			return tooMany
		}
	}
	return total
}

// iterations counts the nodes of all iterations of a loop: of each by itself if a loop in it depends on
// the index.
func (r *unroller) iterations(f *imp.For, known values, assigned imp.Names) int64 {
	n, ok := known.trips(f)
	if !ok || n > r.trips {
		return tooMany
	}
	if !hasDependent(f.Body) {
		return n * r.straight(f.Body, known, assigned)
	}
	total := int64(0)
	for i := range n {
		known[f.Index] = &imp.Const{Value: scalar.Int(f.Type, i)}
		if total += r.straight(f.Body, known, assigned); total > mostOfLoop {
			return tooMany
		}
	}
	return total
}
