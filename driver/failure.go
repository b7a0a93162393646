package driver

import (
	"context"
	"errors"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Failure is the error of a pass together with a reproducer.
type Failure struct {
	Err *pass.Error
	// Program is the failing pass's input, Pipeline is that pass with its options, and
	// Config is the configuration it ran under.
	Program  *pass.Unit
	Pipeline string
	Config   Config
}

// Error returns the error of the pass.
func (f *Failure) Error() string { return f.Err.Error() }

// Unwrap returns the error of the pass.
func (f *Failure) Unwrap() error { return f.Err }

// failure turns the error of a pass into a Failure. To recover the pass's input it runs
// original, the program before the pipeline, through the steps that succeeded.
func failure(ctx context.Context, err error, original *pass.Unit, p *pass.Pipeline, done int, c Config) error {
	var failed *pass.Error
	var mistake *pass.OptionError
	var refused *schedule.Refused
	if !errors.As(err, &failed) || errors.As(err, &mistake) || errors.As(err, &refused) || ctx.Err() != nil || done >= len(p.Steps) {
		return err
	}
	before := original.Clone()
	local := p.Steps[done].Text()
	again, buildErr := pass.Build(p.Start, p.Steps[:done]...)
	if buildErr == nil {
		_, buildErr = new(pass.Manager).Run(ctx, again, before)
	}
	if buildErr != nil {
		before, local = original, p.String()
	}
	return &Failure{Err: failed, Program: before, Pipeline: local, Config: c}
}
