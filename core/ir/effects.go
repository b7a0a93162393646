package ir

// Effects knows which functions of a program may stop the program or run for
// ever; everything else about an expression is its value.
type Effects struct {
	impure map[string]bool
}

// EffectsOf looks at every function of p.
func EffectsOf(p *Program) Effects {
	e := Effects{map[string]bool{}}
	var visit func(*Fun) bool
	visit = func(f *Fun) bool {
		impure, seen := e.impure[f.Name]
		if seen {
			return impure
		}
		e.impure[f.Name] = true // for recursion, which well-formed programs lack
		for _, c := range callsIn(f.Body) {
			if callee := p.Fun(c.Fun); callee != nil {
				visit(callee)
			}
		}
		e.impure[f.Name] = e.InBody(f.Body)
		return e.impure[f.Name]
	}
	for _, f := range p.Funs {
		visit(f)
	}
	return e
}

// InBody reports whether running b may fail or not end.
func (e Effects) InBody(b *Body) bool {
	for _, s := range b.Stms {
		if e.In(s.Exp) {
			return true
		}
	}
	return false
}

// InLambda reports whether applying l, which may be nil, may fail or not end.
func (e Effects) InLambda(l *Lambda) bool { return l != nil && e.InBody(l.Body) }

// In reports whether evaluating x may fail or not end: it holds an assertion, a
// while-loop, or a call of a function that does. Running out of memory does not
// count.
func (e Effects) In(x Exp) bool {
	switch x := x.(type) {
	case *Assert:
		return true
	case *Call:
		return e.impure[x.Fun]
	case *Loop:
		if !x.While.IsZero() {
			return true
		}
	}
	found := false
	within := &Walker{Body: func(b *Body) bool {
		found = found || e.InBody(b)
		return false
	}}
	within.Exp(x)
	return found
}

// callsIn lists the calls in b, at any depth.
func callsIn(b *Body) []*Call {
	var calls []*Call
	w := &Walker{Stm: func(s *Stm) {
		if c, ok := s.Exp.(*Call); ok {
			calls = append(calls, c)
		}
	}}
	w.InBody(b)
	return calls
}
