// Package wasm is the embedded backend: it translates imperative programs to WebAssembly
// (internal/emit) and runs that inside the process (package host). It needs neither cgo nor
// a C compiler.
//
// What is compiled ahead is an image: package host runs it in programs that contain no
// compiler.
package wasm

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm/host"
	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/backends/wasm/internal/vectors"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/target"
)

// Name is the backend's name.
const Name = "wasm"

// Backend is the embedded backend. It is safe for use from several goroutines.
type Backend struct {
	cache   *host.Cache
	longest int // maximum function length; 0 is the default
	share   int // instructions that sharing a body has to save; 0 is the default
}

// New returns a backend that caches machine code in the user's cache folder.
func New() *Backend { return &Backend{cache: host.UserCache()} }

// NewWithCache returns a backend that caches machine code in the given folder; for "", in
// memory.
func NewWithCache(dir string) *Backend { return &Backend{cache: host.NewCache(dir)} }

// Name returns "wasm".
func (*Backend) Name() string { return Name }

// Summary describes the backend in a line.
func (*Backend) Summary() string {
	return "WebAssembly compiled inside the process; needs nothing else"
}

// Probe returns the CPU. It never fails.
func (*Backend) Probe(context.Context) ([]backend.Device, error) {
	return []backend.Device{{
		Name:   runtime.GOARCH,
		Detail: fmt.Sprintf("%d threads, up to 4 GiB of memory a program", runtime.GOMAXPROCS(0)),
	}}, nil
}

// Target describes a machine with 32-bit addresses and parallel loops.
func (*Backend) Target() target.Target { return target.Embedded() }

// Pipeline is the default pipeline from soac to imp.
func (*Backend) Pipeline() string { return backend.Embedded.Pipeline() }

// Compile translates and compiles p.
func (b *Backend) Compile(ctx context.Context, p *imp.Program, o backend.Options) (backend.Executable, error) {
	unit, err := translate(p, emit.Options{Profile: o.Profile, Longest: b.longest, Share: b.share})
	if err != nil {
		return nil, err
	}
	x, err := host.Load(ctx, unit.Image, b.cache, host.Options{Threads: o.Threads, Profile: o.Profile})
	if err != nil {
		return nil, fmt.Errorf("backend %s: %w", Name, err)
	}
	return &executable{unit.Module, x}, nil
}

// Image translates p to a program that package host runs.
func Image(p *imp.Program) (*image.Image, error) {
	unit, err := translate(p, emit.Options{})
	if err != nil {
		return nil, err
	}
	return unit.Image, nil
}

func translate(p *imp.Program, o emit.Options) (*emit.Unit, error) {
	o.Vectors = vectors.Lanes{}
	unit, err := emit.Program(imp.Wide(p), o)
	var what assemble.Unsupported
	if errors.As(err, &what) {
		return nil, &backend.UnsupportedError{Backend: Name, What: string(what)}
	}
	return unit, err
}
