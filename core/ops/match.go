package ops

import "github.com/lamina-lang/lamina/core/ir"

// Match returns nil if the binders can be bound to the atoms: the judgement p̄ ← in (x̄)
// of the papers (thesis fig. 4.2, T-RESULT). Each binder is replaced by its atom in the
// types and locations of the binders after it; then each binder must have its atom's type
// and, on mem, an array its atom's location. The error calls the atoms what.
func Match(env Env, what string, binders []ir.Param, atoms []ir.Atom) *RuleError {
	t := &typing{env: env}
	t.match(what, binders, atoms)
	return t.err
}

func (t *typing) match(what string, binders []ir.Param, atoms []ir.Atom) {
	t.count(what, len(atoms), len(binders))
	s := ir.Subst{}
	for i, p := range binders {
		if t.err != nil {
			return
		}
		given := t.of(atoms[i])
		want := replaced(s, p)
		t.same(given.Type, want.Type, "number %d of the %s, %s,", i+1, what, atoms[i])
		t.samePlace(given.At, want.At, "number %d of the %s, %s,", i+1, what, atoms[i])
		s[p.Name] = atoms[i]
	}
}

// Bind returns nil if the pattern can be bound to an operation's results: types and
// prescribed locations agree after named results are replaced by the names in the
// pattern.
func Bind(env Env, pattern, results []ir.Param) *RuleError {
	t := &typing{env: env}
	t.count("names for the results", len(pattern), len(results))
	s := ir.Subst{}
	for i, p := range pattern {
		if t.err != nil {
			break
		}
		want := replaced(s, results[i])
		t.same(p.Type, want.Type, "%s", p.Name)
		t.samePlace(p.At, want.At, "%s", p.Name)
		if !want.Name.IsZero() {
			s[want.Name] = ir.Var(p.Name)
		}
	}
	return t.err
}

// replaced returns p with s applied to its type and location.
func replaced(s ir.Subst, p ir.Param) ir.Param {
	ps := ir.CloneParams([]ir.Param{p})
	s.Params(ps)
	return ps[0]
}

// samePlace requires two locations to be the same if both are prescribed.
func (t *typing) samePlace(got, want *ir.Loc, format string, args ...any) {
	if got != nil && want != nil {
		t.require(sameLoc(t.env, got, want), RulePlace, "%s lies %s, not %s", lazy{format, args}, got, want)
	}
}

// sameLoc reports whether two locations are equal: the same block, and index functions
// whose polynomials are provably equal.
func sameLoc(env Env, a, b *ir.Loc) bool {
	if a.Block != b.Block || a.Index.Rank() != b.Index.Rank() || !env.Equal(a.Index.Offset, b.Index.Offset) {
		return false
	}
	for i, d := range a.Index.Dims {
		if !env.Equal(d.Size, b.Index.Dims[i].Size) || !env.Equal(d.Stride, b.Index.Dims[i].Stride) {
			return false
		}
	}
	return true
}
