package wellformed

import (
	"go/ast"
	"go/types"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// target checks the left side of an assignment. Whole variables must be local. Elements may
// be assigned of arrays, which are values, and of slices that the function made itself and
// of which it made no second name: elsewhere the assignment would be seen under other names.
func (c *checker) target(k code, e ast.Expr) {
	id, v := program.Root(k.Scope, e)
	if v == nil {
		c.bad(e, "cannot assign to this expression")
		return
	}
	c.indices(k, e)
	whole := ast.Unparen(e) == ast.Expr(id)
	outside := k.decl == nil && c.mark.Outside(v) && !c.within(v)
	inLoop := c.mark.Name == "Loop" && outside
	switch {
	case inLoop && !whole && c.element(k, e):
		return // the lowering tells whether iterations are independent
	case outside, v.Parent() == v.Pkg().Scope():
		c.bad(e, "assigns to %s, which is declared outside: return a value instead", id.Name)
	case !whole:
		c.owned(k, e, id, v)
	}
}

// indices checks the index expressions in an assignable expression.
func (c *checker) indices(k code, e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		c.expr(k, e.Index)
		c.indices(k, e.X)
	case *ast.SelectorExpr:
		if sel := k.Pkg.TypesInfo.Selections[e]; sel != nil && sel.Indirect() && k.decl != nil {
			c.bad(e, "assigns through a pointer")
		}
		c.indices(k, e.X)
	case *ast.StarExpr:
		c.bad(e, "assigns through a pointer")
	}
}

// element reports whether e is an element, or part of one, of a captured slice.
func (c *checker) element(k code, e ast.Expr) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			if _, ok := k.TypeOf(x.X).Underlying().(*types.Slice); ok {
				if root, _ := program.Chain(k.Scope, x.X); root != nil {
					if hasSlices(k.TypeOf(x)) {
						c.bad(x, "the elements of %s hold slices: use a tensor of rank 2", types.ExprString(x.X))
						return true
					}
					c.mark.Capture(k.Scope, x.X).Write = true
					return true
				}
			}
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		default:
			return false
		}
	}
}

// owned reports an assignment to an element of a slice that others may see.
func (c *checker) owned(k code, e ast.Expr, id *ast.Ident, v *types.Var) {
	if !throughSlice(k.Scope, e) {
		return
	}
	_, isSlice := k.Subst(v.Type()).Underlying().(*types.Slice)
	switch {
	case !isSlice:
		c.bad(e, "assigns to an element of a slice within %s: others may see it; make a slice in a variable of its own", id.Name)
	case hasSlices(k.Subst(v.Type()).Underlying().(*types.Slice).Elem()):
		c.bad(e, "assigns to an element of %s, whose elements hold slices: use arrays, or one slice of all elements", id.Name)
	default:
		if why := notOwned(c.program, k.Scope, k.enclosing(), v); why != "" {
			c.bad(e, "assigns to an element of %s, which others may see: %s", id.Name, why)
		}
	}
}

// throughSlice reports whether an assignable expression selects an element of a slice.
func throughSlice(s program.Scope, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		_, ok := s.TypeOf(e.X).Underlying().(*types.Slice)
		return ok || throughSlice(s, e.X)
	case *ast.SelectorExpr:
		return throughSlice(s, e.X)
	}
	return false
}

// notOwned tells why v, a variable of slice type, may share its elements with something
// else; "" if it does not. It is given fresh slices alone, and mentioned only where its
// elements are read or written, its length is asked for, or where it is returned.
func notOwned(p *program.Program, s program.Scope, within ast.Node, v *types.Var) string {
	why := "it is a parameter"
	allowed := map[*ast.Ident]bool{}
	own := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if ok && s.Object(id) == v {
			allowed[id] = true
			return true
		}
		return false
	}
	define := func(l ast.Expr, r ast.Expr) {
		if own(l) {
			why = ""
			if r == nil || !fresh(p, s, r) {
				why = "it is assigned something other than make, a literal or the result of a function of package accelerate"
			}
		}
	}
	defined := ""
	ast.Inspect(within, func(n ast.Node) bool {
		if defined != "" {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if len(n.Rhs) == len(n.Lhs) {
					define(l, n.Rhs[i])
				} else {
					define(l, nil)
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if i < len(n.Values) {
					define(id, n.Values[i])
				} else if own(id) {
					why = "" // nil
				}
			}
		case *ast.IndexExpr:
			own(n.X)
		case *ast.RangeStmt:
			own(n.X)
			if n.Value != nil {
				define(n.Value, nil)
			}
		case *ast.ReturnStmt:
			if returnsFrom(s, within, v, n) {
				for _, r := range n.Results {
					own(r)
				}
			}
		case *ast.CallExpr:
			switch callee := p.Callee(s, n.Fun); {
			case callee.Kind == program.Builtin && callee.Name == "len", callee.Kind == program.Marking:
				for _, a := range n.Args {
					own(a)
				}
			}
		}
		if why != "" && why != "it is a parameter" {
			defined = why
		}
		return true
	})
	if why != "" {
		return why
	}
	ast.Inspect(within, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.Object(id) == v && !allowed[id] {
			why = "it is mentioned as a whole in line " + itoa(p.Fset.Position(id.Pos()).Line)
		}
		return true
	})
	return why
}

// fresh reports whether e is a slice that nothing else refers to.
func fresh(p *program.Program, s program.Scope, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		c := p.Callee(s, e.Fun)
		return c.Kind == program.Builtin && c.Name == "make" ||
			c.Kind == program.Marking && c.Recv == nil && c.Name != "Reduce" && c.Name != "Run"
	}
	return false
}

// returnsFrom reports whether a return statement ends the function that v is declared in.
func returnsFrom(s program.Scope, within ast.Node, v *types.Var, r *ast.ReturnStmt) bool {
	var inner ast.Node = within
	ast.Inspect(within, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Pos() <= r.Pos() && r.End() <= lit.End() {
			inner = lit
		}
		return true
	})
	return inner.Pos() <= v.Pos() && v.Pos() < inner.End()
}
