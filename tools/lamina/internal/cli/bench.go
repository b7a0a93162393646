package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/tools/lamina/internal/benchcompare"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

type benchFlags struct {
	backends []string
	pipeline string
	device   string
	math     verb.MathFlag
	runs     int
	threads  int
	maxTime  time.Duration
	json     string
	memory   bool
	markdown bool
	compare  bool
	html     string
	without  []string
	schedule verb.ScheduleFlag
	tune     []string
	command  *cobra.Command
}

func benchCommand(t *tool) *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "bench PATH...",
		Short: "Time the inputs in programs' test blocks",
		Long: `Time the inputs in the test blocks of the named programs, and of every .fut file
below the named folders; - is standard input. Each is run once to warm up, and its result is checked;
then it is run until the mean is known to one percent, or --runs times. Times are
those of the program alone, without compiling it and without copying values.

With --memory, the input of each program that takes longest is run with the
backend's passes, without each of those that save copies and memory, and without
all of them. The table shows blocks allocated, copies of arrays, bytes copied, peak
memory, parallel loops launched, and the minimum time of --runs runs (3); and, as a part
of the time of all passes, the time of the memory passes and of crossing to their plugin
and back, each the minimum of five compilations.

With --compare, nothing is run: the arguments are two files that --json has written, whose
times are compared by the statistics of Go's benchstat. A difference is shown where it is more than
chance (p < 0.05 in the Mann–Whitney U-test), else ~.

A bench that is stopped prints and writes what it has measured.`,
		Example: `  lamina bench examples/matmul.fut
  lamina bench --backend wasm --runs 20 --json times.json examples
  lamina bench --schedule schedule.txt -b c examples/matmul.fut
  lamina bench --memory examples/lud.fut
  lamina bench --compare before.json after.json
  lamina bench --compare --html times.html before.json after.json
  lamina bench --memory --without short-circuit,all examples/lud.fut`,
		Args: verb.AtLeastOne("programs or folders"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if err := t.Reserve(f.json, f.html); err != nil {
				return err
			}
			if f.compare {
				if len(args) != 2 {
					return verb.Usagef("--compare takes two files of times, not %s", verb.Count(len(args), "argument"))
				}
				return t.compare(c.Context(), args[0], args[1], f.html)
			}
			if f.memory {
				return t.benchMemory(c.Context(), args, &f)
			}
			return t.bench(c.Context(), args, &f)
		},
	}
	f.command = c
	c.Flags().StringSliceVarP(&f.backends, "backend", "b", nil, "a backend to time; may be given again (default: wasm)")
	verb.RegisterDevice(c, &f.device)
	f.math.Register(c)
	f.schedule.Register(c)
	verb.RegisterTune(c, &f.tune)
	c.Flags().StringVarP(&f.pipeline, "pipeline", "p", "", "passes to run instead of the backend's own, as in simplify,fuse or 'default, halve after fuse'")
	c.Flags().IntVarP(&f.runs, "runs", "r", 0, "the number of runs of each input (default: until the spread is small)")
	c.Flags().IntVar(&f.threads, "threads", 0, "the maximum number of threads (default: all cores)")
	c.Flags().DurationVar(&f.maxTime, "max-time", 10*time.Second, "stop repeating an input after this time")
	c.Flags().StringVar(&f.json, "json", "", "write all times to this file, as JSON in microseconds")
	c.Flags().BoolVar(&f.memory, "memory", false, "tell what the memory passes save, instead of only times")
	c.Flags().BoolVar(&f.compare, "compare", false, "compare the times in two files that --json has written")
	c.Flags().StringVar(&f.html, "html", "", "with --compare: also write a page with plots to this file")
	c.Flags().BoolVar(&f.markdown, "markdown", false, "with --memory: print a table in Markdown")
	c.Flags().StringSliceVar(&f.without, "without", nil, "with --memory: besides none, leave out only this pass, or all; may be repeated (default: each in turn)")
	return c
}

// check validates the flags before anything is timed.
func (f *benchFlags) check() error {
	switch {
	case len(f.without) > 0 && !f.memory:
		return verb.Usagef("--without goes with --memory")
	case f.html != "" && !f.compare:
		return verb.Usagef("--html goes with --compare")
	case f.compare && (f.memory || f.json != ""):
		return verb.Usagef("--compare goes without --memory and --json: it runs nothing")
	case f.memory && f.math.Mode != "":
		return verb.Usagef("--math goes without --memory, which measures in the backend's mode")
	case f.memory && f.schedule != "":
		return verb.Usagef("--schedule goes without --memory, which measures what the compiler chooses")
	case f.memory && len(f.tune) > 0:
		return verb.Usagef("--tune goes without --memory, which measures what the compiler chooses")
	case f.threads < 0:
		return verb.Usagef("--threads takes a number of threads, or 0 for all cores, not %d", f.threads)
	case f.threads > 0 && f.memory:
		return verb.Usagef("--threads goes without --memory")
	case f.runs < 0:
		return verb.Usagef("--runs takes a number of 1 or more, not %d", f.runs)
	case f.maxTime <= 0:
		return verb.Usagef("--max-time takes a time above 0, as in 10s, not %v", f.maxTime)
	}
	return nil
}

