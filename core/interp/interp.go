// Package interp holds the reference interpreters. They define the meaning of programs;
// every pass and backend is tested against them.
//
// Functional programs have two semantics (papers: IFL'22 §3.3, thesis §4.4).
//
//   - Value semantics (Value): arrays are values; an update creates a new array.
//     Locations are ignored, so it runs programs of every level.
//   - Heap semantics (Heap): every array is at its location, in a block of memory.
//     A mem program is valid if the result is that of value semantics (Validate).
//
// One evaluator serves both. They differ in the location of a fresh array (its own
// memory, or the location in the pattern) and in what is checked: in value semantics
// consumption; in heap semantics bounds of index functions, lifetimes of blocks,
// agreement of an array with its annotated location, overlapping copies, races,
// overlapping results of one statement, and reads of elements that another array has
// overwritten.
//
// Imperative programs have heap semantics (Imp), including device code.
//
// All of them share the following.
//   - A program is first resolved: every name gets a slot of one environment, and
//     every statement becomes a closure. Names are unique and functions do not
//     recurse, so no two live uses of a slot conflict.
//   - Statements run one by one, the iterations of parallel operations in index
//     order; so the error reported is the one that sequential execution meets
//     first.
//   - Reductions and scans combine in the trees of internal/functional/fold.go.
//   - Memory records what was written into it: see internal/store.
//   - A *fault.Failure is the program's error, a *fault.Invalid the compiler's.
//   - The caller's values are neither changed nor retained.
package interp

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp/internal/functional"
	"github.com/lamina-lang/lamina/core/interp/internal/imperative"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/value"
)

// Options are the limits of a run and its permissions. The zero Options limit only
// memory, to DefaultMaxBytes.
type Options = store.Options

// Report is the resource usage of a run on the heap.
type Report = store.Report

// DefaultMaxBytes is the default memory limit.
const DefaultMaxBytes = store.DefaultMaxBytes

// ErrStopped is the error of a run that reaches Options.MaxSteps.
var ErrStopped = store.ErrStopped

// Value runs an entry point of a program of any level with value semantics. args are the
// values of the external parameters, without implicit sizes. The error is a
// *fault.Failure, a *fault.Invalid, or wraps the context's.
func Value(ctx context.Context, prog *ir.Program, entry string, args []value.Value, opts Options) ([]value.Value, error) {
	results, _, err := run(ctx, prog, entry, args, opts, store.Values)
	return results, err
}

// Heap runs an entry point of a mem program with heap semantics.
func Heap(ctx context.Context, prog *ir.Program, entry string, args []value.Value, opts Options) ([]value.Value, Report, error) {
	if prog.Level != ir.Mem {
		return nil, Report{}, fmt.Errorf("heap semantics: the program is on level %s, not mem", prog.Level)
	}
	return run(ctx, prog, entry, args, opts, store.LocatedArrays)
}

func run(ctx context.Context, prog *ir.Program, entry string, args []value.Value, opts Options, means store.Semantics) ([]value.Value, Report, error) {
	f := prog.Fun(entry)
	if f == nil || f.Entry == nil {
		return nil, Report{}, fmt.Errorf("no entry point %q in the program", entry)
	}
	return functional.Run(ctx, prog, f, args, opts, means)
}

// Imp runs an entry point of an imperative program. Device code runs thread by
// thread: the threads of a work-group in order up to the next barrier, the
// groups in order. What it reports is what Heap reports, and: threads of a group
// that do not meet at one barrier, and assignments to variables that iterations
// share.
func Imp(ctx context.Context, prog *imp.Program, entry string, args []value.Value, opts Options) ([]value.Value, Report, error) {
	f := prog.Fun(entry)
	if f == nil || f.Entry == nil {
		return nil, Report{}, fmt.Errorf("no entry point %q in the program", entry)
	}
	return imperative.Run(ctx, prog, f, args, opts)
}
