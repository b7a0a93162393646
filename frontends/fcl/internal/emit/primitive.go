package emit

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/library"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
)

// call is a built-in function with all of its arguments.
type call struct {
	*emitter
	*core.Prim
	types []types.Type
	args  []value
	at    source.Pos // where the program calls it, or what calls it in the library
}

// primitive is a built-in function as a value: it runs when it has all arguments.
func (e *emitter) primitive(x *core.Prim, in *env) value {
	c := &call{emitter: e, Prim: x}
	for _, t := range x.Types {
		c.types = append(c.types, in.Type(t))
	}
	return c.with(nil)
}

func (c *call) with(args []value) value {
	if len(args) == c.Of.Arity {
		all := *c
		all.args = args
		all.at = c.Pos
		if all.at.File == library.File {
			all.at = c.user
		}
		return all.run()
	}
	return function(func(v value) value { return c.with(append(args[:len(args):len(args)], v)) })
}

// run is the meaning of the built-in functions.
func (c *call) run() value {
	switch c.Of.Role {
	case core.Operator:
		numbers := make([]number, len(c.args))
		for i, a := range c.args {
			numbers[i] = a.(number)
		}
		return c.operate(c.Of.Op, c.at, numbers...)
	case core.Conversion:
		n := c.args[0].(number)
		if n.t == c.Of.To {
			return n
		}
		return c.number(&imp.Convert{From: n.t, To: c.Of.To, X: n.expr()})
	case core.BlockSize:
		return ofPoly(sym.Const(c.option.Local))
	case core.First:
		return c.args[0].(pairOf).first
	case core.Second:
		return c.args[0].(pairOf).second
	case core.Length:
		return ofPoly(c.args[0].(pull).n)
	case core.LengthPush:
		return ofPoly(c.args[0].(push).n)
	case core.Map:
		f, xs := c.args[0].(function), c.args[1].(pull)
		return pull{n: xs.n, at: func(i sym.Poly) value { return f(xs.at(i)) }}
	case core.MapPush:
		f := c.args[0].(function)
		return mapped(c.args[1].(push), func(_ sym.Poly, x value) value { return f(x) })
	case core.MapPushIx:
		f := c.args[0].(function)
		return mapped(c.args[1].(push), func(i sym.Poly, x value) value { return f(ofPoly(i)).(function)(x) })
	case core.Generate:
		f := c.args[1].(function)
		n := c.length(c.args[0].(number).p, c.at)
		return pull{n: n, at: func(i sym.Poly) value { return f(ofPoly(i)) }}
	case core.Index:
		xs, i := c.args[0].(pull), c.args[1].(number).p
		c.inBounds(i, xs.n, c.at, "index")
		return xs.at(i)
	case core.Push:
		xs := c.args[0].(pull)
		return push{xs.n, func(write writer) { c.each(xs, write, c.at) }}
	case core.Force:
		p := c.args[0].(push)
		return program(func() value { return c.force(p, c.types[0], c.at) })
	case core.Return:
		v := c.args[0]
		return program(func() value { return v })
	case core.Bind:
		p, f := c.args[0].(program), c.args[1].(function)
		return program(func() value { return f(p()).(program)() })
	case core.Action:
		return c.args[0]
	case core.Interleave, core.InterleaveSeq:
		return program(c.interleave)
	case core.Power, core.Poweri, core.While:
		return program(c.iterate)
	case core.SeqFor, core.SeqForZero:
		return c.seqFor()
	}
	panic(fmt.Sprintf("%s has no meaning", c.Of.Name))
}

// mapped is a push array with a function applied to what is written (map fusion, figure 5.12). Of a
// missing element nothing is computed: the function could fail, too.
func mapped(p push, f func(i sym.Poly, x value) value) value {
	return push{p.n, func(write writer) {
		p.fill(func(i sym.Poly, x value) {
			if x != (missing{}) {
				x = f(i, x)
			}
			write(i, x)
		})
	}}
}
