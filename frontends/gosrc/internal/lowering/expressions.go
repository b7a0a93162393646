package lowering

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// expr is the value of an expression that is no function.
func (f *frame) expr(e ast.Expr) lower.Value {
	e = ast.Unparen(e)
	if v, ok := f.constant(e); ok {
		return v
	}
	if v, ok := f.called[e]; ok {
		return v
	}
	defer f.ordered(e)()
	if v, ok := f.called[e]; ok {
		return v // e is a call, which came first
	}
	defer f.at(e)()
	if c := f.mark.Captured(f.Scope, e); c != nil {
		return f.captured(c)
	}
	if program.IsNil(f.Scope, e) {
		return f.zero(f.TypeOf(e))
	}
	switch e := e.(type) {
	case *ast.Ident:
		if v, ok := f.Object(e).(*types.Var); ok {
			if x := f.lookup(f.Actual(v)); x != nil {
				if x.ref != nil {
					return f.load(x.ref)
				}
				if !x.set {
					x.value, x.set = f.zero(x.typ), true
				}
				return x.value
			}
		}
	case *ast.SelectorExpr:
		v := f.expr(e.X)
		for _, name := range fieldPath(f.TypeOf(e.X), f.Pkg.TypesInfo.Selections[e]) {
			v, _ = v.Field(name)
		}
		return v
	case *ast.StarExpr:
		return f.expr(e.X)
	case *ast.IndexExpr:
		return f.indexed(e)
	case *ast.SliceExpr:
		return f.sliced(e)
	case *ast.UnaryExpr:
		return f.unary(e)
	case *ast.BinaryExpr:
		return f.binaryExpr(e)
	case *ast.CallExpr:
		return f.call(e)
	case *ast.CompositeLit:
		return f.composite(e)
	}
	f.unexpected(e, e)
	return lower.Value{}
}

func (f *frame) indexed(e *ast.IndexExpr) lower.Value {
	if sh, indices := f.sharedElements(e); sh != nil {
		return f.sharedElement(sh, e, indices)
	}
	array := f.expr(program.Array(f.Scope, e.X))
	x := f.matrixElement(e.X, e.Index)
	if x.m != nil {
		return f.element(f.element(x.m.value, x.row), x.column)
	}
	return f.element(array, f.inRange(e, x.flat.Elem(), x.flat.Atom(), array.Dim()))
}

// bytes are those of a string.
func (f *frame) bytes(s string) lower.Value {
	if s == "" {
		return f.zero(types.NewSlice(types.Typ[types.Uint8]))
	}
	return f.b.Text(s)
}

// sliced is x[i:j].
func (f *frame) sliced(e *ast.SliceExpr) lower.Value {
	if f.sharedAt(e.X) != nil {
		return f.load(f.place(e))
	}
	array := f.expr(e.X)
	first, last := f.bounds(e, array.Dim())
	return f.between(array, first, last)
}

// bounds are those of x[i:j] of n elements, which it checks.
func (f *frame) bounds(e *ast.SliceExpr, n ir.Atom) (first, last ir.Atom) {
	first, last = ir.Size(0), n
	if e.Low != nil {
		first = f.asInt(e.Low)
	}
	if e.High != nil {
		last = f.asInt(e.High)
	}
	const message = "runtime error: slice bounds out of range ["
	f.b.Assert(f.b.I64("ok", scalar.Le, ir.Size(0), last), message, ":", last, "]")
	f.b.Assert(f.b.I64("ok", scalar.Le, last, n), message, ":", last, "] with length ", n)
	f.b.Assert(f.b.I64("ok", scalar.Le, ir.Size(0), first), message, first, ":]")
	f.b.Assert(f.b.I64("ok", scalar.Le, first, last), message, first, ":", last, "]")
	return first, last
}

