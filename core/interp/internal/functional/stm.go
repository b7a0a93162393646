package functional

import (
	"github.com/lamina-lang/lamina/core/ir"
)

// meaning compiles the statements of an operation.
type meaning struct {
	op      string
	compile func(*compiler, *ir.Stm) step
}

// meanings holds the meaning of every operation of core/ir, by name.
var meanings = map[string]func(*compiler, *ir.Stm) step{}

// init fills the table. An initialiser would refer to itself, as bodies are compiled
// through the table.
func init() {
	define(
		means((*compiler).alias),
		means((*compiler).prim),
		means((*compiler).convert),
		means(func(c *compiler, _ *ir.Stm, e *ir.Assert) step { return c.assert(e) }),
		means((*compiler).enough),
		means((*compiler).call),
		means((*compiler).branch),
		means((*compiler).loop),
		means((*compiler).region),
		means((*compiler).index),
		means((*compiler).slice),
		means((*compiler).flatSlice),
		means((*compiler).rearrange),
		means((*compiler).reshape),
		means((*compiler).update),
		means((*compiler).flatUpdate),
		means((*compiler).iota),
		means((*compiler).replicate),
		means(func(c *compiler, s *ir.Stm, _ *ir.Scratch) step { return c.scratch(s) }),
		means((*compiler).copy),
		means((*compiler).concat),
		means((*compiler).literal),
		means((*compiler).alloc),
		means((*compiler).mapping),
		means((*compiler).reduce),
		means((*compiler).scan),
		means((*compiler).scatter),
		means((*compiler).hist),
		means((*compiler).segMap),
		means((*compiler).segRed),
		means((*compiler).segScan),
		means((*compiler).segHist),
	)
}

func define(all ...meaning) {
	for _, m := range all {
		meanings[m.op] = m.compile
	}
}

// means returns the meaning of the operation with struct T.
func means[T any, E interface {
	*T
	ir.Exp
}](compile func(*compiler, *ir.Stm, E) step) meaning {
	return meaning{E(nil).Op(), func(c *compiler, s *ir.Stm) step { return compile(c, s, s.Exp.(E)) }}
}

// stm compiles a statement.
func (c *compiler) stm(s *ir.Stm) step {
	_, foreign := s.Exp.(*ir.Foreign)
	compile := meanings[s.Exp.Op()]
	if foreign || compile == nil {
		c.m.Invalid("the interpreter does not know %s", s.Exp.Op())
		return nil
	}
	return c.unlessEmpty(s, compile(c, s))
}
