// Package fuse fuses parallel operations, so that intermediate arrays are not stored.
//
// Vertical fusion merges a map into a consumer of its results: a map, reduce, scan, scatter
// or hist. The fused operation also returns results that are used later; if it is a reduction, maps and
// reductions of these take it in, in turn. Horizontal fusion, which comes after that,
// merges maps and reductions of the same width that read a common array, and histograms, where a
// machine builds several in one loop (option histograms).
//
// The fused operation takes the place of the second one. That is allowed if
//   - nothing in between uses results of the first,
//   - neither the second operation nor anything in between consumes an array that the first
//     one reads,
//   - at most one of the two can fail, and the first one only if nothing in between can, so
//     that the first error stays the same.
//
// Before that, rotations that such operations read go: these read the rotated arrays (rotate.go).
// Nests of maps that they read flat become maps over the flat array (flatten.go). Arrays that they
// read at their own index become inputs (indexed.go). Sums of rows that maps make become maps of sums (columns.go).
//
// A statement is tried with its producers and with only a few of the nearest readers of the
// same arrays, so that the work grows linearly with the program.
//
// In the end reductions of equal width are joined that read different arrays, where each would take
// launches of its own (option reductions, reductions.go).
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
		{Name: "histograms", Default: false, Doc: "of these histograms, too"},
		{Name: "reductions", Default: false, Doc: "join reductions of equal width that read different arrays, too"},
	},
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "extract-kernels", Reason: "segmented operators are not fused"},
	},
	CarriesOut: true,
	Run:        run,
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
		hists:    opts.Bool("horizontal") && opts.Bool("histograms"),
		reduces:  opts.Bool("horizontal") && opts.Bool("reductions"),
	}
	changed := false
	for _, fun := range u.IR.Funs {
		changed = f.unrotate(fun.Body) || changed
		changed = f.interchange(fun.Body) || changed
		changed = f.flatten(fun.Body) || changed
		changed = f.unindex(fun.Body, scopes{map[name.Name]ir.Atom{}, map[name.Name]ir.Type{}}) || changed
	}
	if changed {
		f.aliases = alias.ClassesOf(u.IR)
	}
	return u.EachFun(ctx, func(fun *ir.Fun) error {
		f.body(fun.Body, opts.Int("max-depth"))
		if u.Limited() {
			return nil
		}
		return leftOver(fun)
	})
}

// isParallel reports whether s is a parallel operation.
func isParallel(s *ir.Stm) bool { return ops.IsParallel(s.Exp) }

type fuser struct {
	unit     *pass.Unit
	names    *name.Supply
	canFail  func(ir.Exp) bool
	aliases  *alias.Classes
	sideways bool // horizontal fusion is enabled
	hists    bool // of histograms, too
	reduces  bool // of reductions that read different arrays
	inside   int  // the number of parallel operations around what is being fused
}

// body fuses the statements of b: first those of nested bodies, down to the given depth, since
// what they become decides which operations are perfect nests, then b's own. Those that were
// fused have new functions, so their bodies come once more.
func (f *fuser) body(b *ir.Body, depth int) {
	f.within(b.Stms, depth)
	if !slices.ContainsFunc(b.Stms, isParallel) {
		return
	}
	joins := f.reduces && f.inside == 0 && severalReductions(b.Stms)
	t := f.newBody(b)
	if joins {
		if early := t.early(); !slices.Equal(early, b.Stms) && f.unit.Rewrite() {
			b.Stms = early
			t = f.newBody(b)
		}
	}
	t.joinFolds()
	t.fuseAll()
	if t.sideways {
		t.across = true
		t.usesMoved()
		t.fuseAll()
	}
	if joins {
		t.usesMoved()
		t.joinReductions()
	}
	stms, fused := t.assembled()
	b.Stms = stms
	f.within(fused, depth)
}

// within fuses the statements of the bodies within stms.
func (f *fuser) within(stms []*ir.Stm, depth int) {
	if depth == 0 {
		return
	}
	for _, s := range stms {
		if isParallel(s) {
			f.inside++
		}
		ir.EachBody(s.Exp, func(b *ir.Body) { f.body(b, depth-1) })
		if isParallel(s) {
			f.inside--
		}
	}
}

// eachWithin calls do for the outermost bodies within stms.
func eachWithin(stms []*ir.Stm, do func(*ir.Body)) {
	for _, s := range stms {
		ir.EachBody(s.Exp, do)
	}
}
