package host

import (
	"context"
	"time"
)

// mostStarved is how many times its limit a computation may take in all, however little of a
// processor it gets.
const mostStarved = 10

// tooLong reports whether a computation of this process takes longer than it may: on a machine with
// other work, what counts is the time for which it has a processor.
func tooLong(limit, elapsed, processor time.Duration) bool {
	return elapsed >= mostStarved*limit || elapsed >= limit && processor >= limit
}

// late returns a context that ends when a computation of this process that begins now takes longer
// than the limit, or when end is called. All that the process computes meanwhile counts.
func late(ctx context.Context, limit time.Duration) (_ context.Context, end context.CancelFunc) {
	ctx, end = context.WithCancel(ctx)
	begin, before := time.Now(), processorTime()
	go func() {
		ticks := time.NewTicker(max(limit/10, time.Millisecond))
		defer ticks.Stop()
		for !tooLong(limit, time.Since(begin), processorTime()-before) {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
			}
		}
		end()
	}()
	return ctx, end
}
