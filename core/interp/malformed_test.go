package interp_test

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/value"
)

var token = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*|-?[0-9]+[a-z0-9]*`)

// mutate puts some tokens of a program in the place of others.
func mutate(random *rand.Rand, program string) string {
	tokens := token.FindAllStringIndex(program, -1)
	for range 1 + random.IntN(3) {
		at, from := tokens[random.IntN(len(tokens))], tokens[random.IntN(len(tokens))]
		if at[1] <= len(program) && from[1] <= len(program) {
			program = program[:at[0]] + program[from[0]:from[1]] + program[at[1]:]
		}
	}
	return program
}

// arguments makes values for an entry point, as far as that can be done.
func arguments(params []entry.Param) []value.Value {
	var args []value.Value
	for _, p := range params {
		shape := make([]int64, len(p.Dims))
		for i, d := range p.Dims {
			shape[i] = 2
			if d.Var.IsZero() {
				shape[i] = min(max(d.Size, 0), 8)
			}
		}
		v, err := value.New(p.Elem, shape...)
		if err != nil {
			return nil
		}
		args = append(args, v)
	}
	return args
}

// A program that is not well-formed may mean anything, but its run ends with
// an error or with results: it neither panics nor hangs.
func TestMalformedPrograms(t *testing.T) {
	var functional, imperatives []string
	for _, c := range operations {
		functional = append(functional, "lamina soac\nentry fun main"+c.fun)
	}
	for _, c := range segmented {
		functional = append(functional, "lamina kernel\nentry fun main"+c.fun)
	}
	for _, c := range valid {
		functional = append(functional, "lamina mem\nentry fun main"+c.fun)
	}
	for _, c := range imperative {
		imperatives = append(imperatives, "lamina imp\n"+c.text)
	}
	random := rand.New(rand.NewPCG(1, 2))
	opts := interp.Options{MaxSteps: 10000, MaxBytes: 1 << 20}
	ctx := context.Background()
	runs := 0
	try := func(program string, run func()) {
		defer func() {
			if r := recover(); r != nil {
				t.Errorf("%v\nin the run of\n%s", r, program)
			}
		}()
		runs++
		run()
	}
	for range 70 {
		for _, original := range functional {
			program := mutate(random, original)
			prog, err := ir.Parse("mutant.lir", program)
			if err != nil || prog.Fun("main") == nil || prog.Fun("main").Entry == nil {
				continue
			}
			try(program, func() {
				args := arguments(prog.Fun("main").EntryParams())
				interp.Value(ctx, prog, "main", args, opts)
				if strings.HasPrefix(program, "lamina mem") {
					interp.Heap(ctx, prog, "main", args, opts)
				}
			})
		}
		for _, original := range imperatives {
			program := mutate(random, original)
			prog, err := imp.Parse("mutant.imp", program)
			if err != nil || prog.Fun("main") == nil || prog.Fun("main").Entry == nil {
				continue
			}
			try(program, func() {
				interp.Imp(ctx, prog, "main", arguments(prog.Fun("main").EntryParams()), opts)
			})
		}
	}
	if runs < 1000 {
		t.Errorf("only %d mutants could be run", runs)
	}
}
