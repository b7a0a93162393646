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
	if whole && program.IsPointer(k.Subst(v.Type())) {
		c.bad(e, "assigns to pointer %s", id.Name)
		return
	}
	outside := k.decl == nil && c.mark.Outside(v) && !c.within(v)
	if r := c.program.Reference(v); r != nil && !whole && !outside {
		if program.IsPointer(k.Subst(v.Type())) && throughSlice(k.Scope, e) {
			c.bad(e, "assigns to an element of a slice within what %s points at: others may see it", id.Name)
		} else if r.To != nil && throughSlice(k.Scope, r.To) {
			c.targetOf(k, e, r.To)
		}
		return
	}
	inLoop := c.mark.Name == "Loop" && (outside || k.Aliased(id))
	switch {
	case inLoop && !whole && c.element(k, e):
		return // the lowering tells whether iterations are independent
	case outside, v.Parent() == v.Pkg().Scope():
		c.bad(e, "assigns to %s, which is declared outside: return a value instead", id.Name)
	case !whole:
		c.owned(k, e, id, v)
	}
}

// targetOf checks the assignment to e, through a reference to another assignable expression.
func (c *checker) targetOf(k code, e, to ast.Expr) {
	if _, root := k.Referent(rootOf(k, to)); root != nil && c.mark.Name == "Loop" && k.decl == nil && c.mark.Outside(root) && !c.within(root) && c.element(k, e) {
		return
	}
	before := len(c.problems)
	c.target(k, to)
	for _, p := range c.problems[before:] {
		p.Pos = c.program.Fset.Position(e.Pos())
	}
}

func rootOf(k code, e ast.Expr) *types.Var {
	_, v := program.Root(k.Scope, e)
	return v
}

// indices checks the index expressions in an assignable expression.
func (c *checker) indices(k code, e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		c.expr(k, e.Index)
		c.indices(k, e.X)
	case *ast.SelectorExpr:
		if sel := k.Pkg.TypesInfo.Selections[e]; sel != nil && sel.Indirect() && k.decl != nil && !c.throughPointer(k, e) {
			c.bad(e, "assigns through a pointer")
		}
		c.indices(k, e.X)
	case *ast.StarExpr:
		if !c.isPointer(k, e.X) {
			c.bad(e, "assigns through a pointer")
		}
	}
}

// element reports whether e is an element, or part of one, of a captured slice or slice of slices.
func (c *checker) element(k code, e ast.Expr) bool {
	at, part := e, false
	for {
		e = ast.Unparen(e)
		if x, ok := e.(*ast.IndexExpr); ok {
			if base, indices := program.Indexed(k.Scope, x); len(indices) > 0 {
				if root, _ := program.Chain(k.Scope, base); root != nil {
					c.writesElement(k, x, base, part)
					return true
				}
			}
		}
		if to := k.StandsFor(e); to != nil {
			e = to
			continue
		}
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			if root, _ := program.Chain(k.Scope, x.X); root != nil && k.StandsFor(x.X) == nil {
				c.writesPart(k, at, ast.Unparen(x.X))
				return true
			}
			e, part = x.X, true
		case *ast.CallExpr:
			if e = program.Unconverted(k.Scope, x); e == ast.Expr(x) {
				return false
			}
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return false
		}
	}
}

// writesPart notes that a Loop writes an element of part of an array.
func (c *checker) writesPart(k code, at, array ast.Expr) {
	if hasSlices(k.TypeOf(array).Underlying().(*types.Slice).Elem()) {
		c.bad(at, "a Loop assigns through part of %s, whose elements hold slices: mention elements of %s, by indices", types.ExprString(array), types.ExprString(array))
		return
	}
	c.mark.Capture(k.Scope, array).Write = true
}

// writesElement notes that a Loop writes an element of an array, or with part elements of a row.
func (c *checker) writesElement(k code, at, array ast.Expr, part bool) {
	switch {
	case !isNested(k.TypeOf(array)):
		c.bad(at, "the elements of %s hold slices: use a slice of slices of numbers, or a tensor", types.ExprString(array))
	case hasSlices(k.TypeOf(at)) && !part:
		if why := c.notReplaced(k, at, array); why != "" {
			c.bad(at, "a Loop replaces a row of %s, %s: make the rows before it, and assign their elements; or return them from accelerate.Map", types.ExprString(array), why)
			return
		}
		capture := c.mark.Capture(k.Scope, array)
		capture.Write, capture.Replace = true, true
	default:
		c.mark.Capture(k.Scope, array).Write = true
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
	case !isNested(k.Subst(v.Type())):
		c.bad(e, "assigns to an element of %s, whose elements hold slices: use arrays, or one slice of all elements", id.Name)
	default:
		if why := c.notAssignable(k, v); why != "" {
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
	case *ast.SliceExpr:
		_, ok := s.TypeOf(e.X).Underlying().(*types.Slice)
		return ok || throughSlice(s, e.X)
	case *ast.CallExpr:
		x := program.Unconverted(s, e)
		return x != ast.Expr(e) && throughSlice(s, x)
	case *ast.SelectorExpr:
		return throughSlice(s, e.X)
	case *ast.StarExpr:
		return throughSlice(s, e.X)
	}
	return false
}
