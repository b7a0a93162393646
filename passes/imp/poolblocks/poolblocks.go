// Package poolblocks puts blocks that an iteration of a loop, or a thread of a parallel loop, makes for
// itself into one block, a pool, at level imp:
//
//	a <- alloc(m); b <- alloc(n); …; a <- hold(); b <- hold(); c <- alloc(k); …
//
// becomes
//
//	pool <- alloc(max(m + n, k)); a <- alloc(m, in = pool, at = 0); b <- alloc(n, in = pool, at = m); …
//
// so that the loop's iterations can keep a single block (pass reuse-blocks). Blocks lie on each other like
// a stack: a block lies on those that are in use when it is made. Where one is let go beneath another one
// that is still in use, the next is not put on top of that.
//
// No more memory is in use at once than before: in use as a whole, the pool has the bytes that its blocks in
// use together had at some time, and whatever else was in use, it was so then as well. A pool takes no blocks
// any more once other memory is let go, or once a statement makes memory for a time; and there is none
// where other memory is made while a part of it stands empty.
package poolblocks

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is pool-blocks.
var Pass = &pass.Pass{
	Name:    "pool-blocks",
	Summary: "let blocks of an iteration lie in one block",
	From:    pass.At(pass.Imp),
	Options: []pass.Option{{Name: "stack", Default: 0, Doc: "blocks of constant size up to that many bytes stay as they are, as the backend has them on the stack"}},
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "forward-blocks", Reason: "it moves accesses past where blocks are let go"},
		{Order: pass.After, Pass: "drop-stores", Reason: "it takes blocks of two variables to be apart at all times"},
		{Order: pass.After, Pass: "promote", Reason: "it makes variables of blocks of constant size"},
		{Order: pass.After, Pass: "hoist-loads", Reason: "it takes blocks of two variables to be apart at all times"},
		{Order: pass.After, Pass: "split", Reason: "it looks at what allocates"},
		{Order: pass.Before, Pass: "reuse-blocks", Reason: "a loop's iterations then keep the pool"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	var quiet map[string]bool
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		if !makesSeveral(f.Body) {
			return nil
		}
		if quiet == nil {
			quiet = imp.Quiet(u.Imp)
		}
		p := &pooler{
			unit: u, of: imp.NewReuse(f, quiet), stack: int64(opts.Int("stack")),
			assigned: imp.Names{}, changes: map[name.Name]int{}, defs: map[name.Name]imp.Expr{}, widths: map[name.Name]int{},
		}
		p.survey(f.Body)
		f.Body = p.within(f.Body, false)
		return nil
	})
}

// makesSeveral reports whether a list that is repeated makes more than one block itself.
func makesSeveral(body []imp.Stm) bool {
	found := false
	imp.Walk(body, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.For, *imp.While, *imp.Parallel:
			n := 0
			for _, inner := range imp.Bodies(s)[0] {
				if _, ok := inner.(*imp.Alloc); ok {
					n++
				}
			}
			found = found || n > 1
		}
		return !found
	})
	return found
}

// pooler is the state within a function.
type pooler struct {
	unit     *pass.Unit
	of       *imp.Reuse
	stack    int64
	assigned imp.Names              // variables that change after their declaration
	changes  map[name.Name]int      // how often, in the text
	defs     map[name.Name]imp.Expr // what scalars are declared as
	widths   map[name.Name]int      // bytes of the widest elements that a block is accessed by
}

// survey notes what the function does with its variables.
func (p *pooler) survey(body []imp.Stm) {
	wide := func(b name.Name, size int) { p.widths[b] = max(p.widths[b], size) }
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Assigns(s, p.assigned)
		imp.EachLoad(s, func(l *imp.Load) { wide(l.Block, l.Elem.Size()) })
		switch s := s.(type) {
		case *imp.Assign:
			p.changes[s.Name]++
		case *imp.Declare:
			p.defs[s.Name] = s.Init
		case *imp.Store:
			wide(s.Block, s.Elem.Size())
		case *imp.Atomic:
			wide(s.Block, s.Elem.Size())
		case *imp.Copy:
			wide(s.Dst.Block, s.Elem.Size())
			wide(s.Src.Block, s.Elem.Size())
		}
		return true
	})
}

// within pools the blocks of the lists in a list, and of the list itself if it is repeated.
func (p *pooler) within(list []imp.Stm, repeated bool) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		out[i] = s
		_, isLaunch := s.(*imp.Launch)
		if len(imp.Bodies(s)) > 0 && !isLaunch {
			_, branch := s.(*imp.If)
			out[i] = imp.WithBodies(s, func(body []imp.Stm) []imp.Stm { return p.within(body, !branch) })
		}
	}
	if !repeated {
		return out
	}
	l := p.look(list)
	l.plan()
	l.stms = out
	return l.pooled()
}
