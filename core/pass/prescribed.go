package pass

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/schedule"
)

// prescriptions are those of a schedule for a program between passes.
type prescriptions []schedule.Kept

// prescribed returns the prescriptions of u, and an error if they contradict each other.
func prescribed(u *Unit) (prescriptions, error) {
	if u.IR == nil {
		return nil, nil
	}
	all := schedule.In(u.IR)
	for _, f := range u.IR.Funs {
		if len(all) == 0 {
			break
		}
		if err := schedule.Check(f); err != nil {
			return nil, fmt.Errorf("function %s: %w", f.Name, err)
		}
	}
	return all, nil
}

// kept checks that steps, which have run, dropped nothing that was prescribed, and updates p. Passes
// that carry prescriptions out answer for themselves.
func (p *prescriptions) kept(u *Unit, steps []Step) error {
	if len(*p) == 0 {
		return nil
	}
	var left prescriptions
	if u.IR != nil {
		left = schedule.In(u.IR)
	}
	carriesOut := false
	for _, s := range steps {
		carriesOut = carriesOut || s.Pass.CarriesOut
	}
	if lost := schedule.Lost(*p, left); lost != nil && !carriesOut {
		return &Error{Step: stepNames(steps), Err: lost}
	}
	*p = left
	return nil
}
