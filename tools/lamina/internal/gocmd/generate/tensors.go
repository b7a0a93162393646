package generate

import (
	"fmt"
	"strings"
)

// tensorOf is a type of tensors as variables have it: unlike Go's it tells the rank.
func tensorOf(rank int, elem string) string { return fmt.Sprintf("tensor%d %s", rank, elem) }

// tensorParts are the rank of a type of tensors, which is 0 for other types, and the type of the elements.
func tensorParts(t string) (rank int, elem string) {
	if rest, ok := strings.CutPrefix(t, "tensor"); ok {
		return int(rest[0] - '0'), rest[2:]
	}
	return 0, ""
}

// goType is a type in Go.
func goType(t string) string {
	if rank, elem := tensorParts(t); rank > 0 {
		return "accelerate.Tensor[" + elem + "]"
	}
	return t
}

// dims are sizes of a tensor's dimensions.
func (g *generator) dims(rank int) []int {
	var out []int
	for range rank {
		if g.chance(20) {
			out = append(out, 0)
		} else {
			out = append(out, 1+g.IntN(4))
		}
	}
	return out
}

func product(ns []int) int {
	out := 1
	for _, n := range ns {
		out *= n
	}
	return out
}

// list is "1, 2, 3".
func list[T any](xs []T) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(xs), " ", ", "), "[]")
}

// outerTensor makes a tensor outside of the expression.
func (g *generator) outerTensor() {
	rank, elem, x := 1+g.IntN(3), pick(g, g.flat(), g.scalar()), g.name()
	dims := g.dims(rank)
	elems := make([]string, product(dims))
	for i := range elems {
		elems[i] = g.leaf(elem)
	}
	g.line("%s := accelerate.TensorOf([]%s{%s}, %s)", x, elem, strings.Join(elems, ", "), list(dims))
	g.line("_ = %s", x)
	g.scope = append(g.scope, variable{x, tensorOf(rank, elem), false})
}

// element is an element of a tensor, mostly one that exists.
func (g *generator) element(v variable, rank, depth int) string {
	var is []string
	for k := range rank {
		i := fmt.Sprintf("%s %% max(%s.Dim(%d), 1)", g.natural(), v.name, k)
		if g.chance(40) {
			i = g.expr("int", depth-1)
		}
		is = append(is, i)
	}
	return fmt.Sprintf("%s.At(%s)", v.name, strings.Join(is, ", "))
}

// first reads an element of a tensor that has any: its rank is known where an element is read.
func (g *generator) first(v variable) {
	rank, elem := tensorParts(v.typ)
	if rank == 0 {
		return
	}
	n := g.name()
	g.line("var %s %s", n, elem)
	size, zeros := v.name+".Dim(0)", "0"
	for k := 1; k < rank; k++ {
		size += fmt.Sprintf("*%s.Dim(%d)", v.name, k)
		zeros += ", 0"
	}
	g.line("if %s > 0 { %s = %s.At(%s) }", size, n, v.name, zeros)
	g.line("_ = %s", n)
	g.scope = append(g.scope, variable{n, elem, true})
}

// tensor makes a tensor within an expression, and loops over it.
func (g *generator) tensor() {
	t := pick(g, g.flat(), g.scalar())
	x, i, j := g.name(), g.name(), g.name()
	if g.chance(3) {
		e := g.name()
		g.line("%s := accelerate.TensorOf(accelerate.Map(func(%s int) %s { return %s }, accelerate.Iota(6)), 2, 3)", x, e, t, g.with(variable{e, "int", false}, t))
	} else {
		g.line("%s := accelerate.NewTensor[%s](2, 3)", x, t)
	}
	g.line("for %s := range 2 {\nfor %s := range 3 {", i, j)
	outer := len(g.scope)
	g.scope = append(g.scope, variable{i, "int", false}, variable{j, "int", false})
	g.line("%s", g.set(x, g.expr(t, 1), i, j))
	g.line("if %s { %s.Set(%s.At(%s, %s), 1, %s) }", g.safe("bool"), x, x, i, j, j)
	g.scope = g.scope[:outer]
	g.line("}\n}")
	g.declare(t, x+".At(1, 2)")
	g.scope = append(g.scope, variable{x, tensorOf(2, t), true})
}

// with is a value of type t that may depend on a variable.
func (g *generator) with(v variable, t string) string {
	g.scope = append(g.scope, v)
	defer func() { g.scope = g.scope[:len(g.scope)-1] }()
	return g.expr(t, 2)
}

// set sets an element of a tensor of rank 2, itself or by a function that gets it.
func (g *generator) set(tensor, value, i, j string) string {
	if g.chance(3) {
		return fmt.Sprintf("%sSet(%s, %s, %s, %s)", g.at, tensor, value, i, j)
	}
	return fmt.Sprintf("%s.Set(%s, %s, %s)", tensor, value, i, j)
}

// setElement sets an element of a tensor that the expression made.
func (g *generator) setElement() {
	for _, v := range g.scope {
		if rank, elem := tensorParts(v.typ); rank > 0 && v.mutable && g.chance(2) {
			var is []string
			for range rank {
				is = append(is, "("+g.leaf("int")+" & 1)")
			}
			g.line("%s.Set(%s, %s)", v.name, g.expr(elem, 2), strings.Join(is, ", "))
			return
		}
	}
	g.tensor()
}
