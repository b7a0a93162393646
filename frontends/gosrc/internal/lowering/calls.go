package lowering

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"sort"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/intrinsics"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// call is the result of a call: of several results, a tuple.
func (f *frame) call(e *ast.CallExpr) lower.Value {
	callee := f.program.Callee(f.Scope, e.Fun)
	switch {
	case callee.Kind == program.Conversion:
		return f.convert(e)
	case callee.Kind == program.Builtin:
		return f.builtin(e, callee.Name)
	case isMethod(callee) && program.DeviceData(f.TypeOf(callee.Recv)) != nil:
		return f.expr(callee.Recv) // Value
	case isMethod(callee):
		return f.tensorMethod(e, callee)
	case callee.Kind == program.Marking && (callee.Name == "NewTensor" || callee.Name == "TensorOf"):
		return f.newTensor(e, callee.Name)
	case callee.Kind == program.Marking:
		return f.parallel(e, callee.Name)
	case callee.Kind == program.Library:
		fn, _ := intrinsics.Find(callee.Path, callee.Name)
		return fn(f.b, f.exprs(e.Args))
	}
	fn := f.function(e.Fun)
	fn.call = e
	args := f.arguments(e)
	defer f.at(e)()
	return f.apply(fn, args)
}

// arguments are those of a call: the last ones as a slice if the function takes any number.
func (f *frame) arguments(e *ast.CallExpr) []argument {
	var args []argument
	set := program.SetBy(f.Scope, e)
	for _, a := range e.Args {
		if isSlice(f.TypeOf(a)) && slices.Contains(set, a) {
			args = append(args, f.settable(a))
			continue
		}
		if _, several := f.TypeOf(a).(*types.Tuple); several {
			for _, part := range f.expr(a).Fields() {
				args = append(args, argument{value: part})
			}
			continue
		}
		args = append(args, f.argument(a))
	}
	sig := f.TypeOf(e.Fun).Underlying().(*types.Signature)
	if !sig.Variadic() || e.Ellipsis.IsValid() {
		return args
	}
	fixed := sig.Params().Len() - 1
	var rest []lower.Value
	for _, a := range args[fixed:] {
		rest = append(rest, a.value)
	}
	last := argument{}
	if len(rest) == 0 {
		last.value = f.zero(sig.Params().At(fixed).Type())
	} else {
		last.value = f.arrayOf(e, rest)
	}
	return append(args[:fixed:fixed], last)
}

// settable is a slice whose elements a function sets.
func (f *frame) settable(e ast.Expr) argument {
	if f.sharedAt(e) == nil {
		return argument{ref: f.place(e)}
	}
	a, _ := f.ArrayAlias(e, f.inside)
	return argument{alias: &a, own: f.lookup(a.Root)}
}

func (f *frame) exprs(es []ast.Expr) []lower.Value {
	out := make([]lower.Value, len(es))
	for i, e := range es {
		out[i] = f.expr(e)
	}
	return out
}

// argument is a value, a function, a pointer, or a tensor.
type argument struct {
	value lower.Value
	fn    *function
	ref   *place         // of a pointer: what it points at; of a slice whose elements the function sets: the slice
	alias *program.Alias // of a pointer to something outside, a tensor, or a slice that the Loops around write
	own   *variable      // of a tensor or slice that the expression made: what holds it
}

func (f *frame) argument(e ast.Expr) argument {
	if isFunction(f.TypeOf(e)) {
		return argument{fn: f.function(e)}
	}
	if program.TensorElem(f.TypeOf(e)) != nil || isSlice(f.TypeOf(e)) && f.sharedAt(e) != nil {
		a, _ := f.ArrayAlias(e, f.inside)
		return argument{alias: &a, own: f.lookup(a.Root)}
	}
	if program.IsPointer(f.TypeOf(e)) {
		if a, ok := f.AliasOf(e, f.inside); ok {
			return argument{alias: &a}
		}
		return argument{ref: f.pointee(e)}
	}
	return argument{value: f.expr(e)}
}

// function is the value of an expression that is a function.
func (f *frame) function(e ast.Expr) *function {
	e = ast.Unparen(e)
	if lit, ok := e.(*ast.FuncLit); ok {
		return &function{lit: lit, frame: f}
	}
	if c := f.program.Callee(f.Scope, e); c.Kind == program.Declared || c.Kind == program.Library {
		fn := &function{callee: c, frame: f}
		if c.Recv != nil {
			recv := f.receiver(c)
			fn.recv = &recv
		}
		return fn
	}
	if call, ok := e.(*ast.CallExpr); ok {
		if text, sig := f.program.Futhark(f.Scope, call); sig != nil {
			return &function{escape: f.escaped(text, sig)}
		}
		fn, args := f.function(call.Fun), f.arguments(call)
		defer f.at(call)()
		inner := f.inline(fn, args)
		return inner.resultFn
	}
	if id, ok := e.(*ast.Ident); ok {
		if v, ok := f.Object(id).(*types.Var); ok {
			if x := f.lookup(v); x != nil && x.fn != nil {
				return x.fn
			}
			if f.mark.Within != nil {
				if lit := program.Definition(f.Scope, f.mark.Within, v); lit != nil {
					return &function{lit: lit, frame: f.outermost()}
				}
			}
		}
	}
	f.unexpected(e, e)
	return nil
}

