package program

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A reference is a local variable that stands for something else in all of its scope: a pointer that is
// declared with its value and never assigned, or a row of a slice of slices, or part of a slice. What is assigned
// through it is assigned to what it stands for.
//
//	p := &bodies[i]     row := image[y]     for y, row := range image     row := pixels[y*m : (y+1)*m]     r := &rng{seed}

// Reference is what a variable stands for.
type Reference struct {
	// To is what a pointer points at, or the row or part; nil if the pointer's object has no other name.
	To ast.Expr
	// By is the expression that the variable is declared with.
	By ast.Expr
}

// definition is how a variable gets its value.
type definition struct {
	by    ast.Expr
	first ast.Expr // by in the declaration
	count int      // how often it is assigned, declarations included
	scope Scope
	decl  ast.Node // the declaration around it
}

// define notes the definitions of the variables of a declaration.
func (p *Program) define(s Scope, decl ast.Node) {
	note := func(e, by ast.Expr) {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			return
		}
		v, ok := s.Object(id).(*types.Var)
		if !ok || v.IsField() {
			return
		}
		d := p.defined[v]
		if d == nil {
			d = &definition{scope: s, decl: decl}
			p.defined[v] = d
		}
		if d.count++; d.count == 1 {
			d.first = by
		}
		d.by = by
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if len(n.Rhs) == len(n.Lhs) {
					note(l, ast.Unparen(n.Rhs[i]))
				} else {
					note(l, nil)
				}
			}
		case *ast.IncDecStmt:
			note(n.X, nil)
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if len(n.Values) == len(n.Names) {
					note(id, ast.Unparen(n.Values[i]))
				} else {
					note(id, nil)
				}
			}
		case *ast.RangeStmt:
			if n.Key != nil {
				note(n.Key, nil)
			}
			if n.Value != nil {
				note(n.Value, rangedRow(s, n))
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				note(n.X, nil)
			}
		case *ast.SelectorExpr: // x.m, where m takes a pointer, is (&x).m
			m := s.Pkg.TypesInfo.Selections[n]
			if m != nil && m.Kind() == types.MethodVal && TakesPointer(m.Obj().(*types.Func)) && !IsPointer(s.TypeOf(n.X)) {
				note(n.X, nil)
			}
		}
		return true
	})
}

// rangedRow is xss[i] for the row of for i, row := range xss; nil where what is ranged over has no rows, or the variable
// is not declared there.
func rangedRow(s Scope, n *ast.RangeStmt) ast.Expr {
	xss, ok := s.TypeOf(n.X).Underlying().(*types.Slice)
	if n.Tok != token.DEFINE || !ok || !isSlice(xss.Elem()) {
		return nil
	}
	row := &ast.IndexExpr{X: n.X, Lbrack: n.Value.Pos(), Index: n.Key, Rbrack: n.Value.Pos()}
	s.Pkg.TypesInfo.Types[row] = types.TypeAndValue{Type: xss.Elem()}
	return row
}

// Reference returns what a variable stands for, or nil if it holds a value of its own.
func (p *Program) Reference(v *types.Var) *Reference {
	d := p.defined[v]
	if d == nil || d.count != 1 || d.by == nil {
		return nil
	}
	if r, ok := p.references[v]; ok {
		return r
	}
	p.references[v] = nil
	p.references[v] = p.reference(v, d)
	return p.references[v]
}

func (p *Program) reference(v *types.Var, d *definition) *Reference {
	if IsPointer(v.Type()) {
		return p.pointer(v, d)
	}
	to := Unconverted(d.scope, d.by)
	var of ast.Expr
	switch by := to.(type) {
	case *ast.IndexExpr:
		of = by.X
	case *ast.SliceExpr:
		of = by.X
	}
	if of == nil || !isSlice(v.Type()) || !isSlice(d.scope.TypeOf(of)) || p.moves(d, v, to) {
		return nil
	}
	return &Reference{To: to, By: d.by}
}

func (p *Program) pointer(v *types.Var, d *definition) *Reference {
	switch by := d.by.(type) {
	case *ast.UnaryExpr:
		if by.Op != token.AND {
			return nil
		}
		to := ast.Unparen(by.X)
		if _, isNew := to.(*ast.CompositeLit); isNew {
			return &Reference{By: by}
		}
		if throughSlice(d.scope, to) && p.moves(d, v, to) {
			return nil
		}
		return &Reference{To: to, By: by}
	case *ast.Ident:
		if w, ok := d.scope.Object(by).(*types.Var); ok && IsPointer(w.Type()) {
			return &Reference{To: by, By: by}
		}
	case *ast.CallExpr:
		if c := p.Callee(d.scope, by.Fun); c.Kind == Declared || c.Kind == Builtin && c.Name == "new" {
			return &Reference{By: by}
		}
	}
	return nil
}