// asInt is the value of an integer expression as an i64; a u64 beyond is the largest one.
func (f *frame) asInt(e ast.Expr) ir.Atom {
	v := f.expr(e)
	x := f.b.Convert(v.Elem(), goInt, v.Atom())
	switch v.Elem() {
	case scalar.U64:
		high := f.b.I64("high", scalar.Lt, x, ir.Size(0))
		return f.b.Choose(high, ir.Const(scalar.Highest(goInt)), x)
	case scalar.U8, scalar.U16, scalar.U32:
		return f.b.Convert(scalar.U64, goInt, f.b.Convert(v.Elem(), scalar.U64, v.Atom()))
	}
	return x
}

func (f *frame) unary(e *ast.UnaryExpr) lower.Value {
	x := f.expr(e.X)
	switch e.Op {
	case token.SUB:
		return f.b.Operator(scalar.Neg, x.Elem(), x)
	case token.XOR, token.NOT:
		return f.b.Operator(scalar.Not, x.Elem(), x)
	}
	return x // +x
}

var arithmetic = map[token.Token]scalar.Op{
	token.ADD: scalar.Add, token.SUB: scalar.Sub, token.MUL: scalar.Mul,
	token.AND: scalar.And, token.OR: scalar.Or, token.XOR: scalar.Xor,
}

var comparisons = map[token.Token]scalar.Op{
	token.LSS: scalar.Lt, token.LEQ: scalar.Le, token.GTR: scalar.Gt, token.GEQ: scalar.Ge,
}

// second is x && y or, without and, x || y, where y is evaluated only if x does not decide: also for what it assigns.
func (f *frame) second(x ir.Atom, and bool, y ast.Expr, eval func(ast.Expr) lower.Value) lower.Value {
	value := func() lower.Value { return eval(y) }
	cs := f.changes(y)
	switch {
	case len(cs) == 0 && and:
		return f.b.And(x, value)
	case len(cs) == 0:
		return f.b.Or(x, value)
	}
	result := flag("holds")
	ask := func() { result.value = value() }
	decided := func() { result.value = lower.Constant(scalar.FromBool(!and)) }
	cs = append(cs, change{result, true})
	if and {
		f.branchOn(x, cs, ask, decided)
	} else {
		f.branchOn(x, cs, decided, ask)
	}
	return result.value
}

func (f *frame) binaryExpr(e *ast.BinaryExpr) lower.Value {
	switch e.Op {
	case token.LAND:
		return f.second(f.expr(e.X).Atom(), true, e.Y, f.expr)
	case token.LOR:
		return f.second(f.expr(e.X).Atom(), false, e.Y, f.expr)
	}
	x, y := f.expr(e.X), f.expr(e.Y)
	if isString(f.TypeOf(e.X)) {
		defer f.at(e)()
		switch e.Op {
		case token.EQL:
			return f.equalText(x, y)
		case token.NEQ:
			return f.negated(f.equalText(x, y))
		}
		return f.b.Concat(x, y)
	}
	return f.binary(e, e.Op, f.TypeOf(e), x, y, f.TypeOf(e.Y))
}

// binary is x op y, of type t where that is not a comparison.
func (f *frame) binary(at ast.Node, op token.Token, t types.Type, x, y lower.Value, yType types.Type) lower.Value {
	defer f.at(at)()
	truth := func(a ir.Atom) lower.Value { return lower.ScalarValue(scalar.Bool, a) }
	switch op {
	case token.EQL:
		return truth(f.b.Equal(x, y))
	case token.NEQ:
		return truth(f.b.Differ(x, y))
	case token.QUO, token.REM:
		return f.divide(op, scalarOf(t), x, y)
	case token.SHL, token.SHR:
		return f.shift(op, scalarOf(t), x, y)
	case token.AND_NOT:
		return f.b.Operator(scalar.And, scalarOf(t), x, f.b.Operator(scalar.Not, scalarOf(t), y))
	}
	if c, ok := comparisons[op]; ok {
		return truth(f.b.Prim(c.String(), c, x.Elem(), x.Atom(), y.Atom()))
	}
	return f.b.Operator(arithmetic[op], scalarOf(t), x, y)
}

