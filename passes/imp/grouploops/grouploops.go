// Package grouploops makes parallel loops of launches, at level imp, for backends that have no
// work-groups: an iteration is a group, and runs its threads one after the other.
//
// The threads of a group run together from barrier to barrier. So the body of a launch is cut at
// its barriers into regions, and each region becomes a loop over the threads (work-group loops).
// A loop or a branch with a barrier in it stands around such loops: all threads take the same way
// through it, or they would not meet at the barrier, so that the first thread's condition is
// everybody's.
//
//   - A variable that threads use in more than one region becomes an array with an element for
//     each thread, unless it can be computed again: if it never changes, and depends on no memory.
//   - A thread's block that is used in more than one region becomes part of one for all threads.
//   - Shared blocks are allocated by the iteration. A launch with blocks of groups in global
//     memory (imp.GroupGlobal) or with something that this pass does not cut stays.
//   - Private memory becomes memory of the default space, in parallel loops too.
package grouploops

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pass is group-loops.
var Pass = &pass.Pass{
	Name:    "group-loops",
	Summary: "run the threads of a work-group one after the other, from barrier to barrier",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "expand-allocs", Reason: "blocks of groups in global memory have to be allocated before the launch"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

// private is the space of a thread's own blocks.
const private imp.Space = "private"

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		h := &host{unit: u, names: u.Imp.Names}
		f.Body = h.list(f.Body)
		return nil
	})
}

// host works on a function.
type host struct {
	unit  *pass.Unit
	names *name.Supply
}

func (h *host) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Launch:
			out = append(out, h.launch(s)...)
		case *imp.DeclareBlock:
			out = append(out, &imp.DeclareBlock{Name: s.Name, Space: spaceless(s.Space)})
		case *imp.Alloc:
			a := *s
			a.Space = spaceless(s.Space)
			out = append(out, &a)
		default:
			out = append(out, imp.WithBodies(s, h.list))
		}
	}
	return out
}

// spaceless is the default space in place of private memory.
func spaceless(s imp.Space) imp.Space {
	if s == private {
		return ""
	}
	return s
}

// launch is a parallel loop over the groups of s, or s itself.
func (h *host) launch(s *imp.Launch) []imp.Stm {
	for _, b := range s.Shared {
		if b.Space != "" {
			h.unit.Remark(s.Pos, "kernel %s stays one of work-groups: block %s is in memory space %q", s.Label, b.Name, b.Space)
			return []imp.Stm{s}
		}
	}
	g := &group{host: h, cut: cutOf(s.Body), pos: s.Pos}
	if why := g.obstacle; why != "" {
		h.unit.Remark(s.Pos, "kernel %s stays one of work-groups: %s", s.Label, why)
		return []imp.Stm{s}
	}
	if !h.unit.Rewrite() {
		return []imp.Stm{s}
	}
	var out []imp.Stm
	value := func(base string, e imp.Expr) imp.Expr {
		if _, ok := imp.ConstOf(e); ok {
			return e
		}
		n := h.names.Fresh(base)
		out = append(out, &imp.Declare{Name: n, Type: scalar.I64, Init: e})
		return imp.IntVar(n)
	}
	id := h.names.Fresh("group")
	g.groups, g.size, g.id = value("groups", s.Groups), value("threads", s.GroupSize), imp.IntVar(id)
	body := g.blocks(s)
	body = append(body, g.list(s.Body)...)
	return append(out, &imp.Parallel{
		Label: s.Label, Space: []imp.SpaceDim{{Index: id, Count: g.groups}}, Body: h.list(body),
		Pos: s.Pos, Apart: s.Apart, Prescribed: true,
	})
}
