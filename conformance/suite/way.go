package suite

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
)

// way takes programs through a pipeline to a backend.
type way struct {
	driver *driver.Driver
	config driver.Config
	target target.Target
	// thresholds says that all thresholds are set, alternating between values that always
	// and never choose the version with outer parallelism. seed decides which comes first.
	thresholds bool
	seed       uint64
}

// through returns the way for a combination.
func (s *Subject) through(ctx context.Context, c Combination, seed uint64) (*way, error) {
	w := &way{driver: s.Driver, target: target.Embedded(), thresholds: c.Pipeline == tuned, seed: seed}
	if c.Transport != InProcess {
		if s.Transport == nil {
			return nil, fmt.Errorf("there are no plugins here, to be reached by %s", c.Transport)
		}
		d, err := s.Transport(c.Transport)
		if err != nil {
			return nil, err
		}
		w.driver = d
	}
	own := s.Pipeline
	if s.Backend != driver.Interpreter {
		b, err := s.machine(ctx)
		if err != nil {
			return nil, err
		}
		own, w.target = b.Pipeline(), b.Target()
	}
	text, err := c.of(own, w.driver.Passes)
	if err != nil {
		return nil, err
	}
	w.config = driver.Config{Backend: s.Backend, Pipeline: text, Custom: true, Math: s.Math, Run: backend.Options{Device: s.Device}}
	if s.Coverage != nil {
		w.config.Observers = []pass.Observer{s.Coverage}
	}
	return w, nil
}

// machine returns the backend for the device.
func (s *Subject) machine(ctx context.Context) (backend.Backend, error) {
	b, err := s.Driver.Backends.Lookup(s.Backend)
	if err != nil {
		return nil, err
	}
	of, ok := b.(backend.DeviceSpecific)
	if !ok {
		return b, nil
	}
	if _, err := b.Probe(ctx); err != nil {
		return nil, err
	}
	return of.For(s.Device)
}

// build compiles a copy of p.
func (w *way) build(ctx context.Context, p *ir.Program) (backend.Executable, error) {
	config := w.config
	if w.thresholds {
		names, err := w.thresholdsOf(ctx, p)
		if err != nil {
			return nil, err
		}
		for k, name := range names {
			config.Tune = append(config.Tune, fmt.Sprintf("%s=%d", name, []int64{always, never}[(w.seed+uint64(k))%2]))
		}
	}
	x, _, err := w.driver.Build(ctx, &pass.Unit{IR: p.Clone()}, config)
	return x, err
}

// Thresholds that every number of iterations reaches, and none.
const (
	always = 0
	never  = 1 << 40
)

// thresholdsOf returns the thresholds that the passes leave in a program.
func (w *way) thresholdsOf(ctx context.Context, p *ir.Program) ([]string, error) {
	u := &pass.Unit{IR: p.Clone(), Target: w.target}
	until := w.driver.Until(gpu.Pipeline, pass.Soac, pass.Mem)
	if _, err := w.driver.Optimise(ctx, u, until, driver.Config{}); err != nil {
		return nil, err
	}
	var names []string
	seen := map[string]bool{}
	all := ir.Walker{Stm: func(s *ir.Stm) {
		if e, ok := s.Exp.(*ir.Enough); ok && !seen[e.Threshold] {
			seen[e.Threshold] = true
			names = append(names, e.Threshold)
		}
	}}
	all.Program(u.IR)
	return names, nil
}
