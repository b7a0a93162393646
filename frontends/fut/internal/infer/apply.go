package infer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// apply is the type of an application.
func (c *checker) apply(e *syntax.Apply) types.Type {
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
func (o operand) function() string { return types.FunctionName(o.fun) }

// String describes the kind of an argument.
func (o operand) String() string {
	if o.side != "" {
		return "the " + o.side + " operand"
	}
	return fmt.Sprintf("argument %d", o.index+1)
}

// applyTo is the type of a function of type t applied to an argument. Sizes
// that the result leaves unknown are made by e.
func (c *checker) applyTo(e syntax.Exp, t types.Type, arg syntax.Exp, what operand) types.Type {
	f := c.asFunc(e, t, arg, what)
	got := c.checkExp(arg, f.From)
	f, got = c.liftSizes(e, f, arg, got)
	if err := c.unify(f.From, got); err != nil {
		panic(c.invalid(arg, err, what, got, f))
	}
	return c.result(e, f, arg)
}

// invalid is the error for an argument of a type that is not the one wanted.
func (c *checker) invalid(arg syntax.Exp, err *mismatch, what operand, got types.Type, f *types.Func) *source.Error {
	want := f.From
	e := c.mismatch(arg, err, "Cannot apply %s to %s (invalid type): %s has type %s, but %s is expected",
		what.function(), types.Excerpt(arg), what.String(), got, want)
	if fun, ok := what.fun.(*syntax.Var); ok && !err.sizes {
		if use := c.info.Uses[fun]; use != nil && isOfOneType(use.Binding) {
			return e.WithNote(use.Binding.Pos, "it is a local function without type parameters, and so of one type").
				WithHint("write the type parameters where it is defined: let %s 'a …", fun.Name)
		}
	}
	if hint := commonMistake(arg, err, what, got, f); hint != "" {
		return e.WithHint("%s", hint)
	}
	return remedy(e, err, got, want)
}

// isOfOneType reports whether b is a local function that could be written for several types, and is not.
func isOfOneType(b *types.Binding) bool {
	f, local := b.Node.(*syntax.LetFun)
	return local && len(b.Params) == 0 && slices.ContainsFunc(f.Params, func(p syntax.Pat) bool {
		_, typed := p.(*syntax.TypedPat)
		return !typed
	})
}

// commonMistake is the remedy for what beginners write, or "".
func commonMistake(arg syntax.Exp, err *mismatch, what operand, got types.Type, f *types.Func) string {
	want := f.From
	fun, named := what.fun.(*syntax.Var)
	if !named {
		return ""
	}
	to, isScalar := types.Find(types.Strip(want)).(types.Scalar)
	if m, isMeta := types.Find(types.Strip(got)).(*types.Meta); isScalar && isMeta {
		if _, number := arg.(*syntax.FloatLit); number && m != nil {
			return fmt.Sprintf("the literal has a fraction, and %s is no type of fractions: convert the other operand, as in f64.%s (…)", to, to)
		}
	}
	n := arity(got)
	switch {
	case fun.Name == "^" && isFloat(got):
		return "^ is the exclusive or of bits; powers are x ** y"
	case fun.Name == "==" && n > 0 && isNull(arg):
		return "there is no null value; null xs asks whether an array is empty"
	case what.side == "right" && compares[fun.Name] && isScalarOf(want, scalar.Bool):
		return "comparisons do not chain: 0 < x && x < n"
	case what.side == "right" && isString(want) && isChar(arg), what.side == "left" && isChar(arg):
		return charOrString
	case what.side == "left" && n > 1 && isVar(arg) && fun.Name != "-":
		return fmt.Sprintf("an operator that is an argument stands in parentheses: (%s)", fun.Name)
	case what.index == 0 && n == 1 && arity(want) > 1 && isTuple(paramOf(got)):
		return fmt.Sprintf("%s takes a function of %d arguments, which stand apart: \\x y -> …", fun.Name, arity(want))
	case fun.Module != "" && what.side == "" && isArray(got) && isScalar:
		if whole, ok := wholes[fun.Name]; ok {
			return fmt.Sprintf("%s.%s takes single values; that of an array is %[1]s.%[3]s", fun.Module, fun.Name, whole)
		}
	case fun.Name == "map" && what.index == 0 && n > 1:
		return fmt.Sprintf("map takes a function of one argument; map%d applies one of %d to the elements of %d arrays", n, n, n)
	case fun.Name == "-" && what.side == "left" && n > 0:
		return fmt.Sprintf("a negative argument stands in parentheses: %s (-…)", syntax.ExpString(arg))
	case makesRows(fun.Name) && n > 0 && strings.Contains(err.detail, "(scope violation)"):
		return irregular
	}
	return otherArgument(arg, what, got, f)
}

// compares are the operators that order numbers.
var compares = map[string]bool{"<": true, "<=": true, ">": true, ">=": true}

const irregular = "the rows of an array have one size, and these would have sizes of their own: give all rows the size of the longest, or keep them in one array"

// makesRows reports whether a function of the prelude makes an array of the results of its argument.
func makesRows(name string) bool {
	return strings.TrimRight(name, "12345") == "map" || strings.HasPrefix(name, "tabulate")
}

func isVar(e syntax.Exp) bool {
	_, ok := e.(*syntax.Var)
	return ok
}

// wholes are functions of arrays, by those of two values.
var wholes = map[string]string{"max": "maximum", "min": "minimum"}

func isFloat(t types.Type) bool {
	s, ok := types.Find(types.StripOuter(t)).(types.Scalar)
	return ok && s.Type.IsFloat()
}

func isArray(t types.Type) bool {
	_, ok := types.Find(types.StripOuter(t)).(*types.Array)
	return ok
}

// paramOf is the parameter of a function, or nil.
func paramOf(t types.Type) types.Type {
	if f, ok := types.Find(types.StripOuter(t)).(*types.Func); ok {
		return types.Find(types.StripOuter(f.From))
	}
	return nil
}

// otherArgument is the remedy where the argument should be another one, or "".
func otherArgument(arg syntax.Exp, what operand, got types.Type, f *types.Func) string {
	from, name := types.Find(types.StripOuter(f.From)), strings.Trim(what.function(), `"`)
	_, gotArray := types.Find(types.StripOuter(got)).(*types.Array)
	_, wantArray := from.(*types.Array)
	next, more := types.Find(types.StripOuter(f.Result)).(*types.Func)
	_, tuple := arg.(*syntax.Tuple)
	switch {
	case what.side != "":
		if gotArray && !wantArray {
			return fmt.Sprintf("operators take single values: map2 (%s) xs ys applies this one to the elements of arrays; ++ joins arrays", name)
		}
	case tuple && !isTuple(from) && more:
		return fmt.Sprintf("arguments stand apart, without commas: %s x y", name)
	case isTuple(from) && !isTuple(types.Find(types.StripOuter(got))):
		return fmt.Sprintf("%s takes a tuple: %s (…, …)", name, name)
	case types.IsFunc(from) && !types.IsFunc(got) && more && !gotArray:
		return fmt.Sprintf("a function stands here: %s takes it as argument %d", name, what.index+1)
	case gotArray && !wantArray && more:
		if _, array := types.Find(types.StripOuter(next.From)).(*types.Array); array {
			return fmt.Sprintf("an argument before it is missing: %s takes %d", name, what.index+1+arity(f.Result))
		}
	}
	return ""
}

// isTuple reports whether t is a tuple of two parts or more.
func isTuple(t types.Type) bool {
	r, ok := t.(*types.Record)
	return ok && len(r.Fields) > 1 && r.Fields[0].Name == "0"
}

// remedy tells what to do with a value of type got where one of type want is needed.
func remedy(e *source.Error, err *mismatch, got, want types.Type) *source.Error {
	got, want = types.Find(types.Strip(got)), types.Find(types.Strip(want))
	from, ok1 := got.(types.Scalar)
	to, ok2 := want.(types.Scalar)
	_, open := want.(*types.Meta)
	switch {
	case err.sizes:
		e.WithHint("where the sizes are equal at run time, say so with :>")
	case ok1 && ok2:
		e.WithHint("convert it: %s.%s (…)", to, from)
	case elementOf(got) != nil && elementOf(want) != nil && elementOf(got) != elementOf(want):
		e.WithHint("convert its elements: map %s.%s (…)", elementOf(want), elementOf(got))
	case types.IsFunc(got) && !types.IsFunc(want) && !open:
		e.WithHint("it is a function that lacks %s: apply it", arguments(arity(got)))
	}
	return e
}

// elementOf is the type of the elements of an array of one dimension of numbers, or nil.
func elementOf(t types.Type) types.Type {
	if a, ok := t.(*types.Array); ok {
		if s, ok := types.Find(types.Strip(a.Elem)).(types.Scalar); ok {
			return s
		}
	}
	return nil
}

// arity is how many arguments a function of type t takes.
func arity(t types.Type) int {
	n := 0
	for f, ok := types.Find(types.StripOuter(t)).(*types.Func); ok; f, ok = types.Find(types.StripOuter(f.Result)).(*types.Func) {
		n++
	}
	return n
}

// asFunc is t, the type of what is applied to an argument, as a function type.
func (c *checker) asFunc(e syntax.Exp, t types.Type, arg syntax.Exp, what operand) *types.Func {
	switch f := types.Find(types.StripOuter(t)).(type) {
	case *types.Func:
		return f
	case *types.Meta:
		f2 := &types.Func{From: c.fresh(), Result: c.fresh()}
		if err := c.unify(f, f2); err != nil {
			panic(c.mismatch(e, err, "Cannot apply a value of type %s as function", t).WithHint("an operator may be missing; conditions are joined by && and ||"))
		}
		return f2
	}
	if what.index > 0 && what.side == "" {
		panic(c.errorf(arg, "Cannot apply %s to argument #%d %s, as %s only takes %s", what.function(), what.index+1, types.Excerpt(arg), what.function(), arguments(what.index)).
			WithHint("there are too many arguments, or an operator is missing"))
	}
	hint := "an operator may be missing"
	if isUnit(arg) {
		hint = "it is a value: leave () out"
	}
	if v, name := arg.(*syntax.Var); name && (v.Name == "and" || v.Name == "or") {
		hint = "conditions are joined by && and ||, bits by & and |"
	}
	if _, array := types.Find(types.StripOuter(t)).(*types.Array); array {
		hint = "an element is written xs[i], without a space before the bracket"
	}
	panic(c.errorf(arg, "Cannot apply %s as function, as it has type %s", what.function(), c.shown(t)).WithHint("%s", hint))
}

// isUnit reports whether an expression is ().
func isUnit(e syntax.Exp) bool {
	t, ok := e.(*syntax.Tuple)
	return ok && len(t.Elems) == 0
}

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// result is the type of f applied to arg, or, where arg is nil, to some value.
func (c *checker) result(e syntax.Exp, f *types.Func, arg syntax.Exp) types.Type {
	if f.Param == nil && len(f.Unknown) == 0 {
		return f.Result
	}
	sizes := map[*types.Binding]types.Size{}
	result := f.Result
	// The argument may be as large as the program: it is looked at only for sizes.
	if f.Param != nil && c.mentions(result, f.Param) {
		s, ok := types.Size(nil), false
		if arg != nil {
			s, ok = c.argument(arg, f.Param)
		}
		switch {
		case ok:
			sizes[f.Param] = s
		case types.Find(f.Param.Type) == types.Type(types.I64):
			sizes[f.Param] = c.madeHere(e)
		default:
			result = c.without(f.Param, result, e)
		}
	}
	for _, u := range f.Unknown {
		b := c.unknown(u.Name, e.Pos())
		c.info.Unknown[e] = append(c.info.Unknown[e], b)
		sizes[u] = &types.SizeVar{Binding: b}
	}
	if len(sizes) == 0 {
		return result
	}
	return types.Subst(result, nil, sizes)
}

// without is t with the sizes that mention b made by e.
func (c *checker) without(b *types.Binding, t types.Type, e syntax.Exp) types.Type {
	return (&types.Substitution{Size: func(s types.Size) types.Size {
		if types.EachName(s, func(n *types.Binding, _ *types.SizeMeta) bool { return n != b }) {
			return s
		}
		return c.madeHere(e)
	}}).Apply(t)
}

// binOp is the type of x op y. The pipes |> and <| are applications, so that
// the sizes that the function makes are known.
func (c *checker) binOp(e *syntax.BinOp) types.Type {
	t := c.use(e.Op)
	use := c.info.Uses[e.Op]
	if v := c.names.Uses[e.Op].Value; v != nil && v.Prelude {
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
func (c *checker) pipe(e *syntax.BinOp, t types.Type, x, f syntax.Exp) types.Type {
	tx := c.infer(x)
	tf := c.checkExp(f, &types.Func{From: types.Strip(tx), Result: c.fresh()})
	fun := c.asFunc(e, tf, x, operand{f, 0, ""})
	if err := c.unify(fun.From, tx); err != nil {
		panic(c.invalid(x, err, operand{f, 0, ""}, tx, fun))
	}
	for _, b := range append([]*types.Binding{fun.Param}, fun.Unknown...) {
		if c.inner[b] && c.mentions(fun.Result, b) {
			panic(c.errorf(f, "Cannot apply %q to %s (invalid type): the size of its result would leave the scope of %q (scope violation)", e.Op.Name, types.Excerpt(f), b.DisplayName()).
				WithNote(b.Pos, "it is bound here").WithHint("apply the function to its argument, without a pipe"))
		}
	}
	result := c.result(e, fun, x)
	// The pipe's own parameters stand for the types found.
	params := c.info.Uses[e.Op].Types
	if len(params) == 2 {
		_ = c.unify(params[0], types.Strip(tx))
		_ = c.unify(params[1], types.Strip(result))
	}
	return result
}

// lambda is the type of a lambda where want is expected.
func (c *checker) lambda(e *syntax.Lambda, want types.Type) types.Type {
	m := c.push()
	c.distinct(e.Params...)
	var params []param
	for _, p := range e.Params {
		t := types.Type(c.fresh())
		f, ok := types.Find(types.StripOuter(want)).(*types.Func)
		if ok {
			if m, isMeta := types.Find(f.From).(*types.Meta); !isMeta || len(m.Fields) > 0 {
				t = types.Strip(f.From)
			}
		}
		x := param{c.pattern(p, t, true), c.variable(p)}
		params = append(params, x)
		switch {
		case !ok:
			want = c.fresh()
		case f.Param != nil && x.name != nil: // the sizes that follow speak of it
			want = types.Subst(f.Result, nil, map[*types.Binding]types.Size{f.Param: &types.SizeVar{Binding: x.name}})
		default:
			want = f.Result
		}
	}
	inner := c.push()
	got := c.body(e.Body, c.wanted(e.Ret))
	c.pop(inner)
	c.namesParts(e.Ret, e.Params)
	t := c.arrows(params, got)
	if !leavesOpen(e.Ret) {
		c.areInner(params)
		c.partsAreInner(t, e.Params)
	}
	c.pop(m)
	return t
}

// leavesOpen reports whether a result type is written with sizes that it does not name, [].
func leavesOpen(ret syntax.TypeExp) (open bool) {
	if ret == nil {
		return false
	}
	syntax.Inspect(ret, func(n syntax.Node) bool {
		a, ok := n.(*syntax.ArrayType)
		open = open || ok && (a.Dim == nil || a.Dim.Exp == nil)
		return true
	})
	return open
}

// section is the type of a section.
func (c *checker) section(e syntax.Exp) types.Type {
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
func (c *checker) rightSection(e *syntax.RightSection) types.Type {
	t := c.use(e.Op)
	what := operand{e.Op, 1, "right"}
	left := c.asFunc(e, t, e.Right, what)
	right := c.asFunc(e, c.result(e, left, nil), e.Right, what)
	got := c.checkExp(e.Right, right.From)
	if err := c.unify(right.From, got); err != nil {
		panic(c.invalid(e.Right, err, what, got, right))
	}
	return &types.Func{From: left.From, Result: c.result(e, right, e.Right)}
}

// pathSection: (.a[i]) is a function of a record whose field a is an array.
func (c *checker) pathSection(e *syntax.PathSection) types.Type {
	from := types.Type(c.fresh())
	m := c.push()
	t := c.follow(e, from, e.Path)
	c.pop(m)
	result, unknown := c.leave(t, nil)
	delete(c.info.Unknown, e)
	return &types.Func{From: from, Unknown: unknown, Result: result}
}

// follow is the type of the part of a value of type t that a path leads to. The sizes of
// slices that are not known are made at e.
func (c *checker) follow(e syntax.Exp, t types.Type, path syntax.Path) types.Type {
	for _, s := range path {
		if s.Slice == nil {
			t = c.project(s, t, s.Field)
			continue
		}
		t = c.index(s, t, s.Slice, e)
	}
	return t
}
