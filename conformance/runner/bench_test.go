package runner

import (
	"testing"
	"time"
)

// The median of an even number of runs is between the two in the middle.
func TestSummary(t *testing.T) {
	for _, c := range []struct {
		runs               []time.Duration
		least, median, avg time.Duration
	}{
		{[]time.Duration{7}, 7, 7, 7},
		{[]time.Duration{6, 2}, 2, 4, 4},
		{[]time.Duration{9, 1, 2}, 1, 2, 4},
		{[]time.Duration{9, 1, 2, 4}, 1, 3, 4},
	} {
		m := Measurement{Runs: c.runs}
		if least, median, mean := m.Summary(); least != c.least || median != c.median || mean != c.avg {
			t.Errorf("%v: %v %v %v", c.runs, least, median, mean)
		}
	}
}
