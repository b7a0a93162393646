package driver

import (
	"context"
	"errors"

	"github.com/lamina-lang/lamina/core/pass"
)

// Failure is the error of a pass together with what repeats it.
type Failure struct {
	Err *pass.Error
	// Program is what the failing pass was given, Pipeline that pass with its
	// options, Config how it was run.
	Program  *pass.Unit
	Pipeline string
	Config   Config
}

// Error is that of the pass.
func (f *Failure) Error() string { return f.Err.Error() }

// Unwrap returns the error of the pass.
func (f *Failure) Unwrap() error { return f.Err }

// failure adds to the error of a pass what repeats it: original, the program in
// front of the pipeline, goes once more through the steps that did not fail.
func failure(ctx context.Context, err error, original *pass.Unit, p *pass.Pipeline, done int, c Config) error {
	var failed *pass.Error
	var mistake *pass.OptionError
	if !errors.As(err, &failed) || errors.As(err, &mistake) || ctx.Err() != nil || done >= len(p.Steps) {
		return err
	}
	before := original.Clone()
	local := p.Steps[done].String()
	again, buildErr := pass.Build(p.Start, p.Steps[:done]...)
	if buildErr == nil {
		_, buildErr = new(pass.Manager).Run(ctx, again, before)
	}
	if buildErr != nil {
		before, local = original, p.String()
	}
	return &Failure{Err: failed, Program: before, Pipeline: local, Config: c}
}
