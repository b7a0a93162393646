package wasm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// loopMaker generates programs of the kind that is vectorised: flat loops over arrays with
// neighbours, guards at the borders, data-dependent branches, inner loops, assertions, and
// sequential loops that fold or update an array in place. Their arguments are a size n and
// arrays xs0, xs1, … large enough for every index.
type loopMaker struct {
	*rand.Rand
	types []scalar.Type // of the arrays
	vars  map[scalar.Type][]string
	next  int
	inner []string // indices in scope, from 0 below the corresponding element of most
	most  []int
	body  strings.Builder

	sequence bool // the loop is the sequential one, in which i is 0
}

const (
	rowLength = 37 // maximum size of the second dimension
	slack     = 64
)

func (g *loopMaker) fresh(t scalar.Type) string {
	g.next++
	name := fmt.Sprintf("v_%d", g.next)
	return name
}

func (g *loopMaker) line(format string, args ...any) { fmt.Fprintf(&g.body, format+"\n", args...) }

// index returns an index within the arrays, which have 4·(n·37) + 64 elements.
func (g *loopMaker) index() string {
	c := g.IntN(slack / 4)
	out := ""
	form := g.IntN(11)
	if g.sequence {
		form = []int{0, 4, 7, 10}[g.IntN(4)]
	}
	switch form {
	case 0, 1, 2, 3:
		out = fmt.Sprintf("i * m + j + %d", c)
	case 4:
		out = fmt.Sprintf("(i * m + j) * %d + %d", 2+g.IntN(2), c)
	case 5:
		out = fmt.Sprintf("m - 1 - j + %d", c)
	case 6:
		out = fmt.Sprintf("j * m + i + %d", c)
	case 7:
		out = fmt.Sprintf("i + %d", c)
	case 8:
		out = fmt.Sprintf("i * m + max.i64(0, j - %d)", c%4)
	case 9:
		out = fmt.Sprintf("max.i64(0, min.i64(m - 1, j + %d)) + max.i64(i - 1, 0) * m", c%4-1)
	default:
		if vs := g.vars[scalar.I32]; len(vs) > 0 {
			return fmt.Sprintf("convert.i32.i64(and.i32(%s, 31i32)) + j", vs[g.IntN(len(vs))])
		}
		out = fmt.Sprintf("j + %d", c)
	}
	for k, l := range g.inner {
		if g.most[k] > 0 && g.IntN(2) == 0 {
			out += fmt.Sprintf(" + %s * %d", l, 1+g.IntN(2))
		}
	}
	return out
}

var pureOps = []scalar.Op{scalar.Add, scalar.Sub, scalar.Mul, scalar.Min, scalar.Max, scalar.And, scalar.Or, scalar.Xor,
	scalar.Not, scalar.Neg, scalar.Abs, scalar.Div, scalar.Sqrt, scalar.Floor, scalar.Select, scalar.Shl, scalar.IsNaN}

func (g *loopMaker) expr(t scalar.Type, fuel int) string {
	if fuel == 0 || g.IntN(5) == 0 {
		vs := g.vars[t]
		switch k := g.IntN(8); {
		case k < 5 && len(vs) > 0:
			return vs[g.IntN(len(vs))]
		case k < 7:
			for a, at := range g.types {
				if at == t {
					return fmt.Sprintf("xs%d.%s[%s]", a, t, g.index())
				}
			}
		}
		all := interesting(t, g.Rand, 2)
		return all[g.IntN(len(all))].String()
	}
	switch g.IntN(7) {
	case 0:
		from := g.types[g.IntN(len(g.types))]
		return fmt.Sprintf("convert.%s.%s(%s)", from, t, g.expr(from, fuel-1))
	case 1:
		if t != scalar.Bool {
			return fmt.Sprintf("convert.i64.%s(%s)", t, g.index())
		}
	}
	if t == scalar.Bool {
		on := g.types[g.IntN(len(g.types))]
		ops := []string{"lt", "le", "eq", "ne", "gt", "ge"}
		return fmt.Sprintf("%s.%s(%s, %s)", ops[g.IntN(6)], on, g.expr(on, fuel-1), g.expr(on, fuel-1))
	}
	for {
		o := pureOps[g.IntN(len(pureOps))]
		if !o.Info().On.Has(t) || o.Info().Partial.Has(t) || o.ResultType(t) != t {
			continue
		}
		var args []string
		for k := range o.Info().Arity() {
			args = append(args, g.expr(o.ParamType(t, k), fuel-1))
		}
		return fmt.Sprintf("%s.%s(%s)", o, t, strings.Join(args, ", "))
	}
}

