package certify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/conformance/suite"
)

// Limits on reducing generated programs that kill the backend's process: each candidate
// costs a process, and of many such programs on a device only the first few are reduced.
const (
	lostAttempts = 400
	maxReduced   = 3
)

// lostTime is the default time for reducing a program that kills the process.
const lostTime = 2 * time.Minute

// smaller reduces the program of a generated case whose process died or timed out to one
// that has the same effect in a fresh process. It returns nil for other cases, and if the
// program alone, in a fresh process, does no harm.
func (l *lane) smaller(ctx context.Context, c *suite.Case, how error) *suite.Disagreement {
	tape := c.Tape()
	if tape == nil || l.shrunk.Add(1) > maxReduced {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(l.config.Smaller, lostTime))
	defer cancel()
	var found error
	lost := func(tape []int) bool {
		err := l.alone(limited, question{c.ID(), true, tape}, how, 10)
		if err != nil {
			found = err
		}
		return err != nil
	}
	if !lost(tape) {
		return nil
	}
	small := draw.Shrink(tape, lostAttempts, lost)
	if again := l.alone(ctx, question{c.ID(), true, small}, how, 1); again != nil {
		return c.Lost(ctx, l.target.repeat(c), small, again)
	}
	return c.Lost(ctx, l.target.repeat(c), tape, found) // the smaller one merely exceeded a tenth of the time
}

// alone runs a question in a new process and returns how that process was lost, if it was
// lost in the same way as how. A program that may run forever gets a part of a case's time
// limit.
func (l *lane) alone(ctx context.Context, q question, how error, part time.Duration) error {
	worker, err := l.start(ctx)
	if err != nil {
		return nil
	}
	defer worker.end()
	timeout := l.config.Timeout
	hangs := errors.As(how, new(*tooLong))
	if hangs {
		timeout = max(timeout/part, time.Second)
	}
	_, err = worker.ask(ctx, q, timeout)
	switch {
	case err == nil, ctx.Err() != nil, errors.Is(err, errTimeout) != hangs:
		return nil
	case hangs:
		return fmt.Errorf("no answer within %v: the process was ended", timeout)
	}
	return err
}
