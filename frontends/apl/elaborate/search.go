package elaborate

import (
	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// equal compares scalars of one base type.
func (e *elaborator) equal(a, b *array) *array { return e.arithmetic("=", a, b) }

// fold reduces a vector by an operation.
func (e *elaborator) fold(op string, neutral, x *array) *array {
	return e.emitAs("reduce", types.Scalar(x.base()), &tail.Var{At: tail.At{Pos: e.pos}, Name: op}, neutral.exp, widened(x).exp)
}

// mostCompared is the length up to which elements are found by comparing them with all others.
const mostCompared = 32

// isShort reports whether a vector is known to be short.
func isShort(x *array) bool {
	n, ok := x.length()
	return ok && n <= mostCompared
}

// member is x∊y.
func (e *elaborator) member(x, y *array) *array {
	base := wider(x.base(), y.base())
	x, y = e.coerce(x, base), e.ravel(e.coerce(y, base))
	if !isShort(y) {
		return e.arithmetic("≤", e.emit("find", widened(y), widened(x)), e.tally(y))
	}
	return e.map1(x, func(a *array) *array {
		return e.fold("orb", e.bool(false), e.map1(y, func(b *array) *array { return e.equal(a, b) }))
	})
}

// indexOf is x⍳y: where the elements of y are first found in the vector x.
func (e *elaborator) indexOf(x, y *array) *array {
	if x.rank() != 1 {
		panic(e.fail("RANK ERROR: the left argument of ⍳ is a vector, but has rank %v", x.rank()))
	}
	base := wider(x.base(), y.base())
	x, y = e.coerce(x, base), e.coerce(y, base)
	if !isShort(x) {
		return e.emit("find", widened(x), widened(y))
	}
	none := e.emit("addi", e.tally(x), e.int(1))
	all := e.iota(e.tally(x))
	return e.map1(y, func(a *array) *array {
		at := e.zip("⍳", "", types.Int, widened(x), widened(all), func(b, i *array) *array {
			return e.bind(&tail.If{At: tail.At{Pos: e.pos}, Cond: e.equal(a, b).exp, Then: i.exp, Else: none.exp}, types.Scalar(types.Int))
		})
		return e.fold("mini", none, at)
	})
}

// interval is x⍸y: how many elements of the ascending vector x are at most each element of y.
func (e *elaborator) interval(x, y *array) *array {
	if x.rank() != 1 {
		panic(e.fail("RANK ERROR: the left argument of ⍸ is a vector in ascending order, but has rank %v", x.rank()))
	}
	base := wider(types.Int, wider(x.base(), y.base()))
	x, y = e.coerce(x, base), e.coerce(y, base)
	return e.map1(y, func(a *array) *array {
		return e.fold("addi", e.int(0), e.map1(x, func(b *array) *array { return e.coerce(e.arithmetic("≤", b, a), types.Int) }))
	})
}

// match is x≡y.
func (e *elaborator) match(x, y *array) *array {
	if x.rank() != y.rank() {
		return e.bool(false)
	}
	base := wider(x.base(), y.base())
	x, y = e.coerce(x, base), e.coerce(y, base)
	if x.rank() == 0 {
		return e.equal(x, y)
	}
	sx, sy := e.shape(x), e.shape(y)
	alike := e.fold("andb", e.bool(true), e.arithmetic("=", widened(sx), widened(sy)))
	then, _ := e.block(func() *array {
		same := e.zip("≡", "", types.Bool, widened(x), widened(y), e.equal)
		return e.fold("andb", e.bool(true), e.ravel(same))
	})
	return e.bind(&tail.If{At: tail.At{Pos: e.pos}, Cond: alike.exp, Then: then, Else: e.bool(false).exp}, types.Scalar(types.Bool))
}

// grade is ⍋x or ⍒x: the order of the elements of a vector, of the rows of a matrix.
func (e *elaborator) grade(glyph string, x *array) *array {
	if x.rank() == 0 {
		panic(e.fail("RANK ERROR: %s takes a vector, or an array of more axes, but is given a scalar", glyph))
	}
	switch {
	case glyph == "⍋":
	case x.base() == types.Double:
		x = e.each("negd", types.Double, x)
	default: // the complement, which the smallest int has, too
		x = e.arithmetic("⊤≠", e.int(-1), x)
	}
	return e.emit("grade", widened(x))
}

// unique is ∪x of a vector.
func (e *elaborator) unique(x *array) *array {
	if x.rank() > 1 {
		panic(e.fail("RANK ERROR: ∪ takes a vector, but is given an array of rank %v", x.rank()))
	}
	x = widened(e.asVector(x))
	return e.emit("compress", e.firsts(x), x)
}

// firsts is ≠x of a vector: 1 where an element is not found before.
func (e *elaborator) firsts(x *array) *array {
	if x.rank() > 1 {
		panic(e.fail("RANK ERROR: ≠ takes a vector, but is given an array of rank %v", x.rank()))
	}
	x = widened(e.asVector(x))
	return e.arithmetic("=", widened(e.indexOf(x, x)), widened(e.iota(e.tally(x))))
}

// without is x~y, intersection x∩y: elements of the vector x that y does not have, or has.
func (e *elaborator) without(x, y *array, keep bool) *array {
	if x.rank() > 1 {
		panic(e.fail("RANK ERROR: sets are vectors, but the left argument has rank %v", x.rank()))
	}
	x = widened(e.asVector(x))
	in := e.member(x, y)
	if !keep {
		in = e.each("notb", types.Bool, in)
	}
	return e.emit("compress", widened(in), x)
}

// where is ⍸x: the places of 1s, or each place as often as an int says.
func (e *elaborator) where(x *array) *array {
	if x.rank() != 1 {
		panic(e.fail("⍸ of an array of rank %v makes nested arrays, which are not supported", x.rank()).WithHint("⍸,x gives places in row-major order"))
	}
	if x.base() == types.Double {
		panic(e.fail("DOMAIN ERROR: ⍸ takes Booleans and ints, but is given doubles").WithHint("compare them: 0≠x"))
	}
	return e.copies("⍸", x, e.iota(e.tally(x)), 1)
}
