package suite

import (
	"cmp"
	"context"
	"fmt"
	"strings"

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
	var err error
	if config.Tune, err = w.tuning(ctx, p); err != nil {
		return nil, err
	}
	x, _, err := w.driver.Build(ctx, &pass.Unit{IR: p.Clone()}, config)
	return x, err
}

// tuning returns the settings of p's thresholds, none if they are not set.
func (w *way) tuning(ctx context.Context, p *ir.Program) ([]string, error) {
	if !w.thresholds {
		return nil, nil
	}
	names, err := w.thresholdsOf(ctx, p)
	var out []string
	for k, name := range names {
		out = append(out, fmt.Sprintf("%s=%d", name, []int64{always, never}[(w.seed+uint64(k))%2]))
	}
	return out, err
}

// tests returns the command that runs the test block of a program in FILE on the same way.
func (w *way) tests(ctx context.Context, s *Subject, by string, p *ir.Program) string {
	words := []string{"lamina test"}
	if s.Again != "" {
		words = append(words, s.Again)
	}
	if !strings.Contains(s.Again, "--plugins=") {
		words = append(words, "--plugins="+by)
	}
	words = append(words, "--backend "+s.Backend)
	if s.Device != "" {
		words = append(words, fmt.Sprintf("--device %s:%s", s.Backend, s.Device))
	}
	words = append(words, "--math "+string(cmp.Or(s.Math, target.Reproducible)))
	tuning, _ := w.tuning(ctx, p) // it was built with them
	for _, t := range tuning {
		words = append(words, "--tune "+t)
	}
	return strings.Join(append(words, "--pipeline '"+w.config.Pipeline+"'", "FILE"), " ")
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
