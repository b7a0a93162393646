package emit

// What lies where in linear memory. Addresses below dataBase are not used for
// anything, so that the null block 0 is none.
const (
	dataBase = 64 // frames of kernels start here

	// minBlock is below every block: the first page is never part of the heap.
	minBlock = 1 << 16
)

// A thread's record holds its share of the allocator, and the values of the
// message of a failed assertion.
const (
	ThreadSize = 1024

	threadFree   = 0   // heads of the free lists, an i32 for each size class
	threadBump   = 72  // i32: where the unused rest of the thread's arena starts
	threadLimit  = 76  // i32: where it ends
	threadAllocs = 80  // i64: blocks that the thread took from its arena
	threadPoll   = 88  // i32: how much work is left until the thread calls the host's poll
	threadCopies = 96  // i64: copies of arrays that moved elements
	threadCopied = 104 // i64: bytes that they moved
	threadLoops  = 112 // i64: parallel loops that the thread started
	threadArgs   = 128

	maxArgs = (ThreadSize - threadArgs) / 8
)

// Fields of a thread's record that the host uses.
const (
	ThreadBump   = threadBump
	ThreadLimit  = threadLimit
	ThreadAllocs = threadAllocs
	ThreadPoll   = threadPoll
	ThreadCopies = threadCopies
	ThreadCopied = threadCopied
	ThreadLoops  = threadLoops
	ThreadArgs   = threadArgs // 8 bytes for each value
)

// A block's header stands before its data. Blocks of up to MaxSmall bytes with
// their header come from the thread's arena, in sizes that are powers of two;
// class is the exponent. Larger blocks come from the host and have class 0.
const (
	HeaderSize  = 16
	HeaderCount = -16 // i32: variables that hold the block
	HeaderClass = -12 // i32
	HeaderBytes = -8  // i64: the size that was asked for

	minClass = 5
	maxClass = 16
	MaxSmall = 1 << maxClass

	// ArenaSize is the least that the host gives a thread when it asks for an
	// arena.
	ArenaSize = 4 * MaxSmall
)
