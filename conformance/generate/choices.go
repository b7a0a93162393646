package generate

import "math/rand/v2"

// Choices is a tape of numbers, each drawn below a bound. It is generated from a seed as it
// is read, or replayed; beyond the end of a replayed tape all numbers are 0.
type Choices struct {
	tape []int
	at   int
	rand *rand.Rand // nil for a replayed tape
}

// Seeded returns the tape of a seed.
func Seeded(seed uint64) *Choices {
	return &Choices{rand: rand.New(rand.NewPCG(seed, 0))}
}

// Replay returns a tape with the numbers of another, reduced to the bounds.
func Replay(tape []int) *Choices { return &Choices{tape: tape} }

// Below draws a number from 0 to n - 1.
func (c *Choices) Below(n int) int {
	x := 0
	switch {
	case c.rand != nil:
		x = c.rand.IntN(n)
		c.tape = append(c.tape, x)
	case c.at < len(c.tape):
		x = c.tape[c.at] % n
	}
	c.at++
	return x
}

// Tape returns the numbers drawn so far.
func (c *Choices) Tape() []int { return c.tape[:min(c.at, len(c.tape))] }
