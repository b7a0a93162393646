package emit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/sym"
)

// Kernels whose threads run several iterations next to each other, as a schedule prescribes: what
// they load and store becomes vectors in pass pack. All are loaded before the first is stored, which
// iterations that run in parallel permit.

// onVectors runs body at each point of an index space, a few points of the last dimension in a thread.
func (e *Emitter) onVectors(s *ir.Stm, space []imp.SpaceDim, p schedule.Prescription, body func(e *Emitter)) {
	refuse := func(reason string) {
		e.Refuse(schedule.Refuse(s.Pos, "map", schedule.Prescription{Vector: p.Vector}, reason))
		e.Parallel(s, space, body)
	}
	if e.Target.Group == 0 {
		refuse("threads of a processor load no vectors by themselves: pass lanes chooses those of its loops; prescribe it for a GPU")
		return
	}
	outer, last := space[:len(space)-1], space[len(space)-1]
	k := e.kernel()
	in := k.Inner()
	body(in)
	stores := straight(in.Out)
	if stores < 0 {
		refuse("an iteration holds loops, branches or arrays of its own")
		return
	}
	if !besides(in.Out, last.Index, p.Vector) {
		refuse("what it loads and stores does not begin at multiples of the vector's length, or is of a type without vectors")
		return
	}
	c := e.Names.Like(last.Index)
	first := imp.Mul(imp.IntVar(c), imp.Int(p.Vector))
	at := func(i imp.Expr) []imp.Stm {
		list := imp.Replace(in.Out, func(x imp.Expr) imp.Expr {
			if v, ok := x.(*imp.Var); ok && v.Name == last.Index {
				return i
			}
			return x
		})
		return imp.Rename(list, map[name.Name]name.Name{}, e.Names)
	}
	var whole []imp.Stm
	late := make([][]imp.Stm, len(in.Out)-stores)
	for l := range p.Vector {
		list := at(imp.Add(first, imp.Int(l)))
		whole = append(whole, list[:stores]...)
		for n, store := range list[stores:] {
			late[n] = append(late[n], store)
		}
	}
	for _, list := range late {
		whole = append(whole, list...)
	}
	rest := k.Inner()
	rest.Times(Sub(last.Count, first), func(e *Emitter, r imp.Expr) { e.Add(at(imp.Add(first, r))...) })
	k.Add(&imp.If{Cond: Prim(scalar.Le, imp.Add(first, imp.Int(p.Vector)), last.Count), Then: whole, Else: rest.Out})
	e.Add(&imp.Parallel{
		Label: Label(s), Space: append(outer[:len(outer):len(outer)], imp.SpaceDim{Index: c, Count: Pieces(last.Count, p.Vector)}),
		Body: k.Out, Pos: s.Pos, Prescribed: true,
	})
}

// straight is the number of declarations that a list begins with, if only stores follow them; else -1.
func straight(list []imp.Stm) int {
	n := 0
	for n < len(list) {
		if _, ok := list[n].(*imp.Declare); !ok {
			break
		}
		n++
	}
	for _, s := range list[n:] {
		if _, ok := s.(*imp.Store); !ok {
			return -1
		}
	}
	return n
}

// besides reports whether what list stores, and what it loads at i, is next to each other for
// neighbouring i, and begins at multiples of lanes where i does.
func besides(list []imp.Stm, i name.Name, lanes int64) bool {
	ok := true
	see := func(index imp.Expr, elem scalar.Type, store bool) {
		if at, is := index.(*imp.At); is {
			index = at.Sum()
		}
		p, known := polynomial(index)
		ok = ok && known && p.Exact()
		alone := false
		for _, t := range p.Terms() {
			switch {
			case len(t.Vars) == 1 && t.Vars[0] == i && t.Coef == 1:
				alone = true
			case len(t.Vars) > 1 && slices.Contains(t.Vars, i), len(t.Vars) == 1 && t.Vars[0] == i:
				ok = false
			}
		}
		for _, t := range p.Terms() {
			if alone && !(len(t.Vars) == 1 && t.Vars[0] == i) {
				ok = ok && t.Coef%lanes == 0
			}
		}
		ok = ok && (alone || !store) && !(alone && (elem == scalar.Bool || elem == scalar.F16))
	}
	for _, s := range list {
		imp.EachLoad(s, func(l *imp.Load) { see(l.Index, l.Elem, false) })
		if st, is := s.(*imp.Store); is {
			see(st.Index, st.Elem, true)
		}
	}
	return ok
}

// polynomial is an index over variables; false if it is no sum or product of them.
func polynomial(e imp.Expr) (sym.Poly, bool) {
	switch e := e.(type) {
	case *imp.Const:
		return sym.Const(e.Value.Int()), true
	case *imp.Var:
		return sym.Var(e.Name), true
	case *imp.Prim:
		if len(e.Args) != 2 || e.Type != scalar.I64 {
			break
		}
		x, ok := polynomial(e.Args[0])
		y, also := polynomial(e.Args[1])
		if !ok || !also {
			break
		}
		switch e.Fn {
		case scalar.Add:
			return x.Add(y), true
		case scalar.Sub:
			return x.Sub(y), true
		case scalar.Mul:
			return x.Mul(y), true
		}
	}
	return sym.Poly{}, false
}
