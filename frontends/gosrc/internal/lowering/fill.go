package lowering

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/independence"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// A loop that assigns all rows of a slice of slices, in each iteration the one that its number
// selects, is a map. Before it the rows are nil, and after it they have another length:
//
//	for i := range rows {
//		rows[i] = make([]float64, n)
//		…
//	}
//
// What follows in the body is part of the map if it mentions that row alone and changes nothing else;
// else it is a loop of its own after the map.

// filling is such a loop.
type filling struct {
	key   *ast.Ident
	index *types.Var // that key is
	count ast.Expr   // how many rows it assigns, or a slice of as many elements
	upTo  bool       // it assigns one more
	slice *ast.Ident
	rows  *variable
	body  []ast.Stmt // that the map does
	rest  ast.Stmt   // a loop that does the others, or nil
}

// filling returns what a loop fills, or nil.
func (f *frame) filling(s ast.Stmt) *filling {
	l, body := f.counting(s)
	if l == nil || len(body.List) == 0 || jumpsIn(body).leaves() {
		return nil
	}
	body = f.oneByOne(body)
	changed := false
	program.Assigned(f.Scope, body, func(_ ast.Expr, v *types.Var, _ bool) { changed = changed || v == l.index })
	at := slices.IndexFunc(body.List, func(s ast.Stmt) bool { return f.assignsRow(l, s) })
	if changed || at < 0 {
		return nil
	}
	if l.body = body.List; f.isMap(l, body) {
		return l
	}
	first := &ast.BlockStmt{Lbrace: body.Lbrace, List: body.List[:at+1], Rbrace: body.List[at].End()}
	others := &ast.BlockStmt{Lbrace: first.Rbrace, List: body.List[at+1:], Rbrace: body.Rbrace}
	l.body = first.List
	if !f.isMap(l, first) || !f.mentionsElements(l, others.List) || f.dependsOn(first, others) || f.mentionsWithin(others, first) {
		return nil
	}
	l.rest = withBody(s, others)
	return l
}

// oneByOne takes assignments of several rows, as a[i], b[i] = make(…), make(…), apart where the values do
// not mention what is assigned.
func (f *frame) oneByOne(body *ast.BlockStmt) *ast.BlockStmt {
	out := &ast.BlockStmt{Lbrace: body.Lbrace, Rbrace: body.Rbrace}
	for _, s := range body.List {
		a, ok := s.(*ast.AssignStmt)
		if !ok || !f.isSevered(a) {
			out.List = append(out.List, s)
			continue
		}
		for i, l := range a.Lhs {
			out.List = append(out.List, &ast.AssignStmt{Lhs: []ast.Expr{l}, TokPos: a.TokPos, Tok: a.Tok, Rhs: a.Rhs[i : i+1]})
		}
	}
	return out
}

// isSevered reports whether an assignment of several rows may be done one after the other.
func (f *frame) isSevered(a *ast.AssignStmt) bool {
	if a.Tok != token.ASSIGN || len(a.Lhs) < 2 || len(a.Lhs) != len(a.Rhs) {
		return false
	}
	assigned := map[*types.Var]bool{}
	for _, l := range a.Lhs {
		_, v := program.Root(f.Scope, l)
		if v == nil || assigned[v] || !isSlice(f.TypeOf(l)) {
			return false
		}
		assigned[v] = true
	}
	severed := true
	mentions := func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := f.Object(id).(*types.Var); ok && assigned[v] {
					severed = false
				}
			}
			return severed
		})
	}
	for i, r := range a.Rhs {
		mentions(r)
		if x, ok := ast.Unparen(a.Lhs[i]).(*ast.IndexExpr); ok {
			mentions(x.Index)
		}
	}
	return severed
}

