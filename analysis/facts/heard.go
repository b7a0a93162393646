package facts

import (
	"math"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// bound is what a fact says that compares a variable with a constant: that it is at
// least, or at most, so much.
type bound struct {
	least bool
	limit int64
}

// boundOf is the bound of n that f is, if it is one.
func boundOf(f sym.Fact, n name.Name) (b bound, ok bool) {
	left, rel, right := f.Left, f.Rel, f.Right
	if _, isConst := left.AsConst(); isConst {
		left, right = right, left
		rel = map[sym.Relation]sym.Relation{sym.LT: sym.GT, sym.LE: sym.GE, sym.GT: sym.LT, sym.GE: sym.LE}[rel]
	}
	v, isVar := left.AsVar()
	c, isConst := right.AsConst()
	if !isVar || v != n || !isConst || c == math.MinInt64 || c == math.MaxInt64 {
		return bound{}, false
	}
	switch rel {
	case sym.LT:
		return bound{false, c - 1}, true
	case sym.LE:
		return bound{false, c}, true
	case sym.GT:
		return bound{true, c + 1}, true
	case sym.GE:
		return bound{true, c}, true
	}
	return bound{}, false
}

// exceeds reports whether b says more than c, which bounds the same side.
func (b bound) exceeds(c bound) bool {
	if b.least {
		return b.limit > c.limit
	}
	return b.limit < c.limit
}

// maxSaidOf bounds the conditions that are looked at for one variable.
const maxSaidOf = 256

// heard are the facts about n that conditions say here. Of those that compare n with
// constants, it is the strongest: n assertions in a row, each of an index of its own,
// then say one thing.
func (v *View) heard(n name.Name) sym.Facts {
	var out sym.Facts
	strongest := map[bool]int{} // where in out the bounds are
	for _, s := range v.said[n][:min(len(v.said[n]), maxSaidOf)] {
		if !v.holds(s.from) {
			continue
		}
		if b, ok := boundOf(s.fact, n); ok {
			if at, known := strongest[b.least]; known {
				if c, _ := boundOf(out[at], n); b.exceeds(c) {
					out[at] = s.fact
				}
				continue
			}
			strongest[b.least] = len(out)
		}
		out = append(out, s.fact)
	}
	return out
}
