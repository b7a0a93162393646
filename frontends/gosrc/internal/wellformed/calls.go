package wellformed

import (
	"fmt"
	"go/ast"
	"go/types"
	"sort"
	"strings"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/intrinsics"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// builtins are the functions of the universe that there are in marked expressions.
var builtins = map[string]bool{"append": true, "clear": true, "copy": true, "len": true, "make": true, "min": true, "max": true, "panic": true}

func (c *checker) call(k code, e *ast.CallExpr) {
	callee := c.program.Callee(k.Scope, e.Fun)
	switch callee.Kind {
	case program.Conversion:
		c.typ(e, k.TypeOf(e), "the result of the conversion")
		c.textual(k, e)
		c.exprs(k, e.Args)
	case program.Builtin:
		c.builtin(k, e, callee.Name)
	case program.Marking:
		c.marking(k, e, callee)
	case program.Library:
		if _, ok := intrinsics.Find(callee.Path, callee.Name); !ok || callee.Recv != nil {
			c.noSource(e, callee)
		}
		c.exprs(k, e.Args)
	case program.Declared:
		c.declared(k, e, callee)
		c.sets(k, e, callee)
		if callee.Recv == nil && callee.Obj.Signature().Recv() != nil {
			c.setsAsValue(e.Fun, callee)
		}
		aliases := c.aliases(k, callee, e.Args)
		for i, a := range e.Args {
			if sig := callee.Func.Obj.Signature(); i < sig.Params().Len() {
				if _, ok := aliases[sig.Params().At(i)]; ok {
					continue
				}
			}
			if program.IsPointer(k.TypeOf(a)) {
				c.pointer(k, a)
			} else {
				c.expr(k, a)
			}
		}
	case program.Value:
		c.expr(k, e.Fun)
		for _, a := range e.Args {
			if program.IsPointer(k.TypeOf(a)) {
				c.pointer(k, a)
			} else {
				c.expr(k, a)
			}
		}
	}
}

func (c *checker) noSource(at ast.Node, callee program.Callee) {
	name := callee.Name
	if callee.Recv != nil || callee.Obj != nil && callee.Obj.Signature().Recv() != nil {
		c.bad(at, "method %s: it is called through an interface, or its source is not among the packages that are extracted", name)
		return
	}
	c.bad(at, "%s.%s: there is no such function in parallel code", callee.Path, name)
}

func (c *checker) builtin(k code, e *ast.CallExpr, name string) {
	switch {
	case !builtins[name]:
		c.bad(e, "%s has no place in parallel code", name)
	case name == "make":
		if _, ok := k.TypeOf(e).Underlying().(*types.Slice); !ok {
			c.typ(e, k.TypeOf(e), "what is made")
			return
		}
		c.typ(e, k.TypeOf(e), "what is made")
		c.exprs(k, e.Args[1:])
	case name == "panic":
		if tv := k.Pkg.TypesInfo.Types[e.Args[0]]; tv.Value == nil {
			c.bad(e.Args[0], "panic takes a constant string in parallel code")
		}
	case name == "len":
		if t := k.TypeOf(e.Args[0]).Underlying(); !indexable(t) {
			c.typ(e.Args[0], k.TypeOf(e.Args[0]), "the argument of len")
		}
		c.array(k, e.Args[0])
	case name == "append":
		c.appends(k, e)
	case name == "clear", name == "copy":
		c.overwrites(k, e)
	default:
		c.exprs(k, e.Args)
	}
}

// marking checks a call of package accelerate.
func (c *checker) marking(k code, e *ast.CallExpr, callee program.Callee) {
	switch {
	case callee.Recv == nil:
	case program.DeviceData(k.TypeOf(callee.Recv)) != nil:
		c.expr(k, callee.Recv)
		if callee.Name != "Value" {
			c.bad(e, "method %s of Devices has no place in parallel code", callee.Name)
		}
		return
	default:
		c.tensor(k, e, callee)
		return
	}
	switch callee.Name {
	case "Run", "Try", "Keep":
		c.bad(e, "a marked expression within another: call the function without accelerate.%s", callee.Name)
		return
	case "Loop":
		c.loop(k, e)
		return
	case "Futhark":
		c.futhark(k, e)
		return
	case "NewTensor", "TensorOf":
		c.makesTensor(k, e, callee)
		return
	case "NewDevice":
		c.bad(e, "accelerate.%s within another marked expression", callee.Name)
		return
	}
	c.parallel = true
	c.readsElems(k, e.Args)
	for _, a := range e.Args {
		if _, isFunc := k.TypeOf(a).Underlying().(*types.Signature); isFunc {
			c.function(k, a)
			c.effects(k, a)
			continue
		}
		c.expr(k, a)
	}
}

// effects reports assignments, in a function that runs in parallel, to what is declared
// outside of it.
func (c *checker) effects(k code, f ast.Expr) {
	lit, _ := ast.Unparen(f).(*ast.FuncLit)
	if id, ok := ast.Unparen(f).(*ast.Ident); ok {
		if v, ok := k.Object(id).(*types.Var); ok {
			lit = program.Definition(k.Scope, k.enclosing(), v)
		}
	}
	if lit == nil {
		return
	}
	c.called(k, lit, map[*ast.FuncLit]bool{}, func(part *ast.FuncLit) {
		program.Assigned(k.Scope, part.Body, func(at ast.Expr, v *types.Var, _ bool) {
			if (v.Pos() < lit.Pos() || v.Pos() >= lit.End()) && (v.Pos() < part.Pos() || v.Pos() >= part.End()) {
				c.bad(at, "assigns to %s in a function that runs in parallel: return a value instead", v.Name())
			}
		})
	})
}

// called visits a function and, once each, the functions with names that it mentions, and so may call.
func (c *checker) called(k code, part *ast.FuncLit, seen map[*ast.FuncLit]bool, visit func(*ast.FuncLit)) {
	if seen[part] {
		return
	}
	seen[part] = true
	visit(part)
	ast.Inspect(part.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := k.Object(id).(*types.Var); ok {
				if _, isFunc := v.Type().Underlying().(*types.Signature); isFunc {
					if lit := program.Definition(k.Scope, k.enclosing(), v); lit != nil {
						c.called(k, lit, seen, visit)
					}
				}
			}
		}
		return true
	})
}

