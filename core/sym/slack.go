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
// somebody has to go first, but nobody who waits for the ring from outside.
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
	lower, upper := boundsOf(inequalities)
	waits := waits{lower, map[name.Name]map[name.Name]bool{}}
	for len(open) > 0 {
		v := s.next(open, lower, upper, waits)
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

// bound is what one of the e ≥ 0 says of a variable that occurs once in it, alone and
// with coefficient 1 or -1.
type bound struct {
	of   Poly
	term int
}

// value is the bound: lower for coefficient 1, upper for -1.
func (b bound) value() Poly {
	t := b.of.terms[b.term]
	rest := Poly{slices.Concat(b.of.terms[:b.term], b.of.terms[b.term+1:]), b.of.wrapped}
	if t.Coef > 0 {
		return rest.Neg()
	}
	return rest
}

// isKnown reports whether the variables in b have their forms.
func (b bound) isKnown(s *slacks) bool {
	for i, t := range b.of.terms {
		if i == b.term {
			continue
		}
		for _, v := range t.Vars {
			if _, ok := s.form[v]; !ok {
				return false
			}
		}
	}
	return true
}

// boundsOf solves each e ≥ 0 for the variables that occur once, alone and with
// coefficient 1, which gives a lower bound, or -1, which gives an upper.
func boundsOf(inequalities []Poly) (lower, upper map[name.Name][]bound) {
	lower, upper = map[name.Name][]bound{}, map[name.Name][]bound{}
	for _, e := range inequalities {
		for i, t := range e.terms {
			if len(t.Vars) != 1 || t.Coef != 1 && t.Coef != -1 {
				continue
			}
			v := t.Vars[0]
			if (Poly{terms: e.terms[:i]}).Mentions(v) || (Poly{terms: e.terms[i+1:]}).Mentions(v) {
				continue
			}
			if t.Coef == 1 {
				lower[v] = append(lower[v], bound{e, i})
			} else {
				upper[v] = append(upper[v], bound{e, i})
			}
		}
	}
	return lower, upper
}

// next picks the variable whose form is chosen next. k + j ≥ 0 makes a ring of k and j; n, which must be
// greater than both, would be no more than n ≥ 0 if it went first.
func (s *slacks) next(open []name.Name, lower, upper map[name.Name][]bound, waits waits) name.Name {
	ready := func(b bound) bool { return b.isKnown(s) }
	notReady := func(b bound) bool { return !b.isKnown(s) }
	for _, v := range open {
		if len(lower[v]) > 0 && !slices.ContainsFunc(lower[v], notReady) {
			return v
		}
	}
	for _, v := range open {
		if slices.ContainsFunc(lower[v], ready) && !waits.outside(v, open) {
			return v
		}
	}
	for _, bounds := range []map[name.Name][]bound{lower, upper} {
		for _, v := range open {
			if slices.ContainsFunc(bounds[v], ready) {
				return v
			}
		}
	}
	return open[0]
}

// waits tells for which variables each waits: those in its lower bounds, and those for which these wait.
type waits struct {
	lower map[name.Name][]bound
	known map[name.Name]map[name.Name]bool // where asked before
}

// of lists the variables for which v waits.
func (w waits) of(v name.Name) map[name.Name]bool {
	if found, ok := w.known[v]; ok {
		return found
	}
	found, queue := map[name.Name]bool{}, []name.Name{v}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		for _, b := range w.lower[next] {
			b.of.Vars(func(u name.Name) {
				if u != next && !found[u] {
					found[u], queue = true, append(queue, u)
				}
			})
		}
	}
	w.known[v] = found
	return found
}

// outside reports whether v waits for one of the open variables that does not wait for v.
func (w waits) outside(v name.Name, open []name.Name) bool {
	found := w.of(v)
	return slices.ContainsFunc(open, func(u name.Name) bool { return u != v && found[u] && !w.of(u)[v] })
}

// best picks, of the bounds whose variables have their forms, the first that is
// as tight as every other, as far as can be seen from the signs of coefficients.
func (s *slacks) best(bounds []bound) (Poly, bool) {
	var best Poly
	found := false
	for _, b := range bounds {
		if !b.isKnown(s) {
			continue
		}
		if value := b.value(); !found || s.noneNegative(s.apply(value.Sub(best))) {
			best, found = value, true
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
