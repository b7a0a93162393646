package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/librarycmd"
	"github.com/lamina-lang/lamina/tools/lamina/internal/passview"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
)

// compileFlags are the flags of every verb that runs a pipeline.
type compileFlags struct {
	command    *cobra.Command
	backend    string
	pipeline   string
	custom     bool // pipeline replaces the backend's own
	check      bool
	tune       []string
	math       mathFlag
	printAfter []string
	changed    bool
	times      bool
	twice      bool
	html       string
	schedule   scheduleFlag

	page *passview.Page // filled while passes run, if html is set
}

func (f *compileFlags) register(c *cobra.Command) {
	f.command = c
	c.Flags().StringVarP(&f.backend, "backend", "b", "", "the `backend` (default: wasm); lamina backends lists them")
	c.Flags().StringVarP(&f.pipeline, "pipeline", "p", "", "passes to run instead of the backend's own, as in simplify,fuse; default stands for the backend's own, as in 'default, halve after fuse'")
	registerTune(c, &f.tune)
	f.math.register(c)
	c.Flags().BoolVar(&f.check, "check", false, "check the program after every pass")
	c.Flags().StringSliceVar(&f.printAfter, "print-after", nil, "print the program after these passes, or after all, on standard error; simplify#2 is the second run of simplify")
	c.Flags().BoolVar(&f.changed, "print-changed", false, "print what each pass changed, as a diff, on standard error")
	c.Flags().BoolVar(&f.times, "time-passes", false, "print how long each pass took, on standard error")
	c.Flags().StringVar(&f.html, "html", "", "write a page for a browser to this file: the program after each pass, side by side")
	c.Flags().BoolVar(&f.twice, "twice", false, "run each pass twice, and fail if it does not make the same program both times")
}

// registerTune registers the flag --tune.
func registerTune(c *cobra.Command, settings *[]string) {
	c.Flags().StringArrayVar(settings, "tune", nil, "set a threshold between versions of a computation, as `name=value`, or those in a file, as @FILE; may be repeated. Before that, those in FILE.tuning beside the program, which lamina autotune writes, are set, if it has them; off leaves them out")
}

// scheduleFlag is the flag --schedule: the file of a schedule, or "".
type scheduleFlag string

func (f *scheduleFlag) register(c *cobra.Command) {
	c.Flags().StringVar((*string)(f), "schedule", "", "compile by the schedule in this `file`, as lamina dump --schedule prints it; docs/schedules.md")
}

// prescribe prescribes of u, which was loaded, what the schedule says, if there is one.
func (f scheduleFlag) prescribe(ctx context.Context, u *pass.Unit) error {
	if f == "" {
		return nil
	}
	return driver.Prescribe(ctx, u, string(f))
}

// one refuses a schedule for other than one program.
func (f scheduleFlag) one(files []string) error {
	if f != "" && len(files) != 1 {
		return usagef("--schedule is of one program, not of %d", len(files))
	}
	return nil
}

// on makes the targets compile their one program by the schedule, which has to fit it.
func (f scheduleFlag) on(ctx context.Context, t *tool, targets []runner.Target, files []string, texts map[string][]byte) error {
	if err := f.one(files); err != nil || f == "" {
		return err
	}
	for i := range targets {
		targets[i].Schedule = string(f)
	}
	file := files[0]
	if driver.IsUntyped(file) { // its test blocks' arguments give it types
		return nil
	}
	text, known := texts[file]
	if !known {
		var err error
		if text, err = programs.Read(ctx, awaiting(ctx, t.In), file); err != nil {
			return err
		}
	}
	u, err := t.LoadText(ctx, file, text)
	if err != nil {
		return err
	}
	return f.prescribe(ctx, u)
}

// observers returns the observers that the flags ask for.
func (f *compileFlags) observers(t *tool) ([]pass.Observer, error) {
	var out []pass.Observer
	switch {
	case slices.Equal(f.printAfter, []string{"all"}):
		out = append(out, &passview.Printer{To: t.Err, All: true})
	case len(f.printAfter) > 0:
		for _, name := range f.printAfter {
			pass, _, _ := strings.Cut(name, "#")
			if _, err := t.Passes.Find(pass); err != nil {
				return nil, usagef("--print-after: %w", err)
			}
		}
		out = append(out, &passview.Printer{To: t.Err, Named: f.printAfter})
	}
	if f.changed {
		out = append(out, &passview.Changes{To: t.Err})
	}
	if f.html != "" {
		f.page = &passview.Page{}
		out = append(out, f.page)
	}
	return out, nil
}

