package driver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
)

// Prescribe prescribes of u, a program at level soac, what the schedule in the named file says.
func Prescribe(ctx context.Context, u *pass.Unit, file string) error {
	text, err := source.ReadFile(ctx, file)
	if err != nil {
		return fmt.Errorf("reading the schedule: %w", err)
	}
	if u.IR == nil {
		return fmt.Errorf("%s: a schedule is for programs at level soac; this one is at level %s already", file, u.Level())
	}
	err = schedule.Apply(u.IR, file, string(text))
	var at *source.Error
	if errors.As(err, &at) {
		return at.In(&source.File{Name: file, Text: string(text)})
	}
	return err
}

// Schedule returns the schedule that the compiler chooses for u, a program at level soac, which it
// changes, by a pipeline.
func (d *Driver) Schedule(ctx context.Context, u *pass.Unit, pipeline string, c Config) (string, error) {
	if u.IR == nil || u.Level() != pass.Soac {
		return "", fmt.Errorf("a schedule is of programs at level soac; this one is at level %s already", u.Level())
	}
	operations := schedule.Number(u.IR)
	c.Stages = nil // they know programs by their text, which has no numbers
	pipeline, err := d.Expand(pipeline, c.Backend, u.Level())
	if err != nil {
		return "", err
	}
	p, err := d.Passes.Parse(pipeline, u.Level())
	if err != nil {
		return "", err
	}
	var steps []string
	for _, s := range p.Steps {
		if steps = append(steps, s.Text()); s.Pass.To == pass.Kernel {
			c.Tune = nil // it concerns thresholds, which are no part of a schedule
			if _, err := d.Optimise(ctx, u, strings.Join(steps, ","), c); err != nil {
				return "", err
			}
			return schedule.Text(operations, schedule.Became(u.IR)), nil
		}
	}
	return "", fmt.Errorf("the pipeline leaves the program at level soac; a schedule says what extract-kernels makes of it")
}
