// Package fuse joins parallel operations, so that what one makes and the other
// takes is never stored.
//
// Vertically, a map is fused into the operation that takes its results: a map,
// reduce, scan, scatter or hist. Results that are used further on are returned by
// the fused operation too. Horizontally, maps and reductions of one width that
// read a common array become one.
//
// The fused operation stands where the second one stood. That is allowed when
//   - nothing in between needs what the first one makes,
//   - nothing in between, nor the second operation, overwrites what the first
//     one reads,
//   - at most one of the two can fail, and the first one only if nothing in
//     between can: the error that is met first stays the first.
package fuse

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is fuse.
var Pass = &pass.Pass{
	Name:    "fuse",
	Summary: "join parallel operations that feed each other or read the same",
	From:    pass.At(pass.Soac),
	Options: []pass.Option{
		{Name: "max-depth", Default: 16, Doc: "fuse in functions nested at most this deep"},
		{Name: "horizontal", Default: true, Doc: "join operations that read the same, too"},
	},
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "extract-kernels", Reason: "segmented operators are not fused"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	f := &fuser{
		unit:       u,
		names:      u.IR.Names,
		failing:    ops.Failing(u.IR),
		aliases:    ops.Default().AliasesOf(u.IR),
		horizontal: opts.Bool("horizontal"),
		facts:      map[*ir.Stm]*facts{},
	}
	return u.EachFun(ctx, func(fun *ir.Fun) error {
		f.body(fun.Body, opts.Int("max-depth"))
		return nil
	})
}

type fuser struct {
	unit       *pass.Unit
	names      *name.Supply
	failing    func(string) bool // functions that may fail
	aliases    *ops.Aliases
	horizontal bool
	facts      map[*ir.Stm]*facts
}

// body fuses the statements of b, then those in the bodies within, down to the
// given depth.
func (f *fuser) body(b *ir.Body, depth int) {
	for i := 0; i < len(b.Stms); i++ {
		for i > 0 {
			j := f.partner(b, i)
			if j < 0 {
				break
			}
			b.Stms = append(b.Stms[:j:j], b.Stms[j+1:]...)
			i--
		}
	}
	if depth == 0 {
		return
	}
	within := &ir.Walker{Body: func(b *ir.Body) bool {
		f.body(b, depth-1)
		return false
	}}
	for _, s := range b.Stms {
		within.Exp(s.Exp)
	}
}

// partner fuses a statement before statement i into that and returns its place,
// or -1.
func (f *fuser) partner(b *ir.Body, i int) int {
	second := b.Stms[i]
	if _, arrays := ir.Inputs(second.Exp); arrays == nil {
		return -1
	}
	for j := i - 1; j >= 0; j-- {
		first := b.Stms[j]
		if p, ok := first.Exp.(*ir.Map); ok && feeds(p, first, second) && f.allows(b, j, i) && f.vertical(b, j, i, p) {
			delete(f.facts, second)
			return j
		}
		if f.horizontal && f.alike(first, second) && f.allows(b, j, i) && f.unit.Rewrite() {
			f.join(first, second)
			delete(f.facts, second)
			return j
		}
	}
	return -1
}

// binds reports whether s binds one of names.
func binds(s *ir.Stm, names ir.Names) bool {
	for _, p := range s.Pat {
		if names.Has(p.Name) {
			return true
		}
	}
	return false
}