// report prints what the flags ask for after the passes ran or failed.
func (f *compileFlags) report(t *tool, file string, r pass.Report) error {
	var pageErr, timesErr error
	if f.page != nil {
		if filepath.Ext(file) != ".lir" {
			if f.page.Source = t.fromStdin; f.page.Source == "" {
				f.page.Source = cited(file)
			}
		}
		pageErr = t.save(f.html, func(w io.Writer) error { return f.page.Write(w, filepath.Base(file)) })
	}
	if f.times && len(r.Times) > 0 {
		timesErr = passview.Times(t.Err, r)
	}
	return errors.Join(pageErr, timesErr)
}

// config returns the driver's configuration according to the flags.
func (f *compileFlags) config(t *tool) (driver.Config, error) {
	if err := t.reserve(f.html); err != nil {
		return driver.Config{}, err
	}
	observers, err := f.observers(t)
	return driver.Config{
		Backend:   f.backend,
		Pipeline:  strings.TrimSpace(f.pipeline),
		Custom:    f.custom || f.command.Flags().Changed("pipeline"),
		Check:     f.check,
		Tune:      f.tune,
		Math:      f.math.mode,
		Twice:     f.twice,
		Observers: observers,
	}, err
}

// compilation returns the configuration and the backend that the flags name.
func (f *compileFlags) compilation(t *tool) (driver.Config, backend.Backend, error) {
	if err := t.knownBackend(f.backend); err != nil {
		return driver.Config{}, nil, err
	}
	config, err := f.config(t)
	if err != nil {
		return config, nil, err
	}
	b, err := t.Backends.Lookup(f.backend)
	return config, b, err
}

// mathFlag is the flag --math.
type mathFlag struct{ mode target.Math }

func (f *mathFlag) register(c *cobra.Command) {
	c.Flags().Var(f, "math", "how floats combine in reductions, scans and histograms: reproducible, bit for bit as on any machine, or fast, in any order (default: the backend's choice)")
}

// String returns the mode, "" for the backend's choice.
func (f *mathFlag) String() string { return string(f.mode) }

// Set takes the name of a mode.
func (f *mathFlag) Set(name string) error {
	mode, err := target.ParseMath(name)
	f.mode = mode
	return err
}

// Type is how help shows the value.
func (f *mathFlag) Type() string { return "mode" }

// on sets the mode of the targets.
func (f *mathFlag) on(targets []runner.Target) {
	for i := range targets {
		targets[i].Math = f.mode
	}
}

// libraryCommand is the verb that writes libraries of programs.
func libraryCommand(t *tool) *cobra.Command {
	var f librarycmd.Flags
	var config driver.Config
	var math mathFlag
	var schedule scheduleFlag
	c := librarycmd.Command(&f)
	c.Args = exactly(1, "one program")
	c.RunE = func(c *cobra.Command, args []string) error {
		config.Math = math.mode
		return t.library(c.Context(), args[0], config, schedule, &f)
	}
	registerTune(c, &config.Tune)
	c.Flags().BoolVar(&config.Check, "check", false, "check the program after every pass")
	math.register(c)
	schedule.register(c)
	return c
}

func (t *tool) library(ctx context.Context, file string, config driver.Config, schedule scheduleFlag, f *librarycmd.Flags) error {
	if err := f.Check(); err != nil {
		return usageError{err}
	}
	if info, err := os.Stat(f.Folder); err == nil && !info.IsDir() {
		return fmt.Errorf("writing the library: %s is a file; name a folder with -o", f.Folder)
	}
	text, err := programs.Read(ctx, awaiting(ctx, t.In), file)
	if err != nil {
		return err
	}
	if file == programs.Stdin {
		file = programs.Name(text)
	}
	u, err := t.loadTested(ctx, file, text)
	if err != nil {
		return err
	}
	if err := schedule.prescribe(ctx, u); err != nil {
		return err
	}
	files, err := librarycmd.Files(ctx, t.Driver, file, u, config, f)
	if err != nil {
		return err
	}
	return writeLibrary(f.Folder, files)
}
