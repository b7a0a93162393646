package elaborate

import (
	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// widened is x without what is known of its length or value.
func widened(x *array) *array {
	return &array{exp: x.exp, typ: types.Widened(x.typ), ints: x.ints, dims: x.dims}
}

func (e *elaborator) shape(x *array) *array {
	switch t := x.typ.(type) {
	case types.Vector:
		return e.emit("shapeV", x)
	case types.SingleVec:
		return e.ints(1)
	default:
		_ = t
	}
	if x.rank() == 0 {
		return e.ints()
	}
	if x.dims != nil {
		return e.ints(x.dims...)
	}
	return e.emit("shape", x)
}

// tally is the number of cells along the first axis.
func (e *elaborator) tally(x *array) *array {
	if x.rank() == 0 {
		return e.int(1)
	}
	return e.item(e.shape(x), 1)
}

// item is element k of a vector that has it.
func (e *elaborator) item(v *array, k int64) *array {
	if lit, ok := v.exp.(*tail.Vector); ok {
		x := lit.Elems[k-1]
		return &array{exp: x, typ: e.typeOf(x, v.base())}
	}
	if v.ints != nil {
		return e.int(v.ints[k-1])
	}
	if _, ok := v.typ.(types.SingleVec); ok {
		return e.emit("firstV", v)
	}
	return e.emit("index", e.int(1), e.int(k), v)
}

// asVector is a scalar as a vector of one.
func (e *elaborator) asVector(x *array) *array {
	if x.rank() > 0 {
		return x
	}
	return e.vector(x.base(), x)
}

// intVector is a left argument: a scalar or a vector of ints.
func (e *elaborator) intVector(glyph string, x *array) *array {
	if x.base() == types.Double {
		panic(e.fail("DOMAIN ERROR: the left argument of %s is an int, but is a double here", glyph).WithHint("⌊x is the int below x"))
	}
	if x.rank() > 1 {
		panic(e.fail("RANK ERROR: the left argument of %s is a scalar or a vector, but has rank %v", glyph, x.rank()))
	}
	return e.asVector(e.coerce(x, types.Int))
}

func (e *elaborator) intScalar(glyph string, x *array) *array {
	if x.base() == types.Double {
		panic(e.fail("DOMAIN ERROR: %s takes an int, but is given a double", glyph).WithHint("⌊x is the int below x"))
	}
	x = e.coerce(x, types.Int)
	if n, ok := x.length(); ok && n == 1 {
		x = e.only(x)
	}
	if x.rank() != 0 {
		panic(e.fail("RANK ERROR: %s takes a scalar, but is given an array of rank %v", glyph, x.rank()))
	}
	return x
}

func (e *elaborator) reshape(x, y *array) *array {
	x = e.intVector("⍴", x)
	n, ok := x.length()
	if !ok {
		panic(e.fail("the left argument of ⍴ is a vector whose length is not known, so that the rank of the result is not").
			WithHint("take as many of its elements as there are axes: (2↑x)⍴y"))
	}
	if ns, ok := x.numbers(); ok {
		for _, d := range ns {
			if d < 0 {
				panic(e.fail("DOMAIN ERROR: an extent of %v", d))
			}
		}
		if len(ns) == 1 && y.rank() == 1 {
			out := e.emit("reshape", x, e.zero(y.base()), y)
			return e.bindAs(out, types.Vector{Base: y.base(), Length: types.Known(ns[0])})
		}
	}
	if n == 0 {
		return e.emit("first", e.zero(y.base()), y)
	}
	if ns, ok := x.numbers(); ok {
		out := e.emit("reshape", e.ints(ns...), e.zero(y.base()), y)
		out.dims = ns
		return out
	}
	return e.emit("reshape", x, e.zero(y.base()), y)
}

// bindAs gives a vector of rank 1 its length, which the program's numbers tell.
func (e *elaborator) bindAs(x *array, t types.Vector) *array {
	n, _ := t.Length.Number()
	return e.emitAs("takeV", t, e.int(n).exp, x.exp)
}

func (e *elaborator) ravel(x *array) *array {
	switch {
	case x.rank() == 0:
		return e.asVector(x)
	case x.rank() == 1:
		return x
	}
	return e.emit("ravel", x)
}

// table is ⍪x: a matrix of the cells of x.
func (e *elaborator) table(x *array) *array {
	switch x.rank() {
	case 0:
		return e.emit("reshape", e.ints(1, 1), e.zero(x.base()), x)
	case 1:
		return e.emit("reshape", e.vector(types.Int, e.tally(x), e.int(1)), e.zero(x.base()), x)
	case 2:
		return x
	}
	rest := e.int(1)
	for k := 2; k <= x.rank(); k++ {
		rest = e.emit("muli", rest, e.item(e.shape(x), int64(k)))
	}
	return e.emit("reshape", e.vector(types.Int, e.tally(x), rest), e.zero(x.base()), x)
}
