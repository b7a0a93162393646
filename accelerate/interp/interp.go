// Package interp links the reference interpreter into a program, so that its marked expressions can run as
// the programs that GPUs get, without a GPU:
//
//	import _ "github.com/lamina-lang/lamina/accelerate/interp"
//
// With LAMINA_BACKEND=interp it runs them slowly, one thread after the other, and reports races, accesses out of
// bounds and reads of memory that holds nothing. It is for tests.
package interp

import (
	"context"
	"time"

	"github.com/lamina-lang/lamina/accelerate/internal/backends"
	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

func init() { backends.Register(interpreter{}) }

// interpreter is the interpreter of imperative programs as a backend.
type interpreter struct{}

func (interpreter) Name() string { return "interp" }

func (interpreter) Summary() string { return "the reference interpreter, of programs for GPUs" }

func (interpreter) Probe(context.Context) ([]backend.Device, error) {
	return []backend.Device{{Name: "interpreter"}}, nil
}

func (interpreter) Target() target.Target { return target.GPU() }

func (interpreter) Pipeline() string { return backend.GPU.Pipeline() }

func (interpreter) Compile(_ context.Context, p *imp.Program, _ backend.Options) (backend.Executable, error) {
	return executable{p}, nil
}

type executable struct{ program *imp.Program }

func (x executable) Run(ctx context.Context, entry string, args []value.Value) ([]value.Value, *backend.Report, error) {
	start := time.Now()
	results, _, err := interp.Imp(ctx, x.program, entry, args, interp.Options{LastWrite: true})
	return results, &backend.Report{Total: time.Since(start)}, err
}

func (executable) Close() error { return nil }
