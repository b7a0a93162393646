package interp

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

func (c *compiler) call(s *ir.Stm, e *ir.Call) step {
	f := c.prog.Fun(e.Fun)
	if f == nil {
		c.m.invalid("no function %s", e.Fun)
	}
	args := c.atoms(e.Args)
	fn := c.fun(f)
	pat := c.pattern(s, len(f.Results))
	given := make([]datum, len(args))
	return func(m *machine) {
		m.takeInto(given, args)
		m.calls = append(m.calls, s.Pos)
		results := m.apply(fn, given)
		m.calls = m.calls[:len(m.calls)-1]
		m.bindAll(pat, results)
	}
}

func (c *compiler) branch(s *ir.Stm, e *ir.If) step {
	cond := c.atom(e.Cond)
	then, els := c.body(e.Then), c.body(e.Else)
	pat := c.pattern(s, len(then.results))
	results := make([]datum, len(pat))
	if len(els.results) != len(results) {
		c.m.invalid("branches return %d and %d results", len(then.results), len(els.results))
	}
	return func(m *machine) {
		taken := els
		if m.env[cond].Bool() {
			taken = then
		}
		mark := m.enterScope()
		taken.run(m)
		m.takeInto(results, taken.results)
		m.leaveScope(mark, results)
		m.bindAll(pat, results)
	}
}

func (c *compiler) loop(s *ir.Stm, e *ir.Loop) step {
	inits := c.atoms(e.Inits)
	counted := !e.Index.IsZero()
	var index, bound, while int
	if counted {
		bound, index = c.atom(e.Bound), c.bind(e.Index)
	}
	params := c.params(e.Params)
	if !counted {
		while = c.use(e.While)
	}
	b := c.body(e.Body)
	if len(inits) != len(params) || len(b.results) != len(params) {
		c.m.invalid("%d parameters, %d initial values, %d results", len(params), len(inits), len(b.results))
	}
	pat := c.pattern(s, len(params))
	carried := make([]datum, len(params))

	iterate := func(m *machine, mark int) {
		b.run(m)
		m.takeInto(carried, b.results)
		m.leaveScope(mark, carried)
		m.bindAll(params, carried)
	}
	return func(m *machine) {
		mark := m.enterScope()
		m.takeInto(carried, inits)
		m.bindAll(params, carried)
		if counted {
			n := m.env[bound].Value
			for i := range trips(n) {
				m.env[index].Value = scalar.Value{Type: n.Type, Bits: i}
				iterate(m, mark)
			}
		} else {
			for m.env[while].Bool() {
				iterate(m, mark)
			}
		}
		for i, p := range params {
			carried[i] = m.env[p.slot]
		}
		m.bindAll(pat, carried)
	}
}

// trips returns the trip count of a loop that counts from 0 to n, exclusive.
func trips(n scalar.Value) uint64 {
	if n.Type.IsSigned() && n.Int() < 0 {
		return 0
	}
	return n.Bits
}
