package expressions

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/tail"
	"github.com/lamina-lang/lamina/frontends/tail/interp"
	"github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// TAIL returns the random well-typed program of a seed, an expression of constants.
func TAIL(seed uint64) *Program {
	return tailProgram((&tailGenerator{Rand: tailRandom(seed)}).program(), nil)
}

// TAILFunction returns the random well-typed program of a seed whose entry point has parameters, so that
// passes see what they do not know.
func TAILFunction(seed uint64) *Program {
	g := &tailGenerator{Rand: tailRandom(seed)}
	var params []string
	var args []value.Value
	for i := range 1 + g.IntN(3) {
		v := variable{fmt.Sprintf("p%d", i), g.base(), g.IntN(4)}
		params = append(params, fmt.Sprintf("%s: [%s]%d", v.name, v.base, v.rank))
		args = append(args, argument(g.Rand, v.base, v.rank, []int64{2, 2, 2, 2, 2, 3, 1, 0}))
		g.params = append(g.params, v)
	}
	g.vars = append(g.vars, g.params...)
	return tailProgram(fmt.Sprintf("entry main (%s) =\n%s", strings.Join(params, ", "), g.program()), args)
}

func tailRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

func tailProgram(text string, args []value.Value) *Program {
	var parsed *syntax.Program // by compile
	compile := func(ctx context.Context) (*ir.Program, error) {
		p, err := syntax.Parse(&source.File{Name: "random.tail", Text: text})
		if err != nil {
			return nil, err
		}
		if p, err = syntax.Parse(&source.File{Name: "random.tail", Text: p.String()}); err != nil {
			return nil, fmt.Errorf("printed and read back: %w", err)
		}
		if _, err := types.Check(p); err != nil {
			return nil, err
		}
		parsed = p
		return tail.CompileProgram(ctx, p)
	}
	return &Program{Text: text, Args: args, compile: compile, judge: func(ctx context.Context, c compiled) (Outcome, error) {
		if c.refusal != nil {
			return "", c.refusal // a well-typed program
		}
		want, err := interp.Run(ctx, parsed.Entries[0], arrays(args)...)
		return judgeTAIL(want, err, c)
	}}
}

// judgeTAIL compares a program with TAIL's own interpreter. Where that gives an error, the program may
// go on if nothing needs the result; where it gives none, the program must give the same.
func judgeTAIL(want []*interp.Array, wantErr error, c compiled) (Outcome, error) {
	var failure *interp.Failure
	switch {
	case errors.As(wantErr, &failure) && c.failure != nil:
		return Failed, nil
	case errors.As(wantErr, &failure):
		return WentOn, nil
	case wantErr != nil:
		return "", wantErr
	case c.failure != nil:
		return "", fmt.Errorf("%w, but TAIL gives %v", c.failure, want[0])
	}
	for i := range want {
		if !sameTAIL(want[i], c.results[i]) {
			return "", fmt.Errorf("got %v, but TAIL gives %v", c.results[i], want[i])
		}
	}
	return Equal, nil
}

// sameTAIL compares extents and elements; of doubles, up to rounding.
func sameTAIL(want *interp.Array, got value.Value) bool {
	if !sameShape(want.Shape, got.Shape) {
		return false
	}
	for i, w := range want.Elems {
		g := got.At(int64(i))
		same := false
		switch w := w.(type) {
		case int64:
			same = g.Int() == w
		case bool:
			same = g.Bool() == w
		case float64:
			same = near(w, g.Float())
		}
		if !same {
			return false
		}
	}
	return true
}

// arrays are arguments as TAIL's interpreter takes them.
func arrays(args []value.Value) []*interp.Array {
	var out []*interp.Array
	for _, v := range args {
		a := &interp.Array{}
		for _, n := range v.Shape {
			a.Shape = append(a.Shape, int(n))
		}
		for i := range v.Len() {
			a.Elems = append(a.Elems, element(v, i))
		}
		out = append(out, a)
	}
	return out
}

func element(v value.Value, i int64) any {
	switch x := v.At(i); {
	case v.Elem.IsFloat():
		return x.Float()
	case v.Elem.String() == "bool":
		return x.Bool()
	default:
		return x.Int()
	}
}
