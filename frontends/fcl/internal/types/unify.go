package types

import "fmt"

// Mismatch says why types do not unify. Level is set if only levels differ: the type that was
// wanted is of level Want, the one that is there of level Got.
type Mismatch struct {
	Level     bool
	Want, Got Level
	Reason    string // of kinds, rigid variables and infinite types
}

func (m *Mismatch) Error() string { return m.Reason }

// Unify makes types equal by setting variables. The machine prints types in reasons.
func (m Machine) Unify(want, got Type) *Mismatch {
	want, got = Prune(want), Prune(got)
	if w, ok := want.(*Var); ok {
		if g, same := got.(*Var); same && g == w {
			return nil
		}
		if !w.Rigid {
			return m.bind(w, got)
		}
	}
	if g, ok := got.(*Var); ok && !g.Rigid {
		return m.bind(g, want)
	}
	switch w := want.(type) {
	case Base:
		if g, ok := got.(Base); ok && g == w {
			return nil
		}
	case Unit:
		if _, ok := got.(Unit); ok {
			return nil
		}
	case Pair:
		if g, ok := got.(Pair); ok {
			return m.both(w.First, g.First, w.Second, g.Second)
		}
	case Fun:
		if g, ok := got.(Fun); ok {
			return m.both(w.Arg, g.Arg, w.Result, g.Result)
		}
	case Pull:
		if g, ok := got.(Pull); ok {
			return m.Unify(w.Elem, g.Elem)
		}
	case Push:
		if g, ok := got.(Push); ok {
			if bad := m.UnifyLevels(w.Level, g.Level); bad != nil {
				return bad
			}
			return m.Unify(w.Elem, g.Elem)
		}
	case Program:
		if g, ok := got.(Program); ok {
			if bad := m.UnifyLevels(w.Level, g.Level); bad != nil {
				return bad
			}
			return m.Unify(w.Of, g.Of)
		}
	}
	return &Mismatch{}
}

func (m Machine) both(a, b, c, d Type) *Mismatch {
	if bad := m.Unify(a, b); bad != nil {
		return bad
	}
	return m.Unify(c, d)
}

func (m Machine) bind(v *Var, t Type) *Mismatch {
	if occurs(v, t) {
		return &Mismatch{Reason: fmt.Sprintf("a type would contain itself: %s", m.Text(t))}
	}
	if bad := m.Restrict(t, v.Kind); bad != nil {
		return bad
	}
	v.Is = t
	return nil
}

func occurs(v *Var, t Type) bool {
	found := false
	EachVar(t, func(w *Var) { found = found || w == v }, nil)
	return found
}

// EachVar visits the variables of a type that have no value.
func EachVar(t Type, visit func(*Var), level func(*LevelVar)) {
	atLevel := func(l Level) {
		if l = PruneLevel(l); l.Base != nil && level != nil {
			level(l.Base)
		}
	}
	switch t := Prune(t).(type) {
	case *Var:
		visit(t)
	case Pair:
		EachVar(t.First, visit, level)
		EachVar(t.Second, visit, level)
	case Fun:
		EachVar(t.Arg, visit, level)
		EachVar(t.Result, visit, level)
	case Pull:
		EachVar(t.Elem, visit, level)
	case Push:
		atLevel(t.Level)
		EachVar(t.Elem, visit, level)
	case Program:
		atLevel(t.Level)
		EachVar(t.Of, visit, level)
	}
}

// Restrict makes a type be of a kind. A variable of a signature gets the kind that its function
// needs, unless the signature says another one.
func (m Machine) Restrict(t Type, k Kind) *Mismatch {
	not := &Mismatch{Reason: fmt.Sprintf("%s is not %s", m.Text(t), k.what())}
	if k == GT {
		not.Reason = "arrays and programs hold no functions"
	}
	switch t := Prune(t).(type) {
	case *Var:
		both, ok := meet(t.Kind, k)
		if !ok {
			return not
		}
		if t.Fixed && both != t.Kind {
			return &Mismatch{Reason: fmt.Sprintf("%s has to be %s, but its signature says %s", t.Name, k.what(), t.Kind)}
		}
		t.Kind = both
		return nil
	case Base:
		if k == INT && !t.Of.IsInt() || k == FLOAT && !t.Of.IsFloat() || k == NUM && !t.Of.IsNumeric() {
			return not
		}
		return nil
	case Fun:
		if k != TYP {
			return not
		}
	case Pair:
		if k > BT {
			return not
		}
		if bad := m.Restrict(t.First, k); bad != nil {
			return bad
		}
		return m.Restrict(t.Second, k)
	default:
		if k > GT {
			return not
		}
	}
	return nil
}

// UnifyLevels makes levels equal by setting variables.
func (m Machine) UnifyLevels(want, got Level) *Mismatch {
	want, got = PruneLevel(want), PruneLevel(got)
	w, g := want, got
	down := min(w.Succ, g.Succ)
	w.Succ -= down
	g.Succ -= down
	switch {
	case w.Base == g.Base && w.Succ == g.Succ:
		return nil
	case w.Base == g.Base:
	case w.Base != nil && !w.Base.Rigid && w.Succ == 0:
		w.Base.Is = &g
		return nil
	case g.Base != nil && !g.Base.Rigid && g.Succ == 0:
		g.Base.Is = &w
		return nil
	}
	return &Mismatch{Level: true, Want: want, Got: got}
}

// Substitution gives quantified variables types and levels.
type Substitution struct {
	Types  map[*Var]Type
	Levels map[*LevelVar]Level
}

// Level applies the substitution to a level.
func (s Substitution) Level(l Level) Level {
	l = PruneLevel(l)
	if to, ok := s.Levels[l.Base]; ok && l.Base != nil {
		to = PruneLevel(to)
		return Level{to.Base, to.Succ + l.Succ}
	}
	return l
}

// Type applies the substitution to a type.
func (s Substitution) Type(t Type) Type {
	switch t := Prune(t).(type) {
	case *Var:
		if to, ok := s.Types[t]; ok {
			return to
		}
		return t
	case Pair:
		return Pair{s.Type(t.First), s.Type(t.Second)}
	case Fun:
		return Fun{s.Type(t.Arg), s.Type(t.Result)}
	case Pull:
		return Pull{s.Type(t.Elem)}
	case Push:
		return Push{s.Type(t.Elem), s.Level(t.Level)}
	case Program:
		return Program{s.Level(t.Level), s.Type(t.Of)}
	default:
		return t
	}
}
