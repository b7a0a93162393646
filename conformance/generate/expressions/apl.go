package expressions

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/apl"
	"github.com/lamina-lang/lamina/frontends/apl/interp"
	"github.com/lamina-lang/lamina/frontends/apl/syntax"
)

// APL returns the random expression of a seed, of constants.
func APL(seed uint64) *Program {
	return Expression((&aplGenerator{Rand: aplRandom(seed)}).expr(4))
}

// Expression is a given expression in APL, or a program that ends in one.
func Expression(text string) *Program { return aplProgram(text, text, nil) }

// APLFunction returns the random dfn of a seed, of two arguments or of one, so that passes see what they do
// not know.
func APLFunction(seed uint64) *Program {
	g := &aplGenerator{Rand: aplRandom(seed)}
	bases := []string{"int", "int", "double", "bool"}
	for range 1 + g.IntN(2) {
		g.args = append(g.args, argument(g.Rand, bases[g.IntN(4)], []int{0, 1, 1, 2, 2, 3}[g.IntN(6)], []int64{3, 3, 3, 2, 2, 4, 1, 0}))
	}
	text := "main ← {" + g.expr(4) + "}"
	call := "main " + literal(g.args[len(g.args)-1])
	if len(g.args) == 2 {
		call = literal(g.args[0]) + " " + call
	}
	return aplProgram(text, text+"\n"+call, g.args)
}

func aplRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 11)) }

// literal is an array as APL writes it.
func literal(v value.Value) string {
	extents, elems := []string{}, []string{}
	for _, n := range v.Shape {
		extents = append(extents, fmt.Sprint(n))
	}
	for i := range v.Len() {
		elems = append(elems, strings.ReplaceAll(strconv.FormatFloat(number(v, i), 'f', -1, 64), "-", "¯"))
	}
	if len(elems) == 0 {
		elems = []string{"0"}
	}
	if len(extents) == 0 {
		return elems[0]
	}
	return "(" + strings.Join(extents, " ") + "⍴" + strings.Join(elems, " ") + ")"
}

// number is an element as a number: APL has no other Booleans than 0 and 1.
func number(v value.Value, i int64) float64 {
	switch x := element(v, i).(type) {
	case int64:
		return float64(x)
	case bool:
		if x {
			return 1
		}
		return 0
	case float64:
		return x
	}
	panic("no such element")
}

// aplProgram is a program whose meaning is that of the last expression of another text.
func aplProgram(text, meaning string, args []value.Value) *Program {
	var calls []apl.Call
	if len(args) > 0 {
		calls = []apl.Call{{Entry: "main"}}
		for _, a := range args {
			calls[0].Args = append(calls[0].Args, apl.Arg{Elem: a.Elem, Rank: len(a.Shape)})
		}
	}
	compile := func(ctx context.Context) (*ir.Program, error) {
		return apl.Compile(ctx, "random.apl", []byte(text), calls)
	}
	return &Program{Text: text, Args: args, compile: compile, judge: func(_ context.Context, c compiled) (Outcome, error) {
		p, err := syntax.Parse(&source.File{Name: "random.apl", Text: meaning})
		if err != nil {
			return "", err
		}
		want, err := interp.Run(p)
		return judgeAPL(want, err, c)
	}}
}

// judgeAPL compares a program with the evaluator of APL.
func judgeAPL(want interp.Outcome, wantErr error, c compiled) (Outcome, error) {
	if errors.Is(wantErr, interp.ErrSkipped) {
		return Skipped, nil
	}
	if c.refusal != nil {
		return judgeRefusal(want, wantErr, c.refusal)
	}
	switch {
	case wantErr != nil && c.failure != nil:
		return Failed, nil
	case wantErr != nil && want.Failed:
		return WentOn, nil
	case wantErr != nil:
		return "", fmt.Errorf("got %v, but APL gives %w", c.results, wantErr)
	case c.failure != nil && want.Extended && strings.Contains(c.failure.Error(), "the extents"):
		return Refused, nil
	case c.failure != nil:
		return "", fmt.Errorf("APL gives %v, but: %w", want.Value, c.failure)
	case !sameAPL(want.Value, c.results[0]):
		return "", fmt.Errorf("got %v, but APL gives %v", c.results[0], want.Value)
	}
	return Equal, nil
}

// judgeRefusal says whether the compiler may refuse a program: one that APL does not take, and what it
// leaves out, but it must not call that an error of APL.
func judgeRefusal(want interp.Outcome, wantErr, refusal error) (Outcome, error) {
	var at *source.Error
	if !errors.As(refusal, &at) || strings.Contains(refusal.Error(), "internal error") {
		return "", refusal
	}
	if wantErr != nil {
		return Failed, nil
	}
	message := refusal.Error()
	for _, typed := range []string{"RANK ERROR", "takes Boolean", "takes ints", "an int, but is"} {
		if strings.Contains(message, typed) {
			return Refused, nil
		}
	}
	if strings.Contains(message, " ERROR") {
		return "", fmt.Errorf("the compiler reports an error, but APL gives %v\n%w", want.Value, refusal)
	}
	return Refused, nil
}

func sameAPL(want interp.Array, got value.Value) bool {
	if !sameShape(want.Shape, got.Shape) {
		return false
	}
	for i, w := range want.Data {
		if !near(w, number(got, int64(i))) {
			return false
		}
	}
	return true
}