// mentionsWithin reports whether code mentions a variable that is declared in other code.
func (f *frame) mentionsWithin(code, other ast.Node) bool {
	found := false
	ast.Inspect(code, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := f.Object(id)
			found = found || obj != nil && other.Pos() <= obj.Pos() && obj.Pos() < other.End()
		}
		return !found
	})
	return found
}

// counting returns the number of a loop that counts from 0, and its body.
func (f *frame) counting(s ast.Stmt) (*filling, *ast.BlockStmt) {
	switch s := s.(type) {
	case *ast.RangeStmt:
		id, ok := s.Key.(*ast.Ident)
		if !ok || s.Tok != token.DEFINE || s.Value != nil {
			return nil, nil
		}
		v, _ := f.Object(id).(*types.Var)
		return &filling{key: id, index: v, count: s.X}, s.Body
	case *ast.ForStmt:
		init, ok := s.Init.(*ast.AssignStmt)
		if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 || len(init.Rhs) != 1 {
			return nil, nil
		}
		cond, ok := s.Cond.(*ast.BinaryExpr)
		post, increments := s.Post.(*ast.IncDecStmt)
		first, known := f.constant(ast.Unparen(init.Rhs[0]))
		if !ok || !known || !increments || post.Tok != token.INC || cond.Op != token.LSS && cond.Op != token.LEQ {
			return nil, nil
		}
		id := init.Lhs[0].(*ast.Ident)
		v, _ := f.Object(id).(*types.Var)
		if n, isSize := first.Atom().AsSize(); !isSize || n != 0 || v == nil || !f.denotes(cond.X, v) || !f.denotes(post.X, v) ||
			!f.steady(cond.Y) || f.dependsOn(cond.Y, s.Body) {
			return nil, nil
		}
		return &filling{key: id, index: v, count: cond.Y, upTo: cond.Op == token.LEQ}, s.Body
	}
	return nil, nil
}

// dependsOn reports whether something mentions a number that code changes.
func (f *frame) dependsOn(e, code ast.Node) bool {
	changed := map[*variable]bool{}
	for _, c := range f.changes(code) {
		changed[c.variable] = c.whole || scalarOf(c.typ) != scalar.Invalid || !isSlice(c.typ)
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := f.Object(id).(*types.Var); ok {
				x := f.assignable(v)
				found = found || x != nil && changed[x] && !isSlice(x.typ)
			}
		}
		return !found
	})
	return found
}

// withBody is a loop with another body.
func withBody(s ast.Stmt, body *ast.BlockStmt) ast.Stmt {
	if r, ok := s.(*ast.RangeStmt); ok {
		out := *r
		out.Body = body
		return &out
	}
	out := *s.(*ast.ForStmt)
	out.Body = body
	return &out
}

// assignsRow reports whether a statement assigns the row that the number of the iteration selects,
// and notes of which variable.
func (f *frame) assignsRow(l *filling, s ast.Stmt) bool {
	for _, a := range assignments(s) {
		x, ok := ast.Unparen(a).(*ast.IndexExpr)
		if !ok || !isSlice(f.TypeOf(a)) || l.index == nil || !f.denotes(x.Index, l.index) {
			continue
		}
		id, ok := ast.Unparen(x.X).(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := f.Object(id).(*types.Var)
		if ok && f.lookup(v) != nil && f.lookup(v).ref == nil && f.sharedAt(id) == nil && isSlice(f.TypeOf(id)) {
			l.slice, l.rows = id, f.lookup(v)
			return true
		}
	}
	return false
}

// assignments are the assignments of a statement, one for one.
func assignments(s ast.Stmt) []ast.Expr {
	a, ok := s.(*ast.AssignStmt)
	if !ok || a.Tok != token.ASSIGN || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return nil
	}
	return a.Lhs
}

// isMap reports whether code mentions of the slice the iteration's row alone, and changes nothing
// else.
func (f *frame) isMap(l *filling, code ast.Node) bool {
	if jumpsIn(code).any() {
		return false
	}
	for _, c := range f.changes(code) {
		if c.variable != l.rows {
			return false
		}
	}
	return f.mentionsOnly(l, code, func(x *ast.IndexExpr) bool { return f.denotes(x.Index, l.index) })
}

