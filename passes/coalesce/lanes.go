package coalesce

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// On processors neighbours are the lanes of a vector. In a product of a matrix with a transposed
// one,
//
//	map (\r -> map (\c -> reduce (+) 0 (map2 (*) r c)) b) a
//
// the sums keep their order, so lanes can only be columns of the result; and columns walk along
// rows of b. A copy of b with its rows side by side lets the nest run in lanes. It costs about
// what one row of the result costs, so it is made where each element is read, for several
// iterations of another dimension or of a loop around, and where nothing else keeps the kernel out
// of lanes.

const (
	leastReuse = 4  // times that an element has to be read for a copy to pay, where that is known
	leastLanes = 32 // iterations that make groups of vectors; fewer are hardly faster than one by one
	mostLoops  = 32 // in a kernel; what depends on which of them takes room for each of its values
)

// nest describes a kernel that might run in lanes.
type nest struct {
	neighbour name.Name
	on        map[name.Name]ir.Names // the indices of dimensions and loops that a value depends on
	adjacent  ir.Names               // values one greater in the next lane
	loops     ir.Names               // the indices of loops
	sizes     map[name.Name]ir.Atom  // how many values the indices of dimensions and loops take
	around    []name.Name            // dimensions and loops around, but the neighbour's, that have many iterations
	bound     ir.Names
	scalars   scalars
	arrays    map[name.Name]ir.Param
	turned    ir.Names // arrays that must have another dimension innermost
	whole     ir.Names // arrays that are read whole
	kept      ir.Names // arrays that must stay as they are
}

// forLanes returns the arrays whose copies in another layout let a kernel run in lanes; nil if
// there are none or something else is in the way.
func (l *layouter) forLanes(e *ir.SegMap, pat []ir.Param) ir.Names {
	last := e.Space[len(e.Space)-1]
	n := &nest{
		neighbour: last.Index, on: map[name.Name]ir.Names{}, adjacent: ir.Names{last.Index: {}}, bound: ir.Names{},
		loops: ir.Names{}, sizes: map[name.Name]ir.Atom{}, scalars: l.scalars, arrays: l.arrays,
		whole: ir.Names{}, turned: ir.Names{}, kept: ir.Names{},
	}
	if len(e.Writes) > 0 || !many(last.Size, leastLanes) || loops(e.Body) > mostLoops {
		return nil
	}
	for _, p := range pat {
		if p.Type.Rank() != len(e.Space) || !wide(p.Type.Elem) {
			return nil
		}
	}
	for _, d := range e.Space {
		n.on[d.Index] = ir.Names{d.Index: {}}
		n.sizes[d.Index] = d.Size
		if d.Index != n.neighbour && many(d.Size, leastReuse) {
			n.around = append(n.around, d.Index)
		}
	}
	if !n.body(e.Body, true) {
		return nil
	}
	for a := range n.turned {
		if n.kept.Has(a) || !n.whole.Has(a) {
			return nil
		}
	}
	return n.turned
}

// loops counts the loops in a body.
func loops(b *ir.Body) (n int) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if _, ok := s.Exp.(*ir.Loop); ok {
			n++
		}
	}}
	w.InBody(b)
	return n
}

// many reports whether a count is not known to be less than another one.
func many(count ir.Atom, least int64) bool {
	n, ok := count.AsSize()
	return !ok || n >= least
}

// wide reports whether lanes access elements of a type side by side.
func wide(t scalar.Type) bool { return t.Size() >= 4 }

// body reports whether statements can run in lanes. Where reads is not set, they must be defined
// for lanes that do not take the branch, too.
func (n *nest) body(b *ir.Body, reads bool) bool {
	for _, s := range b.Stms {
		for _, p := range s.Pat {
			n.bound.Add(p.Name)
			if p.Type.IsArray() {
				return false
			}
		}
		if !n.stm(s, reads) {
			return false
		}
	}
	return true
}

func (n *nest) stm(s *ir.Stm, reads bool) bool {
	switch e := s.Exp.(type) {
	case *ir.Use:
		n.define(s.Pat, e.X)
		if e.X.IsVar() && n.adjacent.Has(e.X.Name) {
			n.adjacent.Add(s.Pat[0].Name)
		}
		return true
	case *ir.Prim:
		n.define(s.Pat, e.Args...)
		if n.step(e) {
			n.adjacent.Add(s.Pat[0].Name)
			return true
		}
		return !n.differs(ir.Var(s.Pat[0].Name)) || lanes.Native(e.Fn, e.Type, 4) || lanes.Native(e.Fn, e.Type, 2)
	case *ir.Convert:
		n.define(s.Pat, e.X)
		return !n.differs(e.X) || lanes.NativeConvert(e.From, e.To, 4) || lanes.NativeConvert(e.From, e.To, 2)
	case *ir.Index:
		n.define(s.Pat, e.Indices...)
		return reads && n.read(e)
	case *ir.If:
		differs := n.differs(e.Cond)
		ok := n.body(e.Then, reads && !differs) && n.body(e.Else, reads && !differs)
		for k := range s.Pat {
			n.define(s.Pat[k:k+1], e.Cond, e.Then.Result[k], e.Else.Result[k])
		}
		return ok
	case *ir.Loop:
		return reads && n.loop(s, e)
	}
	return false
}

