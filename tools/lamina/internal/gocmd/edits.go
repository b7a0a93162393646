package gocmd

import (
	"go/ast"
	"strings"

	"github.com/lamina-lang/lamina/frontends/gosrc"
)

// editsOf are the changes to an expression's call: f of Run(f) stays, so that everything that
// it mentions is still used, and runs where the kernel cannot.
//
//	accelerate.Run(f)  becomes  accelerate.RunKernel(k, f, func() []interface{} { … })
//
// In a function that is generic in T, k.Of((*T)(nil)) is the kernel.
func editsOf(x *gosrc.Expression, kernel string) []edit {
	id := calledName(x.Call.Fun)
	var texts []string
	for _, c := range x.Captures {
		texts = append(texts, c.Text)
	}
	args := ", func() []interface{} { return []interface{}{" + strings.Join(texts, ", ") + "} }"
	first, last := x.Call.Args[0], x.Call.Args[len(x.Call.Args)-1]
	if len(x.TypeParams) > 0 {
		kernel += ".Of((*" + strings.Join(x.TypeParams, ")(nil), (*") + ")(nil))"
	}
	return []edit{
		{id.Pos(), id.End(), id.Name + "Kernel"},
		{first.Pos(), first.Pos(), kernel + ", "},
		{last.End(), last.End(), args},
	}
}

// calledName is the identifier of the function that a call names.
func calledName(fun ast.Expr) *ast.Ident {
	switch e := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return calledName(e.X)
	}
	return nil
}
