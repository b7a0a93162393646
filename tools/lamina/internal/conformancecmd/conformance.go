// Package conformancecmd is the verbs that check backends and passes: conformance, by the suite and by
// generated programs, here or on many machines; and fuzz.
package conformancecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/cluster"
	"github.com/lamina-lang/lamina/conformance/suite"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/tools/lamina/internal/launch"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

type conformanceFlags struct {
	command           *cobra.Command
	backends          []string
	device            string
	math              verb.MathFlag
	suites            []string
	filter            string
	shard             string
	required          []string
	json, junit, html string
	timeout           time.Duration
	jobs              int
	list              bool
	plugins           workerPlugins
	cluster           launch.Flags
	huntFlags
}

// huntFlags are about generated programs.
type huntFlags struct {
	fuzz, failures int
	seed           uint64
	pipelines      string
}

// workerPlugins says how workers run passes that are guests.
type workerPlugins struct {
	how    string   // the memory passes: inprocess, process or wasm
	guests []string // values of --plugin
}

// command gives the verbs of this package their context.
type command struct{ *verb.Tool }

// Command returns the verb conformance.
func Command(v *verb.Tool) *cobra.Command {
	t := &command{v}
	var f conformanceFlags
	c := &cobra.Command{
		Use:   "conformance",
		Short: "Run the conformance suite on backends and devices",
		Long: `Run the conformance suite on backends, each device in a separate process and all of
them at the same time. A case that is listed as unsupported by the backend is not run; one
that is expected to fail is run, and must fail. A backend that cannot run here is
reported separately, unless --require names it. If a process dies or hangs, its current
case fails, and the next case gets a new process.

Prints each failure immediately and a line for each device at the end; exits 1 if
anything failed. docs/conformance.md says how CI uses it.`,
		Example: `  lamina conformance
  lamina conformance --backend wasm --suite numerics --filter f16
  lamina conformance --device opencl:nvidia
  lamina conformance --backend opencl --device all --require opencl --junit out.xml --html out.html
  lamina conformance --fuzz 200
  lamina conformance --backend cuda --launcher slurm --shards 16 --partition gpu --gres gpu:1`,
		Args: verb.Exactly(0, "flags only"),
		RunE: func(c *cobra.Command, _ []string) error { return t.conformance(c.Context(), &f) },
		// Backends with separate executables are started as workers.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
	}
	f.command = c
	c.Flags().StringSliceVarP(&f.backends, "backend", "b", nil, "a backend to test, or interp; may be given again (default: all)")
	c.Flags().StringVar(&f.device, "device", "", "a `device` as lamina backends lists it, of the one backend named, or as BACKEND:DEVICE; or all (default: the backend's choice)")
	c.Flags().Var(&f.math, "math", "the `mode` for floats of the cases that hold in any: reproducible or fast (default: reproducible)")
	c.Flags().StringSliceVar(&f.suites, "suite", nil, "run these suites only: "+strings.Join(suite.Suites(), ", "))
	c.Flags().StringVar(&f.filter, "filter", "", "run only cases whose name contains this text")
	c.Flags().IntVar(&f.fuzz, "fuzz", 0, "also run this number of generated programs")
	c.Flags().IntVar(&f.failures, "failures", 20, "stop when this number of generated programs has failed, each of which is made smaller first; 0: never")
	c.Flags().Uint64Var(&f.seed, "seed", 0, "the seed of the first generated program (default: a new one, which is printed)")
	c.Flags().StringVar(&f.pipelines, "pipelines", inTurn, "how generated programs get to the backend: each by the next of all pipelines and transports of plugins (turn), each by every one (all), or `PIPELINE/TRANSPORT`, as in merge-blocks/process or 'default, halve after fuse'")
	c.Flags().StringVar(&f.shard, "shard", "", "run the I-th of N parts of the cases, as in 1/4")
	c.Flags().StringSliceVar(&f.required, "require", nil, "fail if this backend is unavailable; may be given again")
	c.Flags().StringVar(&f.json, "json", "", "write all results to this file, as JSON")
	c.Flags().StringVar(&f.junit, "junit", "", "write all results to this file, as JUnit's XML")
	c.Flags().StringVar(&f.html, "html", "", "write all results to this file, as a page for a browser")
	c.Flags().DurationVar(&f.timeout, "timeout", certify.CaseTimeout, "the longest that a case may take, without the time for which it waits for a processor")
	c.Flags().IntVarP(&f.jobs, "jobs", "j", 1, "the number of processes that share the cases of a device")
	c.Flags().BoolVar(&f.list, "list", false, "list the cases and run none")
	f.cluster.Register(c.Flags())
	return c
}

