package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// storage is memory for a value: a leaf for each number in it, so that an array of pairs is two
// arrays.
type storage struct{ leaves []*leaf }

// leaf is memory for the numbers at one place of a type: those that the same fields lead to.
type leaf struct {
	fields []int // 1 or 2, from the outermost pair inwards
	elem   scalar.Type
	dims   []types.Nat // of arrays and vectors, from the outermost inwards
	// vars are variables, of the host or of a work-item: one, or one for each lane of a vector.
	vars []name.Name
	// block holds an array, row by row. Each work-item of a group has a part of it where own is
	// not nil: own is the part's number, and parts how many there are.
	block name.Name
	own   *types.Nat
	parts types.Nat
	// home is where it was made, and shared whether all work-items of a group have it in common.
	home   position
	shared bool
}

// leavesOf are the leaves of a type, without memory.
func leavesOf(d types.Data) []*leaf {
	switch d := d.(type) {
	case types.Num:
		return []*leaf{{elem: d.Elem}}
	case types.Idx:
		return []*leaf{{elem: scalar.I64}}
	case types.Vec:
		return []*leaf{{elem: d.Elem.(types.Num).Elem, dims: []types.Nat{d.K}}}
	case types.Array:
		out := leavesOf(d.Elem)
		for _, l := range out {
			l.dims = append([]types.Nat{d.N}, l.dims...)
		}
		return out
	case types.Pair:
		first, second := leavesOf(d.First), leavesOf(d.Second)
		for _, l := range first {
			l.fields = append([]int{1}, l.fields...)
		}
		for _, l := range second {
			l.fields = append([]int{2}, l.fields...)
		}
		return append(first, second...)
	}
	return nil
}

// isSmall reports whether a leaf of a value of type d is a number or a vector.
func (l *leaf) isSmall(d types.Data) bool {
	for _, f := range l.fields {
		p, ok := d.(types.Pair)
		if !ok {
			return false
		}
		d = [...]types.Data{p.First, p.Second}[f-1]
	}
	_, isArray := d.(types.Array)
	return !isArray
}

// bytes is the size of a leaf: the product of its dimensions, which may be too large for any
// memory, but does not wrap.
func (l *leaf) bytes() imp.Expr {
	if n, known := l.elements().AsConst(); known && l.elements().Exact() && n < 1<<40 {
		return imp.Int(n * int64(l.elem.Size()))
	}
	size := imp.Int(int64(l.elem.Size()))
	for _, d := range l.dims {
		size = &imp.Prim{Fn: scalar.MulSat, Type: scalar.I64, Args: []imp.Expr{size, imp.Poly(d)}}
	}
	return size
}

func (l *leaf) elements() types.Nat {
	n := sym.Const(1)
	for _, d := range l.dims {
		n = n.Mul(d)
	}
	return n
}

// step is a step from a value into it: to an element, or to a half of a pair.
type step struct {
	index types.Nat
	field int // 0 for an element
}

// at finds the leaf that a path leads to, and the subscripts in it.
func (s *storage) at(path []step) (*leaf, []types.Nat) {
	var subscripts []types.Nat
	var fields []int
	for _, p := range path {
		if p.field > 0 {
			fields = append(fields, p.field)
		} else {
			subscripts = append(subscripts, p.index)
		}
	}
	for _, l := range s.leaves {
		if same(l.fields, fields) {
			return l, subscripts
		}
	}
	return nil, nil
}

func same(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// index is the place of an element in the leaf's block.
func (l *leaf) index(subscripts []types.Nat) imp.Expr {
	dims := l.dims
	if l.own != nil {
		subscripts = append([]types.Nat{*l.own}, subscripts...)
		dims = append([]types.Nat{l.parts}, dims...)
	}
	if len(dims) == 0 {
		return imp.Int(0)
	}
	at := &imp.At{Offset: imp.Int(0), Dims: make([]imp.AtDim, len(dims))}
	stride := sym.Const(1)
	for i := len(dims) - 1; i >= 0; i-- {
		at.Dims[i] = imp.AtDim{Size: imp.Poly(dims[i]), Stride: imp.Poly(stride), Index: imp.Poly(subscripts[i])}
		stride = stride.Mul(dims[i])
	}
	return at
}

// variable is the one that holds the element, of a leaf in variables.
func (l *leaf) variable(subscripts []types.Nat) name.Name {
	if len(subscripts) == 0 {
		return l.vars[0]
	}
	lane, _ := subscripts[0].AsConst()
	return l.vars[lane]
}
