package infer

import (
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// control is the type of an expression that binds or branches.
func (c *checker) control(e syntax.Exp) types.Type {
	switch e := e.(type) {
	case *syntax.Let:
		return c.let(e)
	case *syntax.LetFun:
		return c.letFun(e)
	case *syntax.If:
		return c.branch(e)
	case *syntax.Match:
		return c.match(e)
	}
	return c.loop(e.(*syntax.Loop))
}

func (c *checker) let(e *syntax.Let) types.Type {
	t := c.infer(e.Exp)
	m := c.push()
	c.binders = c.sizeBinders(e.Sizes, e.Pat)
	c.pattern(e.Pat, types.Strip(t), false)
	c.binders = nil
	c.knownAs(e.Pat, e.Exp)
	body := c.infer(e.Body)
	c.pop(m)
	return c.left(e, body)
}

// sizeBinders binds the sizes [n] before a pattern, which must mention them. In the scope of
// the pattern's names each is a size of its own; it returns what each is in the pattern's value.
func (c *checker) sizeBinders(ids []syntax.Ident, pat syntax.Pat) map[*types.Binding]types.Size {
	if len(ids) == 0 {
		return nil
	}
	binders := map[*types.Binding]types.Size{}
	seen := map[string]source.Pos{}
	for i := range ids {
		if first, twice := seen[ids[i].Name]; twice {
			panic(source.Errorf(ids[i].Position, "Name %q also bound at %d:%d", ids[i].Name, first.Line, first.Col).WithNote(first, "first here"))
		}
		seen[ids[i].Name] = ids[i].Position
		if !written(pat, ids[i].Name) {
			panic(source.Errorf(ids[i].Position, "Size [%s] unused in pattern", ids[i].Name).
				WithHint("write it in the type of a name: [%s] (xs: [%[1]s]t)", ids[i].Name))
		}
		b := &types.Binding{Name: ids[i].Name, Pos: ids[i].Position, Kind: types.SizeParam, Type: types.I64}
		c.bind(b, &ids[i])
		c.info.Sizes[&ids[i]] = b
		binders[b] = c.freshSize()
	}
	return binders
}

// knownAs remembers what size a variable of type i64 is, so that the sizes made
// with it can be told outside of its scope.
func (c *checker) knownAs(p syntax.Pat, e syntax.Exp) {
	b := c.variable(p)
	if b == nil || !mayBeSize(b.Type) {
		return
	}
	if s, ok := c.sizeOf(e); ok {
		if _, isExp := s.(*types.SizeExp); !isExp {
			b.Means = s
		}
	}
}

// mayBeSize reports whether t is i64, or a number's type that inference may find to be i64.
func mayBeSize(t types.Type) bool {
	m, open := types.Find(t).(*types.Meta)
	return types.Find(t) == types.Type(types.I64) || open && m.On.Has(scalar.I64)
}

// left is the type of e's body outside of the scope that has been closed. Sizes
// that cannot be told there are made by e.
func (c *checker) left(e syntax.Exp, t types.Type) types.Type {
	t, unknown := c.leave(t, nil)
	c.info.Unknown[e] = append(c.info.Unknown[e], unknown...)
	return t
}

func (c *checker) letFun(e *syntax.LetFun) types.Type {
	b := &types.Binding{Name: e.Name.Name, Pos: e.Name.Position, Kind: types.Local, Node: e}
	c.locals[e] = b
	m := c.push()
	c.orElse(func() { c.function(b, function{e.TypeParams, e.Params, e.Ret, e.Exp, e}) },
		func() { b.Type, b.Params, b.Sizes = c.anything(), nil, nil })
	c.pop(m)
	c.bound = append(c.bound, b)
	m = c.push()
	c.bind(b, e)
	c.info.Funs[e] = b
	body := c.infer(e.Body)
	c.pop(m)
	return c.left(e, body)
}

func (c *checker) branch(e *syntax.If) types.Type {
	since := c.ids
	c.expect(e.Cond, types.Boolean, "The condition")
	then, els := types.Strip(c.infer(e.Then)), types.Strip(c.infer(e.Else))
	t := c.branches(e, e, then, els, since)
	if err := c.mustBeData(then, types.Why{Pos: e.Position, What: "a function cannot be chosen by if"}); err != nil {
		panic(c.errorf(e, "%s. When checking type returned from branch: the branches of an if return functions", err.detail).WithHint("call the function in both branches"))
	}
	return t
}

// match is the type of a match. Its cases return values whose types differ in sizes only.
func (c *checker) match(e *syntax.Match) types.Type {
	matched := types.Strip(c.infer(e.Exp))
	since := c.ids
	var t types.Type
	for i, k := range e.Cases {
		m := c.push()
		c.pattern(k.Pat, matched, false)
		body := types.Strip(c.infer(k.Body))
		c.pop(m)
		body = c.left(e, body)
		if i == 0 {
			t = body
			continue
		}
		t = c.branches(e, k.Body, t, body, since)
	}
	if err := c.mustBeData(t, types.Why{Pos: e.Position, What: "a function cannot be chosen by match"}); err != nil {
		panic(c.errorf(e, "%s. When checking type returned from pattern match: the cases of a match return functions", err.detail).WithHint("call the function in each case"))
	}
	return t
}

// branches is the type of e, one of whose branches is of type a and another, at, of type b.
func (c *checker) branches(e, at syntax.Exp, a, b types.Type, since int) types.Type {
	t, err := a, (*mismatch)(nil)
	if sizeless(a) && sizeless(b) {
		err = c.unify(a, b)
	} else if err = c.similarButSizes(a, b); err == nil {
		j := &joining{checker: c, exp: e, since: since}
		t, err = j.join(a, b), j.err
	}
	if err != nil {
		panic(c.mismatch(at, err, "Branches differ in type: %s and %s", a, b))
	}
	return t
}

// isMade reports whether open was open before, and s is not what it becomes: one made after since,
// or any other if open was written as [], but of a type that this one's gave its shape.
func isMade(open, s types.Size, since int) bool {
	m, ok := types.FindSize(open).(*types.SizeMeta)
	made := func(b *types.Binding, _ *types.SizeMeta) bool {
		return b == nil || b.Kind != types.Unknown || b.Made <= since
	}
	return ok && m.ID <= since && (m.Written && !isShaped(s) || !types.EachName(s, made))
}

// isShaped reports whether s is a size of a type that another gave its shape.
func isShaped(s types.Size) bool {
	m, open := types.FindSize(s).(*types.SizeMeta)
	return open && m.Shaped
}

// agree makes two sizes equal if it can.
func (c *checker) agree(a, b types.Size) bool { return c.unifySize(a, b) == nil }

// loop is the type of a loop. The sizes of its value are metas while the body
// is inferred; those that the body's result then differs in vary.
func (c *checker) loop(e *syntax.Loop) types.Type {
	init := types.Strip(c.infer(e.Init))
	element := c.iterated(e.Form)
	v := &varying{checker: c, loop: e, since: c.ids, of: map[*types.Binding]variation{}}
	m := c.push()
	t := c.pattern(e.Pat, c.following(init), false)
	if err := c.mustBeData(t, types.Why{}); err != nil {
		panic(c.errorf(e, "%s. When checking type used as loop variable: the value of a loop contains a function", err.detail))
	}
	switch f := e.Form.(type) {
	case *syntax.ForLess:
		c.pattern(f.Var, element, false)
	case *syntax.ForIn:
		c.pattern(f.Pat, element, false)
	case *syntax.While:
		c.expect(f.Cond, types.Boolean, "The condition of the loop")
	}
	body := types.Strip(c.infer(e.Body))
	c.pop(m)
	if err := c.unify(c.loosened(t), c.loosened(body)); err != nil {
		panic(c.mismatch(e.Body, err, "Loop body does not have expected type: it has type %s, but the pattern has type %s", body, t))
	}
	v.decide(t, init, body)
	return c.left(e, t)
}

// iterated is the type of what a for loop's variable stands for. The bound, or
// the array, is evaluated once: it does not see the loop's pattern.
func (c *checker) iterated(form syntax.LoopForm) types.Type {
	switch f := form.(type) {
	case *syntax.ForLess:
		t := types.Strip(c.infer(f.Bound))
		if err := c.unify(c.freshOn(scalar.SignedTypes, f.Bound.Pos(), "a loop's bound is a signed integer"), t); err != nil {
			panic(c.mismatch(f.Bound, err, "The bound of the loop has type %s", t))
		}
		return t
	case *syntax.ForIn:
		t := types.Strip(c.infer(f.Exp))
		if a, ok := types.Find(t).(*types.Array); ok {
			return a.Elem
		}
		elem := c.freshElement(f.Exp.Pos(), "arrays hold no functions")
		if err := c.unify(&types.Array{Dim: c.freshSize(), Elem: elem}, t); err != nil {
			panic(c.mismatch(f.Exp, err, "The loop goes over a value of type %s, which is not an array", t).
				WithHint("for x in goes over the elements of an array; for i < n counts"))
		}
		return elem
	}
	return nil
}
