// Package reroll makes loops of repetitions, at level imp: where a kernel computes the same long
// expression of many values, one after the other,
//
//	var y1 = f(x1)
//	var y2 = f(x2)
//	…
//
// it stores the values to a private block, and computes in a loop:
//
//	for k < n { ys[k] = f(xs[k]) }
//
// Programs get such code where short arrays became scalars, and functions were inlined. A GPU fetches
// instructions through a small cache, which many copies of a long expression overflow.
//
// A repetition is a branch that computes scalars only, with the declarations before it that only it
// uses, as far as those of all repetitions are alike. They must not need each other's results. What
// stands between them is computed before the loop, or after it, if it needs what the loop computes.
package reroll

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is reroll.
var Pass = &pass.Pass{
	Name:    "reroll",
	Summary: "make loops of long expressions that a kernel repeats for many values",
	From:    pass.At(pass.Imp),
	Options: []pass.Option{
		{Name: "least", Default: 4, Doc: "the least number of repetitions that become a loop"},
		{Name: "saves", Default: 1024, Doc: "the least number of operations, by their costs, that a kernel has less"},
	},
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "unroll", Reason: "it would write the loops out again"},
		{Order: pass.After, Pass: "narrow", Reason: "repetitions of one form are alike"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		if !f.InKernel {
			r := &reroller{unit: u, least: int(opts.Int("least")), saves: int(opts.Int("saves"))}
			f.Body = r.host(f.Body)
		}
		return nil
	})
}

// reroller is the state within a kernel.
type reroller struct {
	unit         *pass.Unit
	least, saves int
	uses         uses
}

// uses counts how often a kernel reads and assigns each variable.
type uses struct{ reads, assigns map[name.Name]int }

func count(list []imp.Stm) uses {
	u := uses{map[name.Name]int{}, map[name.Name]int{}}
	imp.Walk(list, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if v, ok := e.(*imp.Var); ok {
					u.reads[v.Name]++
				}
			})
		})
		changed := imp.Names{}
		imp.Assigns(s, changed)
		for n := range changed {
			u.assigns[n]++
		}
		return true
	})
	return u
}

// host makes loops in the kernels of a list of the host's statements.
func (r *reroller) host(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		into := r.host
		switch s.(type) {
		case *imp.Parallel, *imp.Launch:
			r.uses = count(imp.Bodies(s)[0])
			into = r.list
		}
		out[i] = imp.WithBodies(s, into)
	}
	return out
}

// list makes loops of the repetitions in a list and in the lists within it.
func (r *reroller) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		out[i] = imp.WithBodies(s, r.list)
	}
	for _, c := range r.repetitions(out) {
		if next, ok := r.loop(out, c); ok {
			return r.list(next)
		}
	}
	return out
}
