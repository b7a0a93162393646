package lowering

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// choice is an if or a switch: the first case whose condition holds is done.
type choice struct {
	init  ast.Stmt
	tag   ast.Expr // of a switch, or nil
	cases []*option
	// open is how many of the cases what follows may be reached from. Is it at most one, then
	// what follows is lowered there.
	open     int
	isSwitch bool
}

// option is a case of a choice.
type option struct {
	at    ast.Node
	conds []ast.Expr // one of which holds; none for what is done otherwise
	body  []ast.Stmt
	els   *choice // an if in place of the body
	ends  bool    // it does not reach what follows
}

// choiceOf returns the choice that a statement is, or nil.
func (f *frame) choiceOf(s ast.Stmt) *choice {
	c := &choice{}
	switch s := s.(type) {
	case *ast.IfStmt:
		c.init = s.Init
		c.cases = append(c.cases, &option{at: s.Body, conds: []ast.Expr{s.Cond}, body: s.Body.List})
		other := &option{at: s}
		switch e := s.Else.(type) {
		case *ast.BlockStmt:
			other.body = e.List
		case *ast.IfStmt:
			other.els = f.choiceOf(e)
		}
		c.cases = append(c.cases, other)
	case *ast.SwitchStmt:
		c.init, c.tag, c.isSwitch = s.Init, s.Tag, true
		other := &option{at: s}
		var next []ast.Stmt // the body of the case after this one
		for _, cl := range slices.Backward(s.Body.List) {
			cc := cl.(*ast.CaseClause)
			body := cc.Body
			if last := len(body) - 1; last >= 0 && isFallthrough(body[last]) {
				body = slices.Concat(body[:last], next)
			}
			next = body
			if cc.List == nil {
				other.body = body
				continue
			}
			c.cases = append(c.cases, &option{at: cc, conds: cc.List, body: body})
		}
		slices.Reverse(c.cases)
		c.cases = append(c.cases, other)
	default:
		return nil
	}
	for _, o := range c.cases {
		o.ends = o.endsHere(c.isSwitch)
		if !o.ends {
			c.open++
		}
	}
	if c.isSwitch && c.breaks() {
		c.open = len(c.cases) + 1 // what follows is reached from the middle of cases
	}
	return c
}

func isFallthrough(s ast.Stmt) bool {
	b, ok := s.(*ast.BranchStmt)
	return ok && b.Tok == token.FALLTHROUGH
}

// breaks reports whether a break in one of the cases ends the switch.
func (c *choice) breaks() bool {
	for _, o := range c.cases {
		for _, s := range o.body {
			if jumpsIn(s).breaks {
				return true
			}
		}
	}
	return false
}

func (o *option) endsHere(inSwitch bool) bool {
	if o.els != nil {
		return o.els.open == 0
	}
	return len(o.body) > 0 && ends(o.body[len(o.body)-1], inSwitch)
}

// ends reports whether what follows a statement is never reached from it.
func ends(s ast.Stmt, inSwitch bool) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return !inSwitch || s.Tok == token.CONTINUE || s.Label != nil
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		return ok && id.Name == "panic"
	case *ast.BlockStmt:
		return len(s.List) > 0 && ends(s.List[len(s.List)-1], inSwitch)
	case *ast.IfStmt:
		if s.Else == nil {
			return false
		}
		return ends(s.Body, inSwitch) && ends(s.Else, inSwitch)
	}
	return false
}

// choose runs a choice, and after the case that may reach it, if one alone may, rest.
func (f *frame) choose(c *choice, rest []ast.Stmt) {
	if c.init != nil {
		f.stmt(c.init)
	}
	if c.isSwitch {
		defer func(old *variable) { f.broke = old }(f.broke)
		outer := f.broke
		f.broke = flag("broke")
		if c.open <= 1 {
			f.broke = outer // no case breaks; what follows may
		}
	}
	var tag *lower.Value
	if c.tag != nil {
		v := f.expr(c.tag)
		tag = &v
	}
	f.chooseFrom(c, 0, tag, rest)
}

func (f *frame) chooseFrom(c *choice, i int, tag *lower.Value, rest []ast.Stmt) {
	o := c.cases[i]
	run := func() {
		after := rest
		if o.ends {
			after = nil
		}
		if o.els != nil && o.els.open <= 1 {
			f.choose(o.els, after)
			return
		}
		if o.els != nil {
			f.choose(o.els, nil)
			if !o.ends {
				f.continueWith(o.at, after)
			}
			return
		}
		f.stmts(o.body)
		if len(o.body) > 0 {
			f.continueWith(&ast.BlockStmt{List: o.body}, after)
		} else {
			f.stmts(after)
		}
	}
	if o.conds == nil {
		run()
		return
	}
	nodes := []ast.Node{}
	for _, k := range c.cases[i:] {
		for _, e := range k.conds {
			nodes = append(nodes, e)
		}
		nodes = append(nodes, stmtNodes(k.body)...)
		if k.els != nil {
			nodes = append(nodes, k.at)
		}
	}
	nodes = append(nodes, stmtNodes(rest)...)
	f.branch(f.condition(o, tag), nodes, run, func() { f.chooseFrom(c, i+1, tag, rest) })
}

// continueWith runs statements after others, in done, unless those jumped away.
func (f *frame) continueWith(done ast.Node, list []ast.Stmt) {
	if len(list) == 0 {
		return
	}
	if !jumpsIn(done).any() {
		f.stmts(list)
		return
	}
	stop := f.stopped(f.returned, f.broke, f.continued)
	if gone, known := isConst(stop); known {
		if !gone {
			f.stmts(list)
		}
		return
	}
	f.branch(stop, stmtNodes(list), func() {}, func() { f.stmts(list) })
}

// condition is whether a case is chosen.
func (f *frame) condition(o *option, tag *lower.Value) ir.Atom {
	one := func(e ast.Expr) lower.Value {
		defer f.at(e)()
		if tag == nil {
			return f.expr(e)
		}
		if isString(f.TypeOf(e)) {
			return f.equalText(*tag, f.expr(e))
		}
		return lower.ScalarValue(scalar.Bool, f.b.Equal(*tag, f.expr(e)))
	}
	out := one(o.conds[0])
	for _, e := range o.conds[1:] {
		out = f.second(out.Atom(), false, e, one)
	}
	return out.Atom()
}
