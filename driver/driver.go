// Package driver connects front ends, pipelines and backends: it loads a file at any
// level, takes it through a pipeline, and prepares it to run. The command line, the
// conformance suite and programs that embed Lamina all compile through it.
//
// The reference interpreters act as a backend under the name interp. They run a program
// at any level, so their pipeline may end anywhere; by default it is empty.
package driver

import (
	"context"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/target"

	// The passes that pipelines may name.
	"github.com/lamina-lang/lamina/passes/assertdefined"
	_ "github.com/lamina-lang/lamina/passes/classifyregions"
	_ "github.com/lamina-lang/lamina/passes/coalesce"
	_ "github.com/lamina-lang/lamina/passes/doublebuffer"
	_ "github.com/lamina-lang/lamina/passes/expandmemory"
	_ "github.com/lamina-lang/lamina/passes/extractkernels"
	_ "github.com/lamina-lang/lamina/passes/extractregions"
	_ "github.com/lamina-lang/lamina/passes/fission"
	_ "github.com/lamina-lang/lamina/passes/fuse"
	_ "github.com/lamina-lang/lamina/passes/hoistallocs"
	_ "github.com/lamina-lang/lamina/passes/imp/contract"
	_ "github.com/lamina-lang/lamina/passes/imp/cooperate"
	_ "github.com/lamina-lang/lamina/passes/imp/decide"
	_ "github.com/lamina-lang/lamina/passes/imp/divide"
	_ "github.com/lamina-lang/lamina/passes/imp/dropstores"
	_ "github.com/lamina-lang/lamina/passes/imp/expandallocs"
	_ "github.com/lamina-lang/lamina/passes/imp/forwardblocks"
	_ "github.com/lamina-lang/lamina/passes/imp/grouploops"
	_ "github.com/lamina-lang/lamina/passes/imp/hoistloads"
	_ "github.com/lamina-lang/lamina/passes/imp/hoistscalars"
	_ "github.com/lamina-lang/lamina/passes/imp/ifconvert"
	_ "github.com/lamina-lang/lamina/passes/imp/lanes"
	_ "github.com/lamina-lang/lamina/passes/imp/narrow"
	_ "github.com/lamina-lang/lamina/passes/imp/offload"
	_ "github.com/lamina-lang/lamina/passes/imp/pack"
	_ "github.com/lamina-lang/lamina/passes/imp/poolblocks"
	_ "github.com/lamina-lang/lamina/passes/imp/promote"
	_ "github.com/lamina-lang/lamina/passes/imp/reroll"
	_ "github.com/lamina-lang/lamina/passes/imp/reuseblocks"
	_ "github.com/lamina-lang/lamina/passes/imp/sinkloads"
	_ "github.com/lamina-lang/lamina/passes/imp/specialise"
	_ "github.com/lamina-lang/lamina/passes/imp/split"
	_ "github.com/lamina-lang/lamina/passes/imp/unroll"
	_ "github.com/lamina-lang/lamina/passes/imp/wrap"
	_ "github.com/lamina-lang/lamina/passes/inline"
	_ "github.com/lamina-lang/lamina/passes/introducememory"
	_ "github.com/lamina-lang/lamina/passes/join"
	_ "github.com/lamina-lang/lamina/passes/lowerallocs"
	_ "github.com/lamina-lang/lamina/passes/mergeblocks"
	_ "github.com/lamina-lang/lamina/passes/narrowelements"
	_ "github.com/lamina-lang/lamina/passes/parallelise"
	_ "github.com/lamina-lang/lamina/passes/scalarise"
	_ "github.com/lamina-lang/lamina/passes/sequentialise"
	_ "github.com/lamina-lang/lamina/passes/shortcircuit"
	_ "github.com/lamina-lang/lamina/passes/simplify"
	_ "github.com/lamina-lang/lamina/passes/toimp"
)

// Driver holds the passes and backends of a compilation.
type Driver struct {
	Passes   *pass.Registry
	Backends *backend.Registry
	// Tuned has each program compiled by the thresholds in FILE.tuning beside it, if there is such a file.
	Tuned bool
}

// New returns a driver with the passes that are linked in, the backends wasm and c, and the given
// ones.
func New(more ...backend.Backend) (*Driver, error) {
	backends, err := backend.NewRegistry(append([]backend.Backend{wasm.New(), c.New()}, more...)...)
	if err != nil {
		return nil, err
	}
	return &Driver{Passes: pass.Default, Backends: backends}, nil
}

// Interpreter is the backend name of the reference interpreters.
const Interpreter = "interp"

// KnownBackend fails if no backend has that name.
func (d *Driver) KnownBackend(name string) error {
	if name == Interpreter {
		return nil
	}
	if _, err := d.Backends.Lookup(name); err != nil {
		return fmt.Errorf("%w, %s", err, Interpreter)
	}
	return nil
}

// Config is the configuration of a compilation.
type Config struct {
	Backend string // "" is the default backend
	// Pipeline replaces the backend's own if Custom is set.
	Pipeline string
	Custom   bool
	// Check runs the checker before the first pass and after each.
	Check bool
	// Tune sets thresholds between versions of a computation, each as name=value; @FILE stands for the
	// lines of a file, and off leaves out those that the unit came with.
	Tune []string
	// Observers see the program between passes.
	Observers []pass.Observer
	// Inputs, if any, are run by the reference interpreters before the first pass and
	// after each: the program must keep its meaning on them.
	Inputs []meaning.Input
	// Twice runs each pass twice and requires the same result.
	Twice bool
	// Stages, if set, is shared by compilations whose pipelines may begin alike on one program.
	Stages *pass.Stages
	// Machine is the target of passes if the interpreters run the program; the zero
	// Target means the embedded backend's.
	Machine target.Target
	// Math replaces the target's mode for floats; "" leaves it, or with Inputs is
	// target.Reproducible.
	Math target.Math
	// Prepare, if there is one, changes the program when it has passed the pipeline, before the
	// backend compiles it.
	Prepare func(u *pass.Unit) error
	// Run holds the backend's own options.
	Run backend.Options
}