// function checks an expression that is a function: a literal, or the name of one.
func (c *checker) function(k code, f ast.Expr) {
	callee := c.program.Callee(k.Scope, f)
	switch callee.Kind {
	case program.Declared:
		if callee.Recv != nil && program.TakesPointer(callee.Func.Obj) {
			c.bad(f, "a method with a pointer receiver as a value: use a function literal that calls it")
			return
		}
		c.setsAsValue(f, callee)
		c.declared(k, f, callee)
	case program.Library:
		if _, ok := intrinsics.Find(callee.Path, callee.Name); !ok {
			c.noSource(f, callee)
		}
	case program.Value:
		c.expr(k, f)
	default:
		c.bad(f, "%s as a value: use a function literal that calls it", types.ExprString(f))
	}
}

// declared checks a function that is called, or passed on, at at.
func (c *checker) declared(k code, at ast.Node, callee program.Callee) {
	f := callee.Func
	name := f.Obj.Name()
	var args []ast.Expr
	if call, ok := at.(*ast.CallExpr); ok {
		args = call.Args
	}
	aliases := c.aliases(k, callee, args)
	_, reads := aliases[f.Obj.Signature().Recv()]
	key := f.Obj.FullName() + instanceText(callee.Scope)
	for i, active := range c.calls {
		if active.key == key {
			var chain []string
			for _, a := range c.calls[i:] {
				chain = append(chain, a.name)
			}
			if cycle := strings.Join(append(chain, name), " → "); !c.seen[cycle] {
				c.seen[cycle] = true
				c.bad(at, "recursion: %s calls itself", cycle)
			}
			return
		}
	}
	for v, a := range aliases {
		key += fmt.Sprintf("@%p=%s", v, a.Key)
	}
	if callee.Recv != nil {
		switch {
		case reads:
		case program.TakesPointer(f.Obj) && throughSlice(k.Scope, callee.Recv) && !program.IsPointer(k.TypeOf(callee.Recv)) &&
			len(callee.Selection.Index()) == 1 && c.program.Reads(f, f.Obj.Signature().Recv()):
			c.expr(k, callee.Recv) // an element, which it only reads
		case program.TakesPointer(f.Obj):
			if !c.pointer(k, callee.Recv) {
				return
			}
		case types.IsInterface(k.TypeOf(callee.Recv)):
			c.typ(at, k.TypeOf(callee.Recv), "the receiver")
			return
		case program.IsPointer(k.TypeOf(callee.Recv)): // the method gets what it points at
			c.expr(k, program.Deref(callee.Recv))
		default:
			c.expr(k, callee.Recv)
		}
	}
	if c.seen[key] || len(c.calls) > 1000 {
		return
	}
	c.seen[key] = true
	c.calls = append(c.calls, call{key, name, at.Pos()})
	inner := code{Scope: callee.Scope.WithAliases(aliases), fn: f.Decl, decl: f.Decl, body: f.Decl.Body}
	c.bodies = append(c.bodies, inner)
	before := len(c.problems)
	c.signature(inner, f.Decl.Type)
	c.block(inner, f.Decl.Body.List)
	c.calls = c.calls[:len(c.calls)-1]
	if ofGo(f) && !ofGo(&program.Func{Pkg: k.Pkg}) && len(c.problems) > before {
		reason := c.problems[before].Msg
		c.problems = c.problems[:before]
		c.bad(at, "%s.%s has no place in parallel code: %s", f.Pkg.Name, name, reason)
	}
}

// ofGo reports whether a function is of Go's standard library. The user cannot mend it.
func ofGo(f *program.Func) bool { return f.Pkg.Module == nil }

// instanceText tells instances of a generic function apart.
func instanceText(s program.Scope) string {
	var parts []string
	for p, t := range s.Targs {
		parts = append(parts, fmt.Sprintf("%s=%s", p.Obj().Name(), t))
	}
	sort.Strings(parts)
	return "[" + strings.Join(parts, ",") + "]"
}
