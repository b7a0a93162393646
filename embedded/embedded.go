// Package embedded is the run time of Go packages that `lamina library --target go` writes: it
// runs a program that was compiled to WebAssembly ahead of time, inside the process. It
// contains no compiler, and needs neither cgo nor anything that is installed.
//
// Users of such a package meet Options, Array and Failure here; the rest is for the generated
// code.
package embedded

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/backends/wasm/host"
	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/value"
)

// Options are a caller's choices for a program.
type Options struct {
	// Threads is the maximum number of threads of a call; 0 is as many as Go uses.
	Threads int
	// Cache is the folder for machine code, which is made from WebAssembly when a program is
	// loaded for the first time; "" is one in the user's cache folder.
	Cache string
}

// Failure is the error of a call whose program failed: an assertion that does not hold, an
// index out of bounds, sizes that do not fit, memory that is exhausted. It holds the program's
// message and the positions in its source. The program remains usable.
type Failure = fault.Failure

// Program is a program that is ready to run. It is safe for use from several goroutines; calls
// run one after the other, each on several threads. Programs that are loaded several times run
// at the same time.
type Program struct{ machine Machine }

// Machine runs the entry points of a program that it holds. Packages opencl and cuda below this one
// have one for devices.
type Machine interface {
	// Params returns the parameters of an entry point; nil if there is none of that name.
	Params(entry string) []entry.External
	// Run calls an entry point, and hands the results to receive, which copies them.
	Run(ctx context.Context, entry string, args []value.Value, receive func([]value.Value)) error
	// Close releases the program's code and memory.
	Close() error
}

// Over is a program that a machine holds.
func Over(m Machine) *Program { return &Program{m} }

// Load makes a program ready to run. The module is one that lamina wrote.
func Load(ctx context.Context, module []byte, o Options) (*Program, error) {
	m, err := image.Decode(module)
	if err != nil {
		return nil, fmt.Errorf("loading a program: %w", err)
	}
	cache := host.UserCache()
	if o.Cache != "" {
		cache = host.NewCache(o.Cache)
	}
	x, err := host.Load(ctx, m, cache, host.Options{Threads: o.Threads})
	if err != nil {
		return nil, fmt.Errorf("loading a program: %w", err)
	}
	return Over(process{x, m}), nil
}

// process runs WebAssembly in this process.
type process struct {
	*host.Instance
	image *image.Image
}

func (p process) Params(name string) []entry.External {
	if e := p.image.Entry(name); e != nil {
		return e.Params
	}
	return nil
}

func (p process) Run(ctx context.Context, entry string, args []value.Value, receive func([]value.Value)) error {
	_, err := p.Instance.Run(ctx, entry, args, receive)
	return err
}

// Close releases the program's code and memory. Calls after it fail.
func (p *Program) Close() error { return p.machine.Close() }

// Call calls an entry point and stores its results. If it fails, results are unchanged.
func (p *Program) Call(ctx context.Context, entry string, args []Argument, results ...Result) error {
	values := make([]value.Value, len(args))
	unused := false
	for i, a := range args {
		if a.err != nil {
			return fault.Failf("argument %s: %v", p.argument(entry, i), a.err)
		}
		values[i] = a.value
		unused = unused || a.unused
	}
	if unused {
		if err := fill(p.machine.Params(entry), args, values); err != nil {
			return err
		}
	}
	var misfit error
	err := p.machine.Run(ctx, entry, values, func(got []value.Value) {
		if len(got) != len(results) {
			misfit = fmt.Errorf("entry point %s has %d results, not %d: generate its package again", entry, len(got), len(results))
			return
		}
		for i, r := range results {
			if misfit = r.fits(got[i]); misfit != nil {
				misfit = fmt.Errorf("result %d of %s: %w: generate its package again", i, entry, misfit)
				return
			}
		}
		for i, r := range results {
			r.store(got[i])
		}
	})
	if err != nil {
		return err
	}
	return misfit
}

// argument returns the name of an argument, or its number.
func (p *Program) argument(entry string, i int) string {
	if params := p.machine.Params(entry); i < len(params) && params[i].Name != "" {
		return params[i].Name
	}
	return fmt.Sprintf("#%d", i+1)
}
