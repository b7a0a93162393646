package certify

import (
	"bufio"
	"errors"
	"io"
	"testing"
	"time"
)

// TestLateAnswers: a process that answers after its limit is waited for if it was ready to run all
// the time and got little of a processor, up to a multiple of the limit; not if it took the
// processor time, and not if it slept.
func TestLateAnswers(t *testing.T) {
	const limit = 100 * time.Millisecond
	for _, c := range []struct {
		name    string
		spent   time.Duration
		runs    bool
		answers time.Duration // after so long; 0: never
		ok      bool
	}{
		{"starved", 0, true, 4 * limit, true},
		{"starved without end", 0, true, 0, false},
		{"sleeping", 0, false, 0, false},
		{"spinning", limit, true, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			from, to := io.Pipe()
			defer to.Close()
			p := &process{answers: bufio.NewReader(from), use: func() (time.Duration, bool) { return c.spent, c.runs }}
			if c.answers > 0 {
				time.AfterFunc(c.answers, func() { _, _ = io.WriteString(to, "{}\n") })
			}
			var a answer
			err := p.read(t.Context(), limit, &a)
			if c.ok && err != nil || !c.ok && !errors.Is(err, errTimeout) {
				t.Errorf("it ends with %v", err)
			}
		})
	}
}
