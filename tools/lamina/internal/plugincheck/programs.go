package plugincheck

import (
	"context"
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/tools/lamina/internal/reduce/finding"
)

// at returns the examples from which programs for a level are made: those at the level, and
// those at soac, which other passes take there.
func (c *Config) at(l pass.Level) generate.Examples {
	var out generate.Examples
	for _, e := range c.Examples {
		if at := (&pass.Unit{IR: e.Program}).Level(); at == l || at == pass.Soac {
			out = append(out, e)
		}
	}
	return out
}

// tried says how many programs a pass gets at a level.
func (c *Config) tried(l pass.Level) string {
	if n := len(c.at(l)); n > 0 {
		return fmt.Sprintf("%d programs and %d near %d examples", c.Programs, perExample*c.Programs, n)
	}
	return fmt.Sprintf("%d programs", c.Programs)
}

// perExample is the number of programs near examples for each random one: they are small, and
// every second of them has lost what the pass looks for.
const perExample = 5

// trial is a pass under test at a level.
type trial struct {
	*Config
	plugin  *host.Plugin
	backend backend.Backend
	pass    *pass.Pass
	level   pass.Level

	rewrites int
}

// onPrograms runs a pass on programs at a level, random ones and such near examples, and
// returns the number of its rewrites. The first on which it fails is made smaller.
func (c *Config) onPrograms(ctx context.Context, p *host.Plugin, q *pass.Pass, l pass.Level) (rewrites int, err error) {
	b, err := c.Driver.Backends.Lookup("")
	if err != nil {
		return 0, err
	}
	t := &trial{Config: c, plugin: p, backend: b, pass: q, level: l}
	kinds := []struct {
		name     string
		generate func(*draw.Tape) (*ir.Program, []value.Value)
		count    int
		defined  bool
	}{{"random program", generate.Program, c.Programs, false}}
	if near := c.at(l); len(near) > 0 {
		kinds = slices.Insert(kinds, 0, kinds[0])
		kinds[0].name, kinds[0].generate, kinds[0].count, kinds[0].defined = "program near an example,", near.Like, perExample*c.Programs, true
		kinds[1].generate = near.Program
	}
	for _, kind := range kinds {
		for seed := range uint64(kind.count) {
			program, args := kind.generate(draw.Seeded(seed))
			problem := t.try(ctx, program, args, kind.defined)
			if ctx.Err() != nil {
				return t.rewrites, ctx.Err()
			}
			if problem != nil {
				return t.rewrites, fmt.Errorf("on %s %d: %w", kind.name, seed, t.smaller(ctx, program, args, problem, kind.defined))
			}
		}
	}
	return t.rewrites, nil
}

// problem is a fault of a pass.
type problem struct {
	kind string
	err  error
}

func (p *problem) Error() string { return p.err.Error() }

func (p *problem) Unwrap() error { return p.err }

// try runs the pass on a program that other passes take to its level. With defined, programs
// that fail before are left out: nothing guards what they do.
func (t *trial) try(ctx context.Context, program *ir.Program, args []value.Value, defined bool) *problem {
	u := &pass.Unit{IR: program.Clone(), Target: t.backend.Target()}
	if u.Level() < t.level {
		before := t.Driver.Until(t.backend.Pipeline(), u.Level(), t.level)
		if _, err := t.Driver.Optimise(ctx, u, before, driver.Config{}); err != nil {
			return &problem{"before", fmt.Errorf("taking a program there: %w", err)}
		}
	}
	want := meaning.OfUnit(ctx, &pass.Unit{IR: program, Target: u.Target}, generate.EntryPoint, args)
	if defined && want.Err != nil {
		return nil
	}
	manager := pass.Manager{Check: (*pass.Unit).Check, Twice: true}
	pipeline := &pass.Pipeline{Steps: []pass.Step{{Pass: t.pass, Options: t.pass.Defaults()}}, Start: t.level}
	report, err := manager.Run(ctx, pipeline, u)
	if err != nil {
		return &problem{"fails", err}
	}
	for _, s := range report.Times {
		t.rewrites += s.Rewrites
	}
	if why := want.DiffersAfter(ctx, u, generate.EntryPoint, args); why != "" {
		return &problem{"meaning", fmt.Errorf("it changes the meaning: %s", why)}
	}
	return nil
}

// smaller makes the program smaller as long as the pass fails in the same way, and returns
// the error that shows it, with the program as a .lir with a test block.
func (t *trial) smaller(ctx context.Context, program *ir.Program, args []value.Value, found *problem, defined bool) error {
	made := t.rewrites
	program, args, err := finding.Program(ctx, t.Driver.Passes, program, args, func(p *ir.Program, args []value.Value) bool {
		again := t.try(ctx, p, args, defined)
		if again == nil || again.kind != found.kind || ctx.Err() != nil {
			return false
		}
		found = again
		return true
	})
	t.rewrites = made
	if err != nil {
		return err
	}
	return fmt.Errorf("%w\nRepeat it with: %s\nThe program, made smaller:\n%s", found, t.Again(t.plugin), generate.Describe(program, args))
}
