package strategies

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// DPIA returns the random well-typed DPIA program of a seed, with random strategies. Of some no kernel can
// be made, and the compiler refuses them.
func DPIA(seed uint64) *Program {
	g := &dpiaGenerator{Rand: rand.New(rand.NewPCG(seed, 7))}
	p := &Program{File: "term.dpia", Text: g.program()}
	p.Args = g.arguments(int64(g.IntN(4)))
	p.Local, p.Groups = []int64{0, 1, 3, 8}[g.IntN(4)], []int64{0, 0, 2, 5}[g.IntN(4)]
	return p
}

// typ is a type of the generator: an array of size, or a pair, or a number.
type typ struct {
	size string
	of   []*typ
}

var number = &typ{}

func array(size string, elem *typ) *typ { return &typ{size, []*typ{elem}} }
func pair(a, b *typ) *typ               { return &typ{"", []*typ{a, b}} }

func (t *typ) String() string {
	switch {
	case t.size != "":
		return "(" + t.size + ")." + t.of[0].String()
	case len(t.of) == 2:
		return "(" + t.of[0].String() + " * " + t.of[1].String() + ")"
	}
	return "i32"
}

func (t *typ) constant() bool {
	if strings.Contains(t.size, "n") {
		return false
	}
	for _, o := range t.of {
		if !o.constant() {
			return false
		}
	}
	return true
}

// level is where an expression is computed.
type level int

const (
	host level = iota
	group
	item
)

type variable struct {
	name string
	typ  *typ
}

type dpiaGenerator struct {
	*rand.Rand
	vars  []variable
	fresh int
	fuel  int
}

var params = []variable{
	{"x", number}, {"xs", array("2*n", number)}, {"ys", array("2*n", number)},
	{"m", array("n", array("3", number))}, {"v", array("3", number)}, {"q", array("3", pair(number, number))},
}

func (g *dpiaGenerator) program() string {
	g.vars = append([]variable{}, params...)
	g.fuel = 8 + g.IntN(16)
	t := g.typ(2)
	head := "entry main {n : nat}"
	for _, p := range params {
		head += fmt.Sprintf(" (%s : exp[%s])", p.name, p.typ)
	}
	return head + " : exp[" + t.String() + "] =\n  " + g.expr(t, host) + "\n"
}

func (g *dpiaGenerator) arguments(n int64) []value.Value {
	list := func(size int64, shape ...int64) value.Value {
		out := make([]int32, size)
		for i := range out {
			out[i] = int32(g.IntN(19) - 9)
		}
		return value.FromSlice(out, shape...)
	}
	x := value.Scalar(scalar.Int(scalar.I32, int64(g.IntN(19)-9)))
	return []value.Value{x, list(2*n, 2*n), list(2*n, 2*n), list(3*n, n, 3), list(3, 3), list(3, 3), list(3, 3)}
}

func (g *dpiaGenerator) size() string { return []string{"n", "2*n", "3", "2", "1"}[g.IntN(5)] }

func (g *dpiaGenerator) typ(depth int) *typ {
	switch k := g.IntN(6); {
	case depth == 0 || k < 2:
		return number
	case k == 2:
		return pair(g.typ(depth-1), g.typ(depth-1))
	}
	return array(g.size(), g.typ(depth-1))
}

// bind makes a variable for the expression that body makes.
func (g *dpiaGenerator) bind(t *typ, body func(x string) string) string {
	g.fresh++
	x := fmt.Sprintf("a%d", g.fresh)
	g.vars = append(g.vars, variable{x, t})
	out := body(x)
	g.vars = g.vars[:len(g.vars)-1]
	return out
}

func (g *dpiaGenerator) expr(t *typ, at level) string {
	if g.fuel--; g.fuel > 0 && g.IntN(12) == 0 && (at != group || t.size != "") {
		of := g.typ(1)
		if at == group {
			of = array("3", number)
		}
		value := g.expr(of, at)
		return "(let " + g.bind(of, func(x string) string { return x + " = " + value + " in " + g.expr(t, at) }) + ")"
	}
	var same []string
	for _, v := range g.vars {
		if v.typ.String() == t.String() {
			same = append(same, v.name)
		}
	}
	if len(same) > 0 && (g.fuel <= 0 || g.IntN(3) == 0) {
		return same[g.IntN(len(same))]
	}
	switch {
	case t.size != "":
		return g.array(t, at)
	case len(t.of) == 2:
		return "(" + g.expr(t.of[0], at) + ", " + g.expr(t.of[1], at) + ")"
	}
	return g.number(at)
}

