package wellformed

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// A variable owns its slice if nothing else can see that elements of it are assigned. It holds
// fresh slices alone, and its slice is handed on only after the last assignment.

// notOwned tells why v, a variable of slice type, may share its elements with something that
// sees them change; "" if it does not.
func (c *checker) notOwned(s program.Scope, within ast.Node, v *types.Var) string {
	return c.notOwnedRows(s, within, v, false)
}

// notOwnedRows is notOwned, with rows also of rows, however they are used.
func (c *checker) notOwnedRows(s program.Scope, within ast.Node, v *types.Var, rows bool) string {
	return c.notOwnedBefore(s, within, v, rows, nil)
}

// notOwnedBefore is notOwnedRows, but for an append to v that is the last mention of it.
func (c *checker) notOwnedBefore(s program.Scope, within ast.Node, v *types.Var, rows bool, last *ast.CallExpr) string {
	o := c.owner(s.InLoop(nil), within, swapped(s, within, v)...)
	o.last = last
	if rows {
		o.isDeep = &rows
	}
	ast.Inspect(o.home, o.visit)
	switch {
	case o.why != "":
		return o.why
	case len(o.defined) < len(o.group):
		return "it is a parameter"
	}
	return o.handedOn()
}

// swapped are v and the variables that it changes its slice with: x and y of x, y = y, x. What one
// of them holds the others may hold later.
func swapped(s program.Scope, within ast.Node, v *types.Var) []*types.Var {
	group := []*types.Var{v}
	for k := 0; k < len(group); k++ {
		ast.Inspect(home(within, group[k:k+1]), func(n ast.Node) bool {
			a, ok := n.(*ast.AssignStmt)
			if !ok || !isSwap(s, a) {
				return true
			}
			vars := variables(s, a.Lhs)
			if !slices.Contains(vars, group[k]) {
				return true
			}
			for _, w := range vars {
				if !slices.Contains(group, w) && types.Identical(w.Type(), v.Type()) {
					group = append(group, w)
				}
			}
			return true
		})
	}
	return group
}

// home is the smallest part of a function that has all mentions of variables of it.
func home(within ast.Node, vars []*types.Var) ast.Node {
	from, to := within.End(), within.Pos()
	for _, v := range vars {
		scope := v.Parent()
		if scope == nil {
			return within
		}
		from, to = min(from, v.Pos(), scope.Pos()), max(to, scope.End())
	}
	around := within
	ast.Inspect(within, func(n ast.Node) bool {
		covers := n != nil && n.Pos() <= from && to <= n.End()
		if covers {
			around = n
		}
		return covers
	})
	return around
}

// isSwap reports whether an assignment gives variables each other's values.
func isSwap(s program.Scope, a *ast.AssignStmt) bool {
	left, right := variables(s, a.Lhs), variables(s, a.Rhs)
	if a.Tok != token.ASSIGN || len(left) < 2 || len(left) != len(a.Lhs) || len(right) != len(left) {
		return false
	}
	for k, v := range left {
		if slices.Contains(left[:k], v) || slices.Contains(right[:k], right[k]) || !slices.Contains(left, right[k]) {
			return false
		}
	}
	return true
}

// variables are those that expressions are; other expressions are left out.
func variables(s program.Scope, es []ast.Expr) []*types.Var {
	var out []*types.Var
	for _, e := range es {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if v, ok := s.Object(id).(*types.Var); ok {
				out = append(out, v)
			}
		}
	}
	return out
}

// owner finds out whether variables own their slices, which they may swap.
type owner struct {
	*checker
	program.Scope
	group   []*types.Var
	within  ast.Node
	home    ast.Node // the part of it with all mentions of the variables
	why     string
	defined map[*types.Var]bool // variables that hold something fresh at first
	isDeep  *bool               // what deep found
	allowed map[*ast.Ident]bool // mentions that make no second name
	last    *ast.CallExpr       // an append to a variable that is not used after it
}

func (c *checker) owner(s program.Scope, within ast.Node, group ...*types.Var) *owner {
	return &owner{checker: c, Scope: s, group: group, within: within, home: home(within, group), defined: map[*types.Var]bool{}, allowed: map[*ast.Ident]bool{}}
}

// own notes a mention that makes no second name.
func (o *owner) own(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if ok && (o.variable(id) != nil || o.isNamedRow(id)) {
		o.allowed[id] = true
		return true
	}
	return false
}

// isNamedRow reports whether e is a variable that stands for a row, or for another part, of one of the
// variables.
func (o *owner) isNamedRow(e ast.Expr) bool {
	to := o.StandsFor(e)
	if to == nil {
		return false
	}
	_, v := program.Root(o.Scope, to)
	_, v = o.Referent(v)
	return v != nil && slices.Contains(o.group, v)
}

