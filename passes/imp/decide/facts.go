package decide

import (
	"math"

	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/scalar"
)

// facts is what is known at a place in a function: forms that are at least 0, and
// alternatives of which one holds. Scopes take back what was added in them.
type facts struct {
	symbols []number
	known   []form
	about   map[symbol][]int // the places in known of what mentions a symbol
	splits  []split
	limits  []limit // what intervals were before they got narrower
}

// limit is the interval that a symbol had.
type limit struct {
	s  symbol
	in interval.Interval
}

// number is what is known of a symbol here.
type number struct {
	interval.Interval
	merge *merge // of whose arms it is
}

// merge is where one of two arms was taken.
type merge struct{ arms [2]arm }

// arm is what holds if it was taken, and what symbols of the merge are then.
type arm struct {
	known []form
	is    map[symbol]form
	dead  bool
}

// split says that all of one side's forms are at least 0.
type split [2][]form

// mark is a place to go back to.
type mark struct{ known, splits, limits int }

func (f *facts) mark() mark { return mark{len(f.known), len(f.splits), len(f.limits)} }

func (f *facts) back(m mark) {
	for i := len(f.known) - 1; i >= m.known; i-- {
		for _, t := range f.known[i].terms {
			f.about[t.s] = f.about[t.s][:len(f.about[t.s])-1]
		}
	}
	for i := len(f.limits) - 1; i >= m.limits; i-- {
		f.symbols[f.limits[i].s].Interval = f.limits[i].in
	}
	f.limits = f.limits[:m.limits]
	f.known, f.splits = f.known[:m.known], f.splits[:m.splits]
}

// fresh is a symbol for a number within an interval.
func (f *facts) fresh(in interval.Interval) symbol {
	f.symbols = append(f.symbols, number{Interval: in})
	return symbol(len(f.symbols) - 1)
}

// add notes that p is at least 0.
func (f *facts) add(p form) {
	if p.isConst() && p.c >= 0 {
		return
	}
	for _, t := range p.terms {
		if narrower := f.narrow(p, t); !narrower && len(p.terms) == 1 {
			return
		}
	}
	for _, t := range p.terms {
		f.about[t.s] = append(f.about[t.s], len(f.known))
	}
	f.known = append(f.known, p)
}

// narrow takes from the interval of a symbol what a fact about it excludes, by the intervals of its
// others. Where nothing would be left the place is never reached, and the interval stays.
func (f *facts) narrow(p form, t term) bool {
	rest, ok := combine(1, p, -t.k, of(t.s))
	if !ok {
		return false
	}
	most := f.bounds(rest).Hi // k·s ≥ -most
	if most == math.MaxInt64 || most <= -math.MaxInt64 {
		return false
	}
	in := f.symbols[t.s].Interval
	if t.k > 0 {
		in.Lo = max(in.Lo, -floor(most, t.k))
	} else {
		in.Hi = min(in.Hi, floor(most, -t.k))
	}
	if in == f.symbols[t.s].Interval || in.Lo > in.Hi {
		return false
	}
	f.limits = append(f.limits, limit{t.s, f.symbols[t.s].Interval})
	f.symbols[t.s].Interval = in
	return true
}

// floor is x / y rounded down, for a positive y.
func floor(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}

// atLeast notes that a ≥ b + c.
func (f *facts) atLeast(a, b form, c int64) {
	if d, ok := minus(a, b, c); ok {
		f.add(d)
	}
}

// bounds is the interval of a form by those of its symbols.
func (f *facts) bounds(p form) interval.Interval {
	lo, hi, okLo, okHi := p.c, p.c, true, true
	extend := func(sum *int64, ok *bool, k, x int64) {
		m, ok1 := mul(k, x)
		s, ok2 := addConst(*sum, m)
		*sum, *ok = s, *ok && ok1 && ok2
	}
	for _, t := range p.terms {
		in := f.symbols[t.s]
		if t.k < 0 {
			in.Lo, in.Hi = in.Hi, in.Lo
		}
		extend(&lo, &okLo, t.k, in.Lo)
		extend(&hi, &okHi, t.k, in.Hi)
	}
	if !okLo {
		lo = math.MinInt64
	}
	if !okHi {
		hi = math.MaxInt64
	}
	return interval.Between(lo, hi)
}

// depths are how many steps of a proof follow each other, in the attempts at it: most proofs are short,
// and would be found late among long ones. steps is how many an attempt has in all.
var depths = [...]struct{ depth, steps int }{{2, 12}, {4, 30}, {8, 80}}

