package strategies

import (
	"fmt"
	"math/rand/v2"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// FCL returns the random FCL program of a seed: over ints, on three levels or four, with loops at each,
// and with places that parts of arrays are permuted to. Some fail when they run.
func FCL(seed uint64) *Program {
	g := &fclGenerator{Rand: rand.New(rand.NewPCG(seed, 11))}
	p := &Program{File: "term.fcl", Text: g.program(), Args: g.arguments()}
	local := []int64{1, 2, 3, 8}
	if p.Warps = len(g.levels) == 4; p.Warps {
		local = []int64{1, 8, 32, 96}
	}
	p.Local, p.Groups = local[g.IntN(4)], []int64{0, 0, 2, 5}[g.IntN(4)]
	return p
}

// extent is the size of an array: factor elements, or factor for each element of xs.
type extent struct {
	factor int
	each   bool
}

func (s extent) String() string {
	if s.each {
		return fmt.Sprintf("(length xs * %d)", s.factor)
	}
	return fmt.Sprint(s.factor)
}

type fclArray struct {
	name string
	size extent
}

// fclGenerator makes programs over ints.
type fclGenerator struct {
	*rand.Rand
	levels []string
	ints   []string
	arrays []fclArray
	fresh  int
	fuel   int
}

func (g *fclGenerator) program() string {
	g.ints = []string{"x"}
	g.arrays = []fclArray{{"xs", extent{1, true}}, {"ys", extent{6, false}}}
	g.fuel = 10 + g.IntN(20)
	head := ""
	g.levels = []string{"thread", "block", "grid"}
	if g.IntN(4) == 0 {
		head, g.levels = "levels thread warp block grid\n", []string{"thread", "warp", "block", "grid"}
	}
	return head + "sig main : int -> [int] -> [int] -> Program<grid> [int]<grid>\n" +
		"entry main x xs ys =\n  " + g.action(len(g.levels)-1, g.size(2)) + "\n"
}

func (g *fclGenerator) arguments() []value.Value {
	list := func(n int) value.Value {
		out := make([]int64, n)
		for i := range out {
			out[i] = int64(g.IntN(19) - 9)
		}
		return value.FromSlice(out, int64(n))
	}
	return []value.Value{value.Scalar(scalar.Int(scalar.I64, int64(g.IntN(19)-9))), list(g.IntN(5)), list(6)}
}

// size is a size that is known where the memory of a level is made.
func (g *fclGenerator) size(level int) extent {
	return extent{1 + g.IntN(6), level > 0 && g.IntN(3) == 0}
}

func (g *fclGenerator) name() string {
	g.fresh++
	return fmt.Sprintf("v%d", g.fresh)
}

// withInt makes what body makes in the scope of a new int variable.
func (g *fclGenerator) withInt(body func(i string) string) string {
	i := g.name()
	g.ints = append(g.ints, i)
	out := body(i)
	g.ints = g.ints[:len(g.ints)-1]
	return out
}

func (g *fclGenerator) withArray(s extent, body func(a string) string) string {
	a := g.name()
	g.arrays = append(g.arrays, fclArray{a, s})
	out := body(a)
	g.arrays = g.arrays[:len(g.arrays)-1]
	return out
}

// number is an expression of type int.
func (g *fclGenerator) number() string {
	if g.fuel--; g.fuel <= 0 {
		return g.ints[g.IntN(len(g.ints))]
	}
	switch g.IntN(10) {
	case 0:
		return fmt.Sprintf("(%d)", g.IntN(9)-4)
	case 1, 2:
		op := []string{"+", "-", "*"}[g.IntN(3)]
		return "(" + g.number() + " " + op + " " + g.number() + ")"
	case 3:
		op := []string{"/", "%"}[g.IntN(2)]
		return fmt.Sprintf("(%s %s %d)", g.number(), op, 1+g.IntN(5))
	case 4:
		return fmt.Sprintf("(%s %s %s)", []string{"min", "max"}[g.IntN(2)], g.number(), g.number())
	case 5:
		op := []string{"==", "!=", "<", "<=", ">", ">="}[g.IntN(6)]
		return fmt.Sprintf("(if %s %s %s then %s else %s)", g.number(), op, g.number(), g.number(), g.number())
	case 6, 7:
		a := g.arrays[g.IntN(len(g.arrays))]
		if a.size.each && g.IntN(4) > 0 {
			a = g.arrays[1]
		}
		if g.IntN(12) == 0 {
			return fmt.Sprintf("(index %s %s)", a.name, g.number())
		}
		return fmt.Sprintf("(index %s (abs %s %% length %s))", a.name, g.number(), a.name)
	case 8:
		value := g.number()
		return g.withInt(func(i string) string { return "(let " + i + " = " + value + " in " + g.number() + ")" })
	}
	return g.ints[g.IntN(len(g.ints))]
}

// pull is an expression of a pull array.
func (g *fclGenerator) pull(s extent) string {
	var same []string
	for _, a := range g.arrays {
		if a.size == s {
			same = append(same, a.name)
		}
	}
	if len(same) > 0 && g.IntN(3) == 0 {
		return same[g.IntN(len(same))]
	}
	g.fuel--
	switch k := g.IntN(6); {
	case g.fuel > 0 && k == 0:
		return "(reverse " + g.pull(s) + ")"
	case g.fuel > 0 && k == 1:
		xs := g.pull(s)
		return g.withInt(func(i string) string { return "(map (fn " + i + " => " + g.number() + ") " + xs + ")" })
	case g.fuel > 0 && k == 2:
		xs, ys := g.pull(s), g.pull(s)
		return g.withInt(func(i string) string {
			return g.withInt(func(j string) string {
				return "(zipWith (fn " + i + " => fn " + j + " => " + g.number() + ") " + xs + " " + ys + ")"
			})
		})
	case g.fuel > 0 && k == 3 && !s.each && s.factor > 1:
		return fmt.Sprintf("(transpose %d %d %s)", s.factor, 1, g.pull(s))
	}
	return g.withInt(func(i string) string { return fmt.Sprintf("(generate %s (fn %s => %s))", s, i, g.number()) })
}

// action is a program that gives a push array.
func (g *fclGenerator) action(level int, s extent) string {
	l := g.levels[level]
	g.fuel--
	k := g.IntN(12)
	if g.fuel <= 0 {
		k = 11
	}
	switch {
	case k == 0:
		return "(do<" + l + "> { " + g.forced(level, s) + " })"
	case k <= 4 && level > 0:
		return g.parts("interleave", level-1, s)
	case k == 5:
		return g.parts("interleaveSeq", level, s)
	case k == 6:
		p, from := g.name(), g.action(level, s)
		f := g.withInt(func(i string) string { return "(fn " + i + " => " + g.number() + ")" })
		return fmt.Sprintf("(do<%s> { %s <- %s; return<%s> (mapPush<%s> %s %s) })", l, p, from, l, l, f, p)
	case k == 7:
		return g.power(level, s)
	case k == 8:
		return g.halving(level, s)
	case level == 0 && !s.each && k <= 10:
		return g.sequential(s)
	}
	return "(return<" + l + "> (push<" + l + "> " + g.pull(s) + "))"
}

// forced forces an array, and goes on.
func (g *fclGenerator) forced(level int, s extent) string {
	l, of := g.levels[level], g.size(level)
	xs := g.pull(of)
	return g.withArray(of, func(a string) string {
		return fmt.Sprintf("%s <- force<%s> (push<%s> %s); %s", a, l, l, xs, g.action(level, s))
	})
}

// parts is an interleaving of programs of a level.
func (g *fclGenerator) parts(how string, level int, s extent) string {
	count, each := fmt.Sprint(s.factor), 1
	switch {
	case s.each:
		count, each = "(length xs)", s.factor
	default:
		for d := 2; d <= s.factor; d++ {
			if s.factor%d == 0 && g.IntN(2) == 0 {
				count, each = fmt.Sprint(s.factor/d), d
				break
			}
		}
	}
	place := fmt.Sprintf("fst v * %d + snd v", each)
	switch g.IntN(3) {
	case 0:
		place = fmt.Sprintf("snd v * %s + fst v", count)
	case 1:
		place = fmt.Sprintf("%s - 1 - (%s)", s, place)
	}
	body := g.withInt(func(i string) string { return fmt.Sprintf("fn %s => %s", i, g.action(level, extent{each, false})) })
	return fmt.Sprintf("(%s<%s> %d (fn v => %s) (generate %s (%s)))", how, g.levels[level], each, place, count, body)
}

// power iterates steps that keep the size.
func (g *fclGenerator) power(level int, s extent) string {
	l, r := g.levels[level], g.name()
	first, times := g.action(level, s), []string{"0", "1", "3", "(abs x % 3)"}[g.IntN(4)]
	step := g.withArray(s, func(a string) string { return "fn " + a + " => " + g.action(level, s) })
	how := "power"
	if g.IntN(2) == 0 {
		how = "poweri"
		step = g.withInt(func(i string) string {
			return g.withArray(s, func(a string) string { return "fn " + i + " => fn " + a + " => " + g.action(level, s) })
		})
	}
	return fmt.Sprintf("(do<%s> { %s <- %s<%s> %s (%s) %s; return<%s> (push<%s> %s) })", l, r, how, l, times, step, first, l, l, r)
}

// halving adds halves while more than two elements are left, and repeats what is left.
func (g *fclGenerator) halving(level int, s extent) string {
	l, r := g.levels[level], g.name()
	first := g.action(level, g.size(level))
	return fmt.Sprintf("(do<%s> { %s <- while<%s> (fn a => length a > 2) (fn a => return<%s> (push<%s> (zipWith (+) (fst (halve a)) (snd (halve a))))) %s;"+
		" return<%s> (push<%s> (generate %s (fn i => index %s (i %% length %s)))) })", l, r, l, l, l, first, l, l, s, r, r)
}

// sequential is a loop of a thread.
func (g *fclGenerator) sequential(s extent) string {
	xs := g.pull(extent{1 + g.IntN(4), false})
	f := g.withInt(func(a string) string {
		return g.withInt(func(x string) string { return fmt.Sprintf("(fn %s => fn %s => %s)", a, x, g.number()) })
	})
	if s.factor == 1 {
		return fmt.Sprintf("(return<thread> (foldl %s %s %s))", f, g.number(), xs)
	}
	body := g.withInt(func(i string) string {
		return fmt.Sprintf("(fn read => fn %s => (%s %% %d, read (abs %s %% %d) + %s))", i, i, s.factor, i, s.factor, g.number())
	})
	return fmt.Sprintf("(return<thread> (seqfor (push<thread> %s) %d %s))", g.pull(s), g.IntN(5), body)
}
