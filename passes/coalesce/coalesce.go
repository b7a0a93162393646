// Package coalesce changes array layouts so that adjacent threads access adjacent
// addresses. When each thread iterates over the innermost dimension of an array while its
// neighbours iterate over other rows, the threads access distant addresses in each step. If
// that dimension is not the innermost one in memory, each step accesses a contiguous range.
//
// An array that a kernel reads in this way is copied, before the kernel, into the layout
// that suits the reads. The copy is expressed as operations on values:
//
//	let t  = rearrange([1, 0], xss)
//	let c  = copy(t)
//	let ys = rearrange([1, 0], c)
//
// ys equals xss; package introducememory gives c the new layout, and both rearranges are
// views. Loop-carried arrays are converted once, before the loop (loops.go).
package coalesce

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is coalesce.
var Pass = &pass.Pass{
	Name:    "coalesce",
	Summary: "lay arrays out so that neighbouring threads read neighbouring addresses",
	From:    pass.At(pass.Kernel),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "sequentialise", Reason: "what threads walk along shows in their loops"},
		{Order: pass.Before, Pass: "introduce-memory", Reason: "layouts are chosen there"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	l := &layouter{unit: u, names: u.IR.Names, arrays: map[name.Name]ir.Param{}, laid: map[name.Name]int{}}
	w := &ir.Walker{Binders: func(ps []ir.Param) {
		for _, p := range ps {
			if p.Type.IsArray() {
				l.arrays[p.Name] = p
			}
		}
	}}
	w.Program(u.IR)
	return u.EachFun(ctx, func(f *ir.Fun) error {
		l.uses = usesOf(f.Body)
		l.host(f.Body)
		return nil
	})
}

type layouter struct {
	unit   *pass.Unit
	names  *name.Supply
	arrays map[name.Name]ir.Param
	laid   map[name.Name]int // by view of a loop-carried array, the dimension that is innermost in memory
	uses   *uses
	// makesRows is set while handling a kernel whose results get a new layout because its
	// threads compute rows. Arrays whose rows such a kernel copies are then converted too.
	makesRows bool
}

// host handles the kernels of a host body and of the bodies nested in it.
func (l *layouter) host(b *ir.Body) {
	var out []*ir.Stm
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *ir.If:
			l.host(e.Then)
			l.host(e.Else)
		case *ir.Loop:
			before, after := l.carried(s, e)
			l.host(e.Body)
			out = append(append(append(out, before...), s), after...)
			continue
		case *ir.SegMap:
			rows := l.rowsOf(s, e)
			l.makesRows = len(rows) > 0
			out = append(out, l.kernel(s, e.Space, e.Body)...)
			l.makesRows = false
			out = append(append(out, s), l.walked(s, e, rows)...)
			continue
		case *ir.SegScan:
			out = append(append(out, s), l.alongColumns(s, e)...)
			continue
		case *ir.SegHist:
			out = append(out, l.kernel(s, e.Space, e.Body)...)
		}
		out = append(out, s)
	}
	b.Stms = out
}

// kernel replaces the arrays that s reads uncoalesced by copies in a better layout, and
// returns the copying statements. Adjacent threads differ in the innermost dimension of the
// space.
func (l *layouter) kernel(s *ir.Stm, space []ir.SpaceDim, body *ir.Body) []*ir.Stm {
	b := ir.NewBuilder(l.names)
	b.Pos = s.Pos
	replace := ir.Subst{}
	r := readsOf(body, space[len(space)-1].Index)
	for _, array := range r.order {
		t := l.arrays[array].Type
		dim, wanted := r.neighbours(array)
		if at, ok := l.laid[array]; ok && at == dim || !wanted || dim == t.Rank()-1 || r.dims[array].copied && !(l.makesRows && l.uses.made.Has(array) && l.uses.byKernels(array)) || r.written.Has(array) || !l.unit.Rewrite() {
			continue
		}
		perm, back := innermost(t.Rank(), dim)
		dims := make([]ir.Atom, t.Rank())
		for i, p := range perm {
			dims[i] = t.Dims[p]
		}
		turned := ir.ArrayOf(t.Elem, dims...)
		v := b.Let("turned", turned, &ir.Rearrange{Perm: perm, Array: array})
		c := b.Let("coalesced", turned, &ir.Copy{Array: v.Name})
		replace[array] = b.Let(array.Base, t, &ir.Rearrange{Perm: back, Array: c.Name})
		l.unit.Remark(s.Pos, "%s is laid out with dimension %d innermost, along which neighbouring threads read it", array, dim)
	}
	replace.Body(body)
	return b.Stms()
}

// innermost returns the permutation that makes dim the innermost of rank dimensions, and
// its inverse.
func innermost(rank, dim int) (perm, back []int) {
	for i := range rank {
		if i != dim {
			perm = append(perm, i)
		}
	}
	perm = append(perm, dim)
	back = make([]int, rank)
	for i, p := range perm {
		back[p] = i
	}
	return perm, back
}
