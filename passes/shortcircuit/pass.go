// Package shortcircuit builds arrays where they are needed (IFL'22 §5; thesis
// ch. 6). An array that is only made to be copied into another, by an update, a
// concatenation or the end of a kernel's iteration, is made there at once: its
// index function becomes that of its place in the destination, and the copy,
// whose source and destination are then the same, is nothing.
//
// A short-circuit is made from the point, the statement that copies, back to
// the statement that creates the source's block contents, both in one body. It
// needs (the numbers are those of the remarks about refusals)
//
//  0. the source's block to be allocated in that body, used by name nowhere,
//     and of no use behind the point;
//  1. the destination's block to exist where the source is created;
//  2. the source's index functions to be derived anew from its place: views are
//     applied again, and those between creation and point inverted;
//  3. the place to be computable before the creation;
//  4. no use of the destination's memory from the creation to the point that
//     may touch the place; an iteration may read what it alone overwrites when
//     it ends;
//  5. every name of the destination's memory to be known, and no entry
//     parameter to be written that the caller keeps;
//  6. no assertion between creation and point that may be there to protect the
//     update.
//
// Every check looks at the program as earlier short-circuits left it. Enclosing
// bodies come first and points from the last to the first, so that an array
// whose place is already settled is the destination of what it is made from.
package shortcircuit

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is short-circuit.
var Pass = &pass.Pass{
	Name:    "short-circuit",
	Summary: "build arrays in the place that they would be copied to",
	From:    pass.At(pass.Mem),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "hoist-allocs", Reason: "a destination must be allocated before what is built in it"},
		{Order: pass.Before, Pass: "lower-allocs", Reason: "lowering moves destinations behind what could be built in them"},
		{Order: pass.Before, Pass: "merge-blocks", Reason: "a block that serves several arrays is no array's own"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachFun(ctx, func(f *ir.Fun) error {
		s := &shortcircuiter{unit: u, fun: f}
		s.survey()
		s.body(f.Body, nil, sizesOf(f.Params))
		return ctx.Err()
	})
}

// shortcircuiter is the state within one function.
type shortcircuiter struct {
	unit *pass.Unit
	fun  *ir.Fun
	knowledge
	memory
}

// survey looks at the whole function.
func (s *shortcircuiter) survey() {
	s.knowledge = newKnowledge(s.fun)
	s.memory = newMemory(s.fun)
}

// body makes the short-circuits whose point is in b, then those in the bodies
// within. result is the kernel that b is the body of, or nil; sizes are names
// known not to be negative.
func (s *shortcircuiter) body(b *ir.Body, kernel *ir.Stm, sizes ir.Names) {
	if kernel != nil {
		for k := len(b.Result) - 1; k >= 0; k-- {
			if p, ok := s.resultPoint(b, kernel, k); ok {
				s.attempt(b, p, sizes)
			}
		}
	}
	for i := len(b.Stms) - 1; i >= 0; i-- {
		at := b.Stms[i]
		for _, p := range s.points(at) {
			s.attempt(b, p, sizes)
		}
		// A short-circuit removes an allocation and may move scalars: look again
		// for the statement that comes next.
		for i = min(i, len(b.Stms)-1); b.Stms[i] != at; i-- {
		}
	}
	known := ir.Names{}
	for n := range sizes {
		known.Add(n)
	}
	for _, st := range b.Stms {
		s.within(st, known)
		addSizes(known, st.Pat)
	}
}

// within goes on in the bodies of st.
func (s *shortcircuiter) within(st *ir.Stm, known ir.Names) {
	switch e := st.Exp.(type) {
	case *ir.If:
		s.body(e.Then, nil, known)
		s.body(e.Else, nil, known)
	case *ir.Loop:
		inner := sizesOf(e.Params)
		for n := range known {
			inner.Add(n)
		}
		s.body(e.Body, nil, inner)
	case *ir.SegMap:
		s.body(e.Body, st, known)
	case *ir.SegRed:
		s.body(e.Body, nil, known)
	case *ir.SegScan:
		s.body(e.Body, nil, known)
	case *ir.SegHist:
		s.body(e.Body, nil, known)
	}
}

// sizesOf are the variables that are sizes of the arrays among ps.
func sizesOf(ps []ir.Param) ir.Names {
	out := ir.Names{}
	addSizes(out, ps)
	return out
}

func addSizes(to ir.Names, ps []ir.Param) {
	for _, p := range ps {
		for _, d := range p.Type.Dims {
			if d.IsVar() {
				to.Add(d.Name)
			}
		}
	}
}
