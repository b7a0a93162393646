// Package fuzz takes random programs through pipelines and compares what they
// mean before and after each pass, and on a backend at the end. It is behind
// `lamina fuzz` and the repository's own tests.
package fuzz

import (
	"context"
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// Config says what to run. Program number i is made from seed Seed + i.
type Config struct {
	Seed  uint64
	Count int
	// Generate makes a program of choices; generate.Program if it is nil.
	Generate func(*generate.Choices) (*ir.Program, []value.Value)
	Pipeline *pass.Pipeline // for programs at soac
	// Backend runs what the pipeline leaves, if that is imp; nil for none. Each
	// program gets a backend of its own, so that no cache of code grows.
	Backend func() backend.Backend
	// Machine is what passes compile for, where there is no backend to say it; the
	// embedded one if it is zero.
	Machine target.Target
	// Attempts are how many smaller programs are tried when one fails.
	Attempts int
	// Progress is called, if set, behind each program.
	Progress func()
}

// Failure is a program whose meaning a pass changed.
type Failure struct {
	Seed    uint64
	Step    string // the pass with its options, or "backend NAME"
	Why     string
	Program *ir.Program // made smaller: at soac, before any pass
	Args    []value.Value
	Before  string // the program before the pass, as text
	After   string // and behind it

	steps int // of the pipeline that kept the meaning
}

// entry is the entry point of generated programs.
const entry = "main"

// Run tries programs until one fails, which it makes smaller. The error is the
// context's.
func (c *Config) Run(ctx context.Context) (*Failure, error) {
	for i := range c.Count {
		seed := c.Seed + uint64(i)
		choices := generate.Seeded(seed)
		program, args := c.generate(choices)
		f := c.try(ctx, program, args)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f != nil {
			f = c.shrink(ctx, choices.Tape(), f)
			f.Seed, f.Before = seed, c.before(ctx, f)
			return f, ctx.Err()
		}
		if c.Progress != nil {
			c.Progress()
		}
	}
	return nil, nil
}

func (c *Config) generate(choices *generate.Choices) (*ir.Program, []value.Value) {
	if c.Generate != nil {
		return c.Generate(choices)
	}
	return generate.Program(choices)
}

// shrink looks for a smaller program that fails in the same step: first one that
// the generator makes of fewer and lesser choices, then one with less in it that
// nothing uses.
func (c *Config) shrink(ctx context.Context, tape []int, f *Failure) *Failure {
	still := func(program *ir.Program, args []value.Value) bool {
		smaller := c.try(ctx, program, args)
		if smaller == nil || smaller.Step != f.Step || ctx.Err() != nil {
			return false
		}
		f = smaller
		return true
	}
	generate.Shrink(tape, c.Attempts, func(tape []int) bool { return still(c.generate(generate.Replay(tape))) })
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

// try takes one program through the pipeline; nil if it keeps its meaning.
func (c *Config) try(ctx context.Context, program *ir.Program, args []value.Value) *Failure {
	want := meaning.Of(ctx, program, entry, args)
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
	fail := func(step, why string) *Failure {
		return &Failure{Step: step, Why: why, Program: program, Args: args, After: text(u), steps: len(report.Times)}
	}
	if err != nil {
		step := "the first pass"
		if e := (*pass.Error)(nil); errors.As(err, &e) {
			step = e.Step
		}
		return fail(step, err.Error())
	}
	if b == nil || u.Imp == nil {
		return nil
	}
	got := compiled(ctx, b, u, args)
	if want.Equal(got) {
		return nil
	}
	return fail("backend "+b.Name(), fmt.Sprintf("the interpreters give\n%v\nand the backend gives\n%v", want, got))
}

func (c *Config) machine(b backend.Backend) target.Target {
	switch {
	case b != nil:
		return b.Target()
	case c.Machine.Name != "":
		return c.Machine
	}
	return target.Embedded()
}

// before is the program that the failing step was given, as text.
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

// compiled is what the backend makes of a program.
func compiled(ctx context.Context, b backend.Backend, u *pass.Unit, args []value.Value) meaning.Outcome {
	x, err := b.Compile(ctx, u.Imp, backend.Options{})
	if err != nil {
		return meaning.Outcome{Err: fmt.Errorf("compiling: %w", err)}
	}
	defer x.Close()
	values, _, err := x.Run(ctx, entry, args)
	return meaning.Outcome{Values: values, Err: err}
}

// text is a unit as .lir.
func text(u *pass.Unit) string {
	if u.Imp != nil {
		return u.Imp.String()
	}
	return u.IR.String()
}

// String tells what failed and shows the program, its arguments, and what the
// pass made of it.
func (f *Failure) String() string {
	return fmt.Sprintf("%s changes the meaning of the program of seed %d: %s\n\nThe program, made smaller:\n%s\n-- before %s --\n%s\n-- after --\n%s",
		f.Step, f.Seed, f.Why, generate.Describe(f.Program, f.Args), f.Step, f.Before, f.After)
}
