package autodiff

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Forward returns statements that compute what stms do and, beside it, tangents. Those of the
// names in seeds are given; all other names around stms are constants. It takes stms over.
func Forward(p Program, stms []*ir.Stm, seeds map[name.Name]ir.Atom) (out Derivative, err error) {
	defer caught(&err)
	d, stms := newDeriver(p, stms, slices.Collect(maps.Keys(seeds)), false)
	f := &forward{d, maps.Clone(seeds)}
	g := d.gen()
	f.stms(g, stms)
	return Derivative{g.Stms(), f.tangent}, nil
}

// forward makes dual numbers: an active name has a tangent of its own type.
type forward struct {
	*deriver
	tangents map[name.Name]ir.Atom
}

func (f *forward) tangent(a ir.Atom) (ir.Atom, bool) {
	if !a.IsVar() {
		return ir.Atom{}, false
	}
	t, ok := f.tangents[a.Name]
	return t, ok
}

// tangentOrZero is the tangent of a, made of zeros if it has none.
func (f *forward) tangentOrZero(g *gen, a ir.Atom) ir.Atom {
	if t, ok := f.tangent(a); ok {
		return t
	}
	return g.zeros(f.typeOf(a))
}

// tangentNames are the tangents of arrays.
func (f *forward) tangentName(g *gen, n name.Name) name.Name {
	return f.tangentOrZero(g, ir.Var(n)).Name
}

// dual returns a binder for the tangent of p, which is active.
func (f *forward) dual(p ir.Param) ir.Param {
	t := f.param(p.Name.Base+"_t", p.Type)
	t.Unique = p.Unique
	f.tangents[p.Name] = ir.Var(t.Name)
	return t
}

// duals returns binders for the tangents of those of ps that are active.
func (f *forward) duals(ps []ir.Param) (out []ir.Param) {
	for _, p := range ps {
		if f.active.Has(p.Name) {
			out = append(out, f.dual(p))
		}
	}
	return out
}

// picked returns the tangents of those atoms whose binder in ps is active.
func (f *forward) picked(g *gen, ps []ir.Param, atoms []ir.Atom) (out []ir.Atom) {
	for i, p := range ps {
		if f.active.Has(p.Name) {
			out = append(out, f.tangentOrZero(g, atoms[i]))
		}
	}
	return out
}

func (f *forward) stms(g *gen, stms []*ir.Stm) {
	for _, s := range stms {
		g.Pos = s.Pos
		f.stm(g, s)
	}
}

// body returns b with dual numbers; more computes further results at its end.
func (f *forward) body(g *gen, b *ir.Body, more func(g *gen) []ir.Atom) *ir.Body {
	in := g.inner()
	f.stms(in, b.Stms)
	return in.Body(slices.Concat(b.Result, more(in))...)
}

func (f *forward) stm(g *gen, s *ir.Stm) {
	switch e := s.Exp.(type) {
	case *ir.If:
		f.branch(g, s, e)
	case *ir.Loop:
		f.loop(g, s, e)
	case *ir.Call:
		f.call(g, s, e)
	case *ir.Prim:
		g.Append(s)
		f.prim(g, s.Pat[0], e)
	default:
		if form := ops.CombinatorOf(e); form != nil {
			f.combinator(g, s, form)
			return
		}
		g.Append(s)
		if len(s.Pat) == 1 && f.active.Has(s.Pat[0].Name) {
			f.linear(g, s.Pat[0], e)
		}
	}
}

// prim sums what the operands contribute.
func (f *forward) prim(g *gen, p ir.Param, e *ir.Prim) {
	if !f.active.Has(p.Name) {
		return
	}
	if e.Fn == scalar.Select {
		t := g.op(scalar.Select, e.Type, e.Args[0], f.tangentOrZero(g, e.Args[1]), f.tangentOrZero(g, e.Args[2]))
		f.tangents[p.Name] = t
		return
	}
	var sum ir.Atom
	for k, a := range e.Args {
		t, ok := f.tangent(a)
		if !ok {
			continue
		}
		c := g.contribution(e, ir.Var(p.Name), k, t)
		if sum == (ir.Atom{}) {
			sum = c
		} else {
			sum = g.op(scalar.Add, e.Type, sum, c)
		}
	}
	f.tangents[p.Name] = sum
}

// linear applies an operation that is linear in its floats to their tangents.
func (f *forward) linear(g *gen, p ir.Param, e ir.Exp) {
	t := ir.CopyExp(e)
	switch e := t.(type) {
	case *ir.Use:
		e.X = f.tangentOrZero(g, e.X)
	case *ir.Convert:
		e.X = f.tangentOrZero(g, e.X)
	case *ir.Index:
		e.Array = f.tangentName(g, e.Array)
	case *ir.Slice:
		e.Array = f.tangentName(g, e.Array)
	case *ir.FlatSlice:
		e.Array = f.tangentName(g, e.Array)
	case *ir.Update:
		e.Array, e.Value = f.tangentName(g, e.Array), f.tangentOrZero(g, e.Value)
	case *ir.FlatUpdate:
		e.Array, e.Value = f.tangentName(g, e.Array), f.tangentName(g, e.Value)
	case *ir.Replicate:
		e.Value = f.tangentOrZero(g, e.Value)
	case *ir.Copy:
		e.Array = f.tangentName(g, e.Array)
	case *ir.Concat:
		for i, n := range e.Arrays {
			e.Arrays[i] = f.tangentName(g, n)
		}
	case *ir.Literal:
		for i, a := range e.Elems {
			e.Elems[i] = f.tangentOrZero(g, a)
		}
	case *ir.Rearrange:
		e.Array = f.tangentName(g, e.Array)
	case *ir.Reshape:
		e.Array = f.tangentName(g, e.Array)
	case *ir.Rotate:
		e.Array = f.tangentName(g, e.Array)
	default:
		fail(g.Pos, "%s has no derivative.", e.Op())
	}
	dual := f.dual(p)
	dual.Unique = false
	g.Bind([]ir.Param{dual}, t)
}

func (f *forward) branch(g *gen, s *ir.Stm, e *ir.If) {
	tangents := func(b *ir.Body) func(*gen) []ir.Atom {
		return func(g *gen) []ir.Atom { return f.picked(g, s.Pat, b.Result) }
	}
	out := &ir.If{Cond: e.Cond, Then: f.body(g, e.Then, tangents(e.Then)), Else: f.body(g, e.Else, tangents(e.Else))}
	g.Bind(slices.Concat(s.Pat, f.duals(s.Pat)), out)
}

func (f *forward) loop(g *gen, s *ir.Stm, e *ir.Loop) {
	out := *e
	out.Inits = slices.Concat(e.Inits, f.picked(g, e.Params, e.Inits))
	out.Params = slices.Concat(e.Params, f.duals(e.Params))
	out.Body = f.body(g, e.Body, func(g *gen) []ir.Atom { return f.picked(g, e.Params, e.Body.Result) })
	// Every active parameter has an active result, and the other way round.
	g.Bind(slices.Concat(s.Pat, f.duals(s.Pat)), &out)
}
