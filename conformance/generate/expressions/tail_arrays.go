package expressions

import (
	"fmt"
	"math/rand/v2"
)

// tailGenerator makes expressions of given base types and ranks.
type tailGenerator struct {
	*rand.Rand
	vars   []variable
	params []variable
	names  int
}

type variable struct {
	name, base string
	rank       int
}

func (g *tailGenerator) program() string {
	text := ""
	for range 1 + g.IntN(4) {
		base, rank := g.base(), g.IntN(4)
		value := g.array(base, rank, 3)
		g.names++
		name := fmt.Sprintf("v%d", g.names)
		text += fmt.Sprintf("let %s: [%s]%d = %s in\n", name, base, rank, value)
		g.vars = append(g.vars, variable{name, base, rank})
	}
	if g.IntN(60) == 0 {
		text += g.tower()
	}
	return text + "(" + g.array(g.base(), g.IntN(4), 3) + ", " + g.array("int", 1, 3) + ")"
}

// levels is how often functions of a tower apply the one below twice: enough for functions of the IR.
const levels = 10

// tower binds functions of which each applies the one before twice, and an array that the last one gives.
func (g *tailGenerator) tower() string {
	base, rank := g.base(), g.IntN(3)
	inner := &tailGenerator{Rand: g.Rand, vars: []variable{{"x", base, rank}}}
	text := fmt.Sprintf("let f0 = fn x: [%s]%d => zipWith(%s, x, %s) in\n", base, rank, g.pick(binary[base]), inner.array(base, rank, 2))
	for k := range levels {
		again := g.pick([]string{"reverse", "vreverse", "copy"})
		text += fmt.Sprintf("let f%d = fn x: [%s]%d => zipWith(%s, f%d x, f%d %s(x)) in\n", k+1, base, rank, g.pick(binary[base]), k, k, again)
	}
	g.names++
	name := fmt.Sprintf("v%d", g.names)
	text += fmt.Sprintf("let %s: [%s]%d = f%d (%s) in\n", name, base, rank, levels, g.array(base, rank, 1))
	g.vars = append(g.vars, variable{name, base, rank})
	return text
}

func (g *tailGenerator) base() string { return []string{"int", "int", "double", "bool"}[g.IntN(4)] }

func (g *tailGenerator) literal(base string) string {
	switch base {
	case "int":
		return []string{"0", "1", "2", "3", "~1", "~2", "7"}[g.IntN(7)]
	case "double":
		return []string{"0.0", "1.5", "~2.25", "3.0", "10.0"}[g.IntN(5)]
	}
	return []string{"tt", "ff"}[g.IntN(2)]
}

// binary are associative and other functions of two arguments.
var binary = map[string][]string{
	"int": {"addi", "subi", "mini", "maxi", "fn x => fn y => addi(muli(x, 3), y)", "fn x => fn y => resi(x, y)", "gcdi", "lcmi",
		"fn x => fn y => binomi(resi(5, x), resi(9, y))"},
	"double": {"addd", "mind", "maxd", "subd", "fn x => fn y => addd(muld(x, 0.5), y)"},
	"bool":   {"andb", "orb", "xorb", "eqb", "fn x => fn y => andb(notb(x), y)"},
}

var unary = map[string][][2]string{ // from, function
	"int":    {{"int", "negi"}, {"bool", "b2i"}, {"double", "floor"}, {"int", "fn x => muli(x, x)"}, {"int", "fn x => facti(resi(22, x))"}},
	"double": {{"int", "i2d"}, {"double", "absd"}, {"double", "fn x => muld(x, 0.25)"}},
	"bool":   {{"int", "fn x => gti(x, 1)"}, {"int", "fn x => i2b(andi(x, 1))"}, {"bool", "notb"}, {"double", "fn x => ltd(x, 2.0)"}},
}

func (g *tailGenerator) pick(list []string) string { return list[g.IntN(len(list))] }

func (g *tailGenerator) small() string { return []string{"0", "1", "2", "3", "~1", "~2"}[g.IntN(6)] }