// outermost is the frame around the marked expression.
func (f *frame) outermost() *frame {
	for f.outer != nil {
		f = f.outer
	}
	return f
}

// invoke applies a function to values.
func (f *frame) invoke(fn *function, args []lower.Value) lower.Value {
	as := make([]argument, len(args))
	for i, a := range args {
		as[i].value = a
	}
	return f.apply(fn, as)
}

func (f *frame) apply(fn *function, args []argument) lower.Value {
	if fn.escape != nil {
		return f.applyEscape(fn.escape, args)
	}
	if fn.callee.Kind == program.Library {
		library, _ := intrinsics.Find(fn.callee.Path, fn.callee.Name)
		vs := make([]lower.Value, len(args))
		for i, a := range args {
			vs[i] = a.value
		}
		return library(f.b, vs)
	}
	all := fn.withReceiver(args)
	if fn.lit == nil && !slices.ContainsFunc(all, func(a argument) bool { return a.fn != nil || a.ref != nil || a.alias != nil }) {
		return f.callShared(fn.callee, all)
	}
	return f.inline(fn, args).returnedValue()
}

// withReceiver adds the receiver of a method to the arguments.
func (fn *function) withReceiver(args []argument) []argument {
	if fn.recv == nil {
		return args
	}
	return append([]argument{*fn.recv}, args...)
}

// inline runs a function where it is called, and returns its frame.
func (f *frame) inline(fn *function, args []argument) *frame {
	inner := &frame{lowerer: f.lowerer, b: f.b, vars: map[*types.Var]*variable{}}
	if fn.lit != nil {
		inner.Scope, inner.outer, inner.path = fn.frame.Scope, fn.frame, fn.frame.path
		inner.execute(fn.lit.Type, nil, fn.lit.Body, args)
		return inner
	}
	inner.Scope, inner.globals = fn.callee.Scope, f.inherited()
	if fn.call != nil {
		inner.path = f.path.Through(f.Scope, fn.call)
	}
	decl := fn.callee.Func.Decl
	inner.execute(decl.Type, decl.Recv, decl.Body, fn.withReceiver(args))
	return inner
}

// inherited are the values of captured variables of packages in this function.
func (f *frame) inherited() map[*program.Capture]lower.Value {
	for ; f != nil; f = f.outer {
		if f.globals != nil {
			return f.globals
		}
	}
	return nil
}

// receiver is what a method is called with: an embedded field, if the method was selected
// through one.
func (f *frame) receiver(c program.Callee) argument {
	path := c.Selection.Index()
	fields := fieldNames(f.TypeOf(c.Recv), path[:len(path)-1])
	if c.Func != nil && program.TakesPointer(c.Func.Obj) {
		c.Recv = program.Pointee(c.Recv)
		if a, ok := f.AliasOf(c.Recv, f.inside); ok && len(fields) == 0 {
			return argument{alias: &a}
		}
		if (f.sharedBy(c.Recv) != nil || !f.inVariable(c.Recv)) && len(fields) == 0 && f.program.Reads(c.Func, c.Func.Obj.Signature().Recv()) {
			return argument{ref: f.object(c.Recv, f.expr(c.Recv))} // an element, which it only reads
		}
		p := f.place(c.Recv)
		for _, name := range fields {
			p.steps = append(p.steps, step{field: name})
		}
		return argument{ref: p}
	}
	if c.Func != nil && len(fields) == 0 && isSlice(f.TypeOf(c.Recv)) && f.program.Sets(c.Func, c.Func.Obj.Signature().Recv()) {
		return f.settable(c.Recv)
	}
	if len(fields) == 0 && isSlice(f.TypeOf(c.Recv)) {
		return f.argument(c.Recv)
	}
	recv := c.Recv
	if object := program.Deref(recv); f.mark.Captured(f.Scope, object) != nil {
		recv = object
	}
	v := f.expr(recv)
	for _, name := range fields {
		v, _ = v.Field(name)
	}
	return argument{value: v}
}

// callShared calls the function of the program for a declared function. There is one for calls
// from parallel code and one for others, in which loops that are folds run in parallel.
func (f *frame) callShared(c program.Callee, args []argument) lower.Value {
	decl := c.Func.Decl
	nested := min(f.nested, 1)
	key := fmt.Sprint(c.Func.Obj.FullName(), instanceText(c.Scope), nested)
	code, ok := f.codes[key]
	if !ok {
		code = &lower.Code{Name: c.Func.Obj.Name(), Pos: f.places.Of(decl.Pos()), Arity: len(args), Place: lower.Once}
		for _, list := range []*ast.FieldList{decl.Recv, decl.Type.Params} {
			for _, id := range names(list) {
				code.Params = append(code.Params, id.Name)
			}
		}
		code.Run = func(b *lower.Builder, captured []lower.Captured, vs []lower.Value) lower.Value {
			inner := &frame{lowerer: f.lowerer, Scope: c.Scope, b: b, vars: map[*types.Var]*variable{}, globals: map[*program.Capture]lower.Value{}}
			for _, g := range captured {
				inner.globals[g.Of.(*program.Capture)] = g.Value
			}
			as := make([]argument, len(vs))
			for i, v := range vs {
				as[i].value = v
			}
			defer func(now int) { inner.nested = now }(inner.nested)
			inner.nested = nested
			inner.execute(decl.Type, decl.Recv, decl.Body, as)
			return inner.returnedValue()
		}
		f.codes[key] = code
	}
	closure := lower.NewClosure(code, f.globalsFor()...)
	if len(args) == 0 {
		return f.b.Call(closure)
	}
	vs := make([]lower.Value, len(args))
	for i, a := range args {
		vs[i] = a.value
	}
	return f.b.Apply(closure, vs...)
}

