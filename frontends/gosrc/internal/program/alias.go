package program

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Alias is what a parameter stands for: what a pointer points at that a function only reads through, or a
// tensor, whose elements it may set, or a slice whose elements it sets. It is a variable outside of the marked
// expression, or a field of one; a tensor or slice may also be one that the expression made.
type Alias struct {
	Root *types.Var
	Key  string // as Chain's
	Text string // as Go says it at the mark
	Own  bool   // the expression made it
	// Pointee says that Text is what the parameter, a pointer, points at; otherwise it is a pointer, too.
	Pointee bool
}

// WithAliases is s with what pointers in it point at.
func (s Scope) WithAliases(of map[*types.Var]Alias) Scope {
	s.aliases = of
	return s
}

// AliasOf returns what a pointer that is passed on points at, if it is outside of the marked expression.
// known reports which variables are not.
func (s Scope) AliasOf(e ast.Expr, known func(*types.Var) bool) (Alias, bool) {
	e = Pointee(e)
	root, key := Chain(s, e)
	if root == nil || known(root) {
		return Alias{}, false
	}
	a := Alias{Root: root, Key: key, Text: s.text(e), Pointee: !IsPointer(s.TypeOf(e))}
	if before := s.pointee(e); before != nil {
		a.Pointee = before.Pointee
	}
	return a, true
}

// ArrayAlias returns the tensor or slice that is passed on, a variable or a field of one. own reports which variables
// the expression made.
func (s Scope) ArrayAlias(e ast.Expr, own func(*types.Var) bool) (Alias, bool) {
	e = Unconverted(s, e)
	root, key := Chain(s, e)
	if root == nil {
		return Alias{}, false
	}
	return Alias{Root: root, Key: key, Text: s.text(e), Own: own(root)}, true
}

// Aliased reports whether e is, or is a field of, what a parameter stands for that is outside.
func (s Scope) Aliased(e ast.Expr) bool {
	a, ok := s.alias(e)
	return ok && !a.Own
}

// OwnAlias reports whether e is a parameter that stands for a tensor that the expression made.
func (s Scope) OwnAlias(e ast.Expr) bool {
	a, ok := s.alias(e)
	return ok && a.Own
}

// IsAlias reports whether an identifier is a parameter that stands for a tensor or slice.
func (s Scope) IsAlias(id *ast.Ident) bool {
	v, ok := s.Object(id).(*types.Var)
	if !ok || IsPointer(s.Subst(v.Type())) {
		return false
	}
	_, ok = s.aliases[v]
	return ok
}

func (s Scope) alias(e ast.Expr) (Alias, bool) {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.Ident:
			v, _ := s.Object(x).(*types.Var)
			a, ok := s.aliases[v]
			return a, ok
		default:
			return Alias{}, false
		}
	}
}

// pointee is the alias of a parameter that e is, or nil.
func (s Scope) pointee(e ast.Expr) *Alias {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := s.Object(id).(*types.Var)
	if a, ok := s.aliases[v]; ok {
		return &a
	}
	return nil
}

// text is a chain as Go says it at the mark.
func (s Scope) text(e ast.Expr) string {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		if a := s.pointee(x); a != nil {
			return a.Text
		}
	case *ast.SelectorExpr:
		if s.Aliased(x) {
			return s.text(x.X) + "." + x.Sel.Name
		}
	case *ast.StarExpr:
		if a := s.pointee(x.X); a != nil && a.Pointee {
			return a.Text
		}
		return "(*" + s.text(x.X) + ")"
	}
	return types.ExprString(e)
}

// Reads reports whether a function only reads fields of what its parameter v, a pointer, points at, or
// reads and sets elements of the tensor that it is, and passes it on only to functions that do so too.
func (p *Program) Reads(f *Func, v *types.Var) bool {
	if known, ok := p.reads[v]; ok {
		return known
	}
	r := &reader{p, map[*types.Var]bool{}}
	p.reads[v] = r.reads(f, v)
	return p.reads[v]
}

// ofTensors are the methods of tensors that a function may call of those that it gets.
var ofTensors = map[string]bool{"At": true, "Dim": true, "Rank": true, "Set": true}

