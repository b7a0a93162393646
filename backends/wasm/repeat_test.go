package wasm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Statements that access an element again take its address from the first access, unless what
// the address is computed from changed in between.
func TestRepeatedAddresses(t *testing.T) {
	for name, body := range map[string]string{
		"an update":            "ys.i64[at] <- ys.i64[at] + x",
		"several of one":       "ys.i64[at] <- ys.i64[at] + x\n ys.i64[at] <- ys.i64[at] * 3\n ys.i64[at + 0] <- ys.i64[at] - 1",
		"the index changes":    "ys.i64[at] <- ys.i64[at] + x\n at <- rem.i64(at + 5, n)\n ys.i64[at] <- ys.i64[at] + x",
		"in a branch":          "ys.i64[at] <- ys.i64[at] + x\n if lt.i64(x, 3) {\n at <- rem.i64(at + 5, n)\n ys.i64[at] <- ys.i64[at] + x\n }\n ys.i64[at] <- ys.i64[at] + 1",
		"in a loop":            "ys.i64[at] <- ys.i64[at] + x\n for j: i64 < 3 {\n at <- rem.i64(at + 5, n)\n ys.i64[at] <- ys.i64[at] + j\n }\n ys.i64[at] <- ys.i64[at] + 1",
		"another block":        "var b: mem\n b <- hold(ys)\n b.i64[at] <- b.i64[at] + x\n b <- hold(zs)\n b.i64[at] <- b.i64[at] + x\n ys.i64[at] <- ys.i64[at] + b.i64[at]",
		"a place that changes": "zs.i64[0] <- mod.i64(x, n)\n ys.i64[zs.i64[0]] <- ys.i64[zs.i64[0]] + x\n zs.i64[0] <- mod.i64(x + 1, n)\n ys.i64[zs.i64[0]] <- ys.i64[zs.i64[0]] + x",
		"of two blocks":        "ys.i64[at] <- ys.i64[at] + zs.i64[at] + zs.i64[at]",
	} {
		t.Run(name, func(t *testing.T) {
			text := `
fun main(n: i64, xs: mem) -> (ys: mem)
  entry (xs: "[n]i64" = [n]i64 in xs) -> ("[n]i64" = [n]i64 in ys) {
  ys <- alloc(mulsat.i64(n, 8))
  var zs: mem
  zs <- alloc(mulsat.i64(n, 8))
  for k: i64 < n {
    ys.i64[k] <- 0
    zs.i64[k] <- k
  }
  for i: i64 < n {
    var x: i64 = xs.i64[i]
    var at: i64 = rem.i64(x * 7 + 3, n)
    at <- max.i64(at, 0)
    ` + body + `
  }
}`
			agree(t, text, func(n int64) []value.Value { return []value.Value{vectorOf(scalar.I64, n, 1)} })
		})
	}
}

// neighbours generates statements that access elements a few apart from variables that change, in
// branches and loops too. Variables are between 8 and n + 8, elements are fewer than 8 from one of them, and
// arrays have n + 16.
type neighbours struct {
	*rand.Rand
	vars, constants []string
	next            int
}

// index is one of the variables, or of the numbers that are declared as one and a constant, and a constant.
func (g *neighbours) index() string {
	switch all := append(append([]string(nil), g.vars...), g.constants...); g.IntN(4) {
	case 0:
		return all[g.IntN(len(all))]
	case 1:
		return fmt.Sprintf("%s - %d", all[g.IntN(len(all))], 1+g.IntN(3))
	default:
		return fmt.Sprintf("%s + %d", all[g.IntN(len(all))], g.IntN(4))
	}
}

func (g *neighbours) element() string {
	return fmt.Sprintf("%s.i64[%s]", []string{"ys", "zs"}[g.IntN(2)], g.index())
}

func (g *neighbours) statement(depth int) string {
	v := g.vars[g.IntN(len(g.vars))]
	kind := g.IntN(10)
	if depth == 0 {
		kind = g.IntN(6)
	}
	switch kind {
	case 0:
		return fmt.Sprintf("%s <- mod.i64(%s, n) + 8\n", v, g.element())
	case 1:
		g.next++
		name := fmt.Sprintf("near%d", g.next)
		text := fmt.Sprintf("var %s: i64 = %s %s %d\n", name, v, []string{"+", "-"}[g.IntN(2)], 1+g.IntN(4))
		g.constants = append(g.constants, name)
		return text
	case 2:
		return fmt.Sprintf("%s <- %s\n", v, g.vars[g.IntN(len(g.vars))])
	case 9:
		return fmt.Sprintf("assert(ne.i64(%s, 123456), [\"no \", %s], at = [@1:1])\n", g.element(), g.element())
	case 6:
		return fmt.Sprintf("if lt.i64(%s, %s) {\n%s} else {\n%s}\n", g.element(), g.element(), g.list(depth-1), g.list(depth-1))
	case 7:
		g.next++
		loop := g.next
		return fmt.Sprintf("for loop%d: i64 < %d {\n%s}\n", loop, g.IntN(4), g.list(depth-1))
	case 8:
		g.next++
		loop := g.next
		return fmt.Sprintf("var go%[1]d: i64 = 3\nwhile and.bool(gt.i64(go%[1]d, 0), ne.i64(%[3]s, %[4]s)) {\n%[2]sgo%[1]d <- go%[1]d - 1\n}\n", loop, g.list(depth-1), g.element(), g.element())
	}
	return fmt.Sprintf("%s <- %s + %s * 3\n", g.element(), g.element(), g.element())
}

func (g *neighbours) list(depth int) string {
	known := len(g.constants)
	var b strings.Builder
	for range 1 + g.IntN(5) {
		b.WriteString(g.statement(depth))
	}
	g.constants = g.constants[:known]
	return b.String()
}

func checkNeighbours(t *testing.T, seed uint64) {
	t.Helper()
	g := &neighbours{Rand: rand.New(rand.NewPCG(seed, 0)), vars: []string{"a", "b"}}
	text := `
fun main(n: i64, xs: mem) -> (ys: mem)
  entry (xs: "[n]i64" = [n]i64 in xs) -> ("[n]i64" = [n]i64 in ys) {
  ys <- alloc(mulsat.i64(n + 24, 8))
  var zs: mem
  zs <- alloc(mulsat.i64(n + 24, 8))
  for k: i64 < n + 24 {
    ys.i64[k] <- 0
    zs.i64[k] <- k
  }
  for i: i64 < n {
    var a: i64 = mod.i64(xs.i64[i], n) + 8
    var b: i64 = i + 8
    ` + g.list(3) + `
  }
  for k: i64 < n {
    ys.i64[k] <- ys.i64[k + 8] * 5 + zs.i64[k + 8] + ys.i64[k] * 3 + zs.i64[k + 16]
  }
}`
	agreeOn(t, text, func(n int64) []value.Value { return []value.Value{vectorOf(scalar.I64, n, 1)} }, 1)
}

// Random accesses to neighbours agree with the interpreter, whatever changes between them.
func TestRandomNeighbours(t *testing.T) {
	for seed := range uint64(60) {
		checkNeighbours(t, seed)
	}
}

func FuzzNeighbours(f *testing.F) {
	f.Add(uint64(1000))
	f.Fuzz(func(t *testing.T, seed uint64) { checkNeighbours(t, seed) })
}
