package conformancecmd

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/conformance/fuzz"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/tools/lamina/internal/lookfor"
	"github.com/lamina-lang/lamina/tools/lamina/internal/reduce/finding"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

type fuzzFlags struct {
	command  *cobra.Command
	seed     uint64
	count    int
	passes   string
	backend  string
	attempts int

	like []string

	source  bool
	futhark string
	every   int
}

// FuzzCommand returns the verb fuzz.
func FuzzCommand(v *verb.Tool) *cobra.Command {
	t := &command{v}
	var f fuzzFlags
	c := &cobra.Command{
		Use:   "fuzz",
		Short: "Run passes on random programs and compare their meaning",
		Long: `Run passes on random programs, and compare their meaning before and after each pass,
in the reference interpreters, and on the backend at the end. Program number i is
generated from the seed S + i. The first program whose meaning changes is reduced and
printed with the pass and the command that repeats the failure; the exit code is then
1. Otherwise the number of rewrites that each pass of --passes made is printed, with a
warning where there were none: then little was tested. --like names examples of what the
pass looks for: the programs are made of them, with other constants, operators and
operands, and random programs get their constants.

With --source the programs are source text, which runs through the front end too, then
through the backend's pipeline on the backend and through the GPU pipeline in the
interpreters. Every tenth program has a mistake, and must be refused with an error at
its position. If there is a Futhark executable, results are compared with its. A program
on which two implementations disagree is reduced and written to the working folder.`,
		Example: `  lamina fuzz --seed 1 --count 2000
  lamina fuzz --source --count 500
  lamina fuzz --source --count 100 --futhark /usr/local/bin/futhark
  lamina fuzz --plugin ./halve --passes 'default, halve after fuse' --like testdata
  lamina fuzz --count 100 --passes extract-kernels,simplify,sequentialise,introduce-memory`,
		Args: verb.Exactly(0, "flags only"),
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
	c.Flags().StringArrayVar(&f.like, "like", nil, "make programs near the examples in this `file` or folder: programs, and archives (.txtar) that a pass is tested on; may be repeated")
	c.Flags().BoolVar(&f.source, "source", false, "make programs in the source language")
	c.Flags().StringVar(&f.futhark, "futhark", "", "with --source: the `file` of the Futhark executable to compare with, or none (default: the one on PATH)")
	c.Flags().IntVar(&f.every, "every", 1, "with --source: compare with Futhark if the seed is a multiple of this number")
	return c
}

func (t *command) fuzz(ctx context.Context, f *fuzzFlags) error {
	if f.count < 1 {
		return verb.Usagef("--count takes a number of 1 or more, not %d", f.count)
	}
	if len(f.like) > 0 && f.source {
		return verb.Usagef("--like goes without --source")
	}
	if f.command.Flags().Changed("futhark") || f.command.Flags().Changed("every") {
		return verb.Usagef("--futhark and --every are for --source")
	}
	config := fuzz.Config{Seed: f.seed, Count: f.count, Attempts: f.attempts}
	passes := f.passes
	if !f.command.Flags().Changed("passes") {
		b, err := t.Backends.Lookup("")
		if err != nil {
			return err
		}
		passes = b.Pipeline()
	}
	if f.backend != driver.Interpreter {
		b, err := t.Backends.Lookup(f.backend)
		if err != nil {
			return verb.Usage(fmt.Errorf("%w, %s", err, driver.Interpreter))
		}
		if !f.command.Flags().Changed("passes") {
			passes = b.Pipeline()
		}
		config.Backend = func() backend.Backend { return WithoutCache(b) }
	}
	passes, err := t.Expand(passes, f.backend, pass.Soac)
	if err != nil {
		return verb.Usage(err)
	}
	if config.Pipeline, err = t.Passes.Parse(passes, pass.Soac); err != nil {
		return verb.Usage(err)
	}
	examples, err := lookfor.Read(ctx, t.Driver, f.like...)
	if err != nil {
		return err
	}
	if examples = slices.DeleteFunc(examples, func(e generate.Example) bool { return e.Program.Level != ir.Soac }); len(examples) > 0 {
		config.Generate, config.Defined = examples.Generate, true
	} else if len(f.like) > 0 {
		return fmt.Errorf("%s: the examples are at later levels than soac, at which these programs begin; `lamina plugin check --like` takes them", strings.Join(f.like, ", "))
	}
	bar := t.Progress(f.count)
	config.Progress = func() { _ = bar.Add(1) }
	failure, err := config.Run(ctx)
	_ = bar.Clear()
	if err != nil {
		return err
	}
	if failure == nil {
		fmt.Fprintf(t.Out, "%d programs kept their meaning in %d passes\n", f.count, len(config.Pipeline.Steps))
		t.reportRewrites(f, &config)
		return nil
	}
	if failure, err = finding.Smaller(ctx, t.Passes, &config, failure); err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "%v\n\nRepeat it with: %s\n", failure, t.repeatFuzz(f, failure.Seed))
	return verb.ErrReported
}

// reportRewrites prints the number of rewrites of the passes that the user asked for: those of
// --passes, or of these the plugins' if the backend's own are among them.
func (t *command) reportRewrites(f *fuzzFlags, c *fuzz.Config) {
	if !f.command.Flags().Changed("passes") {
		return
	}
	var guests []int
	for i, s := range c.Pipeline.Steps {
		if p, ok := s.Pass.Home.(*host.Plugin); ok && !p.OfCompiler() {
			guests = append(guests, i)
		}
	}
	for i, s := range c.Pipeline.Steps {
		if len(guests) > 0 && !slices.Contains(guests, i) {
			continue
		}
		switch {
		case c.Rewrites[i] > 0:
			fmt.Fprintf(t.Out, "%s: %s\n", s, verb.Count(c.Rewrites[i], "rewrite"))
		case s.Pass.To == 0 && !s.Pass.Lowers:
			fmt.Fprintf(t.Out, "warning: %s made no rewrite, so little of it was tested: name examples of what it looks for with --like, or take more programs with --count\n", s)
		}
	}
}

// repeatFuzz returns the command that generates the program of a seed alone and tries it.
func (t *command) repeatFuzz(f *fuzzFlags, seed uint64) string {
	args := []string{"--seed", fmt.Sprint(seed), "--count", "1"}
	if f.source {
		args = append([]string{"--source"}, args...)
	}
	for _, name := range []string{"passes", "backend", "futhark"} {
		if c := f.command.Flags().Lookup(name); c.Changed {
			args = append(args, "--"+name, c.Value.String())
		}
	}
	for _, path := range f.like {
		args = append(args, "--like", path)
	}
	return t.Again("fuzz", args...)
}

// WithoutCache returns a backend that does not cache the code of random programs on disk.
func WithoutCache(b backend.Backend) backend.Backend {
	if b.Name() == wasm.Name {
		return wasm.NewWithCache("")
	}
	return b
}
