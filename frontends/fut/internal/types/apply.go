package types

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// apply is the type of an application.
func (c *checker) apply(e *syntax.Apply) Type {
	t := c.infer(e.Fun)
	for i, a := range e.Args {
		t = c.applyTo(e, t, a, func() string { return argument(e.Fun, i) })
	}
	return t
}

// argument describes an argument for messages.
func argument(fun syntax.Exp, i int) string {
	what := fmt.Sprintf("argument %d", i+1)
	if v, ok := fun.(*syntax.Var); ok {
		what += " of " + fmt.Sprintf("%q", syntax.ExpString(v))
	}
	return what
}

// applyTo is the type of a function of type t applied to an argument. Sizes
// that the result leaves unknown are made by e.
func (c *checker) applyTo(e syntax.Exp, t Type, arg syntax.Exp, what func() string) Type {
	f := c.asFunc(e, t, arg)
	got := c.checkExp(arg, f.From)
	if err := c.unify(f.From, got); err != nil {
		err2 := c.mismatch(arg, err, what()+" has type %s, but %s is expected", got, f.From)
		if len(err.detail) > 5 && err.detail[:5] == "sizes" {
			err2.WithHint("where the sizes are equal at run time, say so with :>")
		}
		panic(err2)
	}
	return c.result(e, f, arg)
}

// asFunc is t, the type of what is applied to an argument, as a function type.
func (c *checker) asFunc(e syntax.Exp, t Type, arg syntax.Exp) *Func {
	switch f := find(strip1(t)).(type) {
	case *Func:
		return f
	case *meta:
		f2 := &Func{From: c.fresh(), Result: c.fresh()}
		if err := c.unify(f, f2); err != nil {
			panic(c.mismatch(e, err, "a value of type %s cannot be applied", t))
		}
		return f2
	}
	err := c.errorf(arg, "a value of type %s cannot be applied to an argument", c.shown(t))
	if a, ok := e.(*syntax.Apply); ok {
		if v, ok := a.Fun.(*syntax.Var); ok {
			err.WithHint("%q is given too many arguments, or an operator is missing", syntax.ExpString(v))
		}
	}
	panic(err)
}

// result is the type of f applied to arg, or, where arg is nil, to some value.
func (c *checker) result(e syntax.Exp, f *Func, arg syntax.Exp) Type {
	if f.Param == nil && len(f.Unknown) == 0 {
		return f.Result
	}
	sizes := map[*Binding]Size{}
	if f.Param != nil {
		s, ok := Size(nil), false
		if arg != nil {
			s, ok = c.sizeOf(arg)
		}
		if !ok {
			s = c.madeHere(e)
		}
		sizes[f.Param] = s
	}
	for _, u := range f.Unknown {
		b := c.unknown(u.Name, e.Pos())
		c.info.Unknown[e] = append(c.info.Unknown[e], b)
		sizes[u] = &SizeVar{b}
	}
	return Subst(f.Result, nil, sizes)
}

// binOp is the type of x op y. The pipes |> and <| are applications, so that
// the sizes that the function makes are known.
func (c *checker) binOp(e *syntax.BinOp) Type {
	t := c.use(e.Op)
	use := c.info.Uses[e.Op]
	if use.Binding.Kind == Global && c.base.env[use.Binding.Name] == use.Binding {
		switch use.Binding.Name {
		case "|>":
			return c.pipe(e, t, e.Left, e.Right)
		case "<|":
			return c.pipe(e, t, e.Right, e.Left)
		}
	}
	what := func(side string) func() string {
		return func() string { return fmt.Sprintf("the %s operand of %q", side, e.Op.Name) }
	}
	t = c.applyTo(e, t, e.Left, what("left"))
	return c.applyTo(e, t, e.Right, what("right"))
}

// pipe is the type of f applied to x by a pipe, whose type is t.
func (c *checker) pipe(e *syntax.BinOp, t Type, x, f syntax.Exp) Type {
	tx := c.infer(x)
	tf := c.checkExp(f, &Func{From: strip(tx), Result: c.fresh()})
	fun := c.asFunc(e, tf, x)
	if err := c.unify(fun.From, tx); err != nil {
		panic(c.mismatch(x, err, "the value piped has type %s, but %s is expected", tx, fun.From))
	}
	result := c.result(e, fun, x)
	// The pipe's own parameters stand for the types found.
	types := c.info.Uses[e.Op].Types
	if len(types) == 2 {
		_ = c.unify(types[0], strip(tx))
		_ = c.unify(types[1], strip(result))
	}
	return result
}

// lambda is the type of a lambda where want is expected.
func (c *checker) lambda(e *syntax.Lambda, want Type) Type {
	m := c.push()
	var params []param
	for _, p := range e.Params {
		t := Type(c.fresh())
		if f, ok := find(strip1(want)).(*Func); ok {
			if m, isMeta := find(f.From).(*meta); !isMeta || len(m.fields) > 0 {
				t = strip(f.From)
			}
			want = f.Result
		} else {
			want = nil
		}
		params = append(params, param{c.pattern(p, t, true), c.variable(p)})
		if want == nil {
			want = c.fresh()
		}
	}
	inner := c.push()
	got := c.body(e.Body, e.Ret)
	c.pop(inner)
	t := c.arrows(params, got)
	c.pop(m)
	return t
}

