package wellformed

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// literal checks a function literal in k, once.
func (c *checker) literal(k code, lit *ast.FuncLit) {
	if c.literals[lit] && len(k.Targs) == 0 {
		return
	}
	c.literals[lit] = true
	k.fn = lit
	if k.decl == nil && k.body == nil {
		k.body = lit.Body
	}
	c.signature(k, lit.Type)
	c.block(k, lit.Body.List)
}

// signature checks parameters and results.
func (c *checker) signature(k code, t *ast.FuncType) {
	for _, list := range []*ast.FieldList{t.Params, t.Results} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			ft := k.TypeOf(f.Type)
			if rest, variadic := f.Type.(*ast.Ellipsis); variadic {
				ft = types.NewSlice(k.TypeOf(rest.Elt))
			}
			_, isFunc := ft.Underlying().(*types.Signature)
			if isFunc && list == t.Params {
				continue
			}
			if len(f.Names) == 1 && k.Aliased(f.Names[0]) {
				continue // what is read of it is checked
			}
			if p, ok := ft.Underlying().(*types.Pointer); ok && (list == t.Params && k.fn != ast.Node(c.mark.Lit()) || k.fn == ast.Node(k.decl)) {
				c.typ(f, p.Elem(), "what a parameter or result points at")
				continue // that a result is new is checked where the function is called
			}
			what := "a parameter"
			if list == t.Results {
				what = "a result"
				if isFunc && len(t.Results.List) == 1 {
					c.returnsOnce(k, f)
					continue
				}
				if program.TensorElem(ft) != nil {
					c.bad(f, "a function that returns a tensor")
				}
				if program.DeviceData(ft) != nil {
					c.bad(f, "a function that returns a Device: return its Value; accelerate.Keep makes a Device of the result of an expression")
				}
			}
			c.typ(f, ft, what)
		}
	}
}

// returnsOnce checks that a function that returns a function does so in its last statement
// alone: then it is known which one.
func (c *checker) returnsOnce(k code, at ast.Node) {
	body := k.body
	if lit, ok := k.fn.(*ast.FuncLit); ok {
		body = lit.Body
	}
	if !returnsLast(body) {
		c.bad(at, "a function that returns a function returns in its last statement alone and does not panic: else it is not known what it returns")
	}
}

// returnsLast reports whether a function returns in its last statement alone and does not panic.
func returnsLast(body *ast.BlockStmt) bool {
	n := 0
	ast.Inspect(body, func(part ast.Node) bool {
		switch part := part.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			n++
		case *ast.CallExpr:
			if id, ok := part.Fun.(*ast.Ident); ok && id.Name == "panic" {
				n++
			}
		}
		return true
	})
	last := len(body.List) - 1
	return n == 1 && last >= 0 && isReturn(body.List[last])
}

func isReturn(s ast.Stmt) bool {
	r, ok := s.(*ast.ReturnStmt)
	return ok && len(r.Results) == 1
}

func (c *checker) block(k code, list []ast.Stmt) {
	for _, s := range list {
		c.stmt(k, s)
	}
}

func (c *checker) stmt(k code, s ast.Stmt) {
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
	case *ast.BlockStmt:
		c.block(k, s.List)
	case *ast.ExprStmt:
		c.expr(k, s.X)
	case *ast.AssignStmt:
		c.assign(k, s)
	case *ast.IncDecStmt:
		c.target(k, s.X)
	case *ast.DeclStmt:
		c.declaration(k, s)
	case *ast.ReturnStmt:
		c.returnsExtended(k, s)
		if _, inClosure := k.fn.(*ast.FuncLit); !inClosure || k.fn == ast.Node(c.mark.Lit()) {
			c.readsElems(k, s.Results)
		}
		for _, r := range s.Results {
			c.returned(k, r)
		}
	case *ast.IfStmt:
		c.stmt(k, s.Init)
		c.expr(k, s.Cond)
		c.stmt(k, s.Body)
		c.stmt(k, s.Else)
	case *ast.SwitchStmt:
		c.switches(k, s)
	case *ast.ForStmt:
		c.stmt(k, s.Init)
		if s.Cond != nil {
			c.expr(k, s.Cond)
		}
		c.stmt(k, s.Post)
		c.stmt(k, s.Body)
	case *ast.RangeStmt:
		c.ranges(k, s)
	case *ast.BranchStmt:
		if s.Tok == token.GOTO {
			c.bad(s, "goto has no place in parallel code")
		}
	case *ast.LabeledStmt:
		switch s.Stmt.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
		default:
			c.bad(s, "a label of what is no loop")
		}
		c.stmt(k, s.Stmt)
	default:
		c.bad(s, "%s has no place in parallel code", statementName(s))
	}
}

