// Package fuzz runs random programs through pipelines and compares their meaning before and
// after each pass, and finally on a backend. `lamina fuzz` and the repository's tests use
// it.
package fuzz

import (
	"context"
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// Config says what to run. Program i is generated from seed Seed + i.
type Config struct {
	Seed  uint64
	Count int
	// Generate generates a program from choices; nil is generate.Program. With Defined,
	// programs that fail before the first pass are left out: nothing guards what they do.
	Generate func(*draw.Tape) (*ir.Program, []value.Value)
	Defined  bool
	Pipeline *pass.Pipeline // for programs at soac
	// Backend returns a backend to run the result of the pipeline, if that is imp; nil for
	// none. Each program gets a new backend, so that no code cache grows.
	Backend func() backend.Backend
	// Machine is the target of the passes if there is no backend; if zero, the embedded
	// one.
	Machine target.Target
	// Attempts bounds the number of candidates tried when reducing a failing program.
	Attempts int
	// Progress, if set, is called after each program.
	Progress func()

	// Rewrites counts, step by step, what Run's programs let the passes do.
	Rewrites []int
}

// Failure is a program whose meaning a pass changed.
type Failure struct {
	Seed    uint64
	Step    string // the pass with its options, or "backend NAME"
	Why     string
	Program *ir.Program // reduced: at soac, before any pass
	Args    []value.Value
	Before  string // the program before the pass, as text
	After   string // and after it
	Failed  bool   // the pass failed or panicked, and made nothing

	steps int // number of passes that preserved the meaning
}

// entry is the entry point of generated programs.
const entry = "main"

// Run tries programs until one fails, which it reduces. The error is the context's.
func (c *Config) Run(ctx context.Context) (*Failure, error) {
	c.Rewrites = make([]int, len(c.Pipeline.Steps))
	for i := range c.Count {
		seed := c.Seed + uint64(i)
		choices := draw.Seeded(seed)
		program, args := c.generate(choices)
		f := c.try(ctx, program, args)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f != nil {
			f = c.shrink(ctx, choices.Numbers(), f)
			f.Seed = seed
			c.Describe(ctx, f)
			return f, ctx.Err()
		}
		if c.Progress != nil {
			c.Progress()
		}
	}
	return nil, nil
}

func (c *Config) generate(choices *draw.Tape) (*ir.Program, []value.Value) {
	if c.Generate != nil {
		return c.Generate(choices)
	}
	return generate.Program(choices)
}

// shrink reduces a program that fails to a smaller one that fails in the same step: first
// by generating from fewer and smaller choices, then by removing unused code.
func (c *Config) shrink(ctx context.Context, tape []int, f *Failure) *Failure {
	still := func(program *ir.Program, args []value.Value) bool {
		smaller := c.Again(ctx, f, program, args)
		if smaller == nil {
			return false
		}
		f = smaller
		return true
	}
	draw.Shrink(tape, c.Attempts, func(tape []int) bool { return still(c.generate(draw.Replay(tape))) })
	for smaller := true; smaller; {
		smaller = false
		for _, p := range withoutUnused(f.Program) {
			if smaller = still(p, f.Args); smaller {
				break
			}
		}
	}
	return f
}

// Again tries a smaller program in place of that of a failure. It returns nil if that does
// not fail in the same step.
func (c *Config) Again(ctx context.Context, f *Failure, program *ir.Program, args []value.Value) *Failure {
	smaller := c.try(ctx, program, args)
	if smaller == nil || smaller.Step != f.Step || ctx.Err() != nil {
		return nil
	}
	smaller.Seed = f.Seed
	return smaller
}

// Describe sets the input of the failing step.
func (c *Config) Describe(ctx context.Context, f *Failure) { f.Before = c.before(ctx, f) }

// try runs one program through the pipeline; it returns nil if the meaning is preserved.
func (c *Config) try(ctx context.Context, program *ir.Program, args []value.Value) *Failure {
	want := meaning.Of(ctx, program, entry, args)
	if c.Defined && want.Err != nil {
		return nil
	}
	var b backend.Backend
	if c.Backend != nil {
		b = c.Backend()
	}
	u := &pass.Unit{IR: program.Clone(), Target: c.machine(b)}
	manager := pass.Manager{Check: (*pass.Unit).CheckStrictly, Validate: func(ctx context.Context, after *pass.Unit) error {
		if why := want.DiffersAfter(ctx, after, entry, args); why != "" {
			return errors.New(why)
		}
		return nil
	}}
	report, err := manager.Run(ctx, c.Pipeline, u)
	for i, t := range report.Times {
		c.Rewrites[i] += t.Rewrites
	}
	fail := func(step, why string) *Failure {
		return &Failure{Step: step, Why: why, Program: program, Args: args, After: text(u), steps: len(report.Times)}
	}
	if err != nil {
		step := "the first pass"
		if e := (*pass.Error)(nil); errors.As(err, &e) {
			step = e.Step
		}
		f := fail(step, pass.WithTrace(err))
		f.Failed = pass.Trace(err) != ""
		return f
	}
	if b == nil || u.Imp == nil {
		return nil
	}
	got := compiled(ctx, b, u, args)
	if want.Equal(got) || want.Err == nil && got.Err == nil && generate.Agree(program, want.Values, got.Values) {
		return nil
	}
	return fail("backend "+b.Name(), fmt.Sprintf("the interpreters give\n%v\nand the backend gives\n%v", want, got))
}

func (c *Config) machine(b backend.Backend) target.Target {
	switch {
	case b != nil:
		return b.Target().With(target.Reproducible)
	case c.Machine.Name != "":
		return c.Machine
	}
	return target.Embedded()
}

// before returns the input of the failing step, as text.
func (c *Config) before(ctx context.Context, f *Failure) string {
	var b backend.Backend
	if c.Backend != nil {
		b = c.Backend()
	}
	u := &pass.Unit{IR: f.Program.Clone(), Target: c.machine(b)}
	for _, step := range c.Pipeline.Steps[:f.steps] {
		one, err := pass.Build(u.Level(), step)
		if err == nil {
			_, err = new(pass.Manager).Run(ctx, one, u)
		}
		if err != nil {
			return err.Error()
		}
	}
	return text(u)
}

// compiled returns the outcome of a program on the backend.
func compiled(ctx context.Context, b backend.Backend, u *pass.Unit, args []value.Value) meaning.Outcome {
	x, err := b.Compile(ctx, u.Imp, backend.Options{})
	if err != nil {
		return meaning.Outcome{Err: fmt.Errorf("compiling: %w", err)}
	}
	defer x.Close()
	values, _, err := x.Run(ctx, entry, args)
	return meaning.Outcome{Values: values, Err: err}
}

// text returns a unit as .lir.
func text(u *pass.Unit) string {
	if u.Imp != nil {
		return u.Imp.String()
	}
	return u.IR.String()
}

// String describes the failure, with the program, its arguments, and the pass's result.
func (f *Failure) String() string {
	does, after := "changes the meaning of", fmt.Sprintf("\n-- after --\n%s", f.After)
	if f.Failed {
		does, after = "fails on", ""
	}
	return fmt.Sprintf("%s %s the program of seed %d: %s\n\nThe program, made smaller:\n%s\n-- before %s --\n%s%s",
		f.Step, does, f.Seed, f.Why, generate.Describe(f.Program, f.Args), f.Step, f.Before, after)
}
