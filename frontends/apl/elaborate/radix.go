package elaborate

import (
	"math"

	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// weights are, for each place of a vector of radices, the product of those to its right.
func (e *elaborator) weights(b *array) *array {
	one := e.int(1)
	op := "muli"
	if b.base() == types.Double {
		one, op = e.double(1), "muld"
	}
	shifted := e.emit("drop", e.int(1), e.emit("snoc", widened(b), one))
	scanned := e.emitAs("scan", arrayType(b.base(), 1), &tail.Var{At: tail.At{Pos: e.pos}, Name: op}, e.emit("reverse", shifted).exp)
	return e.emit("reverse", scanned)
}

// decode is x⊥y: the number with the digits y, which are along its first axis.
func (e *elaborator) decode(x, y *array) *array {
	if x.rank() > 1 {
		panic(e.fail("RANK ERROR: the left argument of ⊥ is a scalar or a vector, but has rank %v", x.rank()))
	}
	base := wider(types.Int, wider(x.base(), y.base()))
	x, y = e.coerce(x, base), e.coerce(e.asVector(y), base)
	if n, ok := x.length(); ok && n == 1 {
		x = e.only(x)
	}
	if n, ok := y.length(); ok && n <= mostDigits && x.rank() == 0 {
		return e.horner(x, y)
	}
	if x.rank() == 0 {
		x = e.emit("reshape", e.vector(types.Int, e.tally(y)), e.zero(base), x)
	}
	return e.inner(e.primitive("+"), e.primitive("×"), e.weights(x), y)
}

// mostDigits is the length up to which digits are put together one by one.
const mostDigits = 32

// horner is x⊥y of a scalar and a short vector, from the first digit to the last.
func (e *elaborator) horner(x, y *array) *array {
	t := types.Scalar(x.base())
	plus, times := e.primitive("+"), e.primitive("×")
	g, _ := e.lambda([]types.Type{t, t}, func(a []*array) *array {
		return plus.call(a[0], times.call(x, a[1]))
	})
	return e.emitAs("reduce1", t, g, e.zero(x.base()).exp, widened(e.reverse(y, 1)).exp)
}

// encode is x⊤y: the digits of y with the radices x, along a new first axis.
func (e *elaborator) encode(x, y *array) *array {
	if x.rank() == 0 {
		return e.arithmetic("|", x, y)
	}
	if x.rank() > 1 {
		panic(e.fail("RANK ERROR: the left argument of ⊤ is a scalar or a vector, but has rank %v", x.rank()))
	}
	base := wider(types.Int, wider(x.base(), y.base()))
	signed, known := e.signedWithin(x)
	x, y = widened(e.coerce(x, base)), widened(e.coerce(y, base))
	switch {
	case signed:
		return e.rowwise(x, e.left(x, y))
	case !known:
		x = e.emit("radices", x)
	}
	weights := e.weights(x)
	if base == types.Int {
		weights = e.marked(weights, x)
	} else {
		weights = e.emit("snoc", e.emit("drop", e.int(-1), weights), e.double(last))
	}
	digits := e.outer(&function{name: "⊤", call: func(w, n *array) *array { return e.placed(n, w) }}, weights, y)
	return e.rowwise(x, digits)
}

// signedWithin reports whether a radix of x that is neither the first nor the last is negative, if the
// program says what they are. To divide by the product of such radices, rounding down once, is not to divide
// by each, rounding down each time.
func (e *elaborator) signedWithin(x *array) (signed, known bool) {
	if n, ok := x.length(); ok && n <= 2 {
		return false, true
	}
	v, ok := x.exp.(*tail.Vector)
	if !ok {
		return false, false
	}
	for _, elem := range v.Elems[1 : len(v.Elems)-1] {
		switch n := elem.(type) {
		case *tail.Int:
			signed = signed || n.Value < 0
		case *tail.Double:
			signed = signed || n.Value < 0
		case *tail.Bool:
		default:
			return false, false
		}
	}
	return signed, true
}

// left is what is left of y at each place of the radices x: y divided by each radix to the right in turn,
// rounded down each time.
func (e *elaborator) left(x, y *array) *array {
	t := types.Scalar(x.base())
	places := widened(e.iota(e.tally(x)))
	return e.outer(&function{name: "⊤", call: func(k, n *array) *array {
		divide, _ := e.lambda([]types.Type{t, t}, func(a []*array) *array {
			if x.base() == types.Int {
				return e.emit("quoi", a[1], a[0])
			}
			return e.roundedDown(a[1], a[0])
		})
		return e.emitAs("reduce", t, divide, n.exp, e.emit("drop", k, x).exp)
	}}, places, y)
}

// roundedDown is n÷w of doubles, rounded down; 0 if w is 0.
func (e *elaborator) roundedDown(n, w *array) *array {
	none := e.equal(w, e.double(0))
	choose := func(then, els *array) *array {
		return e.bind(&tail.If{At: tail.At{Pos: e.pos}, Cond: none.exp, Then: then.exp, Else: els.exp}, types.Scalar(types.Double))
	}
	q := e.emit("floor", e.emit("divd", n, choose(e.double(1), w)))
	return choose(e.double(0), e.coerce(q, types.Double))
}

// What stands in the place of weights.
const (
	beyond = -math.MaxInt64 // of those that no int can hold
	last   = -0.5           // of the last one, where the fraction of a double stays
)

// marked are the weights w of the radices x, and beyond where their product wraps around. A product of
// doubles tells, and near the limit the sign of w does, too, as it cannot have wrapped around twice.
func (e *elaborator) marked(w, x *array) *array {
	exact := e.weights(widened(e.coerce(x, types.Double)))
	near := e.logical("∧", e.arithmetic(">", exact, e.double(9.2e18)), e.arithmetic("<", w, e.int(0)))
	wraps := e.logical("∨", e.arithmetic(">", exact, e.double(9.3e18)), near)
	return e.arithmetic("+", e.arithmetic("×", w, e.arithmetic("-", e.int(1), wraps)), e.arithmetic("×", e.int(beyond), wraps))
}

// placed is what is left of n at the place of weight w: n divided by w, rounded down. To the left of a
// radix of 0, which takes all, that is 0.
func (e *elaborator) placed(n, w *array) *array {
	zero := e.zero(w.base())
	one := e.coerce(e.int(1), w.base())
	choose := func(cond, then, els *array) *array {
		return e.bind(&tail.If{At: tail.At{Pos: e.pos}, Cond: cond.exp, Then: then.exp, Else: els.exp}, types.Scalar(w.base()))
	}
	none := e.equal(w, zero)
	divisor := choose(none, one, w)
	if w.base() == types.Double {
		q := e.coerce(e.emit("floor", e.emit("divd", n, divisor)), types.Double)
		return choose(e.equal(w, e.double(last)), n, choose(none, zero, q))
	}
	q := choose(none, zero, e.emit("divi", n, divisor))
	return choose(e.equal(w, e.int(beyond)), choose(e.arithmetic("<", n, zero), e.int(-1), zero), q)
}

// rowwise takes the residue of each cell of y by an element of x.
func (e *elaborator) rowwise(x, y *array) *array {
	var dims []*array
	for k := 2; k <= y.rank(); k++ {
		dims = append(dims, e.item(e.shape(y), int64(k)))
	}
	if len(dims) > 0 {
		dims = append(dims, e.tally(x))
		spread := e.emit("reshape", e.vector(types.Int, dims...), e.zero(x.base()), x)
		x = e.moveAxis(spread, spread.rank(), 1)
	}
	return e.arithmetic("|", x, y)
}
