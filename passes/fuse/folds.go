package fuse

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// Reductions of one array, and maps that each reduce the rows of one array, are joined before
// anything else is fused. What makes the array then has one consumer, and need not store it. Were
// it fused into the first of them, the others would read what it stores.

// maxJoined bounds the results of joined folds, each of which takes an accumulator.
const maxJoined = 8

// joinFolds joins the folds of the body that share an input.
func (t *body) joinFolds() {
	for i, second := range t.groups {
		if second == nil || !t.folds(second) {
			continue
		}
		arrays := second.arrays()
		for _, a := range arrays {
			for _, first := range slices.Backward(t.lastReaders(a)) {
				if first == second || !t.joinable(first, second) || !t.unit.Rewrite() {
					continue
				}
				j := first.place
				second = t.joined(first, second)
				t.moved(j, i)
			}
		}
		for _, a := range arrays {
			t.readers[a] = append(t.readers[a], second)
		}
	}
	clear(t.readers)
}

// folds reports whether g reduces scalars, or is a map that reduces rows.
func (t *body) folds(g *group) bool {
	if t.failing.has(g.place) || !t.sideways {
		return false
	}
	if g.kind == reduction {
		return g.nest.shape <= flat
	}
	return g.kind == mapping && g.nest.shape == folded && g.nest.reduces
}

// joinable reports whether first and second are folds of the same kind over a common input.
func (t *body) joinable(first, second *group) bool {
	if first.kind != second.kind || first.width != second.width || first.nest.width != second.nest.width ||
		len(first.results)+len(second.results) > maxJoined || !mayMeet(first.told, second.told) {
		return false
	}
	shared := false
	for a := range common(first.inputs, second.inputs) {
		shared = shared || first.kind == reduction ||
			intersects(first.inputs[a], first.nest.taken) && intersects(second.inputs[a], second.nest.taken)
	}
	return shared && !intersect(first.results, second.inputs) && !intersect(first.results, second.other) && t.allows(first, second)
}

// intersects reports whether the lists have a name in common.
func intersects(x, y []name.Name) bool {
	return slices.ContainsFunc(x, func(n name.Name) bool { return slices.Contains(y, n) })
}

// joined fuses two folds. Elements of a common input get one name, so that folds of rows are
// joined in turn.
func (t *body) joined(first, second *group) *group {
	t.open(first)
	t.open(second)
	for a := range common(first.inputs, second.inputs) {
		for _, p := range second.inputs[a] {
			t.elements[p] = ir.Var(first.inputs[a][0])
		}
		delete(second.inputs, a)
	}
	n := second.nest
	n.taken = slices.Concat(first.nest.taken, n.taken)
	g := merged(first, second, false)
	g.nest = n
	if g.kind == reduction {
		g.nest = second.nest.after(first.nest, false, true)
	}
	return g
}

// arrays returns the inputs of g's statements, in order.
func (g *group) arrays() []name.Name {
	if g.first == nil {
		return *ops.CombinatorOf(g.stm.Exp).Arrays
	}
	return slices.Concat(g.first.arrays(), g.second.arrays())
}
