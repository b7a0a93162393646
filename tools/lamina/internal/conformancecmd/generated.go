package conformancecmd

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/conformance/certify"
	"github.com/lamina-lang/lamina/conformance/cluster"
	"github.com/lamina-lang/lamina/conformance/suite"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/plugins/host"
	"github.com/lamina-lang/lamina/plugins/memory"
	"github.com/lamina-lang/lamina/tools/lamina/internal/reduce/finding"
	"github.com/lamina-lang/lamina/tools/lamina/internal/verb"
)

// The values of --pipelines other than a name.
const (
	inTurn   = "turn"
	everyOne = "all"
)

// combinations returns the combinations for generated programs.
func (t *command) combinations(f *conformanceFlags) ([]suite.Combination, error) {
	if f.pipelines != inTurn && f.pipelines != everyOne {
		c, err := suite.ParseCombination(f.pipelines)
		if err != nil {
			return nil, verb.Usage(fmt.Errorf("--pipelines: %w", err))
		}
		if c.IsText() {
			if err := t.readable(f, c.Pipeline); err != nil {
				return nil, verb.Usage(fmt.Errorf("--pipelines: %w", err))
			}
		}
		return []suite.Combination{c}, nil
	}
	transports := []string{verb.AsInProcess}
	for _, how := range []string{verb.AsProcess, verb.AsWasm} {
		if _, err := verb.MemorySource(t.Self, how); err != nil {
			fmt.Fprintf(t.Out, "without plugins by %s: %v\n", how, err)
			continue
		}
		transports = append(transports, how)
	}
	var guests []string
	for _, p := range memory.Plugin.Passes {
		guests = append(guests, p.Name)
	}
	return suite.Combinations(guests, transports), nil
}

// readable fails if the text of a pipeline is none for one of the backends under test that
// this executable has.
func (t *command) readable(f *conformanceFlags, text string) error {
	names := f.backends
	if name := beforeColon(f.device); len(names) == 0 && t.KnownBackend(name) == nil {
		names = []string{name}
	}
	if len(names) == 0 {
		names = []string{""}
	}
	for _, name := range names {
		if name == driver.Interpreter || verb.IsExternal(name) {
			name = ""
		}
		expanded, err := t.Expand(text, name, pass.Soac)
		if err == nil {
			_, err = t.Passes.Parse(expanded, pass.Soac)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keepDisagreement writes the program that shows a disagreement to the working folder.
func (t *command) keepDisagreement(d *certify.DeviceReport, r certify.Result) {
	if r.File == "" {
		return
	}
	clean := strings.NewReplacer("/", "-", ":", "-", " ", "-", ",", "-", "{", "-", "}", "-", "=", "-", "#", "-")
	file := clean.Replace(fmt.Sprintf("disagreement-%s-%s.lir", d.Backend, strings.TrimPrefix(r.Case, "fuzz/")))
	if err := os.WriteFile(file, []byte(r.File), 0o666); err != nil {
		fmt.Fprintln(t.Err, err)
		return
	}
	fmt.Fprintf(t.Out, "    the program is in %s\n", file)
}

// reportCoverage prints what generated programs reached, on all devices together.
func (t *command) reportCoverage(report *certify.Report) {
	reached := suite.Coverage{}
	for _, d := range report.Devices {
		for r := range d.Reached {
			reached[r] = true
		}
	}
	fmt.Fprintf(t.Out, "generated programs %s\n", reached.Summary(suite.Reachable(t.Passes)))
}

// conformanceWorker is the verb of the process in which a device is tested.
const conformanceWorker = "conformance-worker"

// WorkerCommand returns the verb that a launcher starts on a machine of a cluster.
func WorkerCommand(v *verb.Tool) *cobra.Command {
	t := &command{v}
	var lamina, again string
	var math verb.MathFlag
	c := &cobra.Command{
		Use: conformanceWorker + " BACKEND DEVICE", Hidden: true, Args: verb.Exactly(2, "a backend and a device"),
		Short:   "Answer the questions of lamina conformance",
		Example: "  (run by lamina conformance)",
		RunE: func(c *cobra.Command, args []string) error {
			return certify.Work(c.Context(), t.Driver, t.transports(lamina), certify.Device{Backend: args[0], ID: args[1], Math: math.Mode, Again: again, Smaller: finding.Program})
		},
	}
	math.Register(c)
	c.Flags().StringVar(&lamina, "lamina", "", "the `file` of the lamina command, whose plugins are used")
	c.Flags().StringVar(&again, "again", "", "the flags for the command that repeats a case")
	return c
}

// conformanceShard is the verb of a worker on a node.
const conformanceShard = "conformance-shard"

// ShardCommand returns the verb that a job of Slurm runs for its shard.
func ShardCommand(v *verb.Tool) *cobra.Command {
	t := &command{v}
	var pulse string
	c := &cobra.Command{
		Use: conformanceShard, Hidden: true, Args: verb.Exactly(0, "its task on standard input"),
		Short:   "Run a part of the cases of lamina conformance --launcher",
		Example: "  (run on a node by lamina conformance --launcher)",
		RunE: func(c *cobra.Command, _ []string) error {
			ctx := c.Context()
			if pulse != "" {
				var stop context.CancelFunc
				ctx, stop = cluster.WhilePulse(ctx, pulse)
				defer stop()
			}
			return cluster.Work(ctx, t.In, t.Out, verb.SourceVersion(), t.targetOf)
		},
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
	}
	c.Flags().StringVar(&pulse, "pulse", "", "end when this `file` is gone, or does not change any more")
	return c
}

// targetOf returns the target of a task on this node.
func (t *command) targetOf(task cluster.Task) (certify.Target, error) {
	f := &conformanceFlags{backends: []string{task.Backend}, device: task.Device, plugins: workerPlugins{task.Plugins, task.Guests}}
	if err := f.math.Set(task.Math); err != nil {
		return certify.Target{}, err
	}
	targets, err := t.conformanceTargets(f)
	if err != nil {
		return certify.Target{}, err
	}
	targets[0].Required = task.Required
	return targets[0], nil
}

// transports returns a function that makes drivers whose memory passes are guests, each on
// first use.
func (t *command) transports(lamina string) certify.Transport {
	made := map[string]*driver.Driver{}
	return func(how string) (*driver.Driver, error) {
		if d := made[how]; d != nil {
			return d, nil
		}
		s, err := verb.MemorySource(lamina, how)
		if err != nil {
			return nil, err
		}
		if t.Host == nil {
			t.Host = host.New(host.Config{Cache: host.UserCache(), Stderr: t.Err})
		}
		p, err := t.Host.Trust(s, memory.Plugin.Passes, memory.Plugin.Along)
		if err != nil {
			return nil, err
		}
		d := *t.Driver
		if d.Passes, err = d.Passes.Replacing(p.Passes...); err != nil {
			return nil, err
		}
		made[how] = &d
		return &d, nil
	}
}
