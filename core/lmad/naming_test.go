package lmad

import (
	"testing"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// TestNamesDoNotDecide asks of LU decomposition in place whether the iterations of a row's update, and
// those of the whole rest, leave each other alone, with the variables named in every order. Sums of two
// variables that are not negative once made the prover take n first, by the weakest of its bounds.
func TestNamesDoNotDecide(t *testing.T) {
	permutations(5, func(order []int) {
		v := func(i int) sym.Poly { return sym.Var(name.Name{Base: "v", ID: order[i] + 1}) }
		n, k, i, j, other := v(0), v(1), v(2), v(3), v(4) // other: j or i of another iteration
		zero, one := sym.Const(0), sym.Const(1)
		left := n.Sub(k).Sub(one)
		known := sym.Facts{sym.Le(zero, k), sym.Lt(k, n), sym.Le(zero, i), sym.Lt(i, left), sym.Le(zero, j), sym.Lt(j, left),
			sym.Le(zero, other), sym.Lt(other, left), sym.Le(zero, k.Add(other).Add(one)), sym.Lt(k.Add(other).Add(one), n), sym.Ge(n, zero)}
		element := func(row, column sym.Poly) LMAD { return LMAD{Offset: n.Mul(row).Add(column)} }
		below := func(p sym.Poly) sym.Poly { return k.Add(one).Add(p) }
		for _, c := range []struct {
			what  string
			more  sym.Fact
			write LMAD
			read  LMAD
		}{
			{"a row's update and row k", sym.Lt(j, other), element(below(i), below(j)), element(k, below(other))},
			{"a row's update and row k", sym.Lt(other, j), element(below(i), below(j)), element(k, below(other))},
			{"the rest and column k", sym.Lt(i, other), element(below(i), below(j)), element(below(other), k)},
			{"the rest and column k", sym.Lt(other, i), element(below(i), below(j)), element(below(other), k)},
		} {
			if _, ok := Disjoint(append(known[:len(known):len(known)], c.more), c.write, c.read); !ok {
				t.Errorf("%s, given %v, numbered %v: no proof", c.what, c.more, order)
			}
		}
	})
}

// permutations calls f with every order of n numbers.
func permutations(n int, f func([]int)) {
	order := make([]int, 0, n)
	used := make([]bool, n)
	var place func()
	place = func() {
		if len(order) == n {
			f(order)
			return
		}
		for i := range n {
			if !used[i] {
				used[i], order = true, append(order, i)
				place()
				used[i], order = false, order[:len(order)-1]
			}
		}
	}
	place()
}
