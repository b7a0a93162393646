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

// Program returns the text of package main with n marked expressions, and that of package aid, which it
// imports from path + "/aid". They depend on the seed, n and the path alone.
func Program(seed uint64, n int, path string) (text, aid string) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x6c616d696e61))}
	g.line("package aid")
	g.line("import (\n\"math\"\n\"github.com/lamina-lang/lamina/accelerate\"\n)")
	g.line("var _ = math.Pi")
	g.out.WriteString(types + local)
	for i := range 4 {
		g.helper(i)
	}
	aid = g.out.String()
	g.out.Reset()
	g.at = "aid."
	g.line("package main")
	g.line("import (\n\"fmt\"\n\"math\"\n\"reflect\"\n\"github.com/lamina-lang/lamina/accelerate\"\n%q\n)", path+"/aid")
	g.out.WriteString(preamble + local)
	for i := range 4 {
		g.helper(4 + i)
	}
	for i := range n {
		g.expression(i)
	}
	g.line("func main() {")
	for i := range n {
		g.line("expression%d()", i)
	}
	g.line("}")
	return g.out.String(), aid
}

type generator struct {
	*rand.Rand
	out     strings.Builder
	scope   []variable
	helpers []signature
	names   int
	depth   int    // of statements
	at      string // before names of package aid
	inLoop  bool
	result  string // type of the function's result
}

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
