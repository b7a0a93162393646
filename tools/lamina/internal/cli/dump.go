package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// stages lists what dump can print: stages of source languages, the IR's levels, and the backend's code.
var stages = append(driver.SourceStages(), "tail", "soac", "kernel", "mem", "imp", "wasm", "c")

// itself is the value of --schedule that stands for printing the schedule.
const itself = "print"

func dumpCommand(t *tool) *cobra.Command {
	var f verb.CompileFlags
	var stage string
	c := &cobra.Command{
		Use:   "dump --stage STAGE FILE",
		Short: "Print a program at one stage of compilation",
		Long: `Print a program (- is standard input) at the end of a stage of the backend's
pipeline: soac, kernel, mem and imp as .lir text, or the code of the backends wasm and
c. Programs in .dpia and .fcl have stages of their own before these. Programs in
APL and TAIL have the stage tail; functions in APL are shown for the arguments in their
test blocks.

--schedule alone prints what the backend's pipeline chose for each parallel operation: the
level of the machine that runs its iterations, or that it was fused. lamina run --schedule FILE
compiles the program by that text, edited or not, and so does --schedule=FILE beside --stage.`,
		Example: `  lamina dump --stage mem examples/lud.fut
  lamina dump --schedule -b c examples/matmul.fut > schedule.txt
  lamina dump --schedule=schedule.txt --stage imp -b c examples/matmul.fut`,
		Args: verb.Exactly(1, "one program"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.dump(c.Context(), args[0], stage, &f)
		},
	}
	f.Register(c)
	f.Schedule.Register(c)
	c.Flags().Lookup("schedule").NoOptDefVal = itself
	c.Flags().StringVar(&stage, "stage", "", "the stage: "+strings.Join(stages, ", "))
	return c
}

func (t *tool) dump(ctx context.Context, file, stage string, f *verb.CompileFlags) error {
	schedule := f.Schedule == itself
	switch {
	case schedule && stage != "":
		return verb.Usagef("print either the schedule or a stage; --schedule=FILE, with the =, compiles by a schedule")
	case stage == "" && !schedule:
		return verb.Usagef("name a stage with --stage: %s", strings.Join(stages, ", "))
	}
	if slices.Contains(driver.SourceStages(), stage) {
		text, err := driver.SourceStage(ctx, file, stage)
		if err == nil {
			_, err = io.WriteString(t.Out, text)
		}
		return err
	}
	text, err := programs.Read(ctx, verb.Awaiting(ctx, t.In), file)
	if err != nil {
		return err
	}
	if file == programs.Stdin {
		file = programs.Name(text)
	}
	if stage == "tail" {
		return t.dumpTail(file, text)
	}
	u, err := t.loadTested(ctx, file, text)
	if err != nil {
		return err
	}
	if schedule {
		return t.dumpSchedule(ctx, file, u, f)
	}
	if err := f.Schedule.Prescribe(ctx, u); err != nil {
		return err
	}
	level, isLevel := pass.ParseLevel(stage)
	if f.Backend == "" && !isLevel && slices.Contains(stages, stage) {
		f.Backend = stage
	}
	config, b, err := f.Compilation(t.Tool)
	if err != nil {
		return err
	}
	switch {
	case isLevel:
		return t.dumpLevel(ctx, file, u, level, b, f)
	case stage == b.Name():
		return t.dumpCode(ctx, file, u, f, config)
	case slices.Contains(stages, stage):
		return verb.Usagef("stage %s is the code of backend %s, not of %s", stage, stage, b.Name())
	}
	return verb.Usagef("there is no stage %q; there are: %s", stage, strings.Join(stages, ", "))
}

// dumpSchedule prints what the backend's pipeline makes of the parallel operations.
func (t *tool) dumpSchedule(ctx context.Context, file string, u *pass.Unit, f *verb.CompileFlags) error {
	config, b, err := f.Compilation(t.Tool)
	if err != nil {
		return err
	}
	text, err := t.ScheduleFile(ctx, file, u, b, config)
	if err != nil {
		return err
	}
	_, err = io.WriteString(t.Out, text)
	return err
}

// dumpTail prints a program in TAIL.
func (t *tool) dumpTail(file string, text []byte) error {
	var calls []driver.Call
	if driver.IsUntyped(file) {
		var err error
		if calls, err = runner.Calls(file, text); err != nil {
			return err
		}
	}
	out, err := driver.Tail(file, text, calls)
	if err != nil {
		return err
	}
	_, err = io.WriteString(t.Out, out)
	return err
}

// dumpLevel prints the program after the last pass of the pipeline that leaves it at the
// level.
func (t *tool) dumpLevel(ctx context.Context, file string, u *pass.Unit, level pass.Level, b backend.Backend, f *verb.CompileFlags) error {
	config, err := f.Config(t.Tool)
	if err != nil {
		return err
	}
	if u.Level() > level {
		return fmt.Errorf("the program is at level %s already, which comes after %s", u.Level(), level)
	}
	pipeline := config.Pipeline
	if !config.Custom {
		pipeline = t.From(b.Pipeline(), u.Level())
	}
	u.Target = b.Target()
	if pipeline, err = t.Expand(pipeline, config.Backend, u.Level()); err != nil {
		return verb.Usage(err)
	}
	pipeline = driver.Guarded(u, pipeline)
	report, err := t.Optimise(ctx, u, t.Until(pipeline, u.Level(), level), config)
	if err := errors.Join(err, f.Report(t.Tool, file, report)); err != nil {
		return err
	}
	if u.Level() != level {
		return fmt.Errorf("the pipeline leaves the program at level %s; it holds no pass to %s", u.Level(), level)
	}
	_, err = io.WriteString(t.Out, driver.Text(u))
	return err
}

// dumpCode prints the code that the backend generates for the program.
func (t *tool) dumpCode(ctx context.Context, file string, u *pass.Unit, f *verb.CompileFlags, config driver.Config) error {
	x, report, err := t.Build(ctx, u, config)
	if err := errors.Join(err, f.Report(t.Tool, file, report)); err != nil {
		return err
	}
	defer x.Close()
	l, ok := x.(backend.Lister)
	if !ok {
		return fmt.Errorf("backend %s cannot show its code", config.Backend)
	}
	return l.List(t.Out)
}
