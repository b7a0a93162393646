package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/bisect"
	"github.com/lamina-lang/lamina/tools/lamina/internal/conformancecmd"
	"github.com/lamina-lang/lamina/tools/lamina/internal/passview"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

type bisectFlags struct {
	verb.CompileFlags
	verb.InputFlags
	entry  string
	wrong  string
	output string
}

func bisectCommand(t *tool) *cobra.Command {
	var f bisectFlags
	c := &cobra.Command{
		Use:   "bisect FILE",
		Short: "Find the pass, and the single rewrite in it, that makes a result wrong",
		Long: `Find which pass makes the result of a program (.fut or .lir, - is standard input) wrong, and which of
the pass's rewrites does: without that rewrite the result is right.

The program runs on the arguments in -i, or on those of the test blocks in it, in
the reference interpreters after each pass; its result before the first one is right.
If the interpreters agree after every pass and the backend does not, all rewrites of
the pipeline are searched for the one that makes the backend's result wrong. With
--wrong, a command says whether a program is wrong: it gets the name of a .lir file
with the result of the whole pipeline, as $1 or as an additional argument, and exits
with 0 if that is wrong.

Prints the pass, the number of the rewrite, what it changed, and how to repeat it.
Exits 1 if nothing is wrong.`,
		Example: `  lamina bisect program.fut
  lamina bisect program.fut -i arguments.in --pipeline inline,simplify,fuse
  lamina bisect program.fut --wrong './disagrees-on-my-gpu.sh'`,
		Args: verb.Exactly(1, "one program"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.bisect(c.Context(), args[0], &f)
		},
	}
	f.Command = c
	c.Flags().StringVarP(&f.Backend, "backend", "b", "", "the `backend` (default: wasm), or interp; lamina backends lists them")
	c.Flags().StringVarP(&f.Pipeline, "pipeline", "p", "", "passes to run instead of the backend's own, as in simplify,fuse or 'default, halve after fuse'")
	f.InputFlags.Register(c, "run on the arguments in this file")
	c.Flags().StringVarP(&f.entry, "entry", "e", "", "the entry point that takes the arguments of -i (default: main, or the only one)")
	c.Flags().StringVar(&f.wrong, "wrong", "", "a shell command that exits with 0 if the program in the .lir file that it gets as argument is wrong")
	c.Flags().StringVarP(&f.output, "output", "o", "", "write the reproducer to this file (default: a new one)")
	return c
}

func (t *tool) bisect(ctx context.Context, file string, f *bisectFlags) error {
	text, err := programs.Read(ctx, verb.Awaiting(ctx, t.In), file)
	if err != nil {
		return err
	}
	if file == programs.Stdin {
		file = programs.Name(text)
	}
	u, err := t.LoadText(ctx, file, text)
	if err != nil {
		return err
	}
	p, err := t.bisectPipeline(ctx, u, f)
	if err != nil {
		return err
	}
	t.Reproducer = f.output
	if f.wrong != "" {
		return t.bisectAll(ctx, u, p, f, nil, commandSays(f.wrong))
	}
	inputs, err := t.inputs(ctx, u, file, text, &f.InputFlags, f.entry)
	if err != nil {
		return err
	}
	baseline, err := meaning.Measure(ctx, u, inputs)
	if err != nil {
		return err
	}
	meansElse := func(ctx context.Context, u *pass.Unit) (string, error) {
		if u.Foreign() != "" { // only the next pass of the same plugin can remove it
			return "", nil
		}
		return described(ctx, baseline.Compare(ctx, u))
	}
	given := u.Clone()
	bar := t.Progress(len(p.Steps))
	for i, s := range p.Steps {
		if given.Next = nil; i+1 < len(p.Steps) {
			given.Next = p.Steps[i+1].Pass
		}
		bar.Describe(s.String())
		c, err := bisect.InStep(ctx, given, s, meansElse)
		if err != nil {
			return err
		}
		if c != nil {
			_ = bar.Clear()
			return t.found(c, driver.Config{Backend: f.Backend, Check: true, Inputs: inputs})
		}
		if err := advance(ctx, given, s); err != nil {
			return err
		}
		_ = bar.Add(1)
	}
	_ = bar.Clear()
	if f.Backend == driver.Interpreter || p.End != pass.Imp {
		return fmt.Errorf("nothing is wrong: the program means the same after each of %d passes", len(p.Steps))
	}
	return t.bisectAll(ctx, u, p, f, inputs, t.backendSays(f.Backend, baseline))
}

// bisectPipeline returns the pipeline to search.
func (t *tool) bisectPipeline(ctx context.Context, u *pass.Unit, f *bisectFlags) (*pass.Pipeline, error) {
	text := f.Pipeline
	if f.Backend != driver.Interpreter {
		b, err := t.Backends.Lookup(f.Backend)
		if err != nil {
			return nil, verb.Usage(fmt.Errorf("%w, %s", err, driver.Interpreter))
		}
		u.Target = b.Target().With(cmp.Or(f.Math.Mode, target.Reproducible)) // as the interpreters
		if !f.Command.Flags().Changed("pipeline") {
			text = t.From(b.Pipeline(), u.Level())
		}
	}
	text, err := t.Expand(text, f.Backend, u.Level())
	if err != nil {
		return nil, verb.Usage(err)
	}
	if text, err = t.WithThresholds(ctx, text, u, nil); err != nil {
		return nil, err
	}
	return t.Passes.Parse(text, u.Level())
}

