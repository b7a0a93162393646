package check

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// expect is the premise that e is correct and of type want.
func (c *impChecker) expect(what string, e imp.Expr, want scalar.Type) func() error {
	return func() error {
		got, err := c.expr(e)
		if err == nil && got != want {
			err = c.fail(ops.RuleType, "%s has type %s, not %s", what, got, want)
		}
		return err
	}
}

// element is the premise that block is a block and index one of its elements.
func (c *impChecker) element(block name.Name, index imp.Expr) func() error {
	return func() error {
		if _, err := c.block(block); err != nil {
			return err
		}
		_, err := c.index("the index", index)
		return err
	}
}

// index checks an index, or a part of an index function, and returns its type, i64 or
// i32.
func (c *impChecker) index(what string, e imp.Expr) (scalar.Type, error) {
	t, err := c.expr(e)
	if err == nil && t != scalar.I64 && t != scalar.I32 {
		err = c.fail(ops.RuleType, "%s has type %s, not i64 or i32", what, t)
	}
	return t, err
}

// expr checks an expression and returns its type.
func (c *impChecker) expr(e imp.Expr) (scalar.Type, error) {
	switch e := e.(type) {
	case *imp.Const:
		if !e.Value.Type.IsValid() {
			return 0, c.fail(ops.RuleForm, "a constant has no type")
		}
		return e.Value.Type, nil
	case *imp.Var:
		return c.read(e)
	case *imp.Load:
		return e.Elem, c.element(e.Block, e.Index)()
	case *imp.Prim:
		return c.prim(e)
	case *imp.Convert:
		if !e.To.IsValid() {
			return 0, c.fail(ops.RuleForm, "a conversion has no type")
		}
		return e.To, c.expect("what is converted", e.X, e.From)()
	case *imp.At:
		return c.at(e)
	case *imp.ID:
		if !c.launch && !c.fun.InKernel {
			return 0, c.fail(ruleThread, "the identity of a thread is read outside of a launch")
		}
		return scalar.I64, nil
	}
	return 0, c.fail(ops.RuleForm, "an expression is missing")
}

// at checks that an index function has dimensions, and that its parts have one type,
// which it returns.
func (c *impChecker) at(e *imp.At) (scalar.Type, error) {
	if len(e.Dims) == 0 {
		return 0, c.fail(ops.RuleForm, "an index function has no dimension")
	}
	t, err := c.index("the offset", e.Offset)
	if err != nil {
		return 0, err
	}
	for _, d := range e.Dims {
		err := first(
			c.expect("the size", d.Size, t),
			c.expect("the stride", d.Stride, t),
			c.expect("the subscript", d.Index, t))
		if err != nil {
			return 0, err
		}
	}
	return t, nil
}

func (c *impChecker) read(e *imp.Var) (scalar.Type, error) {
	v, err := c.variable(e.Name)
	switch {
	case err != nil:
		return 0, err
	case v.IsBlock():
		return 0, c.fail(ops.RuleType, "%s is a block, not a %s", e.Name, e.Type)
	case v.Elem != e.Type:
		return 0, c.fail(ops.RuleType, "%s has type %s, not %s", e.Name, v.Elem, e.Type)
	}
	return e.Type, nil
}

func (c *impChecker) prim(e *imp.Prim) (scalar.Type, error) {
	if !e.Fn.IsValid() {
		return 0, c.fail(ops.RuleForm, "there is no such operator")
	}
	info := e.Fn.Info()
	if !info.On.Has(e.Type) {
		return 0, c.fail(ops.RuleType, "%s cannot be applied at %s, only at %s", info.Name, e.Type, info.On)
	}
	if len(e.Args) != info.Arity() {
		return 0, c.fail(ops.RuleArity, "%d operands of %s, not %d", len(e.Args), info.Name, info.Arity())
	}
	for i, a := range e.Args {
		if err := c.expect("an operand of "+info.Name, a, e.Fn.ParamType(e.Type, i))(); err != nil {
			return 0, err
		}
	}
	return e.Fn.ResultType(e.Type), nil
}
