package program

import (
	"go/ast"
	"go/constant"
	"go/types"
)

// Size returns what an expression at a mark is the size of, and in which dimension: len(x), x.Dim(k), or a local
// variable that is declared with one of these and, like x, never assigned again.
func (p *Program) Size(s Scope, e ast.Expr) (of ast.Expr, dimension int, ok bool) {
	if call, isCall := ast.Unparen(e).(*ast.CallExpr); isCall {
		return p.sizeCall(s, call)
	}
	id, isIdent := ast.Unparen(e).(*ast.Ident)
	if !isIdent {
		return nil, 0, false
	}
	v, _ := s.Object(id).(*types.Var)
	d := p.defined[v]
	if v == nil || v.Kind() != types.LocalVar || d == nil || d.count != 1 {
		return nil, 0, false
	}
	call, isCall := d.by.(*ast.CallExpr)
	if !isCall {
		return nil, 0, false
	}
	of, dimension, ok = p.sizeCall(d.scope, call)
	if !ok || !p.steady(d.scope, of) {
		return nil, 0, false
	}
	return of, dimension, true
}

// sizeCall takes a call of len, or of a tensor's method Dim, apart.
func (p *Program) sizeCall(s Scope, call *ast.CallExpr) (of ast.Expr, dimension int, ok bool) {
	c := p.Callee(s, call.Fun)
	switch {
	case c.Kind == Builtin && c.Name == "len":
		return call.Args[0], 0, isSlice(s.TypeOf(call.Args[0]))
	case c.Kind == Marking && c.Recv != nil && c.Name == "Dim" && TensorElem(s.TypeOf(c.Recv)) != nil:
		if v := s.Pkg.TypesInfo.Types[call.Args[0]].Value; v != nil {
			if k, exact := constant.Int64Val(constant.ToInt(v)); exact && 0 <= k && k < 3 {
				return c.Recv, int(k), true
			}
		}
	}
	return nil, 0, false
}

// steady reports whether e is a local variable that is assigned at most where it is declared.
func (p *Program) steady(s Scope, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, _ := s.Object(id).(*types.Var)
	if v == nil {
		return false
	}
	switch d := p.defined[v]; v.Kind() {
	case types.LocalVar:
		return d != nil && d.count == 1 && d.first != nil
	case types.ParamVar, types.RecvVar:
		return d == nil
	}
	return false
}

// Sized returns x of a call len(x) or x.Dim(k), but for parts of slices; nil of other calls.
func (p *Program) Sized(s Scope, call *ast.CallExpr) ast.Expr {
	callee := p.Callee(s, call.Fun)
	switch {
	case callee.Kind == Builtin && callee.Name == "len":
		if x := ast.Unparen(call.Args[0]); Part(s, x) == x {
			return x
		}
	case callee.Kind == Marking && callee.Name == "Dim":
		return ast.Unparen(callee.Recv)
	}
	return nil
}
