// Package analysis computes what passes ask about a program, and keeps each answer
// with the unit being compiled for as long as it is true.
//
// An analysis is a value of type Analysis, declared once by the package that
// implements it:
//
//	var Memory = &analysis.Analysis[*ir.Fun, *Blocks]{
//		Name: "memory", Reads: analysis.Everything, Run: blocksOf,
//	}
//
// A pass asks with Of:
//
//	blocks := analysis.Of(u, f, alias.Memory)
//
// The first call runs the analysis. A later one, in this pass or in another,
// returns the same result unless the subject has changed in what the analysis reads.
// Of finds that out itself: it compares a fingerprint of the subject with the one
// taken when the analysis ran. No pass declares what it preserves, and none can
// forget to. An analysis that reads only the Structure survives passes that move
// arrays from one block to another.
//
// A fingerprint takes about as long as printing the subject. So a pass asks once for each
// function, or once after a batch of changes, not once for each statement, and a pass
// that will change the subject anyway calls Take.
//
// Rules:
//   - The result describes the subject at the time of the call. A pass that goes on
//     rewriting either asks again or, if the result offers updates, calls Take instead
//     of Of: then the result is the pass's own, and nobody else will see it.
//   - An analysis reads its subject and nothing else. One of a function that looks into
//     the functions it calls is an analysis of the program.
//   - A result obtained with Of is shared. Nobody changes it, except to fill its caches.
package analysis

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
)

// Subject is the part of a program that an analysis looks at.
type Subject interface {
	comparable
	*ir.Program | *ir.Fun | *imp.Program | *imp.Fun
}

// Analysis computes a T from an S.
type Analysis[S Subject, T any] struct {
	Name  string // lower-case words joined by hyphens
	Reads Aspect
	Run   func(S) T
}

// Aspect is the part of a subject that an analysis depends on. Source positions
// belong to none.
type Aspect uint8

const (
	// Everything is all but the positions.
	Everything Aspect = iota
	// Structure leaves out the block and the index function of each binder. At imp it
	// is Everything.
	Structure
)

// key identifies an entry: the analysis and the subject, both by address.
type key struct{ analysis, subject any }

// entry is a result and the subject as it was then.
type entry[T any] struct {
	result T
	print  fingerprint
}

// Of returns what a finds out about subject, a part of u's program.
func Of[S Subject, T any](u *pass.Unit, subject S, a *Analysis[S, T]) T {
	memo, k, now := u.Memo(), key{a, subject}, fingerprintOf(subject, a.Reads)
	if known, ok := memo.Get(k).(entry[T]); ok && known.print == now {
		return known.result
	}
	result := a.Run(subject)
	memo.Put(k, entry[T]{result, now})
	return result
}

// Take is Of for a pass that keeps the result up to date while it rewrites the
// subject, or has no more need of it then. The unit forgets the result, so no
// fingerprint is taken where nothing was kept.
func Take[S Subject, T any](u *pass.Unit, subject S, a *Analysis[S, T]) T {
	memo, k := u.Memo(), key{a, subject}
	if memo.Get(k) == nil {
		return a.Run(subject)
	}
	result := Of(u, subject, a)
	memo.Delete(k)
	return result
}