// returned checks what a function returns. Of a pointer, the caller checks that it is to a new object.
func (c *checker) returned(k code, e ast.Expr) {
	switch {
	case k.decl == nil || k.fn != ast.Node(k.decl) || !program.IsPointer(k.TypeOf(e)):
		c.expr(k, e)
	case !c.isPointer(k, e):
		lit, ok := ast.Unparen(program.Pointee(e)).(*ast.CompositeLit)
		if !ok {
			c.bad(e, "returns a pointer to something other than an object that it made, &T{…}")
			return
		}
		c.expr(k, lit)
	}
}

func statementName(s ast.Stmt) string {
	switch s.(type) {
	case *ast.GoStmt:
		return "a goroutine"
	case *ast.DeferStmt:
		return "defer"
	case *ast.SendStmt:
		return "a channel"
	case *ast.SelectStmt:
		return "select"
	case *ast.TypeSwitchStmt:
		return "a switch on types"
	}
	return "this statement"
}

func (c *checker) declaration(k code, s *ast.DeclStmt) {
	d := s.Decl.(*ast.GenDecl)
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok || d.Tok != token.VAR {
			continue
		}
		for i, x := range v.Values {
			if len(v.Names) != len(v.Values) || !c.declaresPointer(k, v.Names[i]) {
				c.expr(k, x)
			}
		}
		for _, id := range v.Names {
			c.variable(k, id)
		}
	}
}

// declaresPointer reports whether e is a variable that is declared there and is a pointer: variable checks
// what it points at.
func (c *checker) declaresPointer(k code, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || id.Name == "_" {
		return false
	}
	v, ok := k.Pkg.TypesInfo.Defs[id].(*types.Var)
	return ok && program.IsPointer(k.Subst(v.Type()))
}

// variable checks a variable where it is declared.
func (c *checker) variable(k code, id *ast.Ident) {
	if id.Name == "_" {
		return
	}
	obj := k.Object(id)
	if obj == nil {
		return
	}
	t := k.Subst(obj.Type())
	if _, isFunc := t.Underlying().(*types.Signature); isFunc {
		if v, ok := obj.(*types.Var); ok && program.DefinedBy(k.Scope, k.enclosing(), v) == nil {
			c.bad(id, "%s holds a function, so it must be declared with its value and never be assigned", id.Name)
		}
		return
	}
	if v, ok := obj.(*types.Var); ok && program.IsPointer(t) {
		c.points(k, id, v)
		return
	}
	if v, ok := obj.(*types.Var); ok && program.TensorElem(t) != nil {
		c.localTensor(k, id, v)
		return
	}
	c.typ(id, t, id.Name)
}

// enclosing is the outermost code that local variables are declared in.
func (k code) enclosing() ast.Node {
	if k.decl != nil {
		return k.decl
	}
	return k.body
}

func (c *checker) assign(k code, s *ast.AssignStmt) {
	c.extends(k, s)
	for i, r := range s.Rhs {
		if len(s.Lhs) != len(s.Rhs) || !c.declaresPointer(k, s.Lhs[i]) {
			c.expr(k, r)
		}
	}
	for _, l := range s.Lhs {
		id, isIdent := ast.Unparen(l).(*ast.Ident)
		switch {
		case isIdent && id.Name == "_":
		case isIdent && s.Tok == token.DEFINE && k.Pkg.TypesInfo.Defs[id] != nil:
			c.variable(k, id)
		case isIdent && program.TensorElem(k.TypeOf(id)) != nil:
			c.swapsTensors(k, s, id)
		default:
			c.target(k, l)
		}
	}
}

func (c *checker) switches(k code, s *ast.SwitchStmt) {
	c.stmt(k, s.Init)
	if s.Tag != nil {
		c.expr(k, s.Tag)
	}
	for _, cl := range s.Body.List {
		cc := cl.(*ast.CaseClause)
		c.exprs(k, cc.List)
		c.block(k, cc.Body)
	}
}

func (c *checker) ranges(k code, s *ast.RangeStmt) {
	c.array(k, s.X)
	switch t := k.TypeOf(program.Array(k.Scope, s.X)).Underlying().(type) {
	case *types.Slice, *types.Array:
	case *types.Basic:
		if t.Info()&types.IsString != 0 {
			c.bad(s.X, "range over a string, which takes it apart into runes: range over its bytes, []byte(%s)", types.ExprString(s.X))
		} else if t.Info()&types.IsInteger == 0 {
			c.bad(s.X, "range over %s", t)
		}
	case *types.Signature:
		c.bad(s.X, "range over a function: range over a number or a slice, or call it with a closure")
	default:
		c.bad(s.X, "range over %s", k.TypeOf(s.X))
	}
	for _, e := range []ast.Expr{s.Key, s.Value} {
		if e == nil {
			continue
		}
		if id, ok := e.(*ast.Ident); ok && s.Tok == token.DEFINE {
			c.variable(k, id)
		} else if !isBlank(e) {
			c.target(k, e)
		}
	}
	c.stmt(k, s.Body)
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}
