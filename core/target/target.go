// Package target describes what code is generated for: the limits and shapes
// that passes need to know and that differ between backends. A backend names
// its Target; no pass asks which backend runs.
package target

// Target is a description of a machine.
type Target struct {
	Name string
	// ReduceChunk is the number of consecutive elements that a reduction or
	// scan combines left to right before chunks are combined with each other,
	// and that of consecutive chunks, a superchunk, before superchunks are. It
	// fixes the shape of the combining tree, so results depend on it, and on
	// nothing else of the machine.
	ReduceChunk int64
	// MaxBlockBytes is the size of the largest memory block.
	MaxBlockBytes int64
	// Grid tells whether arrays lie in the memory of a device, which the host does
	// not reach, and which runs kernels.
	Grid bool
	// Group is the number of threads of a group that work together, over shared
	// memory and between barriers; 0 where threads had better work alone.
	Group int64
	// Strip is how many elements of a row, of those that a thread folds, such a group
	// brings to shared memory at a time where rows are long: a multiple of Group.
	Strip int64
	// Progress tells that a group that has started goes on, whatever other groups do:
	// one may wait in a loop for what another writes that has started before it.
	Progress bool
	// StripBytes is about what a group's strips take of shared memory.
	StripBytes int64
}

// ReduceChunk is the chunk of every target so far (docs/semantics.md).
const ReduceChunk = 1024

// Embedded describes the machine of the wasm backend: 32-bit addresses,
// parallel loops.
func Embedded() Target {
	return Target{Name: "embedded", ReduceChunk: ReduceChunk, MaxBlockBytes: 1<<32 - 1<<16}
}

// GPU describes a machine with device memory, groups of threads with shared
// memory, and 64-bit addresses.
func GPU() Target {
	return Target{Name: "gpu", ReduceChunk: ReduceChunk, MaxBlockBytes: 1<<63 - 1, Grid: true, Group: 256, Strip: 256, StripBytes: 32 << 10}
}

// Processor describes a processor behind the interface of a GPU: few threads, which
// work alone.
func Processor() Target {
	return Target{Name: "processor", ReduceChunk: ReduceChunk, MaxBlockBytes: 1<<63 - 1, Grid: true}
}
