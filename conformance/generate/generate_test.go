package generate

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
)

// Generated programs are valid: the checker accepts them, and the reference interpreter,
// which checks consumption and the contracts of partial operations, finds no fault other
// than the program's own failures. Some run to completion.
func TestProgramsAreValid(t *testing.T) {
	ended := 0
	limits := interp.Options{MaxSteps: 20_000_000, MaxBytes: 1 << 30}
	for seed := range uint64(300) {
		p, args := Program(draw.Seeded(seed))
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

func TestASeedAndItsTapeGiveTheSameProgram(t *testing.T) {
	for seed := range uint64(20) {
		c := draw.Seeded(seed)
		want := Describe(Program(c))
		if diff := cmp.Diff(want, Describe(Program(draw.Seeded(seed)))); diff != "" {
			t.Errorf("seed %d, again: %s", seed, diff)
		}
		if diff := cmp.Diff(want, Describe(Program(draw.Replay(c.Numbers())))); diff != "" {
			t.Errorf("seed %d, replayed: %s", seed, diff)
		}
	}
}

// holds reports whether a program contains an expression.
func holds(p *ir.Program, is func(ir.Exp) bool) (found bool) {
	w := &ir.Walker{Stm: func(s *ir.Stm) { found = found || is(s.Exp) }}
	w.Program(p)
	return found
}

// A failure caused by a single operation shrinks to a program with little else.
func TestShrinkFindsASmallProgram(t *testing.T) {
	for _, test := range []struct {
		name string
		most int // statements
		is   func(ir.Exp) bool
	}{
		{"scatter", 30, func(e ir.Exp) bool { _, ok := e.(*ir.Scatter); return ok }},
		{"a loop in a loop, over one array", 40, overwritesInTwo},
	} {
		t.Run(test.name, func(t *testing.T) {
			fails := func(tape []int) bool {
				p, _ := Program(draw.Replay(tape))
				return holds(p, test.is)
			}
			for seed := range uint64(50) {
				c := draw.Seeded(seed)
				Program(c)
				if !fails(c.Numbers()) {
					continue
				}
				small, _ := Program(draw.Replay(draw.Shrink(c.Numbers(), 5000, fails)))
				statements := 0
				w := &ir.Walker{Stm: func(*ir.Stm) { statements++ }}
				w.Program(small)
				if statements > test.most {
					t.Errorf("seed %d: %d statements are left:\n%v", seed, statements, small)
				}
				return
			}
			t.Fatal("no program is like that")
		})
	}
}

// overwritesInTwo reports whether e is a loop nest that overwrites its array.
func overwritesInTwo(e ir.Exp) bool {
	outer, ok := e.(*ir.Loop)
	if !ok || len(outer.Params) != 1 || !outer.Params[0].Unique || len(outer.Body.Stms) == 0 {
		return false
	}
	inner, ok := outer.Body.Stms[len(outer.Body.Stms)-1].Exp.(*ir.Loop)
	return ok && len(inner.Params) == 1 && inner.Params[0].Unique
}