type reader struct {
	*Program
	asked map[*types.Var]bool
}

func (r *reader) reads(f *Func, v *types.Var) bool {
	return f != nil && f.Decl.Body != nil && r.in(Scope{Pkg: f.Pkg, program: r.Program}, f.Decl.Body, v)
}

// OnlyReads reports whether a local variable that is a pointer is only read through, as Reads does for
// parameters.
func (p *Program) OnlyReads(v *types.Var) bool {
	r := &reader{p, map[*types.Var]bool{}}
	return r.local(v)
}

func (r *reader) local(v *types.Var) bool {
	d := r.defined[v]
	return d != nil && r.Reference(v) != nil && r.in(d.scope, d.decl, v)
}

// in reports whether code only reads through v.
func (r *reader) in(s Scope, body ast.Node, v *types.Var) bool {
	if r.asked[v] {
		return true // unless another mention tells otherwise
	}
	r.asked[v] = true
	allowed := map[*ast.Ident]bool{}
	ok := true
	isV := func(e ast.Expr) *ast.Ident {
		if id, isIdent := ast.Unparen(e).(*ast.Ident); isIdent && s.Object(id) == v {
			return id
		}
		return nil
	}
	allow := func(e ast.Expr) {
		if id := isV(e); id != nil {
			allowed[id] = true
		}
	}
	named := map[ast.Expr]bool{} // what pointers that are only read through stand for
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			r.call(s, n, isV, allowed)
			if r.Callee(s, n.Fun).Kind == Builtin {
				for _, a := range n.Args {
					allow(a) // len of an array
				}
			}
		case *ast.SelectorExpr:
			if sel := s.Pkg.TypesInfo.Selections[n]; sel != nil && (sel.Kind() == types.FieldVal || ofTensors[n.Sel.Name] && TensorElem(s.TypeOf(n.X)) != nil) {
				allow(n.X)
			}
		case *ast.StarExpr:
			allow(n.X)
		case *ast.IndexExpr:
			allow(n.X)
		case *ast.RangeStmt:
			allow(n.X)
		case *ast.Ident:
			if w, isVar := s.Pkg.TypesInfo.Defs[n].(*types.Var); isVar {
				if isV(n) != nil {
					allowed[n] = true // its declaration
				} else if d := r.defined[w]; d != nil && d.by != nil && IsPointer(w.Type()) && r.Reference(w) != nil && r.local(w) {
					named[d.by] = true
					allow(d.by)
				}
			}
		case *ast.UnaryExpr:
			if _, root := Root(s, n.X); n.Op == token.AND && root == v && !named[n] {
				ok = false
			}
		}
		return true
	})
	r.direct(s, body, func(root *types.Var) { ok = ok && (root != v || TensorElem(s.Subst(v.Type())) != nil) })
	ast.Inspect(body, func(n ast.Node) bool {
		if id, isIdent := n.(*ast.Ident); isIdent && isV(id) != nil && !allowed[id] {
			ok = false
		}
		return true
	})
	return ok
}

// call allows mentions of v that a call passes on to functions that only read.
func (r *reader) call(s Scope, call *ast.CallExpr, isV func(ast.Expr) *ast.Ident, allowed map[*ast.Ident]bool) {
	c := r.Callee(s, call.Fun)
	if c.Kind != Declared {
		return
	}
	if c.Recv != nil && !TakesPointer(c.Func.Obj) {
		if id := isV(c.Recv); id != nil && IsPointer(s.TypeOf(id)) {
			allowed[id] = true // the method gets a copy of what it points at
		}
	} else if c.Recv != nil && len(c.Selection.Index()) == 1 {
		if id := isV(c.Recv); id != nil && r.reads(c.Func, c.Func.Obj.Signature().Recv()) {
			allowed[id] = true
		}
	}
	for i, a := range call.Args {
		if id := isV(a); id != nil && i < c.Func.Obj.Signature().Params().Len() && r.reads(c.Func, c.Func.Obj.Signature().Params().At(i)) {
			allowed[id] = true
		}
	}
}

