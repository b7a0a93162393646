package wellformed

import (
	"go/ast"
	"go/types"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// Functions may take pointers, as parameters and receivers, to variables of their callers and
// to parts of them. A pointer is used to read and to assign what it points at, and to be passed
// on; it is never stored or returned. So it is known what it points at.

// pointer checks what a function gets a pointer to: &x, a parameter that is a pointer, or x of
// x.m() where m has a pointer receiver. It reports whether that is allowed.
func (c *checker) pointer(k code, e ast.Expr) bool {
	at := e
	e = program.Pointee(e)
	id, v := program.Root(k.Scope, e)
	switch {
	case v == nil:
		c.bad(at, "a pointer to something other than a variable, or a field or array element of one")
	case isGlobal(v), k.decl == nil && c.mark.Outside(v) && !c.within(v):
		c.bad(at, "a pointer to %s, which is declared outside and may be assigned through it: use a copy, or a method with a value receiver", id.Name)
	case throughSlice(k.Scope, e):
		c.bad(at, "a pointer to an element of a slice: assign to a variable, and that to the element")
	case program.IsPointer(k.TypeOf(at)) && at == e && !c.isPointer(k, at):
		c.bad(at, "a pointer that is no parameter")
	default:
		c.indices(k, e)
		return true
	}
	return false
}

// isPointer reports whether e names a parameter or receiver that is a pointer.
func (c *checker) isPointer(k code, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || k.decl == nil {
		return false
	}
	v, ok := k.Object(id).(*types.Var)
	if !ok || !program.IsPointer(k.Subst(v.Type())) {
		return false
	}
	return k.decl.Pos() <= v.Pos() && v.Pos() < k.decl.Body.Pos()
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

// aliases are the pointers that a call passes to something outside of the marked expression, and that
// the function only reads through.
func (c *checker) aliases(k code, callee program.Callee, args []ast.Expr) map[*types.Var]program.Alias {
	out := map[*types.Var]program.Alias{}
	note := func(param *types.Var, e ast.Expr) {
		known := func(v *types.Var) bool {
			return !c.mark.Outside(v) || c.within(v) || k.decl != nil && !isGlobal(v) && !k.Aliased(program.Pointee(e))
		}
		if a, ok := k.AliasOf(e, known); ok && c.program.Reads(callee.Func, param) {
			out[param] = a
		}
	}
	sig := callee.Func.Obj.Signature()
	if callee.Recv != nil && program.TakesPointer(callee.Func.Obj) && len(callee.Selection.Index()) == 1 {
		note(sig.Recv(), callee.Recv)
	}
	for i, a := range args {
		if i < sig.Params().Len() && program.IsPointer(k.TypeOf(a)) {
			note(sig.Params().At(i), a)
		}
	}
	return out
}
