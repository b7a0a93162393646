package certify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/conformance/suite"
)

// How a generated program is made smaller that the backend's process did not survive:
// every candidate costs a process. Of many that fail so on a device, the first few are
// made smaller.
const (
	lostAttempts = 400
	mostLost     = 3
)

// lostTime is how long a program is made smaller that the process did not survive,
// unless something else is said.
const lostTime = 2 * time.Minute

// smaller looks for a smaller program of a generated case whose process died, or was
// ended as it took too long, that goes the same way in a fresh process. It returns nil
// for other cases, and where the program alone, in a fresh process, does no harm.
func (l *lane) smaller(ctx context.Context, c *suite.Case, how error) *suite.Disagreement {
	tape := c.Tape()
	if tape == nil || l.shrunk.Add(1) > mostLost {
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
	small := generate.Shrink(tape, lostAttempts, lost)
	if again := l.alone(ctx, question{c.ID(), true, small}, how, 1); again != nil {
		return c.Lost(ctx, l.target.Backend, small, again)
	}
	return c.Lost(ctx, l.target.Backend, tape, found) // the smaller one only took longer than a tenth
}

// alone asks a question of a process of its own, and returns how that was lost, if it
// was in the way of how. What may run for ever has a part of a case's time.
func (l *lane) alone(ctx context.Context, q question, how error, part time.Duration) error {
	worker, err := l.start(ctx)
	if err != nil {
		return nil
	}
	defer worker.kill()
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
