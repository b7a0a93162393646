package driver

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
)

// Prescribe prescribes of u, a program at level soac, what the schedule in the named file says. Thresholds
// that the schedule leaves open are the compiler's.
func Prescribe(ctx context.Context, u *pass.Unit, file string) error {
	text, err := source.ReadFile(ctx, file)
	if err != nil {
		return fmt.Errorf("reading the schedule: %w", err)
	}
	if u.IR == nil {
		return fmt.Errorf("%s: a schedule is for programs at level soac; this one is at level %s already", file, u.Level())
	}
	u.Tuning = nil
	err = schedule.Apply(u.IR, file, string(text))
	var at *source.Error
	if errors.As(err, &at) {
		return at.In(&source.File{Name: file, Text: string(text)})
	}
	return err
}

// ScheduleFile returns the text of a file that holds the schedule which the compiler chooses for u, the
// program of the named file, on b, by the pipeline and the thresholds of c.
func (d *Driver) ScheduleFile(ctx context.Context, file string, u *pass.Unit, b backend.Backend, c Config) (string, error) {
	pipeline := c.Pipeline
	if !c.Custom {
		pipeline = b.Pipeline()
	}
	u.Target = b.Target()
	text, err := d.Schedule(ctx, u, Guarded(u, pipeline), c)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(`-- The schedule of %s for backend %s.
-- Each line is a parallel operation: function, position, operation, level.
-- Levels: grid, either, group, warp, thread, sequential, fused; apart: fused with nothing.
-- vector 4, unroll, cooperate: what passes make of its loop; no-unroll, no-cooperate: what they leave.
%s`, source.Printable(filepath.Base(file)), b.Name(), text), nil
}

// forLoops are the passes that carry out what a schedule prescribes of loops at level imp.
var forLoops = [...]string{schedule.Vectors: "lanes", schedule.Unrolling: "unroll", schedule.Cooperation: "cooperate", schedule.Sharing: "cooperate", schedule.Grouping: "cooperate"}

// carriedOut returns an error if a pass is missing, in the pipeline p that u went through, which would carry out
// what a schedule prescribes of its loops.
func carriedOut(u *pass.Unit, p *pass.Pipeline) error {
	if u.Imp == nil {
		return nil
	}
	for k, name := range forLoops {
		if slices.ContainsFunc(p.Steps, func(s pass.Step) bool { return s.Pass.Name == name }) {
			continue
		}
		if err := u.Loops.Missing(schedule.Kind(k), fmt.Sprintf("the pipeline has no pass %s, which does so", name)); err != nil {
			return err
		}
	}
	return nil
}

// Schedule returns the schedule that the compiler chooses for u, a program at level soac, which it
// changes, by a pipeline and the thresholds of c.
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
	for i, s := range p.Steps {
		if steps = append(steps, s.Text()); s.Pass.To != pass.Kernel {
			continue
		}
		if _, err := d.Optimise(ctx, u, strings.Join(steps, ","), c); err != nil {
			return "", err
		}
		became, thresholds, places := schedule.Became(u.IR), schedule.Thresholds(u.IR), schedule.Places(u.IR)
		schedule.LeaveOut(u.IR, became)
		schedule.Strip(u.IR)
		steps = nil
		for _, s := range p.Steps[i+1:] {
			steps = append(steps, s.Text())
		}
		if _, err := d.Optimise(ctx, u, strings.Join(steps, ","), c); err != nil {
			return "", err
		}
		return schedule.Text(operations, became, thresholds, u.Loops.Chosen(places)), nil
	}
	return "", fmt.Errorf("the pipeline leaves the program at level soac; a schedule says what extract-kernels makes of it")
}
