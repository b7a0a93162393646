// Package c is the backend of C: it prints imperative programs as C (internal/print), compiles
// that with the machine's C compiler, and runs it in a process of its own.
//
// The compiler is cc, or what the variable CC names; CFLAGS follow the backend's own flags. What
// was compiled is kept in the user's cache folder, by its text, compiler and flags.
//
// A process is started when a program first runs, and serves runs until the executable is
// closed, a run is cancelled or the program crashes. A cancelled run ends with the process.
package c

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/c/internal/print"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/target"
)

// Name is the backend's name.
const Name = "c"

// Backend is the backend of C. It is safe for use from several goroutines.
type Backend struct{ cache cache }

// New returns a backend that keeps what it compiles in the user's cache folder.
func New() *Backend { return &Backend{userCache()} }

// NewWithCache returns a backend that keeps what it compiles in the given folder; for "",
// nowhere.
func NewWithCache(dir string) *Backend { return &Backend{cache{dir}} }

// Name returns "c".
func (*Backend) Name() string { return Name }

// Summary describes the backend in a line.
func (*Backend) Summary() string { return "C, compiled by the machine's C compiler" }

// Probe returns the CPU, or says that there is no compiler.
func (*Backend) Probe(ctx context.Context) ([]backend.Device, error) {
	compiler, err := findCompiler()
	if err != nil {
		return nil, err
	}
	version, err := compiler.version(ctx)
	if err != nil {
		return nil, err
	}
	limit, err := memoryLimit()
	if err != nil {
		return nil, unavailable("%v", err)
	}
	return []backend.Device{{
		Name:   runtime.GOARCH,
		Detail: fmt.Sprintf("%d threads, at most %s in arrays; %s", runtime.GOMAXPROCS(0), sizeText(limit), version),
	}}, nil
}

// Target describes a machine with parallel loops.
func (*Backend) Target() target.Target { return target.Compiled() }

// Pipeline is the default pipeline from soac to imp.
func (*Backend) Pipeline() string { return backend.Compiled.Pipeline() }

// Compile prints and compiles p.
func (b *Backend) Compile(ctx context.Context, p *imp.Program, o backend.Options) (backend.Executable, error) {
	compiler, err := findCompiler()
	if err != nil {
		return nil, err
	}
	limit, err := memoryLimit()
	if err != nil {
		return nil, unavailable("%v", err)
	}
	unit, err := Print(p)
	if err != nil {
		return nil, err
	}
	program, err := b.cache.build(ctx, compiler, unit.Source)
	if err != nil {
		return nil, fmt.Errorf("backend %s: %w", Name, err)
	}
	threads := o.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return &executable{prog: p, unit: unit, program: program, limit: limit, threads: min(threads, mostThreads), profile: o.Profile}, nil
}

// Unit is a program as C, with what a caller must know to run it and to describe its failures.
type Unit = print.Unit

// Site is a place where a program may fail.
type Site = print.Site

// Part is a piece of a message.
type Part = print.Part

// Quoted returns s as a string literal of C, for text that stands beside what Print prints.
func Quoted(s string) string { return print.Quoted(s) }

// Print prints p. It needs no C compiler. What the backend cannot do is a
// *backend.UnsupportedError.
func Print(p *imp.Program) (*Unit, error) {
	unit, err := print.Program(imp.Wide(p))
	var what print.Unsupported
	if errors.As(err, &what) {
		return nil, &backend.UnsupportedError{Backend: Name, What: string(what)}
	}
	return unit, err
}

// Device describes the kernels that a host part starts to PrintHost.
type Device = print.Device

// PrintHost prints the host part of a program for a device, without a main: p's indices are flat.
// Runtime is the text of what it runs on (internal/print/device.go); failures of kernels carry at
// most n values. What cannot be done is a
// *backend.UnsupportedError of the backend of that name.
func PrintHost(p *imp.Program, d Device, backendName, runtime string, values int) (*Unit, error) {
	unit, err := print.Host(p, d, runtime, values)
	var what print.Unsupported
	if errors.As(err, &what) {
		return nil, &backend.UnsupportedError{Backend: backendName, What: string(what)}
	}
	return unit, err
}

// CompileFile compiles a file of C that holds what Print prints and a main, for what runs it
// elsewhere, with the machine's compiler and the backend's flags. Libraries are those that it is
// linked with besides C's, as flags.
func CompileFile(ctx context.Context, source, file string, libraries ...string) error {
	compiler, err := findCompiler()
	if err != nil {
		return err
	}
	compiler.flags = slices.DeleteFunc(compiler.flags, func(f string) bool { return f == "-DLAMINA_PROCESS" })
	if err := compiler.compile(ctx, source, file, libraries...); err != nil {
		return fmt.Errorf("backend %s: %w", Name, err)
	}
	return nil
}

// mostThreads bounds the number of threads that a user may ask for.
const mostThreads = 1 << 10

func unavailable(format string, args ...any) error {
	return &backend.UnavailableError{Backend: Name, Reason: fmt.Sprintf(format, args...)}
}
