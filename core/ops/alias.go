package ops

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Aliases divides the arrays of a program into classes: two arrays of different
// classes never share elements. It is an approximation from above: a call's
// results may alias its arguments, and aliasing is taken to be transitive.
type Aliases struct {
	ops    *Registry
	p      *ir.Program
	parent map[name.Name]name.Name
}

// AliasesOf looks at every function of p.
func (r *Registry) AliasesOf(p *ir.Program) *Aliases {
	a := &Aliases{r, p, map[name.Name]name.Name{}}
	w := &ir.Walker{Stm: a.stm}
	w.Program(p)
	return a
}

// AliasesIn looks at a body of p alone.
func (r *Registry) AliasesIn(p *ir.Program, b *ir.Body) *Aliases {
	a := &Aliases{r, p, map[name.Name]name.Name{}}
	w := &ir.Walker{Stm: a.stm}
	w.InBody(b)
	return a
}

// Class is the name that stands for n's class.
func (a *Aliases) Class(n name.Name) name.Name {
	root := n
	for {
		up, ok := a.parent[root]
		if !ok {
			break
		}
		root = up
	}
	for n != root {
		n, a.parent[n] = a.parent[n], root
	}
	return root
}

// Consumed returns the classes of the arrays that s consumes, statements within
// it included.
func (a *Aliases) Consumed(s *ir.Stm) ir.Names {
	out := ir.Names{}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		for _, n := range a.consumes(s.Exp) {
			out.Add(a.Class(n))
		}
	}}
	w.InStm(s)
	return out
}

func (a *Aliases) consumes(e ir.Exp) []name.Name {
	return a.ops.Of(e).Consumes(e, a.p.Fun)
}

// stm joins what s binds with what that may share elements with. Statements
// within are walked by the caller.
func (a *Aliases) stm(s *ir.Stm) {
	Joins(s, a.p.Fun, a.join)
	a.joinRows(s.Exp)
}

// join puts p, if it is an array, into the class of what it may be bound to.
func (a *Aliases) join(p ir.Param, x ir.Atom) {
	if !p.Type.IsArray() || !x.IsVar() {
		return
	}
	if m, n := a.Class(p.Name), a.Class(x.Name); m != n {
		a.parent[m] = n
	}
}

// joinRows joins the parameters of functions that are given rows of arrays with
// those.
func (a *Aliases) joinRows(e ir.Exp) {
	f := CombinatorOf(e)
	if f == nil || *f.Fn == nil {
		return
	}
	for k, p := range (*f.Fn).Params {
		a.join(p, ir.Var((*f.Arrays)[k]))
	}
}