// globalsFor are the captured variables of packages, which functions may mention.
func (f *frame) globalsFor() []lower.Captured {
	var out []lower.Captured
	for _, c := range f.mark.Captures {
		if r := c.Root; r.Pkg() != nil && r.Parent() == r.Pkg().Scope() && !c.Write {
			out = append(out, lower.Captured{Of: c, Name: c.Base(), Value: f.captured(c)})
		}
	}
	return out
}

// names lists the identifiers of parameters; those without a name are nil's.
func names(list *ast.FieldList) []*ast.Ident {
	var out []*ast.Ident
	if list == nil {
		return nil
	}
	for _, field := range list.List {
		if len(field.Names) == 0 {
			out = append(out, ast.NewIdent("_"))
		}
		out = append(out, field.Names...)
	}
	return out
}

// execute runs the body of a function in a new frame.
func (f *frame) execute(t *ast.FuncType, recv *ast.FieldList, body *ast.BlockStmt, args []argument) {
	ids := append(names(recv), names(t.Params)...)
	f.pointAt(ids, args)
	for i, id := range ids {
		if id.Name == "_" || args[i].alias != nil {
			continue
		}
		if args[i].fn != nil || args[i].ref != nil {
			if v, ok := f.Object(id).(*types.Var); ok {
				f.vars[v] = &variable{name: id.Name, typ: f.Subst(v.Type()), fn: args[i].fn, ref: args[i].ref}
			}
			continue
		}
		f.declare(id, f.Subst(f.Object(id).Type()), args[i].value)
	}
	f.returned = flag("returned")
	f.result = &variable{name: "result", typ: f.resultType(t)}
	f.nameResults(t)
	f.stmts(body.List)
}

// pointAt makes parameters that are pointers to something outside of the marked expression stand for it, and
// tensors for those that were passed.
func (f *frame) pointAt(ids []*ast.Ident, args []argument) {
	aliases := map[*types.Var]program.Alias{}
	for i, id := range ids {
		if v, ok := f.Object(id).(*types.Var); ok && args[i].alias != nil {
			aliases[v] = *args[i].alias
			if args[i].own != nil {
				f.vars[args[i].alias.Root] = args[i].own
			}
		}
	}
	if len(aliases) > 0 {
		f.Scope = f.WithAliases(aliases)
	}
}

// inside reports whether a variable is of the expression.
func (f *frame) inside(v *types.Var) bool { return f.lookup(v) != nil }

// nameResults declares results that have names.
func (f *frame) nameResults(t *ast.FuncType) {
	if t.Results == nil {
		return
	}
	for _, field := range t.Results.List {
		for _, id := range field.Names {
			v := &variable{name: id.Name, typ: f.TypeOf(field.Type)}
			f.named = append(f.named, v)
			if obj, ok := f.Object(id).(*types.Var); ok && id.Name != "_" {
				f.vars[obj] = v
			}
		}
	}
}

// returnedValue is the value that a function returned.
func (f *frame) returnedValue() lower.Value { return f.valueOf(f.result) }

// resultType is the type of what a function returns; of several results, a tuple.
func (f *frame) resultType(t *ast.FuncType) types.Type {
	var vars []*types.Var
	if t.Results != nil {
		for _, field := range t.Results.List {
			for range max(1, len(field.Names)) {
				vars = append(vars, types.NewVar(0, nil, "", f.TypeOf(field.Type)))
			}
		}
	}
	if len(vars) == 1 {
		return vars[0].Type()
	}
	return types.NewTuple(vars...)
}

// instanceText tells instances of a generic function apart.
func instanceText(s program.Scope) string {
	var parts []string
	for p, t := range s.Targs {
		parts = append(parts, fmt.Sprintf("%s=%s", p.Obj().Name(), t))
	}
	sort.Strings(parts)
	return "[" + strings.Join(parts, ",") + "]"
}

// extreme is the min or max of numbers.
func (f *frame) extreme(e *ast.CallExpr, name string) lower.Value {
	t := scalarOf(f.TypeOf(e))
	op := scalar.Min
	if name == "max" {
		op = scalar.Max
	}
	out := f.expr(e.Args[0]).Atom()
	for _, a := range e.Args[1:] {
		out = intrinsics.Extreme(f.b, op, t, out, f.expr(a).Atom())
	}
	return lower.ScalarValue(t, out)
}
