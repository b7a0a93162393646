package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/conformance/runner"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

type testFlags struct {
	backends []string
	pipeline string
	device   string
	math     verb.MathFlag
	check    bool
	schedule verb.ScheduleFlag
	tune     []string
	json     string
	timeout  time.Duration
	command  *cobra.Command
}

func testCommand(t *tool) *cobra.Command {
	var f testFlags
	c := &cobra.Command{
		Use:   "test PATH...",
		Short: "Run the test blocks in programs' comments",
		Long: `Run the test blocks (comments with a line "-- ==") of the named programs, and of
every source program below the named folders; - is standard input. Prints a line for each failure and, last,
"N passed, N failed, N skipped"; exits 1 if any failed.`,
		Example: `  lamina test examples
  lamina test --backend wasm --backend interp --json results.json examples
  lamina test --schedule schedule.txt examples/matmul.fut`,
		Args: verb.AtLeastOne("programs or folders"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.test(c.Context(), args, &f)
		},
	}
	f.command = c
	c.Flags().StringSliceVarP(&f.backends, "backend", "b", nil, "a backend to test; may be given again (default: wasm)")
	verb.RegisterDevice(c, &f.device)
	f.math.Register(c)
	f.schedule.Register(c)
	verb.RegisterTune(c, &f.tune)
	c.Flags().StringVarP(&f.pipeline, "pipeline", "p", "", "passes to run instead of the backend's own, as in simplify,fuse or 'default, halve after fuse'")
	c.Flags().BoolVar(&f.check, "check", false, "check the program after every pass")
	c.Flags().StringVar(&f.json, "json", "", "write all results to this file, as JSON")
	c.Flags().DurationVar(&f.timeout, "timeout", 5*time.Minute, "the longest that a case may take")
	return c
}

func (t *tool) test(ctx context.Context, paths []string, f *testFlags) error {
	if f.timeout <= 0 {
		return verb.Usagef("--timeout takes a time above 0, as in 30s, not %v", f.timeout)
	}
	if err := t.Reserve(f.json); err != nil {
		return err
	}
	targets, err := t.targets(f.backends, f.device, f.pipeline, f.command.Flags().Changed("pipeline"), f.check)
	if err != nil {
		return err
	}
	f.math.On(targets)
	for i := range targets {
		targets[i].Tune = f.tune
	}
	files, texts, err := t.findPrograms(ctx, paths)
	if err != nil {
		return err
	}
	if err := f.schedule.On(ctx, t.Tool, targets, files, texts); err != nil {
		return err
	}
	bar := t.Progress(len(files))
	count := map[runner.Status]int{}
	results := []runner.Result{}
	config := runner.Config{Driver: t.Driver, Targets: targets, Timeout: f.timeout, Texts: texts}
	config.Report = func(r runner.Result) {
		count[r.Status]++
		results = append(results, r)
		if r.Status == runner.Failed {
			_ = bar.Clear()
			fmt.Fprintln(t.Out, r)
		}
	}
	for _, file := range files {
		bar.Describe(file)
		if err := config.File(ctx, file); err != nil {
			return err
		}
		_ = bar.Add(1)
	}
	_ = bar.Clear()
	if f.json != "" {
		if err := t.Save(f.json, func(w io.Writer) error { return writeJSON(w, results) }); err != nil {
			return err
		}
	}
	fmt.Fprintf(t.Out, "%d passed, %d failed, %d skipped\n", count[runner.Passed], count[runner.Failed], count[runner.Skipped])
	if count[runner.Failed] > 0 {
		return verb.ErrReported
	}
	return nil
}

// findPrograms returns the programs that the paths name, files and all programs in folders, and
// the text of the one that is on standard input, if one of them is "-".
func (t *tool) findPrograms(ctx context.Context, paths []string) (files []string, texts map[string][]byte, err error) {
	named := slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return p == programs.Stdin })
	if len(named) < len(paths) {
		text, err := programs.Read(ctx, verb.Awaiting(ctx, t.In), programs.Stdin)
		if err != nil {
			return nil, nil, err
		}
		name := programs.Name(text)
		files, texts = []string{name}, map[string][]byte{name: text}
	}
	found, err := runner.Find(named)
	return append(files, found...), texts, err
}

// targets returns the backends to run on, which exist; without names, the default one.
func (t *tool) targets(names []string, device, pipeline string, custom, check bool) ([]runner.Target, error) {
	deviceOf, _, _ := strings.Cut(device, ":")
	if len(names) == 0 && device != "" {
		names = []string{deviceOf}
	}
	if len(names) == 0 {
		names = []string{t.Backends.Backends()[0].Name()}
	}
	if device != "" && !slices.Contains(names, deviceOf) {
		return nil, verb.Usagef("--device %s is a device of backend %s, not of %s", device, deviceOf, strings.Join(names, " or "))
	}
	var out []runner.Target
	for _, n := range names {
		if err := t.KnownBackend(n); err != nil {
			return nil, verb.Usage(err)
		}
		if custom {
			expanded, err := t.Expand(pipeline, n, pass.Soac)
			if err != nil {
				return nil, err
			}
			if _, err := t.Passes.Steps(expanded); err != nil {
				return nil, err
			}
		}
		own := ""
		if n == deviceOf {
			_, own, _ = strings.Cut(device, ":")
		}
		out = append(out, runner.Target{Backend: n, Name: n, Device: own, Check: check, Pipeline: pipeline, Custom: custom})
	}
	return out, nil
}

// target returns the one target of a verb with the flags --backend, --device and --pipeline.
func (t *tool) target(c *cobra.Command, name, device, pipeline string) (runner.Target, error) {
	var names []string
	if name != "" {
		names = []string{name}
	}
	targets, err := t.targets(names, device, pipeline, c.Flags().Changed("pipeline"), false)
	if err != nil {
		return runner.Target{}, err
	}
	return targets[0], nil
}

func writeJSON(w io.Writer, results []runner.Result) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(results)
}
