package fuse

import "github.com/lamina-lang/lamina/core/ir"

// maxResults bounds the number of results of a fused operation. Each result is live in an
// iteration; with that many, sharing the load of an input gains nothing.
const maxResults = 32

// fused returns first and second fused into one operation, or nil.
func (t *body) fused(first, second *group) *group {
	switch {
	case !mayMeet(first.told, second.told):
		return nil
	case feeds(first, second) && t.allows(first, second):
		return t.vertical(first, second)
	case t.across && t.shareInput(first, second) && t.allows(first, second):
		return t.horizontal(first, second)
	}
	return nil
}

// feeds reports whether second takes arrays that first makes element by element as inputs, with the same
// width, and uses no result of first in another way. First is a map, or maps and reductions, which a scan or
// a write would have to come after.
func feeds(first, second *group) bool {
	if first.width != second.width || intersect(first.results, second.other) || !intersect(first.results, second.inputs) {
		return false
	}
	if first.kind == mapping {
		return true
	}
	for a := range common(first.results, second.inputs) {
		if first.results[a] == ir.Var(a) {
			return false
		}
	}
	return first.kind == reduction && second.kind <= reduction && first.nest.shape <= flat && second.nest.shape <= flat
}

// shareInput reports whether first and second have the same width and share an input, both are maps or
// reductions or both are histograms, and second uses no result of first. Functions that contain parallel
// operations are not fused horizontally: that would destroy a perfect nest.
func (t *body) shareInput(first, second *group) bool {
	return (first.kind <= reduction && second.kind <= reduction || t.isHist(first) && t.isHist(second)) && first.width == second.width &&
		len(first.results)+len(second.results) <= maxResults &&
		first.nest.shape <= flat && second.nest.shape <= flat && intersect(first.inputs, second.inputs) &&
		!intersect(first.results, second.inputs) && !intersect(first.results, second.other)
}

// isHist reports whether g is a histogram, or several, and these are fused horizontally.
func (t *body) isHist(g *group) bool {
	_, ok := g.stm.Exp.(*ir.Hist)
	return ok && t.hists
}

// allows reports whether first may be moved to the place of second.
func (t *body) allows(first, second *group) bool {
	j, i := first.place, second.place
	if t.failing.has(j) && len(t.failing.between(j, i+1)) > 0 {
		return false
	}
	if use := first.firstUse(t.now); use >= 0 && use < i {
		return false
	}
	for _, k := range t.consumers.between(j, i+1) {
		if intersect(t.consumed[k], first.classes) {
			return false
		}
	}
	return true
}

// vertical fuses the map first into second, its consumer.
func (t *body) vertical(first, second *group) *group {
	kept := first.last > second.place
	if t.isHist(second) && first.nest.shape != scalars { // threads compute the map; updates in order have one
		return nil
	}
	if kept && (second.kind == writing || t.stillUsed(first, second)+len(second.results) > maxResults) ||
		!t.keepsParallelism(first, second, kept) || !t.unit.Rewrite() {
		return nil
	}
	t.open(second)
	for a := range common(first.results, second.inputs) {
		for _, param := range second.inputs[a] {
			t.elements[param] = first.results[a]
		}
		delete(second.inputs, a)
		if t.lastUse[a] <= second.place {
			delete(first.results, a)
		}
	}
	more := len(second.inputs) > 0
	g := merged(first, second, true)
	g.nest = second.nest.after(first.nest, kept, more)
	return g
}

// stillUsed counts the results of first that are used after second.
func (t *body) stillUsed(first, second *group) int {
	n := len(first.results)
	for a := range common(first.results, second.inputs) {
		if t.lastUse[a] <= second.place {
			n--
		}
	}
	return n
}

// horizontal fuses two operations that share inputs.
func (t *body) horizontal(first, second *group) *group {
	if !t.unit.Rewrite() {
		return nil
	}
	t.open(first)
	t.open(second)
	g := merged(first, second, false)
	g.nest = second.nest.after(first.nest, false, true)
	return g
}
