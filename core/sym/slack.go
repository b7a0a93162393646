package sym

import (
	"slices"

	"github.com/lamina-lang/lamina/core/name"
)

// slacks writes each variable as a bound and a slack that is not negative. A
// variable without any bound is free: it stands for itself.
type slacks struct {
	order []slack // a bound mentions variables of earlier slacks only
	form  map[name.Name]Poly
	free  map[name.Name]bool
	known map[name.Name]bool // the slacks
}

// slack is one such form: Var = Bound + Slack, or Var = Bound - Slack when
// Upper.
type slack struct {
	Var, Slack name.Name
	Bound      Poly
	Upper      bool
}

// chooseSlacks finds a form for each variable of the polynomials, which are not
// negative. A variable waits until the variables in all its lower bounds have
// their forms, so that the best of its bounds can be told; in a ring of bounds
// somebody has to go first.
func chooseSlacks(inequalities []Poly) slacks {
	s := slacks{form: map[name.Name]Poly{}, free: map[name.Name]bool{}, known: map[name.Name]bool{}}
	var open []name.Name
	for _, e := range inequalities {
		e.Vars(func(v name.Name) {
			if !slices.Contains(open, v) {
				open = append(open, v)
			}
		})
	}
	slices.SortFunc(open, name.Compare)
	lower, upper := boundsOf(inequalities, 1), boundsOf(inequalities, -1)
	for len(open) > 0 {
		v := s.next(open, lower, upper)
		open = slices.DeleteFunc(open, func(n name.Name) bool { return n == v })
		if bound, ok := s.best(lower[v]); ok {
			s.add(slack{v, name.Name{Base: v.String() + "⁺"}, bound, false})
		} else if bound, ok := s.best(upper[v]); ok {
			s.add(slack{v, name.Name{Base: v.String() + "⁻"}, bound, true})
		} else {
			s.mention(v)
		}
	}
	return s
}

// mention makes v free if it has no form.
func (s *slacks) mention(v name.Name) {
	if _, ok := s.form[v]; !ok {
		s.form[v], s.free[v] = Var(v), true
	}
}

// boundsOf solves each e ≥ 0 for the variables that occur once, alone and with
// the given coefficient: lower bounds for 1, upper bounds for -1.
func boundsOf(inequalities []Poly, coef int64) map[name.Name][]Poly {
	out := map[name.Name][]Poly{}
	for _, e := range inequalities {
		for _, t := range e.terms {
			if len(t.Vars) != 1 || t.Coef != coef {
				continue
			}
			rest := e.Sub(Poly{terms: []Term{t}})
			if v := t.Vars[0]; !rest.Mentions(v) {
				out[v] = append(out[v], rest.Scale(-coef))
			}
		}
	}
	return out
}

// next picks the variable whose form is chosen next.
func (s *slacks) next(open []name.Name, lower, upper map[name.Name][]Poly) name.Name {
	ready := func(e Poly) bool { return s.covers(e) }
	notReady := func(e Poly) bool { return !s.covers(e) }
	for _, v := range open {
		if len(lower[v]) > 0 && !slices.ContainsFunc(lower[v], notReady) {
			return v
		}
	}
	for _, bounds := range []map[name.Name][]Poly{lower, upper} {
		for _, v := range open {
			if slices.ContainsFunc(bounds[v], ready) {
				return v
			}
		}
	}
	return open[0]
}

// best picks, of the bounds whose variables have their forms, the first that is
// as tight as every other, as far as can be seen from the signs of coefficients.
func (s *slacks) best(bounds []Poly) (Poly, bool) {
	var best Poly
	found := false
	for _, b := range bounds {
		if !s.covers(b) {
			continue
		}
		if !found || s.noneNegative(s.apply(b.Sub(best))) {
			best, found = b, true
		}
	}
	return best, found
}

func (s *slacks) add(one slack) {
	s.order = append(s.order, one)
	s.known[one.Slack] = true
	step := Var(one.Slack)
	if one.Upper {
		step = step.Neg()
	}
	s.form[one.Var] = s.apply(one.Bound).Add(step)
}

// covers reports whether all variables of e have their forms.
func (s *slacks) covers(e Poly) bool {
	return !e.anyVar(func(v name.Name) bool { _, ok := s.form[v]; return !ok })
}

// apply replaces variables by their forms. A variable of which nothing is
// known stays.
func (s *slacks) apply(e Poly) Poly {
	return e.Subst(func(v name.Name) (Poly, bool) { f, ok := s.form[v]; return f, ok })
}

// setZero makes slacks 0.
func (s *slacks) setZero(zero []name.Name) {
	isZero := func(v name.Name) (Poly, bool) { return Poly{}, slices.Contains(zero, v) }
	for v, f := range s.form {
		s.form[v] = f.Subst(isZero)
	}
}

// isSlack reports whether v is a slack, and so not negative.
func (s *slacks) isSlack(v name.Name) bool { return s.known[v] }

// sign is how a term of a polynomial of slacks compares with 0: 1 when it is
// never negative, -1 when never positive, 0 when not known.
func (s *slacks) sign(t Term) int {
	for i := 0; i < len(t.Vars); {
		end := i
		for end < len(t.Vars) && t.Vars[end] == t.Vars[i] {
			end++
		}
		if (end-i)%2 == 1 && !s.isSlack(t.Vars[i]) {
			return 0
		}
		i = end
	}
	if t.Coef < 0 {
		return -1
	}
	return 1
}

// noneNegative reports whether no term of e can be negative.
func (s *slacks) noneNegative(e Poly) bool {
	return !slices.ContainsFunc(e.terms, func(t Term) bool { return s.sign(t) <= 0 })
}

// allBounded reports whether all variables of e are slacks.
func (s *slacks) allBounded(e Poly) bool {
	return !e.anyVar(func(v name.Name) bool { return !s.isSlack(v) })
}

// bound returns the form of v.
func (s *slacks) bound(v name.Name) (slack, bool) {
	i := slices.IndexFunc(s.order, func(one slack) bool { return one.Var == v })
	if i < 0 {
		return slack{}, false
	}
	return s.order[i], true
}

// describe shows the forms.
func (s *slacks) describe() []string {
	var out []string
	for _, one := range s.order {
		v, bound := one.Var.String(), one.Bound.String()
		switch {
		case !s.form[one.Var].Mentions(one.Slack):
			out = append(out, v+" = "+bound)
		case one.Upper:
			out = append(out, v+" <= "+bound+", "+v+" = "+bound+" - "+one.Slack.String())
		case one.Bound.IsZero():
			out = append(out, v+" >= 0, "+v+" = "+one.Slack.String())
		default:
			out = append(out, v+" >= "+bound+", "+v+" = "+bound+" + "+one.Slack.String())
		}
	}
	return out
}
