package decide_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/passes/imp/decide"
)

var programs = flag.Int("programs", 1000, "how many random programs with loops to decide")

// Random programs with loops whose counters wrap, step down, change twice, and whose conditions
// overflow, do the same before the pass and after it. Each comparison adds to a sum that the
// program returns, or tells where it stops.
func TestRandomLoopsKeepTheirMeaning(t *testing.T) {
	decided := 0
	for seed := range *programs {
		g := &generator{Rand: rand.New(rand.NewPCG(uint64(seed), 19))}
		text := g.program()
		before, after := parse(t, text), parse(t, text)
		u := &pass.Unit{Imp: after}
		if err := u.Check(); err != nil {
			t.Fatal(err)
		}
		if err := decide.Pass.Run(t.Context(), u, decide.Pass.Defaults()); err != nil {
			t.Fatal(err)
		}
		if before.String() != after.String() {
			decided++
		}
		for range 4 {
			args := g.arguments()
			want, got := outcome(before, args), outcome(after, args)
			if want != got {
				t.Fatalf("seed %d on %v: got %s, want %s\n%s\nbecame\n%s", seed, args, got, want, before, after)
			}
		}
	}
	if decided*3 < *programs {
		t.Errorf("only %d of %d programs were changed", decided, *programs)
	}
}

func outcome(p *imp.Program, args []value.Value) string {
	results, _, err := interp.Imp(context.Background(), p, "main", args, interp.Options{MaxBytes: 1 << 16, MaxSteps: 1 << 18})
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(results[0].Data)
}

// generator writes random programs over i64s and i32s.
type generator struct {
	*rand.Rand
	text    strings.Builder
	depth   int
	next    int
	mutable []string // i64s
	fixed   []string
	narrow  []string // i32s that change
	bools   []string
}

func (g *generator) arguments() []value.Value {
	some := []int64{0, 1, 2, 3, 5, 8, -1, -4, math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, math.MaxInt32, 1 << 62}
	numbers := [2]int64{some[g.IntN(len(some))], some[g.IntN(len(some))]}
	if g.IntN(4) == 0 { // a factor of 0 leaves room for any other
		numbers[g.IntN(2)] = 0
		if i := slices.Index(numbers[:], 0); g.IntN(2) == 0 {
			numbers[1-i] = math.MaxInt64
		}
	}
	var out []value.Value
	for _, x := range numbers {
		v, err := value.New(scalar.I64)
		if err != nil {
			panic(err)
		}
		v.Set(0, scalar.Int(scalar.I64, x))
		out = append(out, v)
	}
	xs, err := value.New(scalar.I64, int64(g.IntN(7)))
	if err != nil {
		panic(err)
	}
	for i := range xs.Len() {
		xs.Set(int64(i), scalar.Int(scalar.I64, some[g.IntN(len(some))]))
	}
	return append(out, xs)
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.text, strings.Repeat("  ", g.depth+1)+format+"\n", args...)
}

func (g *generator) program() string {
	g.fixed = []string{"p", "q", "n"}
	g.text.WriteString("lamina imp\nfun main(n: i64, p: i64, q: i64, xs: mem) -> (sum: i64)\n" +
		`  entry (p: "i64" = i64 in p, q: "i64" = i64 in q, xs: "[n]i64" = [n]i64 in xs) -> ("i64" = i64 in sum) {` + "\n")
	g.line("var fuel: i64 = 0")
	g.line("var zs: mem")
	for range 3 {
		g.next++
		g.line("var m%d: i64 = %s", g.next, g.expr(1))
		g.mutable = append(g.mutable, fmt.Sprintf("m%d", g.next))
	}
	g.line("var w: i32 = %s", g.pick("0i32", "5i32", "2147483647i32", "-3i32"))
	g.narrow = []string{"w"}
	g.line("var b: bool = %s", g.cond(1))
	g.bools = []string{"b"}
	g.list(3)
	for _, n := range g.mutable {
		g.line("sum <- sum * 31 + %s", n)
	}
	g.text.WriteString("}\nfun swap(from: i64, to: i64) -> (first: i64, second: i64) {\n  first <- to\n  second <- from\n}\n")
	return g.text.String()
}

// list writes statements; what they declare ends with it.
func (g *generator) list(n int) {
	fixed, bools := len(g.fixed), len(g.bools)
	for range n {
		g.statement()
	}
	g.fixed, g.bools = g.fixed[:fixed], g.bools[:bools]
}

func (g *generator) nested(head string, first func(), rest ...func()) {
	g.line("%s", head)
	g.depth++
	if first != nil {
		first()
	}
	g.list(1 + g.IntN(2))
	for _, f := range rest {
		f()
	}
	g.depth--
}

