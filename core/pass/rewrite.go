package pass

import "slices"

// Rewrites is an option of every pass: the maximum number of rewrites. Bisection over it
// finds the one change that makes a result wrong ("optimisation fuel": Whalley, Automatic
// isolation of compiler errors, 1994).
//
// A pass calls Unit.Rewrite before each optional change. It makes the changes that
// lowering to its next level requires without asking.
const Rewrites = "rewrites"

// unlimited is the default of Rewrites.
const unlimited = -1

// universal are the options of every pass, after its own.
var universal = []Option{
	{Name: Rewrites, Default: unlimited, Doc: "stop after this many rewrites; negative: no limit"},
}

// allOptions returns p's own options and the universal ones.
func (p *Pass) allOptions() []Option { return slices.Concat(p.Options, universal) }

// Universal returns the options that every pass has.
func Universal() []Option { return slices.Clone(universal) }

// WithRewrites returns s limited to n rewrites.
func (s Step) WithRewrites(n int) Step {
	s.Options = s.Options.with(Rewrites, n)
	return s
}

// allowance is the remaining budget of rewrites of the running pass.
type allowance struct {
	limited bool
	limit   int
	made    int
}

func allow(limit int) allowance {
	return allowance{limited: limit >= 0, limit: limit}
}

// Rewrite reports whether the pass may make one more rewrite, and counts it. Once
// refused, a pass is always refused: it must leave the rest of the program as it is,
// well-formed and with the same meaning.
func (u *Unit) Rewrite() bool {
	if u.allowance.limited && u.allowance.made >= u.allowance.limit {
		return false
	}
	u.allowance.made++
	return true
}

// Limited reports whether the rewrites of the running pass are limited. It may then be unable to do
// what a schedule prescribes, and does not refuse for that.
func (u *Unit) Limited() bool { return u.allowance.limited }

// Forgo takes back a rewrite that was granted but not made.
func (u *Unit) Forgo() { u.allowance.made-- }

// RewritesMade returns the number of rewrites of the running pass, or of the last one.
func (u *Unit) RewritesMade() int { return u.allowance.made }

// AddRewrites counts rewrites that the pass made in another process, where the same limit
// applied.
func (u *Unit) AddRewrites(n int) { u.allowance.made += n }
