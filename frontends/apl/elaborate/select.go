package elaborate

import (
	"math"

	"fmt"

	"github.com/lamina-lang/lamina/frontends/apl/syntax"
	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// index is x[i;j]: an axis with a scalar subscript is gone, one with a vector has its places, one
// without a subscript is as it was.
func (e *elaborator) index(x *array, subs []*array) *array {
	if len(subs) != x.rank() {
		err := e.fail("RANK ERROR: %v for an array of rank %v", counted(len(subs), "subscript"), x.rank())
		if x.rank() == 0 {
			err = err.WithHint("subscripts belong to the last number of a vector; with parentheses, (1 2 3)[i], to the vector")
		}
		panic(err)
	}
	out := widened(x)
	axis := 1
	for i, s := range subs {
		switch {
		case s == nil:
			axis++
		case s.base() == types.Double:
			panic(e.fail("DOMAIN ERROR: subscript %v is a double", i+1).WithHint("⌊x is the int below x"))
		case s.rank() == 0:
			e.checkSubscript(s, x, i)
			out = e.emit("index", e.int(int64(axis)), e.coerce(s, types.Int), out)
		default:
			e.checkSubscript(s, x, i)
			out = e.places(axis, e.coerce(s, types.Int), out)
			axis += s.rank()
		}
	}
	return out
}

// selected is (⊂i)⌷x: places of the first axis, and all of the others.
func (e *elaborator) selected(s *scope, x *syntax.Select) *array {
	var places, of *array
	if x.PlacesFirst {
		places = e.array(s, x.Places)
	}
	of = e.array(s, x.Of)
	if !x.PlacesFirst {
		places = e.array(s, x.Places)
	}
	defer e.at(x.Start())()
	if of.rank() == 0 {
		panic(e.fail("RANK ERROR: ⌷ selects places of an axis, but its right argument is a scalar"))
	}
	subs := make([]*array, of.rank())
	subs[0] = places
	return e.index(of, subs)
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprint(n, " ", noun, "s")
}

// checkSubscript reports a subscript that is out of range by what is known.
func (e *elaborator) checkSubscript(s, x *array, axis int) {
	ns, _ := s.numbers()
	for _, n := range ns {
		have, ok := x.length()
		if n < 1 || ok && n > have {
			panic(e.fail("INDEX ERROR: subscript %v of axis %v: indices begin with 1 and end with the extent", n, axis+1))
		}
	}
}

// places selects the places of an axis that an array says, whose axes stand in its place.
func (e *elaborator) places(axis int, s, x *array) *array {
	flat := e.emit("gather", e.int(int64(axis)), widened(e.ravel(s)), x)
	if s.rank() == 1 {
		return flat
	}
	var dims []*array
	for k := 1; k <= x.rank(); k++ {
		if k != axis {
			dims = append(dims, e.item(e.shape(x), int64(k)))
			continue
		}
		for j := 1; j <= s.rank(); j++ {
			dims = append(dims, e.item(e.shape(s), int64(j)))
		}
	}
	return e.emit("reshape", e.vector(types.Int, dims...), e.zero(x.base()), flat)
}

// assignIndex is name[i;j]←v.
func (e *elaborator) assignIndex(s *scope, a *syntax.AssignIndex) *array {
	v := e.array(s, a.Value)
	defer e.at(a.Start())()
	old, ok := s.names[a.Name].(*array)
	if !ok {
		panic(e.fail("%q is not assigned in this dfn: elements of arrays outside cannot be assigned to", a.Name))
	}
	if len(a.Subs) != old.rank() {
		panic(e.fail("RANK ERROR: %v for an array of rank %v", counted(len(a.Subs), "subscript"), old.rank()))
	}
	subs := e.subscripts(s, a.Subs)
	rank, single := 0, v.rank() == 0
	for i, sub := range subs {
		switch {
		case sub == nil:
			rank, single = rank+1, false
			continue
		case sub.base() == types.Double:
			panic(e.fail("DOMAIN ERROR: subscript %v is a double", i+1).WithHint("⌊x is the int below x"))
		}
		e.checkSubscript(sub, old, i)
		subs[i] = e.coerce(sub, types.Int)
		rank, single = rank+sub.rank(), single && sub.rank() == 0
	}
	if v.rank() != 0 && v.rank() != rank {
		panic(e.fail("RANK ERROR: an array of rank %v is assigned to a part of rank %v", v.rank(), rank))
	}
	base := wider(old.base(), v.base())
	old, v = e.coerce(old, base), e.coerce(v, base)
	if a.Fun != nil {
		v = e.coerce(e.fun(s, a.Fun).call(e.index(old, subs), v), base)
	}
	if single {
		fresh := e.emit("copy", widened(old))
		e.emitAs("update", types.Scalar(types.Bool), fresh.exp, e.vector(types.Int, subs...).exp, v.exp)
		s.set(a.Name, fresh)
		return v
	}
	s.set(a.Name, e.amended(old, subs, v))
	return v
}

// amended is x with v in the part that subscripts select.
func (e *elaborator) amended(x *array, subs []*array, v *array) *array {
	var places *array // from 0, in row-major order
	var dims []*array
	plus := e.primitive("+")
	for i, sub := range subs {
		n := e.item(e.shape(x), int64(i+1))
		all := e.iota(n)
		if sub == nil {
			sub = all
		}
		for k := 1; k <= sub.rank(); k++ {
			dims = append(dims, e.item(e.shape(sub), int64(k)))
		}
		// Gathering checks that the subscripts are on their axis.
		on := e.emit("gather", e.int(1), widened(e.ravel(sub)), widened(all))
		on = e.arithmetic("-", on, e.int(1))
		if places == nil {
			places = on
			continue
		}
		places = e.ravel(e.outer(plus, e.arithmetic("×", places, n), on))
	}
	at := widened(e.arithmetic("+", places, e.int(1)))
	values := e.emit("reshape", e.vector(types.Int, e.tally(at)), e.zero(v.base()), v)
	if v.rank() > 0 {
		// Pairing with the part's shape checks v's.
		part := e.emit("reshape", e.vector(types.Int, dims...), e.int(0), at)
		values = e.ravel(e.zip("←", "", v.base(), part, widened(v), func(_, b *array) *array { return b }))
	}
	out := e.emit("amend", at, widened(values), widened(e.ravel(x)))
	if x.rank() == 1 {
		return out
	}
	return e.emit("reshape", e.shape(x), e.zero(x.base()), out)
}

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

func (e *elaborator) iota(n *array) *array {
	n = e.intScalar("⍳", n)
	if k, ok := n.number(); ok {
		if k < 0 {
			panic(e.fail("DOMAIN ERROR: ⍳%v", k))
		}
		return e.emit("iotaV", n)
	}
	if _, ok := n.typ.(types.Single); ok {
		return e.emit("iotaV", n)
	}
	return e.emit("iota", n)
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
