package wellformed

import (
	"go/ast"
	"go/types"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// fresh reports whether e is a slice that nothing else refers to.
func (c *checker) fresh(s program.Scope, e ast.Expr) bool {
	e = ast.Unparen(e)
	if program.IsNil(s, e) {
		return true
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		callee := c.program.Callee(s, e.Fun)
		switch callee.Kind {
		case program.Builtin:
			return callee.Name == "make" || callee.Name == "append" && c.fresh(s, e.Args[0])
		case program.Conversion:
			return isString(s.TypeOf(e.Args[0]).Underlying()) || c.fresh(s, e.Args[0])
		case program.Marking:
			return callee.Recv == nil && callee.Name != "Reduce" && callee.Name != "Run"
		case program.Declared:
			return c.freshCall(callee)
		case program.Library: // slices.Clone, which leaves rows to both
			t, isSlice := s.TypeOf(e).Underlying().(*types.Slice)
			return isSlice && !hasSlices(t.Elem())
		}
	}
	return false
}

// freshCall reports whether the slice that a function returns is known to no one else.
func (c *checker) freshCall(callee program.Callee) bool {
	f := callee.Func
	if known, ok := c.freshCalls[f]; ok {
		return known
	}
	c.freshCalls[f] = false // of recursion
	if f.Decl.Type.Results == nil || len(f.Decl.Type.Results.List) != 1 || len(f.Decl.Type.Results.List[0].Names) > 0 {
		return false
	}
	out := true
	ast.Inspect(f.Decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			out = out && len(n.Results) == 1 && c.freshReturn(callee, n.Results[0])
		}
		return out
	})
	c.freshCalls[f] = out
	return out
}

// freshReturn reports whether e, which a function returns, is known to no one else.
func (c *checker) freshReturn(callee program.Callee, e ast.Expr) bool {
	s := callee.Scope
	if c.fresh(s, e) {
		return true
	}
	_, v := program.Root(s, e)
	if _, extended := appendedTo(c.program, s, e); extended != nil {
		v = extended
	} else if v != nil && !denotes(s, e, v) && !keeps(c.program, s, e, v) {
		return false
	}
	if v == nil || isGlobal(v) {
		return false
	}
	_, isSlice := s.Subst(v.Type()).Underlying().(*types.Slice)
	return isSlice && c.notOwned(s, callee.Func.Decl, v) == ""
}

// returnsFrom reports whether a return statement ends the function that v is declared in.
func returnsFrom(s program.Scope, within ast.Node, v *types.Var, r *ast.ReturnStmt) bool {
	var inner ast.Node = within
	ast.Inspect(within, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Pos() <= r.Pos() && r.End() <= lit.End() {
			inner = lit
		}
		return n != nil && n.Pos() <= r.Pos() && r.End() <= n.End()
	})
	return inner.Pos() <= v.Pos() && v.Pos() < inner.End()
}