func (t *command) conformance(ctx context.Context, f *conformanceFlags) error {
	f.plugins.how = f.transport()
	if err := t.conformancePlugins(f); err != nil {
		return err
	}
	if err := f.cluster.Check(); err != nil {
		return verb.Usage(err)
	}
	if err := t.Reserve(f.json, f.junit, f.html); err != nil {
		return err
	}
	cases, err := f.cases(t)
	if err != nil {
		return err
	}
	if f.list {
		for _, c := range cases {
			fmt.Fprintln(t.Out, c.ID())
		}
		return nil
	}
	targets, err := t.conformanceTargets(f)
	if err != nil {
		return err
	}
	bar := t.Progress(-1)
	running, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	failures := 0
	progress := func(d *certify.DeviceReport, r certify.Result) {
		bar.Describe(fmt.Sprintf("%s %d/%d", d.Backend, len(d.Results), len(cases)))
		_ = bar.Add(1)
		if r.Status.Bad() {
			_ = bar.Clear()
			fmt.Fprintln(t.Out, source.Printable(fmt.Sprintf("%s on %s: %s: %s", r.Case, d.Label(), r.Status, strings.ReplaceAll(r.Error, "\n", "\n    "))))
			t.keepDisagreement(d, r)
			if suite.IsGenerated(r.Case) {
				failures++
			}
			if f.failures > 0 && failures >= f.failures {
				stop(errEnoughFailures)
			}
		}
	}
	var report *certify.Report
	if f.cluster.Given() {
		report, err = t.onCluster(running, f, targets, cases, progress, func(text string) {
			_ = bar.Clear()
			fmt.Fprintln(t.Err, source.Printable(text))
		})
	} else {
		config := certify.Config{Targets: targets, Cases: cases, Timeout: f.timeout, Jobs: f.jobs, Progress: progress}
		report, err = config.Run(running)
	}
	_ = bar.Clear()
	if context.Cause(running) == errEnoughFailures && errors.Is(err, context.Canceled) {
		err = nil
		fmt.Fprintf(t.Out, "stopped after %s that failed; --failures says how many are enough\n", verb.Count(failures, "generated program"))
	}
	report.Version, report.Command = verb.VersionText(), "lamina "+strings.Join(verb.Quoted(t.Args), " ")
	for _, out := range []struct {
		file  string
		write func(io.Writer) error
	}{{f.json, report.WriteJSON}, {f.junit, report.WriteJUnit}, {f.html, report.WriteHTML}} {
		if out.file != "" {
			err = errors.Join(err, t.Save(out.file, out.write))
		}
	}
	if err := errors.Join(err, report.WriteText(t.Out)); err != nil {
		return err
	}
	if f.fuzz > 0 {
		t.reportCoverage(report)
	}
	if report.Bad() {
		return verb.ErrReported
	}
	return nil
}

// errEnoughFailures stops a run that has found what one look can mend: on a compiler that is badly broken
// every program fails, and each takes long to make smaller.
var errEnoughFailures = errors.New("enough generated programs failed")

