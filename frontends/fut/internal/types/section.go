package types

import (
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// section is the type of a section.
func (c *checker) section(e syntax.Exp) Type {
	switch e := e.(type) {
	case *syntax.LeftSection:
		t := c.use(e.Op)
		return c.applyTo(e, t, e.Left, operand{e.Op, 0, "left"})
	case *syntax.RightSection:
		return c.rightSection(e)
	case *syntax.PathSection:
		return c.pathSection(e)
	}
	panic(c.errorf(e, "This section is not supported"))
}

// rightSection: (op y) is a function of op's left operand.
func (c *checker) rightSection(e *syntax.RightSection) Type {
	t := c.use(e.Op)
	what := operand{e.Op, 1, "right"}
	left := c.asFunc(e, t, e.Right, what)
	right := c.asFunc(e, c.result(e, left, nil), e.Right, what)
	got := c.checkExp(e.Right, right.From)
	if err := c.unify(right.From, got); err != nil {
		panic(c.invalid(e.Right, err, what, got, right))
	}
	return &Func{From: left.From, Result: c.result(e, right, e.Right)}
}

// pathSection: (.a[i]) is a function of a record whose field a is an array.
func (c *checker) pathSection(e *syntax.PathSection) Type {
	from := Type(c.fresh())
	m := c.push()
	t := c.follow(e, from, e.Path)
	c.pop(m)
	result, unknown := c.leave(t, nil)
	delete(c.info.Unknown, e)
	return &Func{From: from, Unknown: unknown, Result: result}
}

// follow is the type of the part of a value of type t that a path leads to. The sizes of
// slices that are not known are made at e.
func (c *checker) follow(e syntax.Exp, t Type, path syntax.Path) Type {
	for _, s := range path {
		if s.Slice == nil {
			t = c.project(s, t, s.Field)
			continue
		}
		t = c.index(s, t, s.Slice, e)
	}
	return t
}
