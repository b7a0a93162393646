package lowering

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// stmts runs statements, each unless one before it jumped away.
func (f *frame) stmts(list []ast.Stmt) {
	for i, s := range list {
		rest := list[i+1:]
		switch c := f.choiceOf(s); {
		case c != nil && c.open <= 1:
			f.choose(c, rest)
			return
		case c != nil:
			f.choose(c, nil)
		default:
			f.stmt(s)
		}
		if !jumpsIn(s).any() || len(rest) == 0 {
			continue
		}
		stop := f.stopped(f.returned, f.broke, f.continued)
		if gone, known := isConst(stop); known {
			if gone {
				return
			}
			continue
		}
		f.branch(stop, stmtNodes(rest), func() {}, func() { f.stmts(rest) })
		return
	}
}

func stmtNodes(list []ast.Stmt) []ast.Node {
	out := make([]ast.Node, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

func (f *frame) stmt(s ast.Stmt) {
	defer f.at(s)()
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.BlockStmt:
		f.stmts(s.List)
	case *ast.ExprStmt:
		f.effect(s.X)
	case *ast.AssignStmt:
		f.assignment(s)
	case *ast.IncDecStmt:
		op := scalar.Add
		if s.Tok == token.DEC {
			op = scalar.Sub
		}
		t := scalarOf(f.TypeOf(s.X))
		p := f.place(s.X)
		f.store(p, f.b.Operator(op, t, f.load(p), lower.Constant(scalar.One(t))))
	case *ast.DeclStmt:
		f.declaration(s)
	case *ast.ReturnStmt:
		f.returns(s)
	case *ast.ForStmt, *ast.RangeStmt:
		if rows := f.filling(s); rows != nil {
			f.fill(rows)
			return
		}
		f.repetition(s)
	case *ast.BranchStmt:
		f.jump(s)
	case *ast.LabeledStmt:
		f.label = s.Label.Name
		f.stmt(s.Stmt)
	case *ast.SwitchStmt, *ast.IfStmt:
		f.choose(f.choiceOf(s), nil)
	default:
		f.unexpected(s, s)
	}
}

func (f *frame) jump(s *ast.BranchStmt) {
	broke, continued := f.broke, f.continued
	if s.Label != nil {
		t := f.targets[s.Label.Name]
		broke, continued = t.broke, t.continued
	}
	if s.Tok == token.BREAK {
		broke.raise()
	} else {
		continued.raise()
	}
}

// effect runs a call for what it does.
func (f *frame) effect(e ast.Expr) {
	call := ast.Unparen(e).(*ast.CallExpr)
	defer f.ordered(call)()
	if _, done := f.called[call]; done {
		return
	}
	if recv := program.TensorSet(f.Scope, call); recv != nil {
		f.setElement(call, recv)
		return
	}
	if program.MarkName(f.Scope, call) == "Loop" {
		f.loop(call)
		return
	}
	f.call(call)
}

func (f *frame) returns(s *ast.ReturnStmt) {
	var parts []lower.Value
	defer f.ordered(s.Results...)()
	for _, r := range s.Results {
		if isFunction(f.TypeOf(r)) {
			f.resultFn = f.function(r)
			f.returned.raise()
			return
		}
		if program.IsPointer(f.TypeOf(r)) {
			f.resultRef = f.pointee(r)
			f.returned.raise()
			return
		}
		parts = append(parts, f.expr(r))
	}
	if len(s.Results) == 0 {
		for _, v := range f.named {
			parts = append(parts, f.valueOf(v))
		}
	}
	switch {
	case len(parts) == 1:
		f.result.value = parts[0]
	default:
		f.result.value = lower.Tuple(parts...)
	}
	f.result.set = true
	f.returned.raise()
}

func (f *frame) declaration(s *ast.DeclStmt) {
	d := s.Decl.(*ast.GenDecl)
	if d.Tok != token.VAR {
		return
	}
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		if len(v.Values) == 0 {
			for _, id := range v.Names {
				t := f.TypeOf(id)
				f.declare(id, t, f.zero(t))
			}
			continue
		}
		targets := make([]ast.Expr, len(v.Names))
		for i, id := range v.Names {
			targets[i] = id
		}
		f.define(targets, v.Values)
	}
}

func (f *frame) assignment(s *ast.AssignStmt) {
	switch s.Tok {
	case token.ASSIGN, token.DEFINE:
		f.define(s.Lhs, s.Rhs)
	default:
		defer f.ordered(s.Lhs[0], s.Rhs[0])()
		op := s.Tok + (token.ADD - token.ADD_ASSIGN)
		p := f.place(s.Lhs[0])
		x := f.load(p)
		y := f.expr(s.Rhs[0])
		if isString(f.TypeOf(s.Lhs[0])) {
			f.store(p, f.b.Concat(x, y))
			return
		}
		f.store(p, f.binary(s, op, f.TypeOf(s.Lhs[0]), x, y, f.TypeOf(s.Rhs[0])))
	}
}

// define assigns to, or declares, the variables on the left. All operands are evaluated
// first.
func (f *frame) define(left, right []ast.Expr) {
	if len(left) == 1 {
		if f.defineFunction(left[0], right[0]) || f.refers(left[0]) {
			return
		}
	}
	defer f.ordered(slices.Concat(left, right)...)()
	places := make([]*place, len(left))
	for i, l := range left {
		if id, ok := ast.Unparen(l).(*ast.Ident); !ok || id.Name != "_" && f.known(id) {
			places[i] = f.unchecked(l)
		}
	}
	var vs []lower.Value
	if len(right) == 1 && len(left) > 1 {
		vs = f.expr(right[0]).Fields()
	} else {
		for i, r := range right {
			if i < len(left) && (f.defineFunction(left[i], r) || f.refers(left[i])) {
				vs = append(vs, lower.Value{})
				continue
			}
			vs = append(vs, f.expr(r))
		}
	}
	for i, l := range left {
		switch id, isIdent := ast.Unparen(l).(*ast.Ident); {
		case places[i] != nil:
			f.check(places[i])
			f.store(places[i], vs[i])
		case isIdent && vs[i].Shape != nil:
			f.declare(id, f.TypeOf(id), vs[i])
		}
	}
}

// known reports whether an identifier on the left of an assignment names a variable that
// there is already.
func (f *frame) known(id *ast.Ident) bool {
	v, ok := f.Pkg.TypesInfo.Uses[id].(*types.Var)
	return ok && f.lookup(v) != nil
}

func isFunction(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// defineFunction declares a variable that holds a function.
func (f *frame) defineFunction(l, r ast.Expr) bool {
	if !isFunction(f.TypeOf(r)) {
		return false
	}
	if id, ok := ast.Unparen(l).(*ast.Ident); ok && id.Name != "_" {
		if v, ok := f.Object(id).(*types.Var); ok {
			f.vars[v] = &variable{name: id.Name, fn: f.function(r)}
		}
	}
	return true
}