// moves reports whether the slices on the way to e may be replaced by others while v stands for e.
func (p *Program) moves(d *definition, v *types.Var, e ast.Expr) bool {
	_, root := Root(d.scope, e)
	scope := v.Parent()
	if root == nil || scope == nil {
		return true
	}
	moves := false
	ast.PreorderStack(d.decl, nil, func(n ast.Node, around []ast.Node) bool {
		replaced := func(e ast.Expr) {
			if e == nil || !holdsSlices(d.scope.TypeOf(e)) {
				return
			}
			if _, w := Root(d.scope, e); w != root || w.Pos() == e.Pos() {
				return
			}
			moves = moves || v.Pos() < n.Pos() && n.Pos() < scope.End() || inClosure(around, v)
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				replaced(l)
			}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				replaced(n.Key)
				replaced(n.Value)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && holdsSlices(d.scope.TypeOf(n.X)) {
				if _, w := Root(d.scope, n.X); w == root {
					moves = true
				}
			}
		case *ast.CallExpr:
			for _, e := range pointed(d.scope, n) {
				replaced(e)
			}
		}
		return !moves
	})
	return moves
}

// inClosure reports whether nodes are in a closure that v is not declared in: it may run any time.
func inClosure(around []ast.Node, v *types.Var) bool {
	for _, n := range around {
		if lit, ok := n.(*ast.FuncLit); ok && (v.Pos() < lit.Pos() || lit.End() <= v.Pos()) {
			return true
		}
	}
	return false
}

// throughSlice reports whether an assignable expression selects an element of a slice.
func throughSlice(s Scope, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return isSlice(s.TypeOf(e.X)) || throughSlice(s, e.X)
	case *ast.SliceExpr:
		return isSlice(s.TypeOf(e.X)) || throughSlice(s, e.X)
	case *ast.SelectorExpr:
		return throughSlice(s, e.X)
	case *ast.StarExpr:
		return throughSlice(s, e.X)
	}
	return false
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// holdsSlices reports whether there are slices in values of type t, or in what it points at.
func holdsSlices(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return true
	case *types.Pointer:
		return holdsSlices(u.Elem())
	case *types.Array:
		return holdsSlices(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if holdsSlices(f.Type()) {
				return true
			}
		}
	}
	return false
}

// InLoop is s in a Loop: rows that got their names before it are slices of their own there.
func (s Scope) InLoop(lit *ast.FuncLit) Scope {
	s.loop = lit
	return s
}

// reference is Program.Reference of a variable as the code of s sees it.
func (s Scope) reference(v *types.Var) *Reference {
	if s.program == nil || v == nil {
		return nil
	}
	if s.loop != nil && !IsPointer(v.Type()) && v.Pos() < s.loop.Pos() && v.Parent() != nil && v.Parent().Contains(s.loop.Pos()) {
		return nil
	}
	return s.program.Reference(v)
}

// Referent returns what a variable stands for in the end, and the variable at the root of that: of a
// reference to a new object, and of other variables, nil and the variable itself.
func (s Scope) Referent(v *types.Var) (to ast.Expr, root *types.Var) {
	root = v
	for range maxReferences {
		r := s.reference(root)
		if r == nil || r.To == nil {
			return to, root
		}
		to = r.To
		_, root = Root(s, to)
	}
	return to, root
}

// maxReferences is more references to references than programs have.
const maxReferences = 100

// StandsFor is Referent for the variable that e is; nil if e is no variable, or one that stands for
// itself.
func (s Scope) StandsFor(e ast.Expr) ast.Expr {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := s.Object(id).(*types.Var)
	if r := s.reference(v); r != nil {
		return r.To
	}
	return nil
}

// Indexed takes x[i][j]…, elements of slices of slices, apart: x, which may be a row that has a name, is
// replaced by what it stands for.
func Indexed(s Scope, e ast.Expr) (base ast.Expr, indices []ast.Expr) {
	for {
		x, ok := ast.Unparen(e).(*ast.IndexExpr)
		if ok && isSlice(s.TypeOf(x.X)) {
			indices = append([]ast.Expr{x.Index}, indices...)
			e = x.X
			continue
		}
		if to := s.StandsFor(e); to != nil && isSlice(s.TypeOf(e)) {
			e = to
			continue
		}
		return ast.Unparen(e), indices
	}
}
