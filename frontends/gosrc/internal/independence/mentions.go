package independence

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// mentions collects the mentions of the arrays that the loop writes.
func (f *finder) mentions() {
	inner := map[ast.Expr]bool{} // parts of mentions, and those that ask for a size alone
	ast.PreorderStack(f.Lit.Body, nil, func(n ast.Node, around []ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if s := f.sized(e); s != nil {
			for x := s; ; {
				inner[x] = true
				index, isIndex := x.(*ast.IndexExpr)
				if !isIndex {
					break
				}
				x = ast.Unparen(index.X)
			}
		}
		if inner[e] {
			return true
		}
		if m, write := f.mention(e); m != nil {
			f.note(m, write, append(around, n))
			for x := e; ; { // x[i] in x[i][j], and x, are parts of it
				index, isIndex := x.(*ast.IndexExpr)
				if !isIndex {
					break
				}
				x = ast.Unparen(index.X)
				inner[x] = true
			}
			inner[m.Array] = true
			return true
		}
		if id, isIdent := e.(*ast.Ident); isIdent && f.namesPart(id) && !f.rowStays(e, append(around, n)) {
			f.bad(e, "iterations may race: "+id.Name+" is part of what is written, and gets another name here; mention elements of it, by indices")
		}
		if call, isCall := e.(*ast.CallExpr); isCall {
			f.called(call, append(around, n), inner)
		}
		if a := f.array(e); a != nil {
			f.bad(e, "iterations may race: "+a.Text+" is written, and here it is mentioned as a whole; mention elements of it, by indices")
		}
		return true
	})
}

// note adds a mention to those of its array.
func (f *finder) note(m *Mention, write bool, stack []ast.Node) {
	a := f.array(m.Array)
	if f.isRow(m) && !f.rowStays(m.Node, stack) {
		f.bad(m.Node, "iterations may race: "+a.Text+" is written, and here a row of it gets another name; mention elements of it, by indices")
	}
	a.Replaced = a.Replaced || f.isRow(m) && replaces(stack[len(stack)-2], m.Node)
	m.often, m.hidden = f.surroundings(stack)
	m.often = m.often || m.part
	m.Path, m.calls = f.path, f.calls
	if u, ok := stack[len(stack)-2].(*ast.UnaryExpr); ok && u.Op == token.AND {
		m.pointer = true
	}
	for _, i := range m.Indices {
		m.forms = append(m.forms, f.form(i))
	}
	if write {
		a.Writes = append(a.Writes, m)
	} else {
		a.Reads = append(a.Reads, m)
	}
}

// isRow reports whether a mention is of a row of a slice of slices.
func (f *finder) isRow(m *Mention) bool {
	_, ok := f.Scope.TypeOf(m.Node).Underlying().(*types.Slice)
	return ok && program.TensorElem(f.Scope.TypeOf(m.Array)) == nil
}

// namesPart reports whether an identifier is the name of part of an array that the loop writes. Which elements these
// are was noted where it got the name.
func (f *finder) namesPart(id *ast.Ident) bool {
	v, ok := f.Scope.Object(id).(*types.Var)
	if !ok {
		return false
	}
	to, root := f.Scope.Referent(v)
	if to == nil || root == nil || f.Scope.Pkg.TypesInfo.Defs[id] != nil || program.IsPointer(f.Scope.TypeOf(id)) {
		return false
	}
	return slices.ContainsFunc(f.arrays, func(a *Array) bool {
		_, of := program.Root(f.Scope, a.Expr)
		return of == root
	})
}

