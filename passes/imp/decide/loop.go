package decide

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Invariants are guessed and checked: of the candidates that hold before a loop those stay that an
// iteration keeps if all that are left hold at its beginning.

const (
	mostCarried    = 6  // variables of a loop with candidates
	mostLimits     = 6  // that candidates compare with
	mostCandidates = 64 // of a loop
	mostRounds     = 6  // of checking them; none is left then
	mostNested     = 4  // loops within each other that are looked at
)

// candidate is an order between what a loop carries and what it does not change: the sum of
// multiples of carried variables, of the index, and of a form of symbols from before is at least 0.
type candidate struct {
	carried []multiple
	index   int64
	rest    form
	always  bool // holds after the last iteration, too
	proven  bool // while candidates are checked
}

type multiple struct {
	name name.Name
	k    int64
}

// at is a candidate where the variables are what they are now.
func (c *candidate) at(v *values, index form) (p form, ok bool) {
	p, ok = combine(1, c.rest, c.index, index)
	for _, m := range c.carried {
		if ok {
			p, ok = combine(1, p, m.k, v.numbers[m.name])
		}
	}
	return p, ok
}

// loop is a loop whose iterations are walked. A while has no index.
type loop struct {
	cond  imp.Expr
	index name.Name
	typ   scalar.Type
	bound form
	body  []imp.Stm
}

// walk decides the body of a loop, and leaves what is known after it.
func (d *decider) walk(s imp.Stm, l *loop) []imp.Stm {
	changed := d.changedIn(s)
	d.nested++
	defer func() { d.nested-- }()
	var left []candidate
	if d.nested <= mostNested {
		left = d.atEntry(l, d.candidates(l, changed))
	}
	for round := 0; len(left) > 0; round++ {
		if d.work -= changed.size; round == mostRounds || d.work < 0 {
			left = nil
			break
		}
		d.dry++
		_, kept, all := d.iteration(l, changed.names, left)
		d.dry--
		if left = kept; all {
			break
		}
	}
	var out []imp.Stm
	if d.dry == 0 {
		out, _, _ = d.iteration(l, changed.names, left)
	}
	d.after(l, changed.names, left)
	return out
}

// assignments are what a statement assigns that was declared before it, and how many statements
// there are in it.
type assignments struct {
	names []name.Name
	size  int
}

func (d *decider) changedIn(s imp.Stm) assignments {
	if known, ok := d.assignments[s]; ok {
		return known
	}
	all, size := imp.Names{}, 0
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		imp.Assigns(s, all)
		size++
		return true
	})
	a := assignments{slices.SortedFunc(maps.Keys(all), name.Compare), size}
	d.assignments[s] = a
	return a
}

// forget gives variables any values.
func (d *decider) forget(names []name.Name) {
	for _, n := range names {
		if _, ok := d.numbers[n]; ok {
			d.setNumber(n, d.unknown(d.types[n]))
		} else if _, ok := d.bools[n]; ok {
			d.setBool(n, nil)
		}
	}
}

// begin makes the index of an iteration.
func (d *decider) begin(l *loop) (index form) {
	if l.cond != nil {
		return form{}
	}
	index = of(d.fresh(interval.Between(0, interval.OfType(l.typ).Hi-1)))
	d.setNumber(l.index, index)
	d.atLeast(l.bound, index, 1)
	d.recall()
	return index
}

// iteration walks a loop's body once, where the candidates hold at its beginning, and returns
// those that hold at the next one's: all tells that nothing got lost.
func (d *decider) iteration(l *loop, changed []name.Name, candidates []candidate) (out []imp.Stm, kept []candidate, all bool) {
	defer d.scope()()
	d.forget(changed)
	index := d.begin(l)
	for i := range candidates {
		if p, ok := candidates[i].at(&d.values, index); ok {
			d.add(p)
		}
	}
	if l.cond != nil {
		d.assume(d.cond(l.cond))
	}
	out = d.list(l.body)
	if len(candidates) == 0 {
		return out, nil, true
	}
	next, ok := combine(1, index, 1, constant(1))
	if l.cond != nil {
		next = form{}
	}
	if !ok {
		return out, nil, false
	}
	kept = d.check(l, candidates, next)
	all = len(kept) == len(candidates)
	for i := range kept {
		all = all && kept[i].always == candidates[i].always
	}
	return out, kept, all
}

// check returns the candidates that hold now, where the index is as given, and those that do if
// there is an iteration.
func (d *decider) check(l *loop, candidates []candidate, index form) []candidate {
	defer d.scope()()
	for i := range candidates {
		c := &candidates[i]
		p, ok := c.at(&d.values, index)
		c.proven = ok && c.always && d.proves(p)
	}
	goes := true
	if l.cond != nil {
		goes = d.assume(d.cond(l.cond))
	} else {
		d.atLeast(l.bound, index, 1)
	}
	var kept []candidate
	for _, c := range candidates {
		if c.always = c.proven; !c.always && goes {
			p, ok := c.at(&d.values, index)
			if !ok || !d.proves(p) {
				continue
			}
		}
		kept = append(kept, c)
	}
	return kept
}

