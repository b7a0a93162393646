package host

import (
	"context"
	"errors"
	"time"

	"github.com/lamina-lang/lamina/core/starved"
)

// tooLong reports whether a computation of this process takes longer than it may: on a machine with
// other work, what counts is the time for which it has a processor.
func tooLong(limit, elapsed, processor time.Duration) bool {
	return elapsed >= starved.Most*limit || elapsed >= limit && processor >= limit
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

// errLate is the cause of the end of a context that a process took too long for.
var errLate = errors.New("it takes too long")

// patient returns a context that ends with errLate when a process needs longer than the limit: on a machine
// with other work a process that wants a processor and gets little of it has more time.
func patient(ctx context.Context, limit time.Duration, use starved.Usage) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	begin := time.Now()
	before, _ := use()
	go func() {
		wait := time.NewTimer(limit)
		defer wait.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-wait.C:
			}
			if time.Since(begin) >= starved.Most*limit || !starved.Now(use, before+limit) {
				end(errLate)
				return
			}
			wait.Reset(limit / 10)
		}
	}()
	return ctx, func() { end(context.Canceled) }
}
