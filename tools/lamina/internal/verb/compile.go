package verb

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/passview"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/spf13/cobra"
)

// CompileFlags are the flags of every verb that runs a pipeline.
type CompileFlags struct {
	Command    *cobra.Command
	Backend    string
	Pipeline   string
	Custom     bool // pipeline replaces the backend's own
	Check      bool
	tune       []string
	Math       MathFlag
	printAfter []string
	changed    bool
	times      bool
	Twice      bool
	Html       string
	Schedule   ScheduleFlag

	page *passview.Page // filled while passes run, if html is set
}

// Register adds the flags to c.
func (f *CompileFlags) Register(c *cobra.Command) {
	f.Command = c
	c.Flags().StringVarP(&f.Backend, "backend", "b", "", "the `backend` (default: wasm); lamina backends lists them")
	c.Flags().StringVarP(&f.Pipeline, "pipeline", "p", "", "passes to run instead of the backend's own, as in simplify,fuse; default stands for the backend's own, as in 'default, halve after fuse'")
	RegisterTune(c, &f.tune)
	f.Math.Register(c)
	c.Flags().BoolVar(&f.Check, "check", false, "check the program after every pass")
	c.Flags().StringSliceVar(&f.printAfter, "print-after", nil, "print the program after these passes, or after all, on standard error; simplify#2 is the second run of simplify")
	c.Flags().BoolVar(&f.changed, "print-changed", false, "print what each pass changed, as a diff, on standard error")
	c.Flags().BoolVar(&f.times, "time-passes", false, "print how long each pass took, on standard error")
	c.Flags().StringVar(&f.Html, "html", "", "write a page for a browser to this file: the program after each pass, side by side")
	c.Flags().BoolVar(&f.Twice, "twice", false, "run each pass twice, and fail if it does not make the same program both times")
}

// RegisterTune registers the flag --tune.
func RegisterTune(c *cobra.Command, settings *[]string) {
	c.Flags().StringArrayVar(settings, "tune", nil, "set a threshold between versions of a computation, as `name=value`, or those in a file, as @FILE; may be repeated. Before that, those in FILE.tuning beside the program, which lamina autotune writes, are set, if it has them; off leaves them out")
}

// ScheduleFlag is the flag --schedule: the file of a schedule, or "".
type ScheduleFlag string

// Register adds the flag to c.
func (f *ScheduleFlag) Register(c *cobra.Command) {
	c.Flags().StringVar((*string)(f), "schedule", "", "compile by the schedule in this `file`, as lamina dump --schedule prints it; docs/schedules.md")
}

// Prescribe prescribes of u, which was loaded, what the schedule says, if there is one.
func (f ScheduleFlag) Prescribe(ctx context.Context, u *pass.Unit) error {
	if f == "" {
		return nil
	}
	return driver.Prescribe(ctx, u, string(f))
}

// One refuses a schedule for other than one program.
func (f ScheduleFlag) One(files []string) error {
	if f != "" && len(files) != 1 {
		return Usagef("--schedule is of one program, not of %d", len(files))
	}
	return nil
}

// On makes the targets compile their one program by the schedule, which has to fit it.
func (f ScheduleFlag) On(ctx context.Context, t *Tool, targets []runner.Target, files []string, texts map[string][]byte) error {
	if err := f.One(files); err != nil || f == "" {
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
		if text, err = programs.Read(ctx, Awaiting(ctx, t.In), file); err != nil {
			return err
		}
	}
	u, err := t.LoadText(ctx, file, text)
	if err != nil {
		return err
	}
	return f.Prescribe(ctx, u)
}

// observers returns the observers that the flags ask for.
func (f *CompileFlags) observers(t *Tool) ([]pass.Observer, error) {
	var out []pass.Observer
	switch {
	case slices.Equal(f.printAfter, []string{"all"}):
		out = append(out, &passview.Printer{To: t.Err, All: true})
	case len(f.printAfter) > 0:
		for _, name := range f.printAfter {
			pass, _, _ := strings.Cut(name, "#")
			if _, err := t.Passes.Find(pass); err != nil {
				return nil, Usagef("--print-after: %w", err)
			}
		}
		out = append(out, &passview.Printer{To: t.Err, Named: f.printAfter})
	}
	if f.changed {
		out = append(out, &passview.Changes{To: t.Err})
	}
	if f.Html != "" {
		f.page = &passview.Page{}
		out = append(out, f.page)
	}
	return out, nil
}

// Report prints what the flags ask for after the passes ran or failed.
func (f *CompileFlags) Report(t *Tool, file string, r pass.Report) error {
	var pageErr, timesErr error
	if f.page != nil {
		if filepath.Ext(file) != ".lir" {
			if f.page.Source = t.FromStdin; f.page.Source == "" {
				f.page.Source = Cited(file)
			}
		}
		pageErr = t.Save(f.Html, func(w io.Writer) error { return f.page.Write(w, filepath.Base(file)) })
	}
	if f.times && len(r.Times) > 0 {
		timesErr = passview.Times(t.Err, r)
	}
	return errors.Join(pageErr, timesErr)
}

// Config returns the driver's configuration according to the flags.
func (f *CompileFlags) Config(t *Tool) (driver.Config, error) {
	if err := t.Reserve(f.Html); err != nil {
		return driver.Config{}, err
	}
	observers, err := f.observers(t)
	return driver.Config{
		Backend:   f.Backend,
		Pipeline:  strings.TrimSpace(f.Pipeline),
		Custom:    f.Custom || f.Command.Flags().Changed("pipeline"),
		Check:     f.Check,
		Tune:      f.tune,
		Math:      f.Math.Mode,
		Twice:     f.Twice,
		Observers: observers,
	}, err
}

// Compilation returns the configuration and the backend that the flags name.
func (f *CompileFlags) Compilation(t *Tool) (driver.Config, backend.Backend, error) {
	if err := t.KnownBackend(f.Backend); err != nil {
		return driver.Config{}, nil, err
	}
	config, err := f.Config(t)
	if err != nil {
		return config, nil, err
	}
	b, err := t.Backends.Lookup(f.Backend)
	return config, b, err
}

// MathFlag is the flag --math.
type MathFlag struct{ Mode target.Math }

// Register adds the flag to c.
func (f *MathFlag) Register(c *cobra.Command) {
	c.Flags().Var(f, "math", "how floats combine in reductions, scans and histograms: reproducible, bit for bit as on any machine, or fast, in any order (default: the backend's choice)")
}

// String returns the mode, "" for the backend's choice.
func (f *MathFlag) String() string { return string(f.Mode) }

// Set takes the name of a mode.
func (f *MathFlag) Set(name string) error {
	mode, err := target.ParseMath(name)
	f.Mode = mode
	return err
}

// Type is how help shows the value.
func (f *MathFlag) Type() string { return "mode" }

// On sets the mode of the targets.
func (f *MathFlag) On(targets []runner.Target) {
	for i := range targets {
		targets[i].Math = f.Mode
	}
}

// Cited returns the text of a file that a position in a program names, or nothing if that cannot be read. A
// .lir file or a plugin may name any: only regular ones are read.
func Cited(file string) string {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, err := source.ReadFile(context.Background(), file)
	if err != nil {
		return ""
	}
	return string(text)
}
