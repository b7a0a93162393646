package lowering

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// carried is the state that a loop carries from one iteration to the next.
func (f *frame) carried(cs []change) lower.Loop {
	l := lower.Loop{Init: f.values(cs)}
	sizes := 0
	for _, c := range cs {
		for range lower.LeafCount(c.value.Shape) {
			l.Names = append(l.Names, c.name)
		}
		kinds := growing(c.typ, nil)
		if program.TensorElem(c.typ) != nil {
			kinds = slices.Repeat([]bool{true}, 3) // what changes places with it may have other dimensions
		}
		for i := range lower.Dims(c.value.Shape) {
			if c.whole && i < len(kinds) && kinds[i] {
				l.Sizes = append(l.Sizes, sizes)
				sizes++
			} else {
				l.Sizes = append(l.Sizes, lower.Stays)
			}
		}
	}
	return l
}

// repeat runs a loop of as many iterations as n says, an i64; what it assigns is in nodes. The
// block is its body, with which it may be a fold; nil if it also assigns elsewhere.
func (f *frame) repeat(n ir.Atom, nodes []ast.Node, block *ast.BlockStmt, body func(i ir.Atom)) {
	cs := f.changesIn(nodes)
	if block != nil {
		if as := f.accumulators(block, cs); as != nil {
			f.fold(n, as, body)
			return
		}
	}
	l := f.carried(cs)
	count := lower.ScalarValue(goInt, n)
	l.Count, l.Index, l.Early = &count, "i", true
	l.Body = func(v, i lower.Value) lower.Value {
		assign(cs, v)
		body(i.Atom())
		return f.values(cs)
	}
	assign(cs, f.b.Loop(l))
}

// changesIn lists what the body of a loop changes. A continue there ends an iteration of this
// loop, not one of the loop around it.
func (f *frame) changesIn(nodes []ast.Node) []change {
	defer func(around *variable) { f.continued = around }(f.continued)
	f.continued = nil
	return f.changes(nodes...)
}

// while runs a loop as long as a condition holds and nothing has jumped out of it. The
// variables in also change, too.
func (f *frame) while(nodes []ast.Node, also []*variable, cond func() lower.Value, body func()) {
	broke, far, label := f.broke, f.far, f.label
	f.label = ""
	defer func() { f.broke, f.far = broke, far }()
	f.broke = flag("broke")
	if label != "" {
		f.far = append(slices.Clip(far), f.broke)
		if f.targets == nil {
			f.targets = map[string]*target{}
		}
		f.targets[label] = &target{broke: f.broke}
	}
	cs := f.changesIn(nodes)
	for _, v := range also {
		cs = append(cs, change{variable: v, whole: true})
	}
	l := f.carried(cs)
	l.While = func(v lower.Value) lower.Value {
		assign(cs, v)
		on := f.b.Bool("on", scalar.Not, f.stopped(f.returned, f.broke))
		return f.b.And(on, cond)
	}
	flags := slices.DeleteFunc(append([]*variable{f.returned, f.broke}, f.far...), func(v *variable) bool { return v == nil })
	before := make([]lower.Value, len(flags))
	for i, v := range flags {
		before[i] = v.value
	}
	l.Body = func(v, _ lower.Value) lower.Value {
		assign(cs, v)
		for _, v := range flags {
			v.value = lower.Constant(scalar.FromBool(false)) // or the loop had ended
		}
		body()
		return f.values(cs)
	}
	out := f.b.Loop(l)
	for i, v := range flags {
		v.value = before[i] // of those that the loop does not change
	}
	assign(cs, out)
}

// iteration runs the body of a loop, which continue ends. The loop may have a label.
func (f *frame) iteration(body *ast.BlockStmt, label string) {
	old, far := f.continued, f.far
	f.continued = flag("continued")
	if t := f.targets[label]; t != nil && label != "" {
		t.continued = f.continued
		f.far = append(slices.Clip(far), f.continued)
	}
	f.stmts(body.List)
	f.continued, f.far = old, far
}

// takeLabel returns the label of a loop that begins, or "".
func (f *frame) takeLabel() string {
	l := f.label
	f.label = ""
	return l
}

// repetition runs a loop.
func (f *frame) repetition(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ForStmt:
		f.forLoop(s)
	case *ast.RangeStmt:
		f.rangeLoop(s)
	}
}

