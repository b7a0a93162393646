package wellformed

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

func itoa(n int) string { return strconv.Itoa(n) }

func (c *checker) exprs(k code, es []ast.Expr) {
	for _, e := range es {
		c.expr(k, e)
	}
}

// expr checks an expression.
func (c *checker) expr(k code, e ast.Expr) {
	e = ast.Unparen(e)
	if tv, ok := k.Pkg.TypesInfo.Types[e]; ok && tv.Value != nil {
		c.typ(e, k.TypeOf(e), "a constant")
		return
	}
	if program.IsNil(k.Scope, e) {
		if _, isSlice := k.TypeOf(e).Underlying().(*types.Slice); isSlice {
			return // without elements
		}
	}
	switch e := e.(type) {
	case *ast.Ident:
		c.identifier(k, e)
	case *ast.SelectorExpr:
		c.selector(k, e)
	case *ast.BasicLit:
	case *ast.CompositeLit:
		c.composite(k, e)
	case *ast.FuncLit:
		c.literal(k, e)
	case *ast.IndexExpr:
		if c.program.Callee(k.Scope, e).Kind != program.Value { // an instance of a generic function
			c.function(k, e)
			return
		}
		if t := k.TypeOf(program.Array(k.Scope, e.X)).Underlying(); !indexable(t) {
			c.typ(e.X, k.TypeOf(e.X), "what is indexed")
		}
		c.array(k, e.X)
		c.expr(k, e.Index)
	case *ast.SliceExpr:
		switch t := k.TypeOf(e.X).Underlying().(type) {
		case *types.Slice:
		case *types.Basic: // a string
		case *types.Array:
			if why := c.slicesArray(k, e); why != "" {
				c.bad(e, "a slice of an array that changes: %s", why)
			}
		default:
			c.bad(e, "a slice of %s", t)
		}
		if e.Slice3 {
			c.bad(e, "a slice with a capacity: x[i:j] has none in parallel code")
		}
		c.expr(k, e.X)
		for _, i := range []ast.Expr{e.Low, e.High} {
			if i != nil {
				c.expr(k, i)
			}
		}
	case *ast.StarExpr:
		switch root, _ := program.Chain(k.Scope, e); {
		case c.isPointer(k, e.X):
			if root != nil && k.Aliased(e) {
				c.mention(k, e, root)
			}
		case root != nil && (k.decl == nil || isGlobal(root) || k.Aliased(e)) && c.mark.Outside(root) && !c.within(root):
			c.mention(k, e, root)
		default:
			c.bad(e, "%s: it is not known what the pointer points at", types.ExprString(e))
		}
	case *ast.UnaryExpr:
		if e.Op == token.AND || e.Op == token.ARROW {
			c.bad(e, "operator %s: pointers and channels have no place in parallel code", e.Op)
			return
		}
		c.expr(k, e.X)
	case *ast.BinaryExpr:
		for _, x := range []ast.Expr{e.X, e.Y} {
			if program.IsNil(k.Scope, x) {
				c.bad(e, "a comparison with nil: parallel code has no pointers that are nil, and does not know which slices are; compare the length with 0")
				return
			}
		}
		c.comparesText(k, e)
		c.expr(k, e.X)
		c.expr(k, e.Y)
	case *ast.CallExpr:
		c.call(k, e)
	case *ast.KeyValueExpr:
		c.expr(k, e.Value)
	default:
		c.bad(e, "%s has no place in parallel code", types.ExprString(e))
	}
}

func indexable(t types.Type) bool {
	switch t := t.(type) {
	case *types.Slice, *types.Array:
		return true
	case *types.Basic:
		return t.Info()&types.IsString != 0
	}
	return false
}

// array checks what is indexed, ranged over or asked for its length: also a pointer to an array.
func (c *checker) array(k code, e ast.Expr) {
	if a := program.Array(k.Scope, e); a != e {
		c.expr(k, a)
		return
	}
	c.expr(k, e)
}

// textual checks a conversion from or to strings: they are bytes here.
func (c *checker) textual(k code, e *ast.CallExpr) {
	to, from := k.TypeOf(e).Underlying(), k.TypeOf(e.Args[0]).Underlying()
	if isString(to) && !isString(from) && !isBytes(from) {
		c.bad(e, "a string of %s: strings are bytes in parallel code, and runes are not encoded", from)
	} else if isString(from) && !isString(to) && !isBytes(to) {
		c.bad(e, "a string as %s: strings are bytes in parallel code, and runes are not decoded", to)
	}
}