// Sets reports whether a function sets elements of its parameter v, a tensor or slice, or passes it on to one that
// does.
func (p *Program) Sets(f *Func, v *types.Var) bool {
	if known, ok := p.sets[v]; ok {
		return known
	}
	p.sets[v] = false // in recursion, which is refused
	_, generic := v.Type().(*types.TypeParam)
	if f == nil || f.Decl.Body == nil || !generic && !isSlice(v.Type()) && TensorElem(v.Type()) == nil {
		return false
	}
	s := Scope{Pkg: f.Pkg, program: p}
	Assigned(s, f.Decl.Body, func(_ ast.Expr, root *types.Var, whole bool) {
		if root == v && !whole {
			p.sets[v] = true
		}
	})
	return p.sets[v]
}

// SetBy lists the tensors and slices that a call passes to a function that sets elements of them.
func SetBy(s Scope, call *ast.CallExpr) []ast.Expr {
	if s.program == nil {
		return nil
	}
	callee := s.program.Callee(s, call.Fun)
	if callee.Kind != Declared {
		return nil
	}
	var out []ast.Expr
	for _, p := range callee.Passed(call) {
		if IsArray(s.TypeOf(p.Arg)) && s.program.Sets(callee.Func, p.Param) {
			out = append(out, p.Arg)
		}
	}
	return out
}

// IsArray reports whether values of type t are tensors or slices.
func IsArray(t types.Type) bool { return TensorElem(t) != nil || isSlice(t) }

// Passed is what a function gets for a parameter, or for its receiver.
type Passed struct {
	Param *types.Var
	Arg   ast.Expr
}

// Passed lists what a call passes to a declared function: the receiver first, unless it is an embedded field.
func (c Callee) Passed(call *ast.CallExpr) []Passed {
	sig := c.Func.Obj.Signature()
	if c.Recv == nil && sig.Recv() != nil {
		return nil // T.Method
	}
	var out []Passed
	if c.Recv != nil && len(c.Selection.Index()) == 1 {
		out = append(out, Passed{sig.Recv(), c.Recv})
	}
	for i, a := range call.Args {
		if i < sig.Params().Len() {
			out = append(out, Passed{sig.Params().At(i), a})
		}
	}
	return out
}

// Part returns x of x[i:j], x[i:j][k:l], Vec(x[i:j]) and so on, and other expressions as they are.
func Part(s Scope, e ast.Expr) ast.Expr {
	for {
		e = Unconverted(s, e)
		slice, ok := e.(*ast.SliceExpr)
		if !ok {
			return e
		}
		e = slice.X
	}
}

// Actual is the variable that a parameter stands for, or v itself.
func (s Scope) Actual(v *types.Var) *types.Var {
	if a, ok := s.aliases[v]; ok {
		return a.Root
	}
	return v
}

// direct calls f for the variables at the roots of what assignments, copy, clear and Set change, and methods that do not
// only read what they get a pointer to.
func (r *reader) direct(s Scope, body ast.Node, f func(*types.Var)) {
	note := func(e ast.Expr) {
		if e == nil {
			return
		}
		if _, v := Root(s, e); v != nil {
			f(v)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, isIdent := l.(*ast.Ident); !isIdent || s.Pkg.TypesInfo.Defs[id] == nil {
					note(l)
				}
			}
		case *ast.IncDecStmt:
			note(n.X)
		case *ast.RangeStmt:
			note(n.Key)
			note(n.Value)
		case *ast.CallExpr:
			note(TensorSet(s, n))
			note(Overwritten(s, n))
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok { // of a field: s.f.m()
				m := s.Pkg.TypesInfo.Selections[sel]
				if _, isIdent := ast.Unparen(sel.X).(*ast.Ident); !isIdent && m != nil && m.Kind() == types.MethodVal && TakesPointer(m.Obj().(*types.Func)) {
					if c := r.Callee(s, n.Fun); c.Kind != Declared || len(c.Selection.Index()) > 1 || !r.reads(c.Func, c.Func.Obj.Signature().Recv()) {
						note(sel.X)
					}
				}
			}
		}
		return true
	})
}
