package pass

import (
	"context"
	"fmt"
)

// Home is another process that passes run in: a plugin. Transfers cost time, so a home
// may take several passes at once.
type Home interface {
	// Reach returns how many of the steps it can run together: at least 1. The first step
	// is its own.
	Reach(steps []Step) int
	// RunTogether runs steps in order on u, and returns the time and the number of
	// rewrites of each. It changes u only if all steps succeed.
	RunTogether(ctx context.Context, u *Unit, steps []Step) ([]Timing, error)
}

// together returns how many of the steps to run at once: 1 if a hook must see the program
// between them, or the first is not a plugin's.
func (m *Manager) together(steps []Step) int {
	home := steps[0].Pass.Home
	if home == nil || m.Check != nil || m.Validate != nil || m.Twice || len(m.Observers) > 0 {
		return 1
	}
	return home.Reach(steps)
}

// runTogether runs steps at their common home. The cost of the transfer counts as time of
// the first.
func runTogether(ctx context.Context, steps []Step, u *Unit) (times []Timing, err error) {
	u.crossing = 0
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	if times, err = steps[0].Pass.Home.RunTogether(ctx, u, steps); err != nil {
		return nil, err
	}
	if len(times) != len(steps) {
		return nil, fmt.Errorf("%d passes ran, but %d were reported", len(steps), len(times))
	}
	times[0].Crossing = u.crossing
	times[0].Time += u.crossing
	return times, nil
}
