package lmad

import (
	"flag"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

var seed = flag.Uint64("seed", 1, "seed of the random LMAD pairs")

// pairs is the number of random pairs tested: more with LAMINA_PAIRS.
func pairs(t testing.TB, standard int) int {
	text := os.Getenv("LAMINA_PAIRS")
	if text == "" {
		if testing.Short() {
			return standard / 20
		}
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("LAMINA_PAIRS: %v", err)
	}
	return n
}

// dice draws a number from lo to hi, both included.
type dice func(lo, hi int) int

func randomDice(seed uint64) dice {
	r := rand.New(rand.NewPCG(seed, 0))
	return func(lo, hi int) int { return lo + r.IntN(hi-lo+1) }
}

// problem is a question for Disjoint, with an assignment that satisfies the
// facts.
type problem struct {
	vars  []name.Name
	facts sym.Facts
	value map[name.Name]int64
	w, r  LMAD
}

func (p *problem) at(n name.Name) int64 { return p.value[n] }

// anyProblem draws the values first, and then facts that are true of them.
func (d dice) anyProblem() *problem {
	p := &problem{value: map[name.Name]int64{}}
	for _, base := range []string{"a", "b", "c", "i", "n"}[:d(0, 4)] {
		v := name.Name{Base: base}
		p.vars = append(p.vars, v)
		p.value[v] = int64(d(0, 4))
		p.facts = append(p.facts, sym.Ge(sym.Var(v), sym.Const(int64(d(0, int(p.value[v]))))))
	}
	for range d(0, len(p.vars)) {
		p.facts = append(p.facts, p.trueFact(d.poly(p.vars, 2), d.poly(p.vars, 2), d(0, 3) == 0))
	}
	p.w = d.lmad(p.vars)
	switch d(0, 2) {
	case 0:
		p.r = d.lmad(p.vars)
	case 1: // the same shape elsewhere
		p.r = p.w.At(p.w.Offset.Add(d.poly(p.vars, 3)))
	case 2: // a part of the shape elsewhere
		p.r = LMAD{p.w.Offset.Add(d.poly(p.vars, 3)), p.w.Dims[d(0, p.w.Rank()):]}
	}
	return p
}

// trueFact relates l and r as they are related at p's values.
func (p *problem) trueFact(l, r sym.Poly, weak bool) sym.Fact {
	x, y := l.Eval(p.at), r.Eval(p.at)
	switch {
	case x == y && weak:
		return sym.Le(l, r)
	case x == y:
		return sym.Eq(l, r)
	case weak:
		return sym.Ne(l, r)
	case x < y:
		return sym.Lt(l, r)
	}
	return sym.Lt(r, l)
}

// poly draws a polynomial of few terms with coefficients up to max.
func (d dice) poly(vars []name.Name, max int) sym.Poly {
	p := sym.Const(int64(d(-max, max)))
	if len(vars) == 0 {
		return p
	}
	for range d(0, 2) {
		term := sym.Const(int64(d(-max, max)))
		for range d(1, 2) {
			term = term.Mul(sym.Var(vars[d(0, len(vars)-1)]))
		}
		p = p.Add(term)
	}
	return p
}

// lmad draws an LMAD of up to three dimensions.
func (d dice) lmad(vars []name.Name) LMAD {
	l := LMAD{Offset: d.poly(vars, 3)}
	for range d(0, 3) {
		size := sym.Const(int64(d(1, 4)))
		if len(vars) > 0 && d(0, 1) == 0 {
			size = sym.Var(vars[d(0, len(vars)-1)]).Add(sym.Const(int64(d(-1, 2))))
		}
		stride := sym.Const(int64(d(-6, 6)))
		if len(vars) > 0 && d(0, 1) == 0 {
			stride = d.poly(vars, 2)
		}
		l.Dims = append(l.Dims, Dim{size, stride})
	}
	return l
}

// overlaps enumerates both sets at the given values.
func overlaps(w, r LMAD, value func(name.Name) int64) bool {
	points := map[int64]bool{}
	enumerate(w, value, func(x int64) bool { points[x] = true; return true })
	hit := false
	enumerate(r, value, func(x int64) bool { hit = points[x]; return !hit })
	return hit
}

// enumerate visits the points of l until visit is content.
func enumerate(l LMAD, value func(name.Name) int64, visit func(int64) bool) {
	var dims func(offset int64, ds []Dim) bool
	dims = func(offset int64, ds []Dim) bool {
		if len(ds) == 0 {
			return visit(offset)
		}
		stride := ds[0].Stride.Eval(value)
		for range ds[0].Size.Eval(value) {
			if !dims(offset, ds[1:]) {
				return false
			}
			offset += stride
		}
		return true
	}
	dims(l.Offset.Eval(value), l.Dims)
}

// holds reports whether the facts hold at the values, without the prover.
func holds(facts sym.Facts, value func(name.Name) int64) bool {
	for _, f := range facts {
		l, r := f.Left.Eval(value), f.Right.Eval(value)
		ok := map[sym.Relation]bool{sym.EQ: l == r, sym.NE: l != r, sym.LT: l < r, sym.LE: l <= r, sym.GT: l > r, sym.GE: l >= r}
		if !ok[f.Rel] {
			return false
		}
	}
	return true
}

// worlds are the assignment of p, and others with small values that satisfy its
// facts too.
func (p *problem) worlds(d dice, tries int) []map[name.Name]int64 {
	out := []map[name.Name]int64{p.value}
	for range tries {
		m := map[name.Name]int64{}
		for _, v := range p.vars {
			m[v] = int64(d(0, 5))
		}
		if holds(p.facts, func(n name.Name) int64 { return m[n] }) {
			out = append(out, m)
		}
	}
	return out
}

// contradiction returns values at which the facts hold and the sets overlap.
func (p *problem) contradiction(worlds []map[name.Name]int64) map[name.Name]int64 {
	for _, m := range worlds {
		if overlaps(p.w, p.r, func(n name.Name) int64 { return m[n] }) {
			return m
		}
	}
	return nil
}

// TestDisjointIsSound never finds sets with a common point that were proved
// disjoint.
func TestDisjointIsSound(t *testing.T) {
	n := pairs(t, 100_000)
	start := time.Now()
	var proved, symbolicProved, unproved int
	var slowest time.Duration
	for i := range uint64(n) {
		d := randomDice(*seed<<32 + i)
		p := d.anyProblem()
		before := time.Now()
		proof, ok := Disjoint(p.facts, p.w, p.r)
		slowest = max(slowest, time.Since(before))
		overlap := p.contradiction(p.worlds(d, 12))
		if ok && overlap != nil {
			t.Fatalf("seed %d, pair %d: %v and %v given %v overlap at %v, but:\n%v", *seed, i, p.w, p.r, p.facts, overlap, proof)
		}
		switch {
		case ok && len(p.vars) > 0:
			symbolicProved++
			fallthrough
		case ok:
			proved++
		case overlap == nil && p.contradiction(p.worlds(d, 400)) == nil:
			unproved++
			if testing.Verbose() && unproved <= 20 {
				t.Logf("pair %d is not proved: %v and %v given %v", i, p.w, p.r, p.facts)
			}
		}
	}
	t.Logf("%d pairs in %v, the slowest %v; %d proved disjoint, %d of them with variables; %d not proved seem disjoint (%.1f %% proved)",
		n, time.Since(start).Round(time.Millisecond), slowest.Round(time.Microsecond), proved, symbolicProved, unproved,
		100*float64(proved)/float64(proved+unproved))
}

// TestDisjointIsSoundShrinks is the same with fewer pairs, but finds a small one
// when it fails.
func TestDisjointIsSoundShrinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := dice(func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "die") })
		p := d.anyProblem()
		proof, ok := Disjoint(p.facts, p.w, p.r)
		if overlap := p.contradiction(p.worlds(d, 3)); ok && overlap != nil {
			t.Fatalf("%v and %v given %v overlap at %v, but:\n%v", p.w, p.r, p.facts, overlap, proof)
		}
	})
}

// TestDisjointIsComplete measures which share of disjoint pairs of LMADs without
// variables is proved.
func TestDisjointIsComplete(t *testing.T) {
	disjoint, proved := 0, 0
	d := randomDice(*seed)
	for range pairs(t, 20_000) {
		p := &problem{w: d.lmad(nil), r: d.lmad(nil)}
		p.r.Offset = p.r.Offset.Add(sym.Const(int64(d(-20, 20))))
		if overlaps(p.w, p.r, p.at) {
			continue
		}
		disjoint++
		if _, ok := Disjoint(nil, p.w, p.r); ok {
			proved++
		} else if disjoint-proved < 10 {
			t.Logf("not proved: %v and %v", p.w, p.r)
		}
	}
	share := float64(proved) / float64(disjoint)
	t.Logf("%d of %d disjoint pairs proved (%.2f %%)", proved, disjoint, 100*share)
	if share < 0.95 {
		t.Errorf("only %.2f %% of the disjoint pairs are proved", 100*share)
	}
}