// proves reports whether p is at least 0 for certain.
func (f *facts) proves(p form) bool {
	for _, d := range depths {
		q := &question{facts: f, steps: d.steps, unused: f.splits}
		if q.proves(p, d.depth) {
			return true
		}
		if q.steps > 0 && !q.cut {
			return false // there is no longer one either
		}
	}
	return false
}

// holds reports whether a ≥ b + c for certain.
func (f *facts) holds(a, b form, c int64) bool {
	d, ok := minus(a, b, c)
	return ok && f.proves(d)
}

// far is an end of what is shown of i64s where the difference to the last one is no i64.
const far = 1 << 62

// fits reports whether p is a number of a type for certain.
func (f *facts) fits(p form, t scalar.Type) bool {
	got, in := f.bounds(p), interval.OfType(t)
	if in != interval.All {
		return (got.Lo >= in.Lo || f.holds(p, constant(in.Lo), 0)) && (got.Hi <= in.Hi || f.holds(constant(in.Hi), p, 0))
	}
	most := int64(math.MaxInt64)
	if p.c < 0 {
		most = far
	}
	return (got.Lo > math.MinInt64 || f.holds(p, constant(-far), 0)) && (got.Hi < math.MaxInt64 || f.holds(constant(most), p, 0))
}

// question is a search for a proof.
type question struct {
	*facts
	steps  int
	cut    bool   // a longer proof was not looked for
	extra  []form // what the case that is looked at adds
	unused []split
}

// proves takes the newest symbol out of p, by each fact that bounds it on the right side, until
// intervals tell. What is left is that p is at least 0 in each of two cases.
func (q *question) proves(p form, depth int) bool {
	if lo := q.bounds(p).Lo; lo >= 0 {
		return true
	}
	if p.isConst() {
		return false
	}
	if q.steps--; q.steps < 0 || depth == 0 {
		q.cut = true
		return false
	}
	v := p.newest()
	for i := len(q.extra) - 1; i >= 0; i-- {
		if q.by(p, v, q.extra[i], depth) {
			return true
		}
	}
	about := q.about[v.s]
	for i := len(about) - 1; i >= 0; i-- {
		if len(q.known[about[i]].terms) == 1 {
			continue // it is in the interval
		}
		if q.by(p, v, q.known[about[i]], depth) {
			return true
		}
	}
	if bound, ok := q.end(v); ok && q.by(p, v, bound, depth) {
		return true
	}
	return q.byArms(p, depth) || q.bySplit(p, depth)
}

// end is the end of v's interval that bounds it, as a fact.
func (q *question) end(v term) (form, bool) {
	in := q.symbols[v.s]
	if v.k > 0 {
		return form{[]term{{v.s, 1}}, -in.Lo}, in.Lo > math.MinInt64
	}
	return form{[]term{{v.s, -1}}, in.Hi}, in.Hi < math.MaxInt64
}

// by proves p with a fact that has v with the same sign: p ≥ 0 if a·p - b·fact > -a, as p is a
// whole number.
func (q *question) by(p form, v term, fact form, depth int) bool {
	k := fact.coefficient(v.s)
	if k == 0 || (k > 0) != (v.k > 0) {
		return false
	}
	g := int64(gcd(magnitude(k), magnitude(v.k)))
	a, b := int64(magnitude(k))/g, int64(magnitude(v.k))/g
	rest, ok := combine(a, p, -b, fact)
	if !ok {
		return false
	}
	rest.c, ok = addConst(rest.c, a-1)
	return ok && q.proves(rest, depth-1)
}

// byArms proves p for each arm that its newest merged symbol may come from.
func (q *question) byArms(p form, depth int) bool {
	for i := len(p.terms) - 1; i >= 0; i-- {
		m := q.symbols[p.terms[i].s].merge
		if m == nil {
			continue
		}
		for _, a := range m.arms {
			if a.dead {
				continue
			}
			in, ok := p, true
			for _, t := range p.terms {
				if is, known := a.is[t.s]; known && ok {
					in, ok = in.replaced(t.s, is)
				}
			}
			if !ok || !q.inCase(in, a.known, depth) {
				return false
			}
		}
		return true
	}
	return false
}

// bySplit proves p on both sides of the latest split.
func (q *question) bySplit(p form, depth int) bool {
	if len(q.unused) == 0 {
		return false
	}
	before := q.unused
	last := before[len(before)-1]
	q.unused = before[:len(before)-1]
	defer func() { q.unused = before }()
	return q.inCase(p, last[0], depth) && q.inCase(p, last[1], depth)
}

func (q *question) inCase(p form, known []form, depth int) bool {
	before := len(q.extra)
	q.extra = append(q.extra, known...)
	ok := q.proves(p, depth-1)
	q.extra = q.extra[:before]
	return ok
}