func (g *dpiaGenerator) number(at level) string {
	if g.fuel <= 0 {
		return fmt.Sprint(g.IntN(9) - 4)
	}
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("(%d)", g.IntN(9)-4)
	case 1:
		p := pair(number, g.typ(1))
		return "(" + g.expr(p, at) + ").1"
	case 2, 3:
		elem := g.typ(1)
		xs, start := g.expr(array(g.size(), elem), at), g.expr(number, at)
		f := g.bind(elem, func(x string) string {
			return g.bind(number, func(a string) string { return "\\" + x + " " + a + ". " + g.expr(number, at) })
		})
		return "(reduce (" + f + ") (" + start + ") " + xs + ")"
	}
	op := []string{"+", "-", "*"}[g.IntN(3)]
	return "(" + g.expr(number, at) + " " + op + " " + g.expr(number, at) + ")"
}

func (g *dpiaGenerator) array(t *typ, at level) string {
	elem := t.of[0]
	if g.fuel > 0 {
		switch k := g.IntN(8); {
		case k == 0 && len(elem.of) == 2 && elem.size == "":
			return "(zip " + g.expr(array(t.size, elem.of[0]), at) + " " + g.expr(array(t.size, elem.of[1]), at) + ")"
		case k == 1 && elem.size != "":
			return "(transpose " + g.expr(array(elem.size, array(t.size, elem.of[0])), at) + ")"
		case k == 2 && t.size == "2*n":
			if g.IntN(2) == 0 {
				return "(join " + g.expr(array("n", array("2", elem)), at) + ")"
			}
			return "(join " + g.expr(array("2", array("n", elem)), at) + ")"
		case k == 3 && elem.size == "2" && t.size == "n":
			return "(split 2 " + g.expr(array("2*n", elem.of[0]), at) + ")"
		case k == 4 && t.constant() && at != group:
			from := g.typ(1)
			xs, start := g.expr(array(g.size(), from), at), g.expr(t, at)
			f := g.bind(from, func(x string) string {
				return g.bind(t, func(a string) string { return "\\" + x + " " + a + ". " + g.expr(t, at) })
			})
			return "(reduce (" + f + ") " + start + " " + xs + ")"
		}
	}
	return g.mapped(t, at)
}

// mapped is a map at a level that may stand here.
func (g *dpiaGenerator) mapped(t *typ, at level) string {
	elem := t.of[0]
	names, inner := []string{"map", "mapSeq"}, item
	switch {
	case at == host && elem.size != "" && g.IntN(2) == 0:
		names, inner = []string{"mapWorkgroup"}, group
	case at == host && g.IntN(4) == 0:
		names, inner = []string{"mapSeq"}, host
	case at == host:
		names = []string{"map", "mapGlobal"}
	case at == group:
		names = []string{"map", "mapLocal"}
	}
	from := number
	if g.fuel > 0 {
		from = g.typ(1)
	}
	source := array(t.size, from)
	xs := ""
	for _, v := range g.vars {
		if v.typ.size == t.size && (xs == "" || g.IntN(2) == 0) {
			xs, from = v.name, v.typ.of[0]
		}
	}
	if g.fuel > 0 && g.IntN(3) == 0 || xs == "" {
		if g.fuel <= 0 || xs == "" && g.fuel < 3 {
			xs, from = known(t.size), number
		} else {
			from = source.of[0]
			xs = g.expr(source, at)
		}
	}
	f := g.bind(from, func(x string) string { return "\\" + x + ". " + g.expr(elem, inner) })
	text := names[g.IntN(len(names))] + " (" + f + ")"
	switch to := g.IntN(8); {
	case to == 0:
		text = "toGlobal (" + text + ")"
	case to == 1 && at == group:
		text = "toLocal (" + text + ")"
	case to == 1 && at == item && t.constant():
		text = "toPrivate (" + text + ")"
	}
	return "(" + text + " " + xs + ")"
}

// known is an array of numbers of a size, made of the parameters.
func known(size string) string {
	switch size {
	case "n":
		return "(map (\\r. reduce (+) 0 r) m)"
	case "2*n":
		return "xs"
	case "3":
		return "v"
	case "2":
		return "(transpose (split 2 xs) |> map (\\r. reduce (+) 0 r))"
	}
	return "(split 3 v |> map (reduce (+) 0))"
}
