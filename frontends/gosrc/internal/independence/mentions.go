package independence

import (
	"go/ast"
	"go/token"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// mentions collects the mentions of the arrays that the loop writes.
func (f *finder) mentions() {
	sizes := map[ast.Expr]bool{} // mentions that ask for the size alone
	ast.PreorderStack(f.Lit.Body, nil, func(n ast.Node, around []ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if s := f.sized(e); s != nil {
			sizes[s] = true
		}
		if m, write := f.mention(e); m != nil {
			a := f.array(m.Array)
			m.often, m.hidden = f.surroundings(append(around, n))
			for _, i := range m.Indices {
				m.forms = append(m.forms, f.form(i))
			}
			if write {
				a.Writes = append(a.Writes, m)
			} else {
				a.Reads = append(a.Reads, m)
			}
			sizes[m.Array] = true // it is no mention as a whole
		}
		if a := f.array(e); a != nil && !sizes[e] {
			f.bad(e, "iterations may race: "+a.Text+" is written, and here it is mentioned as a whole; mention elements of it, by indices")
		}
		return true
	})
}

// sized returns x of len(x) and x.Dim(k).
func (f *finder) sized(e ast.Expr) ast.Expr {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return nil
	}
	callee := f.Program.Callee(f.Scope, call.Fun)
	switch {
	case callee.Kind == program.Builtin && callee.Name == "len":
		return ast.Unparen(call.Args[0])
	case callee.Kind == program.Marking && callee.Name == "Dim":
		return ast.Unparen(callee.Recv)
	}
	return nil
}

// mention returns the mention of an element that an expression is, and whether it writes.
func (f *finder) mention(e ast.Expr) (m *Mention, write bool) {
	switch e := e.(type) {
	case *ast.IndexExpr:
		if f.array(e.X) != nil {
			return &Mention{Node: e, Array: ast.Unparen(e.X), Indices: []ast.Expr{e.Index}}, f.writes[e]
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