// advance runs one step on u.
func advance(ctx context.Context, u *pass.Unit, s pass.Step) error {
	one, err := pass.Build(u.Level(), s)
	if err == nil {
		_, err = new(pass.Manager).Run(ctx, one, u)
	}
	return err
}

// described converts an error that describes a difference to its text.
func described(ctx context.Context, err error) (string, error) {
	if err == nil || ctx.Err() != nil {
		return "", ctx.Err()
	}
	return err.Error(), nil
}

// backendSays compares a backend's results with the baseline.
func (t *tool) backendSays(name string, baseline *meaning.Baseline) bisect.Wrong {
	return func(ctx context.Context, u *pass.Unit) (string, error) {
		b, err := t.Backends.Lookup(name)
		if err != nil {
			return "", err
		}
		x, err := conformancecmd.WithoutCache(b).Compile(ctx, u.Imp, backend.Options{})
		if err != nil {
			return described(ctx, fmt.Errorf("backend %s does not compile the program: %w", b.Name(), err))
		}
		defer x.Close()
		err = baseline.CompareRuns("backend "+b.Name(), func(in meaning.Input) meaning.Outcome {
			values, _, err := x.Run(ctx, in.Entry, in.Args)
			return meaning.Outcome{Values: values, Err: err}
		})
		return described(ctx, err)
	}
}

// commandSays runs a command on the program.
func commandSays(command string) bisect.Wrong {
	return func(ctx context.Context, u *pass.Unit) (string, error) {
		name, remove, err := temporary("lamina-bisect-*.lir", u.String())
		if err != nil {
			return "", err
		}
		defer remove()
		interesting, err := succeeds(ctx, command, name)
		if err != nil || !interesting {
			return "", err
		}
		return fmt.Sprintf("the command says so: %s", command), nil
	}
}

// succeeds reports whether a shell command exits with 0. The file's name replaces $1 in it,
// or is appended. The command's output is discarded.
func succeeds(ctx context.Context, command, file string) (bool, error) {
	script := command
	if !strings.Contains(command, "$1") {
		script += ` "$1"`
	}
	// What the command leaves in the temporary folder, such as reproducers, goes with it.
	folder, err := os.MkdirTemp(filepath.Dir(file), "t")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	cmd := exec.CommandContext(ctx, "sh", "-c", script, "sh", file)
	cmd.Env = append(os.Environ(), "TMPDIR="+folder)
	// Processes that the command starts end with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err == nil:
		return true, nil
	case !errors.As(err, &exit):
		return false, fmt.Errorf("running %s: %w", command, err)
	case exit.ExitCode() == 127 || exit.ExitCode() == 126:
		return false, fmt.Errorf("the shell cannot run %q (exit code %d); try it by hand: %s %s", command, exit.ExitCode(), command, file)
	}
	return false, nil
}

// temporary writes a temporary file; remove deletes it.
func temporary(pattern, text string) (name string, remove func(), err error) {
	f, err := os.CreateTemp("", pattern)
	if err != nil {
		return "", nil, err
	}
	_, err = f.WriteString(text)
	return f.Name(), func() { os.Remove(f.Name()) }, errors.Join(err, f.Close())
}

// bisectAll searches the rewrites of all passes.
func (t *tool) bisectAll(ctx context.Context, u *pass.Unit, p *pass.Pipeline, f *bisectFlags, inputs []meaning.Input, wrong bisect.Wrong) error {
	c, err := bisect.EndToEnd(ctx, u, p, wrong)
	switch {
	case err != nil:
		return err
	case c == nil:
		return fmt.Errorf("nothing is wrong, after any of %d passes or at the end", len(p.Steps))
	case c.Given == nil:
		fmt.Fprintf(t.Out, "the result is wrong even if no pass rewrites anything: a pass that lowers the program, or what runs it, is at fault: %s\n", c.Why)
		return nil
	}
	return t.found(c, driver.Config{Backend: f.Backend, Inputs: inputs})
}

// found reports the culprit.
func (t *tool) found(c *bisect.Culprit, config driver.Config) error {
	name := c.Step.Label()
	if c.Rewrite == 0 {
		fmt.Fprintf(t.Out, "pass %s makes the result wrong, before any of its %d rewrites: %s\n", name, c.Of, c.Why)
	} else {
		fmt.Fprintf(t.Out, "pass %s makes the result wrong in rewrite %d of %d: %s\n\nWhat that rewrite changed:\n", name, c.Rewrite, c.Of, c.Why)
		if _, err := t.Out.Write(passview.Diff(fmt.Sprintf("%s{rewrites=%d}", name, c.Rewrite-1), c.Right.String(), c.Step.String(), c.Left.String())); err != nil {
			return err
		}
	}
	if c.Pipeline != "" {
		fmt.Fprintf(t.Out, "\nThe passes with that rewrite the last one:\n  --pipeline '%s'\n", c.Pipeline)
		return nil
	}
	failure := &pass.Error{Step: c.Step.String(), Err: errors.New(strings.TrimPrefix(c.Why, "pass "+c.Step.String()+": "))}
	t.keepReproducer(&driver.Failure{Err: failure, Program: c.Given, Pipeline: c.Step.Text(), Config: config})
	return nil
}
