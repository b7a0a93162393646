package lowering

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// refers declares a variable that stands for something else, if it does so in the program: a pointer, or
// a row of a slice of slices that is in a variable.
func (f *frame) refers(l ast.Expr) bool {
	id, ok := ast.Unparen(l).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := f.Pkg.TypesInfo.Defs[id].(*types.Var)
	if !ok {
		return false
	}
	r := f.program.Reference(v)
	if r == nil {
		return false
	}
	isPointer := program.IsPointer(f.Subst(v.Type()))
	if !isPointer && !f.inVariable(r.To) {
		return false // a row of something outside: a value
	}
	f.vars[v] = &variable{name: id.Name, typ: f.Subst(v.Type()), ref: f.pointee(r.By)}
	return true
}

// refersToRow declares the row that a loop ranges over, number i, if it stands for a row of a variable.
func (f *frame) refersToRow(s *ast.RangeStmt, over ast.Expr, i ir.Atom) bool {
	id, ok := s.Value.(*ast.Ident)
	if !ok || s.Tok != token.DEFINE {
		return false
	}
	v, ok := f.Object(id).(*types.Var)
	if !ok || f.program.Reference(v) == nil || !f.inVariable(over) {
		return false
	}
	p := f.unchecked(over)
	p.steps = append(p.steps, step{index: &index{s.Value, goInt, i}})
	f.check(p)
	f.vars[v] = &variable{name: id.Name, typ: f.Subst(v.Type()), ref: p}
	return true
}

// inVariable reports whether e is part of a variable of the program, or of an array that a Loop writes.
func (f *frame) inVariable(e ast.Expr) bool {
	if f.sharedBy(e) != nil {
		return true
	}
	_, root := program.Root(f.Scope, e)
	return root != nil && f.lookup(root) != nil
}

// pointee is what the value of an expression, a pointer or the row of a slice of slices, stands for.
func (f *frame) pointee(e ast.Expr) *place {
	e = ast.Unparen(program.Pointee(ast.Unparen(e)))
	switch x := e.(type) {
	case *ast.CompositeLit:
		return f.object(x, f.expr(x))
	case *ast.CallExpr:
		if program.IsPointer(f.TypeOf(x)) {
			return f.returnedObject(x)
		}
	}
	if f.inVariable(e) {
		return f.place(e)
	}
	return f.object(e, f.expr(e)) // it stays as it is
}

// object is a new variable without a name.
func (f *frame) object(e ast.Expr, v lower.Value) *place {
	t := f.TypeOf(e)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return &place{variable: &variable{name: "object", typ: t, value: v, set: true}}
}

// returnedObject is what a call returns a pointer to.
func (f *frame) returnedObject(call *ast.CallExpr) *place {
	if callee := f.program.Callee(f.Scope, call.Fun); callee.Kind == program.Builtin {
		return f.object(call, f.zero(f.TypeOf(call).Underlying().(*types.Pointer).Elem())) // new
	}
	fn, args := f.function(call.Fun), f.arguments(call)
	defer f.at(call)()
	return f.inline(fn, args).resultRef
}