func (f *frame) forLoop(s *ast.ForStmt) {
	label := f.takeLabel()
	if s.Init != nil {
		f.stmt(s.Init)
	}
	if c := f.countable(s); c != nil {
		f.counted(s, c)
		return
	}
	f.label = label
	nodes := []ast.Node{s.Body}
	if s.Cond != nil {
		nodes = append(nodes, s.Cond)
	}
	if s.Post != nil {
		nodes = append(nodes, s.Post)
	}
	iterate := func() {
		f.iteration(s.Body, label)
		if s.Post == nil {
			return
		}
		stop := f.stopped(f.returned, f.broke)
		if gone, known := isConst(stop); known {
			if !gone {
				f.stmt(s.Post)
			}
			return
		}
		f.branch(stop, []ast.Node{s.Post}, func() {}, func() { f.stmt(s.Post) })
	}
	if s.Cond != nil && len(f.changesIn([]ast.Node{s.Cond})) > 0 {
		f.asking(nodes, s.Cond, iterate)
		return
	}
	f.while(nodes, nil, func() lower.Value {
		if s.Cond == nil {
			return lower.Constant(scalar.FromBool(true))
		}
		return f.expr(s.Cond)
	}, iterate)
}

// asking runs a loop whose condition assigns variables: that is part of the iteration.
func (f *frame) asking(nodes []ast.Node, cond ast.Expr, iterate func()) {
	done := flag("done")
	f.while(nodes, []*variable{done}, func() lower.Value {
		return f.negated(done.value)
	}, func() {
		cs := append(f.changesIn(nodes), change{done, true})
		f.branchOn(f.expr(cond).Atom(), cs, iterate, done.raise)
	})
}

// counter is a loop of the form for i := a; i < n; i++, which nothing leaves and whose body
// assigns neither i nor what n depends on.
type counter struct {
	id    *ast.Ident
	v     *variable
	bound ast.Expr
}

// countable returns the counter of a loop that has that form, or nil.
func (f *frame) countable(s *ast.ForStmt) *counter {
	cond, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.LSS {
		return nil
	}
	post, ok := s.Post.(*ast.IncDecStmt)
	if !ok || post.Tok != token.INC {
		return nil
	}
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 {
		return nil
	}
	id := init.Lhs[0].(*ast.Ident)
	obj, _ := f.Object(id).(*types.Var)
	if obj == nil || !f.denotes(cond.X, obj) || !f.denotes(post.X, obj) || scalarOf(obj.Type()) != goInt {
		return nil
	}
	if j := jumpsIn(s.Body); j.leaves() || !f.steady(cond.Y) {
		return nil
	}
	mentioned := map[*variable]bool{f.lookup(obj): true}
	ast.Inspect(cond.Y, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := f.Object(id).(*types.Var); ok {
				mentioned[f.assignable(v)] = true
			}
		}
		return true
	})
	for _, c := range f.changes(s.Body) {
		if mentioned[c.variable] && (c.whole || scalarOf(c.typ) != scalar.Invalid) {
			return nil
		}
		if _, isSlice := c.typ.Underlying().(*types.Slice); mentioned[c.variable] && !isSlice {
			return nil
		}
	}
	return &counter{id, f.lookup(obj), cond.Y}
}

func (f *frame) denotes(e ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && f.Object(id) == v
}

// steady reports whether an expression can be evaluated once in place of before each
// iteration, if none of its variables changes: it cannot fail, and reads no element.
func (f *frame) steady(e ast.Expr) bool {
	if tv, ok := f.Pkg.TypesInfo.Types[ast.Unparen(e)]; ok && tv.Value != nil {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return f.mark.Captured(f.Scope, e) != nil || f.steady(e.X)
	case *ast.BinaryExpr:
		return (e.Op == token.ADD || e.Op == token.SUB || e.Op == token.MUL) && f.steady(e.X) && f.steady(e.Y)
	case *ast.CallExpr:
		c := f.program.Callee(f.Scope, e.Fun)
		return c.Kind == program.Builtin && c.Name == "len" && f.steady(e.Args[0]) ||
			c.Kind == program.Marking && c.Name == "Dim"
	}
	return false
}

// counted runs a loop that counts: its index is known to stay below its bound.
func (f *frame) counted(s *ast.ForStmt, c *counter) {
	first := c.v.value.Atom()
	bound := f.expr(c.bound).Atom()
	n := f.b.I64("n", scalar.Sub, bound, first)
	if f.b.Knows(scalar.Le, ir.Size(0), first) && f.b.Knows(scalar.Le, first, bound) {
		f.counts(s, c, first, bound, n)
		return
	}
	some := f.b.I64("some", scalar.Lt, first, bound)
	if !f.b.Knows(scalar.Le, ir.Size(0), first) {
		// The distance may be more than an i64 can hold; as many iterations never end.
		n = f.b.Choose(f.b.I64("wraps", scalar.Lt, n, ir.Size(0)), ir.Size(math.MaxInt64), n)
	}
	f.counts(s, c, first, bound, f.b.Choose(some, n, ir.Size(0)))
}

