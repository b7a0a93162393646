package fuse

// most is how many results a fused operation has: each is a value that an
// iteration keeps, and beside so many, reading an input once more costs nothing.
const most = 32

// fused is first and second as one operation, nil if they cannot be.
func (t *body) fused(first, second *group) *group {
	switch {
	case feeds(first, second) && t.allows(first, second):
		return t.vertical(first, second)
	case t.sideways && alike(first, second) && t.allows(first, second):
		return t.horizontal(first, second)
	}
	return nil
}

// feeds reports whether second takes results of the map first as inputs, of the
// same width, and uses no result of it otherwise.
func feeds(first, second *group) bool {
	return first.kind == mapping && first.width == second.width &&
		meet(first.results, second.inputs) && !meet(first.results, second.other)
}

// alike reports whether both are maps or reductions of one width that share an
// input, and the second uses nothing of the first. Functions with parallel
// operations inside stay apart: joining them would hide a perfect nest.
func alike(first, second *group) bool {
	return first.kind <= reduction && second.kind <= reduction && first.width == second.width &&
		len(first.results)+len(second.results) <= most &&
		first.nest.shape <= flat && second.nest.shape <= flat && meet(first.inputs, second.inputs) &&
		!meet(first.results, second.inputs) && !meet(first.results, second.other)
}

// allows reports whether first may run where second does.
func (t *body) allows(first, second *group) bool {
	j, i := first.place, second.place
	if t.failing.has(j) && len(t.failing.between(j, i+1)) > 0 {
		return false
	}
	if use := first.firstUse(t.now); use >= 0 && use < i {
		return false
	}
	for _, k := range t.consumers.between(j, i+1) {
		if meet(t.consumed[k], first.classes) {
			return false
		}
	}
	return true
}

// vertical fuses the map first into second, which takes results of it.
func (t *body) vertical(first, second *group) *group {
	kept := first.last > second.place
	if kept && (second.kind == writing || t.stillUsed(first, second)+len(second.results) > most) ||
		!t.keepsParallelism(first, second) || !t.unit.Rewrite() {
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

// stillUsed counts the results of first that are used behind second.
func (t *body) stillUsed(first, second *group) int {
	n := len(first.results)
	for a := range common(first.results, second.inputs) {
		if t.lastUse[a] <= second.place {
			n--
		}
	}
	return n
}

// horizontal lets second do what both do.
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
