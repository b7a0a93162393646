package wellformed

import (
	"go/ast"
	"go/types"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// Pointers are parameters, receivers, and local variables that are declared with their value and never
// assigned: to variables and to parts of them, and to new objects. A pointer is used to read and to assign
// what it points at, and to be passed on; it is never stored in something else. So it is known what it
// points at.

// pointer checks what a function gets a pointer to, or a variable: &x, a pointer, or x of
// x.m() where m has a pointer receiver. It reports whether that is allowed.
func (c *checker) pointer(k code, e ast.Expr) bool {
	at := e
	e = program.Pointee(e)
	if lit, isNew := ast.Unparen(e).(*ast.CompositeLit); isNew {
		c.expr(k, lit)
		return true
	}
	id, v := program.Root(k.Scope, e)
	switch {
	case v == nil:
		c.bad(at, "a pointer to something other than a variable, or a field or array element of one")
	case isGlobal(v), k.decl == nil && c.mark.Outside(v) && !c.within(v):
		c.bad(at, "a pointer to %s, which is declared outside and may be assigned through it: use a copy, or a method with a value receiver", id.Name)
	case throughSlice(k.Scope, e):
		c.bad(at, "a pointer to an element of a slice as an argument: declare a variable for it, p := &…, or assign to a variable and that to the element")
	case program.IsPointer(k.TypeOf(at)) && at == e && !c.isPointer(k, at):
		c.bad(at, "a pointer that is no parameter and no variable that is declared with its value and never assigned")
	default:
		c.indices(k, e)
		return true
	}
	return false
}

// isPointer reports whether e names a pointer of which it is known what it points at: a parameter, a
// receiver, or a variable that is declared with its value and never assigned.
func (c *checker) isPointer(k code, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := k.Object(id).(*types.Var)
	if !ok || !program.IsPointer(k.Subst(v.Type())) || k.decl == nil && c.mark.Outside(v) && !c.within(v) {
		return false
	}
	return c.program.Reference(v) != nil || v.Kind() == types.ParamVar || v.Kind() == types.RecvVar
}

// points checks the declaration of a variable that is a pointer.
func (c *checker) points(k code, id *ast.Ident, v *types.Var) {
	elem := k.Subst(v.Type()).Underlying().(*types.Pointer).Elem()
	c.typ(id, elem, "what "+id.Name+" points at")
	r := c.program.Reference(v)
	switch {
	case r == nil:
		c.bad(id, "%s is a pointer, and it is not known what it points at: declare it with its value, &x of a variable, field or element that nothing replaces as long as %s is in use, and never assign it", id.Name, id.Name)
	case r.To == nil:
		c.newObject(k, r.By)
	case program.IsPointer(k.TypeOf(r.To)) && r.To == r.By:
		if !c.isPointer(k, r.To) {
			c.bad(r.By, "a pointer from outside: use a copy of what it points at")
		}
	case c.program.OnlyReads(v):
		c.expr(k, r.To)
	case throughSlice(k.Scope, r.To):
		c.target(k, r.To)
	default:
		c.pointer(k, r.By)
	}
}

// newObject checks an expression whose value is a pointer to an object that nothing else refers to.
func (c *checker) newObject(k code, e ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		c.expr(k, program.Pointee(e))
		return
	}
	callee := c.program.Callee(k.Scope, call.Fun)
	if callee.Kind == program.Builtin {
		return // new
	}
	if !c.returnsNew(callee) {
		c.bad(e, "%s returns a pointer, and not in its last statement alone to an object that it made, &T{…}", callee.Name)
		return
	}
	c.call(k, call)
}

// returnsNew reports whether a function ends by returning a pointer to an object that it made.
func (c *checker) returnsNew(callee program.Callee) bool {
	if callee.Kind != program.Declared {
		return false
	}
	body := callee.Func.Decl.Body
	results := callee.Func.Obj.Signature().Results()
	if results.Len() != 1 || !program.IsPointer(results.At(0).Type()) || !returnsLast(body) {
		return false
	}
	e := ast.Unparen(body.List[len(body.List)-1].(*ast.ReturnStmt).Results[0])
	if id, ok := e.(*ast.Ident); ok {
		v, ok := callee.Scope.Object(id).(*types.Var)
		if !ok {
			return false
		}
		r := c.program.Reference(v)
		return r != nil && r.To == nil
	}
	if u, ok := e.(*ast.UnaryExpr); ok {
		_, isNew := ast.Unparen(u.X).(*ast.CompositeLit)
		return isNew
	}
	return false
}

// throughPointer reports whether e goes through no pointer but parameters.
func (c *checker) throughPointer(k code, e ast.Expr) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return c.isPointer(k, x)
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return false
		}
	}
}

// aliases are the pointers that a call passes to something outside of the marked expression, and the tensors,
// that the function only reads through, and the slices from outside whose elements it sets.
func (c *checker) aliases(k code, callee program.Callee, args []ast.Expr) map[*types.Var]program.Alias {
	out := map[*types.Var]program.Alias{}
	note := func(param *types.Var, e ast.Expr) {
		known := func(v *types.Var) bool {
			return !c.mark.Outside(v) || c.within(v) || k.decl != nil && !isGlobal(v) && !k.Aliased(program.Pointee(e))
		}
		if program.TensorElem(k.TypeOf(e)) != nil {
			if a, ok := k.ArrayAlias(e, known); ok && c.program.Reads(callee.Func, param) {
				out[param] = a
			}
			return
		}
		if _, isSlice := k.TypeOf(e).Underlying().(*types.Slice); isSlice {
			if a, ok := k.ArrayAlias(e, known); ok && !a.Own && c.mark.Name == "Loop" && (c.program.Sets(callee.Func, param) || c.written[a.Key] && c.program.Reads(callee.Func, param)) {
				out[param] = a
			}
			return
		}
		if a, ok := k.AliasOf(e, known); ok && c.program.Reads(callee.Func, param) {
			out[param] = a
		}
	}
	sig := callee.Func.Obj.Signature()
	if callee.Recv != nil && len(callee.Selection.Index()) == 1 && (program.TakesPointer(callee.Func.Obj) || program.IsArray(k.TypeOf(callee.Recv))) {
		note(sig.Recv(), callee.Recv)
	}
	for i, a := range args {
		if i < sig.Params().Len() && (program.IsPointer(k.TypeOf(a)) || program.IsArray(k.TypeOf(a))) {
			note(sig.Params().At(i), a)
		}
	}
	return out
}
