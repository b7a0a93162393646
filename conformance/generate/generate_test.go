package generate

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
)

// Generated programs are valid: the checker accepts them, and the reference
// interpreter, which checks consumption and the contracts of partial operations,
// finds no fault but the program's own failures. Some run to their end.
func TestProgramsAreValid(t *testing.T) {
	ended := 0
	limits := interp.Options{MaxSteps: 20_000_000, MaxBytes: 1 << 30}
	for seed := range uint64(300) {
		p, args := Program(Seeded(seed))
		if err := check.Program(p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, Describe(p, args))
		}
		_, err := interp.Value(context.Background(), p, "main", args, limits)
		var failure *fault.Failure
		if err != nil && !errors.As(err, &failure) {
			t.Fatalf("seed %d: %v\n%s", seed, err, Describe(p, args))
		}
		if err == nil {
			ended++
		}
	}
	if ended < 100 {
		t.Errorf("only %d of 300 programs run to their end", ended)
	}
}

func TestReplayedTapeGivesTheSameProgram(t *testing.T) {
	c := Seeded(7)
	p, args := Program(c)
	again, args2 := Program(Replay(c.Tape()))
	if diff := cmp.Diff(Describe(p, args), Describe(again, args2)); diff != "" {
		t.Error(diff)
	}
}

// What fails because of one operation shrinks to a program with little else.
func TestShrinkFindsASmallProgram(t *testing.T) {
	scatters := func(tape []int) bool {
		p, _ := Program(Replay(tape))
		found := false
		w := &ir.Walker{Stm: func(s *ir.Stm) {
			_, is := s.Exp.(*ir.Scatter)
			found = found || is
		}}
		w.Program(p)
		return found
	}
	for seed := range uint64(50) {
		c := Seeded(seed)
		Program(c)
		if !scatters(c.Tape()) {
			continue
		}
		small, _ := Program(Replay(Shrink(c.Tape(), 5000, scatters)))
		statements := 0
		w := &ir.Walker{Stm: func(*ir.Stm) { statements++ }}
		w.Program(small)
		if statements > 30 {
			t.Errorf("seed %d: %d statements are left:\n%v", seed, statements, small)
		}
		return
	}
	t.Fatal("no program scatters")
}
