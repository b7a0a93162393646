package unroll

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
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
		told := r.told(f)
		if _, ok := tripCount(f); !ok {
			r.refuse(f.Pos, "%s", tooLong(0, false, 0))
			return true
		}
		n := r.within(told == schedule.Yes).straight([]imp.Stm{f}, values{}, assigned)
		switch {
		case r.keepsLoop(f):
			r.refuse(f.Pos, "a loop within is prescribed to be no-unroll, and only loops without any left within are unrolled here")
			return true
		case n == tooMany && told == schedule.Yes:
			r.refuse(f.Pos, "its iterations together are more than %d nodes, or do what no straight code does: make arrays, call a function, or run until a condition holds", mostTold)
			return true
		case told != schedule.Yes && n > min(left, mostOfLoop), !r.unit.Rewrite():
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
	r.record(list, chosen)
	return chosen
}

// keepsLoop reports whether f, or a loop within, is prescribed to stay one.
func (r *unroller) keepsLoop(f *imp.For) bool {
	keeps := false
	imp.Walk([]imp.Stm{f}, func(s imp.Stm) bool {
		if l, ok := s.(*imp.For); ok {
			keeps = keeps || r.told(l) == schedule.No
		}
		return !keeps
	})
	return keeps
}

// within is r with the bounds of a loop that is prescribed to be unrolled, or of one that the pass chooses.
func (r *unroller) within(told bool) *unroller {
	out := *r
	out.most = mostOfLoop
	if told {
		out.most, out.trips = mostTold, mostTold
	}
	return &out
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
			if s.Type.IsInt() {
				known.declare(s, assigned)
			}
		case *imp.Assign, *imp.Store:
		case *imp.If:
			total += r.straight(s.Then, known, assigned) + r.straight(s.Else, known, assigned)
		case *imp.For:
			total += r.iterations(s, known, assigned)
		default:
			return tooMany
		}
		if total > r.most {
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
		if total += r.straight(f.Body, known, assigned); total > r.most {
			return tooMany
		}
	}
	return total
}
