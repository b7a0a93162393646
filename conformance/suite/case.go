// Package suite holds the conformance suite: what every backend must do, as cases that can
// be run on any backend, including those of other modules. Package certify runs them.
//
// A case's expected result comes from a formula, from the table of scalar operators
// (core/scalar, whose tests compare it with docs/semantics.md) or from the file that
// contains the case, never from a backend.
package suite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// Case tests one thing that a backend must do.
type Case struct {
	Suite string
	Name  string // unique in the suite
	// Needs lists what the device must have: element types (f64), "large" (arrays of more
	// than 2^24 elements), and other tags of suites.
	Needs []string
	// OfFile says that the case is a test block: the name up to the last slash consists of
	// the file and its entry point.
	OfFile bool
	// Math is the mode for floats in which the case holds; "" is any: the subject's.
	Math target.Math
	// Run runs the case; nil means that it passes.
	Run func(ctx context.Context, s *Subject) error
}

// On runs the case on a subject, in the mode in which it holds.
func (c *Case) On(ctx context.Context, s *Subject) error {
	in := *s
	in.Math = cmp.Or(c.Math, s.Math, target.Reproducible)
	return c.Run(ctx, &in)
}

// ID returns the case's name: SUITE/NAME.
func (c *Case) ID() string { return c.Suite + "/" + c.Name }

// Subject is a device of a backend on which cases run.
type Subject struct {
	Driver  *driver.Driver
	Backend string // a backend of the driver, or driver.Interpreter
	Device  string // in the backend's naming; "" is its choice
	// Math is the mode for floats of cases that hold in any; "" is target.Reproducible.
	Math target.Math
	// Again are the flags, as text, that the command that repeats a case needs.
	Again string
	// Pipeline is the pipeline for the interpreters.
	Pipeline string
	// Transport returns Driver with passes that are guests, reached by process or wasm; nil
	// if there are none.
	Transport func(name string) (*driver.Driver, error)
	// Smaller, if not nil, edits a generated program and its arguments to make them smaller as long
	// as they fail, and returns the smallest.
	Smaller Smaller
	// Coverage, if not nil, records what generated programs reach.
	Coverage Coverage
}

// Smaller makes a program and its arguments smaller as long as they fail. The passes may help.
type Smaller func(ctx context.Context, passes *pass.Registry, program *ir.Program, args []value.Value, fails func(*ir.Program, []value.Value) bool) (*ir.Program, []value.Value, error)

// Build compiles a program; name ends in .fut or .lir.
func (s *Subject) Build(ctx context.Context, name, text string) (backend.Executable, error) {
	u, err := s.Driver.LoadText(ctx, name, []byte(text))
	if err != nil {
		return nil, err
	}
	return s.compile(ctx, u)
}

func (s *Subject) compile(ctx context.Context, u *pass.Unit) (backend.Executable, error) {
	x, _, err := s.Driver.Build(ctx, u, driver.Config{
		Backend: s.Backend, Pipeline: s.Driver.From(s.Pipeline, u.Level()), Custom: s.Backend == driver.Interpreter,
		Math: s.Math, Run: backend.Options{Device: s.Device},
	})
	return x, err
}

// Run compiles what an entry point of a program needs, and calls it.
func (s *Subject) Run(ctx context.Context, name, text, entry string, args ...value.Value) ([]value.Value, error) {
	u, err := s.Driver.LoadText(ctx, name, []byte(text))
	if err != nil {
		return nil, err
	}
	return s.call(ctx, u, entry, args...)
}

// call is Run for a loaded program. It changes u.
func (s *Subject) call(ctx context.Context, u *pass.Unit, entry string, args ...value.Value) ([]value.Value, error) {
	driver.Only(u, entry)
	x, err := s.compile(ctx, u)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	results, _, err := x.Run(ctx, entry, args)
	return results, err
}

// gives returns a case whose entry point main must return these values, bit for bit.
func gives(suite, name, text string, args, want func() []value.Value, needs ...string) *Case {
	return &Case{Suite: suite, Name: name, Needs: needs, Run: func(ctx context.Context, s *Subject) error {
		got, err := s.Run(ctx, fileOf(text), text, "main", args()...)
		if err != nil {
			return fmt.Errorf("the run: %w", err)
		}
		return same(want(), got)
	}}
}

// fails returns a case whose entry point main must fail with a message that matches.
func fails(suite, name, text, pattern string, args ...value.Value) *Case {
	return &Case{Suite: suite, Name: name, Run: func(ctx context.Context, s *Subject) error {
		_, err := s.Run(ctx, fileOf(text), text, "main", args...)
		return failedWith(err, pattern)
	}}
}

// fileOf returns a file name for the text of a program.
func fileOf(text string) string {
	if strings.HasPrefix(text, "lamina ") {
		return "case.lir"
	}
	return "case.fut"
}

// failedWith checks that a run ended in a failure of the program that matches.
func failedWith(err error, pattern string) error {
	var failure *fault.Failure
	switch {
	case err == nil:
		return fmt.Errorf("expected an error that matches %q, but the run succeeded", pattern)
	case !errors.As(err, &failure):
		return fmt.Errorf("expected an error of the program that matches %q, got another kind of error: %w", pattern, err)
	case !regexp.MustCompile(pattern).MatchString(err.Error()):
		return fmt.Errorf("expected an error that matches %q, got: %w", pattern, err)
	}
	return nil
}

// same compares values bit by bit; all NaNs are equal.
func same(want, got []value.Value) error {
	if len(want) != len(got) {
		return fmt.Errorf("expected %d values, got %d", len(want), len(got))
	}
	for i := range want {
		if value.Equal(want[i], got[i]) {
			continue
		}
		return &difference{i, want[i], got[i]}
	}
	return nil
}

// difference is the error of a result that differs from the expected one.
type difference struct {
	result    int
	want, got value.Value
}

func (d *difference) Error() string {
	return fmt.Sprintf("result %d: %v", d.result, value.CompareBits(d.want, d.got))
}

// values returns a function that always returns the same values.
func values(vs ...value.Value) func() []value.Value {
	return func() []value.Value { return vs }
}

// suites lists the suites in the order in which they run.
var suites = []struct {
	name  string
	cases func() []*Case
}{
	{"device", device},
	{"numerics", numerics},
	{"sizes", sizes},
	{"layouts", layouts},
	{"atomics", atomics},
	{"kernels", kernels},
	{"errors", failing},
	{"memory", memory},
	{"concurrency", concurrency},
	{"language", language},
	{"regressions", regression},
	{"zoo", zooPrograms},
}

// Suites lists the names of the suites.
func Suites() []string {
	var names []string
	for _, s := range suites {
		names = append(names, s.name)
	}
	return names
}

// All lists the cases of the named suites; without names, of all.
func All(names ...string) []*Case {
	var out []*Case
	for _, s := range suites {
		if len(names) == 0 || slices.Contains(names, s.name) {
			out = append(out, s.cases()...)
		}
	}
	return out
}
