package narrowelements

import (
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// classes joins the arrays of integers that must keep the same element type.
type classes struct {
	known  *ranges
	parent map[name.Name]name.Name
	fixed  map[name.Name]bool // by representative: the type must stay
	order  []name.Name        // arrays, as they are bound
	arrays map[name.Name]bool
}

func classesOf(f *ir.Fun, known *ranges) *classes {
	c := &classes{known: known, parent: map[name.Name]name.Name{}, fixed: map[name.Name]bool{}, arrays: map[name.Name]bool{}}
	w := &ir.Walker{Binders: func(ps []ir.Param) {
		for _, p := range ps {
			if p.Type.IsArray() && isWide(p.Type.Elem) {
				c.arrays[p.Name] = true
				c.order = append(c.order, p.Name)
			}
		}
	}}
	w.Fun(f)
	for _, p := range f.Params {
		c.fix(p.Name)
	}
	c.body(f.Body)
	for _, a := range f.Body.Result {
		c.fix(a.Name)
	}
	return c
}

// of returns the representative of an array's class.
func (c *classes) of(n name.Name) name.Name {
	p, ok := c.parent[n]
	if !ok {
		return n
	}
	root := c.of(p)
	c.parent[n] = root
	return root
}

// join puts two arrays into one class. Names of other things are left alone.
func (c *classes) join(m, n name.Name) {
	if !c.arrays[m] || !c.arrays[n] {
		return
	}
	if m, n = c.of(m), c.of(n); m != n {
		c.parent[n] = m
		c.fixed[m] = c.fixed[m] || c.fixed[n]
	}
}

// fix keeps the type of an array.
func (c *classes) fix(n name.Name) {
	if c.arrays[n] {
		c.fixed[c.of(n)] = true
	}
}

// body joins what its statements make of arrays.
func (c *classes) body(b *ir.Body) {
	for _, s := range b.Stms {
		c.follow(s)
	}
}

func (c *classes) follow(s *ir.Stm) {
	ir.EachBody(s.Exp, c.body)
	ops.Joins(s, nil, func(p ir.Param, a ir.Atom) { c.join(p.Name, a.Name) })
	switch e := s.Exp.(type) {
	case *ir.Index, *ir.Use, *ir.If, *ir.Loop:
	case *ir.Copy:
		c.join(s.Pat[0].Name, e.Array)
	case *ir.Replicate:
		c.join(s.Pat[0].Name, e.Value.Name)
	case *ir.Literal:
		for _, a := range e.Elems {
			c.join(s.Pat[0].Name, a.Name)
		}
	case *ir.Concat:
		for _, a := range e.Arrays {
			c.join(s.Pat[0].Name, a)
		}
	case *ir.Update:
		c.join(s.Pat[0].Name, e.Value.Name)
	case *ir.Map:
		for i, p := range e.Fn.Params {
			c.join(p.Name, e.Arrays[i])
		}
		for i, p := range s.Pat {
			c.join(p.Name, e.Fn.Body.Result[i].Name)
		}
	default:
		if _, view := ops.Of(e).ViewOf(e); !view {
			c.keep(s)
		}
	}
}

// keep fixes all arrays that a statement binds, uses or returns from its functions: of other
// operations nothing else is known here. Functions that read elements by index may still read
// narrowed ones.
func (c *classes) keep(s *ir.Stm) {
	w := &ir.Walker{
		Atom:    func(a *ir.Atom) { c.fix(a.Name) },
		Var:     func(n *name.Name) { c.fix(*n) },
		Binders: func(ps []ir.Param) { c.fixParams(ps) },
		Body: func(b *ir.Body) bool {
			for _, a := range b.Result {
				c.fix(a.Name)
			}
			return false
		},
	}
	w.InStm(s)
}

func (c *classes) fixParams(ps []ir.Param) {
	for _, p := range ps {
		c.fix(p.Name)
	}
}

// narrowed returns the arrays that are narrowed, and to what. It asks before each class.
func (c *classes) narrowed(rewrite func() bool) map[name.Name]scalar.Type {
	members := map[name.Name][]name.Name{}
	var roots []name.Name
	for _, n := range c.order {
		root := c.of(n)
		if members[root] == nil {
			roots = append(roots, root)
		}
		members[root] = append(members[root], n)
	}
	chosen := map[name.Name]scalar.Type{}
	for _, root := range roots {
		if c.fixed[root] {
			continue
		}
		t := narrowest(c.rangeOf(members[root]), c.known.types[root])
		if t == c.known.types[root] || !rewrite() {
			continue
		}
		for _, n := range members[root] {
			chosen[n] = t
		}
	}
	return chosen
}

// rangeOf holds the elements of all arrays of a class.
func (c *classes) rangeOf(members []name.Name) interval.Interval {
	in := c.known.variable(members[0])
	for _, n := range members[1:] {
		in = interval.Hull(in, c.known.variable(n))
	}
	return in
}

// narrowest is the narrowest type with all of in, or else t.
func narrowest(in interval.Interval, t scalar.Type) scalar.Type {
	for _, narrow := range types {
		if narrow.Size() < t.Size() && within(in, interval.OfType(narrow)) {
			return narrow
		}
	}
	return t
}