// names notes the declaration of a variable that stands for a part of one of the variables.
func (o *owner) names(l, r ast.Expr) bool {
	if !o.isNamedRow(l) || o.StandsFor(l) != program.Unconverted(o.Scope, program.Pointee(r)) {
		return false
	}
	o.own(l)
	base, _ := program.Indexed(o.Scope, o.StandsFor(l))
	for {
		switch x := ast.Unparen(base).(type) {
		case *ast.SelectorExpr:
			base = x.X
			continue
		case *ast.IndexExpr:
			base = x.X
			continue
		case *ast.SliceExpr:
			base = x.X
			continue
		}
		break
	}
	o.own(base)
	return true
}

// variable returns the variable of the group that e is, or nil.
func (o *owner) variable(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := o.Object(id).(*types.Var)
	if !slices.Contains(o.group, v) {
		return nil
	}
	return v
}

// keeps reports whether e is what a variable of the group holds, shortened or extended.
func (o *owner) keeps(e ast.Expr) bool {
	return slices.ContainsFunc(o.group, func(v *types.Var) bool { return keeps(o.program, o.Scope, e, v) })
}

// part is own also of a part of the slice.
func (o *owner) part(e ast.Expr) {
	if x := program.Part(o.Scope, e); x != ast.Unparen(e) {
		e = o.stem(x)
	}
	o.own(e)
}

// kept notes the mention in what keeps the slice: v[i:j] or append(v, …).
func (o *owner) kept(e ast.Expr) {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			break
		}
		e = call.Args[0]
	}
	o.part(e)
}

func (o *owner) define(l, r ast.Expr) {
	if o.why != "" || !o.own(l) {
		return
	}
	if r != nil && keeps(o.program, o.Scope, r, o.variable(l)) {
		o.kept(r)
		o.appendsRows(r)
		return
	}
	o.defined[o.variable(l)] = true
	if r == nil || !o.isFresh(r) {
		o.why = "it is assigned something other than make, a literal or the result of a function that makes a slice"
	}
}

func (o *owner) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		swap := isSwap(o.Scope, n) && o.variable(n.Lhs[0]) != nil
		for i, l := range n.Lhs {
			if swap {
				o.own(l)
				o.own(n.Rhs[i])
			} else if o.isRow(l) {
				o.row(n, i)
			} else if len(n.Rhs) == len(n.Lhs) && o.names(l, n.Rhs[i]) {
				continue
			} else if len(n.Rhs) == len(n.Lhs) {
				o.define(l, n.Rhs[i])
			} else {
				o.define(l, nil)
			}
		}
	case *ast.ValueSpec:
		for i, id := range n.Names {
			if i < len(n.Values) {
				if !o.names(id, n.Values[i]) {
					o.define(id, n.Values[i])
				}
			} else if o.own(id) {
				o.defined[o.variable(id)] = true // nil
			}
		}
	case *ast.Field: // a named result is nil at first
		if f, ok := o.within.(*ast.FuncDecl); ok && f.Type.Results != nil && slices.Contains(f.Type.Results.List, n) {
			for _, id := range n.Names {
				if o.own(id) {
					o.defined[o.variable(id)] = true
				}
			}
		}
	case *ast.IndexExpr:
		if !o.deep() || !hasSlices(o.TypeOf(n)) {
			o.part(o.stem(n.X))
		}
	case *ast.RangeStmt:
		if n.Value == nil || isBlank(n.Value) || !o.deep() || !hasSlices(o.TypeOf(n.Value)) || o.isNamedRow(n.Value) {
			o.part(o.stem(n.X))
		}
		if n.Value != nil && o.isNamedRow(n.Value) {
			o.own(n.Value)
		} else if n.Value != nil {
			o.define(n.Value, nil)
		}
	case *ast.ReturnStmt:
		if slices.ContainsFunc(o.group, func(v *types.Var) bool { return returnsFrom(o.Scope, o.within, v, n) }) {
			for _, r := range n.Results {
				if o.keeps(r) {
					o.kept(r)
				}
				o.own(r)
			}
		}
	case *ast.CallExpr:
		o.call(n)
	}
	return o.why == ""
}

// call notes arguments of which the callee keeps nothing.
func (o *owner) call(n *ast.CallExpr) {
	callee := o.program.Callee(o.Scope, n.Fun)
	args := n.Args
	switch callee.Kind {
	case program.Builtin:
		if callee.Name == "len" {
			o.own(o.stem(args[0]))
			return
		}
		if callee.Name == "copy" || callee.Name == "clear" {
			for _, a := range args {
				o.part(o.stem(a))
			}
			return
		}
		if callee.Name == "append" && len(args) > 0 {
			if !n.Ellipsis.IsValid() {
				return
			}
			args = args[1:]
			if s, ok := o.TypeOf(n).Underlying().(*types.Slice); !ok || hasSlices(s.Elem()) {
				return
			}
		}
	case program.Marking:
		if s, ok := o.TypeOf(n).Underlying().(*types.Slice); ok && o.deep() && hasSlices(s.Elem()) {
			return // rows of it may be those of an argument
		}
	case program.Declared, program.Value:
		if mayHoldSlices(o.TypeOf(n)) {
			return // it may return an argument
		}
		if callee.Recv != nil {
			args = append([]ast.Expr{callee.Recv}, args...)
		}
	default:
		return
	}
	for _, a := range args {
		o.part(o.stem(a))
	}
}

