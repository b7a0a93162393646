package host

import (
	"context"
	"testing"
	"time"
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
