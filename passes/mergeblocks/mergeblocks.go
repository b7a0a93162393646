// Package mergeblocks lets arrays that are never needed at the same time share
// one allocation (thesis §5.4). It works on one body at a time: a block that a
// body allocates is live from the first to the last of the body's statements
// that touch it, through whatever name.
//
// Blocks share an allocation only when their lives are apart and they are of one
// memory space. A block that a body returns may be the last to use some memory.
//
// The peak of memory in use never rises. Blocks of the same size are merged if
// nothing is allocated between their lives that does not outlive the gap, and what
// is in use then outlives it, too; blocks of other sizes, for which the largest is
// taken, if whatever else is in use from the first to the last of them is so all
// the time, and the body does not return the smaller one. In a kernel of a machine that
// launches over a grid, all allocations exist for every thread in the end
// (expand-memory), so that only their sum counts: there the largest size is
// taken always, but only arrays whose elements are of one size share a block,
// so that the threads' copies can be interleaved.
package mergeblocks

import (
	"context"

	"github.com/lamina-lang/lamina/analysis"
	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Pass is merge-blocks.
var Pass = &pass.Pass{
	Name:    "merge-blocks",
	Summary: "let arrays that are not live at the same time share a memory block",
	From:    pass.At(pass.Mem),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "hoist-allocs", Reason: "hoisting makes sizes known where a shared block is allocated"},
		{Order: pass.After, Pass: "lower-allocs", Reason: "the later an allocation comes, the more sizes are known there"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachFun(ctx, func(f *ir.Fun) error {
		m := &merger{
			unit:     u,
			memory:   analysis.Take(u, f, alias.Analysis),
			elements: map[name.Name]int{},
			kernels:  map[*ir.Body]bool{},
			frees:    ir.Frees{},
			renamed:  ir.Subst{},
		}
		survey := &ir.Walker{Binders: m.binders, Stm: m.stm}
		survey.Fun(f)
		bodies := &ir.Walker{Body: func(b *ir.Body) bool {
			m.body(b)
			return true
		}}
		bodies.InBody(f.Body)
		if len(m.renamed) > 0 {
			m.renamed.Body(f.Body)
		}
		return nil
	})
}

// merger is the state within one function.
type merger struct {
	unit     *pass.Unit
	elements map[name.Name]int // size of the elements in a block, mixed if they differ
	kernels  map[*ir.Body]bool // bodies within kernels
	memory   *alias.Memory     // by the names that blocks have until all bodies are treated
	// frees are true but for blocks of surroundings that were merged: bodies are
	// treated from the outside in.
	frees   ir.Frees
	renamed ir.Subst // merged blocks, which keep their names until all bodies are treated
}

// mixed is the element size of a block whose arrays have different ones, or
// none.
const mixed = 0

func (m *merger) binders(ps []ir.Param) {
	for _, p := range ps {
		if p.At == nil {
			continue
		}
		size, block := p.Type.Elem.Size(), p.At.Block
		if old, ok := m.elements[block]; ok && old != size {
			size = mixed
		}
		m.elements[block] = size
	}
}

func (m *merger) stm(s *ir.Stm) {
	if !ops.IsKernel(s.Exp) {
		return
	}
	within := &ir.Walker{Body: func(b *ir.Body) bool {
		m.kernels[b] = true
		return true
	}}
	within.Exp(s.Exp)
}

// body merges blocks that b itself allocates.
func (m *merger) body(b *ir.Body) {
	if !allocatesSeveral(b) {
		return
	}
	g := merging{
		body: b, expanded: m.kernels[b] && m.unit.Target.Grid,
		scope: scopeOf(b), takes: make([]effect, len(b.Stms)),
	}
	for _, l := range g.look(m.elements, m.memory, m.frees) {
		if schedule.Of(b.Stms[l.At]).Space != "" {
			continue // it stays a block of its own, where it is prescribed to be
		}
		first := len(g.colours) == 0
		c, why := g.colour(l, m.unit.Rewrite)
		switch {
		case c != nil:
			m.unit.Remark(b.Stms[l.At].Pos, "%s uses the memory of %s, which is not needed any more", l.Name.Base, c.members[0].Name.Base)
		case !first:
			m.unit.Remark(b.Stms[l.At].Pos, "the body allocates %s: %s", l.Name.Base, why)
		}
	}
	m.rewrite(b, g.colours)
}

// allocatesSeveral reports whether b itself allocates more than one block.
func allocatesSeveral(b *ir.Body) bool {
	count := 0
	for _, st := range b.Stms {
		if _, ok := st.Exp.(*ir.Alloc); ok {
			count++
		}
	}
	return count > 1
}

// rewrite leaves one allocation a colour, of its size, and renames the blocks.
func (m *merger) rewrite(b *ir.Body, colours []*colour) {
	gone := map[int]bool{}
	sizes := map[int]*colour{}
	for _, c := range colours {
		for _, l := range c.members[1:] {
			m.renamed[l.Name] = ir.Var(c.members[0].Name)
			gone[l.At] = true
		}
		sizes[c.at] = c
	}
	if len(gone) == 0 {
		return
	}
	out := ir.NewBuilder(m.unit.IR.Names)
	for i, s := range b.Stms {
		if gone[i] {
			continue
		}
		if c, ok := sizes[i]; ok {
			out.Pos = s.Pos
			alloc := *c.members[0].Alloc
			alloc.Bytes = c.bytes(out)
			s = &ir.Stm{Pat: s.Pat, Exp: &alloc, Pos: s.Pos}
		}
		out.Append(s)
	}
	b.Stms = out.Stms()
}
