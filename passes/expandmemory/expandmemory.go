// Package expandmemory moves allocations out of kernels, which most machines do not allow:
// one block for all threads replaces a block per thread (thesis §5.3).
//
//  1. Allocations leave the loops and branches of a kernel (lift.go), so that a thread
//     performs each of them once. On a machine without a grid, where allocating in a thread
//     is cheap, the pass stops here; see option to.
//  2. The size of a block is computed before the kernel. If it varies between threads, a
//     reduction computes the maximum (size.go).
//  3. Blocks that may be held by the same variable, because a loop or branch passes them on,
//     form a group (group.go). All blocks of a group have the same layout.
//  4. The block is allocated before the kernel for all of its y threads, and the index
//     functions of the arrays in it change (expand.go). With contiguous threads, thread x
//     uses x·se + L, where se is the size per thread in elements; with interleaved threads,
//     y·L + x, so that adjacent threads access adjacent elements. L is the original index
//     function, including existentially bound offsets and strides, so loop-carried values
//     need no change.
//
// With option threads, a segmap that allocates runs in several launches, so that only that
// many threads need memory at a time (chunk.go). Points run in the same order as before, so
// the same point fails first.
//
// Threads are interleaved if all arrays of a group have elements of one size and none must
// be contiguous, either as an operand of an operator or to be reshaped where the sizes do
// not show that an LMAD suffices. No size computation wraps: products saturate, and
// allocating a saturated size fails.
package expandmemory

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pass is expand-memory.
var Pass = &pass.Pass{
	Name:    "expand-memory",
	Summary: "allocate before a kernel, once for all threads, what its threads allocate",
	From:    pass.At(pass.Mem),
	Options: []pass.Option{
		{Name: "to", Default: "auto", Choices: []string{"auto", "launch", "thread"},
			Doc: "where allocations go: before the launch, or to the start of a thread; auto: before the launch on machines with a grid"},
		{Name: "layout", Default: "auto", Choices: []string{"auto", "contiguous", "interleaved"},
			Doc: "how the threads' memory lies in a block; auto: interleaved on machines with a grid"},
		{Name: "threads", Default: 0,
			Doc: "run segmaps that allocate in launches of at most this number of threads, which share the memory; 0: in one launch"},
	},
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "merge-blocks", Reason: "what is multiplied by the number of threads should be small"},
		{Order: pass.After, Pass: "double-buffer", Reason: "a block that a loop makes for its next iteration cannot leave the loop otherwise"},
	},
	CarriesOut: true,
	Run:        run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	to, layout := opts.Text("to"), opts.Text("layout")
	e := &expansion{
		unit:        u,
		launch:      to == "launch" || to == "auto" && u.Target.Grid,
		interleaved: layout == "interleaved" || layout == "auto" && u.Target.Grid,
		threads:     int64(opts.Int("threads")),
	}
	return u.EachFun(ctx, func(f *ir.Fun) error {
		e.enter(f)
		e.host(f.Body)
		e.settle(f)
		return nil
	})
}

// expansion is the state of a run. The maps describe the current function.
type expansion struct {
	unit        *pass.Unit
	launch      bool // expand to before the launch, not only lift to the start of a thread
	interleaved bool
	threads     int64
	types       map[name.Name]scalar.Type // of scalars
	shapes      map[name.Name][]ir.Atom   // of arrays
	at          map[name.Name]*ir.Loc     // locations of arrays
}

// enter collects the types and locations of a function's variables.
func (e *expansion) enter(f *ir.Fun) {
	e.types, e.shapes, e.at = map[name.Name]scalar.Type{}, map[name.Name][]ir.Atom{}, map[name.Name]*ir.Loc{}
	w := &ir.Walker{Binders: e.binders, Stm: e.indices}
	w.Fun(f)
}

func (e *expansion) binders(ps []ir.Param) {
	for _, p := range ps {
		switch {
		case p.Type.IsScalar():
			e.types[p.Name] = p.Type.Elem
		case p.Type.IsArray():
			e.shapes[p.Name], e.at[p.Name] = p.Type.Dims, p.At
		}
	}
}

// indices records the types of the indices that s binds.
func (e *expansion) indices(s *ir.Stm) {
	if l, ok := s.Exp.(*ir.Loop); ok && !l.Index.IsZero() {
		e.types[l.Index] = l.Bound.Const.Type
		if l.Bound.IsVar() {
			e.types[l.Index] = e.types[l.Bound.Name]
		}
	}
	if k := ops.KernelOf(s.Exp); k != nil {
		for _, d := range *k.Space {
			e.types[d.Index] = scalar.I64
		}
	}
}

// host handles the kernels in a host body.
func (e *expansion) host(b *ir.Body) {
	out := ir.NewBuilder(e.unit.IR.Names)
	for _, s := range b.Stms {
		out.Pos = s.Pos
		if k := ops.KernelOf(s.Exp); k != nil {
			e.kernel(out, s, *k.Space, *k.Body)
			continue
		}
		ir.EachBody(s.Exp, e.host)
		out.Append(s)
	}
	b.Stms = out.Stms()
}

// kernel adds a kernel to out, preceded by the allocation of its threads' memory.
func (e *expansion) kernel(out *ir.Builder, s *ir.Stm, space []ir.SpaceDim, body *ir.Body) {
	if !allocates(body) {
		out.Append(s)
		return
	}
	if !e.launch {
		e.lift(body, nil)
		out.Append(s)
		return
	}
	k := &kernel{expansion: e, stm: s, body: body, space: space, out: out}
	k.survey()
	if k.separate() {
		k.survey()
	}
	e.lift(body, k)
	k.survey()
	k.expand()
	if k.done && k.lanes != nil {
		s = k.launches()
	}
	out.Append(s)
}

func (e *expansion) lift(body *ir.Body, k *kernel) {
	l := &lifting{expansion: e, inside: boundIn(body), kernel: k, bound: map[name.Name]*ir.Stm{}}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		for _, p := range s.Pat {
			l.bound[p.Name] = s
		}
	}}
	w.InBody(body)
	l.body(body)
}

// allocates reports whether a body or a body nested in it allocates.
func allocates(b *ir.Body) bool {
	found := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if _, ok := s.Exp.(*ir.Alloc); ok {
			found = true
		}
	}}
	w.InBody(b)
	return found
}

// boundIn returns the names bound in a body and the bodies nested in it.
func boundIn(b *ir.Body) ir.Names {
	bound := ir.Names{}
	w := &ir.Walker{Bind: func(n *name.Name) { bound.Add(*n) }}
	w.InBody(b)
	return bound
}