// comparesText reports comparisons of the order of strings.
func (c *checker) comparesText(k code, e *ast.BinaryExpr) {
	if !isString(k.TypeOf(e.X).Underlying()) {
		return
	}
	switch e.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		c.bad(e, "strings are compared for being equal alone in parallel code: compare bytes")
	}
}

func isString(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isBytes(t types.Type) bool {
	s, ok := t.(*types.Slice)
	return ok && program.Scalar(s.Elem()) == scalar.U8
}

// identifier checks a mention of a variable or function.
func (c *checker) identifier(k code, id *ast.Ident) {
	switch obj := k.Object(id).(type) {
	case *types.Nil:
		c.bad(id, "nil is no value in parallel code")
	case *types.Func:
		c.function(k, id)
	case *types.Var:
		if c.isPointer(k, id) {
			c.bad(id, "pointer %s: it may be passed to a function, and what it points at read and assigned", id.Name)
			return
		}
		c.mention(k, id, obj)
	}
}

// mention checks a mention of a variable, or of a field of one, by its whole name.
func (c *checker) mention(k code, e ast.Expr, v *types.Var) {
	global := v.Parent() == v.Pkg().Scope()
	if global && k.decl != nil && v.Pkg() != c.mark.Pkg.Types {
		c.bad(e, "%s is a variable of package %s, and not known where the expression is marked: pass its value as an argument", types.ExprString(e), v.Pkg().Name())
		return
	}
	if k.decl != nil && !global && !k.Aliased(e) || !c.mark.Outside(v) {
		return
	}
	if c.within(v) {
		return // of a closure outside that is part of the expression
	}
	if _, isFunc := k.TypeOf(e).Underlying().(*types.Signature); isFunc {
		var lit *ast.FuncLit
		if c.mark.Within != nil {
			lit = program.Definition(k.Scope, c.mark.Within, v)
		}
		if lit == nil {
			c.bad(e, "%s holds a function that is not known: declare it with a function literal and do not assign it", types.ExprString(e))
			return
		}
		c.literal(code{Scope: k.Scope, body: lit.Body}, lit)
		return
	}
	if name := c.hidden(k, e); name != "" {
		c.bad(e, "field %s is known in package %s alone, and the expression is marked in another: mark an expression there, or pass the field's value", name, k.Pkg.Types.Name())
		return
	}
	c.mark.Capture(k.Scope, e)
}

// hidden names a field in a chain that the package of the marked expression may not mention, if there is
// one.
func (c *checker) hidden(k code, e ast.Expr) string {
	if k.Pkg.Types == c.mark.Pkg.Types {
		return ""
	}
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			return ""
		}
		if k.Pkg.TypesInfo.Selections[sel] != nil && !sel.Sel.IsExported() {
			return sel.Sel.Name
		}
		e = sel.X
	}
}

// within reports whether v is declared in a closure outside of the marked literal that the
// expression calls.
func (c *checker) within(v *types.Var) bool {
	for lit := range c.literals {
		if lit.Pos() <= v.Pos() && v.Pos() < lit.End() {
			return true
		}
	}
	return false
}

func (c *checker) selector(k code, e *ast.SelectorExpr) {
	sel := k.Pkg.TypesInfo.Selections[e]
	if sel == nil {
		c.identifier(k, e.Sel)
		return
	}
	if sel.Kind() != types.FieldVal {
		c.function(k, e)
		return
	}
	if root, _ := program.Chain(k.Scope, e); root != nil && (k.decl == nil || isGlobal(root) || k.Aliased(e)) && c.mark.Outside(root) && !c.within(root) {
		c.mention(k, e, root)
		return
	}
	if sel.Indirect() && !c.throughPointer(k, e) {
		c.bad(e, "a field of what a pointer points at: pointers have no place in parallel code")
		return
	}
	if c.isPointer(k, e.X) {
		return
	}
	c.expr(k, e.X)
}

// isGlobal reports whether v is a variable of a package.
func isGlobal(v *types.Var) bool { return v.Pkg() != nil && v.Parent() == v.Pkg().Scope() }

func (c *checker) composite(k code, e *ast.CompositeLit) {
	t := k.TypeOf(e)
	c.typ(e, t, "a literal")
	_, isStruct := t.Underlying().(*types.Struct)
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok && !isStruct {
			x = kv.Value // the key is a constant
		}
		c.expr(k, x)
	}
}
