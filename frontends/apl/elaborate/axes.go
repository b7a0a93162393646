package elaborate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/frontends/tail/types"
)

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