func (g *loopMaker) guard() string {
	other := []string{"0", "1", "m - 1", "m - 2", "i", "i + 3", "n"}
	rel := []string{"lt", "le", "eq", "ne", "gt", "ge"}
	left := []string{"j", "j + 1", "j - i", "i - j", "i"}
	c := fmt.Sprintf("%s.i64(%s, %s)", rel[g.IntN(6)], left[g.IntN(len(left))], other[g.IntN(len(other))])
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("or.bool(%s, %s.i64(%s, %s))", c, rel[g.IntN(6)], left[g.IntN(len(left))], other[g.IntN(len(other))])
	case 1:
		return fmt.Sprintf("and.bool(%s, not.bool(%s.i64(%s, %s)))", c, rel[g.IntN(6)], left[g.IntN(len(left))], other[g.IntN(len(other))])
	}
	return c
}

func (g *loopMaker) statement(fuel int) {
	t := g.types[g.IntN(len(g.types))]
	switch g.IntN(10) {
	case 0, 1, 2:
		e, v := g.expr(t, 3), g.fresh(t)
		g.line("var %s: %s = %s", v, t, e)
		g.vars[t] = append(g.vars[t], v)
	case 3, 4, 5:
		cond := g.guard()
		if g.IntN(3) == 0 {
			cond = g.expr(scalar.Bool, 2)
		}
		v := g.fresh(t)
		g.line("var %s: %s = %s", v, t, scalar.Zero(t))
		g.line("if %s {", cond)
		g.scoped(func() {
			for range g.IntN(2) {
				g.statement(0)
			}
			g.line("%s <- %s", v, g.expr(t, 2))
		})
		if g.IntN(4) > 0 {
			g.line("} else {")
			g.scoped(func() {
				if fuel > 0 && g.IntN(3) == 0 {
					g.statement(fuel - 1)
				}
				g.line("%s <- %s", v, g.expr(t, 1))
			})
		}
		g.line("}")
		g.vars[t] = append(g.vars[t], v)
	case 6, 7:
		if fuel == 0 || len(g.inner) > 0 {
			return
		}
		acc := g.fresh(t)
		g.line("var %s: %s = %s", acc, t, g.expr(t, 1))
		l := fmt.Sprintf("l_%d", g.next)
		bound := []string{"3", "n", "5", "min.i64(i * 2 + 1, 4)", "min.i64(m - j, 4)"}[g.IntN(5)]
		g.line("for %s: i64 < min.i64(%s, 6) {", l, bound)
		g.scoped(func() {
			g.inner, g.most = append(g.inner, l), append(g.most, 6)
			g.vars[t] = append(g.vars[t], acc)
			for range g.IntN(3) {
				g.statement(fuel - 1)
			}
			g.line("%s <- %s", acc, g.expr(t, 2))
		})
		g.line("}")
		g.vars[t] = append(g.vars[t], acc)
	case 8:
		g.line(`assert(or.bool(ne.i64(and.i64(%s, 63), %d), %s), ["at ", j, " and ", %s])`, g.index(), g.IntN(64), g.expr(scalar.Bool, 1), g.expr(t, 0))
	}
}

// scoped removes the variables that write declares.
func (g *loopMaker) scoped(write func()) {
	saved := map[scalar.Type][]string{}
	for t, vs := range g.vars {
		saved[t] = vs[:len(vs):len(vs)]
	}
	inner, most := g.inner, g.most
	write()
	g.vars, g.inner, g.most = saved, inner, most
}

