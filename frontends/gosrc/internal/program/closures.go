package program

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Definition returns the literal that a variable of function type holds: the one it is
// declared with, in body, if it is never assigned again.
func Definition(s Scope, body ast.Node, v *types.Var) *ast.FuncLit {
	lit, _ := DefinedBy(s, body, v).(*ast.FuncLit)
	return lit
}

// DefinedBy returns the expression that a variable is declared with, in body, if it is never
// assigned again; else nil.
func DefinedBy(s Scope, body ast.Node, v *types.Var) ast.Expr {
	var by ast.Expr
	count := 0
	note := func(id *ast.Ident, x ast.Expr) {
		if s.Object(id) != v {
			return
		}
		count++
		if x != nil {
			by = ast.Unparen(x)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if id, ok := ast.Unparen(l).(*ast.Ident); ok {
					var x ast.Expr
					if len(n.Rhs) == len(n.Lhs) {
						x = n.Rhs[i]
					}
					note(id, x)
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if i < len(n.Values) {
					note(id, n.Values[i])
				} else {
					note(id, nil)
				}
			}
		case *ast.UnaryExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && n.Op == token.AND {
				note(id, nil)
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok {
					note(id, nil)
				}
			}
		}
		return true
	})
	if count != 1 {
		return nil
	}
	return by
}

// Root returns the variable at the root of an assignable expression, and the identifier:
// x of x, x[i], x.f[i].g, x[i:j], Vec(x).
func Root(s Scope, e ast.Expr) (*ast.Ident, *types.Var) {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			v, _ := s.Object(x).(*types.Var)
			return x, v
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			if s.Pkg.TypesInfo.Selections[x] == nil {
				v, _ := s.Object(x.Sel).(*types.Var)
				return x.Sel, v
			}
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.CallExpr:
			if e = Unconverted(s, x); e == ast.Expr(x) {
				return nil, nil
			}
		default:
			return nil, nil
		}
	}
}

// Unconverted returns x of Vec(x), a conversion of slices, and other expressions as they are, without parentheses.
func Unconverted(s Scope, e ast.Expr) ast.Expr {
	for {
		e = ast.Unparen(e)
		call, ok := e.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || !s.Pkg.TypesInfo.Types[call.Fun].IsType() || !isSlice(s.TypeOf(call)) || !isSlice(s.TypeOf(call.Args[0])) {
			return e
		}
		e = call.Args[0]
	}
}

// Assigned calls f for every assignment in n: with the variable, and whether it is assigned
// as a whole rather than an element or a field of it. What a call gets a pointer to counts as
// assigned, and so do elements of a tensor that it gets and sets. What is assigned through a reference is assigned to the variable that it stands for.
func Assigned(s Scope, n ast.Node, f func(at ast.Expr, v *types.Var, whole bool)) {
	target := func(e ast.Expr) {
		id, v := Root(s, e)
		if v == nil {
			return
		}
		whole := ast.Unparen(e) == ast.Expr(id)
		if to, root := s.Referent(v); to != nil && root != nil && (!whole || IsPointer(s.TypeOf(e))) {
			f(e, root, false)
			return
		}
		f(e, v, whole)
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				target(l)
			}
		case *ast.IncDecStmt:
			target(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				for _, e := range []ast.Expr{n.Key, n.Value} {
					if e != nil {
						target(e)
					}
				}
			}
		case *ast.CallExpr:
			changed := SetBy(s, n)
			if recv := TensorSet(s, n); recv != nil {
				changed = append(changed, recv)
			}
			for _, e := range changed {
				if _, v := Root(s, e); v != nil {
					_, v = s.Referent(s.Actual(v))
					f(e, v, false)
				}
			}
			for _, e := range pointed(s, n) {
				target(e)
			}
			if to := Overwritten(s, n); to != nil {
				if _, v := Root(s, to); v != nil {
					_, v = s.Referent(v)
					f(to, v, false)
				}
			}
		}
		return true
	})
}

// pointed lists the expressions that a call gets pointers to, and may assign: x of f(&x), of f(x) if x is a
// pointer, and of x.m() if m has a pointer receiver.
func pointed(s Scope, call *ast.CallExpr) []ast.Expr {
	var out []ast.Expr
	var callee Callee
	if s.program != nil {
		callee = s.program.Callee(s, call.Fun)
	}
	if callee.Kind == Builtin {
		return nil // len of an array
	}
	reads := func(param *types.Var) bool { return s.program.Reads(callee.Func, param) }
	for i, a := range call.Args {
		if !IsPointer(s.TypeOf(a)) {
			continue
		}
		if callee.Kind == Declared && i < callee.Func.Obj.Signature().Params().Len() && reads(callee.Func.Obj.Signature().Params().At(i)) {
			continue
		}
		out = append(out, Pointee(a))
	}
	if callee.Kind == Declared && callee.Recv != nil && len(callee.Selection.Index()) == 1 && reads(callee.Func.Obj.Signature().Recv()) {
		return out
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if m := s.Pkg.TypesInfo.Selections[sel]; m != nil && m.Kind() == types.MethodVal && TakesPointer(m.Obj().(*types.Func)) {
			out = append(out, sel.X)
		}
	}
	return out
}

// Pointee returns x of &x, and other expressions as they are.
func Pointee(e ast.Expr) ast.Expr {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		return u.X
	}
	return e
}

// IsPointer reports whether values of type t are pointers.
func IsPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// TakesPointer reports whether a method has a pointer receiver.
func TakesPointer(m *types.Func) bool {
	recv := m.Signature().Recv()
	return recv != nil && IsPointer(recv.Type())
}

// Overwritten returns the slice whose elements a call of copy or clear replaces, or nil.
func Overwritten(s Scope, call *ast.CallExpr) ast.Expr {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	if b, ok := s.Object(id).(*types.Builtin); !ok || b.Name() != "copy" && b.Name() != "clear" {
		return nil
	}
	return call.Args[0]
}

// TensorSet returns the tensor that a call sets an element of, or nil.
func TensorSet(s Scope, call *ast.CallExpr) ast.Expr { return tensorMethod(s, call, "Set") }

// TensorAt returns the tensor that a call reads an element of, or nil.
func TensorAt(s Scope, call *ast.CallExpr) ast.Expr { return tensorMethod(s, call, "At") }

func tensorMethod(s Scope, call *ast.CallExpr, name string) ast.Expr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name || TensorElem(s.TypeOf(sel.X)) == nil {
		return nil
	}
	return sel.X
}
