package check

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// expect is the premise that e is correct and a scalar of type want.
func (c *impChecker) expect(what string, e imp.Expr, want scalar.Type) func() error {
	return c.expectType(what, e, imp.Type{Elem: want})
}

// expectType is the premise that e is correct and of type want.
func (c *impChecker) expectType(what string, e imp.Expr, want imp.Type) func() error {
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

// index checks an index, or a part of an index function, and returns its type, i64, i32 or
// u32.
func (c *impChecker) index(what string, e imp.Expr) (scalar.Type, error) {
	t, err := c.expr(e)
	if err == nil && (t.Lanes > 0 || t.Elem != scalar.I64 && t.Elem != scalar.I32 && t.Elem != scalar.U32) {
		err = c.fail(ops.RuleType, "%s has type %s, not i64, i32 or u32", what, t)
	}
	return t.Elem, err
}

// expr checks an expression and returns its type.
func (c *impChecker) expr(e imp.Expr) (imp.Type, error) {
	switch e := e.(type) {
	case *imp.Const:
		if !e.Value.Type.IsValid() {
			return imp.Type{}, c.fail(ops.RuleForm, "a constant has no type")
		}
		return imp.Type{Elem: e.Value.Type}, nil
	case *imp.Var:
		return c.read(e)
	case *imp.Load:
		return imp.Type{Elem: e.Elem, Lanes: e.Lanes}, first(
			func() error { return c.lanes(e.Lanes) },
			c.element(e.Block, e.Index))
	case *imp.Prim:
		return c.prim(e)
	case *imp.Convert:
		if !e.To.IsValid() {
			return imp.Type{}, c.fail(ops.RuleForm, "a conversion has no type")
		}
		lanes := imp.LanesOf(e.X)
		return imp.Type{Elem: e.To, Lanes: lanes}, c.expectType("what is converted", e.X, imp.Type{Elem: e.From, Lanes: lanes})()
	case *imp.At:
		t, err := c.at(e)
		return imp.Type{Elem: t}, err
	case *imp.ID:
		if e.Kind.OfHost() {
			if c.parallel > 0 || c.fun.InKernel {
				return imp.Type{}, c.fail(ruleThread, "%s is read in parallel code", ofTheHost[e.Kind])
			}
			return imp.Type{Elem: scalar.I64}, nil
		}
		if !c.launch && !c.fun.InKernel {
			return imp.Type{}, c.fail(ruleThread, "the identity of a thread is read outside of a launch")
		}
		return imp.Type{Elem: scalar.I64}, nil
	case *imp.Bytes:
		_, err := c.block(e.Block)
		return imp.Type{Elem: scalar.I64}, err
	case *imp.Apart:
		return imp.Type{Elem: scalar.Bool}, c.apart(e)
	}
	return c.vector(e)
}

// vector checks a vector made of scalars, or a lane of one.
func (c *impChecker) vector(e imp.Expr) (imp.Type, error) {
	t := imp.Type{Elem: imp.TypeOf(e), Lanes: imp.LanesOf(e)}
	var err error
	switch e := e.(type) {
	case *imp.Splat:
		err = c.expect("what all lanes hold", e.X, t.Elem)()
	case *imp.Ramp:
		if !t.Elem.IsInt() {
			return t, c.fail(ops.RuleType, "a ramp of %ss, not of integers", t.Elem)
		}
		err = first(
			c.expect("the first lane", e.Base, t.Elem),
			c.expect("the step", e.Step, t.Elem))
	case *imp.Build:
		for _, x := range e.Elems {
			if err := c.expect("a lane", x, t.Elem)(); err != nil {
				return t, err
			}
		}
	case *imp.Lane:
		n := imp.LanesOf(e.X)
		if n == 0 || e.K < 0 || e.K >= n {
			return t, c.fail(ops.RuleType, "there is no lane %d of %d", e.K, n)
		}
		return t, c.expectType("the vector", e.X, imp.Type{Elem: t.Elem, Lanes: n})()
	default:
		return t, c.fail(ops.RuleForm, "an expression is missing")
	}
	if err == nil && t.Lanes == 0 {
		return t, c.fail(ops.RuleType, "a vector without lanes")
	}
	return t, first(func() error { return err }, func() error { return c.lanes(t.Lanes) })
}

// lanes checks the number of lanes of a vector; 0 is that of a scalar.
func (c *impChecker) lanes(n int) error {
	if n != 0 && !slices.Contains(imp.LaneCounts, n) {
		return c.fail(ops.RuleType, "a vector of %d lanes, not one of %v", n, imp.LaneCounts)
	}
	return nil
}

func (c *impChecker) apart(e *imp.Apart) error {
	for _, list := range [][]name.Name{e.Written, e.Read} {
		for _, b := range list {
			if _, err := c.block(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// at checks that an index function has dimensions, and that its parts but for the sizes
// have one type, which it returns.
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
			c.expect("the size", d.Size, scalar.I64),
			c.expect("the stride", d.Stride, t),
			c.expect("the subscript", d.Index, t))
		if err != nil {
			return 0, err
		}
	}
	return t, nil
}

func (c *impChecker) read(e *imp.Var) (imp.Type, error) {
	t := imp.Type{Elem: e.Type, Lanes: e.Lanes}
	v, err := c.variable(e.Name)
	switch {
	case err != nil:
		return t, err
	case v.IsBlock():
		return t, c.fail(ops.RuleType, "%s is a block, not a %s", e.Name, t)
	case v.Type != t:
		return t, c.fail(ops.RuleType, "%s has type %s, not %s", e.Name, v.Type, t)
	}
	return t, nil
}

// mayBeExact has the operators of which an imp.Prim may be exact.
var mayBeExact = map[scalar.Op]bool{
	scalar.Add: true, scalar.Sub: true, scalar.Mul: true,
	scalar.Quot: true, scalar.Rem: true, scalar.Div: true, scalar.Mod: true,
}

func (c *impChecker) prim(e *imp.Prim) (imp.Type, error) {
	if !e.Fn.IsValid() {
		return imp.Type{}, c.fail(ops.RuleForm, "there is no such operator")
	}
	t := imp.Type{Elem: e.Fn.ResultType(e.Type), Lanes: imp.LanesOf(e)}
	info := e.Fn.Info()
	if !info.On.Has(e.Type) {
		return t, c.fail(ops.RuleType, "%s cannot be applied at %s, only at %s", info.Name, e.Type, info.On)
	}
	if len(e.Args) != info.Arity() {
		return t, c.fail(ops.RuleArity, "%d operands of %s, not %d", len(e.Args), info.Name, info.Arity())
	}
	if e.Exact && (e.Type != scalar.I32 || t.Lanes > 0 || !mayBeExact[e.Fn]) {
		return t, c.fail(ops.RuleType, "%s of %s cannot be exact", info.Name, e.Type)
	}
	for i, a := range e.Args {
		want := imp.Type{Elem: e.Fn.ParamType(e.Type, i), Lanes: t.Lanes}
		if err := c.expectType("an operand of "+info.Name, a, want)(); err != nil {
			return t, err
		}
	}
	return t, nil
}

// ofTheHost says what the identities are that host code alone reads.
var ofTheHost = map[imp.IDKind]string{imp.NumThreads: "the number of threads", imp.Repeats: "whether the run is repeated", imp.Threshold: "a threshold"}
