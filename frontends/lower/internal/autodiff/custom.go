package autodiff

import (
	"github.com/lamina-lang/lamina/core/ir"
)

// Custom is a function whose derivative in reverse mode another function computes.
type Custom struct {
	Fun      *ir.Fun
	Argument []ir.Atom  // what it is differentiated by, in terms of Fun's parameters
	Result   []ir.Atom  // what it returns, among Fun's results; what else it returns is constant
	Adjoints []ir.Param // stand for the adjoints of Result in Args

	Pullback *ir.Fun
	Args     []ir.Atom // of Pullback, in terms of Fun's parameters and results and of Adjoints
	// Given are the adjoints of Argument, in terms of Pullback's parameters and results.
	Given []ir.Atom
}

// custom returns what e calls if it is a function with a derivative of its own.
func (d *deriver) custom(e ir.Exp) *Custom {
	if c, ok := e.(*ir.Call); ok {
		return d.Custom(c.Fun)
	}
	return nil
}

// bound maps the parameters and results of c to a call's arguments and pattern.
func (c *Custom) bound(s *ir.Stm) ir.Subst {
	out := ir.Subst{}
	for i, p := range c.Fun.Params {
		out[p.Name] = s.Exp.(*ir.Call).Args[i]
	}
	for i, p := range c.Fun.Results {
		out[p.Name] = ir.Var(s.Pat[i].Name)
	}
	return out
}

// activeCustom marks the results of a call if its argument varies.
func (d *deriver) activeCustom(s *ir.Stm, c *Custom) {
	at := c.bound(s)
	var from []ir.Atom
	for _, a := range c.Argument {
		from = append(from, at.Atom(a))
	}
	for i, r := range c.Fun.Results {
		for _, a := range c.Result {
			if a == ir.Var(r.Name) {
				d.activate(s.Pat[i], from...)
			}
		}
	}
}

// customBack is the return sweep of a call: the adjoints are what its own function says.
func (r *reverse) customBack(g *gen, sc *scope, s *ir.Stm, c *Custom) {
	at := c.bound(s)
	for i, p := range c.Adjoints {
		y := at.Atom(c.Result[i])
		d, ok := sc.adjoint(y)
		if !ok {
			d = g.zeros(r.typeOf(y))
		}
		at[p.Name] = d
	}
	call := &ir.Call{Fun: c.Pullback.Name}
	given := ir.Subst{}
	for i, p := range c.Pullback.Params {
		call.Args = append(call.Args, at.Atom(c.Args[i]))
		given[p.Name] = call.Args[i]
	}
	st := &ir.Stm{Exp: call, Pos: s.Pos}
	for _, p := range c.Pullback.Results {
		q := r.param(p.Name.Base, substituted(p.Type, given))
		given[p.Name] = ir.Var(q.Name)
		st.Pat = append(st.Pat, q)
	}
	if len(st.Pat) > 0 {
		for _, st := range r.expander.call(st, call, nil) {
			r.recorder().InStm(st)
			g.Append(st)
		}
	}
	for i, a := range c.Argument {
		sc.add(g, at.Atom(a), given.Atom(c.Given[i]))
	}
}
