package imp

// Reused lists the allocations of a parallel loop's body whose blocks a thread reuses from one iteration to the next: those at
// its top whose sizes are the same in all iterations, and whose blocks are in use whenever the body allocates anything else,
// so that no more memory is in use at once than if each iteration had given them back. Whether a variable still holds such
// a block when it would be taken again is for the machine to see; then it makes another.
func Reused(p *Parallel) []*Alloc {
	body := p.Body
	last := -1 // the last statement that allocates
	for i, s := range body {
		if allocates(s) {
			last = i
		}
	}
	changed := Changes(body)
	for _, d := range p.Space {
		changed[d.Index] = true
	}
	var reused []*Alloc
	for i := range last + 1 {
		if !allocates(body[i]) {
			continue
		}
		a, ok := body[i].(*Alloc)
		if !ok || dependsOn(a.Bytes, changed) || !holdsTo(a, body, last) {
			return reused
		}
		reused = append(reused, a)
	}
	return reused
}

// allocates reports whether s makes a block, or calls what may make one.
func allocates(s Stm) bool {
	found := false
	Walk([]Stm{s}, func(s Stm) bool {
		switch s := s.(type) {
		case *Alloc:
			found = found || s.Space == ""
		case *Call:
			found = true
		}
		return !found
	})
	return found
}

// dependsOn reports whether an expression reads a variable of some that change, or memory.
func dependsOn(e Expr, changed Names) bool {
	found := false
	WalkExpr(e, func(e Expr) {
		switch e := e.(type) {
		case *Var:
			found = found || changed[e.Name]
		case *Load:
			found = true
		}
	})
	return found
}

// holdsTo reports whether the variable of an allocation in body holds its block at least to statement to.
func holdsTo(a *Alloc, body []Stm, to int) bool {
	held := true
	for i, s := range body {
		Walk([]Stm{s}, func(s Stm) bool {
			switch s := s.(type) {
			case *Alloc:
				held = held && (s == a || s.Block != a.Block)
			case *AssignBlock:
				held = held && (s.Dst != a.Block || i > to && s.Src.IsZero())
			case *Call:
				for _, r := range s.Results {
					held = held && r != a.Block
				}
			}
			return held
		})
	}
	return held
}
