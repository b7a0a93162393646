package host

import (
	"context"
	"testing"
	"time"

	"github.com/lamina-lang/lamina/core/starved"
)

// TestStarvedCompilation: what waits for a processor on a busy machine may take longer than its limit,
// but not for ever. A module of Go once counted as too slow after a minute in which it got seconds.
func TestStarvedCompilation(t *testing.T) {
	const limit = time.Minute
	for _, c := range []struct {
		elapsed, processor time.Duration
		want               bool
	}{
		{limit - 1, limit - 1, false},
		{limit - 1, 2 * limit, false}, // others of the process computed, too
		{limit, limit, true},
		{limit, limit / 6, false},
		{5 * limit, limit - 1, false},
		{5 * limit, limit, true},
		{10 * limit, 0, true},
	} {
		if got := tooLong(limit, c.elapsed, c.processor); got != c.want {
			t.Errorf("after %v with a processor for %v: %t", c.elapsed, c.processor, got)
		}
	}
}

// TestLate: the context ends by itself when the process computes for longer than the limit.
func TestLate(t *testing.T) {
	ctx, end := late(t.Context(), 20*time.Millisecond)
	defer end()
	for ctx.Err() == nil { // computes
	}
	begin, stop := late(context.Background(), time.Hour)
	if begin.Err() != nil {
		t.Error("an hour has passed at once")
	}
	stop()
	<-begin.Done()
}

// TestPatient: a call of a process ends late if the process got little of a processor that it wanted, and at
// its limit if it slept or had the time. On a busy machine plugins once did not answer within a minute
// of which they had seconds.
func TestPatient(t *testing.T) {
	const limit = 20 * time.Millisecond
	for _, c := range []struct {
		name  string
		spent time.Duration
		runs  bool
		most  bool // it has the most that there is
	}{
		{"starved", 0, true, true},
		{"sleeping", 0, false, false},
		{"spinning", limit, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := 0
			use := func() (time.Duration, bool) {
				if asked++; asked == 1 {
					return 0, true // before the call
				}
				return c.spent, c.runs
			}
			begin := time.Now()
			ctx, end := patient(t.Context(), limit, use)
			defer end()
			<-ctx.Done()
			if !timedOut(ctx) {
				t.Errorf("it ends with %v", context.Cause(ctx))
			}
			if c.most && time.Since(begin) < starved.Most*limit {
				t.Errorf("it ends after %v", time.Since(begin))
			}
			if asked > 1+20 && !c.most {
				t.Errorf("it was asked for %d times", asked)
			}
		})
	}
	ctx, end := patient(t.Context(), time.Hour, func() (time.Duration, bool) { return 0, true })
	end()
	if <-ctx.Done(); timedOut(ctx) {
		t.Error("a call that ended took too long")
	}
}
