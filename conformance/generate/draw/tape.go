// Package draw has the tapes of numbers from which random programs are made, and makes failing ones shorter.
package draw

import "math/rand/v2"

// Tape is a sequence of numbers, each drawn below a bound. It is generated from a seed as it
// is read, or replayed; beyond the end of a replayed tape all numbers are 0.
type Tape struct {
	numbers []int
	at      int
	rand    *rand.Rand // nil for a replayed tape
}

// Seeded returns the tape of a seed.
func Seeded(seed uint64) *Tape {
	return &Tape{rand: rand.New(rand.NewPCG(seed, 0))}
}

// Replay returns a tape with the numbers of another, reduced to the bounds.
func Replay(numbers []int) *Tape { return &Tape{numbers: numbers} }

// Below draws a number from 0 to n - 1.
func (t *Tape) Below(n int) int {
	x := 0
	switch {
	case t.rand != nil:
		x = t.rand.IntN(n)
		t.numbers = append(t.numbers, x)
	case t.at < len(t.numbers):
		x = t.numbers[t.at] % n
	}
	t.at++
	return x
}

// Numbers returns the numbers drawn so far.
func (t *Tape) Numbers() []int { return t.numbers[:min(t.at, len(t.numbers))] }