// divide is x / y or x % y: of integers rounded towards zero, by zero an error.
func (f *frame) divide(op token.Token, t scalar.Type, x, y lower.Value) lower.Value {
	if t.IsFloat() {
		return lower.ScalarValue(t, f.b.Prim("quot", scalar.Div, t, x.Atom(), y.Atom()))
	}
	nonzero := f.b.Prim("nonzero", scalar.Ne, t, y.Atom(), ir.Const(scalar.Zero(t)))
	f.b.Assert(nonzero, "runtime error: integer divide by zero")
	o := scalar.Quot
	if op == token.REM {
		o = scalar.Rem
	}
	return lower.ScalarValue(t, f.b.Prim(o.String(), o, t, x.Atom(), y.Atom()))
}

// shift shifts x, of type t, by y bits, which may be of another type: by the width or more
// everything out, by less than none an error.
func (f *frame) shift(op token.Token, t scalar.Type, x, y lower.Value) lower.Value {
	e, by := y.Elem(), y.Atom()
	if e == signed(e) {
		ok := f.b.Prim("ok", scalar.Ge, e, by, ir.Const(scalar.Zero(e)))
		f.b.Assert(ok, "runtime error: negative shift amount")
	}
	width := ir.Const(scalar.Int(e, int64(t.Bits())))
	by = f.b.Convert(e, t, f.b.Prim("by", scalar.Min, e, by, width))
	o := scalar.Shl
	if op == token.SHR {
		o = scalar.Shr
	}
	return lower.ScalarValue(t, f.b.Prim(o.String(), o, t, x.Atom(), by))
}

// convert is T(x).
func (f *frame) convert(e *ast.CallExpr) lower.Value {
	x := f.expr(e.Args[0])
	to := scalarOf(f.TypeOf(e))
	if to == scalar.Invalid {
		return f.toArray(e, x) // of the same underlying type, or an array of a slice
	}
	return lower.ScalarValue(to, f.converted(x.Elem(), to, x.Atom()))
}

// toArray is a slice as an array, if e converts it to one: its first elements.
func (f *frame) toArray(e *ast.CallExpr, x lower.Value) lower.Value {
	to, ok := f.TypeOf(e).Underlying().(*types.Array)
	if _, from := f.TypeOf(e.Args[0]).Underlying().(*types.Slice); !ok || !from {
		return x
	}
	n := ir.Size(to.Len())
	f.b.Assert(f.b.I64("ok", scalar.Le, n, x.Dim()), "runtime error: cannot convert slice with length ", x.Dim(), " to array or pointer to array with length ", n)
	return f.between(x, ir.Size(0), n)
}

// converted converts a number. A negative one keeps its sign on the way to a wider unsigned
// type.
func (f *frame) converted(from, to scalar.Type, x ir.Atom) ir.Atom {
	if s := signed(to); s != to && from == signed(from) && from.IsInt() && to.Bits() > from.Bits() {
		return f.b.Convert(s, to, f.b.Convert(from, s, x))
	}
	return f.b.Convert(from, to, x)
}

// composite is a literal of a struct, an array or a slice.
func (f *frame) composite(e *ast.CompositeLit) lower.Value {
	t := f.TypeOf(e)
	if s, ok := t.Underlying().(*types.Struct); ok {
		return f.structLiteral(e, s)
	}
	elems := f.elements(e)
	a, isArray := t.Underlying().(*types.Array)
	switch {
	case isArray && int64(len(elems)) < a.Len():
		v := f.zero(t)
		for i, x := range elems {
			at := ir.Size(int64(i))
			v = f.updated(v, []step{{index: &index{e, goInt, at}}}, x)
		}
		return v
	case len(elems) == 0:
		return f.zero(t)
	}
	return f.arrayOf(e, elems)
}