// array is an expression of a base type and a rank.
func (g *tailGenerator) array(base string, rank, depth int) string {
	if depth == 0 || g.IntN(6) == 0 {
		for _, v := range g.vars {
			if v.base == base && v.rank == rank && g.IntN(2) == 0 {
				return v.name
			}
		}
		if depth == 0 {
			return g.leaf(base, rank)
		}
	}
	sub := func(r int) string { return g.array(base, r, depth-1) }
	choices := []func() string{
		func() string {
			f := unary[base][g.IntN(len(unary[base]))]
			return fmt.Sprintf("each(%s, %s)", f[1], g.array(f[0], rank, depth-1))
		},
		func() string {
			x := sub(rank)
			return fmt.Sprintf("let z = %s in zipWith(%s, z, z)", x, g.pick(binary[base]))
		},
		func() string { return fmt.Sprintf("zipWith(%s, %s, %s)", g.pick(binary[base]), sub(rank), sub(rank)) },
		func() string {
			op := []string{"reduce", "reduce1"}[g.IntN(2)]
			return fmt.Sprintf("%s(%s, %s, %s)", op, g.pick(binary[base]), g.literal(base), sub(rank+1))
		},
		func() string { return fmt.Sprintf("scan(%s, %s)", g.pick(binary[base]), sub(rank)) },
		func() string { return fmt.Sprintf("if(%s, %s, %s)", g.array("bool", 0, depth-1), sub(rank), sub(rank)) },
		func() string { return fmt.Sprintf("reverse(%s)", sub(rank)) },
		func() string { return fmt.Sprintf("vreverse(%s)", sub(rank)) },
		func() string { return fmt.Sprintf("rotate(%s, %s)", g.small(), sub(rank)) },
		func() string { return fmt.Sprintf("vrotate(%s, %s)", g.array("int", 0, depth-1), sub(rank)) },
		func() string { return fmt.Sprintf("transp(%s)", sub(rank)) },
		func() string {
			return fmt.Sprintf("power(fn x => %s(x), %s, %s)", g.pick([]string{"reverse", "transp"}), g.small(), sub(rank))
		},
		func() string {
			return fmt.Sprintf("reshape(%s, %s, %s)", g.extents(rank), g.literal(base), sub(g.IntN(3)))
		},
	}
	if rank == 0 {
		choices = append(choices, func() string { return fmt.Sprintf("first(%s, %s)", g.literal(base), sub(g.IntN(3))) })
	}
	if rank == 1 && base == "int" {
		choices = append(choices,
			func() string { return fmt.Sprintf("shape(%s)", g.array(g.base(), 2, depth-1)) },
			func() string { return fmt.Sprintf("iota(%s)", g.small()) },
			func() string { return fmt.Sprintf("grade(%s)", g.array(g.base(), 1+g.IntN(3), depth-1)) },
			func() string {
				b := g.base()
				return fmt.Sprintf("find(%s, %s)", g.array(b, 1, depth-1), g.array(b, 1, depth-1))
			},
			func() string { return "iotaV(3)" }, func() string { return "catV([1, 2], dropV(1, iotaV(3)))" })
	}
	if rank == 1 {
		choices = append(choices, func() string {
			return fmt.Sprintf("gather(1, [1, 2, 1], %s)", sub(1))
		}, func() string {
			return fmt.Sprintf("ravel(%s)", sub(g.IntN(4)))
		}, func() string {
			return fmt.Sprintf("amend([1, 2, 1], reshape([3], %s, %s), %s)", g.literal(base), sub(1), sub(1))
		}, func() string {
			return fmt.Sprintf("let c: [%s]1 = copy(%s) in let u = update(c, [1], %s) in c", base, sub(1), g.literal(base))
		})
	}
	if rank > 1 {
		choices = append(choices, func() string {
			order := g.Perm(rank)
			text := ""
			for i, k := range order {
				if i > 0 {
					text += ", "
				}
				text += fmt.Sprint(k + 1)
			}
			return fmt.Sprintf("transp2([%s], %s)", text, sub(rank))
		})
	}
	if rank > 1 {
		choices = append(choices, func() string {
			x := sub(rank)
			return fmt.Sprintf("let r = %s in cells(dropV(1, shape(r)), fn i => %s(index(1, i, r)), iota(index(1, 1, shape(r))))", x, g.pick([]string{"reverse", "copy", "vreverse"}))
		})
	}
	if rank > 0 {
		choices = append(choices,
			func() string { return fmt.Sprintf("take(%s, %s, %s)", g.small(), g.literal(base), sub(rank)) },
			func() string { return fmt.Sprintf("drop(%s, %s)", g.small(), sub(rank)) },
			func() string { return fmt.Sprintf("cat(%s, %s)", sub(rank), sub(rank)) },
			func() string { return fmt.Sprintf("cons(%s, %s)", sub(rank-1), sub(rank)) },
			func() string { return fmt.Sprintf("snoc(%s, %s)", sub(rank), sub(rank-1)) },
			func() string { return fmt.Sprintf("compress(%s, %s)", g.array("bool", 1, depth-1), sub(rank)) },
			func() string {
				return fmt.Sprintf("replicate([1, 0, 2], reshape(%s, %s, %s))", g.lastIs3(rank), g.literal(base), sub(1))
			},
		)
	}
	if rank < 3 {
		choices = append(choices, func() string { return fmt.Sprintf("index(%d, %d, %s)", 1+g.IntN(rank+1), 1+g.IntN(2), sub(rank+1)) })
	}
	return choices[g.IntN(len(choices))]()
}

func (g *tailGenerator) extents(rank int) string {
	if rank == 0 {
		return "dropV(1, [1])"
	}
	text := "["
	for i := range rank {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint([]int{2, 2, 2, 2, 2, 2, 3, 0}[g.IntN(8)])
	}
	return text + "]"
}

func (g *tailGenerator) lastIs3(rank int) string {
	text := "["
	for range rank - 1 {
		text += "2, "
	}
	return text + "3]"
}

func (g *tailGenerator) leaf(base string, rank int) string {
	if rank == 0 {
		return g.literal(base)
	}
	for _, p := range g.params {
		if p.base == base && g.IntN(2) == 0 {
			return fmt.Sprintf("reshape(%s, %s, %s)", g.extents(rank), g.literal(base), p.name)
		}
	}
	return fmt.Sprintf("reshape(%s, %s, [%s, %s, %s])", g.extents(rank), g.literal(base), g.literal(base), g.literal(base), g.literal(base))
}
