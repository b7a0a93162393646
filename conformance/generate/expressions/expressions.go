// Package expressions makes random programs of the array languages, TAIL and APL, and compares what
// the compiler makes of them with what they mean to the languages' evaluators, which share no code with it.
package expressions

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/value"
)

// Program is a random program and the arguments of its entry point main.
type Program struct {
	Text string
	Args []value.Value
	// compile returns a *source.Error where the program is refused.
	compile func(ctx context.Context) (*ir.Program, error)
	// judge compares the compiled program's results, or its failure, or the compiler's refusal, with
	// what the program means.
	judge func(ctx context.Context, c compiled) (Outcome, error)
}

// compiled is what became of a program: results, a failure, or a refusal.
type compiled struct {
	results          []value.Value
	failure, refusal error
}

// Outcome says how a compiled program and the evaluator agree.
type Outcome string

// The outcomes.
const (
	Equal   Outcome = "equal"
	Failed  Outcome = "failed"  // both
	Refused Outcome = "refused" // by the compiler, which documents what it leaves out
	WentOn  Outcome = "went on" // where the evaluator fails in what nothing needs
	Skipped Outcome = "skipped" // the evaluator says nothing about the program
)

// Compare compiles the program, runs it with the interpreter of values, and says how that agrees with
// its meaning; an error if it does not. The compiled program is nil where it was refused.
func (p *Program) Compare(ctx context.Context) (*ir.Program, Outcome, error) {
	program, refusal := p.compile(ctx)
	c := compiled{refusal: refusal}
	if refusal == nil {
		if err := check.Program(program); err != nil {
			return nil, "", err
		}
		c.results, c.failure = interp.Value(ctx, program, "main", p.Args, interp.Options{})
	}
	outcome, err := p.judge(ctx, c)
	return program, outcome, err
}

// String is the program and its arguments.
func (p *Program) String() string {
	text := p.Text
	for _, a := range p.Args {
		text += "\n" + a.String()
	}
	return text
}

// near compares doubles up to rounding.
func near(want, got float64) bool {
	return math.Abs(got-want) <= 1e-9*math.Max(1, math.Abs(want)) || got == want || math.IsNaN(want) && math.IsNaN(got)
}

func sameShape(want []int, got []int64) bool {
	if len(want) != len(got) {
		return false
	}
	for i, n := range want {
		if got[i] != int64(n) {
			return false
		}
	}
	return true
}

// argument is a random array of a base type of TAIL and a rank, each axis of one of the extents.
func argument(r *rand.Rand, base string, rank int, extents []int64) value.Value {
	shape, n := make([]int64, rank), 1
	for i := range shape {
		shape[i] = extents[r.IntN(len(extents))]
		n *= int(shape[i])
	}
	var v value.Value
	switch base {
	case "int":
		v = value.FromSlice(random(n, func() int64 { return int64(r.IntN(12) - 4) }))
	case "double":
		v = value.FromSlice(random(n, func() float64 { return float64(r.IntN(40)-16) / 4 }))
	default:
		v = value.FromSlice(random(n, func() bool { return r.IntN(2) == 0 }))
	}
	v.Shape = shape
	return v
}

func random[T any](n int, elem func() T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = elem()
	}
	return out
}
