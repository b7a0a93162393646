package cooperate

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// prepare is list without what groups cannot run: a copy becomes loops, and an assertion
// goes that holds in all iterations, which the host finds out. It reports false where one
// may fail for all that is known.
func (k *kernel) prepare(list []imp.Stm, around []loop) ([]imp.Stm, bool) {
	var out []imp.Stm
	for _, s := range list {
		var ok [2]bool
		switch st := s.(type) {
		case *imp.Assert:
			needs := k.needs.clone()
			switch {
			case k.holds(st.Cond, around, needs) && (!k.steps || needs.likely(k.typical)):
				k.needs = needs
				continue
			case !k.steps:
				return nil, false
			}
			ok = [2]bool{true, true}
		case *imp.Copy:
			if k.mayBeOne(st, st.Dst.Block, st.Src.Block) {
				return nil, false
			}
			s, ok = k.elements(st), [2]bool{true, true}
		case *imp.If:
			both := &imp.If{Cond: st.Cond}
			both.Then, ok[0] = k.prepare(st.Then, around)
			both.Else, ok[1] = k.prepare(st.Else, around)
			s = both
		case *imp.For:
			inside := around
			if bound, known := k.poly(st.Bound); known && st.Type == scalar.I64 {
				inside = append(around[:len(around):len(around)], loop{st.Index, bound})
			}
			l := &imp.For{Index: st.Index, Type: st.Type, Bound: st.Bound, Pos: st.Pos}
			l.Body, ok[0] = k.prepare(st.Body, inside)
			s, ok[1] = l, true
		case *imp.While:
			l := &imp.While{Cond: st.Cond, Pos: st.Pos}
			l.Body, ok[0] = k.prepare(st.Body, around)
			s, ok[1] = l, true
		default:
			ok = [2]bool{true, true}
		}
		if !ok[0] || !ok[1] {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}

// elements is s as loops over its elements.
func (k *kernel) elements(s *imp.Copy) imp.Stm {
	indices := make([]name.Name, len(s.Shape))
	at := make([]imp.Expr, len(s.Shape))
	for i := range s.Shape {
		indices[i] = k.fresh("i")
		k.inside[indices[i]] = true
		at[i] = imp.IntVar(indices[i])
	}
	var out imp.Stm = s.Element(at)
	for i := len(s.Shape) - 1; i >= 0; i-- {
		out = &imp.For{Index: indices[i], Type: scalar.I64, Bound: s.Shape[i], Body: []imp.Stm{out}}
	}
	return out
}

// holds reports whether cond is true in all iterations of the loops around it, if the
// conditions hold that it adds to needs.
func (k *kernel) holds(cond imp.Expr, around []loop, needs *conditions) bool {
	switch c := cond.(type) {
	case *imp.Const:
		return c.Value.Bool()
	case *imp.Var:
		def, ok := k.defs[c.Name]
		return ok && k.holds(def, around, needs)
	case *imp.Prim:
		switch {
		case c.Type == scalar.Bool && c.Fn == scalar.And:
			return k.holds(c.Args[0], around, needs) && k.holds(c.Args[1], around, needs)
		case c.Type == scalar.Bool && c.Fn == scalar.Or:
			for _, a := range c.Args {
				if either := needs.clone(); k.holds(a, around, either) {
					*needs = *either
					return true
				}
			}
		case c.Type == scalar.I64:
			return k.compares(c, around, needs)
		}
	}
	return false
}

// compares is holds for a comparison of i64s: the least of their differences is enough.
func (k *kernel) compares(c *imp.Prim, around []loop, needs *conditions) bool {
	apart, ok := map[scalar.Op]int64{scalar.Le: 0, scalar.Lt: 1, scalar.Ge: 0, scalar.Gt: 1}[c.Fn]
	if !ok {
		return false
	}
	less, ok1 := k.poly(c.Args[0])
	more, ok2 := k.poly(c.Args[1])
	if c.Fn == scalar.Ge || c.Fn == scalar.Gt {
		less, more = more, less
	}
	d := more.Sub(less)
	if !ok1 || !ok2 || !d.Exact() {
		return false
	}
	s := &scope{host: k.host, typical: k.typical, loops: around}
	var way conditions
	low, ok := s.extreme(d, false, &way)
	return ok && way.need(low.Sub(sym.Const(apart))) &&
		s.bounded(less, &way) && s.bounded(more, &way) && s.bounded(d, &way) && needs.admit(way)
}

// widened is s with loops of 64 bits in place of those that count in fewer, which indices of arrays come from by conversion:
// places are compared as polynomials over numbers of 64 bits. Their bounds are constants, or the host computes them, by the
// statements before. It is s itself if there is none.
func (c *cooperation) widened(s *imp.Parallel) (wide *imp.Parallel, before []imp.Stm) {
	some := false
	inside := imp.Changes(s.Body)
	for _, d := range s.Space {
		inside[d.Index] = true
	}
	bounds := map[name.Name]imp.Expr{} // one for loops with the same, so that they are known to be equal
	boundOf := func(l *imp.For) imp.Expr {
		if n, known := imp.ConstOf(l.Bound); known {
			return imp.Int(max(0, scalar.Convert(scalar.I64, n).Int()))
		}
		v, ok := l.Bound.(*imp.Var)
		if !ok || inside[v.Name] {
			return nil
		}
		if bounds[v.Name] == nil {
			n := c.wideName(v.Name)
			before = append(before, &imp.Declare{Name: n, Type: scalar.I64, Init: prim(scalar.Max, imp.Int(0), &imp.Convert{From: l.Type, To: scalar.I64, X: v})})
			bounds[v.Name] = imp.IntVar(n)
		}
		return bounds[v.Name]
	}
	var list func([]imp.Stm) []imp.Stm
	list = func(in []imp.Stm) (out []imp.Stm) {
		for _, s := range in {
			s = imp.WithBodies(s, list)
			if l, ok := s.(*imp.For); ok && l.Type.IsInt() && l.Type.Size() < 8 {
				if bound := boundOf(l); bound != nil {
					s, some = c.wide(l, bound), true
				}
			}
			out = append(out, s)
		}
		return out
	}
	out := *s
	if out.Body = list(s.Body); !some {
		return s, nil
	}
	return &out, before
}

// wide is l, of so many iterations, counted in 64 bits.
func (c *cooperation) wide(l *imp.For, bound imp.Expr) *imp.For {
	i, narrow := c.wideName(l.Index), false
	body := imp.Replace(imp.Rename(l.Body, nil, nil), func(e imp.Expr) imp.Expr {
		if to, ok := e.(*imp.Convert); ok && to.To == scalar.I64 && isVar(to.X, l.Index) {
			return imp.IntVar(i)
		}
		narrow = narrow || isVar(e, l.Index)
		return e
	})
	if narrow {
		own := &imp.Declare{Name: l.Index, Type: l.Type, Init: &imp.Convert{From: scalar.I64, To: l.Type, X: imp.IntVar(i)}}
		body = append([]imp.Stm{own}, body...)
	}
	return &imp.For{Index: i, Type: scalar.I64, Bound: bound, Pos: l.Pos, Body: body}
}

// wideName is a name for what is n in 64 bits, until all get names.
func (c *cooperation) wideName(n name.Name) name.Name {
	c.wider++
	return name.Name{Base: n.Base, ID: -widerNames - c.wider}
}

// named is list after statements of the host, whose variables get names.
func (c *cooperation) named(before, list []imp.Stm) []imp.Stm {
	if len(before) == 0 {
		return list
	}
	to := map[name.Name]name.Name{}
	for _, s := range before {
		d := s.(*imp.Declare)
		to[d.Name] = c.unit.Imp.Names.Fresh(d.Name.Base)
		d.Name = to[d.Name]
	}
	return append(before, imp.Rename(list, to, nil)...)
}

// widerNames is beyond the names that a kernel makes.
const widerNames = 1 << 20

func isVar(e imp.Expr, n name.Name) bool {
	v, ok := e.(*imp.Var)
	return ok && v.Name == n
}
