// Package meaning compares the meaning of a program before and after passes, by running
// both in the reference interpreters.
package meaning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/value"
)

// limits stop a wrong program from running for ever.
var limits = interp.Options{MaxSteps: 20_000_000, MaxBytes: 1 << 30}

// Outcome is the result of a run: values, or an error.
type Outcome struct {
	Values []value.Value
	Err    error
	// Steps is the number of steps after which DiffersAfter stops a run as wrong; 0 is the default.
	Steps int64
}

// limits are those of the runs that are compared with want.
func (want Outcome) limits() interp.Options {
	l := limits
	l.MaxSteps = cmp.Or(want.Steps, l.MaxSteps)
	return l
}

// Of runs an entry point with value semantics.
func Of(ctx context.Context, p *ir.Program, entry string, args []value.Value) Outcome {
	return Outcome{}.now(ctx, p, entry, args)
}

// now runs an entry point with value semantics, within want's limits.
func (want Outcome) now(ctx context.Context, p *ir.Program, entry string, args []value.Value) Outcome {
	values, err := interp.Value(ctx, p, entry, args, want.limits())
	return Outcome{Values: values, Err: err}
}

// Differs says how the outcomes of an entry point differ before and after passes, or
// returns "". On mem and imp it also runs heap semantics, with all its checks: races,
// lifetimes, bounds, reads of cells never written.
func Differs(ctx context.Context, before *ir.Program, after *pass.Unit, entry string, args []value.Value) string {
	return Of(ctx, before, entry, args).DiffersAfter(ctx, after, entry, args)
}

// DiffersAfter is Differs for a known outcome before.
func (want Outcome) DiffersAfter(ctx context.Context, after *pass.Unit, entry string, args []value.Value) string {
	if want.Broken() {
		return fmt.Sprintf("the program before is broken: %v", want.Err)
	}
	if after.Imp != nil {
		values, _, err := interp.Imp(ctx, after.Imp, entry, args, want.limits())
		return want.against("imp's heap semantics", Outcome{Values: values, Err: err})
	}
	if why := want.against("the value semantics now", want.now(ctx, after.IR, entry, args)); why != "" || after.IR.Level != ir.Mem {
		return why
	}
	values, _, err := interp.Heap(ctx, after.IR, entry, args, want.limits())
	return want.against("the heap semantics", Outcome{Values: values, Err: err})
}

func (want Outcome) against(what string, got Outcome) string {
	if got.Equal(want) {
		return ""
	}
	return fmt.Sprintf("the value semantics was\n%v\nand %s is\n%v", want, what, got)
}

// Broken reports whether the run ended with an error other than a failure of the program
// itself.
func (o Outcome) Broken() bool {
	var failure *fault.Failure
	return o.Err != nil && !errors.As(o.Err, &failure)
}

// Equal reports whether both runs gave the same bits, or failed with the same message at
// the same position. A broken run equals nothing.
func (o Outcome) Equal(p Outcome) bool {
	if o.Broken() || p.Broken() {
		return false
	}
	if o.Err != nil || p.Err != nil {
		return o.Err != nil && p.Err != nil && o.Err.Error() == p.Err.Error()
	}
	return slices.EqualFunc(o.Values, p.Values, value.Equal)
}

// String returns the values or the error.
func (o Outcome) String() string {
	if o.Err != nil {
		return "error: " + o.Err.Error()
	}
	return fmt.Sprint(o.Values)
}
