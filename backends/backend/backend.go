// Package backend says what a backend is: how it tells what it can use here,
// how it turns an imperative program into something that runs, and what a run
// reports.
//
// A backend's package exports a constructor and registers nothing by itself;
// whoever links backends puts them in a Registry.
package backend

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// Backend compiles programs for one kind of machine.
type Backend interface {
	// Name is what users type: wasm, opencl, cuda.
	Name() string
	// Summary is one line about the backend.
	Summary() string
	// Probe lists the devices that Compile could use now. It fails with an
	// *UnavailableError when there is none.
	Probe(ctx context.Context) ([]Device, error)
	// Target describes the machine to the passes.
	Target() target.Target
	// Pipeline is the text of the pipeline that takes a program from the level
	// that front ends produce to the one that Compile wants.
	Pipeline() string
	// Compile makes p ready to run. It does not change p, and keeps no
	// reference to it after the Executable is closed.
	Compile(ctx context.Context, p *imp.Program, o Options) (Executable, error)
}

// DeviceSpecific is a Backend whose Target and Pipeline depend on the device.
type DeviceSpecific interface {
	// For is the backend for the device that Options.Device names.
	For(device string) (Backend, error)
}

// Chooser is a Backend that takes more names for its devices than the IDs that Probe
// lists.
type Chooser interface {
	// Chosen is the device that Options.Device means; "" is the backend's choice.
	Chosen(device string) (Device, error)
}

// Device is a machine that a backend found.
type Device struct {
	ID     string // what Options.Device takes to mean it; "" if there is only one
	Name   string // as its maker calls it
	Detail string // what matters for speed: cores, memory
}

// Options are what a user may choose about an Executable.
type Options struct {
	Threads int  // at most so many at a time; 0 is the backend's choice
	Profile bool // time every kernel
	// Device is the one to use, as the backend names them; "" is its choice.
	Device string
}

// Executable is a compiled program. It may be run any number of times, from one
// goroutine at a time; a run that failed or was cancelled leaves it usable.
type Executable interface {
	// Run calls the entry point of that name. Arguments are not changed, and
	// results share no memory with them. A failure of the program itself (an
	// assertion, memory) is a *fault.Failure; a cancelled run ends with the
	// context's error. The Report is there in either case.
	Run(ctx context.Context, entry string, args []value.Value) ([]value.Value, *Report, error)
	// Close frees what the executable holds.
	Close() error
}

// Keeper is an Executable for a device with memory of its own, where it can keep arguments
// from run to run: benchmarks measure programs whose arrays are there already.
type Keeper interface {
	// Keep copies the arrays among args that the entry point does not overwrite to the
	// device. Until the next call, or Close, runs given these very arrays, which must
	// not change, find them there; nil keeps nothing.
	Keep(ctx context.Context, entry string, args []value.Value) error
}

// Lister is an Executable that can show the code it runs.
type Lister interface {
	List(w io.Writer) error
}

// Report says what a run cost.
type Report struct {
	Total     time.Duration // of the program, without copying values in and out
	Kernels   []KernelTime  // in the order of first launch; nil unless profiled
	CopiedIn  int64         // bytes of arguments
	CopiedOut int64         // bytes of results
	Spaces    []SpaceReport // the memory spaces that were used

	// What the program did, counted exactly; zero where a backend does not count.
	Copies      int64 // copies of arrays, and of parts, that moved elements
	BytesCopied int64 // bytes that they moved
	Launches    int64 // parallel loops and kernels that ran for at least one point
}

// KernelTime is the time spent in the kernels of one label.
type KernelTime struct {
	Label string
	Count int
	Total time.Duration
}

// SpaceReport is what happened in one memory space.
type SpaceReport struct {
	Space       imp.Space
	Peak        int64 // most bytes reserved at one time
	Slack       int64 // at most so much of Peak is reserved, but in no block
	Allocations int64 // blocks that the program made
}

// UnavailableError says why a backend cannot run here.
type UnavailableError struct {
	Backend string
	Reason  string // and what to do about it
}

func (e *UnavailableError) Error() string {
	return fmt.Sprintf("backend %s is unavailable: %s", e.Backend, e.Reason)
}

// UnsupportedError says what in a program a backend does not do.
type UnsupportedError struct {
	Backend string
	What    string // what it is and where it stands
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("backend %s does not support %s", e.Backend, e.What)
}
