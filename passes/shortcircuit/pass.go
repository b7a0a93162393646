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
//     and of no use after the point;
//  1. the destination's block to exist where the source is created;
//  2. the source's index functions to be derived anew from its place: views are
//     applied again, and those between creation and point inverted (relocate.go);
//  3. the place to be computable before the creation: scalars move up (scope.go);
//  4. no write of the source before a use of the destination's memory that may
//     touch what is written, in the order of execution, in later iterations of
//     loops and in other iterations of kernels (order.go);
//  5. every name of the destination's memory to be known, and no parameter to be
//     written that the caller keeps (analysis/alias);
//  6. the source to fit its place when it is created (fit.go). Where that is not
//     known, the assertions between creation and point that may see to it move
//     up (scope.go), or are looked at before, and what comes before them is
//     replayed if they fail (replay.go), so that a program that fails does so as
//     before;
//  7. no more memory to be in use at once than before, for all that the
//     destination's block is in use earlier (peak.go).
//
// What is known comes from the program: sizes, the ranges of indices, conditions
// of branches, assertions, definitions that do not wrap (view.go). A definition
// that might, but must not for a proof, is checked when the program runs, and the
// source's block is chosen then (choose.go).
//
// An array that a branch decides on is copied in the branches (branch.go). A map
// may write over an array that it reads and nobody needs any more (inplace.go).
//
// Every check looks at the program as earlier short-circuits left it. Enclosing
// bodies come first and points from the last to the first, so that an array
// whose place is already settled is the destination of what it is made from.
package shortcircuit

import (
	"context"

	"github.com/lamina-lang/lamina/analysis"
	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
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
	failing, answers := ops.Failing(u.IR), facts.Answers{}
	return u.EachFun(ctx, func(f *ir.Fun) error {
		s := &shortcircuiter{ctx: ctx, unit: u, Base: facts.New(f, answers), Memory: analysis.Take(u, f, alias.Analysis), failing: failing,
			users: map[name.Name][]*node{}, allocations: map[name.Name]*allocation{},
			bodies: map[name.Name]*sequence{}, definers: map[name.Name]*node{}, fitted: map[name.Name]fit{}, chosen: map[name.Name]ir.Names{}}
		q := s.enter(f.Body, f.Params, nil, false)
		s.touch(q.first, nil)
		s.body(q, nil)
		q.restore()
		return ctx.Err()
	})
}

// shortcircuiter is the state within one function.
type shortcircuiter struct {
	ctx  context.Context
	unit *pass.Unit
	*facts.Base
	*alias.Memory
	users       map[name.Name][]*node     // of allocated blocks, in the sequence of the allocation
	allocations map[name.Name]*allocation // those of bodies, by block
	failing     func(string) bool
	bodies      map[name.Name]*sequence // the bodies that have names as parameters
	definers    map[name.Name]*node     // the statements that bind names
	// fitted are the arrays that were given another place, and what that takes.
	fitted  map[name.Name]fit
	joins   []*ir.Concat // those whose blocks hold all parts (parts.go)
	written int          // statements written twice
	walk    *walk
	// chosen are blocks that are another one, or else fresh, with the definitions
	// that hold in ℤ when they are the other one.
	chosen map[name.Name]ir.Names
}

// body makes the short-circuits whose point is in q, then those in the bodies
// within. kernel is what q is the body of, or nil.
func (s *shortcircuiter) body(q *sequence, kernel *ir.Stm) {
	if kernel != nil {
		for k := len(q.body.Result) - 1; k >= 0; k-- {
			if p, ok := s.resultPoint(q, kernel, k); ok {
				s.attempt(p)
			}
		}
	}
	for n := q.last; n != nil && s.ctx.Err() == nil; n = n.prev {
		for _, p := range s.points(n) {
			s.attempt(p)
		}
	}
	for n := q.first; n != nil && s.ctx.Err() == nil; n = n.next {
		for _, p := range s.inPlace(n) {
			s.attempt(p)
		}
	}
	for n := q.first; n != nil; n = n.next {
		inside := n.stm
		if _, ok := inside.Exp.(*ir.SegMap); !ok {
			inside = nil
		}
		for _, inner := range n.within {
			s.body(inner, inside)
		}
	}
}
