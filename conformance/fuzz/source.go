package fuzz

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/conformance/generate/draw"
	generated "github.com/lamina-lang/lamina/conformance/generate/source"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// Source runs random programs in the source language through the front end, and the
// resulting IR through pipelines. An invalid program must be refused, with an error at its
// mistake. The meaning of a valid program is what the value interpreter computes for the
// front end's IR; it must be the same after each pass that changes the level, in the
// interpreters of mem and imp, and on the backend.
type Source struct {
	Seed  uint64
	Count int
	Ways  []Way
	// Referee, if set, is another implementation of the language. It is consulted about
	// every program whose seed is a multiple of Every.
	Referee Referee
	Every   int
	// Attempts bounds the number of candidates tried when reducing a failing program.
	Attempts int
	// Thorough compares meanings after every pass. Without it, that is done only for a
	// program that fails, to name the pass.
	Thorough bool
	// Progress, if set, is called after each program.
	Progress func()

	// Checks counts the compared runs, and the programs refused as they must be.
	Checks int
	// Stricter counts the programs that only the referee refuses, for reasons that are not in
	// the language's rules (stricter).
	Stricter int
}

// Referee is another implementation of the source language.
type Referee interface {
	// Check returns why a program is refused, or "".
	Check(ctx context.Context, text string) (string, error)
	// Run returns the results of main, or the program's failure.
	Run(ctx context.Context, text string, args []value.Value) ([]value.Value, error)
}

// SourceFailure is a source program that a way computes wrongly.
type SourceFailure struct {
	Seed    uint64
	Step    string
	Why     string
	Program *generated.Program
}

// String describes the failure, with the program and its arguments as a test block.
func (f *SourceFailure) String() string {
	return fmt.Sprintf("seed %d, %s: %s\n\n%s", f.Seed, f.Step, f.Why, f.File())
}

// File returns the program with its arguments in a test block.
func (f *SourceFailure) File() string {
	args := ""
	for _, a := range f.Program.Args {
		args += " " + a.String()
	}
	return fmt.Sprintf("-- ==\n-- input {%s }\n\n%s", args, f.Program.Text)
}

// Run tries programs until one fails, which it reduces. The error is the context's or the
// referee's.
func (c *Source) Run(ctx context.Context) (*SourceFailure, error) {
	for i := range uint64(c.Count) {
		seed := c.Seed + i
		choices := draw.Seeded(seed)
		invalid := generated.Invalid(seed)
		program := generated.New(choices, invalid)
		asked := c.Referee != nil && seed%uint64(max(c.Every, 1)) == 0
		f, err := c.try(ctx, program, asked)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("seed %d: %w", seed, err)
		}
		if f != nil {
			f = c.shrink(ctx, choices.Numbers(), f, asked)
			f.Seed = seed
			return f, ctx.Err()
		}
		if c.Progress != nil {
			c.Progress()
		}
	}
	return nil, nil
}

// shrink reduces the program to a smaller one that fails in the same step.
func (c *Source) shrink(ctx context.Context, tape []int, f *SourceFailure, asked bool) *SourceFailure {
	invalid := f.Program.Mistake != nil
	limited, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	draw.Shrink(tape, c.Attempts, func(tape []int) bool {
		p := generated.New(draw.Replay(tape), invalid)
		smaller, err := c.try(limited, p, asked)
		if err != nil || smaller == nil || smaller.Step != f.Step || limited.Err() != nil {
			return false
		}
		f = smaller
		return true
	})
	return f
}

// Fails runs one program and returns its failure, or nil.
func (c *Source) Fails(ctx context.Context, p *generated.Program) (*SourceFailure, error) {
	return c.try(ctx, p, c.Referee != nil)
}

// shrinkTime bounds the time spent on reducing a failing program.
const shrinkTime = time.Minute

// The steps of a failure that are not passes.
const (
	frontEnd = "the front end"
	referee  = "the referee"
	checker  = "the referee's checker"
)

// Disputed reports whether implementations disagree on the validity of the program. Nothing
// says whether a reduced program should be valid, so it is not reduced.
func (f *SourceFailure) Disputed() bool {
	return f.Step == frontEnd || f.Step == checker || f.Program.Mistake != nil
}

