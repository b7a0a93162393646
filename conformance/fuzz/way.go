package fuzz

import (
	"context"
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// Way is a pipeline for source programs.
type Way struct {
	Name     string
	Pipeline *pass.Pipeline
	// Backend runs the result of the pipeline; nil for the imp interpreter alone.
	Backend func() backend.Backend
	Machine target.Target // target, if there is no backend
}

// Keeps takes a front end's program through the pipeline. It returns an error if the program is
// ill-formed after a pass, or if its entry point main means something else after one that changes the level,
// or on the backend.
func (w Way) Keeps(ctx context.Context, program *ir.Program, args []value.Value) error {
	want := meaning.Outcome{Steps: manySteps}
	want.Values, want.Err = interp.Value(ctx, program, entry, args, littleWork)
	if errors.Is(want.Err, interp.ErrStopped) {
		return ctx.Err()
	}
	checks := 0
	if step, why := w.differs(ctx, program, args, want, false, &checks); step != "" {
		return fmt.Errorf("%s: %s: %s", w.Name, step, why)
	}
	return ctx.Err()
}

// differs runs the front end's result through the pipeline, and returns the step after which it is wrong,
// and why. It counts the runs that it compares.
func (w Way) differs(ctx context.Context, program *ir.Program, args []value.Value, want meaning.Outcome, thorough bool, checks *int) (step, why string) {
	var b backend.Backend
	if w.Backend != nil {
		b = w.Backend()
	}
	config := Config{Machine: w.Machine}
	u := &pass.Unit{IR: program.Clone(), Target: config.machine(b)}
	next := 0
	manager := pass.Manager{Check: (*pass.Unit).Check, Validate: func(ctx context.Context, after *pass.Unit) error {
		next++
		if next < len(w.Pipeline.Steps) && w.Pipeline.Steps[next].Pass.To == 0 && !thorough {
			return nil
		}
		*checks++
		if why := want.DiffersAfter(ctx, after, entry, args); why != "" {
			return errors.New(why)
		}
		return nil
	}}
	_, err := manager.Run(ctx, w.Pipeline, u)
	if err != nil && !thorough {
		if step, why = w.differs(ctx, program, args, want, true, checks); step != "" {
			return step, why
		}
	}
	if err != nil {
		step := "the first pass"
		if e := (*pass.Error)(nil); errors.As(err, &e) {
			step = fmt.Sprint(e.Step)
		}
		return step, pass.WithTrace(err)
	}
	if b == nil || u.Imp == nil {
		return "", ""
	}
	*checks++
	if got := compiled(ctx, b, u, args); !want.Equal(got) {
		return "backend " + b.Name(), fmt.Sprintf("the interpreters give\n%v\nand the backend gives\n%v", want, got)
	}
	return "", ""
}
