package suite

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/pass/meaning"
	"github.com/lamina-lang/lamina/driver"
)

// fuzz is the name of the suite of generated programs.
const fuzz = "fuzz"

// Fuzz are n random programs, made from seed, seed + 1, …: what they mean in the
// reference interpreter, they must mean on the backend.
func Fuzz(n int, seed uint64) []*Case {
	out := make([]*Case, n)
	for i := range out {
		out[i] = random(seed + uint64(i))
	}
	return out
}

// Index finds cases by their IDs.
type Index map[string]*Case

// NewIndex holds all cases.
func NewIndex() Index {
	x := Index{}
	for _, c := range All() {
		x[c.ID()] = c
	}
	return x
}

// Find returns the case of that ID, generated programs included, or nil.
func (x Index) Find(id string) *Case {
	if text, ok := strings.CutPrefix(id, fuzz+"/"); ok {
		if seed, err := strconv.ParseUint(text, 10, 64); err == nil {
			return random(seed)
		}
	}
	return x[id]
}

// random is the case of one seed.
func random(seed uint64) *Case {
	return &Case{Suite: fuzz, Name: strconv.FormatUint(seed, 10), Run: func(ctx context.Context, s *Subject) error {
		program, args := generate.Program(generate.Seeded(seed))
		want := meaning.Of(ctx, program, "main", args)
		x, _, err := s.Driver.Build(ctx, &pass.Unit{IR: program.Clone()}, driver.Config{
			Backend: s.Backend, Pipeline: s.Pipeline, Custom: s.Backend == driver.Interpreter,
			Run: backend.Options{Device: s.Device},
		})
		if err != nil {
			return err
		}
		defer x.Close()
		values, _, err := x.Run(ctx, "main", args)
		got := meaning.Outcome{Values: values, Err: err}
		if !got.Equal(want) {
			return fmt.Errorf("the interpreter gives\n%v\nand the backend gives\n%v\nRepeat it with: lamina conformance --backend %s --fuzz 1 --seed %d\nThe program:\n%s", want, got, s.Backend, seed, generate.Describe(program, args))
		}
		return nil
	}}
}
