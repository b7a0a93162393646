package wellformed

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// Go's append may write beyond the last element of its slice, where other slices may have
// elements. In a marked expression it makes a new array. The two agree if nobody else refers
// to the elements, and if the slice is not used again or becomes the result:
//
//	xs = append(xs, x)  return append(xs, x)  append([]int{}, xs...)

// appends checks a call of append.
func (c *checker) appends(k code, e *ast.CallExpr) {
	c.typ(e, k.TypeOf(e), "the result of append")
	c.readsElems(k, e.Args[1:])
	c.exprs(k, e.Args)
	if !c.appended[e] && !c.fresh(k.Scope, e.Args[0]) {
		c.bad(e, "append to %s, which may write to elements that others see: assign the result to the same variable, return it, or append to a new slice", types.ExprString(e.Args[0]))
	}
}

// extends notes the appends of an assignment to variables that own the slices, which they
// extend.
func (c *checker) extends(k code, s *ast.AssignStmt) {
	if len(s.Lhs) != len(s.Rhs) {
		return
	}
	for i, r := range s.Rhs {
		id, v := appendedTo(c.program, k.Scope, r)
		switch {
		case v == nil:
		case denotes(k.Scope, s.Lhs[i], v):
			c.appendsTo(k, r, id, v)
		case !isGlobal(v) && (k.decl != nil || !c.mark.Outside(v) || c.within(v)):
			call := ast.Unparen(r).(*ast.CallExpr)
			o := c.owner(k.InLoop(nil), k.enclosing(), v)
			o.last = call
			if mentions(k.Scope, s, v) == 1 && o.spent(s, id) {
				c.harmless(call)
			}
		}
	}
}

// returnsExtended notes the appends of a return statement to variables that own the slices:
// those end there.
func (c *checker) returnsExtended(k code, s *ast.ReturnStmt) {
	for _, r := range s.Results {
		if id, v := appendedTo(c.program, k.Scope, r); v != nil && mentions(k.Scope, s, v) == 1 && returnsFrom(k.Scope, k.enclosing(), v, s) {
			c.appendsTo(k, r, id, v)
		}
	}
}

// harmless notes that a call of append, and those of what it appends to, are where they do no harm.
func (c *checker) harmless(e ast.Expr) {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return
		}
		c.appended[call] = true
		e = call.Args[0]
	}
}

func (c *checker) appendsTo(k code, call ast.Expr, id *ast.Ident, v *types.Var) {
	c.harmless(call)
	if k.decl == nil && c.mark.Outside(v) && !c.within(v) {
		c.bad(id, "appends to %s, which is declared outside: append to a new slice", id.Name)
		return
	}
	if why := c.notOwned(k.Scope, k.enclosing(), v); why != "" {
		c.bad(id, "appends to %s, whose elements others may see: %s", id.Name, why)
	}
}

// appendedTo returns the variable that e, a call of append, appends to, and of append(append(x, …), …) x.
func appendedTo(p *program.Program, s program.Scope, e ast.Expr) (*ast.Ident, *types.Var) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	if callee := p.Callee(s, call.Fun); callee.Kind != program.Builtin || callee.Name != "append" {
		return nil, nil
	}
	id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	if !ok {
		return appendedTo(p, s, call.Args[0])
	}
	v, _ := s.Object(id).(*types.Var)
	return id, v
}

// keeps reports whether e is what v holds, shortened or extended: v[i:j], append(v, …).
func keeps(p *program.Program, s program.Scope, e ast.Expr, v *types.Var) bool {
	if slice, ok := ast.Unparen(e).(*ast.SliceExpr); ok {
		return denotes(s, slice.X, v)
	}
	_, to := appendedTo(p, s, e)
	return to == v
}

func denotes(s program.Scope, e ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && v != nil && s.Object(id) == v
}

// mentions counts the mentions of v.
func mentions(s program.Scope, n ast.Node, v *types.Var) int {
	count := 0
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.Object(id) == v {
			count++
		}
		return true
	})
	return count
}

// overwrites checks a call of copy or clear, which assigns to elements.
func (c *checker) overwrites(k code, e *ast.CallExpr) {
	to := ast.Unparen(e.Args[0])
	c.readsElems(k, e.Args[1:])
	c.exprs(k, e.Args)
	if slice, ok := to.(*ast.SliceExpr); ok {
		to = ast.Unparen(slice.X)
	}
	if row, ok := to.(*ast.IndexExpr); ok {
		c.overwritesRow(k, e, row)
		return
	}
	id, ok := to.(*ast.Ident)
	if !ok {
		c.bad(e, "%s takes a variable here, a row of a slice of slices, or a part of one", types.ExprString(e.Fun))
		return
	}
	v, ok := k.Object(id).(*types.Var)
	if !ok {
		return
	}
	s, isSlice := k.Subst(v.Type()).Underlying().(*types.Slice)
	switch r := c.program.Reference(v); {
	case isSlice && hasSlices(s.Elem()):
		c.bad(e, "%s on slices of slices: assign the elements in a loop", types.ExprString(e.Fun))
	case isSlice && c.mark.Name == "Loop" && (k.decl == nil && c.mark.Outside(v) && !c.within(v) || k.Aliased(id)):
		c.target(k, &ast.IndexExpr{X: id, Lbrack: id.End(), Index: zeroIndex, Rbrack: id.End()})
	case r != nil && r.To != nil:
		if row, ok := ast.Unparen(r.To).(*ast.IndexExpr); ok {
			c.overwritesRow(k, e, row)
		} else {
			c.target(k, &ast.IndexExpr{X: id, Lbrack: id.End(), Index: zeroIndex, Rbrack: id.End()})
		}
	case k.decl == nil && c.mark.Outside(v) && !c.within(v):
		c.bad(e, "assigns to %s, which is declared outside: return a value instead", id.Name)
	case isSlice:
		if why := c.notAssignable(k, v); why != "" {
			c.bad(e, "assigns to elements of %s, which others may see: %s", id.Name, why)
		}
	}
}

// overwritesRow checks a call of copy or clear on a row of a slice of slices.
func (c *checker) overwritesRow(k code, e *ast.CallExpr, row *ast.IndexExpr) {
	s, ok := k.TypeOf(row).Underlying().(*types.Slice)
	if !ok || hasSlices(s.Elem()) {
		c.bad(e, "%s takes a variable here, a row of a slice of slices, or a part of one", types.ExprString(e.Fun))
		return
	}
	c.target(k, &ast.IndexExpr{X: row, Lbrack: row.Rbrack, Index: zeroIndex, Rbrack: row.Rbrack})
}

// zeroIndex stands for the index of an element that copy assigns.
var zeroIndex = &ast.BasicLit{Kind: token.INT, Value: "0"}
