package escape

import (
	"go/ast"
	"go/token"
	"strings"
)

// Position is where a line and a column of the text are in Go's source: in a literal in backquotes
// exactly; in another expression, at its beginning.
func Position(fset *token.FileSet, text ast.Expr, line, col int) token.Position {
	at := fset.Position(text.Pos())
	lit, ok := ast.Unparen(text).(*ast.BasicLit)
	switch {
	case !ok || !strings.HasPrefix(lit.Value, "`") || line == 0:
	case line == 1:
		at = fset.Position(lit.Pos())
		at.Column += col
	default:
		at = fset.Position(lit.Pos())
		at.Line, at.Column = at.Line+line-1, col
	}
	return at
}
