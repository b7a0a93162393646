// Package ode solves many systems of ordinary differential equations side by side: the populations
// of prey and predators after Lotka and Volterra, each with rates of its own.
package ode

import "github.com/lamina-lang/lamina/accelerate"

// System is a pair of populations and how they change.
type System struct {
	Prey, Predators              float64
	Birth, Eaten, Grown, Starved float64
}

// rates are the derivatives of the populations.
func (s System) rates() (prey, predators float64) {
	return s.Prey * (s.Birth - s.Eaten*s.Predators), s.Predators * (s.Grown*s.Prey - s.Starved)
}

// moved is the system after a time in which its populations change at the given rates.
func (s System) moved(time, prey, predators float64) System {
	s.Prey += time * prey
	s.Predators += time * predators
	return s
}

// step is a step of the classical method of Runge and Kutta.
func (s System) step(h float64) System {
	a1, b1 := s.rates()
	a2, b2 := s.moved(h/2, a1, b1).rates()
	a3, b3 := s.moved(h/2, a2, b2).rates()
	a4, b4 := s.moved(h, a3, b3).rates()
	return s.moved(h/6, a1+2*a2+2*a3+a4, b1+2*b2+2*b3+b4)
}

// Solve follows all systems for a number of steps of size h.
func Solve(systems []System, h float64, steps int) {
	accelerate.Loop(len(systems), func(i int) {
		s := systems[i]
		for range steps {
			s = s.step(h)
		}
		systems[i] = s
	})
}