// program generates a parallel loop over m columns of n rows that fills an array of each
// type, followed by a sequential loop over the first one.
func (g *loopMaker) program() string {
	var head, alloc, results, out strings.Builder
	for k, t := range g.types {
		fmt.Fprintf(&head, ", xs%d: mem", k)
		fmt.Fprintf(&alloc, "  ys%d <- alloc(mulsat.i64(n * m, %d))\n", k, t.Size())
		fmt.Fprintf(&alloc, "  parallel \"zero\" (z%d < n * m) { ys%d.%s[z%d] <- %s }\n", k, k, t, k, scalar.Zero(t))
		if k > 0 {
			results.WriteString(", ")
			out.WriteString(", ")
		}
		fmt.Fprintf(&results, "ys%d: mem", k)
		fmt.Fprintf(&out, "\"[nm]%s\" = [nm]%s in ys%d", t, t, k)
	}
	for range 2 + g.IntN(5) {
		g.statement(2)
	}
	for k, t := range g.types {
		at := "i * m + j"
		if g.IntN(4) == 0 {
			at = "(i + 1) * m - 1 - j"
		}
		g.line("ys%d.%s[%s] <- %s", k, t, at, g.expr(t, 2))
	}
	parallel := g.body.String()
	g.body.Reset()
	g.vars = map[scalar.Type][]string{}
	g.sequence = true
	g.sequential()
	entry := ""
	for k, t := range g.types {
		entry += fmt.Sprintf(", xs%d: \"[k]%s\" = [k]%s in xs%d", k, t, t, k)
	}
	return fmt.Sprintf(`
fun main(n: i64, m: i64, k: i64%s) -> (nm: i64, total: %s, %s)
  entry (n: "i64" = i64 in n, m: "i64" = i64 in m%s) -> ("t" = %s in total, %s) {
  nm <- n * m
%s  parallel "loop" (i < n, j < m) {
%s  }
  var i: i64 = 0
%s
}`, head.String(), g.types[0], results.String(), entry, g.types[0], out.String(), alloc.String(), parallel, g.body.String())
}

// sequential generates a loop that updates ys0 in place, and may fold it.
func (g *loopMaker) sequential() {
	t := g.types[0]
	g.line("for j: i64 < n * m - %d {", g.IntN(20))
	at := fmt.Sprintf("j + %d", g.IntN(5))
	from := []string{at, at, "j + " + fmt.Sprint(g.IntN(8)), fmt.Sprint(g.IntN(3))}[g.IntN(4)]
	g.line("var x: %s = ys0.%s[j]", t, t)
	g.vars[t] = append(g.vars[t], "x")
	if g.IntN(2) == 0 {
		g.line("assert(le.i64(%s, n * m), [\"out\"])", at)
		g.line("if lt.i64(j + 8, n * m) {")
		g.line("var y: %s = ys0.%s[%s]", t, t, from)
		g.vars[t] = append(g.vars[t], "y")
		g.line("ys0.%s[%s] <- %s", t, at, strings.ReplaceAll(g.expr(t, 2), "i * m + ", ""))
		g.line("}")
		delete(g.vars, t)
		g.vars[t] = []string{"x"}
	}
	fold := []scalar.Op{scalar.Add, scalar.Min, scalar.Max, scalar.Xor, scalar.And, scalar.Mul}
	for {
		o := fold[g.IntN(len(fold))]
		if !o.Info().On.Has(t) {
			continue
		}
		g.line("total <- %s.%s(total, %s)", o, t, g.expr(t, 1))
		break
	}
	g.line("}")
}

func checkLoops(t *testing.T, seed uint64) {
	t.Helper()
	g := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 7)), vars: map[scalar.Type][]string{}}
	some := elems
	if g.IntN(2) == 0 {
		some = []scalar.Type{scalar.I8, scalar.U16, scalar.I32, scalar.U32, scalar.F32, scalar.Bool, scalar.U8}
	}
	for range 1 + g.IntN(3) {
		g.types = append(g.types, some[g.IntN(len(some))])
	}
	text := g.program()
	agree(t, text, func(n int64) []value.Value {
		rows := int64(1 + n%4)
		n = min(n, rowLength)
		args := []value.Value{i64(rows), i64(n)}
		for k, elem := range g.types {
			args = append(args, vectorOf(elem, 4*4*rowLength+rowLength*rowLength+2*slack, uint64(k)))
		}
		return args
	})
}

// Random loops agree with the interpreter.
func TestRandomLoops(t *testing.T) {
	for seed := range uint64(60) {
		checkLoops(t, seed)
	}
}

func FuzzLoops(f *testing.F) {
	f.Add(uint64(1000))
	f.Fuzz(func(t *testing.T, seed uint64) { checkLoops(t, seed) })
}
