package wellformed

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// A function may assign elements of slices that it gets: then a call assigns elements of what it passes, and all that
// holds for such assignments is checked there. In the function the slice has no other name.

// notAssignable tells why elements of v, a variable of slice type, may not be assigned; "" if they may.
func (c *checker) notAssignable(k code, v *types.Var) string {
	if isParameter(k, v) && c.program.Sets(&program.Func{Decl: k.decl, Pkg: k.Pkg}, v) {
		return c.notSettable(k, v)
	}
	return c.notOwned(k.Scope, k.enclosing(), v)
}

// isParameter reports whether v is a parameter of the function around, or its receiver, not of a closure in it.
func isParameter(k code, v *types.Var) bool {
	return k.decl != nil && slices.ContainsFunc(parameters(k.decl), func(id *ast.Ident) bool { return k.Object(id) == v })
}

// parameters are the names of a function's parameters, and of its receiver.
func parameters(decl *ast.FuncDecl) []*ast.Ident {
	var out []*ast.Ident
	for _, list := range []*ast.FieldList{decl.Recv, decl.Type.Params} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			out = append(out, f.Names...)
		}
	}
	return out
}

// notSettable tells why a function may not assign elements of its parameter v, a slice; "" if it may.
func (c *checker) notSettable(k code, v *types.Var) string {
	why := ""
	program.Assigned(k.Scope, k.decl.Body, func(_ ast.Expr, w *types.Var, whole bool) {
		if v == w && whole {
			why = "it is a parameter, and is itself assigned, too"
		}
	})
	if results := k.decl.Type.Results; why == "" && results != nil {
		for _, f := range results.List {
			if hasSlices(k.TypeOf(f.Type)) {
				why = "it is a parameter, and the function returns slices"
			}
		}
	}
	if why != "" {
		return why
	}
	o := c.owner(k.Scope, k.decl, v)
	for _, id := range parameters(k.decl) {
		o.allowed[id] = true
	}
	ast.Inspect(k.decl.Body, o.visit)
	if o.why != "" {
		return o.why
	}
	return o.handedOn()
}

// sets checks the slices that a call passes to a function that assigns elements of them.
func (c *checker) sets(k code, call *ast.CallExpr, callee program.Callee) {
	if sig := callee.Func.Obj.Signature(); sig.Variadic() && !call.Ellipsis.IsValid() {
		last := sig.Params().At(sig.Params().Len() - 1)
		if rows, ok := last.Type().(*types.Slice); ok && hasSlices(rows.Elem()) && c.program.Sets(callee.Func, last) {
			c.bad(call, "the function assigns elements of slices that it gets one by one: give it one slice of slices")
			return
		}
	}
	if recv := callee.Recv; recv != nil && c.program.Sets(callee.Func, callee.Func.Obj.Signature().Recv()) &&
		(len(callee.Selection.Index()) > 1 || program.IsPointer(k.TypeOf(recv))) {
		c.bad(call, "the method assigns elements of its receiver, which is an embedded field or behind a pointer here: call it of a variable that holds the slice")
		return
	}
	passed := callee.Passed(call)
	for _, a := range program.SetBy(k.Scope, call) {
		if _, ok := k.TypeOf(a).Underlying().(*types.Slice); !ok {
			continue
		}
		array := program.Part(k.Scope, a)
		_, v := program.Root(k.Scope, array)
		if v == nil {
			c.bad(a, "the function assigns elements of the slice that it gets: give it a variable that holds one")
			continue
		}
		c.target(k, &ast.IndexExpr{X: array, Lbrack: a.Pos(), Index: zeroIndex, Rbrack: a.End()})
		_, v = k.Referent(v)
		for _, p := range passed {
			if a != p.Arg && v != nil && c.mayShare(k, p.Arg, v) {
				c.bad(p.Arg, "the function assigns elements of %s, and gets the slice under another name, too", types.ExprString(a))
			}
		}
	}
}

// mayShare reports whether the value of e may refer to elements of v.
func (c *checker) mayShare(k code, e ast.Expr, v *types.Var) bool {
	if t := k.TypeOf(e); !mayHoldSlices(t) && !program.IsPointer(t) {
		return false
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if w, ok := k.Object(id).(*types.Var); ok {
				_, root := k.Referent(w)
				found = found || root == v
				if lit := program.Definition(k.Scope, k.enclosing(), w); lit != nil {
					found = true // a closure, which may mention it
				}
			}
		}
		return true
	})
	return found
}

// setsAsValue reports a function that assigns elements of what it gets, and is no called one.
func (c *checker) setsAsValue(f ast.Expr, callee program.Callee) {
	sig := callee.Func.Obj.Signature()
	if recv := sig.Recv(); recv != nil && c.program.Sets(callee.Func, recv) {
		c.bad(f, "%s assigns elements of its receiver, and is a value here: use a function literal that calls it", callee.Name)
		return
	}
	for param := range sig.Params().Variables() {
		if c.program.Sets(callee.Func, param) {
			c.bad(f, "%s assigns elements of its parameter %s, and is a value here: use a function literal that calls it", callee.Name, param.Name())
			return
		}
	}
}
