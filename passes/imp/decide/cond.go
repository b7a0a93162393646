package decide

// cond is what is known of a bool: the set is closed. nil is a bool of which nothing is known.
type cond interface{ isCond() }

type (
	// truth is a constant.
	truth bool
	// order is whether a form is at least 0.
	order struct{ form }
	// equality is whether a form is 0.
	equality struct{ form }
	// not is the opposite.
	not struct{ x cond }
	// both is whether x and y hold.
	both struct{ x, y cond }
	// choice is the bool that one of two arms left.
	choice struct {
		merge *merge
		of    [2]cond
	}
)

func (truth) isCond()    {}
func (order) isCond()    {}
func (equality) isCond() {}
func (not) isCond()      {}
func (both) isCond()     {}
func (choice) isCond()   {}

// negated is whether x does not hold.
func negated(x cond) cond {
	switch x := x.(type) {
	case nil:
		return nil
	case truth:
		return !x
	case not:
		return x.x
	case order: // p < 0: -p - 1 ≥ 0
		if p, ok := minus(constant(-1), x.form, 0); ok {
			return order{p}
		}
		return nil
	}
	return not{x}
}

// depthOfConds bounds how far conditions are looked into.
const depthOfConds = 6

// consequences are forms that are at least 0 if x holds, and whether it cannot hold.
func (f *facts) consequences(x cond, depth int) (known []form, dead bool) {
	if depth == 0 {
		return nil, false
	}
	switch x := x.(type) {
	case truth:
		return nil, !bool(x)
	case order:
		return []form{x.form}, f.bounds(x.form).Hi < 0
	case equality:
		if back, ok := minus(form{}, x.form, 0); ok {
			return []form{x.form, back}, false
		}
	case both:
		known, dead = f.consequences(x.x, depth-1)
		more, dead2 := f.consequences(x.y, depth-1)
		return append(known, more...), dead || dead2
	case choice:
		return f.ofChoice(x, false, depth)
	case not:
		switch x := x.x.(type) {
		case choice:
			return f.ofChoice(x, true, depth)
		case equality:
			return f.apart(x.form), false
		case both: // the other one fails, if one holds for certain
			return f.ofEither(negated(x.x), negated(x.y), depth)
		}
	}
	return nil, false
}

// ofEither is what follows if x or y holds: what does of the only one that can.
func (f *facts) ofEither(x, y cond, depth int) (known []form, dead bool) {
	left, dead1 := f.consequences(x, depth-1)
	right, dead2 := f.consequences(y, depth-1)
	switch {
	case dead1 && dead2:
		return nil, true
	case dead1:
		return right, false
	case dead2:
		return left, false
	}
	return nil, false
}

// apart is what is known of a number that is not 0: its sign decides.
func (f *facts) apart(p form) []form {
	back, ok := minus(form{}, p, 0)
	switch {
	case !ok:
	case f.proves(p):
		if more, ok := minus(p, constant(1), 0); ok {
			return []form{more}
		}
	case f.proves(back):
		if more, ok := minus(back, constant(1), 0); ok {
			return []form{more}
		}
	}
	return nil
}

// ofChoice is what follows if a choice is as wanted: what holds in the arm that it must come
// from, and what its symbols are there.
func (f *facts) ofChoice(x choice, negative bool, depth int) (known []form, dead bool) {
	var arms [][]form
	for i, a := range x.merge.arms {
		c := x.of[i]
		if negative {
			c = negated(c)
		}
		follows, impossible := f.consequences(c, depth-1)
		if a.dead || impossible {
			continue
		}
		all := append(append([]form{}, a.known...), follows...)
		for s, is := range a.is {
			if d, ok := minus(of(s), is, 0); ok {
				all = append(all, d)
			}
			if d, ok := minus(is, of(s), 0); ok {
				all = append(all, d)
			}
		}
		arms = append(arms, all)
	}
	switch len(arms) {
	case 0:
		return nil, true
	case 1:
		return arms[0], false
	}
	return nil, false
}

// assume adds what follows if x holds; it reports whether x may.
func (f *facts) assume(x cond) bool {
	known, dead := f.consequences(x, depthOfConds)
	for _, p := range known {
		f.add(p)
	}
	if sides, ok := f.sides(x); ok {
		f.splits = append(f.splits, sides)
	}
	return !dead
}

// sides are the two ways in which a disjunction, or a choice, may hold.
func (f *facts) sides(x cond) (s split, ok bool) {
	var left, right []form
	var dead1, dead2 bool
	switch x := x.(type) {
	case both:
		if s, ok = f.sides(x.x); ok {
			return s, true
		}
		return f.sides(x.y)
	case choice:
		return f.choiceSides(x, false)
	case not:
		switch x := x.x.(type) {
		case choice:
			return f.choiceSides(x, true)
		case both:
			left, dead1 = f.consequences(negated(x.x), depthOfConds)
			right, dead2 = f.consequences(negated(x.y), depthOfConds)
		}
	}
	return split{left, right}, !dead1 && !dead2 && len(left) > 0 && len(right) > 0
}

func (f *facts) choiceSides(x choice, negative bool) (s split, ok bool) {
	ok = true
	for i := range s {
		only := choice{merge: x.merge, of: [2]cond{truth(negative), truth(negative)}}
		only.of[i] = x.of[i]
		var dead bool
		s[i], dead = f.ofChoice(only, negative, depthOfConds)
		ok = ok && !dead && len(s[i]) > 0
	}
	return s, ok
}
