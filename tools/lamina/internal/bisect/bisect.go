// Package bisect finds the pass of a pipeline that makes a program wrong, and the single
// rewrite of that pass: passes count their rewrites and can be stopped after any of them
// (pass.Rewrites).
package bisect

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/pass"
)

// Wrong returns what is wrong with a program after some passes, or "". The error is the
// context's, or that of the test itself.
type Wrong func(ctx context.Context, u *pass.Unit) (string, error)

// Culprit identifies what makes the result wrong.
type Culprit struct {
	// Step is the pass, limited so that Rewrite is its last rewrite. Rewrite counts from 1;
	// 0 means that the pass is wrong before its first rewrite.
	Step    pass.Step
	Rewrite int
	Of      int // number of rewrites of the pass without a limit
	Why     string

	// Pipeline is the pipeline with this rewrite as the last one, if the fault only shows
	// at its end.
	Pipeline string

	Given *pass.Unit // the pass's input
	Right *pass.Unit // the pass's output with one rewrite less; nil if Rewrite is 0
	Left  *pass.Unit // the output including the wrong rewrite
}

// InStep finds the rewrite of a step that makes its result wrong. It returns nil if the
// step is right.
func InStep(ctx context.Context, given *pass.Unit, s pass.Step, wrong Wrong) (*Culprit, error) {
	try := func(limit int) (u *pass.Unit, why string, err error) {
		u, why, err = after(ctx, given, s.WithRewrites(limit), wrong)
		return u, why, err
	}
	last, why, err := after(ctx, given, s, wrong)
	if err != nil || why == "" {
		return nil, err
	}
	of := last.RewritesMade()
	n, err := first(of, func(n int) (bool, error) {
		_, why, err := try(n)
		return why != "", err
	})
	if err != nil {
		return nil, err
	}
	c := &Culprit{Step: s.WithRewrites(n), Rewrite: n, Of: of, Given: given}
	if c.Left, c.Why, err = try(n); err == nil && n > 0 {
		c.Right, _, err = try(n - 1)
	}
	return c, err
}

// after returns the program after a step, and what is wrong: with the step itself, with
// the form of the program, or with its meaning.
func after(ctx context.Context, given *pass.Unit, s pass.Step, wrong Wrong) (*pass.Unit, string, error) {
	u := given.Clone()
	p, err := pass.Build(u.Level(), s)
	if err != nil {
		return nil, "", err
	}
	m := pass.Manager{Check: (*pass.Unit).CheckStrictly}
	_, err = m.Run(ctx, p, u)
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err != nil {
		return u, pass.WithTrace(err), nil
	}
	why, err := wrong(ctx, u)
	return u, why, err
}

// first finds, by bisection, an n in 0…last that is bad while n-1 is not; 0 if 0 is bad.
// last is known to be bad.
func first(last int, bad func(int) (bool, error)) (int, error) {
	if last == 0 {
		return 0, nil
	}
	if isBad, err := bad(0); err != nil || isBad {
		return 0, err
	}
	good := 0
	for last-good > 1 {
		middle := good + (last-good)/2
		isBad, err := bad(middle)
		if err != nil {
			return 0, err
		}
		if isBad {
			last = middle
		} else {
			good = middle
		}
	}
	return last, nil
}

// EndToEnd finds the rewrite that makes the program wrong at the end of the pipeline, for
// faults that only show after the last pass. It runs all passes each time; passes after the
// limited one make no rewrites. It returns nil if the result is right. The culprit's Given
// is nil if the result is wrong even without any rewrites: then the fault is in a pass that
// lowers, or in what runs the program.
func EndToEnd(ctx context.Context, original *pass.Unit, p *pass.Pipeline, wrong Wrong) (*Culprit, error) {
	e := &endToEnd{original: original, pipeline: p, wrong: wrong}
	report, why, err := e.try(ctx, p.Steps)
	if err != nil || why == "" {
		return nil, err
	}
	total := 0
	for _, t := range report.Times {
		e.upTo = append(e.upTo, total)
		total += t.Rewrites
	}
	n, err := first(total, func(n int) (bool, error) {
		_, why, err := e.try(ctx, e.limited(n))
		return why != "", err
	})
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return &Culprit{Why: why}, nil
	}
	return e.culprit(ctx, n, report, why)
}

// endToEnd numbers the rewrites of a pipeline's passes consecutively.
type endToEnd struct {
	original *pass.Unit
	pipeline *pass.Pipeline
	wrong    Wrong
	upTo     []int // for each pass, the number of rewrites before it
}

// limited returns the pipeline's steps limited to its first n rewrites.
func (e *endToEnd) limited(n int) []pass.Step {
	var steps []pass.Step
	for i, s := range e.pipeline.Steps {
		if i+1 == len(e.upTo) || e.upTo[i+1] > n {
			s = s.WithRewrites(max(0, n-e.upTo[i]))
		}
		steps = append(steps, s)
	}
	return steps
}

func (e *endToEnd) try(ctx context.Context, steps []pass.Step) (pass.Report, string, error) {
	u := e.original.Clone()
	p, err := pass.Build(u.Level(), steps...)
	if err != nil {
		return pass.Report{}, "", err
	}
	report, err := new(pass.Manager).Run(ctx, p, u)
	if err != nil {
		return report, "", fmt.Errorf("a pass fails, rather than making the result wrong: %w", err)
	}
	why, err := e.wrong(ctx, u)
	return report, why, err
}

// culprit returns the pass that makes rewrite n.
func (e *endToEnd) culprit(ctx context.Context, n int, report pass.Report, why string) (*Culprit, error) {
	i := 0
	for i+1 < len(e.upTo) && e.upTo[i+1] < n {
		i++
	}
	given := e.original.Clone()
	before, err := pass.Build(given.Level(), e.pipeline.Steps[:i]...)
	if err != nil {
		return nil, err
	}
	if _, err := new(pass.Manager).Run(ctx, before, given); err != nil {
		return nil, err
	}
	k := n - e.upTo[i]
	c := &Culprit{Step: e.pipeline.Steps[i].WithRewrites(k), Rewrite: k, Of: report.Times[i].Rewrites, Why: why, Given: given,
		Pipeline: (&pass.Pipeline{Steps: e.limited(n)}).String()}
	anything := func(context.Context, *pass.Unit) (string, error) { return "", nil }
	if c.Left, _, err = after(ctx, given, c.Step, anything); err != nil {
		return nil, err
	}
	c.Right, _, err = after(ctx, given, c.Step.WithRewrites(k-1), anything)
	return c, err
}
