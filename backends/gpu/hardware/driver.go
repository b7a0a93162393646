// Package hardware is what a GPU backend implements over its driver: a queue of commands to
// a device, its kernels and memory, and what it says about itself. A device may stand in a
// process of its own (Elsewhere), so that one that hangs or crashes takes nothing along.
//
// What always holds: commands of a queue run in the order in which they were given, and
// methods of a Device are called from one goroutine at a time. All queues of a GPU share a
// Common, which keeps freed memory for the next that asks (Reserve).
package hardware

import (
	"context"
	"errors"
	"time"
)

// Device is a queue of commands to a GPU, or to what looks like one. Launch, Copy and
// Fill return once the command is queued; Read and Write when it is done. Methods are
// called from one goroutine at a time. Memory belongs to the GPU: another queue may use
// it and free it, once this one has finished. After Close the kernels are void.
type Device interface {
	Info() Info
	// Common is shared by all queues of the GPU.
	Common() *Common
	// Build takes a program text and finds its kernels. It may leave compiling a kernel to the
	// first launch. What the compiler says is part of the error.
	Build(ctx context.Context, t Text) ([]Kernel, error)
	// Alloc reserves memory; ErrNoMemory when there is none left.
	Alloc(bytes int64) (Memory, error)
	Free(m Memory) error
	Write(dst Memory, offset int64, data []byte) error
	Read(data []byte, src Memory, offset int64) error
	Copy(dst, src Memory, dstOffset, srcOffset, bytes int64) error
	// Fill repeats a pattern of 1, 2, 4 or 8 bytes; offset and bytes are multiples
	// of its length. The pattern may be changed after the call.
	Fill(dst Memory, pattern []byte, offset, bytes int64) error
	// Launch starts groups × size threads. When timed, the event tells how long
	// they took; otherwise it is 0.
	Launch(k Kernel, groups, size int64, args []Arg, timed bool) (Event, error)
	// Elapsed is the time of a finished launch; the event is void afterwards.
	Elapsed(e Event) (time.Duration, error)
	// Finish waits until all that was queued is done.
	Finish() error
	Close() error
}

// Resetter is a Device that can be made anew after an ErrLost.
type Resetter interface {
	// Lost tells whether its context is gone, perhaps through another queue.
	Lost() bool
	// Reset gives the queue to go on with: handles are void, and so is what memory
	// held. It closes this one if it is another.
	Reset() (Device, error)
}

// Handles that a Device gives out.
type (
	Memory uintptr
	Kernel uintptr
	Event  uintptr
)

// ErrNoMemory is in the errors of Alloc that mean just that.
var ErrNoMemory = errors.New("the device has no more memory")

// ErrLost is in the errors of a Device that can do nothing any more, because of what
// a kernel did; nothing that it holds is there any longer.
var ErrLost = errors.New("the device's context is lost")

// Info describes a device.
type Info struct {
	Name    string
	Dialect Dialect
	// CPU tells that a thread is a core, not a lane: few threads, each of which
	// takes consecutive iterations.
	CPU         bool
	Units       int   // compute units
	MaxGroup    int64 // threads of a group
	SharedBytes int64 // of a group
	MemoryBytes int64
	MaxAlloc    int64 // the largest block
	// Overlap tells that kernels have a form whose groups may start before the kernel before has
	// ended, for which they then wait.
	Overlap bool
}

// Dialect is a language of kernels.
type Dialect uint8

// The dialects.
const (
	OpenCL Dialect = iota
	CUDA
)

// Arg is an argument of a kernel: a scalar of Size bytes in the low bits of Bits,
// a Memory in Bits, or Bits bytes of memory that the group shares.
type Arg struct {
	Kind ArgKind
	Size uint8
	Bits uint64
}

// ArgKind says what an Arg is.
type ArgKind uint8

// The kinds of argument.
const (
	ScalarArg ArgKind = iota
	MemoryArg
	SharedArg
)