func (c *Source) try(ctx context.Context, p *generated.Program, asked bool) (*SourceFailure, error) {
	fail := func(step, format string, args ...any) *SourceFailure {
		return &SourceFailure{Step: step, Why: fmt.Sprintf(format, args...), Program: p}
	}
	if asked && p.Mistake != nil {
		why, err := c.Referee.Check(ctx, p.Text)
		if err != nil {
			return nil, err
		}
		if why == "" {
			return fail(checker, "%s: %s; it is accepted", p.Mistake.Kind, p.Mistake.Reason), nil
		}
	}
	program, err := compile(ctx, p.Text)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if p.Mistake != nil {
		c.Checks++
		if why := refused(p, err); why != "" {
			return fail(frontEnd, "%s: %s; %s", p.Mistake.Kind, p.Mistake.Reason, why), nil
		}
		return nil, nil
	}
	if err != nil {
		return fail(frontEnd, "a valid program is refused: %v", err), nil
	}
	if f := program.Fun(entry); f == nil || f.Entry == nil {
		return fail(frontEnd, "there is no entry point %s", entry), nil
	}
	want := meaning.Outcome{Steps: manySteps}
	want.Values, want.Err = interp.Value(ctx, program, entry, p.Args, littleWork)
	if errors.Is(want.Err, interp.ErrStopped) {
		return nil, ctx.Err()
	}
	if want.Broken() {
		return fail("the interpreter of values", "the program is broken: %v", want.Err), nil
	}
	for _, w := range c.Ways {
		step, why := w.differs(ctx, program, p.Args, want, c.Thorough, &c.Checks)
		if step != "" {
			return fail(w.Name+": "+step, "%s", why), ctx.Err()
		}
	}
	if asked {
		got, err := c.Referee.Run(ctx, p.Text, p.Args)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c.Checks++
		if err != nil {
			why, err := c.Referee.Check(ctx, p.Text)
			if err == nil && stricter(why) {
				c.Stricter++
				return nil, nil
			}
			if why != "" || err != nil {
				return fail(checker, "a valid program is refused: %s", why), err
			}
		}
		if why := disagrees(want, got, err); why != "" {
			return fail(referee, "%s", why), nil
		}
	}
	return nil, nil
}

// stricter reports whether a referee's message is one that Futhark's checker also gives for valid
// programs. It takes each result of a loop whose body begins with a let for an alias of the others
// and of all initial values, and refuses a loop that consumes one initial value if two others may
// alias each other; that the memory of such programs is right is seen by running them. And it loses
// sizes of main's parameters where loops in maps carry rows.
func stricter(message string) bool {
	return slices.ContainsFunc([]string{
		"but this was consumed at", "which is not consumable", "aliases other consumed loop parameter",
		"Return value for consuming loop parameter", "Argument passed for consuming parameter is self-aliased",
		"Cannot generalise type of \"main\"",
	}, func(part string) bool { return strings.Contains(message, part) })
}

// littleWork is far below the interpreters' limits after passes (package meaning): a
// program that exceeds it is skipped, and one that exceeds those limits later is wrong.
var littleWork = interp.Options{MaxSteps: 200_000, MaxBytes: 1 << 26}

// manySteps suffice after passes, also where a GPU's groups of threads do what little there is.
const manySteps = 400_000_000

// compile runs the front end and converts a panic into an error.
func compile(ctx context.Context, text string) (p *ir.Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return fut.Compile(ctx, "generated.fut", []byte(text))
}

// refused returns what is wrong with how an invalid program was refused, or "".
func refused(p *generated.Program, err error) string {
	var at *source.Error
	switch {
	case err == nil:
		return "it is accepted"
	case !errors.As(err, &at) || at.Stack != "":
		return fmt.Sprintf("the error has no position: %v", err)
	case at.Pos.Line < p.Mistake.First || at.Pos.Line > p.Mistake.Last:
		return fmt.Sprintf("the error is not in lines %d to %d: %v", p.Mistake.First, p.Mistake.Last, err)
	}
	return ""
}

// tolerance is the relative error allowed for the referee's floats: it folds in another
// order.
const tolerance = 1e-9

// disagrees describes how another implementation's results differ.
func disagrees(want meaning.Outcome, got []value.Value, err error) string {
	if want.Err != nil || err != nil {
		if want.Err != nil && err != nil {
			return ""
		}
		return fmt.Sprintf("here it is\n%v\nand there\n%v", want, meaning.Outcome{Values: got, Err: err})
	}
	same := slices.EqualFunc(want.Values, got, func(x, y value.Value) bool { return value.Compare(x, y, tolerance) == nil })
	if same {
		return ""
	}
	return fmt.Sprintf("here it is\n%v\nand there\n%v", want.Values, got)
}
