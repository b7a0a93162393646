package check

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// location checks a binder's location: an array on mem has one, in a block in scope, with
// an index function over i64s in scope that has the array's shape (thesis fig. 4.6,
// T-MEM-ARR and T-MEM-LMAD).
func (c *checker) location(p ir.Param) error {
	wanted := c.prog.Level == ir.Mem && p.Type.IsArray()
	switch {
	case !wanted && p.At == nil:
		return nil
	case wanted && p.At == nil:
		return c.fail(ruleLocated, "array %s has no location", p.Name)
	case !wanted:
		return c.fail(ruleLocated, "%s has a location, but only arrays at level mem do", p.Name)
	}
	block, err := c.inScope(p.At.Block)
	if err != nil {
		return err
	}
	if !block.Type.IsBlock() {
		return c.fail(ruleBlock, "%s, in which %s lies, is no block but has type %s", p.At.Block, p.Name, block.Type)
	}
	p.At.Index.Vars(func(n name.Name) {
		if err == nil {
			err = c.integer(n)
		}
	})
	if err != nil {
		return err
	}
	return c.shaped(p)
}

// shaped checks that an index function has the array's shape.
func (c *checker) shaped(p ir.Param) error {
	shape := p.At.Index.Shape()
	if len(shape) != p.Type.Rank() {
		return c.fail(ruleIndex, "the index function of %s has %d dimensions, the array %d", p.Name, len(shape), p.Type.Rank())
	}
	for i, d := range p.Type.Dims {
		if !c.Equal(shape[i], d.Poly()) {
			return c.fail(ruleIndex, "dimension %d of the index function of %s has size %s, the array's is %s", i, p.Name, shape[i], d.Poly())
		}
	}
	return nil
}

// returnsBlocks checks, on mem, that an array returned by an operation's function lies
// row-major at the start of the block returned before it.
func (c *checker) returnsBlocks(l *ir.Lambda) error {
	for i, t := range l.Results {
		if c.prog.Level != ir.Mem || !t.IsArray() {
			continue
		}
		a := c.vars[l.Body.Result[i].Name]
		if i == 0 || a.At.Block != l.Body.Result[i-1].Name || !a.At.Index.IsRowMajor() {
			return c.fail(ops.RulePlace, "%s must lie row-major in the block returned before it, not %s", a.Name, a.At)
		}
	}
	return nil
}

// Bounds on the known values of variables and on the cost of substituting them into a
// polynomial. Beyond them a variable stays unknown, so that products of products do not
// grow without bound.
const (
	maxTerms     = 16
	maxDegree    = 8
	maxExpansion = 1 << 12
)

// giveValue records the value of an i64, so that index functions that differ only in the
// names of their parts compare equal.
func (c *checker) giveValue(e ir.Exp, vars []*variable) {
	if c.prog.Level != ir.Mem || len(vars) != 1 || vars[0].Type.Elem != scalar.I64 || !vars[0].Type.IsScalar() {
		return
	}
	p, ok := c.polynomial(e)
	if ts := p.Terms(); ok && len(ts) <= maxTerms && (len(ts) == 0 || len(ts[0].Vars) <= maxDegree) {
		vars[0].value, vars[0].known = p, true
	}
}

// expand substitutes the known values of variables, unless the result would be large.
func (c *checker) expand(p sym.Poly) sym.Poly {
	cost := 0
	for _, t := range p.Terms() {
		product := 1
		for _, n := range t.Vars {
			if v := c.vars[n]; v != nil && v.known && product <= maxExpansion {
				product *= max(1, len(v.value.Terms()))
			}
		}
		if cost += product; cost > maxExpansion {
			return p
		}
	}
	return p.Subst(func(n name.Name) (sym.Poly, bool) {
		if v := c.vars[n]; v != nil && v.known {
			return v.value, true
		}
		return sym.Poly{}, false
	})
}

// polynomial returns the value of an i64 expression, if it is a polynomial.
func (c *checker) polynomial(e ir.Exp) (sym.Poly, bool) {
	switch e := e.(type) {
	case *ir.Use:
		return c.known(e.X), true
	case *ir.Prim:
		if e.Type != scalar.I64 {
			break
		}
		switch e.Fn {
		case scalar.Add:
			return c.known(e.Args[0]).Add(c.known(e.Args[1])), true
		case scalar.Sub:
			return c.known(e.Args[0]).Sub(c.known(e.Args[1])), true
		case scalar.Mul:
			return c.known(e.Args[0]).Mul(c.known(e.Args[1])), true
		case scalar.Neg:
			return c.known(e.Args[0]).Neg(), true
		}
	}
	return sym.Poly{}, false
}

func (c *checker) known(a ir.Atom) sym.Poly { return c.expand(a.Poly()) }
