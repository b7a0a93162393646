package elaborate

import (
	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// copies is x/y: replicate or compress along axis k.
func (e *elaborator) copies(glyph string, x, y *array, k int) *array {
	if x.base() == types.Double {
		panic(e.fail("DOMAIN ERROR: the left argument of %s is Boolean or of ints, but is of doubles", glyph))
	}
	if x.rank() > 1 {
		panic(e.fail("RANK ERROR: the left argument of %s is a scalar or a vector, but has rank %v", glyph, x.rank()))
	}
	if y.rank() == 0 {
		y, k = e.asVector(y), 1
	}
	n := e.item(e.shape(y), int64(k))
	if x.rank() == 0 {
		x = e.emit("reshape", e.asVector(n), e.zero(x.base()), x)
	} else if m, ok := x.length(); ok {
		if have, ok := n.number(); ok && m != have && m != 1 && have != 1 {
			panic(e.fail("LENGTH ERROR: %v elements to the left of %s, but an axis of %v to its right", m, glyph, have))
		}
		if m == 1 {
			x = e.emit("reshape", e.asVector(n), e.zero(x.base()), e.only(x))
		}
	}
	op := "replicate"
	if x.base() == types.Bool {
		op = "compress"
	}
	return e.alongLast(y, k, func(y *array) *array { return e.emit(op, widened(x), widened(y)) })
}

// expand is x\y along axis k: elements of y where x has 1, fills where it has 0.
func (e *elaborator) expand(glyph string, x, y *array, k int) *array {
	if x.rank() > 1 {
		panic(e.fail("RANK ERROR: the left argument of %s is a scalar or a vector, but has rank %v", glyph, x.rank()))
	}
	x = e.truth(e.asVector(x), glyph)
	ones := e.each("b2i", types.Int, x)
	places := e.emitAs("scan", types.Widened(ones.typ), (&tail.Var{At: tail.At{Pos: e.pos}, Name: "addi"}), ones.exp)
	total := e.reduce(e.primitive("+"), widened(ones), 1)
	if n, ok := y.length(); ok && n == 1 {
		y = e.only(y)
	}
	if y.rank() == 0 {
		y, k = e.emit("reshape", e.asVector(total), e.zero(y.base()), y), 1
	}
	extent := e.item(e.shape(y), int64(k))
	e.countedOnes(glyph, x, extent)
	e.sameExtent(total, extent)
	// The place in y, 0 for a fill: y is extended by one fill at its front.
	chosen := e.arithmetic("+", e.arithmetic("×", widened(ones), places), e.int(1))
	return e.alongLast(y, k, func(y *array) *array {
		fill := e.spread(e.dims(y, 1, y.rank()-1), e.zero(y.base()))
		return e.emit("gather", e.int(int64(y.rank())), widened(chosen), e.emit("cons", widened(fill), widened(y)))
	})
}

// sameExtent is an error when the program runs, unless two extents are the same.
func (e *elaborator) sameExtent(m, n *array) {
	e.emitAs("zipWith", arrayType(types.Int, 1), &tail.Var{At: tail.At{Pos: e.pos}, Name: "addi"}, widened(e.iota(m)).exp, widened(e.iota(n)).exp)
}

// countedOnes refuses a literal x that has more or less ones than an axis has places.
func (e *elaborator) countedOnes(glyph string, x, extent *array) {
	v, isLiteral := x.exp.(*tail.Vector)
	if have, ok := extent.number(); ok && isLiteral {
		n := int64(0)
		for _, elem := range v.Elems {
			b, ok := elem.(*tail.Bool)
			isLiteral = isLiteral && ok
			if ok && b.Value {
				n++
			}
		}
		if isLiteral && n != have {
			panic(e.fail("LENGTH ERROR: %v ones to the left of %s, but an axis of %v to its right", n, glyph, have))
		}
	}
}
