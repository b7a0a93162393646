package pass

import (
	"context"
	"fmt"
)

// Home is where passes run that are not a part of this process: a plugin. The way
// there and back costs time, so that a home takes several passes at once.
type Home interface {
	// Reach is how many of the steps, the first of which is its own, it can run
	// together: at least 1.
	Reach(steps []Step) int
	// RunTogether runs steps, one after the other, on u, which is changed only if
	// all went well, and tells the time and the rewrites of each.
	RunTogether(ctx context.Context, u *Unit, steps []Step) ([]Timing, error)
}

// together is how many of the steps are to be run in one go: 1 where somebody wants
// to see the program between them, or the first is not of a plugin.
func (m *Manager) together(steps []Step) int {
	home := steps[0].Pass.Home
	if home == nil || m.Check != nil || m.Validate != nil || m.Twice || len(m.Observers) > 0 {
		return 1
	}
	return home.Reach(steps)
}

// runTogether runs steps at their common home. What the way cost counts as time of
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
		return nil, fmt.Errorf("%d passes ran, and %d were told of", len(steps), len(times))
	}
	times[0].Crossing = u.crossing
	times[0].Time += u.crossing
	return times, nil
}
