package facts

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// Questions to the prover come in groups about the same variables. What is known of
// these is gathered once for a group.

// NonNeg reports whether p is known not to be negative.
func (v *View) NonNeg(p sym.Poly) bool {
	if v.addsUp(p) {
		return true
	}
	vars := ir.Names{}
	p.Vars(vars.Add)
	prover := v.prover(slices.SortedFunc(maps.Keys(vars), name.Compare))
	prover.Limit(prover.Work() + maxProof)
	return prover.NonNeg(p) != nil
}

// addsUp reports whether p is a sum of products of sizes and indices.
func (v *View) addsUp(p sym.Poly) bool {
	return p.Exact() && !slices.ContainsFunc(p.Terms(), func(t sym.Term) bool {
		return t.Coef < 0 || slices.ContainsFunc(t.Vars, func(n name.Name) bool { return v.ranges[n] == nil && !v.isSize(n) })
	})
}

// prover is one for questions about the variables. The last ones are kept: questions
// about the same variables come one after the other.
func (v *View) prover(vars []name.Name) *sym.Prover {
	if k := slices.IndexFunc(v.provers, func(p proverOf) bool { return slices.Equal(p.vars, vars) }); k >= 0 {
		return v.provers[k].Prover
	}
	out := sym.NewProver(v.facts(vars).About(vars...))
	if v.asking == 0 {
		if len(v.provers) == maxProvers {
			v.provers = v.provers[1:]
		}
		v.provers = append(v.provers, proverOf{out, vars})
	}
	return out
}

// proverOf is a prover for questions about some variables.
type proverOf struct {
	*sym.Prover
	vars []name.Name
}

// maxProvers bounds how many provers are kept.
const maxProvers = 8

// premises are facts for questions about some variables, besides those in more. The
// values are those of variables that the facts define.
type premises struct {
	more   sym.Facts
	vars   []name.Name
	facts  sym.Facts
	values map[name.Name]sym.Poly
}

func (p *premises) value(n name.Name) (sym.Poly, bool) {
	q, ok := p.values[n]
	return q, ok
}

// premises are those for questions about sets.
func (v *View) premises(more sym.Facts, sets ...lmad.Summary) *premises {
	names := ir.Names{}
	for _, s := range sets {
		for _, l := range s.Parts() {
			l.Vars(names.Add)
		}
	}
	for _, f := range more {
		f.Left.Vars(names.Add)
		f.Right.Vars(names.Add)
	}
	vars := slices.SortedFunc(maps.Keys(names), name.Compare)
	for _, p := range v.asked {
		if slices.Equal(p.vars, vars) && slices.EqualFunc(p.more, more, sym.Fact.Equal) {
			return p
		}
	}
	out := &premises{more: more, vars: vars}
	out.facts, out.values = solved(append(slices.Clone(more), v.facts(vars)...))
	if len(v.asked) == maxProvers {
		v.asked = v.asked[1:]
	}
	v.asked = append(v.asked, out)
	return out
}

// solved takes the equations that give a variable's value out of the facts, and
// applies them to the others. The prover would do so too, but for each of its
// cases anew.
func solved(facts sym.Facts) (sym.Facts, map[name.Name]sym.Poly) {
	values := map[name.Name]sym.Poly{}
	value := func(n name.Name) (sym.Poly, bool) { p, ok := values[n]; return p, ok }
	var rest sym.Facts
	for _, f := range facts {
		n, isVar := f.Left.AsVar()
		if _, known := values[n]; f.Rel != sym.EQ || !isVar || known {
			rest = append(rest, f)
			continue
		}
		right := f.Right.Subst(value)
		if right.Mentions(n) || !right.Exact() {
			rest = append(rest, f)
			continue
		}
		for m, p := range values {
			if p.Mentions(n) {
				values[m] = p.Subst(func(v name.Name) (sym.Poly, bool) { return right, v == n })
			}
		}
		values[n] = right
	}
	var out sym.Facts
	for _, f := range rest {
		f.Left, f.Right = f.Left.Subst(value), f.Right.Subst(value)
		if f.Left.Equal(f.Right) && (f.Rel == sym.EQ || f.Rel == sym.LE || f.Rel == sym.GE) || slices.ContainsFunc(out, f.Equal) {
			continue
		}
		out = append(out, f)
	}
	return out, values
}

// NonNegGiven is NonNeg under more facts.
func (v *View) NonNegGiven(p sym.Poly, more sym.Facts) bool {
	names := ir.Names{}
	p.Vars(names.Add)
	vars := slices.SortedFunc(maps.Keys(names), name.Compare)
	return sym.NewProver(append(v.facts(vars), more...).About(vars...)).NonNeg(p) != nil
}

// Disjoint reports whether two sets of places in memory are known to be disjoint, given
// more facts.
func (v *View) Disjoint(w, u lmad.Summary, more sym.Facts) bool {
	if slices.ContainsFunc(v.proved, func(p separation) bool { return p.is(more, w, u) }) {
		return true
	}
	known := v.premises(more, w, u)
	if !v.answers.disjoint(known.facts, w.Subst(known.value), u.Subst(known.value)) {
		return false
	}
	v.proved = append(v.proved, separation{more, w, u})
	return true
}

// separation says that two sets are disjoint under facts besides those of a view.
type separation struct {
	facts sym.Facts
	w, u  lmad.Summary
}

func (s separation) is(facts sym.Facts, w, u lmad.Summary) bool {
	return s.w.Equal(w) && s.u.Equal(u) && slices.EqualFunc(s.facts, facts, sym.Fact.Equal)
}