// Optimise takes a unit through a pipeline, given as text. The error of a pass is
// a *Failure.
func (d *Driver) Optimise(ctx context.Context, u *pass.Unit, pipeline string, c Config) (pass.Report, error) {
	pipeline, err := d.Expand(pipeline, c.Backend, u.Level())
	if err != nil {
		return pass.Report{}, err
	}
	pipeline, err = d.WithThresholds(ctx, pipeline, u, c.Tune)
	if err != nil {
		return pass.Report{}, err
	}
	p, err := d.Passes.Parse(pipeline, u.Level())
	if err != nil {
		return pass.Report{}, err
	}
	u.Target = u.Target.With(c.Math)
	if len(c.Inputs) > 0 && c.Math == "" { // the interpreters' results are reproducible
		u.Target.Math = target.Reproducible
	}
	m := pass.Manager{Observers: c.Observers, Twice: c.Twice, Stages: c.Stages}
	if c.Check {
		m.Check = (*pass.Unit).CheckStrictly
	}
	if len(c.Inputs) > 0 {
		baseline, err := meaning.Measure(ctx, u, c.Inputs)
		if err != nil {
			return pass.Report{}, err
		}
		m.Validate = baseline.Compare
	}
	original := u.Clone()
	report, err := m.Run(ctx, p, u)
	if err != nil {
		return report, failure(ctx, err, original, p, len(report.Times), c)
	}
	return report, carriedOut(u, p)
}

// Build compiles a unit for the backend named in c. The report covers the passes.
func (d *Driver) Build(ctx context.Context, u *pass.Unit, c Config) (backend.Executable, pass.Report, error) {
	if c.Backend == Interpreter {
		if err := knownDevice(Interpreter, nil, c.Run.Device); err != nil {
			return nil, pass.Report{}, err
		}
		u.Target = target.Embedded()
		if c.Machine.Name != "" {
			u.Target = c.Machine
		}
		report, err := d.Optimise(ctx, u, c.Pipeline, c)
		if err != nil {
			return nil, report, err
		}
		return &interpreted{unit: u}, report, nil
	}
	if err := d.KnownBackend(c.Backend); err != nil {
		return nil, pass.Report{}, err
	}
	b, err := d.Backends.Lookup(c.Backend)
	if err != nil {
		return nil, pass.Report{}, err
	}
	devices, err := b.Probe(ctx)
	if err != nil {
		return nil, pass.Report{}, err
	}
	if _, more := b.(backend.Chooser); !more {
		if err := knownDevice(b.Name(), devices, c.Run.Device); err != nil {
			return nil, pass.Report{}, err
		}
	}
	if s, ok := b.(backend.DeviceSpecific); ok {
		if b, err = s.For(c.Run.Device); err != nil {
			return nil, pass.Report{}, err
		}
	}
	report, err := d.Lower(ctx, u, b, c)
	if err != nil {
		return nil, report, err
	}
	if c.Prepare != nil {
		if err := c.Prepare(u); err != nil {
			return nil, report, err
		}
	}
	x, err := b.Compile(ctx, u.Imp, c.Run)
	if err != nil {
		return nil, report, fmt.Errorf("compiling for backend %s: %w", b.Name(), err)
	}
	return x, report, nil
}

// Lower takes a unit to imp by the pipeline of a backend, which need not be there, for what
// compiles the program elsewhere. The report covers the passes.
func (d *Driver) Lower(ctx context.Context, u *pass.Unit, b backend.Backend, c Config) (pass.Report, error) {
	u.Target = b.Target()
	report, err := d.Optimise(ctx, u, d.pipelineFor(b, u, c), c)
	if err == nil && u.Imp == nil {
		err = fmt.Errorf("backend %s runs imp; the pipeline ends at %s: end it with to-imp", b.Name(), u.Level())
	}
	return report, err
}

// knownDevice fails if the backend has no device of that name; "" lets it choose.
func knownDevice(name string, devices []backend.Device, device string) error {
	var ids []string
	for _, d := range devices {
		if d.ID == device {
			return nil
		}
		if d.ID != "" {
			ids = append(ids, d.ID)
		}
	}
	switch {
	case device == "":
		return nil
	case len(ids) > 0:
		return fmt.Errorf("backend %s has no device %q; there are: %s", name, device, strings.Join(ids, ", "))
	}
	return fmt.Errorf("backend %s has no device %q: it has but one, so leave the device out", name, device)
}

// pipelineFor returns the pipeline that takes u to b: the given one, or the part of b's
// own from u's level on.
func (d *Driver) pipelineFor(b backend.Backend, u *pass.Unit, c Config) string {
	pipeline := c.Pipeline
	if !c.Custom {
		pipeline = d.From(b.Pipeline(), u.Level())
	}
	return Guarded(u, pipeline)
}

// Guarded returns the pipeline for u on a backend that compiles. Before the passes of the given
// one, a handwritten program gets assertions of what its operations require.
func Guarded(u *pass.Unit, pipeline string) string {
	guard := assertdefined.Pass
	if !u.Handwritten || !guard.From.Has(u.Level()) {
		return pipeline
	}
	return strings.TrimSuffix(guard.Name+","+pipeline, ",")
}
