package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

type optFlags struct {
	verb.CompileFlags
	validate bool
	remarks  bool
	verb.InputFlags
	entry      string
	reproducer string
}

func optCommand(t *tool) *cobra.Command {
	var f optFlags
	c := &cobra.Command{
		Use:   "opt FILE",
		Short: "Run passes on a program and print the result",
		Long: `Run a pipeline on a program (.fut or .lir, or - for standard input) and print the result as .lir, which
every command can read. Without --pipeline the passes are the backend's own. Passes'
remarks go to standard error; with --remarks only they are printed, on standard output:
what was done, and why each remaining copy is needed.

A pass that fails, leaves an ill-formed program (--check), changes what the program
means (--validate) or is nondeterministic (--twice) is named, and a reproducer is
written: a .lir file with the pass's input, preceded by the pipeline, the options and
the inputs. --reproduce REPRODUCER, without a program, runs a reproducer; with a
program, it says where to write one.

--validate runs the reference interpreters on the program before the first pass and
after each: on the arguments in -i, or on those of the test blocks in the program.`,
		Example: `  lamina opt --pipeline simplify,fuse examples/lud.fut
  lamina opt --print-after=extract-kernels,introduce-memory examples/lud.fut
  lamina opt --validate --twice --print-changed examples/center.fut
  lamina opt --remarks examples/lud.fut
  lamina opt --html passes.html examples/center.fut
  lamina opt --reproduce lamina-reproducer-1.lir`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 && f.reproducer != "" {
				return nil
			}
			return verb.Exactly(1, "one program")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return t.reproduce(c.Context(), f.reproducer, &f)
			}
			return t.opt(c.Context(), args[0], &f)
		},
	}
	f.CompileFlags.Register(c)
	f.Schedule.Register(c)
	c.Flags().BoolVar(&f.validate, "validate", false, "run the interpreters after each pass, and demand that the program keeps its meaning")
	c.Flags().BoolVar(&f.remarks, "remarks", false, "print the passes' remarks instead of the program")
	f.InputFlags.Register(c, "validate on the arguments in this file")
	c.Flags().StringVarP(&f.entry, "entry", "e", "", "the entry point that takes the arguments of -i (default: main, or the only one)")
	c.Flags().StringVar(&f.reproducer, "reproduce", "", "with a program: write a reproducer to this file if a pass fails; without: run the reproducer in it")
	return c
}

func (t *tool) opt(ctx context.Context, file string, f *optFlags) error {
	text, err := programs.Read(ctx, verb.Awaiting(ctx, t.In), file)
	if err != nil {
		return err
	}
	if file == programs.Stdin {
		file = programs.Name(text)
	}
	t.Reproducer = f.reproducer
	if f.reproducer == "" {
		return t.optText(ctx, file, text, f)
	}
	err = t.optText(ctx, file, text, f)
	var failed *driver.Failure
	if !errors.As(err, &failed) {
		// The reproducer written in case the process dies is no longer needed.
		return errors.Join(err, removeIfThere(f.reproducer))
	}
	return err
}

func removeIfThere(file string) error {
	if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// optText runs the passes on a program.
func (t *tool) optText(ctx context.Context, file string, text []byte, f *optFlags) error {
	u, err := t.loadTested(ctx, file, text)
	if err != nil {
		return err
	}
	if err := f.Schedule.Prescribe(ctx, u); err != nil {
		return err
	}
	config, b, err := f.Compilation(t.Tool)
	if err != nil {
		return err
	}
	u.Target = b.Target()
	if !config.Custom {
		config.Pipeline = t.From(b.Pipeline(), u.Level())
	}
	if f.validate {
		if config.Inputs, err = t.inputs(ctx, u, file, text, &f.InputFlags, f.entry); err != nil {
			return err
		}
	}
	if err := f.beforehand(t, u, config); err != nil {
		return err
	}
	report, err := t.Optimise(ctx, u, config.Pipeline, config)
	if err := errors.Join(err, f.Report(t.Tool, file, report)); err != nil {
		return err
	}
	to := t.Err
	if f.remarks {
		to = t.Out
	}
	for _, r := range u.Remarks {
		if _, err := fmt.Fprintln(to, r); err != nil {
			return err
		}
	}
	if f.remarks {
		return nil
	}
	_, err = io.WriteString(t.Out, u.String())
	return err
}

// inputs returns the inputs for a program: the arguments in a file, or those of the
// program's test blocks.
func (t *tool) inputs(ctx context.Context, u *pass.Unit, file string, text []byte, from *verb.InputFlags, entry string) ([]meaning.Input, error) {
	if from.Input != "" {
		entry, err := driver.Entry(u, entry)
		if err != nil {
			return nil, err
		}
		args, err := t.Arguments(ctx, from, verb.WantedBy(u, entry))
		return []meaning.Input{{Name: from.Input, Entry: entry, Args: args}}, err
	}
	inputs, err := runner.Inputs(u, file, text)
	if err == nil && len(inputs) == 0 {
		err = fmt.Errorf("%s has no test block with inputs; name a file of arguments with -i", file)
	}
	return inputs, err
}

// beforehand writes a reproducer of the whole pipeline, if one was asked for, in case a
// pass kills the process.
func (f *optFlags) beforehand(t *tool, u *pass.Unit, c driver.Config) error {
	if f.reproducer == "" || f.Command.Flags().NArg() == 0 {
		return nil
	}
	whole := &driver.Failure{
		Err:     &pass.Error{Step: c.Pipeline, Err: errors.New("the process died in one of these")},
		Program: u, Pipeline: c.Pipeline, Config: c,
	}
	if f.reproducer == programs.Stdin { // it is written if a pass fails
		return nil
	}
	return verb.WriteFile(f.reproducer, func(w io.Writer) error { return t.printReproducer(w, whole) })
}
