package dropstores

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// Variables that nothing needs go, too: those that only tell what they, or others like them, become, as
// the flags of a segmented scan once nobody asks for them. What is needed is found from the end: what
// statements with effects use, what that is computed from, and so on.

// variables removes variables that nothing needs from the body of f.
func (d *dropper) variables(f *imp.Fun) {
	n := &needs{from: map[name.Name][]value{}, needed: imp.Names{}}
	for _, r := range f.Results {
		n.mark(r.Name)
	}
	n.collect(f.Body, nil)
	n.follow()
	if n.leavesAny() && d.unit.Rewrite() {
		f.Body = n.without(f.Body)
	}
}

// needs are the variables of a function that something needs.
type needs struct {
	from   map[name.Name][]value // what a variable gets
	needed imp.Names
	next   []name.Name // of the needed ones, those whose from was not looked at
}

// value is what a variable gets, in a branch or a loop.
type value struct {
	x  imp.Expr
	in *control
}

// control is a branch or a counting loop. What asks decides whether what is in it runs.
type control struct {
	asks   imp.Expr
	in     *control
	needed bool
}

// collect notes what the statements of a list assign, and what they need otherwise.
func (n *needs) collect(list []imp.Stm, in *control) {
	for _, s := range list {
		within := in
		switch s := s.(type) {
		case *imp.Declare:
			n.from[s.Name] = append(n.from[s.Name], value{s.Init, in})
		case *imp.Assign:
			n.from[s.Name] = append(n.from[s.Name], value{s.X, in})
		case *imp.If:
			within = &control{asks: s.Cond, in: in}
		case *imp.For:
			within = &control{asks: s.Bound, in: in}
		default:
			n.effect(s, in)
		}
		for _, body := range imp.Bodies(s) {
			n.collect(body, within)
		}
	}
}

// effect marks what a statement needs that does more than assign.
func (n *needs) effect(s imp.Stm, in *control) {
	n.runs(in)
	imp.Roots(s, n.reads)
	results := imp.Names{}
	imp.Assigns(s, results)
	for r := range results {
		n.mark(r)
	}
}

// runs marks what decides whether something needed runs.
func (n *needs) runs(in *control) {
	for ; in != nil && !in.needed; in = in.in {
		in.needed = true
		n.reads(in.asks)
	}
}

// assigned returns the variable that s does nothing but give a value.
func assigned(s imp.Stm) (v name.Name, x imp.Expr, ok bool) {
	switch s := s.(type) {
	case *imp.Declare:
		return s.Name, s.Init, true
	case *imp.Assign:
		return s.Name, s.X, true
	}
	return name.Name{}, nil, false
}

// reads marks the variables in e.
func (n *needs) reads(e imp.Expr) {
	imp.WalkExpr(e, func(e imp.Expr) {
		if v, ok := e.(*imp.Var); ok {
			n.mark(v.Name)
		}
	})
}

func (n *needs) mark(v name.Name) {
	if !n.needed[v] {
		n.needed[v] = true
		n.next = append(n.next, v)
	}
}

// follow marks what the needed variables are computed from.
func (n *needs) follow() {
	for len(n.next) > 0 {
		last := len(n.next) - 1
		v := n.next[last]
		n.next = n.next[:last]
		for _, given := range n.from[v] {
			n.reads(given.x)
			n.runs(given.in)
		}
	}
}

// leavesAny reports whether a variable is not needed.
func (n *needs) leavesAny() bool {
	for v := range n.from {
		if !n.needed[v] {
			return true
		}
	}
	return false
}

// without returns a list without the variables that are not needed, and without branches and counting loops
// that do nothing then.
func (n *needs) without(list []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range list {
		if v, _, ok := assigned(s); ok && !n.needed[v] {
			continue
		}
		if len(imp.Bodies(s)) > 0 {
			s = imp.WithBodies(s, n.without)
		}
		switch s := s.(type) {
		case *imp.If:
			if len(s.Then)+len(s.Else) == 0 {
				continue
			}
		case *imp.For:
			if len(s.Body) == 0 {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}