// atEntry returns the candidates that hold where the loop begins.
func (d *decider) atEntry(l *loop, candidates []candidate) []candidate {
	if len(candidates) == 0 {
		return nil
	}
	return d.check(l, candidates, form{})
}

// after leaves what holds after a loop.
func (d *decider) after(l *loop, changed []name.Name, candidates []candidate) {
	d.forget(changed)
	var index form
	if l.cond == nil {
		index = d.lesser(l.bound, form{}, -1)
	}
	for i := range candidates {
		if p, ok := candidates[i].at(&d.values, index); ok && candidates[i].always {
			d.add(p)
		}
	}
	if l.cond != nil {
		d.assume(negated(d.cond(l.cond)))
	}
}

// candidates are guesses for the integers that a loop carries.
func (d *decider) candidates(l *loop, changed assignments) []candidate {
	var carried []name.Name
	for _, n := range changed.names {
		if _, ok := d.numbers[n]; ok && len(carried) < mostCarried {
			carried = append(carried, n)
		}
	}
	if len(carried) == 0 {
		return nil
	}
	limits := d.limits(l, changed.names)
	var out []candidate
	guess := func(index int64, rest form, of ...multiple) {
		if len(out) < mostCandidates {
			out = append(out, candidate{carried: of, index: index, rest: rest, always: true})
		}
	}
	for _, x := range carried {
		up, down, entry := multiple{x, 1}, multiple{x, -1}, d.numbers[x]
		guess(0, form{}, up)
		guess(0, constant(1), up)
		guess(0, constant(-1), up)
		if back, ok := combine(-1, entry, 0, form{}); ok {
			guess(0, back, up)
		}
		guess(0, entry, down)
		if l.cond == nil {
			guess(1, entry, down)
		}
		for _, t := range limits {
			if below, ok := combine(1, t, -1, constant(1)); ok {
				guess(0, below, down)
			}
			guess(0, t, down)
		}
	}
	for i, x := range carried {
		for j, y := range carried {
			if i == j {
				continue
			}
			guess(0, form{}, multiple{x, -1}, multiple{y, 1})
			guess(0, constant(-1), multiple{x, -1}, multiple{y, 1})
			if apart, ok := combine(1, d.numbers[x], -1, d.numbers[y]); ok {
				guess(0, apart, multiple{x, -1}, multiple{y, 1})
			}
			for _, z := range carried[j+1:] {
				if apart, ok := d.apartFromSum(x, y, z); ok && z != x {
					guess(0, apart, multiple{x, -1}, multiple{y, 1}, multiple{z, 1})
					back, _ := combine(-1, apart, 0, form{})
					guess(0, back, multiple{x, 1}, multiple{y, -1}, multiple{z, -1})
				}
			}
		}
	}
	return out
}

// apartFromSum is x - y - z.
func (d *decider) apartFromSum(x, y, z name.Name) (form, bool) {
	p, ok := combine(1, d.numbers[x], -1, d.numbers[y])
	if !ok {
		return p, false
	}
	return combine(1, p, -1, d.numbers[z])
}

// limits are the numbers from outside a loop that it compares with.
func (d *decider) limits(l *loop, changed []name.Name) []form {
	var out []form
	add := func(p form) {
		same := func(q form) bool { return p.equal(q) }
		if len(out) < mostLimits && !slices.ContainsFunc(out, same) {
			out = append(out, p)
		}
	}
	if l.cond == nil {
		add(l.bound)
	}
	look := func(e imp.Expr) {
		imp.WalkExpr(e, func(e imp.Expr) {
			p, ok := e.(*imp.Prim)
			if !ok {
				return
			}
			if _, compares := guards.Negated[p.Fn]; !compares {
				return
			}
			for _, x := range p.Args {
				if v, ok := x.(*imp.Var); ok && !slices.Contains(changed, v.Name) {
					if known, ok := d.numbers[v.Name]; ok {
						add(known)
					}
				}
				if c, ok := x.(*imp.Const); ok && c.Value.Type.IsInt() && (c.Value.Int() < -1 || c.Value.Int() > 1) {
					add(constant(c.Value.Int()))
				}
			}
		})
	}
	if l.cond != nil {
		look(l.cond)
	}
	imp.Walk(l.body, func(s imp.Stm) bool {
		imp.Roots(s, look)
		return len(out) < mostLimits
	})
	return out
}
