package wellformed

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/independence"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// races reports mentions, in the Loop that the mark is, of what it writes because of which its
// iterations may not be independent.
func (c *checker) races() {
	s := c.mark.Scope()
	c.independent(s, c.mark.Lit())
	for part := range c.literals {
		if part != c.mark.Lit() && (part.Pos() < c.mark.Lit().Pos() || c.mark.Lit().End() <= part.Pos()) {
			c.elsewhere(s, part.Body)
		}
	}
	for _, body := range c.bodies {
		c.elsewhere(body.Scope, body.body)
	}
}

// elsewhere reports mentions of what a Loop writes in code that it calls.
func (c *checker) elsewhere(s program.Scope, body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.IsAlias(id) {
			return true // independent follows the call
		}
		if e, ok := n.(ast.Expr); ok {
			if capture := c.mark.Captured(s, e); capture != nil && capture.Write {
				c.bad(e, "iterations may race: %s is written in the Loop, and mentioned here in a function that it calls; pass elements of it as arguments", capture.Text)
			}
		}
		return true
	})
}

func (c *checker) independent(s program.Scope, lit *ast.FuncLit) {
	_, problems := independence.Find(independence.Loop{Program: c.program, Scope: s, Lit: lit})
	before := c.calls
	for _, p := range problems {
		c.calls = slices.Clone(before)
		for _, through := range p.Calls {
			c.calls = append(c.calls, call{name: through.Func.Obj.Name(), at: through.At.Pos()})
		}
		c.bad(p.At, "%s", p.Msg)
	}
	c.calls = before
}

// loop checks a Loop within a marked expression. Within another Loop it runs as an ordinary
// loop.
func (c *checker) loop(k code, e *ast.CallExpr) {
	c.expr(k, e.Args[0])
	lit, ok := ast.Unparen(e.Args[1]).(*ast.FuncLit)
	if !ok {
		c.bad(e.Args[1], "accelerate.Loop takes a function literal: func(i int) { … }")
		return
	}
	c.parallel = true
	inner := k
	inner.loops++
	if k.loops == 0 {
		inner.Scope = k.InLoop(lit)
	}
	c.literal(inner, lit)
	if k.loops > 0 {
		return
	}
	l := independence.Loop{Program: c.program, Scope: inner.Scope, Lit: lit}
	program.Assigned(k.Scope, lit.Body, func(at ast.Expr, v *types.Var, whole bool) {
		if lit.Pos() <= v.Pos() && v.Pos() < lit.End() {
			return
		}
		if _, isSlice := k.TypeOf(at).Underlying().(*types.Slice); isSlice && !whole {
			return // what a function sets
		}
		if array, _ := independence.Written(l, at); array == nil && program.TensorElem(k.TypeOf(at)) == nil {
			c.bad(at, "assigns to %s in a function that runs in parallel: a Loop assigns to elements of slices and tensors alone", v.Name())
		}
	})
	c.independent(inner.Scope, lit)
	arrays, _ := independence.Find(l)
	c.underOneName(k, l, arrays)
	c.closures(k, l, arrays)
}

// closures reports, in functions from outside of a Loop that it may call, assignments to what is declared outside of
// them, and mentions of the arrays that the Loop writes.
func (c *checker) closures(k code, l independence.Loop, arrays []*independence.Array) {
	c.called(k, l.Lit, map[*ast.FuncLit]bool{}, func(part *ast.FuncLit) {
		if l.Lit.Pos() <= part.Pos() && part.Pos() < l.Lit.End() {
			return
		}
		program.Assigned(k.Scope, part.Body, func(at ast.Expr, v *types.Var, _ bool) {
			if v.Pos() < part.Pos() || part.End() <= v.Pos() {
				c.bad(at, "assigns to %s in a function that a Loop calls: assign to it in the Loop itself", v.Name())
			}
		})
		for _, a := range arrays {
			c.mentions(k, a, part)
		}
	})
}

// mentions reports mentions, by whatever name, of an array that a Loop writes in a function that it calls. Its
// sizes may be asked for.
func (c *checker) mentions(k code, a *independence.Array, part *ast.FuncLit) {
	_, own := program.Root(k.Scope, a.Expr)
	_, root := k.Referent(own)
	ast.Inspect(part.Body, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if call, ok := e.(*ast.CallExpr); ok && c.program.Sized(k.Scope, call) != nil {
			return false
		}
		_, key := program.Chain(k.Scope, e)
		same := key == a.Key
		if id, ok := e.(*ast.Ident); ok && !same {
			if v, ok := k.Object(id).(*types.Var); ok && v != own && v != root {
				_, of := k.Referent(v)
				same = of == root
			}
		}
		if same {
			c.bad(e, "iterations may race: %s is written in the Loop, and mentioned here in a function that it calls; pass elements of it as arguments", a.Text)
		}
		return !same
	})
}

// underOneName reports rows of slices of slices, and pointers to elements, that got their names before a Loop, if it
// mentions the same slice under another name, too, and writes one of the two.
func (c *checker) underOneName(k code, l independence.Loop, arrays []*independence.Array) {
	for _, a := range arrays {
		_, own := program.Root(k.Scope, a.Expr)
		_, root := k.Referent(own)
		ast.Inspect(l.Lit.Body, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			v, ok := k.Object(id).(*types.Var)
			if !ok || v == own || l.Lit.Pos() <= v.Pos() && v.Pos() < l.Lit.End() {
				return true
			}
			if _, other := k.Referent(v); other == root {
				c.bad(id, "iterations may race: %s is written, and %s may have elements in common with it; mention both as elements of %s in the Loop", a.Text, id.Name, root.Name())
			}
			return true
		})
	}
}
