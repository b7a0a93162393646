package elaborate

import (
	"fmt"
	"math"
	"slices"
	"strings"

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

// order is the left argument of transp2 that moves axis from to the place to, both from 1.
func (e *elaborator) order(rank, from, to int) *array {
	var ns []int64
	for k := 1; k <= rank; k++ {
		n := k
		switch {
		case k == from:
			n = to
		case from < k && k <= to:
			n = k - 1
		case to <= k && k < from:
			n = k + 1
		}
		ns = append(ns, int64(n))
	}
	return e.ints(ns...)
}

// moveAxis makes axis from of x its axis to.
func (e *elaborator) moveAxis(x *array, from, to int) *array {
	if from == to || x.rank() < 2 {
		return x
	}
	if x.rank() == 2 {
		return e.reversedAxes(x)
	}
	return e.emit("transp2", e.order(x.rank(), from, to), x)
}

// alongLast applies f, which works along the last axis, along axis k, from 1.
func (e *elaborator) alongLast(x *array, k int, f func(x *array) *array) *array {
	r := x.rank()
	if k == r || r < 2 {
		return f(x)
	}
	out := f(e.moveAxis(x, k, r))
	if out.rank() < r {
		return out
	}
	return e.moveAxis(out, out.rank(), k)
}

// alongFirst applies f, which works along the first axis, along axis k.
func (e *elaborator) alongFirst(x *array, k int, f func(x *array) *array) *array {
	if k == 1 {
		return f(x)
	}
	return e.moveAxis(f(e.moveAxis(x, k, 1)), 1, k)
}

func (e *elaborator) reverse(x *array, k int) *array {
	return e.alongLast(x, k, func(x *array) *array {
		switch {
		case x.rank() == 0:
			return x
		case isVector(x):
			return e.emit("reverseV", x)
		}
		return e.emit("reverse", x)
	})
}

func isVector(x *array) bool {
	_, ok := lengthText(x.typ)
	return ok
}

func (e *elaborator) rotate(glyph string, n, x *array, k int) *array {
	if one, ok := n.length(); n.rank() > 0 && !(ok && one == 1) {
		return e.rotateEach(glyph, n, x, k)
	}
	n = e.intScalar("the left argument of "+glyph, n)
	return e.alongLast(x, k, func(x *array) *array {
		switch {
		case x.rank() == 0:
			return x
		case isVector(x):
			return e.emit("rotateV", n, x)
		}
		return e.emit("rotate", n, x)
	})
}

// rotateEach rotates each row along axis k by a number of its own.
func (e *elaborator) rotateEach(glyph string, n, x *array, k int) *array {
	if n.base() == types.Double {
		panic(e.fail("DOMAIN ERROR: the left argument of %s is an int, but is a double here", glyph).WithHint("⌊x is the int below x"))
	}
	if n.rank() != x.rank()-1 {
		panic(e.fail("RANK ERROR: the left argument of %s is a scalar, or of rank %v for an array of rank %v, but has rank %v", glyph, max(0, x.rank()-1), x.rank(), n.rank()))
	}
	n = e.coerce(n, types.Int)
	plus, times := e.primitive("+"), e.primitive("×")
	return e.alongLast(x, k, func(x *array) *array {
		r := x.rank()
		length := e.item(e.shape(x), int64(r))
		rows := e.dims(x, 1, r-1)
		count := e.int(1)
		for _, d := range rows {
			count = e.arithmetic("×", count, d)
		}
		first := e.arithmetic("×", length, e.arithmetic("-", e.iota(count), e.int(1)))
		// Pairing the numbers with the rows checks that there is one for each.
		base := e.emit("reshape", e.vector(types.Int, rows...), e.int(0), widened(first))
		row := e.zip(glyph, "", types.Int, widened(n), base, func(_, b *array) *array { return b })
		offset := e.outer(plus, widened(n), widened(e.arithmetic("-", e.iota(length), e.int(1))))
		offset = e.arithmetic("|", length, offset)
		ones := e.arithmetic("+", e.arithmetic("×", e.int(0), widened(e.iota(length))), e.int(1))
		at := e.arithmetic("+", e.outer(times, row, ones), offset)
		at = e.arithmetic("+", at, e.int(1))
		return e.places(1, at, e.ravel(x))
	})
}

func (e *elaborator) transpose(x, y *array) *array {
	order := e.intVector("⍉", x)
	ns, ok := order.numbers()
	if n, hasLength := order.length(); hasLength && int(n) != y.rank() {
		panic(e.fail("LENGTH ERROR: ⍉ names %v axes of an array of rank %v", n, y.rank()))
	}
	if ok && !isPermutation(ns, y.rank()) {
		return e.diagonal(ns, y)
	}
	if ok {
		out := e.emit("transp2", e.ints(ns...), y)
		out.dims = permuted(y.dims, ns)
		return out
	}
	if !isVector(order) {
		panic(e.fail("the left argument of ⍉ has a length that is not known"))
	}
	return e.emit("transp2", order, y)
}

// reversedAxes is ⍉x.
func (e *elaborator) reversedAxes(x *array) *array {
	out := e.emit("transp", x)
	out.dims = slices.Clone(x.dims)
	slices.Reverse(out.dims)
	return out
}

func isPermutation(ns []int64, rank int) bool {
	sorted := slices.Sorted(slices.Values(ns))
	for i, n := range sorted {
		if n != int64(i+1) {
			return false
		}
	}
	return len(ns) == rank
}

// diagonal is transposition that makes several axes one, whose extent is the least of theirs.
func (e *elaborator) diagonal(ns []int64, y *array) *array {
	axes := slices.Compact(slices.Sorted(slices.Values(ns)))
	if !isPermutation(axes, len(axes)) {
		panic(e.fail("AXIS ERROR: the left argument of ⍉ names the axes of the result, 1 and those that follow, but not %v", strings.Trim(fmt.Sprint(axes), "[]")))
	}
	for a := 0; a < len(ns); a++ {
		b := a + 1 + slices.Index(ns[a+1:], ns[a])
		if b == a {
			continue
		}
		// Both axes come first, and are one of which every n+1st place is kept.
		y = e.moveAxis(e.moveAxis(y, a+1, 1), b+1, 2)
		n := e.arithmetic("⌊", e.item(e.shape(y), 1), e.item(e.shape(y), 2))
		step := e.arithmetic("+", e.item(e.shape(y), 2), e.int(1))
		at := e.arithmetic("-", e.arithmetic("×", step, e.iota(n)), e.arithmetic("-", step, e.int(1)))
		y = e.places(1, at, e.merged(y, 1, 2))
		first := ns[a]
		ns = slices.Delete(slices.Delete(slices.Clone(ns), b, b+1), a, a+1)
		ns = slices.Insert(ns, 0, first)
		a = -1
	}
	if y.rank() == 1 {
		return y
	}
	return e.emit("transp2", e.ints(ns...), y)
}

func (e *elaborator) take(x, y *array) *array { return e.perAxis("↑", x, y, e.takeFirst) }

// takeFirst is n↑y, along the first axis.
func (e *elaborator) takeFirst(n, y *array) *array {
	if k, ok := n.number(); ok && y.rank() == 1 && isVector(y) {
		if have, ok := y.length(); ok && max(k, -k) <= have {
			return e.emit("takeV", n, y)
		}
	}
	if k, ok := n.number(); ok && y.rank() == 1 && k >= 0 {
		out := e.emit("take", n, e.zero(y.base()), widened(y))
		return e.bindAs(out, types.Vector{Base: y.base(), Length: types.Known(k)})
	}
	return e.emit("take", n, e.zero(y.base()), widened(y))
}

func (e *elaborator) drop(x, y *array) *array { return e.perAxis("↓", x, y, e.dropFirst) }

// dropFirst is n↓y, along the first axis.
func (e *elaborator) dropFirst(n, y *array) *array {
	if k, ok := n.number(); ok {
		if _, isVec := lengthText(y.typ); isVec {
			if have, known := y.length(); !known || max(k, -k) <= have {
				if out, err := types.Apply("dropV", n.typ, y.typ); err == nil && (known || k > 0) {
					rest := e.emitAs("dropV", out, n.exp, y.exp)
					rest.ints = knownInts("dropV", []*array{n, y})
					return rest
				}
			}
		}
	}
	return e.emit("drop", n, widened(y))
}

// perAxis applies f, which works along the first axis, for each element of x along one axis.
func (e *elaborator) perAxis(glyph string, x, y *array, f func(n, y *array) *array) *array {
	x = e.intVector(glyph, x)
	n, ok := x.length()
	if !ok {
		panic(e.fail("the left argument of %s is a vector whose length is not known", glyph))
	}
	if y.rank() == 0 {
		y = e.emit("reshape", e.onesOf(max(int(n), 1)), e.zero(y.base()), y)
	}
	if int(n) > y.rank() {
		panic(e.fail("LENGTH ERROR: the left argument of %s has %v elements, but the array rank %v", glyph, n, y.rank()))
	}
	for k := 1; k <= int(n); k++ {
		y = e.alongFirst(y, k, func(y *array) *array { return f(e.item(x, int64(k)), y) })
	}
	return y
}

func (e *elaborator) onesOf(n int) *array {
	var ns []int64
	for range n {
		ns = append(ns, 1)
	}
	return e.ints(ns...)
}

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

func (e *elaborator) first(x *array) *array {
	if x.rank() == 0 {
		return x
	}
	if n, ok := x.length(); ok && n > 0 {
		return e.item(x, 1)
	}
	return e.emit("first", e.zero(x.base()), x)
}

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
