package emit

import (
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// The function of an interleaving gives every element a place of its own. Where places are
// a·i + b·j + c, for element j of part i, that is decided: n parts of m elements fill n·m places side
// by side, so that either neighbouring elements of a part are neighbours and parts stand m apart, or
// neighbouring parts are and elements stand n apart; each forwards or backwards. Other functions are
// left to the interpreter, which reports elements that are written twice.

// oneToOne checks f, if its places are linear: when the program is compiled, or on the host if the
// sizes are not known then. Kernels do not check it.
func (c *call) oneToOne(f function, n, m sym.Poly) {
	a, b, ok := c.steps(f, n, m)
	if !ok || n.IsZero() || m.IsZero() {
		return
	}
	one := sym.Const(1)
	ways := []bool{
		c.equal(n, one) && (c.equal(m, one) || nonzero(b)), c.equal(m, one) && nonzero(a),
		c.sized(b, one) && c.sized(a, m), c.sized(a, one) && c.sized(b, n),
	}
	for _, holds := range ways {
		if holds {
			return
		}
	}
	if all := []sym.Poly{a, b, n, m}; constants(all) {
		c.fail(c.at, "", "the function of %s is not one-to-one: of %s parts of %s elements, parts stand %s apart, and elements of a part %s", c.Of.Name, n, m, a, b)
	}
	if c.where != host {
		return
	}
	any := func(xs ...imp.Expr) imp.Expr { return joined(scalar.Or, xs...) }
	all := func(xs ...imp.Expr) imp.Expr { return joined(scalar.And, xs...) }
	is := func(op scalar.Op, p, q sym.Poly) imp.Expr { return compare(op, imp.Poly(p), imp.Poly(q)) }
	apart := func(p, q sym.Poly) imp.Expr { return any(is(scalar.Eq, p, q), is(scalar.Eq, p.Neg(), q)) }
	zero := sym.Const(0)
	c.require(any(
		is(scalar.Le, n, zero), is(scalar.Le, m, zero),
		all(is(scalar.Eq, n, one), any(is(scalar.Eq, m, one), is(scalar.Ne, b, zero))), all(is(scalar.Eq, m, one), is(scalar.Ne, a, zero)),
		all(apart(b, one), apart(a, m)), all(apart(a, one), apart(b, n)),
	), c.at, "the function of "+c.Of.Name+" is not one-to-one: of ", n, " parts of ", m, " elements, parts stand ", a, " apart, and elements of a part ", b)
}

// steps are how far the places of neighbouring parts, and of neighbouring elements of a part, are
// apart, if f is linear in both.
func (c *call) steps(f function, n, m sym.Poly) (a, b sym.Poly, ok bool) {
	i, j, last := name.Name{Base: "i", ID: -1}, name.Name{Base: "j", ID: -2}, c.Names.Last() // names of no program
	var place sym.Poly
	var made []imp.Stm
	c.trial(func() {
		made = c.inner(func() {
			c.iteration(sym.Var(i), n)
			c.iteration(sym.Var(j), m)
			place = f(pairOf{ofPoly(sym.Var(i)), ofPoly(sym.Var(j))}).(number).p
		})
	})
	rest, a, linear := guards.Linear(place, i)
	_, b, also := guards.Linear(rest, j)
	ok = linear && also && !a.Mentions(j) && len(made) == 0
	place.Vars(func(v name.Name) { ok = ok && v.ID <= last }) // what was declared since may depend on them
	return a, b, ok
}

// equal reports whether the prover shows p = q.
func (e *emitter) equal(p, q sym.Poly) bool {
	d := p.Sub(q)
	return d.IsZero() || e.prover(d).Zero(d) != nil
}

// sized reports whether it shows p = q or p = -q.
func (e *emitter) sized(p, q sym.Poly) bool { return e.equal(p, q) || e.equal(p.Neg(), q) }

// nonzero reports whether p is a constant other than 0.
func nonzero(p sym.Poly) bool {
	v, known := p.AsConst()
	return known && v != 0
}

func constants(ps []sym.Poly) bool {
	for _, p := range ps {
		if _, known := p.AsConst(); !known {
			return false
		}
	}
	return true
}

// joined is conditions, put together by And or Or.
func joined(op scalar.Op, xs ...imp.Expr) imp.Expr {
	out := xs[0]
	for _, x := range xs[1:] {
		out = &imp.Prim{Fn: op, Type: scalar.Bool, Args: []imp.Expr{out, x}}
	}
	return out
}
