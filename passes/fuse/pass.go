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
//
// A statement is tried with the maps that make what it takes and with the nearest
// few that read the same, so that the work grows as the program does.
package fuse

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/analysis/alias"
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
	failing := ops.Failing(u.IR)
	f := &fuser{
		unit:     u,
		names:    u.IR.Names,
		canFail:  func(e ir.Exp) bool { return ops.CanFail(e, failing) },
		aliases:  alias.ClassesOf(u.IR),
		sideways: opts.Bool("horizontal"),
	}
	return u.EachFun(ctx, func(fun *ir.Fun) error {
		f.body(fun.Body, opts.Int("max-depth"))
		return nil
	})
}

// isParallel reports whether s is an operation on the elements of arrays.
func isParallel(s *ir.Stm) bool { return ops.IsParallel(s.Exp) }

type fuser struct {
	unit     *pass.Unit
	names    *name.Supply
	canFail  func(ir.Exp) bool
	aliases  *alias.Classes
	sideways bool // join what reads the same
}

// body fuses the statements of b, then those in the bodies within, down to the
// given depth.
func (f *fuser) body(b *ir.Body, depth int) {
	if slices.ContainsFunc(b.Stms, isParallel) {
		t := f.newBody(b)
		for i, g := range t.groups {
			if g != nil {
				t.fuseInto(i)
			}
		}
		b.Stms = t.assembled()
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
