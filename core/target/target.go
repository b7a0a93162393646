// Package target describes the machines that code is generated for: the limits and shapes
// that passes depend on and that differ between backends. A backend names its Target; no
// pass asks which backend runs.
package target

// Target describes a machine.
type Target struct {
	Name string
	// ReduceChunk is the number of consecutive elements that a reduction or scan combines
	// left to right before it combines chunks with each other; ReduceChunk consecutive
	// chunks form a superchunk, and are combined before superchunks are. It fixes the
	// shape of the combining tree. Results depend on it, and on nothing else of the
	// machine.
	ReduceChunk int64
	// MaxBlockBytes is the size of the largest memory block, in bytes.
	MaxBlockBytes int64
	// Grid is set if arrays lie in device memory, which the host cannot address and only
	// kernels access.
	Grid bool
	// Group is the number of threads in a work-group that share memory and synchronise at
	// barriers; 0 if threads run best on their own.
	Group int64
	// Strip is the number of elements of a long row that such a group stages in shared
	// memory at a time, for a fold by one thread: a multiple of Group.
	Strip int64
	// Progress is set if a group that has started keeps making progress, whatever other
	// groups do. Then a group may spin on a value that a group which started before it
	// writes.
	Progress bool
	// Mapped is set if kernels can write memory of the host, so that small blocks that they only
	// store to, and the host only reads, lie there.
	Mapped bool
	// StripBytes is the approximate amount of shared memory for a group's strips.
	StripBytes int64
	// Math says whether operators on floats keep their order; "" means Reproducible.
	Math Math
}

// ReduceChunk is the chunk size of all targets (docs/semantics.md).
const ReduceChunk = 1024

// Embedded describes the machine of the wasm backend: 32-bit addresses and parallel
// loops.
func Embedded() Target {
	return Target{Name: "embedded", ReduceChunk: ReduceChunk, MaxBlockBytes: 1<<32 - 1<<16}
}

// Compiled describes a CPU with 64-bit addresses, whose threads run parallel loops.
func Compiled() Target {
	return Target{Name: "compiled", ReduceChunk: ReduceChunk, MaxBlockBytes: 1<<63 - 1}
}

// GPU describes a machine with device memory, work-groups with shared memory, and 64-bit
// addresses.
func GPU() Target {
	return Target{Name: "gpu", ReduceChunk: ReduceChunk, MaxBlockBytes: 1<<63 - 1, Grid: true, Group: 256, Strip: 256, StripBytes: 32 << 10}
}

// Processor describes a CPU that is driven through the interface of a GPU: few threads,
// which run on their own.
func Processor() Target {
	return Target{Name: "processor", ReduceChunk: ReduceChunk, MaxBlockBytes: 1<<63 - 1, Grid: true}
}