// section is the type of a section.
func (c *checker) section(e syntax.Exp) Type {
	switch e := e.(type) {
	case *syntax.LeftSection:
		t := c.use(e.Op)
		return c.applyTo(e, t, e.Left, func() string { return fmt.Sprintf("the left operand of %q", e.Op.Name) })
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
	panic(c.errorf(e, "this section is not supported"))
}

// rightSection: (op y) is a function of op's left operand.
func (c *checker) rightSection(e *syntax.RightSection) Type {
	t := c.use(e.Op)
	left := c.asFunc(e, t, e.Right)
	right := c.asFunc(e, c.result(e, left, nil), e.Right)
	got := c.checkExp(e.Right, right.From)
	if err := c.unify(right.From, got); err != nil {
		panic(c.mismatch(e.Right, err, fmt.Sprintf("the right operand of %q", e.Op.Name)+" has type %s, but %s is expected", got, right.From))
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

// index is the type of an array of type t indexed or sliced.
func (c *checker) index(at syntax.Node, t Type, slice []*syntax.DimIndex, e syntax.Exp) Type {
	t = strip1(t)
	if _, ok := find(t).(*meta); ok {
		want := Type(c.freshData(at.Pos(), "arrays hold no functions"))
		for range slice {
			want = &Array{c.freshSize(), want}
		}
		if err := c.unify(want, t); err != nil {
			panic(c.mismatch(at, err, "a value of type %s cannot be indexed", t))
		}
	}
	var dims []Size
	for i, d := range slice {
		a, ok := find(t).(*Array)
		if !ok {
			panic(c.errorf(at, "a value of type %s cannot be indexed", c.shown(t)).
				WithHint("it has fewer than %d dimensions", i+1))
		}
		if d.Slice {
			dims = append(dims, c.sliceSize(d, a.Dim, e))
		} else {
			c.indexExp(d.Index)
		}
		t = a.Elem
	}
	for i := len(dims) - 1; i >= 0; i-- {
		t = &Array{dims[i], t}
	}
	return t
}

// indexExp checks an index, which may have any signed integer type.
func (c *checker) indexExp(e syntax.Exp) {
	got := c.infer(e)
	on := c.freshOn(scalar.SignedTypes, e.Pos(), "an index is a signed integer")
	if err := c.unify(on, got); err != nil {
		panic(c.mismatch(e, err, "an index has type %s", got))
	}
	// A literal is an i64 where nothing else is known.
	if m, ok := find(got).(*meta); ok && m.on.Has(scalar.I64) {
		if lit, ok := e.(*syntax.IntLit); ok && lit.Suffix == "" {
			m.ref = i64
		}
	}
}

// sliceSize is the size of first:last:step of a dimension of the given size.
func (c *checker) sliceSize(d *syntax.DimIndex, size Size, e syntax.Exp) Size {
	for _, x := range []syntax.Exp{d.First, d.Last, d.Step} {
		if x != nil {
			c.expect(x, i64, "a bound of a slice")
		}
	}
	if d.Step != nil {
		if step, ok := c.sizeOf(d.Step); ok && d.First == nil && d.Last == nil && c.sameSize(step, &SizeOp{"-", SizeConst(0), SizeConst(1)}) {
			return size
		}
		return c.madeHere(e)
	}
	first, last := Size(SizeConst(0)), size
	ok1, ok2 := true, true
	if d.First != nil {
		first, ok1 = c.sizeOf(d.First)
	}
	if d.Last != nil {
		last, ok2 = c.sizeOf(d.Last)
	}
	if !ok1 || !ok2 || isNegative(first) || isNegative(last) {
		return c.madeHere(e)
	}
	n := c.difference(last, first)
	if k, ok := n.(SizeConst); ok && k < 0 {
		return c.madeHere(e) // the slice fails at run time
	}
	return n
}

// isNegative reports whether a bound counts from the end.
func isNegative(s Size) bool {
	op, ok := s.(*SizeOp)
	return ok && op.Op == "-" && op.Left == Size(SizeConst(0))
}

// update is the type of e with [i] = v. The sizes of the part and of v are
// compared at run time.
func (c *checker) update(e *syntax.Update) Type {
	t := c.infer(e.Exp)
	part := c.index(e, t, e.Slice, e)
	delete(c.info.Unknown, e)
	got := c.checkExp(e.Value, part)
	if err := c.unify(c.loosened(part), c.loosened(got)); err != nil {
		panic(c.mismatch(e.Value, err, "the new value has type %s, but the part has type %s", got, part))
	}
	return strip(t)
}

// recordUpdate is the type of e with f.g = v. Sizes in the field may change.
func (c *checker) recordUpdate(e *syntax.RecordUpdate) Type {
	t := strip(c.infer(e.Exp))
	v := strip(c.infer(e.Value))
	return c.withField(e, t, e.Fields, v)
}

func (c *checker) withField(e *syntax.RecordUpdate, t Type, fields []string, v Type) Type {
	if len(fields) == 0 {
		if err := c.unify(c.loosened(t), c.loosened(v)); err != nil {
			panic(c.mismatch(e.Value, err, "the new value has type %s, but the field has type %s", v, t))
		}
		return v
	}
	inner := c.withField(e, c.project(e, t, fields[0]), fields[1:], v)
	r, ok := find(t).(*Record)
	if !ok {
		return t
	}
	out := &Record{Fields: append([]Field(nil), r.Fields...)}
	for i := range out.Fields {
		if out.Fields[i].Name == fields[0] {
			out.Fields[i].Type = inner
		}
	}
	return out
}