// onCluster runs the cases on several machines.
func (t *command) onCluster(ctx context.Context, f *conformanceFlags, targets []certify.Target, cases []*suite.Case, progress func(*certify.DeviceReport, certify.Result), note func(string)) (*certify.Report, error) {
	kinds, err := f.cluster.Kinds()
	if err != nil {
		return nil, err
	}
	work, done, err := f.cluster.Folder()
	if err != nil {
		return &certify.Report{}, err
	}
	defer done()
	config := cluster.Config{
		Kinds: kinds, Cases: cases, Shards: f.cluster.Shards, Attempts: f.cluster.Attempts, Progress: progress, Note: note,
		Command: "lamina " + strings.Join(verb.Quoted(t.Args), " "),
		Task:    cluster.Task{Lamina: verb.SourceVersion(), Math: f.math.String(), Plugins: f.plugins.how, Guests: f.plugins.guests, Timeout: f.timeout, Jobs: f.jobs},
	}
	for _, target := range targets {
		config.Targets = append(config.Targets, cluster.Target{Backend: target.Backend, Device: target.Device, Required: target.Required})
	}
	if work != "" {
		config.Journal = filepath.Join(work, "journal.jsonl")
	}
	if config.Launcher, err = f.cluster.Launcher(work, conformanceShard); err != nil {
		return &certify.Report{}, err
	}
	return config.Run(ctx)
}

// cases returns the cases that the flags select.
func (f *conformanceFlags) cases(t *command) ([]*suite.Case, error) {
	for _, s := range f.suites {
		if !slices.Contains(suite.Suites(), s) {
			return nil, verb.Usagef("there is no suite %q; there are: %s", s, strings.Join(suite.Suites(), ", "))
		}
	}
	var cases []*suite.Case
	if f.fuzz == 0 || len(f.suites) > 0 || f.filter != "" {
		cases = certify.Filter(suite.All(f.suites...), f.filter)
	}
	if f.jobs < 1 {
		return nil, verb.Usagef("--jobs takes a number of processes, not %d", f.jobs)
	}
	if f.timeout <= 0 {
		return nil, verb.Usagef("--timeout takes a time above 0, as in 30s, not %v", f.timeout)
	}
	if f.fuzz < 0 {
		return nil, verb.Usagef("--fuzz takes a number of programs, not %d", f.fuzz)
	}
	if f.failures < 0 {
		return nil, verb.Usagef("--failures takes a number of programs, not %d", f.failures)
	}
	for _, only := range []string{"seed", "pipelines", "failures"} {
		if f.fuzz == 0 && f.command.Flags().Changed(only) {
			return nil, verb.Usagef("--%s is about generated programs: say how many with --fuzz", only)
		}
	}
	if f.fuzz > 0 {
		if !f.command.Flags().Changed("seed") {
			f.seed = uint64(rand.Uint32())
		}
		fmt.Fprintf(t.Out, "%d generated programs: --fuzz %[1]d --seed %d\n", f.fuzz, f.seed)
		through, err := t.combinations(f)
		if err != nil {
			return nil, err
		}
		cases = append(cases, suite.Fuzz(f.fuzz, f.seed, through, f.pipelines == everyOne)...)
	}
	if f.shard != "" {
		if f.cluster.Given() {
			return nil, verb.Usagef("--launcher divides the cases itself: leave out --shard")
		}
		var i, n int
		if k, err := fmt.Sscanf(f.shard+"\n", "%d/%d\n", &i, &n); err != nil || k < 2 || i < 1 || i > n {
			return nil, verb.Usagef("--shard takes I/N with I from 1 to N, as in 1/4, not %q", f.shard)
		}
		cases = certify.Shard(cases, i, n)
	}
	if len(cases) == 0 {
		return nil, verb.Usagef("no case is chosen; --list shows what there is")
	}
	return cases, nil
}

