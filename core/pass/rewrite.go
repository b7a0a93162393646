package pass

import "slices"

// Rewrites is the option that every pass has: how many rewrites it may make.
// That turns "this pass makes the result wrong" into "this one change does", by
// bisection ("optimisation fuel": Whalley, Automatic isolation of compiler
// errors, 1994).
//
// A pass asks Unit.Rewrite before each change that it could as well leave out.
// What it must do to reach its next level it does without asking.
const Rewrites = "rewrites"

// unlimited is the option's default.
const unlimited = -1

// universal are the options of every pass, behind its own.
var universal = []Option{
	{Name: Rewrites, Default: unlimited, Doc: "stop after this many rewrites; negative: no limit"},
}

// allOptions are p's own options and the universal ones.
func (p *Pass) allOptions() []Option { return slices.Concat(p.Options, universal) }

// Universal lists the options that every pass has.
func Universal() []Option { return slices.Clone(universal) }

// WithRewrites is step s, limited to n rewrites.
func (s Step) WithRewrites(n int) Step {
	s.Options = s.Options.with(Rewrites, n)
	return s
}

// allowance is what is left to the pass that runs.
type allowance struct {
	limited bool
	limit   int
	made    int
}

func allow(limit int) allowance {
	return allowance{limited: limit >= 0, limit: limit}
}

// Rewrite reports whether the pass may make one more rewrite, and counts it. A
// pass that is refused once is refused from then on: it leaves the program as
// it is there, well-formed and of the same meaning.
func (u *Unit) Rewrite() bool {
	if u.allowance.limited && u.allowance.made >= u.allowance.limit {
		return false
	}
	u.allowance.made++
	return true
}

// Forgo takes back a rewrite that was allowed and not made.
func (u *Unit) Forgo() { u.allowance.made-- }

// RewritesMade is the number of rewrites of the pass that runs, or that ran last.
func (u *Unit) RewritesMade() int { return u.allowance.made }

// AddRewrites counts rewrites that the pass made elsewhere, in a process of its
// own, where its option limited them.
func (u *Unit) AddRewrites(n int) { u.allowance.made += n }