// counts runs the n iterations of a loop that counts.
func (f *frame) counts(s *ast.ForStmt, c *counter, first, bound, n ir.Atom) {
	f.repeat(n, []ast.Node{s.Body}, s.Body, func(k ir.Atom) {
		i := f.b.I64(c.id.Name, scalar.Add, first, k)
		f.b.Fact(scalar.Le, first, i)
		if f.b.Knows(scalar.Le, ir.Size(0), first) {
			f.b.IsSize(i)
		}
		f.b.Less(i, bound)
		c.v.value = lower.ScalarValue(goInt, i)
		f.iteration(s.Body, "")
	})
}

func (f *frame) rangeLoop(s *ast.RangeStmt) {
	label := f.takeLabel()
	over := program.Array(f.Scope, s.X)
	x := f.expr(over)
	t := f.TypeOf(over)
	var n ir.Atom
	elem := func(i ir.Atom) lower.Value { return f.element(x, i) }
	if p := f.changing(s); p != nil {
		elem = func(i ir.Atom) lower.Value { return f.element(f.load(p), i) }
	}
	key := types.Type(types.Typ[types.Int])
	if e := scalarOf(t); e != scalar.Invalid {
		n = f.b.Convert(signed(e), goInt, f.b.Convert(e, signed(e), x.Atom()))
		if e == scalar.U64 {
			n = f.b.Choose(f.b.I64("wraps", scalar.Lt, n, ir.Size(0)), ir.Size(math.MaxInt64), n)
		} else if e != signed(e) {
			n = f.b.Convert(scalar.U64, goInt, f.b.Convert(e, scalar.U64, x.Atom()))
		}
		if !f.b.Knows(scalar.Le, ir.Size(0), n) {
			n = f.b.I64("n", scalar.Max, n, ir.Size(0))
		}
		key = t
	} else {
		n = x.Dim()
	}
	bind := func(i ir.Atom) {
		if s.Key != nil {
			f.bindRange(s, s.Key, lower.ScalarValue(scalarOf(key), f.b.Convert(goInt, scalarOf(key), i)))
		}
		if s.Value != nil && !f.refersToRow(s, over, i) {
			f.bindRange(s, s.Value, elem(i))
		}
	}
	nodes, block := []ast.Node{s.Body}, s.Body
	if s.Tok == token.ASSIGN {
		nodes, block = []ast.Node{s}, nil
	}
	if !jumpsIn(s.Body).leaves() {
		f.repeat(n, nodes, block, func(i ir.Atom) {
			bind(i)
			f.iteration(s.Body, "")
		})
		return
	}
	f.label = label
	at := &variable{name: "i", typ: types.Typ[types.Int], value: lower.Constant(scalar.Int(goInt, 0)), set: true}
	f.while(nodes, []*variable{at}, func() lower.Value {
		return lower.ScalarValue(scalar.Bool, f.b.I64("more", scalar.Lt, at.value.Atom(), n))
	}, func() {
		i := at.value.Atom()
		f.b.IsSize(i)
		f.b.Less(i, n)
		bind(i)
		f.iteration(s.Body, label)
		at.value = lower.ScalarValue(goInt, f.b.I64("i", scalar.Add, i, ir.Size(1)))
	})
}

// changing returns the place of a slice, or of the array that a pointer points at, that a loop ranges over and whose
// elements its body assigns, or nil: the loop sees what it assigned. (Of an array it sees what was there before.)
func (f *frame) changing(s *ast.RangeStmt) *place {
	pointer := program.IsPointer(f.TypeOf(s.X))
	if !isSlice(f.TypeOf(s.X)) && !pointer || s.Value == nil {
		return nil
	}
	over := ast.Unparen(program.Pointee(s.X))
	e := over
	if part, ok := e.(*ast.SliceExpr); ok {
		e = ast.Unparen(part.X)
	}
	switch e.(type) {
	case *ast.Ident, *ast.IndexExpr:
	default:
		return nil
	}
	if _, root := program.Root(f.Scope, e); root == nil || !f.inVariable(e) {
		return nil
	}
	p := f.unchecked(over)
	for _, c := range f.changes(s.Body) {
		if c.variable != p.variable {
			continue
		}
		if c.whole && !pointer {
			f.wrong(s, "the loop assigns to %s, over which it ranges: range over another variable", types.ExprString(s.X))
		}
		f.check(p)
		return p
	}
	return nil
}

// signed is the signed type of as many bits.
func signed(t scalar.Type) scalar.Type {
	if s, ok := map[scalar.Type]scalar.Type{scalar.U8: scalar.I8, scalar.U16: scalar.I16, scalar.U32: scalar.I32, scalar.U64: scalar.I64}[t]; ok {
		return s
	}
	return t
}

func (f *frame) bindRange(s *ast.RangeStmt, e ast.Expr, v lower.Value) {
	if id, ok := e.(*ast.Ident); ok && s.Tok == token.DEFINE {
		f.declare(id, f.TypeOf(id), v)
		return
	}
	if id, ok := e.(*ast.Ident); ok && id.Name == "_" {
		return
	}
	f.store(f.place(e), v)
}