// elements are the elements of a literal of an array or slice, with zeros where it leaves
// some out.
func (f *frame) elements(e *ast.CompositeLit) []lower.Value {
	var elems []lower.Value
	at := 0
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			x = kv.Value
			n, _ := constant.Int64Val(constant.ToInt(f.Pkg.TypesInfo.Types[kv.Key].Value))
			at = int(n)
		}
		for len(elems) <= at {
			elems = append(elems, lower.Value{})
		}
		elems[at] = f.expr(x)
		at++
	}
	for i, x := range elems {
		if x.Shape == nil {
			elems[i] = f.zero(elemOf(f.TypeOf(e)))
		}
	}
	return elems
}

// elemOf is the type of the elements of an array or slice.
func elemOf(t types.Type) types.Type {
	if a, ok := t.Underlying().(*types.Array); ok {
		return a.Elem()
	}
	return t.Underlying().(*types.Slice).Elem()
}

// arrayOf is the array of values, of which there is one at least.
func (f *frame) arrayOf(at ast.Node, elems []lower.Value) lower.Value {
	for _, x := range elems[1:] {
		f.sameSizes(at, "the rows of a literal have different lengths", x, elems[0])
	}
	return f.b.ArrayLiteral(elems...)
}

// sameSizes asserts that two values of one type have the same sizes.
func (f *frame) sameSizes(at ast.Node, message string, x, y lower.Value) {
	defer f.at(at)()
	xs, ys := lower.Dims(x.Shape), lower.Dims(y.Shape)
	for i := range xs {
		f.b.Assert(f.b.I64("same", scalar.Eq, xs[i], ys[i]), message, ": ", xs[i], " and ", ys[i])
	}
}

func (f *frame) structLiteral(e *ast.CompositeLit, s *types.Struct) lower.Value {
	given := map[string]lower.Value{}
	for i, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			given[kv.Key.(*ast.Ident).Name] = f.expr(kv.Value)
		} else {
			given[s.Field(i).Name()] = f.expr(x)
		}
	}
	var names []string
	var parts []lower.Value
	for field := range s.Fields() {
		v, ok := given[field.Name()]
		if !ok {
			v = f.zero(field.Type())
		}
		names, parts = append(names, field.Name()), append(parts, v)
	}
	return lower.NewRecord(names, parts)
}

// builtin is a call of a function of the universe.
func (f *frame) builtin(e *ast.CallExpr, name string) lower.Value {
	switch name {
	case "len":
		if c := f.mark.Captured(f.Scope, e.Args[0]); c != nil {
			return lower.ScalarValue(goInt, f.captured(c).Dim())
		}
		return lower.ScalarValue(goInt, f.expr(program.Array(f.Scope, e.Args[0])).Dim())
	case "append":
		return f.appended(e)
	case "clear":
		p := f.place(e.Args[0])
		f.store(p, f.zeroOf(f.load(p).Shape))
		return lower.Tuple()
	case "copy":
		return f.copied(e)
	case "make":
		n := f.asInt(e.Args[1])
		f.b.Assert(f.b.I64("ok", scalar.Le, ir.Size(0), n), "runtime error: makeslice: len out of range")
		if len(e.Args) > 2 {
			capacity := f.asInt(e.Args[2])
			f.b.Assert(f.b.I64("ok", scalar.Le, n, capacity), "runtime error: makeslice: cap out of range")
		}
		return f.b.Replicate(n, f.zero(f.TypeOf(e).Underlying().(*types.Slice).Elem()))
	case "panic":
		f.b.Assert(ir.Const(scalar.FromBool(false)), Panic+f.Pkg.TypesInfo.Types[e.Args[0]].Value.String())
		if f.returned != nil {
			f.returned.raise()
		}
		return lower.Tuple()
	case "min", "max":
		return f.extreme(e, name)
	}
	f.unexpected(e, name)
	return lower.Value{}
}

// Panic begins the messages of calls of panic; a quoted string follows.
const Panic = "panic: "

// isMethod reports whether a call is one of a method of a tensor or Device.
func isMethod(c program.Callee) bool { return c.Kind == program.Marking && c.Recv != nil }
