package check

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// body checks a list of statements in a scope of its own.
func (c *impChecker) body(ss []imp.Stm) error {
	c.open()
	defer c.close()
	return c.statements(ss)
}

func (c *impChecker) statements(ss []imp.Stm) error {
	stm, pos := c.stm, c.pos
	for _, s := range ss {
		c.stm, c.pos = s, pos
		if p := imp.Position(s); p.IsValid() {
			c.pos = p
		}
		if err := c.statement(s); err != nil {
			return err
		}
	}
	c.stm, c.pos = stm, pos
	return nil
}

func (c *impChecker) statement(s imp.Stm) error {
	switch s := s.(type) {
	case *imp.Declare:
		return first(
			c.expectType("the initial value", s.Init, imp.Type{Elem: s.Type, Lanes: s.Lanes}),
			func() error { return c.declare(s.Name, imp.Type{Elem: s.Type, Lanes: s.Lanes}) })
	case *imp.Assign:
		return c.assign(s)
	case *imp.DeclareBlock:
		return c.declare(s.Name, imp.Type{Space: s.Space})
	case *imp.Alloc:
		return first(
			c.expect("the size", s.Bytes, scalar.I64),
			func() error { return c.assignBlock(s.Block, s.Space) },
			func() error { return c.part(s) })
	case *imp.AssignBlock:
		return c.hold(s)
	case *imp.Store:
		return first(
			c.element(s.Block, s.Index),
			c.expectType("the value", s.X, imp.Type{Elem: s.Elem, Lanes: s.Lanes}))
	case *imp.Copy:
		return c.copy(s)
	case *imp.If:
		return first(
			c.expect("the condition", s.Cond, scalar.Bool),
			func() error { return c.body(s.Then) },
			func() error { return c.body(s.Else) })
	case *imp.For:
		return c.count(s)
	case *imp.While:
		return first(
			c.expect("the condition", s.Cond, scalar.Bool),
			func() error { return c.body(s.Body) })
	case *imp.Call:
		return c.call(s)
	case *imp.Assert:
		return c.assert(s)
	case *imp.Parallel:
		return c.inParallel("a parallel loop", func() error { return c.points(s) })
	case *imp.Launch:
		return c.inLaunch(s)
	case *imp.Barrier:
		if !c.launch {
			return c.fail(ruleThread, "a barrier outside of a launch")
		}
		return nil
	case *imp.Atomic:
		return c.atomic(s)
	}
	if f, ok := s.(*imp.Foreign); ok {
		return c.fail(ops.RuleForm, "the statement %s is not known to this version: the pass that knows it has to lower it", f.Name)
	}
	return c.fail(ops.RuleForm, "there is no such statement")
}

// first runs premises in order until one fails.
func first(premises ...func() error) error {
	for _, p := range premises {
		if err := p(); err != nil {
			return err
		}
	}
	return nil
}

func (c *impChecker) assign(s *imp.Assign) error {
	v, err := c.assignable(s.Name)
	if err != nil {
		return err
	}
	if v.IsBlock() {
		return c.fail(ops.RuleType, "%s is a block, which no value is assigned to", s.Name)
	}
	return c.expectType("the value", s.X, v.Type)()
}

// assignBlock checks that a block of the space may be assigned to n here.
func (c *impChecker) assignBlock(n name.Name, space imp.Space) error {
	v, err := c.assignable(n)
	switch {
	case err != nil:
		return err
	case !v.IsBlock():
		return c.fail(ops.RuleType, "%s is no block but has type %s", n, v.Elem)
	case v.Space != space:
		return c.fail(ruleSpace, "%s holds blocks of space %q, not %q", n, v.Space, space)
	}
	return nil
}

// part checks that a block that may lie in a pool may do so.
func (c *impChecker) part(s *imp.Alloc) error {
	if !s.IsPart() {
		return nil
	}
	pool, err := c.block(s.Pool)
	switch {
	case err != nil:
		return err
	case s.Pool == s.Block:
		return c.fail(ops.RuleForm, "%s is its own pool", s.Block)
	case pool.Space != s.Space:
		return c.fail(ruleSpace, "%s is in space %q, its pool in %q", s.Block, s.Space, pool.Space)
	}
	return c.expect("the offset", s.Offset, scalar.I64)()
}

func (c *impChecker) hold(s *imp.AssignBlock) error {
	if s.Src.IsZero() {
		_, err := c.block(s.Dst)
		if err == nil {
			_, err = c.assignable(s.Dst)
		}
		return err
	}
	src, err := c.block(s.Src)
	if err != nil {
		return err
	}
	return c.assignBlock(s.Dst, src.Space)
}

func (c *impChecker) copy(s *imp.Copy) error {
	for _, v := range []imp.View{s.Dst, s.Src} {
		if len(v.Strides) != len(s.Shape) {
			return c.fail(ops.RuleArity, "%d strides of %s, not %d", len(v.Strides), v.Block, len(s.Shape))
		}
		if err := c.element(v.Block, v.Offset)(); err != nil {
			return err
		}
		if err := c.integers("stride", v.Strides); err != nil {
			return err
		}
	}
	return c.integers("size", s.Shape)
}

func (c *impChecker) integers(what string, es []imp.Expr) error {
	for _, e := range es {
		if err := c.expect("the "+what, e, scalar.I64)(); err != nil {
			return err
		}
	}
	return nil
}

func (c *impChecker) count(s *imp.For) error {
	if !s.Type.IsInt() {
		return c.fail(ops.RuleType, "the index %s is no integer but a %s", s.Index, s.Type)
	}
	c.open()
	defer c.close()
	return first(
		c.expect("the bound", s.Bound, s.Type),
		func() error { return c.declareIndex(s.Index, s.Type) },
		func() error { return c.statements(s.Body) })
}

