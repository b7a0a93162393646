package image

// Names that modules and hosts share.
const (
	// HostModule is the module that code imports the host's functions from:
	//
	//	alloc (thread i32, bytes i64, site i32, path i32) i32
	//	refill (thread i32, bytes i64, site i32, path i32)
	//	free (block i32)
	//	fail (thread i32, path i32, site i32)
	//	poll (thread i32)
	//	parallel (thread i32, path i32, kernel i32, total i64)
	//	fma (x f64, y f64, z f64) f64
	HostModule = "lamina"
	// MemoryExport is the name of the memory. It is not an identifier, so no function has
	// that name.
	MemoryExport = "the memory"
)

// A thread's record in memory is its share of the allocator, counters, and the values in the
// message of a failed assertion. A host starts each run with records of zeros.
const (
	ThreadSize = 1024

	ThreadFree   = 0   // heads of the free lists, an i32 for each size class
	ThreadBump   = 72  // i32: where the unused rest of the thread's arena starts
	ThreadLimit  = 76  // i32: where it ends
	ThreadAllocs = 80  // i64: blocks that the thread took from its arena
	ThreadPoll   = 88  // i32: how much work is left until the thread calls the host's poll
	ThreadCopies = 96  // i64: copies of arrays that moved elements
	ThreadCopied = 104 // i64: bytes that they moved
	ThreadLoops  = 112 // i64: parallel loops that the thread started
	ThreadCount  = 120 // i64: the number of threads
	ThreadArgs   = 128 // 8 bytes for each value of a message

	MaxArgs = (ThreadSize - ThreadArgs) / 8
)

// A block's header stands before its data. Blocks of up to MaxSmall bytes with
// their header come from the thread's arena, in sizes that are powers of two;
// class is the exponent. Larger blocks come from the host and have class 0.
const (
	HeaderSize  = 16
	HeaderCount = -16 // i32: variables that hold the block
	HeaderClass = -12 // i32
	HeaderBytes = -8  // i64: the size that was asked for

	MinClass = 5
	MaxClass = 16
	MaxSmall = 1 << MaxClass

	// ArenaSize is the least that the host gives a thread when it asks for an
	// arena.
	ArenaSize = 4 * MaxSmall
)

// PageSize is the unit in which memory grows.
const PageSize = 1 << 16

// MaxPages is one less than the most there can be, so that every size and end address fits
// 32 bits.
const MaxPages = 1<<16 - 1
