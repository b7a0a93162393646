package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/profile"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/resident"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

type runFlags struct {
	verb.CompileFlags
	entry string
	verb.InputFlags
	output   string
	format   string
	profile  bool
	validate bool
	threads  int
	device   string
}

func runCommand(t *tool) *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "Run an entry point on values read from a file or standard input",
		Long: `Run an entry point of a program (.fut, .apl, .tail, .dpia, .fcl or .lir, or - for
standard input).

Its arguments are read from standard input, or from the file that -i names: in
text, Futhark's binary format or .npy, optionally gzipped. Results
go to standard output, or to the file that -o names.`,
		Example: `  lamina run examples/lud.fut -i examples/data/lud-64.in
  echo '[1f32, 2f32]' | lamina run --backend interp sum.fut
  lamina run --schedule schedule.txt examples/matmul.fut -i examples/data/matmul.in`,
		Args: verb.Exactly(1, "one program"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.run(c.Context(), args[0], &f)
		},
	}
	f.CompileFlags.Register(c)
	f.Schedule.Register(c)
	c.Flags().StringVarP(&f.entry, "entry", "e", "", "the entry point (default: main, or the only one)")
	f.InputFlags.Register(c, "read the arguments from this file")
	c.Flags().StringVarP(&f.output, "output", "o", "", "write the results to this file")
	c.Flags().StringVar(&f.format, "format", "text", "how to write the results: text, binary or npy")
	c.Flags().BoolVar(&f.profile, "profile", false, "print where the time went, on standard error")
	c.Flags().BoolVar(&f.validate, "validate", false, "run the interpreters after each pass, and demand that the program keeps its meaning")
	verb.RegisterDevice(c, &f.device)
	c.Flags().IntVar(&f.threads, "threads", 0, "the maximum number of threads (default: all cores)")
	return c
}

