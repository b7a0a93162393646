package decide

import (
	"math"
	"math/bits"
	"slices"
)

// symbol stands for a number that the program computes, once for each time that it does: what a
// variable holds is another symbol after each assignment, so that what is known of a symbol
// stays true.
type symbol int

// form is a sum of multiples of symbols and a constant, without wrapping. Its terms are in the
// order of their symbols, without zeros. Forms are never changed.
type form struct {
	terms []term
	c     int64
}

type term struct {
	s symbol
	k int64
}

// widest bounds coefficients and constants, so that a few of them can be added.
const widest = math.MaxInt64

func constant(c int64) form { return form{c: c} }

func of(s symbol) form { return form{terms: []term{{s, 1}}} }

// isConst reports whether f has no symbols.
func (f form) isConst() bool { return len(f.terms) == 0 }

func (f form) equal(g form) bool { return f.c == g.c && slices.Equal(f.terms, g.terms) }

// newest is the symbol that was made last, with its coefficient. f has one.
func (f form) newest() term { return f.terms[len(f.terms)-1] }

// coefficient of a symbol, 0 if f does not have it.
func (f form) coefficient(s symbol) int64 {
	i, ok := slices.BinarySearchFunc(f.terms, s, func(t term, s symbol) int { return int(t.s - s) })
	if !ok {
		return 0
	}
	return f.terms[i].k
}

// combine is a·f + b·g; it fails if a number gets too large.
func combine(a int64, f form, b int64, g form) (sum form, ok bool) {
	ok = true
	add := func(x, y int64) int64 {
		p, ok1 := mul(a, x)
		q, ok2 := mul(b, y)
		s, ok3 := addConst(p, q)
		ok = ok && ok1 && ok2 && ok3
		return s
	}
	terms := make([]term, 0, len(f.terms)+len(g.terms))
	i, j := 0, 0
	for i < len(f.terms) || j < len(g.terms) {
		var t term
		switch {
		case j == len(g.terms) || i < len(f.terms) && f.terms[i].s < g.terms[j].s:
			t = term{f.terms[i].s, add(f.terms[i].k, 0)}
			i++
		case i == len(f.terms) || g.terms[j].s < f.terms[i].s:
			t = term{g.terms[j].s, add(0, g.terms[j].k)}
			j++
		default:
			t = term{f.terms[i].s, add(f.terms[i].k, g.terms[j].k)}
			i, j = i+1, j+1
		}
		if t.k != 0 {
			terms = append(terms, t)
		}
	}
	return form{terms, add(f.c, g.c)}, ok && len(terms) <= mostTerms
}

// mostTerms bounds the terms of a form.
const mostTerms = 8

// minus is f - g - c.
func minus(f, g form, c int64) (form, bool) {
	d, ok := combine(1, f, -1, g)
	if !ok {
		return d, false
	}
	return combine(1, d, -1, constant(c))
}

// replaced is f with g for a symbol.
func (f form) replaced(s symbol, g form) (form, bool) {
	k := f.coefficient(s)
	if k == 0 {
		return f, true
	}
	rest, ok := combine(1, f, -k, of(s))
	if !ok {
		return f, false
	}
	return combine(1, rest, k, g)
}

func addConst(x, y int64) (int64, bool) {
	s := x + y
	return s, (s > x) == (y > 0) && s != math.MinInt64
}

func mul(x, y int64) (int64, bool) {
	high, low := bits.Mul64(magnitude(x), magnitude(y))
	return x * y, high == 0 && low <= widest
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
