// Command steps builds and tests the repository, step by step; tools/test runs it.
//
// A step is a row of the table in steps.go. A step's output is passed on immediately; while
// a step is silent, a line every few seconds reports its progress. The first step that
// fails ends the run with exit code 1; an interrupt ends it immediately.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:])
	var usage *usageError
	switch {
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "tools/test: %v\n", err)
		os.Exit(2)
	case err != nil:
		fmt.Fprintf(os.Stderr, "\ntools/test: %v\n", err)
		os.Exit(1)
	}
}

// usageError is a mistake in the command line.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

// options holds the options of the command line.
type options struct {
	steps   []*step
	install consent
	help    bool
}

func parse(args []string) (*options, error) {
	o := &options{install: ask}
	for _, arg := range args {
		switch {
		case arg == "--help" || arg == "-h":
			o.help = true
		case arg == "--install":
			o.install = always
		case arg == "--no-install":
			o.install = never
		case groups[arg] != nil:
			o.steps = append(o.steps, members(arg)...)
		default:
			s := find(arg)
			if s == nil {
				return nil, &usageError{fmt.Sprintf("there is no step %q; the steps are %s, and the groups %s",
					arg, strings.Join(names(), ", "), strings.Join(groupNames(), ", "))}
			}
			o.steps = append(o.steps, s)
		}
	}
	if len(o.steps) == 0 {
		o.steps = members("quick")
	}
	return o, nil
}

func run(ctx context.Context, args []string) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	if o.help {
		help(os.Stdout)
		return nil
	}
	if err := provide(ctx, os.Stdout, o.steps, o.install); err != nil {
		return err
	}
	out := newProgress(os.Stdout)
	defer out.stop()
	r := &runner{ctx: ctx, out: out}
	type result struct {
		name, summary string
		took          time.Duration
	}
	var done []result
	begin := time.Now()
	for i, s := range o.steps {
		start := time.Now()
		out.begin(fmt.Sprintf("[%d/%d] %s", i+1, len(o.steps), s.name), s.summary)
		r.result = ""
		if err := s.run(r); err != nil {
			out.stop()
			if ctx.Err() != nil {
				return fmt.Errorf("step %s was interrupted", s.name)
			}
			return fmt.Errorf("step %s failed after %s: %w\nRepeat it alone with: ./tools/test %s",
				s.name, time.Since(start).Round(time.Second), err, s.name)
		}
		done = append(done, result{s.name, r.result, time.Since(start).Round(100 * time.Millisecond)})
	}
	out.begin("All steps passed", time.Since(begin).Round(time.Second).String())
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, d := range done {
		fmt.Fprintf(table, "%s\t%s\t%s\n", d.name, d.took, d.summary)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if r.passed+r.failed > 0 {
		fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", r.passed, r.failed, r.skipped)
	}
	return nil
}

func help(w io.Writer) {
	fmt.Fprint(w, `usage: tools/test [GROUP | STEP]… [--install | --no-install]

Builds and tests the repository. Without arguments it runs the quick group: two minutes,
no root, nothing to install beyond Go.

Groups:
`)
	table := tabwriter.NewWriter(w, 2, 0, 2, ' ', 0)
	for _, g := range groupNames() {
		fmt.Fprintf(table, "  %s\t%s\n", g, strings.Join(groups[g], " "))
	}
	table.Flush()
	fmt.Fprint(w, "\nSteps:\n")
	for _, s := range steps {
		fmt.Fprintf(table, "  %s\t%s\n", s.name, s.summary)
	}
	table.Flush()
	fmt.Fprintf(w, `
Some steps use Debian packages. What is missing is listed before anything runs, and on a
terminal, as root, the script asks whether to install it; --install installs without
asking, and so does CI (where the variable CI is set). A step that can do without a
package skips the tests that need it, and prints the reason.

Variables:
  LAMINA_FUZZTIME=10m   time for each fuzz target
  LAMINA_PROGRAMS=5000  generated programs for the steps programs, sources and hunt

Examples:
  tools/test                    the quick check
  tools/test all                everything that CI runs
  tools/test format vet test    three steps
`)
}

// runner runs the commands of a step.
type runner struct {
	ctx context.Context
	out *progress
	// result is the step's entry in the final table.
	result                  string
	passed, failed, skipped int
}

func groupNames() []string {
	var out []string
	for name := range groups {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
