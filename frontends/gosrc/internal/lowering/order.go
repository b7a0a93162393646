package lowering

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// Go leaves open whether x/y fails before or after f() in x/y + f(). Its compiler calls all functions of
// an expression first, and so do expressions here, where it matters.

// failing are the operators that may fail.
var failing = []token.Token{token.QUO, token.REM, token.SHL, token.SHR}

// ordered does what comes first in e, and returns what to do after it. The parts of an expression
// are in order if it is, but for the operands of && and ||.
func (f *frame) ordered(e ast.Expr) func() {
	outer := f.called
	switch {
	case isShort(e):
		f.called = nil
	case outer != nil:
		return func() {}
	case f.disordered(e):
		f.callsFirst(e)
	default:
		f.called = map[ast.Expr]lower.Value{}
	}
	return func() { f.called = outer }
}

// disordered reports whether something in e that may fail stands before a call.
func (f *frame) disordered(e ast.Expr) bool {
	mayFail, out := false, false
	f.inOrder(e, func(part ast.Expr) {
		switch part := part.(type) {
		case *ast.BinaryExpr:
			mayFail = mayFail || slices.Contains(failing, part.Op)
		case *ast.IndexExpr, *ast.SliceExpr:
			mayFail = true
		default:
			out = out || mayFail
		}
	})
	return out
}

// callsFirst evaluates the calls in e, and the operands of && and ||, which may not be evaluated.
func (f *frame) callsFirst(e ast.Expr) {
	f.called = map[ast.Expr]lower.Value{}
	f.inOrder(e, func(part ast.Expr) {
		if f.calls(part) || isShort(part) {
			f.called[part] = f.expr(part)
		}
	})
}

// inOrder visits what may fail, the calls, and the operands of && and || as a whole, in the order in which
// they are done from left to right.
func (f *frame) inOrder(e ast.Expr, visit func(ast.Expr)) {
	var around []ast.Node
	ast.Inspect(e, func(n ast.Node) bool {
		if n == nil {
			last := around[len(around)-1]
			around = around[:len(around)-1]
			if x, ok := last.(ast.Expr); ok && f.visited(x) {
				visit(x)
			}
			return true
		}
		x, isExpr := n.(ast.Expr)
		if _, isFunc := n.(*ast.FuncLit); isFunc {
			return false
		}
		if isExpr && f.Pkg.TypesInfo.Types[x].Value != nil {
			return false
		}
		if isExpr && isShort(x) {
			visit(x)
			return false
		}
		around = append(around, n)
		return true
	})
}

// visited reports whether inOrder visits e.
func (f *frame) visited(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return slices.Contains(failing, e.Op)
	case *ast.IndexExpr:
		return f.Pkg.TypesInfo.Types[e].IsValue() && !isFunction(f.TypeOf(e))
	case *ast.SliceExpr:
		return true
	}
	return f.calls(e)
}

// calls reports whether e is a call of a function with a result that is data.
func (f *frame) calls(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || !f.Pkg.TypesInfo.Types[call].IsValue() || isFunction(f.TypeOf(call)) {
		return false
	}
	switch c := f.program.Callee(f.Scope, call.Fun); c.Kind {
	case program.Conversion, program.Library:
		return false
	case program.Builtin:
		return c.Name == "min" || c.Name == "max"
	}
	return true
}

func isShort(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.LAND || b.Op == token.LOR)
}
