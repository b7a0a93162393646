// Package hoistallocs moves allocations as far up in their body as their size
// allows, so that a block exists before the arrays that short-circuiting would
// build in it (thesis §4.6, §6.2).
//
// An allocation takes the scalar statements that compute its size along, when
// none of them can fail. It crosses assertions: a size that an assertion would
// reject is computed without failing (mulsat), so the only effect of allocating
// early is that a program about to fail may run out of memory instead, which
// docs/semantics.md allows. It never leaves its body: a loop that carries the
// block needs one for each iteration, and a branch not taken needs none.
package hoistallocs

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is hoist-allocs.
var Pass = &pass.Pass{
	Name:    "hoist-allocs",
	Summary: "move allocations up to where their size is known",
	From:    pass.At(pass.Mem),
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "lower-allocs", Reason: "hoisting would undo the lowering"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachFun(ctx, func(f *ir.Fun) error {
		bodies := &ir.Walker{Body: func(b *ir.Body) bool {
			b.Stms = hoist(u, b.Stms)
			return true
		}}
		bodies.InBody(f.Body)
		return nil
	})
}

// hoist returns the statements with the movable ones placed as early as their operands
// allow. Movable statements are allocations and the total scalar statements that an
// allocation's size depends on, directly or transitively.
func hoist(u *pass.Unit, stms []*ir.Stm) []*ir.Stm {
	movable := sizes(stms)
	depth := map[name.Name]int{} // number of fixed statements that must precede the name's definition
	var early [][]*ir.Stm        // movable statements, indexed by the number of fixed statements before them
	var fixed []*ir.Stm
	put := func(s *ir.Stm, after int) {
		for len(early) <= after {
			early = append(early, nil)
		}
		early[after] = append(early[after], s)
	}
	for _, s := range stms {
		at := len(fixed)
		if movable[s] {
			at = 0
			for n := range ir.FreeInStm(s) {
				at = max(at, depth[n])
			}
		}
		if movable[s] && (at == len(fixed) || u.Rewrite()) {
			put(s, at)
		} else {
			fixed = append(fixed, s)
			at = len(fixed)
		}
		for _, p := range s.Pat {
			depth[p.Name] = at
		}
	}
	out := make([]*ir.Stm, 0, len(stms))
	for i := range len(fixed) + 1 {
		if i < len(early) {
			out = append(out, early[i]...)
		}
		if i < len(fixed) {
			out = append(out, fixed[i])
		}
	}
	return out
}

// sizes returns the movable statements of a body.
func sizes(stms []*ir.Stm) map[*ir.Stm]bool {
	movable := map[*ir.Stm]bool{}
	wanted := ir.Names{}
	for i := len(stms) - 1; i >= 0; i-- {
		s := stms[i]
		if _, isAlloc := s.Exp.(*ir.Alloc); !isAlloc && !(wanted.Has(bound(s)) && ops.TotalValue(s)) {
			continue
		}
		movable[s] = true
		for n := range ir.FreeInStm(s) {
			wanted.Add(n)
		}
	}
	return movable
}

// bound returns the single name that s binds, or the zero name.
func bound(s *ir.Stm) name.Name {
	if len(s.Pat) != 1 {
		return name.Name{}
	}
	return s.Pat[0].Name
}
