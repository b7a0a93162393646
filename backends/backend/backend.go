// Package backend defines the interface of backends: how a backend reports the devices it
// can use, turns an imperative program into an executable, and reports on a run.
//
// A backend's package exports a constructor and registers nothing; whoever links backends
// adds them to a Registry.
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
	// Name is the name that users type: wasm, opencl, cuda.
	Name() string
	// Summary describes the backend in one line.
	Summary() string
	// Probe lists the devices that Compile could use now. It fails with an
	// *UnavailableError if there are none.
	Probe(ctx context.Context) ([]Device, error)
	// Target describes the machine to the passes.
	Target() target.Target
	// Pipeline returns the text of the pipeline from the level that front ends produce to
	// the level that Compile takes.
	Pipeline() string
	// Compile makes p ready to run. It does not change p, and retains no reference to it
	// after the Executable is closed.
	Compile(ctx context.Context, p *imp.Program, o Options) (Executable, error)
}

// DeviceSpecific is a Backend whose Target and Pipeline depend on the device.
type DeviceSpecific interface {
	// For returns the backend for the device that Options.Device names.
	For(device string) (Backend, error)
}

// Chooser is a Backend that accepts more names for its devices than the IDs that Probe
// lists.
type Chooser interface {
	// Chosen returns the device that Options.Device selects; "" is the backend's choice.
	Chosen(device string) (Device, error)
}

// Device describes a device that a backend found.
type Device struct {
	ID     string // value of Options.Device that selects it; "" if there is only one device
	Name   string // the vendor's name for it
	Detail string // properties that determine speed: cores, memory
}

// Options are a user's choices for an Executable.
type Options struct {
	Threads int  // maximum number of threads; 0 is the backend's choice
	Profile bool // time every kernel
	// Device selects the device, in the backend's naming; "" is the backend's choice.
	Device string
}

// Executable is a compiled program. It may be run any number of times, by one goroutine at
// a time. A failed or cancelled run leaves it usable.
type Executable interface {
	// Run calls the named entry point. Arguments are not changed, and results share no
	// memory with them. A failure of the program itself (an assertion, out of memory) is a
	// *fault.Failure; a cancelled run returns the context's error. The Report is valid in
	// every case.
	Run(ctx context.Context, entry string, args []value.Value) ([]value.Value, *Report, error)
	// Close releases the executable's resources.
	Close() error
}

// Keeper is an Executable for a device with its own memory that can keep arguments there
// between runs, so that benchmarks measure programs whose inputs are already on the device.
type Keeper interface {
	// Keep copies to the device the arrays among args that the entry point does not
	// consume. Until the next call, or Close, runs with these same arrays, which must not
	// change, use the copies; nil keeps nothing.
	Keep(ctx context.Context, entry string, args []value.Value) error
}

// Resident is an Executable for a device with its own memory whose arrays may stay there
// between runs, also between those of different executables for the same device.
type Resident interface {
	// RunResident is Run with arguments some of which may be in the device's memory, and with
	// results whose arrays are left there; the caller frees them.
	RunResident(ctx context.Context, entry string, args []Array) ([]Array, *Report, error)
	// Store copies an array to the device's memory; the caller frees it.
	Store(ctx context.Context, v value.Value) (Array, error)
}

// Array is a value that is with the host or in a device's memory.
type Array struct {
	value.Value        // without Data if it is in a device's memory
	On          Stored // nil with the host
}

// Stored is an array's data in a device's memory. One goroutine at a time may use it.
type Stored interface {
	// Read copies the data to the host.
	Read() ([]byte, error)
	// Free gives the memory back. No run may be using the data, and nothing may use it
	// afterwards.
	Free()
}

// Lister is an Executable that can show the code it runs.
type Lister interface {
	List(w io.Writer) error
}

// Report says what a run cost.
type Report struct {
	Total     time.Duration // the program's time, without copying values in and out
	Processor time.Duration // likewise, of all threads on processors; 0 if the backend does not measure it
	Kernels   []KernelTime  // in order of first launch; nil unless profiled
	CopiedIn  int64         // bytes of arguments
	CopiedOut int64         // bytes of results
	Spaces    []SpaceReport // the memory spaces used

	// Exact counts; zero if the backend does not count.
	Copies      int64 // array copies, whole or partial, that moved elements
	BytesCopied int64 // bytes moved by these copies
	Launches    int64 // parallel loops and kernels that ran for at least one point
}

// KernelTime is the time spent in kernels with the same label.
type KernelTime struct {
	Label string
	Count int
	Total time.Duration
	// Before is the time outside of kernels that passed before each launch, since the one before or the
	// beginning of the run.
	Before time.Duration
}

// SpaceReport describes the use of one memory space.
type SpaceReport struct {
	Space       imp.Space
	Peak        int64 // maximum number of bytes reserved at once
	Slack       int64 // upper bound on the part of Peak that was in no block
	Allocations int64 // number of blocks that the program allocated
}

// UnavailableError says why a backend cannot run on this machine.
type UnavailableError struct {
	Backend string
	Reason  string // with the remedy
}

func (e *UnavailableError) Error() string {
	return fmt.Sprintf("backend %s is unavailable: %s", e.Backend, e.Reason)
}

// UnsupportedError names a feature of a program that a backend does not support.
type UnsupportedError struct {
	Backend string
	What    string // the feature and its position
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("backend %s does not support %s", e.Backend, e.What)
}
