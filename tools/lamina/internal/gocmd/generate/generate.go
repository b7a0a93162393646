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

// Program returns the text of package main with n marked expressions. It depends on the seed
// and n alone.
func Program(seed uint64, n int) string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x6c616d696e61))}
	g.line("package main")
	g.line("import (\n\"fmt\"\n\"math\"\n\"reflect\"\n\"github.com/lamina-lang/lamina/accelerate\"\n)")
	g.out.WriteString(preamble)
	for i := range 6 {
		g.helper(i)
	}
	for i := range n {
		g.expression(i)
	}
	g.line("func main() {")
	for i := range n {
		g.line("expression%d()", i)
	}
	g.line("}")
	return g.out.String()
}

// preamble has types, a function that makes literals no constants, and what prints results:
// floats by their bits, errors by their messages.
const preamble = `
type S struct {
	A int
	B float32
	C [3]int16
	D bool
}

func (s *S) shift(n int) {
	s.A += n
	s.C[n&1] ^= 3
	if s.D {
		s.B = float32(n & 255)
	}
	s.D = !s.D
}

func newS(n int) *S {
	s := &S{A: n}
	s.shift(n)
	return s
}

func put[T any](p *T, x T) { *p = x }

func swap[T any](a, b *T) { *a, *b = *b, *a }

func lit[T any](x T) T { return x }

func show(name string, x any, err error) {
	if e, ok := err.(*accelerate.Error); ok {
		fmt.Println(name, "error:", e.Message)
		return
	}
	fmt.Print(name, " ")
	bits(reflect.ValueOf(x))
	fmt.Println()
}

func bits(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if math.IsNaN(v.Float()) {
			fmt.Print("NaN ")
			return
		}
		fmt.Printf("%x ", v.Float())
	case reflect.Slice, reflect.Array:
		fmt.Print("[ ")
		for i := range v.Len() {
			bits(v.Index(i))
		}
		fmt.Print("] ")
	case reflect.Struct:
		for i := range v.NumField() {
			bits(v.Field(i))
		}
	default:
		fmt.Print(v, " ")
	}
}
`

type generator struct {
	*rand.Rand
	out     strings.Builder
	scope   []variable
	helpers []signature
	names   int
	depth   int // of statements
	inLoop  bool
	result  string // type of the function's result
}

// variable is a variable that can be read; mutable ones can be assigned.
type variable struct {
	name, typ string
	mutable   bool
}

type signature struct {
	name   string
	params []string
	result string
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

// helper makes a function that expressions call.
func (g *generator) helper(i int) {
	s := signature{name: fmt.Sprintf("helper%d", i), result: g.flat()}
	var params []string
	g.scope = nil
	for range 1 + g.IntN(3) {
		t := pick(g, g.flat(), "[]"+g.scalar())
		n := g.name()
		s.params = append(s.params, t)
		params = append(params, n+" "+t)
		g.scope = append(g.scope, variable{n, t, !strings.HasPrefix(t, "[]")})
	}
	g.line("func %s(%s) %s {", s.name, strings.Join(params, ", "), s.result)
	g.body(s.result, 4)
	g.line("}")
	g.helpers = append(g.helpers, s)
}

// expression makes a function with a marked expression.
func (g *generator) expression(i int) {
	g.line("func expression%d() {", i)
	g.scope = nil
	size := pick(g, 0, 1, 3, 5, 8, 1500)
	for range 3 + g.IntN(3) {
		t := pick(g, g.flat(), g.scalar(), "[]"+g.flat(), "[]"+g.scalar(), "[]int")
		n := g.name()
		if elem, ok := strings.CutPrefix(t, "[]"); ok {
			g.line("%s := make(%s, %d)", n, t, max(0, size-g.IntN(2)*g.IntN(3)))
			if e := elem; isInt(e) || isFloat(e) {
				g.line("for i := range %s { %s[i] = %s(i%%%d) - %s(%d) }", n, n, e, 1+g.IntN(100), e, g.IntN(100))
			}
		} else {
			g.line("var %s %s = %s", n, t, g.leaf(t))
		}
		g.line("_ = %s", n)
		g.scope = append(g.scope, variable{n, t, false})
	}
	if g.chance(4) {
		g.loop(i)
	} else if g.chance(4) {
		g.formed(i)
	} else {
		t := pick(g, g.flat(), "[]"+g.flat(), "[]"+g.scalar())
		g.line("r, err := accelerate.Try(func() %s {", t)
		outer := len(g.scope)
		g.parallel()
		g.body(t, 5)
		g.scope = g.scope[:outer]
		g.line("})")
		g.line("show(\"%d\", r, err)", i)
	}
	g.line("}")
}

// loop makes a marked loop over a slice or a tensor of rank 2.
func (g *generator) loop(i int) {
	t := g.flat()
	w := g.name()
	n := pick(g, 0, 1, 7, 100)
	tensor := g.chance(2)
	index := g.name()
	if tensor {
		t = g.scalar()
		g.line("%s := accelerate.NewTensor[%s](%d, 3)", w, t, n)
	} else {
		g.line("%s := make([]%s, %d)", w, t, n)
	}
	g.line("_, err := accelerate.Try(func() []int { return accelerate.Iota(0) })")
	g.line("accelerate.Loop(%d, func(%s int) {", n, index)
	outer := len(g.scope)
	g.scope = append(g.scope, variable{index, "int", false})
	g.depth = 3
	v := g.declare(t, g.safe(t))
	if tensor {
		g.line("for j := range 3 {")
		g.line("%s.Set(%s, %s, j)", w, v, index)
		g.line("if j > 0 && %s { %s.Set(%s.At(%s, j-1), %s, j) }", g.safe("bool"), w, w, index, index)
		g.line("}")
	} else {
		g.line("if %s { %s[%s] = %s }", g.safe("bool"), w, index, v)
	}
	g.scope = g.scope[:outer]
	g.line("})")
	if tensor {
		w += ".Elems()"
	}
	g.line("show(\"%d\", %s, err)", i, w)
}

// declare makes a variable and returns its name.
func (g *generator) declare(t, value string) string {
	n := g.name()
	g.line("var %s %s = %s", n, t, value)
	g.line("_ = %s", n)
	g.scope = append(g.scope, variable{n, t, !strings.HasPrefix(t, "[]")})
	return n
}
