package autotune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// Env is what the verb needs of the command.
type Env struct {
	*verb.Tool
	// Target chooses what to compile for by the flags --backend, --device and --pipeline.
	Target func(c *cobra.Command, backend, device, pipeline string) (runner.Target, error)
}

// Command is the verb autotune.
func Command(env Env) *cobra.Command {
	var backendName, device, pipeline, output, prescribed string
	var runs int
	c := &cobra.Command{
		Use:   "autotune FILE",
		Short: "Find the thresholds between versions of a program's computations by timing its test blocks",
		Long: `Find the thresholds between versions of a program's computations, which backends for GPUs make of
nested parallelism: the number of parallel iterations from which one is chosen over the other. The
inputs of the program's test blocks are timed with various values; their results are checked. FILE.tuning then
holds what is best for all of them together. Every command that compiles FILE reads it: run, test, bench,
profile, library, dump and the others. In the geometric mean of these inputs it is never slower than the compiler's
own values, and no threshold changes a result. --tune off leaves the file out, --tune name=value changes
a threshold, and --tune @OTHER reads another file.

--schedule writes the whole schedule that the compiler chooses by them, too, as dump --schedule prints it:
run --schedule compiles by that, and it can be edited.`,
		Example: `  lamina autotune --backend opencl conformance/zoo/kmeans_plain.fut
  lamina bench --backend opencl conformance/zoo/kmeans_plain.fut`,
		Args: verb.Between(1, 1, "one program"),
		RunE: func(c *cobra.Command, args []string) error {
			if runs < 1 {
				return verb.Usagef("--runs takes a number of 1 or more, not %d", runs)
			}
			target, err := env.Target(c, backendName, device, pipeline)
			if err != nil {
				return err
			}
			return env.tune(c.Context(), args[0], output, prescribed, target, runs)
		},
	}
	c.Flags().StringVarP(&backendName, "backend", "b", "", "the `backend` (default: wasm); lamina backends lists them")
	verb.RegisterDevice(c, &device)
	c.Flags().StringVarP(&pipeline, "pipeline", "p", "", "passes to run instead of the backend's own, as in simplify,fuse")
	c.Flags().StringVarP(&output, "output", "o", "", "write the thresholds to this `file` (default: FILE.tuning)")
	c.Flags().StringVar(&prescribed, "schedule", "", "write the schedule with these thresholds to this `file`, too")
	c.Flags().IntVarP(&runs, "runs", "r", 10, "how often to run each input with each setting; the shortest time counts")
	return c
}

func (env Env) tune(ctx context.Context, file, output, prescribed string, target runner.Target, runs int) error {
	tool, untuned := *env.Tool, *env.Driver
	untuned.Tuned = false // the search begins with the compiler's own thresholds
	tool.Driver = &untuned
	if output == programs.Stdin || prescribed == programs.Stdin {
		tool.Out = tool.Err
	}
	env.Tool = &tool
	text, err := programs.Read(ctx, env.In, file)
	if err != nil {
		return err
	}
	if file == programs.Stdin {
		file = programs.Name(text)
	}
	if output == "" {
		output = file + driver.TuningSuffix
	}
	thresholds, err := env.thresholds(ctx, file, text, target)
	if err != nil {
		return err
	}
	if len(thresholds) == 0 {
		_, err := fmt.Fprintf(env.Out, "there is nothing to tune: on %s, %s has one version of each computation\n", target.Name, source.Printable(file))
		return err
	}
	t := &timer{config: runner.Config{Driver: env.Driver, Texts: map[string][]byte{file: text}}, file: file, target: target, runs: runs, thresholds: thresholds}
	s := &search{thresholds: thresholds, measure: t.measure}
	f, err := s.find(ctx)
	if err != nil {
		return err
	}
	where := target.Name
	if target.Device != "" {
		where += ":" + target.Device
	}
	err = env.Save(output, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "# thresholds of %s on %s\n%s\n", source.Printable(file), where, strings.Join(lines(thresholds, f.values), "\n"))
		return err
	})
	if err != nil {
		return err
	}
	if prescribed != "" {
		target.Tune = lines(thresholds, f.values)
		if err := env.prescribe(ctx, file, text, target, prescribed); err != nil {
			return err
		}
	}
	return report(env.Out, file, t.cases, thresholds, f, output)
}

// prescribe writes the schedule of a program with the target's thresholds.
func (env Env) prescribe(ctx context.Context, file string, text []byte, target runner.Target, output string) error {
	u, err := env.load(ctx, file, text)
	if err != nil {
		return err
	}
	b, err := env.Driver.Backends.Lookup(target.Backend)
	if err != nil {
		return err
	}
	if s, ok := b.(backend.DeviceSpecific); ok {
		if b, err = s.For(target.Device); err != nil {
			return err
		}
	}
	chosen, err := env.Driver.ScheduleFile(ctx, file, u, b, driver.Config{Backend: target.Backend, Pipeline: target.Pipeline, Custom: target.Custom, Tune: target.Tune})
	if err != nil {
		return fmt.Errorf("writing the schedule: %w", err)
	}
	return env.Save(output, func(w io.Writer) error {
		_, err := io.WriteString(w, chosen)
		return err
	})
}

