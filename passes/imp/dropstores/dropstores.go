// Package dropstores removes stores whose elements nothing reads afterwards, at level imp:
//
//	parallel (i < n) {
//	  … flags[i] <- f; sums[i] <- s
//	}
//	return sums
//
// loses the store to flags. A scan of tuples has such results, of which a program often wants
// only some: passes before this one need all of them, at least where several threads run.
//
// The variables go, too, that only such stores needed (variables.go).
//
// It takes blocks that only one variable ever holds (imp.Sole). A block that only stores are left
// of is not allocated.
package dropstores

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is drop-stores.
var Pass = &pass.Pass{
	Name:    "drop-stores",
	Summary: "remove stores that nothing reads afterwards, and variables that nothing needs",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "decide", Reason: "what was decided may rest on there having been room for a block that goes"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		d := &dropper{unit: u, sole: imp.Sole(f), declared: map[name.Name]int{}, carried: map[imp.Stm][]name.Name{}, live: imp.Names{}}
		for _, r := range f.Results {
			delete(d.sole, r.Name)
		}
		d.carry(f.Body, nil)
		f.Body = d.without(d.list(f.Body))
		if slices.ContainsFunc(f.Body, repeats) {
			d.variables(f)
		}
		return nil
	})
}

// dropper is the state within a function, which is walked from its end to its beginning.
type dropper struct {
	unit *pass.Unit
	sole imp.Names
	// declared is the number of loops around a block's declaration, and carried are the blocks that a
	// loop reads, declared outside of it, but inside of those around it: the next iteration may
	// read what this one stores.
	declared map[name.Name]int
	carried  map[imp.Stm][]name.Name
	live     imp.Names // blocks that are read later
	dropped  bool
}

// carry fills declared and carried for a list within the given loops.
func (d *dropper) carry(list []imp.Stm, loops []imp.Stm) {
	for _, s := range list {
		within := loops
		if isLoop(s) {
			within = append(loops[:len(loops):len(loops)], s)
		}
		if b, ok := s.(*imp.DeclareBlock); ok {
			d.declared[b.Name] = len(loops)
		}
		eachRead(s, func(b name.Name) {
			if k := d.declared[b]; d.sole[b] && k < len(within) {
				d.carried[within[k]] = append(d.carried[within[k]], b)
			}
		})
		for _, body := range imp.Bodies(s) {
			d.carry(body, within)
		}
	}
}

func isLoop(s imp.Stm) bool {
	switch s.(type) {
	case *imp.For, *imp.While, *imp.Parallel, *imp.Launch:
		return true
	}
	return false
}

// repeats reports whether s, or a statement in it, is a loop.
func repeats(s imp.Stm) bool {
	return isLoop(s) || slices.ContainsFunc(imp.Bodies(s), func(body []imp.Stm) bool { return slices.ContainsFunc(body, repeats) })
}

// eachRead calls f for each block whose elements s itself reads.
func eachRead(s imp.Stm, f func(b name.Name)) {
	imp.EachLoad(s, func(l *imp.Load) { f(l.Block) })
	switch s := s.(type) {
	case *imp.Copy:
		f(s.Src.Block)
	case *imp.Atomic:
		f(s.Block)
	}
}

// list removes stores from a list, after which the live blocks are read.
func (d *dropper) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range slices.Backward(list) {
		if b, stores := storesTo(s); stores && d.sole[b] && !d.live[b] && d.unit.Rewrite() {
			d.dropped = true
			continue
		}
		for _, b := range d.carried[s] {
			d.live[b] = true
		}
		whole := s
		if len(imp.Bodies(s)) > 0 {
			whole = imp.WithBodies(s, d.list)
		}
		eachRead(s, func(b name.Name) { d.live[b] = true })
		out = append(out, whole)
	}
	slices.Reverse(out)
	return out
}

// storesTo returns the block that a statement does nothing but store to.
func storesTo(s imp.Stm) (b name.Name, ok bool) {
	switch s := s.(type) {
	case *imp.Store:
		return s.Block, true
	case *imp.Copy:
		return s.Dst.Block, true
	}
	return name.Name{}, false
}

// without removes the allocations of blocks that nothing uses now, and what only the stores used.
func (d *dropper) without(body []imp.Stm) []imp.Stm {
	if !d.dropped {
		return body
	}
	used := imp.Names{}
	imp.Walk(body, func(s imp.Stm) bool {
		eachRead(s, func(b name.Name) { used[b] = true })
		if b, ok := storesTo(s); ok {
			used[b] = true
		}
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) { blocksNamed(e, func(b name.Name) { used[b] = true }) })
		})
		return true
	})
	var kept func(list []imp.Stm) []imp.Stm
	kept = func(list []imp.Stm) []imp.Stm {
		var out []imp.Stm
		for _, s := range list {
			if b, ok := manages(s); ok && d.sole[b] && !used[b] {
				continue
			}
			if len(imp.Bodies(s)) > 0 {
				s = imp.WithBodies(s, kept)
			}
			out = append(out, s)
		}
		return out
	}
	return imp.Sweep(kept(body))
}

// manages returns the block that a statement declares, allocates or frees.
func manages(s imp.Stm) (b name.Name, ok bool) {
	switch s := s.(type) {
	case *imp.DeclareBlock:
		return s.Name, true
	case *imp.Alloc:
		return s.Block, true
	case *imp.AssignBlock:
		return s.Dst, true
	}
	return name.Name{}, false
}

// blocksNamed calls f for the blocks that an expression asks something about.
func blocksNamed(e imp.Expr, f func(b name.Name)) {
	switch e := e.(type) {
	case *imp.Bytes:
		f(e.Block)
	case *imp.Apart:
		for _, b := range slices.Concat(e.Written, e.Read) {
			f(b)
		}
	}
}