func (g *generator) statement() {
	choice := g.IntN(20)
	if g.depth > 1 {
		choice = g.IntN(13)
	}
	switch choice {
	case 0, 1, 2:
		g.line("%s <- %s", g.pick(g.mutable...), g.expr(2))
	case 3:
		m := g.pick(g.mutable...)
		g.line("%s <- %s %s %d", m, m, g.pick("+", "-"), g.IntN(3))
	case 4:
		g.next++
		g.line("var v%d: i64 = %s", g.next, g.expr(2))
		g.fixed = append(g.fixed, fmt.Sprintf("v%d", g.next))
	case 5:
		g.next++
		g.line("var c%d: bool = %s", g.next, g.cond(2))
		g.line("sum <- sum * 3 + select.i64(c%d, 1, 0)", g.next)
		g.bools = append(g.bools, fmt.Sprintf("c%d", g.next))
	case 6:
		g.line("assert(%s, [\"stops \", sum])", g.cond(2))
	case 7:
		g.line("b <- %s", g.cond(1))
	case 8:
		g.line("w <- %s", g.pick("add.i32(w, 1i32)", "sub.i32(w, 2i32)", "mul.i32(w, 3i32)", "convert.i64.i32("+g.expr(1)+")"))
	case 9:
		g.alloc()
	case 10:
		g.swap()
	case 11:
		g.rounded()
	case 12:
		g.arms()
	case 13, 14, 15:
		g.nested("if "+g.cond(2)+" {", nil)
		if g.IntN(3) > 0 {
			g.nested("} else {", nil)
		}
		g.line("}")
	case 16, 17:
		m := g.pick(g.mutable...)
		g.near(m)
		g.loop()
		g.probe(m)
	case 18:
		g.next++
		i := fmt.Sprintf("i%d", g.next)
		g.nested(fmt.Sprintf("for %s: i64 < %s {", i, g.pick("3", "min.i64("+g.expr(1)+", 4)", "n")), func() {
			g.fixed = append(g.fixed, i)
		})
		g.fixed = slices.DeleteFunc(g.fixed, func(n string) bool { return n == i })
		g.line("}")
	default:
		g.search()
	}
}

// probe asks for an order that what came before may just have changed.
func (g *generator) probe(x string) {
	g.line("sum <- sum * 3 + select.i64(%s.i64(%s, %s), 1, 0)", g.pick("le", "lt", "ge", "gt"), x, g.pick("1", "3", "4", "n", x+" + 1", x+" - 1"))
}

// near assigns a number that a probe tells from others.
func (g *generator) near(m string) { g.line("%s <- %s", m, g.pick("0", "3", "5", "n", m+" + 1")) }

// alloc needs room for factors that may be 0, so that the other one is any number.
func (g *generator) alloc() {
	x := g.pick(append(g.fixed, g.mutable...)...)
	g.line("zs <- alloc(mulsat.i64(%s, %s))", x, g.pick("8", "1", g.leaf(), "mulsat.i64("+g.leaf()+", 4)"))
	g.line("sum <- sum * 3 + select.i64(lt.i64(%s, %[1]s + 1), 1, 0)", x)
}

// swap assigns both results of a call.
func (g *generator) swap() {
	i := g.IntN(len(g.mutable))
	x, y := g.mutable[i], g.mutable[(i+1)%len(g.mutable)]
	g.near(x)
	g.line("call swap(%s, %s) -> (%[1]s, %[2]s)", x, y)
	g.probe(x)
	g.probe(y)
}

// arms leave different numbers.
func (g *generator) arms() {
	m := g.pick(g.mutable...)
	g.line("if %s {", g.cond(1))
	g.near(m)
	g.line("} else {")
	if g.IntN(2) == 0 {
		g.near(m)
	}
	g.line("}")
	g.probe(m)
}

// rounded asks for the sign of what a division leaves.
func (g *generator) rounded() {
	op, x, y := g.pick("div", "quot", "mod", "rem"), g.leaf(), g.pick("2", "3", "max.i64("+g.leaf()+", 1)")
	g.next++
	g.line("var v%d: i64 = %s.i64(%s, %s)", g.next, op, x, y)
	g.line("sum <- sum * 3 + select.i64(%s.i64(v%d, 0), 1, 0)", g.pick("le", "ge", "lt"), g.next)
	g.line("sum <- sum * 3 + select.i64(%s.i64(%s, %s * v%d), 1, 0)", g.pick("le", "ge"), x, y, g.next)
	g.fixed = append(g.fixed, fmt.Sprintf("v%d", g.next))
}

func (g *generator) burn() {
	g.line("fuel <- fuel + 1")
	g.line("assert(lt.i64(fuel, 40), [\"no fuel \", sum])")
}

