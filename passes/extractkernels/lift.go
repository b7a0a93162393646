package extractkernels

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Operations that move or view the elements of a row, whatever these are, do so with all rows at
// once: a map of concatenations, say, is a concatenation along the next dimension. A thread for
// each row would move few long rows slowly, and adjacent threads would not move adjacent elements.

// moves reports whether e writes the elements of other arrays to a new one.
func moves(e ir.Exp) bool {
	switch e.(type) {
	case *ir.Concat, *ir.Rotate, *ir.Copy:
		return true
	}
	return false
}

// liftable reports whether lifted takes e.
func liftable(e ir.Exp) bool {
	switch e.(type) {
	case *ir.Reshape, *ir.Rearrange, *ir.Slice:
		return true
	}
	return moves(e)
}

// lifted returns the operation that does with arrays of width rows what e, which liftable takes,
// does with a row. whole returns the array that holds an operand's rows.
func lifted(e ir.Exp, width ir.Atom, whole func(name.Name) name.Name) ir.Exp {
	switch e := e.(type) {
	case *ir.Concat:
		out := *e
		out.Dim++
		out.Arrays = make([]name.Name, len(e.Arrays))
		for i, a := range e.Arrays {
			out.Arrays[i] = whole(a)
		}
		return &out
	case *ir.Rotate:
		return &ir.Rotate{Dim: e.Dim + 1, Amount: e.Amount, Array: whole(e.Array)}
	case *ir.Copy:
		return &ir.Copy{Array: whole(e.Array)}
	case *ir.Reshape:
		return &ir.Reshape{Shape: slices.Concat([]ir.Atom{width}, e.Shape), Array: whole(e.Array)}
	case *ir.Rearrange:
		return &ir.Rearrange{Perm: under(e.Perm), Array: whole(e.Array)}
	case *ir.Slice:
		all := ir.SliceDim{Start: ir.Size(0), Size: width, Step: ir.Size(1)}
		return &ir.Slice{Array: whole(e.Array), Dims: slices.Concat([]ir.SliceDim{all}, e.Dims)}
	}
	panic("lifted: " + e.Op())
}

// under returns the permutation that leaves the outermost dimension where it is and permutes the
// others by perm.
func under(perm []int) []int {
	out := []int{0}
	for _, d := range perm {
		out = append(out, d+1)
	}
	return out
}

// moved returns statements equivalent to s, a map that only moves and views its rows, or nil. A
// view is copied, because what a map returns may be consumed.
func (x *extractor) moved(s *ir.Stm) []*ir.Stm {
	m, ok := s.Exp.(*ir.Map)
	if !ok || len(m.Fn.Body.Stms) == 0 {
		return nil
	}
	whole := map[name.Name]name.Name{}
	for i, p := range m.Fn.Params {
		whole[p.Name] = m.Arrays[i]
	}
	results := map[name.Name]ir.Param{} // what they are called, where an operation that moves makes them
	for i, r := range slices.Backward(m.Fn.Body.Result) {
		if r.IsVar() {
			results[r.Name] = s.Pat[i]
		}
	}
	b := ir.NewBuilder(x.names)
	b.Pos = s.Pos
	for _, t := range m.Fn.Body.Stms {
		if e, ok := t.Exp.(*ir.Assert); ok && !varies(e, whole) {
			some := b.Prim("some", scalar.Lt, scalar.I64, ir.Size(0), m.Width)
			b.Append(&ir.Stm{Exp: &ir.If{Cond: some, Then: &ir.Body{Stms: []*ir.Stm{t}}, Else: &ir.Body{}}, Pos: t.Pos})
			continue
		}
		if !liftable(t.Exp) || !t.Pat[0].Type.IsArray() {
			return nil
		}
		operands := moving(t.Exp)
		for n := range ir.FreeInStm(t) {
			if _, row := whole[n]; row != operands.Has(n) {
				return nil
			}
		}
		n := t.Pat[0].Name
		out, direct := results[n]
		if direct = direct && moves(t.Exp); !direct {
			out = ir.Param{Name: x.names.Like(n), Type: t.Pat[0].Type.Under(m.Width)}
		}
		b.Bind([]ir.Param{out}, lifted(t.Exp, m.Width, func(n name.Name) name.Name { return whole[n] }))
		whole[n] = out.Name
	}
	for i, r := range m.Fn.Body.Result {
		of, ok := whole[r.Name]
		if !r.IsVar() || !ok || !m.Fn.Results[i].IsArray() {
			return nil
		}
		if of != s.Pat[i].Name {
			b.Bind(s.Pat[i:i+1], &ir.Copy{Array: of})
		}
	}
	return b.Stms()
}

// varies reports whether e uses one of the names by which whole is indexed.
func varies(e ir.Exp, whole map[name.Name]name.Name) bool {
	for n := range ir.FreeInExp(e) {
		if _, row := whole[n]; row {
			return true
		}
	}
	return false
}

// moving returns the arrays that e, which liftable takes, moves or views.
func moving(e ir.Exp) ir.Names {
	out := ir.Names{}
	lifted(e, ir.Size(0), func(n name.Name) name.Name {
		out.Add(n)
		return n
	})
	return out
}
