package elaborate

import (
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

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

func (e *elaborator) first(x *array) *array {
	if x.rank() == 0 {
		return x
	}
	if n, ok := x.length(); ok && n > 0 {
		return e.item(x, 1)
	}
	return e.emit("first", e.zero(x.base()), x)
}
