package lowering

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// change is a variable that code assigns: as a whole, or elements and fields of it alone.
type change struct {
	*variable
	whole bool
}

// changes lists the variables that exist now and that code assigns, also by closures that it
// mentions, with the flags that its jumps set.
func (f *frame) changes(nodes ...ast.Node) []change {
	g := gatherer{at: map[*variable]int{}, seen: map[*ast.FuncLit]bool{}}
	for _, n := range nodes {
		g.gather(f, n)
		j := jumpsIn(n)
		if j.returns && f.returned != nil {
			g.add(f.returned, true)
			g.add(f.result, true)
		}
		if j.breaks && f.broke != nil {
			g.add(f.broke, true)
		}
		if j.continues && f.continued != nil {
			g.add(f.continued, true)
		}
		for _, l := range j.labels {
			for _, v := range f.targets[l].flags() {
				g.add(v, true)
			}
		}
	}
	return g.list
}

// gatherer collects changes, each variable once.
type gatherer struct {
	list []change
	at   map[*variable]int
	seen map[*ast.FuncLit]bool
}

func (g *gatherer) add(v *variable, whole bool) {
	i, ok := g.at[v]
	if !ok {
		i = len(g.list)
		g.at[v] = i
		g.list = append(g.list, change{variable: v})
	}
	g.list[i].whole = g.list[i].whole || whole
}

func (g *gatherer) gather(f *frame, n ast.Node) {
	parts := map[ast.Expr]bool{} // whose elements functions, copy and clear set
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			for _, e := range program.SetBy(f.Scope, call) {
				parts[e] = true
			}
			parts[program.Overwritten(f.Scope, call)] = true
		}
		return true
	})
	program.Assigned(f.Scope, n, func(at ast.Expr, v *types.Var, whole bool) {
		_, isObject := ast.Unparen(at).(*ast.StarExpr)
		isRow := isObject || hasLengths(f.TypeOf(at)) && !parts[at]
		if sh := f.sharedBy(at); sh != nil {
			for _, x := range sh.variables() {
				g.add(x, sh.row == nil || isRow)
			}
		} else if x := f.assignable(v); x != nil {
			g.add(x, whole || isRow)
		}
	})
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && f.reads[mentioned{e, f.path}] != nil {
			g.add(f.reads[mentioned{e, f.path}], true)
		}
		if call, ok := n.(*ast.CallExpr); ok {
			for _, r := range f.readsThrough(call) {
				g.add(r, true)
			}
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if v, ok := f.Object(id).(*types.Var); ok {
			if x := f.lookup(v); x != nil && x.fn != nil && x.fn.lit != nil && !g.seen[x.fn.lit] {
				g.seen[x.fn.lit] = true
				g.gather(x.fn.frame, x.fn.lit.Body)
			}
		}
		return true
	})
}

// values are the values of variables as one value.
func (f *frame) values(cs []change) lower.Value {
	parts := make([]lower.Value, len(cs))
	for i, c := range cs {
		parts[i] = f.valueOf(c.variable)
	}
	return lower.Tuple(parts...)
}

// valueOf is the value of a variable.
func (f *frame) valueOf(v *variable) lower.Value {
	if !v.set {
		v.value, v.set = f.zero(v.typ), true
	}
	return v.value
}

// assign gives variables the parts of a value that values made.
func assign(cs []change, v lower.Value) {
	for i, part := range v.Fields() {
		cs[i].value, cs[i].set = part, true
	}
}

// branch runs one of two pieces of code, which are among nodes.
func (f *frame) branch(cond ir.Atom, nodes []ast.Node, then, els func()) {
	f.branchOn(cond, f.changes(nodes...), then, els)
}

// branchOn is branch for code that changes the variables cs.
func (f *frame) branchOn(cond ir.Atom, cs []change, then, els func()) {
	before := make([]variable, len(cs))
	for i, c := range cs {
		before[i] = *c.variable
	}
	out := f.b.If(cond, func() lower.Value {
		then()
		return f.values(cs)
	}, func() lower.Value {
		for i, c := range cs {
			*c.variable = before[i]
		}
		els()
		return f.values(cs)
	})
	assign(cs, out)
}

// flag makes a flag that is not set.
func flag(name string) *variable {
	return &variable{name: name, typ: types.Typ[types.Bool], value: lower.Constant(scalar.FromBool(false)), set: true}
}

func (v *variable) raise() { v.value = lower.Constant(scalar.FromBool(true)) }

// stopped is whether one of the flags given is set, or of a loop with a label; those that are
// nil are not.
func (f *frame) stopped(flags ...*variable) ir.Atom {
	out := ir.Const(scalar.FromBool(false))
	for _, v := range append(flags, f.far...) {
		if known, ok := v.known(); v != nil && (!ok || known) {
			out = f.b.Bool("stop", scalar.Or, out, v.value.Atom())
		}
	}
	return out
}

// known returns the value of a flag if it is a constant.
func (v *variable) known() (value, ok bool) {
	if v == nil {
		return false, true
	}
	return isConst(v.value.Atom())
}

// isConst reports whether a truth value is known, and which it is.
func isConst(a ir.Atom) (value, known bool) {
	if a.IsVar() {
		return false, false
	}
	return a.Const.Bool(), true
}

// jumps says which jumps out of itself code has.
type jumps struct {
	returns, breaks, continues bool
	labels                     []string // around it, to which it jumps
}

func (j jumps) any() bool { return j.leaves() || j.continues }

// leaves reports whether one of the jumps may end a loop around the code.
func (j jumps) leaves() bool { return j.returns || j.breaks || len(j.labels) > 0 }

// jumpsIn finds the jumps of code. Those of loops and switches within, which do not leave
// them, and of closures do not count; a panic counts as a return.
func jumpsIn(n ast.Node) (j jumps) {
	inside := map[string]bool{}
	ast.Inspect(n, func(m ast.Node) bool {
		if l, ok := m.(*ast.LabeledStmt); ok {
			inside[l.Label.Name] = true
		}
		return true
	})
	var walk func(n ast.Node, loop, choice bool)
	walk = func(n ast.Node, loop, choice bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ForStmt, *ast.RangeStmt:
				if m != n {
					walk(m, true, true)
					return false
				}
			case *ast.SwitchStmt:
				if m != n {
					walk(m, loop, true)
					return false
				}
			case *ast.ReturnStmt:
				j.returns = true
			case *ast.CallExpr:
				if id, ok := ast.Unparen(m.Fun).(*ast.Ident); ok && id.Name == "panic" {
					j.returns = true
				}
			case *ast.BranchStmt:
				if m.Label != nil {
					if l := m.Label.Name; !inside[l] && !slices.Contains(j.labels, l) {
						j.labels = append(j.labels, l)
					}
					break
				}
				j.breaks = j.breaks || m.Tok == token.BREAK && !choice
				j.continues = j.continues || m.Tok == token.CONTINUE && !loop
			}
			return true
		})
	}
	switch n.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		walk(n, true, true)
	case *ast.SwitchStmt:
		walk(n, false, true)
	default:
		walk(n, false, false)
	}
	return j
}
