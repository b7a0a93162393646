package functional

import (
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

func (c *compiler) call(s *ir.Stm, e *ir.Call) step {
	f := c.prog.Fun(e.Fun)
	if f == nil {
		c.m.Invalid("no function %s", e.Fun)
	}
	args := c.atoms(e.Args)
	fn := c.fun(f)
	pat := c.pattern(s, len(f.Results))
	given := make([]store.Datum, len(args))
	return func(m *machine) {
		m.TakeInto(given, args)
		m.Calls = append(m.Calls, s.Pos)
		results := m.apply(fn, given)
		m.Calls = m.Calls[:len(m.Calls)-1]
		m.bindAll(pat, results)
	}
}

func (c *compiler) branch(s *ir.Stm, e *ir.If) step {
	cond := c.atom(e.Cond)
	then, els := c.body(e.Then), c.body(e.Else)
	pat := c.pattern(s, len(then.results))
	results := make([]store.Datum, len(pat))
	if len(els.results) != len(results) {
		c.m.Invalid("branches return %d and %d results", len(then.results), len(els.results))
	}
	return func(m *machine) {
		taken := els
		if m.Env[cond].Bool() {
			taken = then
		}
		mark := m.EnterScope()
		taken.run(m)
		m.TakeInto(results, taken.results)
		m.LeaveScope(mark, results)
		m.bindAll(pat, results)
	}
}

// region compiles a region to its body.
func (c *compiler) region(s *ir.Stm, e *ir.Accelerate) step {
	b := c.body(e.Body)
	pat := c.pattern(s, len(b.results))
	results := make([]store.Datum, len(pat))
	return func(m *machine) {
		mark := m.EnterScope()
		b.run(m)
		m.TakeInto(results, b.results)
		m.LeaveScope(mark, results)
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
		c.m.Invalid("%d parameters, %d initial values, %d results", len(params), len(inits), len(b.results))
	}
	pat := c.pattern(s, len(params))
	carried := make([]store.Datum, len(params))

	iterate := func(m *machine, mark int) {
		b.run(m)
		m.TakeInto(carried, b.results)
		m.LeaveScope(mark, carried)
		m.bindAll(params, carried)
	}
	return func(m *machine) {
		mark := m.EnterScope()
		m.TakeInto(carried, inits)
		m.bindAll(params, carried)
		if counted {
			n := m.Env[bound].Value
			for i := range store.Trips(n) {
				m.Env[index].Value = scalar.Value{Type: n.Type, Bits: i}
				iterate(m, mark)
			}
		} else {
			for m.Env[while].Bool() {
				iterate(m, mark)
			}
		}
		for i, p := range params {
			carried[i] = m.Env[p.slot]
		}
		m.bindAll(pat, carried)
	}
}
