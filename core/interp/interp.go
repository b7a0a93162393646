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
//   - Reductions and scans combine in the trees of fold.go.
//   - Memory records what was written into it: see block.
//   - A *fault.Failure is the program's error, a *fault.Invalid the compiler's.
//   - The caller's values are neither changed nor retained.
package interp

import (
	"context"
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/value"
)

// Options are the limits of a run and its permissions. The zero Options limit only
// memory, to DefaultMaxBytes.
type Options struct {
	// MaxSteps is the maximum number of statements, and of elements moved by bulk
	// operations, in a run; 0 means no limit.
	MaxSteps int64
	// MaxBytes is the maximum number of live bytes; 0 means DefaultMaxBytes.
	MaxBytes int64
	// LastWrite permits a scatter to write different values to one index: the last one
	// stays, as any may on a device. Without it such a program is invalid; in heap
	// semantics, which checks for races, it always is.
	LastWrite bool
	// Block, if set, is called in heap semantics for each name of a block when it is bound, with
	// the block's number: its place in the order in which the run's blocks came to be. A run that
	// is repeated counts as one.
	Block func(n name.Name, number int64)
}

// DefaultMaxBytes is the default memory limit.
const DefaultMaxBytes = 8 << 30

// ErrStopped is the error of a run that reaches Options.MaxSteps.
var ErrStopped = errors.New("run stopped")

// Report is the resource usage of a run on the heap.
type Report struct {
	Steps       int64
	Allocs      int64 // blocks allocated by the program
	Copies      int64 // array copies that moved elements
	CopiedBytes int64 // bytes that they moved
	Launches    int64 // parallel loops and kernels of imp with at least one point
	PeakBytes   int64 // maximum of live bytes, including arguments
}

// Value runs an entry point of a program of any level with value semantics. args are the
// values of the external parameters, without implicit sizes. The error is a
// *fault.Failure, a *fault.Invalid, or wraps the context's.
func Value(ctx context.Context, prog *ir.Program, entry string, args []value.Value, opts Options) ([]value.Value, error) {
	results, _, err := run(ctx, prog, entry, args, opts, false)
	return results, err
}

// Heap runs an entry point of a mem program with heap semantics.
func Heap(ctx context.Context, prog *ir.Program, entry string, args []value.Value, opts Options) ([]value.Value, Report, error) {
	if prog.Level != ir.Mem {
		return nil, Report{}, fmt.Errorf("heap semantics: the program is on level %s, not mem", prog.Level)
	}
	return run(ctx, prog, entry, args, opts, true)
}

func run(ctx context.Context, prog *ir.Program, entry string, args []value.Value, opts Options, heap bool) (results []value.Value, rep Report, err error) {
	f := prog.Fun(entry)
	if f == nil || f.Entry == nil {
		return nil, rep, fmt.Errorf("no entry point %q in the program", entry)
	}
	return repeated(func(repeats bool, births int64) ([]value.Value, *machine, error) {
		m := newMachine(ctx, opts)
		m.heap, m.authored, m.repeats, m.births = heap, heap, repeats, births
		var results []value.Value
		err := m.protect(func() {
			c := newCompiler(prog, m)
			results = m.enter(f, c.fun(f), args)
		})
		return results, m, err
	})
}

// repeated runs a program, and once more if it failed after it chose between versions that
// may fail differently. The blocks of the second run are numbered on from those of the first.
func repeated(run func(repeats bool, births int64) ([]value.Value, *machine, error)) ([]value.Value, Report, error) {
	results, m, err := run(false, 0)
	var failed *fault.Failure
	if m.chose && errors.As(err, &failed) {
		results, m, err = run(true, m.births)
	}
	return results, m.report, err
}
