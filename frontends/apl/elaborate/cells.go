package elaborate

import (
	"slices"

	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// rank is f⍤k: f applied to the cells of its arguments. The number, or the vector of up to three,
// says the ranks of the cells: with one argument, and of the left and the right one.
func (e *elaborator) rank(f *function, k, left, y *array) *array {
	ks, ok := k.numbers()
	if !ok || len(ks) == 0 || len(ks) > 3 {
		panic(e.fail("the ranks to the right of ⍤ are one to three numbers that stand in the program"))
	}
	if left == nil {
		r := cellRank(ks[[]int{0, 1, 0}[len(ks)-1]], y)
		if r == y.rank() {
			return f.call(nil, y)
		}
		return e.cells(f, nil, y, 0, r)
	}
	l, r := cellRank(ks[[]int{0, 0, 1}[len(ks)-1]], left), cellRank(ks[len(ks)-1], y)
	if l == left.rank() && r == y.rank() {
		return f.call(left, y)
	}
	return e.cells(f, left, y, l, r)
}

// cellRank is the rank of x's cells where ⍤ has k, which counts from the end if it is negative.
func cellRank(k int64, x *array) int {
	if k < 0 {
		return int(max(0, int64(x.rank())+k))
	}
	return int(min(k, int64(x.rank())))
}

// cells applies f to cells of rank r of y, with those of rank l of left. The axes around the cells
// are the frame; if both arguments have one, they are the same.
func (e *elaborator) cells(f *function, left, y *array, l, r int) *array {
	frame := e.dims(y, 1, y.rank()-r)
	listed := []*array{e.listed(y, r)}
	if left != nil {
		outer := e.dims(left, 1, left.rank()-l)
		switch {
		case len(frame) == 0:
			frame = outer
		case len(outer) > 0 && len(outer) != len(frame):
			panic(e.fail("RANK ERROR: ⍤ between frames of ranks %v and %v", len(outer), len(frame)))
		case len(outer) > 0: // pairing the frames checks that they are equal
			a, b := e.numbered(outer), e.numbered(frame)
			paired := e.zip("⍤", "", types.Int, a, b, func(i, _ *array) *array { return i })
			frame = e.dims(paired, 1, len(frame))
		}
		listed = append(listed, e.listed(left, l))
	}
	if l == 0 && r == 0 && e.givesScalars(f, left, y) {
		return e.eachCell(f, left, y)
	}
	call := func(at *array, from []*array) *array {
		args := make([]*array, 2)
		for i, x := range from {
			cells := l
			if i == 0 {
				cells = r
			}
			args[i] = x
			if x.rank() > cells {
				args[i] = e.emit("index", e.int(1), at, x)
			}
		}
		return f.call(args[1], args[0])
	}
	// The extents of the results are those of the first one, or of zeros if there is none.
	some := make([]*array, len(listed))
	for i, x := range listed {
		some[i] = e.emit("take", e.int(1), e.zero(x.base()), widened(x))
		if i == 0 && r == y.rank() || i == 1 && l == left.rank() {
			some[i] = x
		}
	}
	extents := e.shape(widened(call(e.int(1), some)))
	count := e.int(1)
	for _, d := range frame {
		count = e.arithmetic("×", count, d)
	}
	g, result := e.lambda([]types.Type{types.Scalar(types.Int)}, func(a []*array) *array { return call(a[0], listed) })
	t := arrayType(result.base(), 1+result.rank())
	var out *array
	if result.rank() == 0 {
		out = e.eachBy(g, result.base(), widened(e.iota(count)))
	} else {
		out = e.emitAs("cells", t, extents.exp, g, widened(e.iota(count)).exp)
	}
	if len(frame) == 1 {
		return out
	}
	dims := slices.Concat(frame, e.dims(out, 2, out.rank()))
	return e.emit("reshape", e.vector(types.Int, dims...), e.zero(out.base()), out)
}

// givesScalars reports whether f of elements of its arguments is a scalar.
func (e *elaborator) givesScalars(f *function, left, y *array) bool {
	restore := e.saved()
	defer restore()
	of := []types.Type{types.Scalar(y.base())}
	if left != nil {
		of = append(of, types.Scalar(left.base()))
	}
	_, result := e.lambda(of, func(a []*array) *array {
		if left == nil {
			return f.call(nil, a[0])
		}
		return f.call(a[1], a[0])
	})
	return result.rank() == 0
}

// eachCell applies f to scalars.
func (e *elaborator) eachCell(f *function, left, y *array) *array {
	if left == nil {
		return e.map1(y, func(a *array) *array { return f.call(nil, a) })
	}
	x, y := e.extended("⍤0", left, y)
	if x.rank() == 0 || y.rank() == 0 {
		return e.extend(f, x, y)
	}
	return e.pairs(f, x, y)
}

// numbered is an array of the given extents.
func (e *elaborator) numbered(dims []*array) *array {
	return e.emitAs("reshape", arrayType(types.Int, len(dims)), e.vector(types.Int, dims...).exp, e.int(0).exp, e.int(0).exp)
}

// listed is x with the axes around its cells of rank r made one.
func (e *elaborator) listed(x *array, r int) *array {
	outer := x.rank() - r
	if outer < 2 {
		return widened(x)
	}
	return e.merged(x, 1, outer)
}

// merged is x with its axes from and to, and those between, made one.
func (e *elaborator) merged(x *array, from, to int) *array {
	n := e.int(1)
	for _, d := range e.dims(x, from, to) {
		n = e.arithmetic("×", n, d)
	}
	dims := slices.Concat(e.dims(x, 1, from-1), []*array{n}, e.dims(x, to+1, x.rank()))
	return e.emit("reshape", e.vector(types.Int, dims...), e.zero(x.base()), widened(x))
}
