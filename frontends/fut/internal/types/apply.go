package types

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// apply is the type of an application.
func (c *checker) apply(e *syntax.Apply) Type {
	t := c.infer(e.Fun)
	for i, a := range e.Args {
		t = c.applyTo(e, t, a, operand{e.Fun, i, ""})
	}
	return t
}

// operand says, for messages, what an argument is to what is applied to it.
type operand struct {
	fun   syntax.Exp
	index int
	side  string // of an operator, or ""
}

// function names what is applied.
func (o operand) function() string {
	if v, ok := o.fun.(*syntax.Var); ok {
		return `"` + qualified(v) + `"`
	}
	return "function"
}

func qualified(v *syntax.Var) string {
	if v.Module != "" {
		return v.Module + "." + v.Name
	}
	return v.Name
}

// String is what an argument is.
func (o operand) String() string {
	if o.side != "" {
		return "the " + o.side + " operand"
	}
	return fmt.Sprintf("argument %d", o.index+1)
}

// excerpt is an expression in quotes, as much of it as fits into a message.
func excerpt(e syntax.Exp) string {
	text := []rune(strings.Join(strings.Fields(syntax.ExpString(e)), " "))
	if len(text) > 40 {
		text = append(text[:40], '…')
	}
	return `"` + string(text) + `"`
}

// applyTo is the type of a function of type t applied to an argument. Sizes
// that the result leaves unknown are made by e.
func (c *checker) applyTo(e syntax.Exp, t Type, arg syntax.Exp, what operand) Type {
	f := c.asFunc(e, t, arg, what)
	got := c.checkExp(arg, f.From)
	if err := c.unify(f.From, got); err != nil {
		panic(c.invalid(arg, err, what, got, f.From))
	}
	return c.result(e, f, arg)
}

// invalid is the error for an argument of a type that is not the one wanted.
func (c *checker) invalid(arg syntax.Exp, err *mismatch, what operand, got, want Type) *source.Error {
	e := c.mismatch(arg, err, "Cannot apply %s to %s (invalid type): %s has type %s, but %s is expected",
		what.function(), excerpt(arg), what.String(), got, want)
	if strings.HasPrefix(err.detail, "Sizes") {
		e.WithHint("where the sizes are equal at run time, say so with :>")
	}
	return hintConversion(e, got, want)
}

// hintConversion tells how to make a number of type got one of type want.
func hintConversion(e *source.Error, got, want Type) *source.Error {
	from, ok1 := find(strip(got)).(Scalar)
	to, ok2 := find(strip(want)).(Scalar)
	if ok1 && ok2 {
		e.WithHint("convert it: %s.%s (…)", to, from)
	}
	return e
}

// asFunc is t, the type of what is applied to an argument, as a function type.
func (c *checker) asFunc(e syntax.Exp, t Type, arg syntax.Exp, what operand) *Func {
	switch f := find(strip1(t)).(type) {
	case *Func:
		return f
	case *meta:
		f2 := &Func{From: c.fresh(), Result: c.fresh()}
		if err := c.unify(f, f2); err != nil {
			panic(c.mismatch(e, err, "Cannot apply a value of type %s as function", t))
		}
		return f2
	}
	if what.index > 0 && what.side == "" {
		panic(c.errorf(arg, "Cannot apply %s to argument #%d %s, as %s only takes %s", what.function(), what.index+1, excerpt(arg), what.function(), arguments(what.index)).
			WithHint("there are too many arguments, or an operator is missing"))
	}
	panic(c.errorf(arg, "Cannot apply %s as function, as it has type %s", what.function(), c.shown(t)).
		WithHint("an operator may be missing"))
}

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
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
	t = c.applyTo(e, t, e.Left, operand{e.Op, 0, "left"})
	return c.applyTo(e, t, e.Right, operand{e.Op, 1, "right"})
}

// pipe is the type of f applied to x by a pipe, whose type is t.
func (c *checker) pipe(e *syntax.BinOp, t Type, x, f syntax.Exp) Type {
	tx := c.infer(x)
	tf := c.checkExp(f, &Func{From: strip(tx), Result: c.fresh()})
	fun := c.asFunc(e, tf, x, operand{f, 0, ""})
	if err := c.unify(fun.From, tx); err != nil {
		panic(c.invalid(x, err, operand{f, 0, ""}, tx, fun.From))
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

// index is the type of an array of type t indexed or sliced.
func (c *checker) index(at syntax.Node, t Type, slice []*syntax.DimIndex, e syntax.Exp) Type {
	t = strip1(t)
	if _, ok := find(t).(*meta); ok {
		want := Type(c.freshData(at.Pos(), "arrays hold no functions"))
		for range slice {
			want = &Array{c.freshSize(), want}
		}
		if err := c.unify(want, t); err != nil {
			panic(c.mismatch(at, err, "A value of type %s cannot be indexed", t))
		}
	}
	var dims []Size
	for i, d := range slice {
		a, ok := find(t).(*Array)
		if !ok {
			e := c.errorf(at, "A value of type %s cannot be indexed", c.shown(t))
			if i > 0 {
				e.WithHint("there are %d indices, but the array has only %s", len(slice), dimensionCount(i))
			}
			panic(e)
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

func dimensionCount(n int) string {
	if n == 1 {
		return "1 dimension"
	}
	return fmt.Sprintf("%d dimensions", n)
}

// indexExp checks an index, which may have any signed integer type.
func (c *checker) indexExp(e syntax.Exp) {
	got := c.infer(e)
	on := c.freshOn(scalar.SignedTypes, e.Pos(), "an index is a signed integer")
	if err := c.unify(on, got); err != nil {
		panic(c.mismatch(e, err, "An index has type %s", got))
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
			c.expect(x, i64, "A bound of a slice")
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
		panic(c.mismatch(e.Value, err, "The new value has type %s, but the part has type %s", got, part))
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
			panic(c.mismatch(e.Value, err, "Type mismatch when updating record field %q: the new value has type %s, but the field has type %s", e.Fields[len(e.Fields)-1], v, t))
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
