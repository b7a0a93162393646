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
// views. Loop-carried arrays are converted once, before the loop (loops.go), and so are
// arrays that a loop does not change (scopes.go). On processors the lanes of a vector are
// neighbours (lanes.go).
package coalesce

import (
	"context"

	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
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
	Options: []pass.Option{{
		Name: "neighbours", Default: threads, Choices: []string{threads, inLanes},
		Doc: "which threads those are: of a group, or the lanes of a vector",
	}},
	Run: run,
}

// The choices of option neighbours.
const (
	threads = "threads"
	inLanes = "lanes"
)

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, o pass.Options) error {
	l := &layouter{unit: u, lanes: o.Text("neighbours") == inLanes, names: u.IR.Names, arrays: map[name.Name]ir.Param{}, scalars: scalars{}, laid: map[name.Name]int{}}
	w := &ir.Walker{Stm: l.scalars.define, Binders: func(ps []ir.Param) {
		for _, p := range ps {
			if p.Type.IsArray() {
				l.arrays[p.Name] = p
			}
		}
	}}
	w.Program(u.IR)
	return u.EachFun(ctx, func(f *ir.Fun) error {
		l.uses = usesOf(f.Body)
		l.facts = facts.New(f, facts.Answers{})
		l.enough = ir.Names{}
		l.host(f.Body, &scope{made: map[layout]cut{}, fixed: true})
		return nil
	})
}

type layouter struct {
	unit   *pass.Unit
	names  *name.Supply
	arrays map[name.Name]ir.Param
	scalars
	laid   map[name.Name]int // by view of a loop-carried array, the dimension that is innermost in memory
	uses   *uses
	facts  *facts.Base
	scopes []*scope // of the host bodies around
	lanes  bool     // neighbours are lanes of a vector
	enough ir.Names // conditions that choose between versions
	// makesRows is set while handling a kernel whose results get a new layout because its
	// threads compute rows. Arrays whose rows such a kernel copies are then converted too.
	makesRows bool
}

// host handles the kernels of a host body and of the bodies nested in it. The scope belongs to the
// body.
func (l *layouter) host(b *ir.Body, at *scope) {
	l.scopes = append(l.scopes, at)
	defer func() { l.scopes = l.scopes[:len(l.scopes)-1] }()
	var out []*ir.Stm
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *ir.Enough:
			l.enough.Add(s.Pat[0].Name)
		case *ir.If:
			l.host(e.Then, l.branch(e))
			l.host(e.Else, l.branch(e))
			l.joined(s, e)
		case *ir.Loop:
			var before, after []*ir.Stm
			if !l.lanes {
				before, after = l.carried(s, e)
			}
			inside := loopScope(e)
			l.host(e.Body, inside)
			out = append(append(append(append(out, before...), inside.before...), s), after...)
			continue
		case *ir.SegMap:
			if schedule.Of(s).Space == schedule.Shared { // whose groups read rows side by side
				break
			}
			if l.lanes {
				out = append(append(out, l.kernel(s, e.Space, e.Body, l.forLanes(e, s.Pat))...), s)
				continue
			}
			rows := l.rowsOf(s, e)
			l.makesRows = len(rows) > 0
			out = append(out, l.kernel(s, e.Space, e.Body, nil)...)
			l.makesRows = false
			out = append(append(out, s), l.walked(s, e, rows)...)
			continue
		case *ir.SegScan:
			out = append(out, s)
			if !l.lanes {
				out = append(out, l.alongColumns(s, e)...)
			}
			continue
		case *ir.SegHist:
			if !l.lanes {
				out = append(out, l.kernel(s, e.Space, e.Body, nil)...)
			}
		}
		out = append(out, s)
	}
	b.Stms = out
}

// joined notes the layout of a branch's results that both arms lay out in the same way.
func (l *layouter) joined(s *ir.Stm, e *ir.If) {
	for k, p := range s.Pat {
		then, ok1 := l.laid[e.Then.Result[k].Name]
		other, ok2 := l.laid[e.Else.Result[k].Name]
		if ok1 && ok2 && then == other {
			l.laid[p.Name] = then
		}
	}
}

// kernel replaces the arrays that s reads uncoalesced, or parts of them, by copies in a better layout, and
// returns the copying statements that stand before s. Adjacent threads differ in the innermost
// dimension of the space. For lanes, it replaces only the arrays given.
func (l *layouter) kernel(s *ir.Stm, space []ir.SpaceDim, body *ir.Body, only ir.Names) []*ir.Stm {
	var out []*ir.Stm
	if l.lanes && len(only) == 0 {
		return nil
	}
	r := readsOf(body, space[len(space)-1].Index)
	for _, array := range r.order {
		rank := l.arrays[array].Type.Rank()
		dim, wanted := r.neighbours(array)
		if l.lanes && !only.Has(array) {
			continue
		}
		if at, ok := l.laid[array]; ok && at == dim || !wanted || dim == rank-1 || r.dims[array].copied && !(l.makesRows && l.uses.made.Has(array) && l.uses.byKernels(array)) || r.written.Has(array) || !l.unit.Rewrite() {
			continue
		}
		part := l.partOf(array, r, space)
		c, ok := l.converted(layout{array, dim, part.key()})
		if !ok {
			b := ir.NewBuilder(l.names)
			b.Pos = s.Pos
			c = l.taken(b, array, dim, part)
			if loop := l.place(layout{array, dim, part.key()}, part, c); loop != nil {
				loop.before = append(loop.before, b.Stms()...)
			} else {
				out = append(out, b.Stms()...)
			}
		}
		l.readFrom(c, array, body)
		if !ok {
			l.unit.Remark(s.Pos, "%s is laid out with dimension %d innermost, along which neighbouring threads read it%s", array, dim, part.remark())
		}
	}
	return out
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
