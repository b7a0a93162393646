package store

import (
	"errors"

	"github.com/lamina-lang/lamina/core/name"
)

// Options are the limits of a run and its permissions. The zero Options limit only
// memory, to DefaultMaxBytes.
type Options struct {
	// MaxSteps is the maximum number of statements, and of elements moved by bulk
	// operations, in a run; 0 means no limit.
	MaxSteps int64
	// MaxBytes is the maximum number of live bytes; 0 means DefaultMaxBytes.
	MaxBytes int64
	// LastWrite permits a scatter to write different values to one index: the last one
	// stays, as any may on a device. Without it such a program is invalid; in heap
	// semantics, which checks for races, it always is.
	LastWrite bool
	// Block, if set, is called in heap semantics for each name of a block when it is bound, with
	// the block's number: its place in the order in which the run's blocks came to be. A run that
	// is repeated counts as one.
	Block func(n name.Name, number int64)
}

// DefaultMaxBytes is the default memory limit.
const DefaultMaxBytes = 8 << 30

// ErrStopped is the error of a run that reaches Options.MaxSteps.
var ErrStopped = errors.New("run stopped")

// Report is the resource usage of a run on the heap.
type Report struct {
	Steps       int64
	Allocs      int64 // blocks allocated by the program
	Copies      int64 // array copies that moved elements
	CopiedBytes int64 // bytes that they moved
	Launches    int64 // parallel loops and kernels of imp with at least one point
	PeakBytes   int64 // maximum of live bytes, including arguments
}
