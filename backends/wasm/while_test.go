package wasm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// ending generates the ends of bodies of while loops: branches, some in others, whose arms give the
// variable r a value, and what follows them.
type ending struct{ *rand.Rand }

func (g ending) one(list ...string) string { return list[g.IntN(len(list))] }

func (g ending) condition() string {
	return g.one("false", "true", "r", "go", "seen", "not.bool(seen)", "lt.i64(a, b)", "ne.i64(rem.i64(a, 5), 0)",
		"and.bool(lt.i64(a, b), ne.i64(k, 3))", "and.bool(r, go)", "ys.bool[k]", "not.bool(ys.bool[k])")
}

// change is a statement that conditions depend on.
func (g ending) change() string {
	switch g.IntN(6) {
	case 0:
		return "a <- b + 1\n"
	case 1:
		return "b <- rem.i64(a * 7 + k, 50)\n"
	case 2:
		return "ys.bool[k] <- " + g.condition() + "\n"
	case 3:
		return "r <- " + g.condition() + "\n"
	case 4:
		return "seen <- " + g.condition() + "\n"
	default:
		return "a <- a + 3\n"
	}
}

func (g ending) arm(depth int) string {
	var b strings.Builder
	for range g.IntN(3) {
		b.WriteString(g.change())
	}
	if depth > 0 && g.IntN(2) == 0 {
		fmt.Fprintf(&b, "if %s {\n%s} else {\n%s}\n", g.condition(), g.arm(depth-1), g.arm(depth-1))
	} else if g.IntN(5) > 0 {
		fmt.Fprintf(&b, "r <- %s\n", g.condition())
	}
	for range g.IntN(2) {
		b.WriteString(g.change())
	}
	return b.String()
}

// after ends a body that counts k down: go becomes r, at once or by way of another variable, or a
// part of it.
func (g ending) after() string {
	var b strings.Builder
	b.WriteString(g.one("go <- r\n", "go <- and.bool(r, go)\n", "var t: bool = r\ngo <- t\n", "var u: bool = not.bool(r)\ngo <- not.bool(u)\n",
		"var v: bool = lt.i64(a, b)\ngo <- v\n", "go <- lt.i64(b, a)\n", "go <- and.bool(lt.i64(b, a), r)\n"))
	for range g.IntN(3) {
		b.WriteString(g.change())
	}
	return b.String()
}

// ended is after for a loop that nothing else ends: m is counted down in it, and where that is 0, r
// is false.
func (g ending) ended() string {
	out := g.one("go <- r\n", "var t: bool = r\nr <- true\ngo <- t\n", "var t: bool = r\ngo <- t\n", "var u: bool = not.bool(r)\ngo <- not.bool(u)\n",
		"go <- and.bool(lt.i64(a, b), gt.i64(m, 0))\n", "var v: bool = and.bool(lt.i64(a, b), gt.i64(m, 0))\nb <- a\ngo <- v\n", "go <- gt.i64(m, 0)\n")
	for range g.IntN(3) {
		out += g.change()
	}
	return out
}

func checkEndings(t *testing.T, seed uint64) {
	t.Helper()
	g := ending{rand.New(rand.NewPCG(seed, 19))}
	inner := ""
	if g.IntN(3) == 0 { // then the loop counts its work otherwise
		inner = "for j: i64 < rem.i64(k, 3) {\n a <- a + j\n }\n"
	}
	left := ""
	if g.IntN(2) == 0 { // what the loop leaves in its condition
		left = "var left: bool = go\nif left { a <- a + 1000 }\n"
	}
	text := `
fun main(n: i64, xs: mem) -> (zs: mem)
  entry (xs: "[n]i64" = [n]i64 in xs) -> ("[n]i64" = [n]i64 in zs) {
  zs <- alloc(mulsat.i64(n, 8))
  var ys: mem
  ys <- alloc(64)
  for i: i64 < n {
    for j: i64 < 64 { ys.bool[j] <- lt.i64(rem.i64(j * 5 + i, 7), 3) }
    var a: i64 = rem.i64(xs.i64[i], 40)
    var b: i64 = 20
    var k: i64 = rem.i64(i, 20)
    var r: bool = true
    var seen: bool = false
    var go: bool = gt.i64(k, 0)
    while and.bool(go, gt.i64(k, 0)) {
      k <- k - 1
      ` + inner + `
      if ` + g.condition() + ` {
        ` + g.arm(3) + `
      } else {
        ` + g.arm(3) + `
      }
      ` + g.after() + `
    }
    zs.i64[i] <- a * 10000 + b * 100 + k
    var m: i64 = 30
    go <- true
    while go {
      m <- m - 1
      k <- max.i64(0, m)
      if le.i64(m, 0) {
        r <- false
      } else {
        ` + g.arm(2) + `
      }
      ` + g.ended() + `
    }
    ` + left + `
    zs.i64[i] <- zs.i64[i] * 3 + a * 1000 + b * 100 + m
  }
}`
	agreeOn(t, text, func(n int64) []value.Value { return []value.Value{vectorOf(scalar.I64, n, 1)} }, 1)
}

// While loops that give their condition its value in branches agree with the interpreter.
func TestRandomEndings(t *testing.T) {
	for seed := range uint64(12) {
		checkEndings(t, seed)
	}
}

func FuzzEndings(f *testing.F) {
	f.Add(uint64(1000))
	f.Fuzz(func(t *testing.T, seed uint64) { checkEndings(t, seed) })
}
