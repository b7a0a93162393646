package lowering

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// Go leaves open whether x/y fails before or after f() in x/y + f(), and whether x is read before or after f(), which
// may assign to it, in x + f(). Its compiler calls all functions of a statement first, and so do statements here,
// where it matters.

// failing are the operators that may fail.
var failing = []token.Token{token.QUO, token.REM, token.SHL, token.SHR}

// ordered does what comes first in the expressions of a statement, or in one expression, and returns what to do after
// them. The parts of an expression are in order if it is, but for the operands of && and ||.
func (f *frame) ordered(es ...ast.Expr) func() {
	outer := f.called
	switch {
	case len(es) == 1 && isShort(es[0]):
		f.called = nil
	case outer != nil:
		return func() {}
	case f.disordered(es):
		f.callsFirst(es)
	default:
		f.called = map[ast.Expr]lower.Value{}
	}
	return func() { f.called = outer }
}

// disordered reports whether something that may fail, or that a call changes, stands before the call.
func (f *frame) disordered(es []ast.Expr) bool {
	mayFail, out := false, false
	f.inOrder(es, func(part ast.Expr) {
		switch part := part.(type) {
		case *ast.BinaryExpr:
			mayFail = mayFail || slices.Contains(failing, part.Op)
			out = out || isShort(part) && f.changesSome(part)
		case *ast.IndexExpr, *ast.SliceExpr:
			mayFail = true
		default:
			out = out || mayFail && f.mayFail(part) || f.changesSome(part)
		}
	})
	return out
}

// changesSome reports whether a part of an expression assigns to variables.
func (f *frame) changesSome(e ast.Expr) bool { return len(f.changes(e)) > 0 }

// callsFirst evaluates the calls in expressions, and the operands of && and ||, which may not be evaluated.
func (f *frame) callsFirst(es []ast.Expr) {
	f.called = map[ast.Expr]lower.Value{}
	f.inOrder(es, func(part ast.Expr) {
		if f.calls(part) || isShort(part) {
			f.called[part] = f.expr(part)
		}
	})
}

// inOrder visits what may fail, the calls, and the operands of && and || as a whole, in the order in which
// they are done from left to right.
func (f *frame) inOrder(es []ast.Expr, visit func(ast.Expr)) {
	for _, e := range es {
		f.partsInOrder(e, visit)
	}
}

func (f *frame) partsInOrder(e ast.Expr, visit func(ast.Expr)) {
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

// calls reports whether e is a call of a function, with a result that is data, that comes first.
func (f *frame) calls(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || !f.Pkg.TypesInfo.Types[call].IsValue() || isFunction(f.TypeOf(call)) || program.IsPointer(f.TypeOf(call)) {
		return false
	}
	switch c := f.program.Callee(f.Scope, call.Fun); c.Kind {
	case program.Conversion:
		return false
	case program.Builtin:
		return slices.Contains([]string{"append", "copy", "len", "make", "max", "min"}, c.Name)
	}
	return true
}

// mayFail reports whether a call may, itself, fail.
func (f *frame) mayFail(call ast.Expr) bool {
	c := f.program.Callee(f.Scope, call.(*ast.CallExpr).Fun)
	return c.Kind != program.Library && (c.Kind != program.Builtin || c.Name == "make")
}

func isShort(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.LAND || b.Op == token.LOR)
}
