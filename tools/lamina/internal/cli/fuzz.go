package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/fuzz"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
)

type fuzzFlags struct {
	command  *cobra.Command
	seed     uint64
	count    int
	passes   string
	backend  string
	attempts int

	source  bool
	futhark string
	every   int
}

func fuzzCommand(t *tool) *cobra.Command {
	var f fuzzFlags
	c := &cobra.Command{
		Use:   "fuzz",
		Short: "Run passes on random programs and compare their meaning",
		Long: `Run passes on random programs, and compare their meaning before and after each pass,
in the reference interpreters, and on the backend at the end. Program number i is
generated from the seed S + i. The first program whose meaning changes is reduced and
printed with the pass and the command that repeats the failure; the exit code is then
1.

With --source the programs are source text, which runs through the front end too, then
through the backend's pipeline on the backend and through the GPU pipeline in the
interpreters. Every tenth program has a mistake, and must be refused with an error at
its position. If there is a Futhark executable, results are compared with its. A program
on which two implementations disagree is reduced and written to the working folder.`,
		Example: `  lamina fuzz --seed 1 --count 2000
  lamina fuzz --source --count 500
  lamina fuzz --source --count 100 --futhark /usr/local/bin/futhark
  lamina fuzz --count 100 --passes extract-kernels,simplify,sequentialise,introduce-memory`,
		Args: exactly(0, "flags only"),
		RunE: func(c *cobra.Command, _ []string) error {
			if f.source {
				return t.fuzzSource(c.Context(), &f)
			}
			return t.fuzz(c.Context(), &f)
		},
	}
	f.command = c
	c.Flags().Uint64VarP(&f.seed, "seed", "s", 0, "the seed of the first program")
	c.Flags().IntVarP(&f.count, "count", "n", 100, "the number of programs")
	c.Flags().StringVarP(&f.passes, "passes", "p", "", "passes to run instead of the backend's own, as in simplify,fuse")
	c.Flags().StringVarP(&f.backend, "backend", "b", "", "the backend that runs what the passes leave (default: wasm), or interp for none")
	c.Flags().IntVar(&f.attempts, "attempts", 5000, "the number of smaller programs to try when one fails")
	c.Flags().BoolVar(&f.source, "source", false, "make programs in the source language")
	c.Flags().StringVar(&f.futhark, "futhark", "", "with --source: the `file` of the Futhark executable to compare with, or none (default: the one on PATH)")
	c.Flags().IntVar(&f.every, "every", 1, "with --source: compare with Futhark if the seed is a multiple of this number")
	return c
}

func (t *tool) fuzz(ctx context.Context, f *fuzzFlags) error {
	if f.count < 1 {
		return usagef("--count takes a number of 1 or more, not %d", f.count)
	}
	if f.command.Flags().Changed("futhark") || f.command.Flags().Changed("every") {
		return usagef("--futhark and --every are for --source")
	}
	config := fuzz.Config{Seed: f.seed, Count: f.count, Attempts: f.attempts}
	passes := f.passes
	again := fmt.Sprintf(" --passes '%s'", passes)
	if !f.command.Flags().Changed("passes") {
		b, err := t.Backends.Lookup("")
		if err != nil {
			return err
		}
		passes, again = b.Pipeline(), ""
	}
	if f.backend != driver.Interpreter {
		b, err := t.Backends.Lookup(f.backend)
		if err != nil {
			return usageError{fmt.Errorf("%w, %s", err, driver.Interpreter)}
		}
		if again == "" {
			passes = b.Pipeline()
		}
		config.Backend = func() backend.Backend { return withoutCache(b) }
	}
	if f.backend != "" {
		again += " --backend " + f.backend
	}
	var err error
	if config.Pipeline, err = t.Passes.Parse(passes, pass.Soac); err != nil {
		return usageError{err}
	}
	bar := t.progress(f.count)
	config.Progress = func() { _ = bar.Add(1) }
	failure, err := config.Run(ctx)
	_ = bar.Clear()
	if err != nil {
		return err
	}
	if failure == nil {
		fmt.Fprintf(t.Out, "%d programs kept their meaning in %d passes\n", f.count, len(config.Pipeline.Steps))
		return nil
	}
	fmt.Fprintf(t.Out, "%v\n\nRepeat it with: lamina fuzz --seed %d --count 1%s\n", failure, failure.Seed, again)
	return errReported
}

// withoutCache returns a backend that does not cache the code of random programs on disk.
func withoutCache(b backend.Backend) backend.Backend {
	if b.Name() == wasm.Name {
		return wasm.NewWithCache("")
	}
	return b
}