// lines are settings of thresholds, as --tune takes them.
func lines(thresholds []threshold, values []int64) []string {
	var out []string
	for i, t := range thresholds {
		out = append(out, fmt.Sprintf("%s=%d", t.name, values[i]))
	}
	return out
}

func report(w io.Writer, file string, cases []string, thresholds []threshold, f found, output string) error {
	tab := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "before\tafter\t  input")
	for i, c := range cases {
		fmt.Fprintf(tab, "%v\t%v\t  %s\n", seconds(f.before[i]), seconds(f.after[i]), source.Printable(c))
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	use := ", which every command reads that compiles the program"
	if output != file+driver.TuningSuffix {
		use = ": compile by them with --tune @" + output
	}
	_, err := fmt.Fprintf(w, "%.2f times as fast as before, in the geometric mean; %d settings of %d thresholds were tried\n%s has the best%s\n",
		mean(f.before)/mean(f.after), f.settings, len(thresholds), output, use)
	return err
}

func seconds(s float64) time.Duration {
	return time.Duration(s * float64(time.Second)).Round(10 * time.Nanosecond)
}

// thresholds returns those of a program, as the target's passes make them.
func (env Env) thresholds(ctx context.Context, file string, text []byte, target runner.Target) (out []threshold, err error) {
	u, err := env.load(ctx, file, text)
	if err != nil {
		return nil, err
	}
	seen := &collector{}
	x, _, err := env.Driver.Build(ctx, u, driver.Config{
		Backend: target.Backend, Pipeline: target.Pipeline, Custom: target.Custom, Observers: []pass.Observer{seen},
		Run: backend.Options{Device: target.Device},
	})
	if err != nil {
		return nil, err
	}
	return seen.thresholds, x.Close()
}

// load loads a program, one without types by the calls of its test blocks.
func (env Env) load(ctx context.Context, file string, text []byte) (*pass.Unit, error) {
	if !driver.IsUntyped(file) {
		return env.Driver.LoadText(ctx, file, text)
	}
	calls, err := runner.Calls(file, text)
	if err != nil {
		return nil, err
	}
	return env.Driver.LoadCalls(ctx, file, text, calls)
}

// collector observes passes and keeps the thresholds that there are after the last one that leaves any.
type collector struct{ thresholds []threshold }

// Start does nothing.
func (*collector) Start(*pass.Unit) {}

// After looks for thresholds.
func (c *collector) After(_ pass.Step, u *pass.Unit, _ pass.Timing) {
	if u.IR == nil {
		return
	}
	var now []threshold
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		e, ok := s.Exp.(*ir.Enough)
		if !ok || slices.ContainsFunc(now, func(t threshold) bool { return t.name == e.Threshold }) {
			return
		}
		if least, constant := e.Least.AsSize(); constant {
			now = append(now, threshold{e.Threshold, least})
		}
	}}
	w.Program(u.IR)
	c.thresholds = now
}

// timer times the inputs of a program's test blocks.
type timer struct {
	config     runner.Config
	file       string
	target     runner.Target
	runs       int
	thresholds []threshold
	cases      []string
}

// measure is search.measure. With the first setting, the compiler's own, nothing may fail.
func (t *timer) measure(ctx context.Context, values []int64) ([]float64, error) {
	target := t.target
	target.Tune = lines(t.thresholds, values)
	config := t.config
	config.Targets = []runner.Target{target}
	first := t.cases == nil
	var times []float64
	var failed error
	err := config.Bench(ctx, t.file, runner.BenchConfig{Runs: t.runs}, func(m runner.Measurement) {
		took := math.Inf(1)
		if m.Err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %s %s: %w", m.File, m.Entry, m.Case, m.Err))
		} else {
			least, _, _ := m.Summary()
			took = max(least, 1).Seconds()
		}
		times = append(times, took)
		if first {
			t.cases = append(t.cases, m.Entry+" "+m.Case)
		}
	})
	switch {
	case err != nil:
		return nil, err
	case first && failed != nil:
		return nil, failed
	case first && len(times) == 0:
		return nil, fmt.Errorf("nothing to time: no test block with an input for this backend in %s; one is a comment with a line \"-- ==\" and below it \"-- input { … }\"", t.file)
	case len(times) != len(t.cases):
		return nil, fmt.Errorf("timing %s with %s: %w", t.file, strings.Join(target.Tune, " "), failed)
	}
	return times, nil
}