// mayHoldSlices reports whether results of type t, or closures, may refer to slices.
func mayHoldSlices(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Tuple:
		for v := range u.Variables() {
			if hasSlices(v.Type()) {
				return true
			}
		}
		return false
	}
	return hasSlices(t)
}

// event is an assignment to elements, or a mention that makes a second name.
type event struct {
	pos, end token.Pos // end is that of the statement
	loops    []ast.Node
	closure  bool // in a closure within the function
}

// handedOn tells where a second name is made that may see an assignment; "" if nowhere.
func (o *owner) handedOn() string {
	writes, names := o.events()
	for _, m := range names {
		for _, w := range writes {
			if w.closure || w.end > m.pos || slices.ContainsFunc(w.loops, func(l ast.Node) bool { return slices.Contains(m.loops, l) }) {
				return "it is mentioned as a whole in line " + itoa(o.program.Fset.Position(m.pos).Line) + ", and may be assigned after that"
			}
		}
	}
	return ""
}

// slicesArray tells why at, part of an array that a variable holds, may see an assignment to
// the array; "" if it does not.
func (c *checker) slicesArray(k code, at *ast.SliceExpr) string {
	id, v := program.Root(k.Scope, at.X)
	if v == nil || k.decl == nil && c.mark.Outside(v) && !c.within(v) || isGlobal(v) {
		return "" // what is outside stays as it is
	}
	if program.IsPointer(k.Subst(v.Type())) {
		return "it is a variable of the caller's"
	}
	o := c.owner(k.InLoop(nil), k.enclosing(), v)
	ast.Inspect(o.home, func(n ast.Node) bool {
		if m, ok := n.(*ast.Ident); ok && m != id {
			o.allowed[m] = true
		}
		return true
	})
	return o.handedOn()
}

// events lists the assignments to elements of the variable and the mentions that make second
// names, with the loops around them that the variable is declared outside of.
func (o *owner) events() (writes, names []event) {
	assigned := map[ast.Expr]bool{}
	program.Assigned(o.Scope, o.home, func(at ast.Expr, v *types.Var, whole bool) {
		_, isSlice := o.Subst(v.Type()).Underlying().(*types.Slice)
		if slices.Contains(o.group, v) && !(whole && isSlice) {
			assigned[at] = true
		}
	})
	ast.PreorderStack(o.home, nil, func(n ast.Node, around []ast.Node) bool {
		stack := append(around, n)
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if assigned[e] {
			writes = append(writes, o.event(stack))
		}
		if call, ok := e.(*ast.CallExpr); ok {
			if _, v := appendedTo(o.program, o.Scope, call); v != nil && call != o.last && slices.Contains(o.group, v) {
				writes = append(writes, o.event(stack))
			}
		}
		if id, ok := e.(*ast.Ident); ok && (o.variable(id) != nil || o.namesRow(id)) && !o.allowed[id] {
			names = append(names, o.event(stack))
		}
		return true
	})
	return writes, names
}

// namesRow reports whether an identifier is a row of one of the variables that has a name.
func (o *owner) namesRow(id *ast.Ident) bool {
	_, isSlice := o.TypeOf(id).Underlying().(*types.Slice)
	return isSlice && o.isNamedRow(id)
}

func (o *owner) event(stack []ast.Node) event {
	last := stack[len(stack)-1]
	ev := event{pos: last.Pos(), end: last.End()}
	for i, n := range stack {
		if !slices.ContainsFunc(o.group, func(v *types.Var) bool { return v.Pos() < n.Pos() || n.End() <= v.Pos() }) {
			continue // the variables are declared within
		}
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			ev.loops = append(ev.loops, n)
		case *ast.FuncLit:
			if call, ok := stack[max(0, i-1)].(*ast.CallExpr); ok && program.MarkName(o.Scope, call) == "Loop" {
				ev.loops = append(ev.loops, n)
			} else {
				ev.closure = true
			}
		case *ast.AssignStmt, *ast.IncDecStmt, *ast.ExprStmt, *ast.ReturnStmt:
			ev.end = n.End()
		}
	}
	if ev.closure {
		ev.end = math.MaxInt
	}
	return ev
}
