// Package expandmemory moves allocations out of kernels, which cannot allocate on
// most machines: instead of a block for each thread there is one block for all of
// them (thesis §5.3).
//
//  1. Allocations leave the loops and branches of a kernel (lift.go), so that
//     each is made once a thread. That is all for a machine without a grid, where
//     a thread allocates cheaply: see the option to.
//  2. The size of a block is computed before the kernel. Where it depends on the
//     thread, the largest over all threads is taken, which a reduction finds
//     (size.go).
//  3. Blocks that the same variable may hold, because a loop or a branch hands
//     them on, form a group (group.go). All blocks of a group are laid out alike.
//  4. The block is allocated before the kernel for all of its y threads, and the
//     index functions of the arrays in it are changed (expand.go): thread x has
//     x·se + L of a block whose threads lie one after the other, and y·L + x of
//     one whose threads are interleaved, so that neighbouring threads touch
//     neighbouring cells. L stays what it was, offsets and strides that are bound
//     existentially included, so that what a loop carries needs no change.
//
// With the option threads, a segmap that allocates runs in several launches, so
// that only so many threads need memory at a time (chunk.go). Points run in the
// same order of launches as before of threads, so that the same one fails first.
//
// Threads are interleaved where the arrays of a group have elements of one size
// and none must be contiguous: for an operator, or to take a shape that its sizes
// do not show to fit. No size wraps:
// a product that is too large saturates, and allocating as much fails.
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
			Doc: "run segmaps that allocate in launches of at most so many threads, which share the memory; 0: in one launch"},
	},
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "merge-blocks", Reason: "what is multiplied by the number of threads should be small"},
		{Order: pass.After, Pass: "double-buffer", Reason: "a block that a loop makes for its next iteration cannot leave the loop otherwise"},
	},
	Run: run,
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
		return nil
	})
}

// expansion is the state of a run; types are those of the present function.
type expansion struct {
	unit        *pass.Unit
	launch      bool // not only to the start of a thread
	interleaved bool
	threads     int64
	types       map[name.Name]scalar.Type // of scalars
	shapes      map[name.Name][]ir.Atom   // of arrays
	at          map[name.Name]*ir.Loc     // where arrays lie
}

// enter notes what is known of a function's variables.
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

// indices notes the types of the indices that s binds.
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

// host treats the kernels that stand in a body, outside of kernels.
func (e *expansion) host(b *ir.Body) {
	out := ir.NewBuilder(e.unit.IR.Names)
	for _, s := range b.Stms {
		out.Pos = s.Pos
		if k := ops.KernelOf(s.Exp); k != nil {
			e.kernel(out, s, *k.Space, *k.Body)
			continue
		}
		w := &ir.Walker{Body: func(inner *ir.Body) bool {
			e.host(inner)
			return false
		}}
		w.Exp(s.Exp)
		out.Append(s)
	}
	b.Stms = out.Stms()
}

// kernel adds a kernel to out, and before it the memory of its threads.
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

// allocates reports whether a body allocates, itself or in a body within.
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

// boundIn are the names bound in a body and those within.
func boundIn(b *ir.Body) ir.Names {
	bound := ir.Names{}
	w := &ir.Walker{Bind: func(n *name.Name) { bound.Add(*n) }}
	w.InBody(b)
	return bound
}
