package program

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// typeNils gives each nil in a package the type of what it is assigned to, which the type checker does
// not record. In comparisons nil stays without a type.
func typeNils(pkg *packages.Package) {
	n := nils{pkg.TypesInfo}
	for _, file := range pkg.Syntax {
		var around []ast.Node
		ast.Inspect(file, func(node ast.Node) bool {
			if node == nil {
				around = around[:len(around)-1]
				return true
			}
			n.visit(node, around)
			around = append(around, node)
			return true
		})
	}
}

// IsNil reports whether e is nil.
func IsNil(s Scope, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	_, isNil := s.Object(id).(*types.Nil)
	return isNil
}

type nils struct{ *types.Info }

// set gives e the type t if e is nil.
func (n nils) set(e ast.Expr, t types.Type) {
	if p, ok := e.(*ast.ParenExpr); ok {
		n.set(p.X, t)
	}
	if tv, ok := n.Types[e]; ok && tv.IsNil() && t != nil {
		tv.Type = t
		n.Types[e] = tv
	}
}

func (n nils) visit(node ast.Node, around []ast.Node) {
	switch node := node.(type) {
	case *ast.CallExpr:
		n.arguments(node)
	case *ast.AssignStmt:
		if len(node.Lhs) == len(node.Rhs) {
			for i, r := range node.Rhs {
				n.set(r, n.TypeOf(node.Lhs[i]))
			}
		}
	case *ast.ValueSpec:
		for _, v := range node.Values {
			if node.Type != nil {
				n.set(v, n.TypeOf(node.Type))
			}
		}
	case *ast.CompositeLit:
		n.elements(node)
	case *ast.ReturnStmt:
		n.results(node, around)
	}
}

func (n nils) arguments(call *ast.CallExpr) {
	if tv := n.Types[call.Fun]; tv.IsType() {
		n.set(call.Args[0], tv.Type)
		return
	}
	sig, ok := n.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return
	}
	for i, a := range call.Args {
		last := sig.Params().Len() - 1
		switch {
		case sig.Variadic() && i >= last && !call.Ellipsis.IsValid():
			if s, ok := sig.Params().At(last).Type().Underlying().(*types.Slice); ok {
				n.set(a, s.Elem())
			}
		case i <= last:
			n.set(a, sig.Params().At(i).Type())
		}
	}
}

func (n nils) elements(lit *ast.CompositeLit) {
	for i, e := range lit.Elts {
		kv, keyed := e.(*ast.KeyValueExpr)
		switch t := n.TypeOf(lit).Underlying().(type) {
		case *types.Struct:
			if keyed {
				n.set(kv.Value, n.TypeOf(kv.Key))
			} else {
				n.set(e, t.Field(i).Type())
			}
		case interface{ Elem() types.Type }:
			if keyed {
				e = kv.Value
			}
			n.set(e, t.Elem())
		}
	}
}

func (n nils) results(ret *ast.ReturnStmt, around []ast.Node) {
	for _, node := range slices.Backward(around) {
		var t types.Type
		switch f := node.(type) {
		case *ast.FuncLit:
			t = n.TypeOf(f)
		case *ast.FuncDecl:
			t = n.TypeOf(f.Name)
		default:
			continue
		}
		if sig, ok := t.(*types.Signature); ok && len(ret.Results) == sig.Results().Len() {
			for i, r := range ret.Results {
				n.set(r, sig.Results().At(i).Type())
			}
		}
		return
	}
}
