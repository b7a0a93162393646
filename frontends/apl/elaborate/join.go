package elaborate

import (
	"math"

	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// catenate joins arrays along axis k of the one of greater rank.
func (e *elaborator) catenate(x, y *array, k func(rank int) int) *array {
	base := wider(x.base(), y.base())
	x, y = e.coerce(x, base), e.coerce(y, base)
	r := max(x.rank(), y.rank(), 1)
	axis := k(r)
	if d := x.rank() - y.rank(); d > 1 && y.rank() > 0 || d < -1 && x.rank() > 0 {
		panic(e.fail("RANK ERROR: , between arrays of ranks %v and %v, which differ by more than 1", x.rank(), y.rank()))
	}
	if r == 1 {
		return e.catVectors(x, y)
	}
	// A scalar is as large as the other array's cells; an array of one rank less is a cell.
	if x.rank() == 0 {
		x = e.filled(x, y, axis)
	}
	if y.rank() == 0 {
		y = e.filled(y, x, axis)
	}
	full := func(a *array) *array {
		if a.rank() == r {
			return e.moveAxis(a, axis, r)
		}
		return a
	}
	x, y = full(x), full(y)
	var out *array
	switch {
	case x.rank() < r:
		out = e.emit("cons", widened(x), y)
	case y.rank() < r:
		out = e.emit("snoc", x, widened(y))
	default:
		out = e.emit("cat", x, y)
	}
	return e.moveAxis(out, r, axis)
}

// joinedAxes is ,[0.5], which puts arrays side by side along a new axis, or ,[1 2], which makes
// adjacent axes one; nil for other axes.
func (e *elaborator) joinedAxes(axis *array) *function {
	if x, ok := axis.exp.(*tail.Double); ok {
		k := int(math.Ceil(x.Value))
		return &function{name: ",[k]", call: func(x, y *array) *array { return e.laminate(x, y, k) }}
	}
	ns, ok := axis.numbers()
	if !ok || axis.rank() != 1 || len(ns) == 0 {
		return nil
	}
	return &function{name: ",[k]", call: func(x, y *array) *array {
		e.lone(", along several axes", x)
		for i, n := range ns {
			if n != ns[0]+int64(i) || n < 1 || n > int64(y.rank()) {
				panic(e.fail("AXIS ERROR: the axes that , joins are adjacent ones of an array of rank %v", y.rank()))
			}
		}
		return e.merged(y, int(ns[0]), int(ns[len(ns)-1]))
	}}
}

// laminate joins arrays of one shape, or an array and a scalar, along a new axis, k.
func (e *elaborator) laminate(x, y *array, k int) *array {
	base, r := y.base(), y.rank()
	if x != nil {
		base, r = wider(x.base(), base), max(x.rank(), r)
	}
	if k < 1 || k > r+1 {
		panic(e.fail("AXIS ERROR: a new axis %v of an array of rank %v", k, r))
	}
	slab := func(a *array) *array {
		return e.emit("reshape", e.vector(types.Int, append(e.dims(a, 1, r), e.int(1))...), e.zero(base), widened(a))
	}
	if x == nil {
		return e.moveAxis(slab(y), r+1, k)
	}
	x, y = e.coerce(x, base), e.coerce(y, base)
	if x.rank() != y.rank() && x.rank() != 0 && y.rank() != 0 {
		panic(e.fail("RANK ERROR: , between arrays of ranks %v and %v along a new axis", x.rank(), y.rank()))
	}
	if x.rank() == 0 {
		x = e.spread(e.dims(y, 1, r), x)
	}
	if y.rank() == 0 {
		y = e.spread(e.dims(x, 1, r), y)
	}
	return e.moveAxis(e.emit("snoc", slab(x), widened(y)), r+1, k)
}

// filled is a scalar as a cell of like, without its axis.
func (e *elaborator) filled(x, like *array, axis int) *array {
	var dims []*array
	for k := 1; k <= like.rank(); k++ {
		if k != axis {
			dims = append(dims, e.item(e.shape(like), int64(k)))
		}
	}
	return e.emit("reshape", e.vector(types.Int, dims...), e.zero(x.base()), x)
}

func (e *elaborator) catVectors(x, y *array) *array {
	lx, okx := x.exp.(*tail.Vector)
	ly, oky := y.exp.(*tail.Vector)
	switch {
	case x.rank() == 0 && y.rank() == 0:
		return e.vector(x.base(), x, y)
	case okx && oky:
		v := &tail.Vector{At: lx.At, Elems: append(lx.Elems[:len(lx.Elems):len(lx.Elems)], ly.Elems...)}
		return &array{exp: v, typ: types.Vector{Base: x.base(), Length: types.Known(int64(len(v.Elems)))}}
	case x.rank() == 0 && isVector(y):
		return e.emit("consV", x, y)
	case y.rank() == 0 && isVector(x):
		return e.emit("snocV", x, y)
	case x.rank() == 0:
		return e.emit("cons", x, y)
	case y.rank() == 0:
		return e.emit("snoc", x, y)
	case isVector(x) && isVector(y):
		return e.emit("catV", x, y)
	}
	return e.emit("cat", widened(x), widened(y))
}
