package alias

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// Classes divides the arrays of a program into classes: two arrays of different
// classes never share elements. A call's results may share elements with all its
// arguments, and sharing is taken to be transitive.
type Classes struct {
	p      *ir.Program
	parent map[name.Name]name.Name
}

// ClassesOf looks at every function of p.
func ClassesOf(p *ir.Program) *Classes {
	c := &Classes{p, map[name.Name]name.Name{}}
	w := &ir.Walker{Stm: c.stm}
	w.Program(p)
	return c
}

// ClassesIn looks at a body of p alone.
func ClassesIn(p *ir.Program, b *ir.Body) *Classes {
	c := &Classes{p, map[name.Name]name.Name{}}
	w := &ir.Walker{Stm: c.stm}
	w.InBody(b)
	return c
}

// Within returns the classes of the arrays of a body, while it runs once: what one run hands on to the
// next, as the body of a loop does, joins nothing there. Arrays from outside the body are
// in one class if they are in c.
func (c *Classes) Within(b *ir.Body) *Classes {
	in := ClassesIn(c.p, b)
	members := map[name.Name]name.Name{}
	for n := range ir.FreeInBody(b) {
		class := c.Class(n)
		if m, ok := members[class]; ok {
			in.unite(n, m)
		} else {
			members[class] = n
		}
	}
	return in
}

// Class is the name that stands for n's class.
func (c *Classes) Class(n name.Name) name.Name {
	root := n
	for {
		up, ok := c.parent[root]
		if !ok {
			break
		}
		root = up
	}
	for n != root {
		n, c.parent[n] = c.parent[n], root
	}
	return root
}

// Consumed returns the classes of the arrays that s consumes, statements within
// it included.
func (c *Classes) Consumed(s *ir.Stm) ir.Names {
	out := ir.Names{}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		for _, n := range c.consumes(s.Exp) {
			out.Add(c.Class(n))
		}
	}}
	w.InStm(s)
	return out
}

func (c *Classes) consumes(e ir.Exp) []name.Name {
	return ops.Default().Of(e).Consumes(e, c.p.Fun)
}

// stm joins what s binds with what that may share elements with. Statements
// within are walked by the caller.
func (c *Classes) stm(s *ir.Stm) {
	ops.Joins(s, c.p.Fun, c.join)
	c.joinRows(s.Exp)
}

// join puts p, if it is an array, into the class of what it may be bound to.
func (c *Classes) join(p ir.Param, x ir.Atom) {
	if !p.Type.IsArray() || !x.IsVar() {
		return
	}
	c.unite(p.Name, x.Name)
}

func (c *Classes) unite(m, n name.Name) {
	if m, n := c.Class(m), c.Class(n); m != n {
		c.parent[m] = n
	}
}

// joinRows joins the parameters of functions that are given rows of arrays with
// those.
func (c *Classes) joinRows(e ir.Exp) {
	f := ops.CombinatorOf(e)
	if f == nil || *f.Fn == nil {
		return
	}
	for k, p := range (*f.Fn).Params {
		c.join(p, ir.Var((*f.Arrays)[k]))
	}
}
