package vectors

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The test that lanes make in a speculative loop: whether an iteration leaves the variables as
// they are.

// unchanged is a body that asserts that an iteration of l leaves the variables of
// outside as they are.
func unchanged(f *emit.Fn, l emit.Loop) ([]imp.Stm, bool) {
	if guards.Exceed(maxSpeculatedBody, l.Body) {
		return nil, false
	}
	fl := &lanes.Flattener{
		Branches: func(imp.Expr) bool { return true },
		Declared: func(name.Name, *imp.If) {},
		Fresh:    f.FreshName,
	}
	list, ok := fl.List(l.Body)
	if !ok {
		return nil, false
	}
	q := changes{defs: definitions(list)}
	declared, folded := imp.Names{}, imp.Names{}
	var out []imp.Stm
	test := never
	for _, s := range list {
		for n := range folded {
			if lanes.Reads(s, n) {
				return nil, false
			}
		}
		switch s := s.(type) {
		case *imp.Declare:
			declared[s.Name] = true
		case *imp.Assign:
			if declared[s.Name] {
				break
			}
			if folded[s.Name] {
				return nil, false
			}
			folded[s.Name] = true
			test = or(test, q.of(s.X, s.Name))
			continue
		}
		out = append(out, s)
	}
	if _, isConst := imp.ConstOf(test); isConst || q.steps > maxTestNodes {
		return nil, false
	}
	out = append(out, &imp.Assert{Cond: not(test)})
	return imp.Sweep(inline(f, out, l.Index)), true
}

// inline puts the definitions of what is the same in all iterations where it is
// used, so that it is put into all lanes once.
func inline(f *emit.Fn, list []imp.Stm, index name.Name) []imp.Stm {
	changed := imp.Changes(list)
	changed[index] = true
	same := map[name.Name]imp.Expr{}
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			x := substitute(s.Init, same)
			if f.Movable(x, changed) {
				same[s.Name] = x
			}
			out[i] = &imp.Declare{Name: s.Name, Type: s.Type, Init: x}
		case *imp.Assign:
			out[i] = &imp.Assign{Name: s.Name, X: substitute(s.X, same)}
		case *imp.Assert:
			a := *s
			a.Cond = substitute(s.Cond, same)
			out[i] = &a
		default:
			out[i] = s
		}
	}
	return out
}

// substitute puts expressions in the place of variables.
func substitute(e imp.Expr, by map[name.Name]imp.Expr) imp.Expr {
	all := func(list []imp.Expr) []imp.Expr {
		out := make([]imp.Expr, len(list))
		for i, x := range list {
			out[i] = substitute(x, by)
		}
		return out
	}
	switch e := e.(type) {
	case *imp.Var:
		if x, ok := by[e.Name]; ok {
			return x
		}
	case *imp.Load:
		return &imp.Load{Block: e.Block, Elem: e.Elem, Index: substitute(e.Index, by)}
	case *imp.Prim:
		return &imp.Prim{Fn: e.Fn, Type: e.Type, Args: all(e.Args)}
	case *imp.Convert:
		return &imp.Convert{From: e.From, To: e.To, X: substitute(e.X, by)}
	}
	return e
}

// definitions are the initial values of what a list declares and never assigns.
func definitions(list []imp.Stm) map[name.Name]imp.Expr {
	defs, assigned := map[name.Name]imp.Expr{}, imp.Names{}
	imp.Walk(list, func(s imp.Stm) bool {
		imp.Assigns(s, assigned)
		if d, ok := s.(*imp.Declare); ok {
			defs[d.Name] = d.Init
		}
		return true
	})
	for n := range assigned {
		delete(defs, n)
	}
	return defs
}

// changes finds the condition under which a variable is assigned something else
// than itself.
type changes struct {
	defs  map[name.Name]imp.Expr
	steps int
}

func (q *changes) of(e imp.Expr, n name.Name) imp.Expr {
	q.steps++
	switch e := e.(type) {
	case *imp.Var:
		if e.Name == n {
			return never
		}
		if def, ok := q.defs[e.Name]; ok && q.steps <= maxTestNodes {
			return q.of(def, n)
		}
	case *imp.Prim:
		if e.Fn == scalar.Select {
			c, x, y := e.Args[0], q.of(e.Args[1], n), q.of(e.Args[2], n)
			if x == y {
				return x
			}
			return or(and(c, x), and(not(c), y))
		}
	}
	return always
}

var (
	never  imp.Expr = &imp.Const{Value: scalar.FromBool(false)}
	always imp.Expr = &imp.Const{Value: scalar.FromBool(true)}
)

// not, and, or build conditions without what is constant in them.
func not(x imp.Expr) imp.Expr {
	switch x {
	case never:
		return always
	case always:
		return never
	}
	if p, ok := x.(*imp.Prim); ok && p.Fn == scalar.Not {
		return p.Args[0]
	}
	return &imp.Prim{Fn: scalar.Not, Type: scalar.Bool, Args: []imp.Expr{x}}
}

func and(x, y imp.Expr) imp.Expr { return connect(scalar.And, x, y, always, never) }

func or(x, y imp.Expr) imp.Expr { return connect(scalar.Or, x, y, never, always) }

// connect applies a connective of which one constant is neutral and one decides.
func connect(o scalar.Op, x, y, neutral, decides imp.Expr) imp.Expr {
	switch {
	case x == neutral || y == decides || imp.Key(x) == imp.Key(y):
		return y
	case y == neutral || x == decides:
		return x
	}
	return &imp.Prim{Fn: o, Type: scalar.Bool, Args: []imp.Expr{x, y}}
}