func (c *impChecker) call(s *imp.Call) error {
	f := c.funs[s.Fun]
	switch {
	case f == nil:
		return c.fail(ops.RuleCall, "there is no function %s", s.Fun)
	case !f.InKernel && (c.parallel > 0 || c.fun.InKernel):
		return c.fail(ops.RuleCall, "%s is not marked inkernel, but called inside parallel code", s.Fun)
	case len(s.Args) != len(f.Params):
		return c.fail(ops.RuleArity, "%d arguments, not %d", len(s.Args), len(f.Params))
	case len(s.Results) != len(f.Results):
		return c.fail(ops.RuleArity, "%d results, not %d", len(s.Results), len(f.Results))
	}
	for i, p := range f.Params {
		if err := c.argument(s.Args[i], p); err != nil {
			return err
		}
	}
	assigned := map[name.Name]bool{}
	for i, r := range f.Results {
		if err := c.result(s.Results[i], r.Type); err != nil {
			return err
		}
		if assigned[s.Results[i]] {
			return c.fail(ruleAssign, "%s is assigned two results", s.Results[i])
		}
		assigned[s.Results[i]] = true
	}
	return nil
}

func (c *impChecker) argument(a imp.Arg, p imp.Param) error {
	if !p.Type.IsBlock() {
		if a.X == nil {
			return c.fail(ops.RuleType, "the argument for %s is a block, not %s", p.Name, p.Type.Elem)
		}
		return c.expect("the argument for "+p.Name.String(), a.X, p.Type.Elem)()
	}
	if a.X != nil {
		return c.fail(ops.RuleType, "the argument for %s is no block", p.Name)
	}
	v, err := c.block(a.Block)
	if err == nil && v.Space != p.Type.Space {
		err = c.fail(ruleSpace, "the argument for %s is a block of space %q, not %q", p.Name, v.Space, p.Type.Space)
	}
	return err
}

// result checks that n can take a result of type t.
func (c *impChecker) result(n name.Name, t imp.Type) error {
	if t.IsBlock() {
		return c.assignBlock(n, t.Space)
	}
	v, err := c.assignable(n)
	if err == nil && v.Type != t {
		err = c.fail(ops.RuleType, "%s does not take a result of type %s", n, t.Elem)
	}
	return err
}

func (c *impChecker) assert(s *imp.Assert) error {
	if err := c.expect("the condition", s.Cond, scalar.Bool)(); err != nil {
		return err
	}
	for _, m := range s.Message {
		if m.Arg != nil {
			t, err := c.expr(m.Arg)
			if err == nil && t.Lanes > 0 {
				err = c.fail(ops.RuleType, "the message shows a vector")
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// inParallel runs check for parallel code, in its own scope.
func (c *impChecker) inParallel(what string, check func() error) error {
	if c.parallel > 0 || c.fun.InKernel {
		return c.fail(ruleNest, "%s inside parallel code", what)
	}
	c.open()
	c.parallel++
	defer func() {
		c.parallel--
		c.close()
	}()
	return check()
}

func (c *impChecker) points(s *imp.Parallel) error {
	if len(s.Space) == 0 {
		return c.fail(ops.RuleForm, "the index space has no dimension")
	}
	for _, d := range s.Space {
		if err := c.expect("the count", d.Count, scalar.I64)(); err != nil {
			return err
		}
	}
	for _, d := range s.Space {
		if err := c.declareIndex(d.Index, s.IndexType()); err != nil {
			return err
		}
	}
	return c.statements(s.Body)
}

func (c *impChecker) inLaunch(s *imp.Launch) error {
	err := first(
		c.expect("the number of groups", s.Groups, scalar.I64),
		c.expect("the size of a group", s.GroupSize, scalar.I64))
	if err != nil {
		return err
	}
	return c.inParallel("a launch", func() error {
		for _, b := range s.Shared {
			if err := c.expect("the size", b.Bytes, scalar.I64)(); err != nil {
				return err
			}
			if err := c.declare(b.Name, imp.Type{}); err != nil {
				return err
			}
		}
		c.launch = true
		defer func() { c.launch = false }()
		return c.statements(s.Body)
	})
}

func (c *impChecker) atomic(s *imp.Atomic) error {
	premises := []func() error{c.element(s.Block, s.Index), c.expect("the value", s.X, s.Elem)}
	switch s.Kind {
	case imp.AtomicUpdate:
		premises = append(premises, func() error { return c.updates(s) })
	case imp.AtomicCompareExchange:
		premises = append(premises, c.expect("what is compared with", s.Expected, s.Elem))
	}
	if !s.Old.IsZero() {
		premises = append(premises, func() error { return c.declare(s.Old, imp.Type{Elem: s.Elem}) })
	}
	return first(premises...)
}

// updates checks that an operator combines two elements into one.
func (c *impChecker) updates(s *imp.Atomic) error {
	if !s.Fn.IsValid() {
		return c.fail(ops.RuleForm, "there is no such operator")
	}
	info := s.Fn.Info()
	fits := info.Arity() == 2 && info.On.Has(s.Elem) && s.Fn.ResultType(s.Elem) == s.Elem &&
		s.Fn.ParamType(s.Elem, 0) == s.Elem && s.Fn.ParamType(s.Elem, 1) == s.Elem
	if !fits {
		return c.fail(ops.RuleType, "%s does not combine two %ss into one", info.Name, s.Elem)
	}
	return nil
}
