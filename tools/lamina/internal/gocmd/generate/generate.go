// Package generate makes random Go programs with marked expressions. They are well-formed,
// end, and print the result or the error of each expression, so that what they print as
// plain Go can be compared with what they print with their expressions compiled.
//
// Programs do what is easily got wrong: they wrap, shift by too much, divide by zero, run out
// of range, return from the middle of loops, and assign to parts of structs and arrays.
// They leave out what Go leaves open: floats out of an integer's range.
package generate

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Programs returns the text of a package with the programs of some seeds: a function program7 for seed 7, with n
// marked expressions. It imports package aid from path + "/aid", whose text comes second. What is in the text for a
// seed depends on the seed and n alone.
func Programs(seeds []uint64, n int, name, path string) (text, aid string) {
	var own, others strings.Builder
	fmt.Fprintf(&others, "package aid\nimport (\n\"math\"\n%q\n)\nvar _ = math.Pi\n%s", accelerate, types+local)
	fmt.Fprintf(&own, "package %s\nimport (\n\"fmt\"\n\"math\"\n\"reflect\"\n%q\n%q\n)\n%s", name, accelerate, path+"/aid", preamble+local)
	for _, seed := range seeds {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x6c616d696e61)), seed: seed, work: 1}
		helpers := min(n, 4)
		for i := range helpers {
			g.helper(i)
		}
		others.WriteString(g.out.String())
		g.out.Reset()
		g.at = "aid."
		for i := range helpers {
			g.helper(helpers + i)
		}
		for i := range n {
			g.expression(i)
		}
		g.line("func program%d() {", seed)
		for i := range n {
			g.line("%s()", g.global("expression", i))
		}
		g.line("}")
		own.WriteString(g.out.String())
	}
	return own.String(), others.String()
}

const accelerate = "github.com/lamina-lang/lamina/accelerate"

type generator struct {
	*rand.Rand
	seed    uint64
	out     strings.Builder
	scope   []variable
	helpers []signature
	names   int
	depth   int    // of statements
	at      string // before names of package aid
	inLoop  bool
	result  string // type of the function's result
	work    int    // how often what comes next runs
	most    int    // how often what runs most often does, in this function
}

// limit is how often something may run in a call of a function, but for the loops around it.
const limit = 20_000

// times says that what comes next runs n times as often.
func (g *generator) times(n int) (restore func()) {
	before := g.work
	g.work *= max(n, 1)
	g.most = max(g.most, g.work)
	return func() { g.work = before }
}

// room is how often what comes next may run each time.
func (g *generator) room() int { return limit / g.work }

// global is the name of a declaration of the program.
func (g *generator) global(what string, i int) string { return fmt.Sprintf("%s%d_%d", what, g.seed, i) }

// variable is a variable that can be read; mutable ones can be assigned.
type variable struct {
	name, typ string
	mutable   bool
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.out, format+"\n", args...)
}

func (g *generator) name() string {
	g.names++
	return fmt.Sprintf("v%d", g.names)
}

// chance is true once in n times.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func pick[T any](g *generator, xs ...T) T { return xs[g.IntN(len(xs))] }

var integers = []string{"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64"}

func isInt(t string) bool { return strings.HasPrefix(t, "int") || strings.HasPrefix(t, "uint") }

func isFloat(t string) bool { return strings.HasPrefix(t, "float") }

// scalar is a type of scalars.
func (g *generator) scalar() string {
	switch g.IntN(6) {
	case 0:
		return "float32"
	case 1:
		return "float64"
	case 2:
		return "bool"
	case 3:
		return "int"
	}
	return pick(g, integers...)
}

// flat is a type without slices.
func (g *generator) flat() string {
	switch g.IntN(8) {
	case 0:
		return "S"
	case 1:
		return "[4]" + g.scalar()
	case 2:
		return "[2]S"
	}
	return g.scalar()
}

// declare makes a variable and returns its name.
func (g *generator) declare(t, value string) string {
	n := g.name()
	g.line("var %s %s = %s", n, goType(t), value)
	g.line("_ = %s", n)
	g.scope = append(g.scope, variable{n, t, !strings.HasPrefix(t, "[]")})
	return n
}
