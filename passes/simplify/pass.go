// Package simplify makes programs smaller without changing what they mean, at
// every level of the IR. Other passes rely on it to clean up after them.
//
// It alternates two walks until nothing changes, a bounded number of times. The
// first goes through each function from the top with what is known at each
// point: the values of names, the statements whose results are available, the
// conditions that hold, ranges of integers. It rewrites one statement at a time
// with the rules of one table (rules.go). The second removes what nothing needs.
//
// What it never does: fold a partial operator whose operands break its
// contract, change a rounding, move or drop an assertion that it has not
// proved, move anything that may fail, or make an array that may be overwritten
// stand for another.
package simplify

import (
	"context"
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/analysis/elements"
	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
)

// Pass is simplify.
var Pass = &pass.Pass{
	Name:    "simplify",
	Summary: "fold constants, remove repeated and dead code, use what is known",
	From:    pass.At(pass.Soac, pass.Kernel, pass.Mem),
	Options: []pass.Option{
		{Name: "rounds", Default: 8, Doc: "give up after this many rounds"},
		{Name: "count", Default: false, Doc: "remark how often each rule applied"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

// survey counts the names that a function binds, and tells whether it makes arrays of integers and has
// assertions within loops or functions, which may be about them.
func survey(f *ir.Fun) (names int, asks bool) {
	within, makes := 0, false
	w := &ir.Walker{
		Binders: func(ps []ir.Param) {
			names += len(ps)
			for _, p := range ps {
				makes = makes || p.Type.IsArray() && p.Type.Elem.IsSigned()
			}
		},
		Stm: func(s *ir.Stm) {
			if _, ok := s.Exp.(*ir.Assert); ok {
				within++
			}
		},
	}
	w.Fun(f)
	for _, s := range f.Body.Stms {
		if _, ok := s.Exp.(*ir.Assert); ok {
			within--
		}
	}
	return names, makes && within > 0
}

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	known, rules := effectsOf(u.IR), rulesByOperation()
	applied := map[string]int{}
	err := u.EachFun(ctx, func(f *ir.Fun) error {
		var ranges map[name.Name]facts.Range
		for round := range opts.Int("rounds") {
			if err := ctx.Err(); err != nil {
				return err
			}
			names, asks := survey(f)
			s := newSimplifier(u, known, rules, applied, names)
			if asks = asks && s.level == ir.Soac; asks && (round == 1 || round == 2) { // when most of the rest is done
				ranges = elements.Of(f)
			}
			s.facts.ranges = ranges
			s.fun(f)
			if round > 0 && !s.changed {
				break // nothing has become dead since it was swept
			}
			if swept := sweep(u, f, known, names); !swept && !s.changed && !(asks && round == 0) {
				break
			}
		}
		return nil
	})
	if opts.Bool("count") {
		for _, rule := range slices.Sorted(maps.Keys(applied)) {
			u.Remark(source.Pos{}, "%d × %s", applied[rule], rule)
		}
	}
	return err
}
