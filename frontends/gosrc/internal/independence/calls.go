package independence

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// A function that gets a tensor or slice that the loop writes mentions elements of it in the name of the call. What it
// gets for its other parameters stands for them in its indices.

// Call is a call of a function, in the loop or in another function that it calls.
type Call struct {
	Func *program.Func
	At   *ast.CallExpr
}

// Path are the calls that lead to a function, the outermost first.
type Path string

// Through is the path of what is called by a call in code with path p.
func (p Path) Through(s program.Scope, call *ast.CallExpr) Path {
	return p + Path(s.Position(call)) + " "
}

// called collects the mentions in the function that a call passes an array to, and notes the arguments that are
// arrays among inner.
func (f *finder) called(call *ast.CallExpr, stack []ast.Node, inner map[ast.Expr]bool) {
	callee := f.Program.Callee(f.Scope, call.Fun)
	isIt := func(c Call) bool { return c.Func == callee.Func }
	if callee.Kind != program.Declared || slices.ContainsFunc(f.calls, isIt) {
		return // recursion is refused elsewhere
	}
	sig := callee.Func.Obj.Signature()
	if sig.Variadic() || sig.Params().Len() != len(call.Args) {
		return
	}
	aliases := map[*types.Var]program.Alias{}
	passes := false
	passed := callee.Passed(call)
	for _, p := range passed {
		switch t := f.Scope.TypeOf(p.Arg); {
		case program.TensorElem(t) != nil && f.Program.Reads(callee.Func, p.Param):
		case program.IsArray(t) && f.array(p.Arg) != nil && (f.Program.Sets(callee.Func, p.Param) || f.Program.Reads(callee.Func, p.Param)):
		default:
			continue
		}
		aliases[p.Param], _ = f.Scope.ArrayAlias(p.Arg, func(*types.Var) bool { return false })
		if f.array(p.Arg) != nil {
			inner[ast.Unparen(p.Arg)], inner[program.Unconverted(f.Scope, p.Arg)], passes = true, true, true
		}
	}
	if !passes {
		return
	}
	g := *f
	g.Scope = callee.Scope.WithAliases(aliases)
	g.Lit = &ast.FuncLit{Type: callee.Func.Decl.Type, Body: callee.Func.Decl.Body}
	g.calls = append(slices.Clone(f.calls), Call{callee.Func, call})
	g.path = f.path.Through(f.Scope, call)
	g.often, g.hidden = f.surroundings(stack)
	g.forming, g.bound = map[*types.Var]bool{}, map[*types.Var]Sum{}
	for _, p := range passed {
		if g.assignments(p.Param) == 0 {
			g.bound[p.Param] = f.form(p.Arg)
		}
	}
	program.Assigned(g.Scope, g.Lit.Body, func(at ast.Expr, _ *types.Var, _ bool) {
		if _, element := Written(g.Loop, at); element != nil {
			f.writes[ast.Unparen(element)] = true
		}
	})
	g.mentions()
	f.problems = g.problems
}
