package autodiff

import (
	"maps"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Sweep is the forward sweep of statements, and makes their return sweeps, of which there may be several,
// each with seeds of its own.
type Sweep struct {
	Stms []*ir.Stm // do what the statements did

	reverse *reverse
	backs   []back
}

// Forwards returns the forward sweep of stms, which it takes over. The names in vary vary; all others
// around stms are constants.
func Forwards(p Program, stms []*ir.Stm, vary []name.Name) (out *Sweep, err error) {
	defer caught(&err)
	d, stms := newDeriver(p, stms, vary, true)
	s := &Sweep{reverse: &reverse{d}}
	g := d.gen()
	s.backs = s.reverse.forward(g, stms)
	// The return sweeps are still to be made of these statements as they are.
	s.Stms = s.reverse.given((&ir.Body{Stms: g.Stms()}).Clone().Stms)
	return s, nil
}

// Back computes adjoints of the names that vary. Those of the results are seeds; those of
// results that are no floats are ignored. Its statements come after those of the sweep.
func (s *Sweep) Back(results, seeds []ir.Atom) (out Derivative, err error) {
	defer caught(&err)
	g := s.reverse.gen()
	root := s.reverse.newScope()
	for i, a := range results {
		root.add(g, a, seeds[i])
	}
	root.back(g, s.backs)
	return Derivative{s.reverse.given(g.Stms()), root.adjoint}, nil
}

// given expands the calls of functions whose derivatives are given.
func (r *reverse) given(stms []*ir.Stm) []*ir.Stm {
	keep := maps.Clone(r.Calls.made)
	maps.Copy(keep, r.expander.keep)
	rest := &expander{Program: r.Program, custom: true, keep: keep}
	return rest.stms(stms)
}

// reverse makes forward and return sweeps.
type reverse struct{ *deriver }

// back is the return sweep of a statement: it adds to the adjoints of what the statement
// reads, given those of what it binds.
type back func(g *gen, sc *scope)

// forward emits the forward sweep of statements and returns their return sweeps.
func (r *reverse) forward(g *gen, stms []*ir.Stm) []back {
	backs := make([]back, 0, len(stms))
	for _, s := range stms {
		g.Pos = s.Pos
		b := r.stm(g, s)
		if b == nil {
			continue
		}
		backs = append(backs, func(g *gen, sc *scope) {
			g.Pos = s.Pos
			for _, p := range s.Pat {
				if _, ok := sc.adj[p.Name]; ok {
					b(g, sc)
					return
				}
			}
		})
	}
	return backs
}

// back emits the return sweeps, last statement first.
func (sc *scope) back(g *gen, backs []back) {
	for i := len(backs) - 1; i >= 0; i-- {
		backs[i](g, sc)
	}
}

// stm emits the forward sweep of s. It returns nil if nothing that s binds varies.
func (r *reverse) stm(g *gen, s *ir.Stm) back {
	varies := false
	for _, p := range s.Pat {
		varies = varies || r.active.Has(p.Name)
	}
	if !varies {
		g.Append(written(s))
		return nil
	}
	switch e := s.Exp.(type) {
	case *ir.If:
		g.Append(s)
		return func(g *gen, sc *scope) { r.branch(g, sc, s, e) }
	case *ir.Loop:
		return r.loop(g, s, e)
	case *ir.Prim:
		g.Append(s)
		return func(g *gen, sc *scope) { r.prim(g, sc, s.Pat[0], e) }
	}
	if c := r.custom(s.Exp); c != nil {
		g.Append(s)
		return func(g *gen, sc *scope) { r.customBack(g, sc, s, c) }
	}
	if c, ok := s.Exp.(*ir.Call); ok {
		g.Append(s)
		return func(g *gen, sc *scope) { r.callBack(g, sc, s, c) }
	}
	if ops.CombinatorOf(s.Exp) != nil {
		return r.combinator(g, s)
	}
	g.Append(s)
	return func(g *gen, sc *scope) { r.linear(g, sc, s) }
}

// written is s, but zeros if it makes an array whose elements nobody has written, as a tape: loops
// keep what they replace, also where that is never read again.
func written(s *ir.Stm) *ir.Stm {
	e, ok := s.Exp.(*ir.Scratch)
	if !ok {
		return s
	}
	return &ir.Stm{Pat: s.Pat, Pos: s.Pos, Attrs: s.Attrs, Exp: &ir.Replicate{Shape: e.Shape, Value: ir.Const(scalar.Zero(e.Elem))}}
}

func (r *reverse) prim(g *gen, sc *scope, p ir.Param, e *ir.Prim) {
	y := sc.adj[p.Name]
	for k, a := range e.Args {
		if r.varies(a) {
			sc.add(g, a, g.contribution(e, ir.Var(p.Name), k, y))
		}
	}
}

// linear is the return sweep of an operation that is linear in its floats: the adjoint
// passes through its transpose.
func (r *reverse) linear(g *gen, sc *scope, s *ir.Stm) {
	p := s.Pat[0]
	y := sc.adj[p.Name]
	switch e := s.Exp.(type) {
	case *ir.Use:
		sc.add(g, e.X, y)
	case *ir.Convert:
		sc.add(g, e.X, g.let("d", ir.ScalarOf(e.From), &ir.Convert{From: e.To, To: e.From, X: y}))
	case *ir.Copy:
		sc.add(g, ir.Var(e.Array), y)
	case *ir.Index:
		sc.addAt(g, e.Array, fixed(e.Indices), y)
	case *ir.Slice:
		sc.addAt(g, e.Array, e.Dims, y)
	case *ir.FlatSlice:
		sc.addFlat(g, e, y)
	case *ir.Update:
		if r.varies(e.Value) {
			sc.add(g, e.Value, g.selected(y, e.Dims))
		}
		if r.active.Has(e.Array) {
			zero := g.zeros(r.typeOf(e.Value))
			sc.add(g, ir.Var(e.Array), g.let("d", p.Type, &ir.Update{Array: y.Name, Dims: e.Dims, Value: zero}))
		}
	case *ir.FlatUpdate:
		v := r.typeOf(ir.Var(e.Value))
		sc.add(g, ir.Var(e.Value), g.let("d", v, &ir.FlatSlice{Array: y.Name, Offset: e.Offset, Dims: e.Dims}))
		if r.active.Has(e.Array) {
			zero := g.zeros(v)
			sc.add(g, ir.Var(e.Array), g.let("d", p.Type, &ir.FlatUpdate{Array: y.Name, Offset: e.Offset, Dims: e.Dims, Value: zero.Name}))
		}
	case *ir.Replicate:
		for range e.Shape {
			y = g.total(y)
		}
		sc.add(g, e.Value, y)
	case *ir.Concat:
		r.concat(g, sc, e, y)
	case *ir.Literal:
		for i, a := range e.Elems {
			if r.varies(a) {
				sc.add(g, a, g.element(y, ir.Size(int64(i))))
			}
		}
	case *ir.Rearrange:
		inverse := make([]int, len(e.Perm))
		for i, k := range e.Perm {
			inverse[k] = i
		}
		sc.add(g, ir.Var(e.Array), g.let("d", r.typeOf(ir.Var(e.Array)), &ir.Rearrange{Perm: inverse, Array: y.Name}))
	case *ir.Reshape:
		sc.add(g, ir.Var(e.Array), g.view(y, r.typeOf(ir.Var(e.Array))))
	case *ir.Rotate:
		n := p.Type.Dims[e.Dim]
		k := g.let("k", ir.I64, &ir.Prim{Fn: scalar.Sub, Type: scalar.I64, Args: []ir.Atom{n, e.Amount}})
		sc.add(g, ir.Var(e.Array), g.let("d", p.Type, &ir.Rotate{Dim: e.Dim, Amount: k, Array: y.Name}))
	default:
		fail(g.Pos, "%s has no derivative.", e.Op())
	}
}

// concat gives each array its part of the adjoint.
func (r *reverse) concat(g *gen, sc *scope, e *ir.Concat, y ir.Atom) {
	start := ir.Size(0)
	for _, n := range e.Arrays {
		t := r.typeOf(ir.Var(n))
		if r.active.Has(n) {
			dims := whole(t)
			dims[e.Dim] = ir.RangeOf(start, t.Dims[e.Dim], ir.Size(1))
			sc.add(g, ir.Var(n), g.let("d", t, &ir.Slice{Array: y.Name, Dims: dims}))
		}
		start = g.i64(scalar.Add, start, t.Dims[e.Dim])
	}
}

// renamed returns a copy of a lambda with fresh names, of which those vary whose originals
// do.
func (r *reverse) renamed(l *ir.Lambda) *ir.Lambda {
	ren := ir.NewRenamer(r.Names)
	out := ren.Lambda(l)
	r.adopt(ren, func(w *ir.Walker) { w.Lambda(l) }, func(w *ir.Walker) { w.Lambda(out) })
	return out
}

// renamedLoop returns a copy of a loop with fresh names.
func (r *reverse) renamedLoop(e *ir.Loop) *ir.Loop {
	s := &ir.Stm{Exp: e}
	ren := ir.NewRenamer(r.Names)
	out := ren.Stm(s).Exp.(*ir.Loop)
	r.adopt(ren, func(w *ir.Walker) { w.Exp(e) }, func(w *ir.Walker) { w.Exp(out) })
	r.recordIndex(out)
	return out
}

// renamedBody returns a copy of a body with fresh names.
func (r *reverse) renamedBody(b *ir.Body) *ir.Body {
	ren := ir.NewRenamer(r.Names)
	out := ren.Body(b)
	r.adopt(ren, func(w *ir.Walker) { w.InBody(b) }, func(w *ir.Walker) { w.InBody(out) })
	return out
}

// adopt makes the copies of names that vary vary, and records the types of all.
func (r *reverse) adopt(ren *ir.Renamer, old, fresh func(*ir.Walker)) {
	old(&ir.Walker{Bind: func(n *name.Name) {
		if r.active.Has(*n) {
			r.active.Add(ren.Atom(ir.Var(*n)).Name)
		}
	}})
	fresh(r.recorder())
}
