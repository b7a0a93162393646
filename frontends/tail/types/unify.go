package types

import "slices"

// unifyBase makes two base types one, if they can be.
func unifyBase(a, b Base) bool {
	a, b = pruned(a), pruned(b)
	if a == b {
		return true
	}
	if v, ok := a.(*BaseVar); ok && !v.Rigid {
		v.is = b
		return true
	}
	if v, ok := b.(*BaseVar); ok && !v.Rigid {
		v.is = a
		return true
	}
	return false
}

// unifyShape makes two shape types one, up to associativity, commutativity and addition of
// constants. What it takes to decide an equation with several unknowns it does not do: such an
// equation holds only if both sides are the same. Lengths and ranks are natural numbers; a
// value may be negative.
func unifyShape(s, t Shape, natural bool) bool {
	s, t = s.pruned(), t.pruned()
	for i := 0; i < len(s.Vars); i++ {
		if at := slices.Index(t.Vars, s.Vars[i]); at >= 0 {
			s.Vars, t.Vars = slices.Delete(s.Vars, i, i+1), slices.Delete(t.Vars, at, at+1)
			i--
		}
	}
	if len(s.Vars) == 0 && len(t.Vars) == 0 {
		return s.Const == t.Const
	}
	return solve(s, t, natural) || solve(t, s, natural)
}

// solve finds the one variable of s, if it is not rigid.
func solve(s, t Shape, natural bool) bool {
	if len(s.Vars) != 1 || s.Vars[0].Rigid || slices.Contains(t.Vars, s.Vars[0]) {
		return false
	}
	t.Const -= s.Const
	if natural && t.Const < 0 {
		return false
	}
	s.Vars[0].is = &t
	return true
}

// subsume makes t a subtype of u, if it can be.
func subsume(t, u Type) bool {
	switch u := u.(type) {
	case Array:
		a, ok := Widened(t).(Array)
		return ok && unifyBase(a.Base, u.Base) && unifyShape(a.Rank, u.Rank, true)
	case Vector:
		switch t := t.(type) {
		case Vector:
			return unifyBase(t.Base, u.Base) && unifyShape(t.Length, u.Length, true)
		case SingleVec:
			return unifyBase(t.Base, u.Base) && unifyShape(Known(1), u.Length, true)
		}
	case Single:
		s, ok := t.(Single)
		return ok && unifyBase(s.Base, u.Base) && unifyShape(s.Value, u.Value, false)
	case SingleVec:
		s, ok := t.(SingleVec)
		return ok && unifyBase(s.Base, u.Base) && unifyShape(s.Value, u.Value, false)
	case *Func:
		f, ok := t.(*Func)
		return ok && subsume(u.From, f.From) && subsume(f.To, u.To)
	}
	return false
}

// join is the least type that both types are subtypes of.
func join(t, u Type) (Type, bool) {
	if s, ok := t.(Single); ok {
		if v, ok := u.(Single); ok && s.Value.String() == v.Value.String() && unifyBase(s.Base, v.Base) {
			return t, true
		}
	}
	if v, ok := t.(Vector); ok {
		if w, ok := u.(Vector); ok && v.Length.String() == w.Length.String() {
			return t, unifyBase(v.Base, w.Base)
		}
	}
	if f, ok := t.(*Func); ok {
		return f, subsume(u, f)
	}
	t = Widened(t)
	return t, subsume(u, t)
}
