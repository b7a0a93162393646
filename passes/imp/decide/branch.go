package decide

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/name"
)

// outcome is what the arms of a branch leave in the variables that they assign.
type outcome struct {
	arms    [2]arm
	numbers [2]map[name.Name]form
	bools   [2]map[name.Name]cond
	changed []name.Name // in the order of their assignments
}

// mostOfArm bounds the facts of an arm that are kept for after it.
const mostOfArm = 24

// arm walks one arm of a branch, where a condition holds.
func (d *decider) arm(holds cond, body []imp.Stm, a *arm, which int, out *outcome) []imp.Stm {
	m, changes, rooms := d.mark(), len(d.changes), len(d.rooms)
	a.dead = !d.assume(holds)
	list := d.list(body)
	numbers, bools, seen := map[name.Name]form{}, map[name.Name]cond{}, imp.Names{}
	for _, c := range d.changes[changes:] {
		if seen[c.name] {
			continue
		}
		seen[c.name] = true
		if !c.known { // declared in the arm, or nothing was known before
			continue
		}
		if x, ok := d.numbers[c.name]; ok {
			numbers[c.name] = x
		} else {
			bools[c.name] = d.bools[c.name]
		}
		if !slices.Contains(out.changed, c.name) {
			out.changed = append(out.changed, c.name)
		}
	}
	out.numbers[which], out.bools[which] = numbers, bools
	if len(numbers)+len(bools) > 0 || len(out.changed) > 0 || which == 0 {
		known := d.known[m.known:]
		a.known = slices.Clone(known[:min(len(known), mostOfArm)])
	}
	d.rooms = d.rooms[:rooms]
	d.back(m)
	d.undo(changes)
	return list
}

// join gives variables what either arm leaves in them.
func (d *decider) join(way *outcome) {
	if len(way.changed) == 0 {
		return
	}
	m := &merge{arms: way.arms}
	for i := range m.arms {
		m.arms[i].is = map[symbol]form{}
	}
	for _, n := range way.changed {
		before, isNumber := d.numbers[n]
		if !isNumber {
			d.joinBool(n, way, m)
			continue
		}
		var x [2]form
		for i := range x {
			var ok bool
			if x[i], ok = way.numbers[i][n]; !ok {
				x[i] = before
			}
		}
		if x[0].equal(x[1]) {
			d.setNumber(n, x[0])
			continue
		}
		s := d.fresh(interval.Hull(d.bounds(x[0]), d.bounds(x[1])))
		d.symbols[s].merge = m
		m.arms[0].is[s], m.arms[1].is[s] = x[0], x[1]
		d.setNumber(n, of(s))
	}
}

func (d *decider) joinBool(n name.Name, way *outcome, m *merge) {
	c := choice{merge: m}
	for i := range c.of {
		var ok bool
		if c.of[i], ok = way.bools[i][n]; !ok {
			c.of[i] = d.bools[n]
		}
	}
	d.setBool(n, c)
}
