package apl_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/check"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/apl"
	"github.com/lamina-lang/lamina/frontends/apl/syntax"
)

// TestRandom compares random expressions, compiled and run, with the evaluator of this package.
// Each must be well-formed IR. LAMINA_APL_CASES says how many, other than the few of a usual run,
// and LAMINA_APL_FIRST which seed is the first.
func TestRandom(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 500
	}
	if s := os.Getenv("LAMINA_APL_CASES"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	counts := map[string]int{}
	failures := 0
	first := 0
	if s := os.Getenv("LAMINA_APL_FIRST"); s != "" {
		first, _ = strconv.Atoi(s)
	}
	for seed := first; seed < first+n; seed++ {
		g := &generator{rand.New(rand.NewPCG(uint64(seed), 11))}
		text := g.expr(4)
		outcome, err := compare(text)
		counts[outcome]++
		if err != nil {
			t.Errorf("seed %d: %s\n%v", seed, text, err)
			if failures++; failures > 8 {
				t.FailNow()
			}
		}
	}
	t.Log(counts)
	if counts["equal"] < n/4 {
		t.Errorf("too few of %d expressions have values: %v", n, counts)
	}
	if counts["refused"] > n/4 {
		t.Errorf("too many of %d expressions are refused: %v", n, counts)
	}
}

// evaluated is the value of a program's last expression, or APL's error.
func evaluated(text string) (out arr, err error) {
	p, err := syntax.Parse(&source.File{Name: "random.apl", Text: text})
	if err != nil {
		return out, err
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case aplError:
			err = errors.New(string(r))
		case skip:
			err = errSkip
		default:
			panic(r)
		}
	}()
	f := &frame{vals: map[string]any{}}
	for _, s := range p.Body {
		out = evalArr(f, s.Exp)
	}
	return out, nil
}

var errSkip = errors.New("skipped")

// compare says how the two compare: equal, failed (both), refused (by the compiler), or skipped.
func compare(text string) (string, error) {
	extended = false
	want, wantErr := evaluated(text)
	if wantErr == errSkip {
		return "skipped", nil
	}
	ctx := context.Background()
	p, err := apl.Compile(ctx, "random.apl", []byte(text), nil)
	var at *source.Error
	if err != nil {
		if !errors.As(err, &at) || strings.Contains(err.Error(), "internal error") {
			return "", err
		}
		if wantErr == nil {
			if strings.Contains(err.Error(), " ERROR") && !strings.Contains(err.Error(), "RANK ERROR") && !strings.Contains(err.Error(), "takes Boolean") && !strings.Contains(err.Error(), "takes ints") && !strings.Contains(err.Error(), "an int, but is") {
				return "", fmt.Errorf("the compiler reports an error, but APL gives %v\n%w", want, err)
			}
			return "refused", nil
		}
		return "failed", nil
	}
	if err := check.Program(p); err != nil {
		return "", err
	}
	got, err := interp.Value(ctx, p, "main", nil, interp.Options{})
	switch {
	case wantErr != nil && err != nil:
		return "failed", nil
	case wantErr != nil && strings.Contains(wantErr.Error(), "of an element"):
		return "went on", nil // nothing needs that element
	case wantErr != nil:
		return "", fmt.Errorf("got %v, but APL gives %w", got, wantErr)
	case err != nil && extended && strings.Contains(err.Error(), "the extents"):
		return "refused", nil
	case err != nil:
		return "", fmt.Errorf("APL gives %v, but: %w", want, err)
	case !same(want, got[0]):
		return "", fmt.Errorf("got %v, but APL gives %v", got[0], want)
	}
	return "equal", nil
}

func same(want arr, got value.Value) bool {
	if len(want.shape) != len(got.Shape) {
		return false
	}
	for i, n := range want.shape {
		if got.Shape[i] != int64(n) {
			return false
		}
	}
	for i, w := range want.data {
		g := got.At(int64(i))
		x := float64(g.Int())
		switch {
		case got.Elem.IsFloat():
			x = g.Float()
		case got.Elem.String() == "bool":
			x = truth(g.Bool())
		}
		if d := math.Abs(x - w); d > 1e-9*math.Max(1, math.Abs(w)) {
			return false
		}
	}
	return true
}

// generator makes expressions.
type generator struct{ *rand.Rand }

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) atom() string {
	return g.pick("0", "1", "2", "3", "¯1", "2.5", "1 0 1", "3 1 2", "1 2 3 4", "¯1.5 2 0.25", "(⍳3)", "(⍳0)", "(2 3⍴⍳6)",
		"(3 2⍴0 1)", "(3 3⍴4 1 3 2)", "(2 2 2⍴⍳7)", "(1 0 1⍴5)", "(2 0⍴5)", "⍬", "(,5)", "(3⍴2 7)")
}

func (g *generator) scalarFn() string {
	return g.pick("+", "-", "×", "⌊", "⌈", "|", "<", "≤", "=", "≥", ">", "≠", "÷", "∧", "∨", "{⍺+2×⍵}", "{⍵-⍺}", "{⌊⍺÷⍵}", "⊤≠", "⊤∧", "⊤∨")
}

