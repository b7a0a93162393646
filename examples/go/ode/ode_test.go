package ode_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/lamina-lang/lamina/examples/go/ode"
)

// With no predators the prey grow exponentially; with no prey the predators starve.
func TestExponentials(t *testing.T) {
	systems := []ode.System{{Prey: 2, Birth: 0.5, Eaten: 1}, {Predators: 3, Starved: 0.25, Grown: 1}}
	ode.Solve(systems, 0.01, 400)
	if want := 2 * math.Exp(2); math.Abs(systems[0].Prey-want) > 1e-8 {
		t.Errorf("there are %v prey, want %v", systems[0].Prey, want)
	}
	if want := 3 * math.Exp(-1); math.Abs(systems[1].Predators-want) > 1e-8 {
		t.Errorf("there are %v predators, want %v", systems[1].Predators, want)
	}
}

// Along each orbit grown*prey - starved*log(prey) + eaten*predators - birth*log(predators) is
// constant.
func TestInvariant(t *testing.T) {
	energy := func(s ode.System) float64 {
		return s.Grown*s.Prey - s.Starved*math.Log(s.Prey) + s.Eaten*s.Predators - s.Birth*math.Log(s.Predators)
	}
	before := systems(100)
	after := systems(100)
	ode.Solve(after, 0.005, 1000)
	for i := range before {
		if e, f := energy(before[i]), energy(after[i]); math.Abs(e-f) > 1e-6 {
			t.Errorf("system %d begins at %v and ends at %v", i, e, f)
		}
	}
}

func systems(n int) []ode.System {
	out := make([]ode.System, n)
	for i := range out {
		x := float64(i) / float64(n)
		out[i] = ode.System{Prey: 1 + x, Predators: 2 - x, Birth: 1 + x/2, Eaten: 0.5, Grown: 0.4, Starved: 1}
	}
	return out
}

func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			all := systems(n)
			for b.Loop() {
				ode.Solve(all, 0.001, 100)
			}
		})
	}
}
