package wellformed

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// A variable that owns a slice of slices owns the rows too: each is a slice that was made for it,
// and is mentioned only to read and to assign elements, or to be given to a function that keeps
// nothing of it.

// isNested reports whether t is a slice of … of slices of elements without slices.
func isNested(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	return !hasSlices(s.Elem()) || isNested(s.Elem())
}

// deep reports whether the variables hold slices of slices of which something is assigned.
func (o *owner) deep() bool {
	if o.isDeep != nil {
		return *o.isDeep
	}
	deep := false
	if s, ok := o.Subst(o.group[0].Type()).Underlying().(*types.Slice); ok && hasSlices(s.Elem()) {
		program.Assigned(o.Scope, o.home, func(at ast.Expr, v *types.Var, whole bool) {
			deep = deep || !whole && slices.Contains(o.group, v)
		})
	}
	o.isDeep = &deep
	return deep
}

// stem is x of x[i], x[i][j] and so on, if the variables hold slices of slices of which something
// is assigned; else it is e.
func (o *owner) stem(e ast.Expr) ast.Expr {
	for o.deep() {
		x, ok := ast.Unparen(e).(*ast.IndexExpr)
		if !ok {
			break
		}
		e = x.X
	}
	return e
}

// isRow reports whether e is a row of one of the variables.
func (o *owner) isRow(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.IndexExpr)
	return ok && o.deep() && o.variable(o.stem(e)) != nil && hasSlices(o.TypeOf(e))
}

// row notes the assignment of a row: a slice that nothing else refers to, or one that changes places
// with others of the variable.
func (o *owner) row(a *ast.AssignStmt, i int) {
	l := a.Lhs[i]
	o.own(o.stem(l))
	switch {
	case o.exchanges(a):
		o.own(o.stem(a.Rhs[i]))
	case len(a.Rhs) != len(a.Lhs) || a.Tok != token.ASSIGN || !o.isFresh(a.Rhs[i]) && !o.spent(a, a.Rhs[i]):
		o.why = foreignRow
	}
}

const foreignRow = "a row of it is assigned something other than make, a literal, the result of a function that makes a slice, " +
	"or such a slice that is not used after that"

func (o *owner) elemOf(v *types.Var) types.Type {
	if s, ok := o.Subst(v.Type()).Underlying().(*types.Slice); ok {
		return s.Elem()
	}
	return o.Subst(v.Type())
}

// appendsRows checks what a call of append adds to a slice of slices.
func (o *owner) appendsRows(e ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !o.deep() || !hasSlices(o.elemOf(o.group[0])) {
		return
	}
	for _, a := range call.Args[1:] {
		if call.Ellipsis.IsValid() || !o.isFresh(a) {
			o.why = foreignRow
		}
	}
	o.appendsRows(call.Args[0])
}

// isFresh reports whether e is a slice that nothing else refers to, nor to its rows if that matters.
func (o *owner) isFresh(e ast.Expr) bool {
	if !o.deep() {
		return o.fresh(o.Scope, e)
	}
	return o.freshRows(o.Scope, e)
}

// freshRows reports whether e is a slice to which, and to whose rows, nothing else refers.
func (c *checker) freshRows(s program.Scope, e ast.Expr) bool {
	e = ast.Unparen(e)
	t, ok := s.TypeOf(e).Underlying().(*types.Slice)
	if !c.fresh(s, e) || !ok {
		return false
	}
	if !hasSlices(t.Elem()) {
		return true
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return !slices.ContainsFunc(e.Elts, func(x ast.Expr) bool {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			return !c.freshRows(s, x)
		})
	case *ast.CallExpr:
		callee := c.program.Callee(s, e.Fun)
		switch callee.Kind {
		case program.Builtin:
			return callee.Name == "make"
		case program.Declared:
			return c.returnsFreshRows(callee)
		case program.Marking:
			return c.mapsToFresh(s, e, callee)
		}
		return false
	}
	return true // nil
}

// returnsFreshRows reports whether all that a function returns, which is fresh, has fresh rows.
func (c *checker) returnsFreshRows(callee program.Callee) bool {
	out := true
	ast.Inspect(callee.Func.Decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			id, v := program.Root(callee.Scope, n.Results[0])
			own := v != nil && ast.Unparen(n.Results[0]) == ast.Expr(id) && c.notOwnedRows(callee.Scope, callee.Func.Decl, v, true) == ""
			out = out && (own || c.freshRows(callee.Scope, n.Results[0]))
		}
		return out
	})
	return out
}

// exchanges reports whether an assignment gives rows each other's values.
func (o *owner) exchanges(a *ast.AssignStmt) bool {
	var left, right []string
	for _, e := range a.Lhs {
		left = append(left, types.ExprString(e))
	}
	for _, e := range a.Rhs {
		if !o.isRow(e) {
			return false
		}
		right = append(right, types.ExprString(e))
	}
	slices.Sort(left)
	slices.Sort(right)
	return len(left) > 1 && slices.Equal(left, right)
}

// spent reports whether e is a variable that owns its slice and is not mentioned after a, nor in
// another iteration of the loop around it.
func (o *owner) spent(a *ast.AssignStmt, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := o.Object(id).(*types.Var)
	if !ok || isGlobal(v) || v.Pos() < o.within.Pos() || o.within.End() <= v.Pos() || o.notOwnedBefore(o.Scope, o.within, v, hasSlices(o.elemOf(v)), o.last) != "" {
		return false
	}
	last := true
	ast.Inspect(o.within, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			if n.Pos() < a.Pos() && a.End() <= n.End() && v.Pos() < n.Pos() {
				last = false // it is the same variable in all iterations
			}
		case *ast.Ident:
			last = last && (n.Pos() <= id.Pos() || o.Object(n) != v)
		}
		return last
	})
	return last
}

// mapsToFresh reports whether a call is one of Map, Map2 or Map3 whose function makes each row.
func (c *checker) mapsToFresh(s program.Scope, e *ast.CallExpr, callee program.Callee) bool {
	if callee.Recv != nil || !slices.Contains([]string{"Map", "Map2", "Map3"}, callee.Name) || len(e.Args) == 0 {
		return false
	}
	if f := c.program.Callee(s, e.Args[0]); f.Kind == program.Declared {
		return c.freshCall(f) && c.returnsFreshRows(f)
	}
	lit, ok := ast.Unparen(e.Args[0]).(*ast.FuncLit)
	if !ok {
		return false
	}
	out := true
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			out = out && len(n.Results) == 1 && c.freshIn(s, lit, n.Results[0])
		}
		return out
	})
	return out
}

// freshIn reports whether e, which a closure returns, is a slice to which, and to whose rows, nothing else
// refers.
func (c *checker) freshIn(s program.Scope, lit *ast.FuncLit, e ast.Expr) bool {
	if c.freshRows(s, e) {
		return true
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := s.Object(id).(*types.Var)
	return ok && lit.Body.Pos() <= v.Pos() && v.Pos() < lit.Body.End() && c.notOwnedRows(s, lit, v, true) == ""
}
