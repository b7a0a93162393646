package pass

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"
)

// house is a home of passes that counts how often it is gone to.
type house struct {
	together int
	fails    bool
}

func (h *house) Reach(steps []Step) int {
	n := 1
	for i, s := range steps {
		if s.Pass.Home == Home(h) {
			n = i + 1
		}
	}
	return n
}

func (h *house) RunTogether(_ context.Context, u *Unit, steps []Step) ([]Timing, error) {
	h.together++
	if h.fails {
		return nil, errors.New("not today")
	}
	u.AddCrossing(time.Second)
	out := make([]Timing, len(steps))
	for i, s := range steps {
		out[i] = Timing{Step: s.String(), Time: time.Millisecond, Rewrites: i}
	}
	return out, nil
}

// The way to a plugin counts as time of the first pass there, also of passes of the
// host that it takes along; who looks between passes has each by itself; what fails
// together is tried one by one.
func TestNeighboursRunTogether(t *testing.T) {
	looking := &levels{to: io.Discard}
	for _, c := range []struct {
		name            string
		manager         Manager
		fails, noSecond bool
		together, alone int
	}{
		{name: "together", together: 1, alone: 1},
		{name: "checked", manager: Manager{Check: func(*Unit) error { return nil }}, alone: 4},
		{name: "validated", manager: Manager{Validate: func(context.Context, *Unit) error { return nil }}, alone: 4},
		{name: "twice", manager: Manager{Twice: true}, alone: 8},
		{name: "observed", manager: Manager{Observers: []Observer{looking}}, alone: 4},
		{name: "fails", fails: true, together: 1, alone: 4},
		{name: "fails alone, too", fails: true, noSecond: true, together: 1, alone: 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := &house{fails: c.fails}
			alone := 0
			newPass := func(name string, home Home) *Pass {
				return &Pass{Name: name, Summary: "s", From: At(Soac), Home: home, Run: func(_ context.Context, u *Unit, _ Options) error {
					alone++
					if c.noSecond && name == "b" {
						return errors.New("never")
					}
					return nil
				}}
			}
			p, err := NewRegistry(newPass("a", h), newPass("b", nil), newPass("c", h), newPass("d", nil)).Parse("a,b,c,d", Soac)
			if err != nil {
				t.Fatal(err)
			}
			report, err := c.manager.Run(context.Background(), p, soacUnit())
			if c.noSecond {
				var failed *Error
				if !errors.As(err, &failed) || failed.Step != "b" || len(report.Times) != 1 {
					t.Errorf("got %v after %d passes, want a failure of b after 1", err, len(report.Times))
				}
			} else if err != nil || len(report.Times) != 4 {
				t.Fatalf("%d passes are timed, error %v", len(report.Times), err)
			}
			if h.together != c.together || alone != c.alone {
				t.Errorf("%d times together and %d passes alone, want %d and %d", h.together, alone, c.together, c.alone)
			}
			if c.together == 1 && !c.fails {
				first, second := report.Times[0], report.Times[1]
				if first.Crossing != time.Second || first.Time != time.Second+time.Millisecond || second.Crossing != 0 || second.Rewrites != 1 {
					t.Errorf("the first two passes are told as %+v and %+v", first, second)
				}
			}
		})
	}
}