// rowStays reports whether a row gets no second name where it is mentioned: its elements are ranged over or
// copied, it is given to a function that returns no slices, or it is what a variable stands for.
func (f *finder) rowStays(e ast.Expr, stack []ast.Node) bool {
	switch n := stack[len(stack)-2].(type) {
	case *ast.IndexExpr:
		return n.X == e
	case *ast.SliceExpr:
		return n.X == e && f.rowStays(n, stack[:len(stack)-1])
	case *ast.RangeStmt:
		return n.X == e
	case *ast.SelectorExpr: // its method
		call, ok := stack[len(stack)-3].(*ast.CallExpr)
		return ok && ast.Unparen(call.Fun) == n && !holdsSlices(f.Scope.TypeOf(call))
	case *ast.CallExpr:
		callee := f.Program.Callee(f.Scope, n.Fun)
		switch callee.Kind {
		case program.Conversion:
			return f.rowStays(n, stack[:len(stack)-1])
		case program.Builtin:
			if s, isSlice := f.Scope.TypeOf(n).Underlying().(*types.Slice); callee.Name == "append" && isSlice {
				return ast.Unparen(n.Args[0]) != e && !holdsSlices(s.Elem())
			}
			return callee.Name == "copy" || callee.Name == "clear" || callee.Name == "len"
		case program.Declared, program.Value:
			return !holdsSlices(f.Scope.TypeOf(n))
		case program.Marking:
			t := f.Scope.TypeOf(n)
			if s, ok := t.Underlying().(*types.Slice); ok {
				t = s.Elem()
			}
			return !holdsSlices(t)
		}
	case *ast.AssignStmt:
		if replaces(n, e) {
			return true
		}
		for i, r := range n.Rhs {
			if ast.Unparen(r) == e && len(n.Lhs) == len(n.Rhs) && f.Scope.StandsFor(n.Lhs[i]) != nil {
				return true
			}
		}
	case *ast.ValueSpec:
		for i, r := range n.Values {
			if ast.Unparen(r) == e && len(n.Names) == len(n.Values) && f.Scope.StandsFor(n.Names[i]) != nil {
				return true
			}
		}
	}
	return false
}

// replaces reports whether a statement assigns a whole row.
func replaces(s ast.Node, row ast.Expr) bool {
	a, ok := s.(*ast.AssignStmt)
	return ok && a.Tok == token.ASSIGN && slices.ContainsFunc(a.Lhs, func(l ast.Expr) bool { return ast.Unparen(l) == row })
}

// holdsSlices reports whether results of type t may refer to slices.
func holdsSlices(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Signature, *types.Pointer, *types.Interface:
		return true
	case *types.Array:
		return holdsSlices(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if holdsSlices(f.Type()) {
				return true
			}
		}
	case *types.Tuple:
		for v := range u.Variables() {
			if holdsSlices(v.Type()) {
				return true
			}
		}
	}
	return false
}

// sized returns x of len(x) and x.Dim(k), but for parts of slices.
func (f *finder) sized(e ast.Expr) ast.Expr {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return nil
	}
	return f.Program.Sized(f.Scope, call)
}

// mention returns the mention of an element that an expression is, and whether it writes.
func (f *finder) mention(e ast.Expr) (m *Mention, write bool) {
	switch e := e.(type) {
	case *ast.Ident: // a row that has a name
		if base, indices := program.Indexed(f.Scope, e); len(indices) > 0 && f.array(base) != nil && f.Scope.Pkg.TypesInfo.Defs[e] == nil {
			return &Mention{Node: e, Array: base, Indices: indices}, f.writes[e]
		}
	case *ast.IndexExpr:
		if base, indices := program.Indexed(f.Scope, e); len(indices) > 0 && f.array(base) != nil {
			return &Mention{Node: e, Array: base, Indices: indices}, f.writes[e]
		}
	case *ast.SliceExpr:
		if array := program.Unconverted(f.Scope, e.X); f.array(array) != nil && e.Low != nil && e.High != nil {
			return &Mention{Node: e, Array: array, Indices: []ast.Expr{e.Low}, part: true}, f.writes[e]
		}
	case *ast.CallExpr:
		if recv := program.TensorSet(f.Scope, e); recv != nil && f.array(recv) != nil && len(e.Args) > 1 {
			return &Mention{Node: e, Array: ast.Unparen(recv), Indices: e.Args[1:]}, true
		}
		if recv := program.TensorAt(f.Scope, e); recv != nil && f.array(recv) != nil && len(e.Args) > 0 {
			return &Mention{Node: e, Array: ast.Unparen(recv), Indices: e.Args}, false
		}
	}
	return nil, false
}

// surroundings says what the last node of stack is in: something that may run it more often
// than once, or an operand that may not be evaluated.
func (f *finder) surroundings(stack []ast.Node) (often, hidden bool) {
	often, hidden = f.often, f.hidden
	for i, n := range stack[:len(stack)-1] {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			often = true
		case *ast.BinaryExpr:
			hidden = hidden || (n.Op == token.LAND || n.Op == token.LOR) && stack[i+1] == ast.Node(n.Y)
		}
	}
	return often, hidden
}
