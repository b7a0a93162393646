package wellformed

import (
	"go/ast"
	"go/token"
)

// A Loop may replace rows of a slice of slices from outside if each iteration replaces its own, and by a slice that
// nothing else refers to. Others may refer to the rows that were there before, so it is known which ones these are.

// notReplaced tells why a Loop may not replace a row of an array from outside; "" if it may.
func (c *checker) notReplaced(k code, row, array ast.Expr) string {
	lit := c.mark.Lit()
	s := replacing(lit.Body.List, row)
	if k.decl != nil || s == nil {
		return "and not in a statement of its own that each iteration comes to"
	}
	x := row.(*ast.IndexExpr)
	names := lit.Type.Params.List[0].Names
	id, ok := ast.Unparen(x.Index).(*ast.Ident)
	if ast.Unparen(x.X) != array || !ok || len(names) == 0 || k.Object(id) != k.Object(names[0]) {
		return "and not the one that the number of the iteration selects"
	}
	o := c.owner(k.InLoop(nil), k.enclosing())
	if !c.freshRows(k.Scope, s.Rhs[0]) && !o.spent(s, s.Rhs[0]) {
		return "by something other than make, a literal, the result of a function that makes a slice, or such a slice that is not used after that"
	}
	return ""
}

// replacing returns the statement among list that assigns a row, if all that run list come to it.
func replacing(list []ast.Stmt, row ast.Expr) *ast.AssignStmt {
	for _, s := range list {
		if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN && len(a.Lhs) == 1 && len(a.Rhs) == 1 && ast.Unparen(a.Lhs[0]) == row {
			return a
		}
		if mayReturn(s) {
			return nil
		}
	}
	return nil
}

// mayReturn reports whether a statement may return from the function around it.
func mayReturn(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		}
		return !found
	})
	return found
}