// compare compares the times in two files, and writes them to a page if that has a name.
func (t *tool) compare(ctx context.Context, before, after, page string) error {
	c, err := benchcompare.Files(ctx, before, after)
	if err != nil {
		return err
	}
	if page != "" {
		if err := t.Save(page, c.Page); err != nil {
			return err
		}
	}
	return c.Text(t.Out)
}

// nothingToTime returns the error that no program of the paths has an input to time.
func nothingToTime(paths []string) error {
	return fmt.Errorf("nothing to time: no test block with an input for this backend in %s; one is a comment with a line \"-- ==\" and below it \"-- input { … }\"", strings.Join(paths, ", "))
}

func (t *tool) bench(ctx context.Context, paths []string, f *benchFlags) error {
	targets, err := t.targets(f.backends, f.device, f.pipeline, f.command.Flags().Changed("pipeline"), false)
	if err != nil {
		return err
	}
	f.math.On(targets)
	for i := range targets {
		targets[i].Threads, targets[i].Tune = f.threads, f.tune
	}
	files, texts, err := t.findPrograms(ctx, paths)
	if err != nil {
		return err
	}
	if err := f.schedule.On(ctx, t.Tool, targets, files, texts); err != nil {
		return err
	}
	bar := t.Progress(len(files))
	config := runner.Config{Driver: t.Driver, Targets: targets, Texts: texts}
	var done []runner.Measurement
	var stopped error
	for _, file := range files {
		bar.Describe(file)
		stopped = config.Bench(ctx, file, runner.BenchConfig{Runs: f.runs, MaxTime: f.maxTime}, func(m runner.Measurement) {
			done = append(done, m)
		})
		if stopped != nil {
			break
		}
		_ = bar.Add(1)
	}
	_ = bar.Clear()
	if len(done) == 0 && stopped == nil {
		return nothingToTime(paths)
	}
	failed := printTimes(t.Out, done)
	if f.json != "" {
		if err := t.Save(f.json, func(w io.Writer) error { return timesAsJSON(w, done) }); err != nil {
			return err
		}
	}
	switch {
	case stopped != nil:
		return stopped
	case failed:
		return verb.ErrReported
	}
	return nil
}

// printTimes prints a table of measurements and reports whether any failed.
func printTimes(w io.Writer, done []runner.Measurement) (failed bool) {
	tab := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tab, "min\tmedian\tmean\truns\tpeak memory\t  program")
	for i := range done {
		m := &done[i]
		what := source.Printable(fmt.Sprintf("  %s: %s %s %s", m.File, m.Target, m.Entry, m.Case))
		if m.Err != nil {
			failed = true
			fmt.Fprintf(tab, "\t\t\t\t\t%s: %s\n", what, source.Printable(m.Err.Error()))
			continue
		}
		least, median, mean := m.Summary()
		fmt.Fprintf(tab, "%v\t%v\t%v\t%d\t%s\t%s\n", short(least), short(median), short(mean), len(m.Runs), bytesText(m.Peak), what)
	}
	_ = tab.Flush()
	printTraces(w, done)
	return failed
}

// printTraces prints, below the table, the stacks of passes that panicked, each once.
func printTraces(w io.Writer, done []runner.Measurement) {
	said := map[string]bool{}
	for _, m := range done {
		if m.Err == nil || said[m.Err.Error()] {
			continue
		}
		said[m.Err.Error()] = true
		fmt.Fprint(w, pass.Trace(m.Err))
	}
}

// short rounds a duration to about three digits.
func short(d time.Duration) time.Duration {
	for unit := time.Second; unit > time.Nanosecond; unit /= 1000 {
		if d >= unit {
			return d.Round(unit / 100)
		}
	}
	return d
}

// bytesText formats a number of bytes for people.
func bytesText(n int64) string {
	const unit = 1024
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	x, prefixes := float64(n)/unit, "KMGTPE"
	for x >= unit {
		x, prefixes = x/unit, prefixes[1:]
	}
	return fmt.Sprintf("%.1f %ciB", x, prefixes[0])
}

// dataSet holds the times of one input, in the format of futhark bench.
type dataSet struct {
	Runtimes []float64        `json:"runtimes"` // microseconds
	Bytes    map[string]int64 `json:"bytes"`    // peak memory, by space
	Error    string           `json:"error,omitempty"`
}

// timesAsJSON writes {"file:entry backend": {"datasets": {case: …}}}.
func timesAsJSON(w io.Writer, done []runner.Measurement) error {
	type program struct {
		Datasets map[string]dataSet `json:"datasets"`
	}
	out := map[string]program{}
	for _, m := range done {
		key := fmt.Sprintf("%s:%s", m.File, m.Entry)
		if m.Target != "wasm" {
			key += " " + m.Target
		}
		if out[key].Datasets == nil {
			out[key] = program{map[string]dataSet{}}
		}
		d := dataSet{Runtimes: []float64{}, Bytes: map[string]int64{}}
		for space, peak := range m.Spaces {
			d.Bytes[cmp.Or(string(space), "default")] = peak
		}
		for _, r := range m.Runs {
			d.Runtimes = append(d.Runtimes, float64(r.Nanoseconds())/1000)
		}
		if m.Err != nil {
			d.Error = m.Err.Error()
		}
		name := m.Case
		for i := 2; ; i++ { // inputs may occur twice
			if _, taken := out[key].Datasets[name]; !taken {
				break
			}
			name = fmt.Sprintf("%s (%d)", m.Case, i)
		}
		out[key].Datasets[name] = d
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
