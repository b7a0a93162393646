package host

import "time"

// Report says what a run cost.
type Report struct {
	Total     time.Duration // the program's time, without copying values in and out
	Processor time.Duration // likewise, of all threads of this process; 0 where the system does not tell it
	Kernels   []KernelTime  // in order of first launch; nil unless profiled
	CopiedIn  int64         // bytes of arguments
	CopiedOut int64         // bytes of results

	Peak        int64 // maximum number of bytes reserved at once
	Slack       int64 // upper bound on the part of Peak that was in no block
	Allocations int64 // number of blocks that the program allocated

	Copies      int64 // array copies, whole or partial, that moved elements
	BytesCopied int64 // bytes moved by these copies
	Launches    int64 // parallel loops that ran for at least one point
}

// KernelTime is the time spent in parallel loops with the same label.
type KernelTime struct {
	Label string
	Count int
	Total time.Duration
	// Before is the time outside of parallel loops before each of these.
	Before time.Duration
}