// conformanceTargets returns the backends that the flags select.
func (t *command) conformanceTargets(f *conformanceFlags) ([]certify.Target, error) {
	var known []string
	for _, b := range t.Backends.Backends() {
		known = append(known, b.Name())
	}
	for _, name := range append(slices.Clone(verb.External), driver.Interpreter) {
		if !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	for _, name := range append(slices.Concat(f.backends, f.required, verb.OwnBackends()), beforeColon(f.device)) {
		if !slices.Contains(known, name) && verb.IsExternal(name) {
			known = append(known, name)
		}
	}
	names, device := f.backends, f.device
	if before, rest, ok := strings.Cut(device, ":"); ok && slices.Contains(known, before) && (len(names) == 0 || slices.Equal(names, []string{before})) {
		names, device = []string{before}, rest
	}
	if len(names) == 0 {
		names = known
	}
	if device != "" && device != certify.All && len(names) != 1 {
		return nil, verb.Usagef("--device names a device of one backend: write it as BACKEND:DEVICE, or name the backend with --backend")
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var out []certify.Target
	for _, name := range append(slices.Clone(names), f.required...) {
		if !slices.Contains(known, name) {
			return nil, verb.Usagef("no backend is called %q; there are: %s", name, strings.Join(known, ", "))
		}
		if slices.ContainsFunc(out, func(t certify.Target) bool { return t.Backend == name }) {
			continue
		}
		target := certify.Target{
			Backend: name, Device: device, Required: slices.Contains(f.required, name),
			Command: f.worker(self, t.Self, name), Again: f.again(), Expectations: certify.Known[name],
		}
		if name == driver.Interpreter && device == "" {
			target.Device = certify.All
		}
		if verb.IsExternal(name) {
			if _, err := t.Backends.Lookup(name); err != nil {
				t.findExternal(&target)
			}
		}
		out = append(out, target)
	}
	return out, nil
}

// beforeColon returns the backend that a device names, if it names one.
func beforeColon(device string) string {
	name, _, _ := strings.Cut(device, ":")
	return name
}

// worker returns the command that starts a worker; the device is appended to it.
func (f *conformanceFlags) worker(self, lamina, backend string) []string {
	out := []string{self, "--plugins=" + f.plugins.how}
	for _, g := range f.plugins.guests {
		out = append(out, "--plugin="+g)
	}
	return append(out, conformanceWorker, "--lamina="+lamina, "--math="+f.math.String(), "--again="+f.again(), backend)
}

// again returns the flags that make a later command test with the same plugins.
func (f *conformanceFlags) again() string {
	var out []string
	if f.command != nil && f.plugins.how != verb.AsInProcess {
		out = append(out, "--plugins="+f.plugins.how)
	}
	for _, g := range f.plugins.guests {
		out = append(out, "--plugin", g)
	}
	return strings.Join(verb.Quoted(out), " ")
}

// conformancePlugins opens the plugins of the command line, so that pipelines can name their
// passes, and notes them for the workers.
func (t *command) conformancePlugins(f *conformanceFlags) error {
	files, err := f.command.Flags().GetStringArray("plugin")
	if err != nil || len(files) == 0 {
		return err
	}
	if err := t.UsePlugins(f.command, &verb.PluginFlags{How: verb.AsInProcess, Files: files}); err != nil {
		return err
	}
	for _, p := range t.Named {
		path, err := filepath.Abs(p.Source.Path)
		if err != nil {
			return err
		}
		f.plugins.guests = append(f.plugins.guests, path+verb.Checksum+p.Digest())
	}
	return nil
}

// transport returns how workers run the memory passes: in process, unless the command line
// says otherwise.
func (f *conformanceFlags) transport() string {
	if p := f.command.Flags().Lookup("plugins"); p != nil && p.Changed {
		return p.Value.String()
	}
	return verb.AsInProcess
}

// findExternal uses the backend's own executable as the worker.
func (t *command) findExternal(target *certify.Target) {
	path, err := verb.ExecutableOf(target.Backend)
	var unavailable *backend.UnavailableError
	switch {
	case errors.As(err, &unavailable):
		target.Missing = unavailable.Reason
	case err != nil:
		target.Missing = err.Error()
	default:
		target.Command[0] = path
	}
}
