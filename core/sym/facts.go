package sym

import (
	"slices"

	"github.com/lamina-lang/lamina/core/name"
)

// Relation compares two polynomials.
type Relation uint8

// The relations between integers.
const (
	EQ Relation = iota
	NE
	LT
	LE
	GT
	GE
)

// relations lists how the relations are written; the first word prints.
var relations = []struct {
	rel  Relation
	text string
}{
	{EQ, "="}, {NE, "!="}, {LT, "<"}, {LE, "<="}, {GT, ">"}, {GE, ">="}, {EQ, "=="},
}

// String prints the relation as it is written in a program.
func (r Relation) String() string { return relations[r].text }

// Fact says that Left Rel Right holds over the integers. Only arithmetic that
// does not wrap gives facts.
type Fact struct {
	Left  Poly
	Rel   Relation
	Right Poly
}

// Eq is the fact a = b. When a is a variable that b does not mention, the prover
// replaces a by b throughout.
func Eq(a, b Poly) Fact { return Fact{a, EQ, b} }

// Ne is the fact a ≠ b.
func Ne(a, b Poly) Fact { return Fact{a, NE, b} }

// Lt is the fact a < b.
func Lt(a, b Poly) Fact { return Fact{a, LT, b} }

// Le is the fact a ≤ b.
func Le(a, b Poly) Fact { return Fact{a, LE, b} }

// Ge is the fact a ≥ b.
func Ge(a, b Poly) Fact { return Fact{a, GE, b} }

// String prints the fact, such as "i < q".
func (f Fact) String() string {
	return f.Left.String() + " " + f.Rel.String() + " " + f.Right.String()
}

// Equal reports whether f and g are written alike.
func (f Fact) Equal(g Fact) bool {
	return f.Rel == g.Rel && f.Left.Equal(g.Left) && f.Right.Equal(g.Right)
}

// nonNeg returns the polynomial that an inequality says is ≥ 0.
func (f Fact) nonNeg() Poly {
	switch f.Rel {
	case LT:
		return f.Right.Sub(f.Left).Sub(Const(1))
	case LE:
		return f.Right.Sub(f.Left)
	case GT:
		return f.Left.Sub(f.Right).Sub(Const(1))
	}
	return f.Left.Sub(f.Right)
}

// Facts is a conjunction. Facts whose polynomials are not exact are ignored.
type Facts []Fact

// Range is lo ≤ x < hi.
func Range(x, lo, hi Poly) Facts { return Facts{Le(lo, x), Lt(x, hi)} }

// And returns the facts with others added; f itself stays as it is.
func (f Facts) And(others ...Fact) Facts {
	return append(f[:len(f):len(f)], others...)
}

// Mention reports whether one of the facts is about n.
func (f Facts) Mention(n name.Name) bool {
	return slices.ContainsFunc(f, func(a Fact) bool { return a.Left.Mentions(n) || a.Right.Mentions(n) })
}

// About returns the facts that speak of the variables, or of variables that such
// facts speak of, and so on: at most maxAbout, the nearest. The others hardly
// help to decide a question about the variables.
func (f Facts) About(vars ...name.Name) Facts {
	known := map[name.Name]bool{}
	for _, v := range vars {
		known[v] = true
	}
	isKnown := func(v name.Name) bool { return known[v] }
	isNew := func(v name.Name) bool { return !known[v] }
	taken, chosen := 0, make([]bool, len(f))
	// take chooses the facts that ok accepts, and returns them.
	take := func(ok func(Fact) bool) (out Facts) {
		for i, fact := range f {
			if taken < maxAbout && !chosen[i] && ok(fact) {
				chosen[i] = true
				taken++
				out = append(out, fact)
			}
		}
		return out
	}
	for {
		take(func(a Fact) bool { return !a.Left.anyVar(isNew) && !a.Right.anyVar(isNew) })
		next := take(func(a Fact) bool { return a.Left.anyVar(isKnown) || a.Right.anyVar(isKnown) })
		if next == nil {
			break
		}
		for _, a := range next {
			a.Left.Vars(func(v name.Name) { known[v] = true })
			a.Right.Vars(func(v name.Name) { known[v] = true })
		}
	}
	var out Facts
	for i, fact := range f {
		if chosen[i] {
			out = append(out, fact)
		}
	}
	return out
}

// maxAbout bounds what About returns.
const maxAbout = 40

// Cases replaces each a ≠ b by a < b or a > b: together the cases cover f.
// Beyond maxUnequal of them, the rest is dropped.
func (f Facts) Cases() []Facts {
	if !slices.ContainsFunc(f, func(a Fact) bool { return a.Rel == NE }) {
		return []Facts{f}
	}
	cases := []Facts{nil}
	unequal := 0
	for _, fact := range f {
		if fact.Rel != NE {
			for i := range cases {
				cases[i] = append(cases[i], fact)
			}
			continue
		}
		if unequal++; unequal > maxUnequal {
			continue
		}
		var next []Facts
		for _, c := range cases {
			next = append(next, c.And(Fact{fact.Left, LT, fact.Right}), c.And(Fact{fact.Left, GT, fact.Right}))
		}
		cases = next
	}
	return cases
}

// maxUnequal bounds the cases to 2^3.
const maxUnequal = 3

// String prints the facts, separated by commas.
func (f Facts) String() string {
	s := ""
	for i, fact := range f {
		if i > 0 {
			s += ", "
		}
		s += fact.String()
	}
	return s
}
