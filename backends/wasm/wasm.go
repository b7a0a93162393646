// Package wasm is the embedded backend: it translates imperative programs to WebAssembly
// (internal/emit), compiles that to machine code with wazero, and runs it inside the
// process. It needs neither cgo nor a C compiler.
//
// A program has one memory of up to 4 GiB, reserved when it is compiled and backed by the
// system on use. The body of a parallel loop is a function over a range of iterations; one
// goroutine per thread calls it on ranges that they take from a shared counter. They share
// one instance of the module: each call of a wazero function has its own stack, and the
// code keeps per-thread state in a record in memory whose address it is given. So the
// memory need not be a WebAssembly shared memory, whose length the engine would reload for
// each access.
//
// Compiled code cannot be interrupted. It counts its work and calls back about every
// millisecond; then cancellation takes effect, and Go's scheduler and garbage collector can
// run.
package wasm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/target"
)

// Name is the backend's name.
const Name = "wasm"

// Backend is the embedded backend. It is safe for use from several goroutines.
type Backend struct {
	cache   codeCache
	longest int // maximum function length; 0 is the default
}

// New returns a backend that caches machine code in the user's cache folder.
func New() *Backend {
	dir, err := os.UserCacheDir()
	if err != nil {
		return NewWithCache("")
	}
	return NewWithCache(filepath.Join(dir, "lamina", "wasm"))
}

// NewWithCache returns a backend that caches machine code in the given folder; for "", in
// memory.
func NewWithCache(dir string) *Backend { return &Backend{cache: codeCache{dir: dir}} }

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
	unit, err := emit.Program(imp.Wide(p), emit.Options{Profile: o.Profile, Longest: b.longest})
	if err != nil {
		var what emit.Unsupported
		if errors.As(err, &what) {
			return nil, &backend.UnsupportedError{Backend: Name, What: string(what)}
		}
		return nil, err
	}
	x, err := load(ctx, p, unit, o, configure(b.cache.open()))
	if err != nil {
		// Modules that we emit compile, so the cache must be damaged.
		b.cache.discard()
		x, err = load(ctx, p, unit, o, configure(wazero.NewCompilationCache()))
	}
	if err != nil {
		return nil, fmt.Errorf("backend %s: %w", Name, err)
	}
	return x, nil
}

// features are the WebAssembly features that the emitter uses.
const features = api.CoreFeaturesV2 | experimental.CoreFeaturesThreads

// configure returns the engine's configuration, with a cache of machine code.
func configure(cache wazero.CompilationCache) wazero.RuntimeConfig {
	return wazero.NewRuntimeConfig().WithCoreFeatures(features).WithCompilationCache(cache).WithDebugInfoEnabled(false)
}
