package check

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// statements checks a body's statements in the innermost scope, and that its results may
// be used there.
func (c *checker) statements(b *ir.Body) error {
	around := c.stm
	for _, s := range b.Stms {
		c.stm = s
		if err := c.statement(s); err != nil {
			return err
		}
	}
	c.stm = around
	return c.useAtoms(b.Result)
}

func (c *checker) statement(s *ir.Stm) error {
	def := c.ops.Of(s.Exp)
	if _, foreign := s.Exp.(*ir.Foreign); foreign {
		return c.fail(ruleLevel, "the operation %s, as it stands here, is not known to this version: the pass that knows it has to lower it", s.Exp.Op())
	}
	if def == nil || !def.Levels.Has(c.prog.Level) {
		return c.fail(ruleLevel, "there is no %s at level %s", s.Exp.Op(), c.prog.Level)
	}
	parts, err := c.operands(s.Exp)
	if err != nil {
		return err
	}
	if err := c.consumeAll(def.Consumes(s.Exp, c.Fun), parts.vars); err != nil {
		return err
	}
	roots, err := c.inner(s, parts)
	if err != nil {
		return err
	}
	results, broken := def.Infer(c, s.Exp)
	if broken != nil {
		return c.broken(broken)
	}
	switch s.Exp.(type) {
	case *ir.If, *ir.Accelerate: // their bodies have been matched with the pattern
	default:
		if err := c.broken(ops.Bind(c, s.Pat, results)); err != nil {
			return err
		}
	}
	vars, err := c.binders(s.Pat)
	if err != nil {
		return err
	}
	c.giveRoots(s.Exp, def, vars, roots)
	c.giveValue(s.Exp, vars)
	c.learn(s)
	return c.placesApart(s)
}

// giveRoots sets the roots of the arrays of a pattern: those found for inner bodies,
// those of the operand of a view, or new ones.
func (c *checker) giveRoots(e ir.Exp, def *ops.Def, vars []*variable, roots [][]*root) {
	source, isView := def.ViewOf(e)
	for i, v := range vars {
		switch {
		case !v.Type.IsArray():
		case roots != nil:
			v.roots = roots[i]
		case isView:
			v.roots = c.vars[source].roots
		default:
			v.roots = []*root{c.newRoot(v.Name)}
		}
	}
}
