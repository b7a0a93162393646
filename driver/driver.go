// Package driver ties front ends, pipelines and backends together: a file is
// loaded at whatever level it is written, taken through a pipeline, and made
// ready to run. The command line, the conformance suite and programs that embed
// Lamina all compile through it.
//
// The reference interpreters stand beside the backends under the name interp.
// They run a program at any level, so their pipeline may end anywhere; it is
// empty unless one is given.
package driver

import (
	"context"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/core/target"

	// The passes that pipelines name.
	_ "github.com/lamina-lang/lamina/passes/coalesce"
	_ "github.com/lamina-lang/lamina/passes/doublebuffer"
	_ "github.com/lamina-lang/lamina/passes/expandmemory"
	_ "github.com/lamina-lang/lamina/passes/extractkernels"
	_ "github.com/lamina-lang/lamina/passes/fuse"
	_ "github.com/lamina-lang/lamina/passes/hoistallocs"
	_ "github.com/lamina-lang/lamina/passes/imp/cooperate"
	_ "github.com/lamina-lang/lamina/passes/imp/decide"
	_ "github.com/lamina-lang/lamina/passes/imp/offload"
	_ "github.com/lamina-lang/lamina/passes/imp/split"
	_ "github.com/lamina-lang/lamina/passes/imp/unroll"
	_ "github.com/lamina-lang/lamina/passes/inline"
	_ "github.com/lamina-lang/lamina/passes/introducememory"
	_ "github.com/lamina-lang/lamina/passes/lowerallocs"
	_ "github.com/lamina-lang/lamina/passes/mergeblocks"
	_ "github.com/lamina-lang/lamina/passes/sequentialise"
	_ "github.com/lamina-lang/lamina/passes/shortcircuit"
	_ "github.com/lamina-lang/lamina/passes/simplify"
	_ "github.com/lamina-lang/lamina/passes/toimp"
)

// Driver knows the passes and backends of a compilation.
type Driver struct {
	Passes   *pass.Registry
	Backends *backend.Registry
}

// New returns a driver with the passes that are linked in, the wasm backend and
// those given.
func New(more ...backend.Backend) (*Driver, error) {
	backends, err := backend.NewRegistry(append([]backend.Backend{wasm.New()}, more...)...)
	if err != nil {
		return nil, err
	}
	return &Driver{Passes: pass.Default, Backends: backends}, nil
}

// Interpreter is the name of the reference interpreters among the backends.
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

// Config says how to compile.
type Config struct {
	Backend string // "" is the default backend
	// Pipeline replaces the backend's own when Custom is set.
	Pipeline string
	Custom   bool
	// Check runs the checker before the first pass and after each.
	Check bool
	// Tune sets thresholds between versions of a computation, as name=value.
	Tune []string
	// Observers are shown the program between passes.
	Observers []pass.Observer
	// Inputs, if there are any, are what the program is run on, by the reference
	// interpreters, before the first pass and behind each: it must keep its meaning.
	Inputs []meaning.Input
	// Twice runs each pass twice and demands the same program.
	Twice bool
	// Machine is what passes compile for when the interpreters run the program; the
	// zero Target is the embedded backend's.
	Machine target.Target
	// Run is passed on to the backend.
	Run backend.Options
}

// Optimise takes a unit through a pipeline, given as text. The error of a pass is
// a *Failure.
func (d *Driver) Optimise(ctx context.Context, u *pass.Unit, pipeline string, c Config) (pass.Report, error) {
	pipeline, err := d.tuned(pipeline, u.Level(), c.Tune)
	if err != nil {
		return pass.Report{}, err
	}
	p, err := d.Passes.Parse(pipeline, u.Level())
	if err != nil {
		return pass.Report{}, err
	}
	m := pass.Manager{Observers: c.Observers, Twice: c.Twice}
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
	return report, nil
}

// Build compiles a unit for the backend that c names. The report is of the
// passes.
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
	u.Target = b.Target()
	report, err := d.Optimise(ctx, u, d.pipelineFor(b, u, c), c)
	if err != nil {
		return nil, report, err
	}
	if u.Imp == nil {
		return nil, report, fmt.Errorf("backend %s runs imp; the pipeline ends at %s: end it with to-imp", b.Name(), u.Level())
	}
	x, err := b.Compile(ctx, u.Imp, c.Run)
	if err != nil {
		return nil, report, fmt.Errorf("compiling for backend %s: %w", b.Name(), err)
	}
	return x, report, nil
}

// knownDevice fails if the backend has no device of that name; "" is its choice.
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

// pipelineFor is the pipeline that takes u to b: the given one, or b's own from
// u's level on.
func (d *Driver) pipelineFor(b backend.Backend, u *pass.Unit, c Config) string {
	if c.Custom {
		return c.Pipeline
	}
	return d.From(b.Pipeline(), u.Level())
}
