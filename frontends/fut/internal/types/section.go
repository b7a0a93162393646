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
	case *syntax.ProjectSection:
		from := Type(c.fresh())
		t := from
		for _, f := range e.Fields {
			t = c.project(e, t, f)
		}
		return &Func{From: from, Result: t}
	case *syntax.IndexSection:
		return c.indexSection(e)
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
		panic(c.invalid(e.Right, err, what, got, right.From))
	}
	return &Func{From: left.From, Result: c.result(e, right, e.Right)}
}

// indexSection: (.[i]) is a function of an array.
func (c *checker) indexSection(e *syntax.IndexSection) Type {
	m := c.push()
	from := Type(c.freshData(e.Position, "arrays hold no functions"))
	for range e.Slice {
		from = &Array{c.freshSize(), from}
	}
	t := c.index(e, from, e.Slice, e)
	c.pop(m)
	result, unknown := c.leave(t, nil)
	delete(c.info.Unknown, e)
	return &Func{From: from, Unknown: unknown, Result: result}
}