// mentionsOnly reports whether the slice is mentioned for its length, or in elements that are allowed.
func (f *frame) mentionsOnly(l *filling, code ast.Node, allowed func(*ast.IndexExpr) bool) bool {
	v := f.Object(l.slice)
	fine := map[*ast.Ident]bool{}
	ok := true
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if id, isIdent := ast.Unparen(n.X).(*ast.Ident); isIdent && allowed(n) {
				fine[id] = true
			}
		case *ast.CallExpr:
			if f.program.Callee(f.Scope, n.Fun).Name == "len" && len(n.Args) == 1 {
				if id, isIdent := ast.Unparen(n.Args[0]).(*ast.Ident); isIdent {
					fine[id] = true
				}
			}
		case *ast.Ident:
			ok = ok && (f.Object(n) != v || fine[n])
		}
		return ok
	})
	return ok
}

// mentionsElements reports whether code mentions elements of rows alone, and of the iteration's row
// also the length: whether other rows are there yet makes no difference then.
func (f *frame) mentionsElements(l *filling, code []ast.Stmt) bool {
	v := f.Object(l.slice)
	ok := true
	for _, s := range code {
		elements := map[*ast.IndexExpr]bool{}
		ast.Inspect(s, func(n ast.Node) bool {
			if x, isIndex := n.(*ast.IndexExpr); isIndex {
				if row, isRow := ast.Unparen(x.X).(*ast.IndexExpr); isRow {
					elements[row] = true
				}
			}
			return true
		})
		ok = ok && f.mentionsOnly(l, s, func(x *ast.IndexExpr) bool {
			id, isIdent := ast.Unparen(x.X).(*ast.Ident)
			return !isIdent || f.Object(id) != v || elements[x] || f.denotes(x.Index, l.index)
		})
	}
	return ok
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// fill assigns the rows.
func (f *frame) fill(l *filling) {
	before := f.valueOf(l.rows)
	n := f.b.I64("n", scalar.Max, f.numberOf(l), ir.Size(0))
	have := before.Dim()
	f.b.Assert(f.b.I64("same", scalar.Eq, n, have), "a slice of slices is irregular here: ", n, " of ", have, " rows are assigned")
	_, key := program.Chain(f.Scope, l.slice)
	sh := &shared{
		Array: &independence.Array{Key: key, Expr: l.slice, Text: l.slice.Name, Kind: independence.Rows, Rank: 1, Writes: []*independence.Mention{{Indices: make([]ast.Expr, 1)}}},
		elem:  elementType(f.TypeOf(l.slice), 1), array: before, first: ir.Size(0),
	}
	elem := scalarOf(f.TypeOf(l.key))
	f.nested++
	rows := f.b.Map(have, []lower.Value{f.b.Iota(have)}, func(row []lower.Value) lower.Value {
		i := row[0].Atom()
		f.begin(sh, i, []lower.Value{f.element(before, i)})
		f.declare(l.key, f.TypeOf(l.key), lower.ScalarValue(elem, f.b.Convert(goInt, elem, i)))
		f.stmts(l.body)
		f.end(sh)
		return sh.row.value
	})
	f.nested--
	l.rows.value, l.rows.set = rows, true
	if l.rest != nil {
		f.stmt(l.rest)
	}
}

// numberOf is how many rows a loop assigns.
func (f *frame) numberOf(l *filling) ir.Atom {
	count := f.expr(l.count)
	if scalarOf(f.TypeOf(l.count)) == scalar.Invalid {
		return count.Dim()
	}
	n := f.b.Convert(count.Elem(), goInt, count.Atom())
	if l.upTo {
		n = f.b.I64("n", scalar.Add, n, ir.Size(1))
	}
	return n
}