func (t *tool) run(ctx context.Context, file string, f *runFlags) (err error) {
	device, err := verb.ChooseDevice(&f.Backend, f.device)
	if err != nil {
		return err
	}
	if err := t.KnownBackend(f.Backend); err != nil {
		return err
	}
	format, err := value.ParseFormat(f.format)
	if err != nil {
		return verb.Usage(err)
	}
	if file == programs.Stdin && !f.Named() {
		return verb.Usagef("standard input holds the program, so the arguments come from a file: name it with -i")
	}
	if f.threads < 0 {
		return verb.Usagef("--threads takes a number of threads, or 0 for all cores, not %d", f.threads)
	}
	if f.Html == programs.Stdin && (f.output == "" || f.output == programs.Stdin) {
		return verb.Usagef("standard output holds the results: name a file for the page, or for them with -o")
	}
	if f.output != programs.Stdin {
		if err := verb.Writable(f.output); err != nil {
			return err
		}
	}
	asBefore := collectRarely()
	defer asBefore()
	u, given, err := t.loadFor(ctx, file, f)
	if err != nil {
		return err
	}
	if err := f.Schedule.Prescribe(ctx, u); err != nil {
		return err
	}
	entry, err := driver.Entry(u, f.entry)
	if err != nil {
		return err
	}
	driver.Only(u, entry)
	wanted := verb.WantedBy(u, entry)
	config, err := f.Config(t.Tool)
	if err != nil {
		return err
	}
	config.Run = backend.Options{Threads: f.threads, Profile: f.profile, Device: device}
	args := given
	if f.validate && !driver.IsUntyped(file) { // reads the arguments before the first pass runs
		if args, err = t.Arguments(ctx, &f.InputFlags, wanted); err != nil {
			return err
		}
	}
	if f.validate {
		config.Inputs = []meaning.Input{{Name: "the arguments", Entry: entry, Args: args}}
	}
	resident.Trim()
	config.Prepare = func(*pass.Unit) error {
		resident.Trim()
		return nil
	}
	x, passes, err := t.Build(ctx, u, config)
	if err := errors.Join(err, f.Report(t.Tool, file, passes)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	asBefore()
	if err := t.settle(); err != nil {
		return err
	}
	if !f.validate && !driver.IsUntyped(file) {
		if args, err = t.Arguments(ctx, &f.InputFlags, wanted); err != nil {
			return err
		}
	}
	results, report, err := x.Run(ctx, entry, args)
	if f.profile {
		verb.PrintProfile(t.Err, passes, report)
	}
	if err != nil {
		return t.runError(file, err)
	}
	return t.write(ctx, f.output, format, results)
}

// loadFor loads a program to be run. In a language without types it is compiled for its
// arguments, which are read before and returned.
func (t *tool) loadFor(ctx context.Context, file string, f *runFlags) (*pass.Unit, []value.Value, error) {
	if !driver.IsUntyped(file) {
		u, err := t.load(ctx, file)
		return u, nil, err
	}
	text, err := source.ReadFile(ctx, file)
	if err != nil {
		return nil, nil, fmt.Errorf("reading the program: %w", err)
	}
	args, err := t.Arguments(ctx, &f.InputFlags, verb.Wanted{})
	if err != nil {
		return nil, nil, err
	}
	if args, err = driver.Plain(args); err != nil {
		return nil, nil, err
	}
	u, err := t.LoadCalls(ctx, file, text, []driver.Call{{Entry: f.entry, Args: args}})
	if err != nil {
		return nil, nil, err
	}
	entry, err := driver.Entry(u, f.entry)
	if err != nil {
		return nil, nil, err
	}
	args, err = driver.Converted(args, driver.ParamTypes(u, entry))
	return u, args, err
}

// loadTested loads a program; in a language without types, for the first arguments that its
// test blocks give each entry point.
func (t *tool) loadTested(ctx context.Context, file string, text []byte) (*pass.Unit, error) {
	if !driver.IsUntyped(file) {
		return t.LoadText(ctx, file, text)
	}
	calls, err := runner.Calls(file, text)
	if err != nil {
		return nil, err
	}
	return t.LoadCalls(ctx, file, text, calls)
}

// collectRarely lets the heap grow to four times the live memory between collections, which
// otherwise take a quarter of the time of compiling a large program. It returns a function
// that restores the setting: compiling needs little memory, but running a program may need
// much.
func collectRarely() (asBefore func()) {
	before := debug.SetGCPercent(300)
	return func() { debug.SetGCPercent(before) }
}

// settle ends what only compiling needed, before a program takes memory of its own.
func (t *tool) settle() error {
	if err := t.ClosePlugins(); err != nil {
		return err
	}
	resident.Trim()
	return nil
}

// runError adds the program to a failure, and the line of the source where it happened.
func (t *tool) runError(file string, err error) error {
	var failure *fault.Failure
	var invalid *fault.Invalid
	switch {
	case errors.As(err, &failure):
		shown := *failure
		if len(shown.Trace) > 0 {
			shown.Excerpt = t.excerpt(shown.Trace[0])
		}
		return fmt.Errorf("%s: Error: %w", file, &shown)
	case errors.As(err, &invalid):
		return err
	}
	return fmt.Errorf("running %s: %w", file, err)
}

// excerpt shows a line of a program, or nothing if that cannot be read.
func (t *tool) excerpt(pos source.Pos) string {
	return source.Excerpt(&source.File{Name: pos.File, Text: t.text(pos.File)}, pos)
}

// text returns the text that positions in a file are of: what was read from standard input, or what is cited.
func (t *tool) text(file string) string {
	if t.FromStdin != "" && file == programs.Name([]byte(t.FromStdin)) {
		return t.FromStdin
	}
	return verb.Cited(file)
}

// write writes results to the named file, completely or not at all, or to standard output.
func (t *tool) write(ctx context.Context, file string, format value.Format, results []value.Value) error {
	if file == "" {
		file = programs.Stdin
	}
	return t.Save(file, func(w io.Writer) error { return value.Write(verb.Until{Ctx: ctx, To: w}, format, results...) })
}

// profileFlags are the flags of `lamina profile`.
type profileFlags struct {
	backend, device, entry string
	pipeline               string
	tune                   []string
	math                   verb.MathFlag
	verb.InputFlags
	threads, runs int
	output        string
	command       *cobra.Command
}

func profileCommand(t *tool) *cobra.Command {
	var f profileFlags
	f.command = profile.Command(&f.output, &f.runs)
	c := f.command
	c.Args = verb.Exactly(1, "one program")
	c.RunE = func(c *cobra.Command, args []string) error { return t.profile(c.Context(), args[0], &f) }
	c.Flags().StringVarP(&f.backend, "backend", "b", "", "the `backend` (default: wasm); lamina backends lists them")
	c.Flags().StringVarP(&f.pipeline, "pipeline", "p", "", "passes to run instead of the backend's own, as in simplify,fuse")
	verb.RegisterTune(c, &f.tune)
	c.Flags().StringVarP(&f.entry, "entry", "e", "", "the entry point (default: main, or the only one)")
	c.Flags().IntVar(&f.threads, "threads", 0, "the maximum number of threads (default: all cores)")
	f.math.Register(c)
	f.InputFlags.Register(c, "read the arguments from this file")
	verb.RegisterDevice(c, &f.device)
	return c
}

// profile measures an entry point, and tells where its time goes.
func (t *tool) profile(ctx context.Context, file string, f *profileFlags) (err error) {
	device, err := verb.ChooseDevice(&f.backend, f.device)
	if err != nil {
		return err
	}
	switch {
	case f.runs < 1:
		return verb.Usagef("--runs takes a number of 1 or more, not %d", f.runs)
	case f.threads < 0:
		return verb.Usagef("--threads takes a number of threads, or 0 for all cores, not %d", f.threads)
	case f.backend == driver.Interpreter:
		return verb.Usagef("the interpreters are not profiled: name another backend")
	case file == programs.Stdin && !f.Named():
		return verb.Usagef("standard input holds the program, so the arguments come from a file: name it with -i")
	}
	if err := errors.Join(t.KnownBackend(f.backend), t.Reserve(f.output)); err != nil {
		return err
	}
	u, args, err := t.loadFor(ctx, file, &runFlags{entry: f.entry, InputFlags: f.InputFlags})
	if err != nil {
		return err
	}
	entry, err := driver.Entry(u, f.entry)
	if err != nil {
		return err
	}
	driver.Only(u, entry)
	if !driver.IsUntyped(file) {
		if args, err = t.Arguments(ctx, &f.InputFlags, verb.WantedBy(u, entry)); err != nil {
			return err
		}
	}
	var plan *profile.Plan
	x, _, err := t.Build(ctx, u, driver.Config{
		Backend: f.backend, Pipeline: f.pipeline, Custom: f.command.Flags().Changed("pipeline"), Tune: f.tune, Math: f.math.Mode,
		Prepare: func(u *pass.Unit) (err error) {
			plan, err = profile.Instrument(u, entry)
			return err
		},
		Run: backend.Options{Threads: f.threads, Profile: true, Device: device},
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	p, err := plan.Measure(ctx, x, entry, args, f.runs)
	if err != nil {
		return t.runError(file, err)
	}
	p.Backend = cmp.Or(f.backend, "wasm")
	lines := newSources(t.text)
	if f.output != "" {
		err := t.Save(f.output, func(w io.Writer) error {
			return p.WritePage(w, lines.line, func(file string) []string { return strings.Split(strings.TrimSuffix(t.text(file), "\n"), "\n") })
		})
		if err != nil {
			return err
		}
	}
	return p.Write(t.Out, lines.line)
}
