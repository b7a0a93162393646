// Package lowerallocs sinks each allocation to just before the statement that first uses
// its block, to keep the number of simultaneously live blocks small (thesis §5.4). It runs
// after the passes that need early allocations, and before block merging.
package lowerallocs

import (
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is lower-allocs.
var Pass = &pass.Pass{
	Name:    "lower-allocs",
	Summary: "move allocations down to the first use of their block",
	From:    pass.At(pass.Mem),
	Run:     run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachFun(ctx, func(f *ir.Fun) error {
		frees := ir.Frees{} // shared by all bodies: sinking does not change a body's free variables
		bodies := &ir.Walker{Body: func(b *ir.Body) bool {
			b.Stms = lower(u, b, frees)
			return true
		}}
		bodies.InBody(f.Body)
		return nil
	})
}

// lower returns the body's statements with each allocation placed before the first use of
// its block. An allocation used only by the body's result comes last.
func lower(u *pass.Unit, b *ir.Body, frees ir.Frees) []*ir.Stm {
	waiting := allocations{}
	var run []*ir.Stm // consecutive allocations directly before the current statement
	out := make([]*ir.Stm, 0, len(b.Stms))
	for i, s := range b.Stms {
		if _, ok := s.Exp.(*ir.Alloc); ok {
			run = append(run, s)
			continue
		}
		if len(waiting)+len(run) == 0 {
			out = append(out, s)
			continue
		}
		used := frees.Stm(s)
		out = append(out, waiting.take(maps.Keys(used))...)
		for k, a := range run {
			if block := a.Pat[0].Name; !used.Has(block) && u.Rewrite() {
				waiting[block] = allocation{a, i - len(run) + k}
			} else {
				out = append(out, a)
			}
		}
		run = nil
		out = append(out, s)
	}
	out = append(out, waiting.take(maps.Keys(waiting))...)
	return append(out, run...)
}

// allocations holds, by block, the allocations that are waiting for a first use.
type allocations map[name.Name]allocation

type allocation struct {
	stm   *ir.Stm
	place int // original position in the body
}

// take removes the allocations of the given blocks and returns them in their original
// order.
func (w allocations) take(blocks iter.Seq[name.Name]) []*ir.Stm {
	var taken []allocation
	for b := range blocks {
		if a, ok := w[b]; ok {
			taken = append(taken, a)
		}
	}
	slices.SortFunc(taken, func(a, b allocation) int { return a.place - b.place })
	out := make([]*ir.Stm, len(taken))
	for i, a := range taken {
		out[i] = a.stm
		delete(w, a.stm.Pat[0].Name)
	}
	return out
}
