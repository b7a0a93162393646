package functional

import (
	"strings"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

func (c *compiler) prim(s *ir.Stm, e *ir.Prim) step {
	to := c.one(s).slot
	args := c.atoms(e.Args)
	c.m.CheckOperator(e.Fn, e.Type, len(args))
	f := e.Fn.Func(e.Type)
	var none scalar.Value
	switch {
	case e.Fn.Info().Partial.Has(e.Type):
		x, y := args[0], args[1]
		return func(m *machine) {
			if !e.Fn.Defined(e.Type, m.Env[x].Value, m.Env[y].Value) {
				m.Invalid("%s.%s is undefined on %s and %s", e.Fn, e.Type, m.Env[x], m.Env[y])
			}
			m.Env[to].Value = f(m.Env[x].Value, m.Env[y].Value, none)
		}
	case len(args) == 1:
		x := args[0]
		return func(m *machine) { m.Env[to].Value = f(m.Env[x].Value, none, none) }
	case len(args) == 2:
		x, y := args[0], args[1]
		return func(m *machine) { m.Env[to].Value = f(m.Env[x].Value, m.Env[y].Value, none) }
	}
	x, y, z := args[0], args[1], args[2]
	return func(m *machine) { m.Env[to].Value = f(m.Env[x].Value, m.Env[y].Value, m.Env[z].Value) }
}

func (c *compiler) convert(s *ir.Stm, e *ir.Convert) step {
	to, x := c.one(s).slot, c.atom(e.X)
	return func(m *machine) { m.Env[to].Value = scalar.Convert(e.To, m.Env[x].Value) }
}

// enough decides by the default threshold.
func (c *compiler) enough(s *ir.Stm, e *ir.Enough) step {
	to, amount, least := c.one(s).slot, c.atom(e.Amount), c.atom(e.Least)
	return func(m *machine) {
		m.Chose = true
		m.Env[to].Value = scalar.FromBool(m.Repeats || m.Int(amount) >= m.Int(least))
	}
}

func (c *compiler) assert(e *ir.Assert) step {
	cond := c.atom(e.Cond)
	args := make([]int, len(e.Message))
	for i, part := range e.Message {
		if part.Arg != nil {
			args[i] = c.atom(*part.Arg)
		}
	}
	return func(m *machine) {
		if m.Env[cond].Bool() {
			return
		}
		var text strings.Builder
		for i, part := range e.Message {
			text.WriteString(part.Text)
			if part.Arg != nil {
				text.WriteString(fault.Text(m.Env[args[i]].Value))
			}
		}
		m.Fail(text.String(), e.Trace)
	}
}

// one resolves the pattern of a statement with one result. The operands must be resolved
// first, unless they cannot depend on the binder.
func (c *compiler) one(s *ir.Stm) *param { return &c.pattern(s, 1)[0] }

// pattern resolves a pattern of n results, or of any number if n < 0.
func (c *compiler) pattern(s *ir.Stm, n int) []param {
	if n >= 0 && len(s.Pat) != n {
		c.m.Invalid("%d results for %d variables", n, len(s.Pat))
	}
	return c.params(s.Pat)
}