// loop writes a loop on any condition, asked before or carried in a variable.
func (g *generator) loop() {
	if g.IntN(2) == 0 {
		g.nested("while "+g.cond(1)+" {", nil, g.burn)
		g.line("}")
		return
	}
	c := g.cond(1)
	g.line("b <- %s", c)
	g.nested("while b {", nil, func() {
		g.line("b <- %s", c)
		g.burn()
	})
	g.line("}")
}

// search writes a loop as programs have them: a counter with a step and a limit, which go together
// or just do not.
func (g *generator) search() {
	m, limit := g.pick(g.mutable...), g.pick(append(g.fixed, "5", "0")...)
	g.line("%s <- %s", m, g.pick("0", "n", "1", "n - 1", g.pick(g.fixed...)))
	step := g.pick(m+" + 1", m+" - 1", m+" + 2", fmt.Sprintf("div.i64(%s + %s, 2)", m, limit), "max.i64("+m+" - 1, 0)")
	cond := g.pick(fmt.Sprintf("lt.i64(%s, %s)", m, limit), fmt.Sprintf("gt.i64(%s, %s)", m, limit), fmt.Sprintf("ne.i64(%s, %s)", m, limit), fmt.Sprintf("ge.i64(%s, 0)", m), fmt.Sprintf("le.i64(%s, %s)", m, limit))
	g.nested("while "+cond+" {", nil, func() {
		g.line("sum <- sum * 3 + select.i64(%s, 1, 0)", g.pick(cond, fmt.Sprintf("le.i64(0, %s)", m), fmt.Sprintf("lt.i64(%s, n)", m)))
		g.line("%s <- %s", m, step)
		g.burn()
	})
	g.line("}")
	g.line("sum <- sum * 5 + select.i64(and.bool(le.i64(0, %s), lt.i64(%s, n)), 1, 0)", m, m)
}

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) leaf() string {
	switch g.IntN(5) {
	case 0:
		return g.pick("0", "1", "2", "-1", "7", "9223372036854775807", "-9223372036854775808", "4611686018427387904")
	case 1:
		if len(g.narrow) > 0 {
			return "convert.i32.i64(w)"
		}
	case 2, 3:
		if len(g.mutable) > 0 {
			return g.pick(g.mutable...)
		}
	}
	return g.pick(g.fixed...)
}

func (g *generator) expr(depth int) string {
	if depth == 0 || g.IntN(3) == 0 {
		return g.leaf()
	}
	x, y := g.expr(depth-1), g.expr(depth-1)
	switch g.IntN(14) {
	case 0, 1:
		return "(" + x + " + " + y + ")"
	case 2, 3:
		return "(" + x + " - " + y + ")"
	case 4:
		return fmt.Sprintf("(%s * %d)", x, g.IntN(7)-3)
	case 5:
		return "(" + x + " * " + y + ")"
	case 6:
		return g.pick("min", "max", "and", "xor") + ".i64(" + x + ", " + y + ")"
	case 7:
		return fmt.Sprintf("%s.i64(%s, %d)", g.pick("div", "quot", "mod", "rem"), x, 1+g.IntN(4))
	case 8:
		return fmt.Sprintf("%s.i64(%s, max.i64(%s, 1))", g.pick("div", "quot", "mod", "rem"), x, y)
	case 9:
		return fmt.Sprintf("shr.i64(%s, %d)", x, g.IntN(5))
	case 10:
		if len(g.bools) > 0 {
			return fmt.Sprintf("select.i64(%s, %s, %s)", g.cond(1), x, y)
		}
	case 11:
		return fmt.Sprintf("convert.%s.i64(convert.i64.%[1]s(%s))", g.pick("i32", "u32", "u8", "i16"), x)
	case 12:
		return fmt.Sprintf("(%s + %d)", x, g.IntN(5)-2)
	}
	return "convert.u8.i64(convert.i64.u8(" + x + "))"
}

func (g *generator) cond(depth int) string {
	if depth > 0 && g.IntN(3) == 0 {
		x, y := g.cond(depth-1), g.cond(depth-1)
		switch g.IntN(6) {
		case 0:
			return "not.bool(" + x + ")"
		case 1:
			return fmt.Sprintf("select.bool(%s, %s, %s)", x, y, g.pick("false", "true", y))
		case 2, 3:
			return "or.bool(" + x + ", " + y + ")"
		}
		return "and.bool(" + x + ", " + y + ")"
	}
	if len(g.bools) > 0 && g.IntN(5) == 0 {
		return g.pick(g.bools...)
	}
	relation := g.pick("lt", "le", "gt", "ge", "lt", "le", "eq", "ne")
	if len(g.narrow) > 0 && g.IntN(8) == 0 {
		return relation + ".i32(w, " + g.pick("0i32", "9i32", "2147483647i32", "add.i32(w, 1i32)") + ")"
	}
	return relation + ".i64(" + g.expr(1) + ", " + g.expr(1) + ")"
}
