// Package interp holds the reference interpreters: they define what programs
// mean, and every pass and backend is compared with them.
//
// Functional programs have two semantics (papers: IFL'22 §3.3, thesis §4.4).
//
//   - Value semantics (Value): arrays are values; an update makes a new array.
//     Locations are ignored, so it runs programs of every level.
//   - Heap semantics (Heap): every array lies where its location says, in a block
//     of memory; a mem program is valid when that comes to the same as the value
//     semantics of the program (Validate).
//
// One evaluator serves both. They differ in where a fresh array lies (memory of
// its own, or the place that its pattern says) and in the discipline that is
// checked on the way: consumption in value semantics; in heap semantics the
// bounds of index functions, the lifetime of blocks, the agreement of an array's
// location with its annotation, overlapping copies, races, results of one statement that
// meet, and that no array reads what another one has overwritten.
//
// Imperative programs have heap semantics (Imp), device code included.
//
// What all of them share:
//   - A program is first resolved: every name gets a slot of one environment
//     (names are unique and functions do not recurse, so no two live uses of a
//     slot can meet), every statement becomes a function.
//   - Statements run one by one, the iterations of parallel operations in index
//     order; so the error that is reported is the one that sequential execution
//     meets first.
//   - Reductions and scans combine in the trees of fold.go.
//   - Memory remembers what was written into it: see block.
//   - A *fault.Failure is the program's error, a *fault.Invalid the compiler's.
//   - The caller's values are neither changed nor kept.
package interp

import (
	"context"
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/value"
)

// Options are the limits of a run, and what it admits. The zero Options limit nothing.
type Options struct {
	// MaxSteps is the greatest number of statements (and of elements moved by
	// bulk operations) that a run may take; 0 for no limit.
	MaxSteps int64
	// MaxBytes is the most memory that may be live at once; 0 for no limit but
	// DefaultMaxBytes.
	MaxBytes int64
	// LastWrite says what becomes of a scatter that writes different values to one place:
	// the last stays there, as any may on a device. Such a program is invalid otherwise,
	// and in heap semantics, which looks for races, always.
	LastWrite bool
}

// DefaultMaxBytes is the memory that a run may use if it does not say.
const DefaultMaxBytes = 8 << 30

// ErrStopped is the error of a run that reaches Options.MaxSteps.
var ErrStopped = errors.New("run stopped")

// Report tells what a run on the heap used.
type Report struct {
	Steps       int64
	Allocs      int64 // blocks allocated by the program
	Copies      int64 // array copies that moved elements
	CopiedBytes int64 // bytes that they moved
	Launches    int64 // parallel loops and kernels of imp that ran for at least one point
	PeakBytes   int64 // most bytes live at once, those of arguments included
}

// Value runs an entry point of a program of any level with value semantics.
// Args are the values of the external parameters, without implicit sizes. The
// error is a *fault.Failure, a *fault.Invalid, or wraps the context's.
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
	m := newMachine(ctx, opts)
	m.heap, m.authored = heap, heap
	err = m.protect(func() {
		c := newCompiler(prog, m)
		results = m.enter(f, c.fun(f), args)
	})
	return results, m.report, err
}
