package check

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// variable is a bound name. It stays known after its scope, so that the checker can see
// that names are bound once, and type rules can refer to the results of bodies.
type variable struct {
	ir.Param
	inScope bool
	// roots are the arrays whose elements this one may share, under value semantics.
	roots []*root
	// value is the known value of an i64, as a polynomial over variables without known
	// values.
	value sym.Poly
	known bool
}

// Lookup, Fun, Level and Equal implement ops.Env.

// Lookup returns a binding, whether or not it is in scope: uses are checked before type
// rules run.
func (c *checker) Lookup(n name.Name) (ir.Param, bool) {
	v, ok := c.vars[n]
	if !ok {
		return ir.Param{}, false
	}
	return v.Param, true
}

// Fun returns a function of the program, or nil.
func (c *checker) Fun(f string) *ir.Fun {
	if facts := c.funs[f]; facts != nil {
		return facts.fun
	}
	return nil
}

// Level returns the program's level.
func (c *checker) Level() ir.Level { return c.prog.Level }

// Equal reports whether two polynomials are the same after the known values of variables
// are substituted.
func (c *checker) Equal(a, b sym.Poly) bool {
	return a.Equal(b) || c.expand(a).Equal(c.expand(b))
}

func (c *checker) open() {
	c.scopes = append(c.scopes, nil)
	c.heard = append(c.heard, len(c.facts))
}

func (c *checker) close() {
	last := len(c.scopes) - 1
	for _, n := range c.scopes[last] {
		c.vars[n].inScope = false
	}
	c.scopes = c.scopes[:last]
	c.facts, c.heard = c.facts[:c.heard[last]], c.heard[:last]
}

// declare adds a binder to the innermost scope.
func (c *checker) declare(p ir.Param) (*variable, error) {
	if p.Name.IsZero() {
		return nil, c.fail(ops.RuleForm, "a binder has no name")
	}
	if c.vars[p.Name] != nil {
		return nil, c.fail(ruleOnce, "%s is bound twice", p.Name)
	}
	v := &variable{Param: p, inScope: true}
	c.vars[p.Name] = v
	last := len(c.scopes) - 1
	c.scopes[last] = append(c.scopes[last], p.Name)
	return v, nil
}

// inScope returns a variable that may be used here.
func (c *checker) inScope(n name.Name) (*variable, error) {
	v := c.vars[n]
	if v == nil {
		return nil, c.fail(ops.RuleScope, "%s is not bound", n)
	}
	if !v.inScope {
		return nil, c.fail(ops.RuleScope, "%s is not in scope here", n)
	}
	return v, nil
}

// binders checks the types and locations of a list of binders, each of which may refer to
// those before it, and adds them to the innermost scope.
func (c *checker) binders(ps []ir.Param) ([]*variable, error) {
	vs := make([]*variable, len(ps))
	for i, p := range ps {
		if err := c.wellFormed(p.Type); err != nil {
			return nil, err
		}
		if err := c.location(p); err != nil {
			return nil, err
		}
		v, err := c.declare(p)
		if err != nil {
			return nil, err
		}
		vs[i] = v
	}
	return vs, nil
}

// wellFormed checks that a type is valid, and that its sizes are i64s in scope.
func (c *checker) wellFormed(t ir.Type) error {
	switch {
	case t.IsBlock() && t.Rank() > 0:
		return c.fail(ops.RuleForm, "an array has no element type")
	case t.IsBlock():
		return nil
	case !t.Elem.IsValid() || t.Space != "":
		return c.fail(ops.RuleForm, "there is no type %s", t)
	}
	for _, d := range t.Dims {
		if err := c.size(d); err != nil {
			return err
		}
		c.sizes.Add(d.Name)
	}
	return nil
}

// size checks that d is an i64. It may be known to be negative, as a variable may be: behind an
// assertion that fails, no array of that size is ever made.
func (c *checker) size(d ir.Atom) error {
	if !d.IsVar() {
		if _, ok := d.AsSize(); !ok {
			return c.fail(ops.RuleSize, "%s is no size", d)
		}
		return nil
	}
	return c.integer(d.Name)
}

// integer checks that n is an i64 in scope.
func (c *checker) integer(n name.Name) error {
	v, err := c.inScope(n)
	if err != nil {
		return err
	}
	if !v.Type.IsScalar() || v.Type.Elem != scalar.I64 {
		return c.fail(ops.RuleType, "%s has type %s, not i64", n, v.Type)
	}
	return nil
}