// loop reports whether a loop can run in lanes, all of them in step.
func (n *nest) loop(s *ir.Stm, e *ir.Loop) bool {
	if e.Index.IsZero() || n.differs(e.Bound) {
		return false
	}
	n.on[e.Index] = ir.Names{e.Index: {}}
	n.loops.Add(e.Index)
	n.sizes[e.Index] = e.Bound
	if many(e.Bound, leastReuse) {
		n.around = append(n.around, e.Index)
		defer func() { n.around = n.around[:len(n.around)-1] }()
	}
	// What a parameter depends on is found by going through the body until nothing changes;
	// here it is taken to depend on all that any of them is computed from.
	all := append([]ir.Atom{ir.Var(e.Index), ir.Var(n.neighbour)}, e.Inits...)
	for _, p := range e.Params {
		if p.Type.IsArray() {
			return false
		}
		n.define([]ir.Param{p}, all...)
	}
	if !n.body(e.Body, true) {
		return false
	}
	for k := range s.Pat {
		n.define(s.Pat[k:k+1], append(all, e.Body.Result[k])...)
	}
	return true
}

// define notes that what a pattern binds depends on atoms.
func (n *nest) define(pat []ir.Param, from ...ir.Atom) {
	on := ir.Names{}
	for _, a := range from {
		if a.IsVar() {
			for i := range n.on[a.Name] {
				on.Add(i)
			}
		}
	}
	for _, p := range pat {
		n.on[p.Name] = on
	}
}

// differs reports whether a value may differ between lanes.
func (n *nest) differs(a ir.Atom) bool { return a.IsVar() && n.on[a.Name].Has(n.neighbour) }

// step reports whether e adds to what is one greater in the next lane what is the same in all.
func (n *nest) step(e *ir.Prim) bool {
	if e.Type != scalar.I64 || e.Fn != scalar.Add && e.Fn != scalar.Sub {
		return false
	}
	x, y := e.Args[0], e.Args[1]
	if e.Fn == scalar.Add && n.differs(y) {
		x, y = y, x
	}
	return x.IsVar() && n.adjacent.Has(x.Name) && !n.differs(y)
}

// read reports whether lanes can read elements of an array, if need be of a copy.
func (n *nest) read(e *ir.Index) bool {
	if n.bound.Has(e.Array) || !wide(n.arrays[e.Array].Type.Elem) {
		return false
	}
	dim, last := -1, len(e.Indices)-1
	for k, i := range e.Indices {
		if !n.differs(i) {
			continue
		}
		if dim >= 0 || !n.adjacent.Has(i.Name) {
			return false
		}
		dim = k
	}
	switch {
	case dim < 0:
		return true // one element for all lanes, in any layout
	case dim == last:
		n.kept.Add(e.Array)
		return true
	}
	n.turned.Add(e.Array)
	if n.ranges(e, dim) {
		n.whole.Add(e.Array)
	}
	return n.walks(e.Indices[last]) && n.reused(e)
}

// ranges reports whether reads go through all of an array, lanes along dimension dim: for each
// dimension there is an index that takes as many values, or part of them in a loop whose number of
// iterations is computed from the dimension's size, as for a reduction in chunks. Reads of a part may cost
// any fraction of what a copy does.
func (n *nest) ranges(e *ir.Index, dim int) bool {
	for k, i := range e.Indices {
		size := n.arrays[e.Array].Type.Dims[k]
		if k == dim {
			if i.Name != n.neighbour || n.sizes[n.neighbour] != size {
				return false
			}
			continue
		}
		through := false
		for x := range n.on[i.Name] {
			through = through || n.scalars.computedFrom(n.sizes[x], size)
		}
		if !through {
			return false
		}
	}
	return true
}

// walks reports whether an index changes from one iteration of a loop to the next.
func (n *nest) walks(i ir.Atom) bool {
	for x := range n.on[i.Name] {
		if n.loops.Has(x) {
			return true
		}
	}
	return false
}

// reused reports whether the elements that e reads are read again for other iterations around.
func (n *nest) reused(e *ir.Index) bool {
	return slices.ContainsFunc(n.around, func(x name.Name) bool {
		return !slices.ContainsFunc(e.Indices, func(i ir.Atom) bool { return i.IsVar() && n.on[i.Name].Has(x) })
	})
}