func (g *generator) expr(depth int) string {
	if depth == 0 || g.IntN(8) == 0 {
		return g.atom()
	}
	x := func() string { return "(" + g.expr(depth-1-g.IntN(2)*min(1, depth-1)) + ")" }
	y := func() string { return g.expr(depth - 1) }
	switch g.IntN(16) {
	case 0, 1:
		return g.pick("-", "|", "⌊", "⌈", "×", "~", "+") + y()
	case 2, 3, 4:
		return x() + g.scalarFn() + y()
	case 5:
		return g.scalarFn() + g.pick("/", "⌿") + y()
	case 6:
		return g.scalarFn() + g.pick("\\", "⍀") + y()
	case 7, 8:
		return g.pick("⍴", "≢", ",", "⌽", "⊖", "⍉", "⊃", "⍋", "⍒", "∪", "∊", "⍳≢", "⍳⊃⍴", "≠", "⍸") + y()
	case 9:
		return g.pick("2", "¯2", "0", "3", "1 2", "2 3", "5", "¯1 1", "(2 2)", "(⍳2)") + g.pick("⍴", "↑", "↓", "⍴", "↑", "↓", "↑[1]", "↓[1]", "↑[2]", "↓[2]") + y()
	case 10:
		return g.pick("1", "¯1", "2", "0", "1 ¯1", "0 1 2", "(2 2⍴0 1 2)", x()) + g.pick("⌽", "⊖") + y()
	case 11:
		return x() + g.pick(",", "⍪", ",", "∊", "≡", "⍳") + y()
	case 12:
		return x() + "∘." + g.scalarFn() + y()
	case 13:
		return x() + g.scalarFn() + "." + g.scalarFn() + y()
	case 14:
		return g.pick("1 0 1", "2", "0", "1 2 0", "(⍳3)", "(2=⍳3)") + g.pick("/", "⌿") + y()
	}
	switch g.IntN(15) {
	case 9:
		return g.pick("1 1", "2 1", "1 1 2", "1 2 1", "2 1 2", "1 1 1") + "⍉" + y()
	case 10:
		return "(" + g.pick("+/", "⌽", "⍉", "{⍵[⍋⍵]}", "{⍵÷1+≢⍵}", "{⌈/,⍵}", "≢", "{⍵∘.+1 2}", "{2 3⍴⍵}", "+\\", "1∘↓") + "⍤" + g.pick("1", "2", "0", "¯1") + ")" + y()
	case 11:
		return x() + "(" + g.pick("+", ",", "+.×", "∘.-", "{⍺⌽⍵}", "{⍵+≢⍺}", "⌊") + "⍤" + g.pick("1", "0 1", "1 0", "2 1", "1 2", "¯1", "0") + ")" + y()
	case 12:
		return g.pick("2", "3", "¯2", "¯3", "(≢1 2)", "(⊃⌽1 0 3)") + g.pick("+", "⌈", "-", "{⍺-2×⍵}") + g.pick("/", "⌿") + y()
	case 14:
		return g.pick("", "2", "¯2", "0", "3", "(⍳3)", "1.5", "¯1", "9") + "!" + y()
	case 13:
		return g.pick("1 0 1", "0 1", "1", "(2=⍳3)", "1 1 0 1", "0 0", "(2≠⍳4)", "(0=2|⍳5)") + g.pick("\\", "⍀") + y()
	case 0:
		return "{" + "1<≢⍵ : 1↓⍵ ⋄ ⍵" + "}" + y()
	case 1:
		return "({a←⍵+1 ⋄ a×a}⍣2)" + y()
	case 2:
		return "(+/÷≢)" + y()
	case 3:
		return "(⌽" + g.scalarFn() + "⊢)" + y()
	case 4:
		return x() + g.scalarFn() + "⍨" + y()
	case 5:
		return g.scalarFn() + "⍨" + y()
	case 6:
		return x() + "[" + g.pick("1", "2 1", ";1", "1;", "⍳2", ";2 2", "2;1", ";;1", "2 2⍴1 2") + "]"
	case 7:
		return g.pick("1 2", "2 1", "3 1 2", "1 3 2") + "⍉" + y()
	}
	return g.pick("2", "10", "2 2 2", "0 3", "10 0 10", "(20⍴10)", "(64⍴2)", "3 ¯4 5", "¯2 3 ¯2.5 0 7", "¯3") + g.pick("⊥", "⊤") + g.pick("1 0 1", "5", "⍳4", "13 2", "¯3 98765", "345.5 ¯2.25")
}

// TestIndicesAreCheckedWhereNoElementIsNeeded has expressions that a long run of TestRandom found:
// an index beyond its axis is an error also where the result is empty, or only its shape is used.
func TestIndicesAreCheckedWhereNoElementIsNeeded(t *testing.T) {
	for _, text := range []string{"(2 3↓(2 0⍴5))[;2 2]", "≢(⍳0)[⍳2]", "(0⌽0)≡(+(2 0⍴5))[;2 2]"} {
		if outcome, err := compare(text); outcome != "failed" {
			t.Errorf("%s: %s %v", text, outcome, err)
		}
	}
}
