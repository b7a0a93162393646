package meaning

import (
	"context"
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/value"
)

// Input is the arguments of a run of an entry point.
type Input struct {
	Name  string // for messages
	Entry string
	Args  []value.Value
}

// Baseline is the outcome of a program on some inputs before passes.
type Baseline struct {
	inputs []Input
	want   []Outcome
}

// Measure runs a program at any level on the inputs. It leaves out inputs that are too
// much work for the interpreters. It fails if none is left, or if the program is already
// invalid.
func Measure(ctx context.Context, u *pass.Unit, inputs []Input) (*Baseline, error) {
	b := &Baseline{}
	for _, in := range inputs {
		want := OfUnit(ctx, u, in.Entry, in.Args)
		switch {
		case errors.Is(want.Err, interp.ErrStopped):
			continue
		case want.Broken():
			return nil, fmt.Errorf("running the program on %s before the first pass: %w", in.Name, want.Err)
		}
		b.inputs, b.want = append(b.inputs, in), append(b.want, want)
	}
	if len(b.inputs) == 0 {
		return nil, fmt.Errorf("the interpreters take more than %d steps on every input; give a smaller one", limits.MaxSteps)
	}
	if err := b.Compare(ctx, u); err != nil {
		return nil, fmt.Errorf("before the first pass: %w", err)
	}
	return b, nil
}

// OfUnit runs an entry point with value semantics; at imp, with heap semantics.
func OfUnit(ctx context.Context, u *pass.Unit, entry string, args []value.Value) Outcome {
	if u.Imp == nil {
		return Of(ctx, u.IR, entry, args)
	}
	values, _, err := interp.Imp(ctx, u.Imp, entry, args, limits)
	return Outcome{Values: values, Err: err}
}

// CompareRuns returns an error that names the first input for which run, called what in
// the message, gives another outcome.
func (b *Baseline) CompareRuns(what string, run func(Input) Outcome) error {
	for i, in := range b.inputs {
		if got := run(in); !got.Equal(b.want[i]) {
			return fmt.Errorf("on %s, the interpreters give\n%v\nand %s gives\n%v", in.Name, b.want[i], what, got)
		}
	}
	return nil
}

// Compare returns an error that names the first input for which the program after passes
// gives another outcome, or is invalid.
func (b *Baseline) Compare(ctx context.Context, after *pass.Unit) error {
	for i, in := range b.inputs {
		if why := b.want[i].DiffersAfter(ctx, after, in.Entry, in.Args); why != "" {
			if err := ctx.Err(); err != nil {
				return err
			}
			return fmt.Errorf("on %s, %s", in.Name, why)
		}
	}
	return nil
}
