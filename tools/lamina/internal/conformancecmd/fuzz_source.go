package conformancecmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/conformance/futhark"
	"github.com/lamina-lang/lamina/conformance/fuzz"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
	"github.com/lamina-lang/lamina/tools/lamina/internal/reduce"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// reduceTime bounds the time spent on reducing a failing source program.
const reduceTime = time.Minute

// fuzzSource runs random source programs through the front end and the pipelines of the
// backend and of GPUs.
func (t *command) fuzzSource(ctx context.Context, f *fuzzFlags) error {
	if f.count < 1 {
		return verb.Usagef("--count takes a number of 1 or more, not %d", f.count)
	}
	config := &fuzz.Source{Seed: f.seed, Count: f.count, Attempts: f.attempts, Every: f.every}
	if err := t.sourceWays(f, config); err != nil {
		return err
	}
	asked, err := askedFuthark(f, config)
	if err != nil {
		return err
	}
	bar := t.Progress(f.count)
	config.Progress = func() { _ = bar.Add(1) }
	failure, err := config.Run(ctx)
	_ = bar.Clear()
	if err != nil {
		return err
	}
	if failure == nil {
		if config.Stricter > 0 {
			asked += fmt.Sprintf(", and refused %d for reasons that are not in the rules", config.Stricter)
		}
		fmt.Fprintf(t.Out, "%d source programs, %d checks, no difference%s\n", f.count, config.Checks, asked)
		return nil
	}
	if failure, err = smallerSource(ctx, config, failure); err != nil {
		return err
	}
	file := fmt.Sprintf("difference-%d.fut", failure.Seed)
	err = verb.WriteFile(file, func(w io.Writer) error {
		_, err := io.WriteString(w, failure.File())
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "%v\n\nThe program is in %s. The one that it comes from is made and tried again with:\n  %s\n",
		failure, file, t.repeatFuzz(f, failure.Seed))
	return verb.ErrReported
}

// sourceWays sets the pipelines that the flags select: a single one, or the backend's own
// and that of GPUs, which ends at the imp interpreter.
func (t *command) sourceWays(f *fuzzFlags, config *fuzz.Source) error {
	var run func() backend.Backend
	passes, machine := f.passes, target.Target{}
	if f.backend != driver.Interpreter {
		b, err := t.Backends.Lookup(f.backend)
		if err != nil {
			return verb.Usage(fmt.Errorf("%w, %s", err, driver.Interpreter))
		}
		run = func() backend.Backend { return WithoutCache(b) }
		if passes == "" {
			passes = b.Pipeline()
		}
	} else if passes == "" {
		b, err := t.Backends.Lookup("")
		if err != nil {
			return err
		}
		passes = b.Pipeline()
	}
	add := func(name, passes string, run func() backend.Backend, machine target.Target) error {
		passes, err := t.Expand(passes, f.backend, pass.Soac)
		if err != nil {
			return verb.Usage(err)
		}
		p, err := t.Passes.Parse(passes, pass.Soac)
		if err != nil {
			return verb.Usage(err)
		}
		config.Ways = append(config.Ways, fuzz.Way{Name: name, Pipeline: p, Backend: run, Machine: machine})
		return nil
	}
	if err := add("the pipeline", passes, run, machine); err != nil {
		return err
	}
	if f.passes != "" {
		return nil
	}
	return add("the pipeline of GPUs", gpu.Pipeline, nil, target.GPU())
}

// askedFuthark finds the executable to compare results with, and describes how often it is
// used.
func askedFuthark(f *fuzzFlags, config *fuzz.Source) (string, error) {
	if f.futhark == "none" {
		return "", nil
	}
	x := futhark.Executable(f.futhark)
	if f.futhark == "" {
		var there bool
		if x, there = futhark.Find(); !there {
			return "; there is no futhark on PATH to compare with", nil
		}
	} else if _, err := os.Stat(f.futhark); err != nil {
		return "", verb.Usagef("--futhark: %w", err)
	}
	config.Referee = x
	if f.every < 1 {
		return "", verb.Usagef("--every takes a number of 1 or more, not %d", f.every)
	}
	return fmt.Sprintf("; Futhark was asked about every %s", ordinal(f.every)), nil
}

func ordinal(n int) string {
	if n == 1 {
		return "one"
	}
	return fmt.Sprintf("%dth", n)
}

// smallerSource removes bindings and expressions from a failing program as long as it fails
// in the same step.
func smallerSource(ctx context.Context, config *fuzz.Source, failure *fuzz.SourceFailure) (*fuzz.SourceFailure, error) {
	if failure.Disputed() {
		return failure, nil
	}
	tree, err := fut.ParseTree("generated.fut", failure.Program.Text)
	if err != nil {
		return failure, nil
	}
	still := func(ctx context.Context, text string) (bool, error) {
		p := *failure.Program
		p.Text = text
		smaller, err := config.Fails(ctx, &p)
		if err != nil || smaller == nil || smaller.Step != failure.Step {
			return false, err
		}
		smaller.Seed = failure.Seed
		failure = smaller
		return true, nil
	}
	if same, err := still(ctx, tree.Text()); err != nil || !same {
		return failure, err
	}
	limited, cancel := context.WithTimeout(ctx, reduceTime)
	defer cancel()
	r := &reduce.Reducer{
		Valid: func(text string) bool {
			_, err := fut.Compile(limited, "generated.fut", []byte(text))
			return err == nil
		},
		Interesting: still,
		Tried:       func() {},
		Better:      func(string) error { return nil },
	}
	if err := r.Run(limited, tree); err != nil && limited.Err() == nil {
		return nil, err
	}
	return failure, ctx.Err()
}
