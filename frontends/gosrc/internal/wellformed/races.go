package wellformed

import (
	"go/ast"
	"go/types"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// races reports mentions, in a Loop, of what it writes that are not of the iteration's own
// row: w[i], or an element of a tensor whose first index is i. Where all are, no iteration
// reads or writes what another writes.
func (c *checker) races() {
	lit := c.mark.Lit()
	s := program.Scope{Pkg: c.mark.Pkg}
	var i *types.Var
	if names := lit.Type.Params.List[0].Names; len(names) == 1 {
		i, _ = s.Object(names[0]).(*types.Var)
	}
	r := raceFinder{checker: c, Scope: s, index: i, own: map[ast.Expr]bool{}}
	if i != nil {
		program.Assigned(s, lit.Body, func(at ast.Expr, v *types.Var, _ bool) {
			if v == i {
				c.bad(at, "assigns to %s, the number of the iteration", i.Name())
			}
		})
	}
	for part := range c.literals {
		r.find(part)
	}
}

type raceFinder struct {
	*checker
	program.Scope
	index *types.Var
	own   map[ast.Expr]bool // mentions that are no race
}

// isIndex reports whether e is the number of the iteration.
func (r *raceFinder) isIndex(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && r.index != nil && r.Object(id) == r.index
}

// find visits the mentions in a function, in the order of their places: w[i] comes before
// the w in it.
func (r *raceFinder) find(lit *ast.FuncLit) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if r.isIndex(n.Index) {
				r.own[ast.Unparen(n.X)] = true
			}
		case *ast.CallExpr:
			if recv := program.TensorSet(r.Scope, n); recv != nil && len(n.Args) > 1 && r.isIndex(n.Args[1]) {
				r.own[ast.Unparen(recv)] = true
			}
			if recv := program.TensorAt(r.Scope, n); recv != nil && len(n.Args) > 0 && r.isIndex(n.Args[0]) {
				r.own[ast.Unparen(recv)] = true
			}
			callee := r.program.Callee(r.Scope, n.Fun)
			if callee.Kind == program.Builtin && callee.Name == "len" {
				r.own[ast.Unparen(n.Args[0])] = true
			}
			if callee.Kind == program.Marking && callee.Name == "Dim" {
				r.own[ast.Unparen(callee.Recv)] = true
			}
		}
		if e, ok := n.(ast.Expr); ok {
			if capture := r.mark.Captured(r.Scope, e); capture != nil && capture.Write && !r.own[e] {
				r.bad(e, "iterations may race: %s is written, and here another element than that of iteration %s may be meant; "+
					"index it with the number of the iteration, or use a tensor with that as the first index", capture.Text, r.indexName())
			}
		}
		return true
	})
}

func (r *raceFinder) indexName() string {
	if r.index == nil {
		return "_"
	}
	return r.index.Name()
}
