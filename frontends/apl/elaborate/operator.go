package elaborate

import (
	"math"

	"github.com/lamina-lang/lamina/frontends/apl/syntax"
	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// lone refuses a left argument.
func (e *elaborator) lone(what string, left *array) {
	if left != nil {
		panic(e.fail("a function that %s derives takes one argument, but is given two", what))
	}
}

// combiner is f as a function of two scalars of one base type, which its result has too: the one
// that f gives for elements of x, or one that is wider.
func (e *elaborator) combiner(f *function, x types.Base) (g tail.Exp, base types.Base) {
	base = x
	for range 3 {
		t := types.Scalar(base)
		names, lets := e.names, e.lets
		var result *array
		g, result = e.lambda([]types.Type{t, t}, func(a []*array) *array {
			r := f.call(a[0], a[1])
			if r.rank() != 0 {
				panic(e.fail("a reduction or scan by a function that returns an array of rank %v: nested arrays are not supported", r.rank()))
			}
			if wider(r.base(), base) == base {
				return e.coerce(r, base)
			}
			return r
		})
		if result.base() == base {
			if op, ok := e.operation(f, base); ok {
				g = &tail.Var{At: tail.At{Pos: e.pos}, Name: op}
			}
			return g, base
		}
		base = result.base()
		e.names, e.lets = names, lets
	}
	panic(e.fail("the type of the result of this function does not settle"))
}

// operation is the operation that a primitive is on a base type.
func (e *elaborator) operation(f *function, base types.Base) (string, bool) {
	if l, ok := logic[f.glyph]; ok && !l.not && base == types.Bool {
		return l.op, true
	}
	a, ok := ariths[f.glyph]
	if !ok || a.result == types.Bool && base != types.Bool {
		return "", false
	}
	op := map[types.Base]string{types.Int: a.onInt, types.Double: a.onDouble, types.Bool: a.onBool}[base]
	return op, op != ""
}

// reduce is f/x along axis k.
func (e *elaborator) reduce(f *function, x *array, k int) *array {
	if x.rank() == 0 {
		return x
	}
	x = e.logicalOperand(f, x)
	g, base := e.combiner(f, x.base())
	x = e.coerce(x, base)
	op := "reduce1"
	if rightIdentities[f.glyph] && (base == types.Bool || ariths[f.glyph].result == nil && divisors[f.glyph] == "") {
		op = "reduce"
	}
	return e.alongLast(x, k, func(x *array) *array {
		return e.emitAs(op, arrayType(base, x.rank()-1), g, e.identity(f, base).exp, widened(x).exp)
	})
}

// logicalOperand takes the known ints 0 and 1 as bools where f is a logical function.
func (e *elaborator) logicalOperand(f *function, x *array) *array {
	if _, ok := logic[f.glyph]; ok && (x.isTruth() || divisors[f.glyph] == "") {
		return e.truth(x, f.glyph)
	}
	return x
}

// identity is the identity item of a function, zero if it has none.
func (e *elaborator) identity(f *function, base types.Base) *array {
	item := identities[f.glyph]
	switch {
	case base == types.Bool:
		return e.bool(item == 1)
	case base == types.Double:
		return e.double(item)
	case item == math.MaxFloat64:
		return e.int(math.MaxInt64)
	case item == -math.MaxFloat64:
		return e.int(math.MinInt64)
	}
	return e.int(int64(item))
}

// mostWindow is the length up to which windows are combined by shifts of the array.
const mostWindow = 32

// windows is n f/x: the reductions of n successive elements along axis k.
func (e *elaborator) windows(f *function, n, x *array, k int) *array {
	n = e.intScalar("the left argument of an n-wise reduction", n)
	width, known := n.number()
	if x.rank() == 0 {
		x = e.asVector(x)
	}
	if known && width < 0 { // each window from the right to the left
		return e.reverse(e.windows(f, e.int(-width), e.reverse(x, k), k), k)
	}
	if have, ok := x.length(); ok && known && width > have+1 {
		panic(e.fail("LENGTH ERROR: windows of %v elements in a vector of %v", width, have))
	}
	// How many windows there are: as many places, which is an error if it is negative.
	starts := func(extent *array) *array {
		return e.iota(e.arithmetic("-", e.arithmetic("+", extent, e.int(1)), n))
	}
	if known && width > 0 && width <= mostWindow {
		starts(e.item(e.shape(x), int64(k)))
		return e.alongFirst(x, k, func(x *array) *array { return e.shifted(f, width, x) })
	}
	return e.alongLast(x, k, func(x *array) *array {
		// Each window is a row of places.
		before := e.arithmetic("-", starts(e.item(e.shape(x), int64(x.rank()))), e.int(1))
		at := e.outer(e.primitive("+"), widened(before), widened(e.iota(n)))
		return e.reduce(f, e.places(x.rank(), at, widened(x)), x.rank()+1)
	})
}

// shifted combines the elements of each window of n along the first axis, from the right.
func (e *elaborator) shifted(f *function, n int64, x *array) *array {
	part := func(i int64) *array {
		y := x
		if i > 0 {
			y = e.drop(e.int(i), y)
		}
		if rest := n - 1 - i; rest > 0 {
			y = e.drop(e.int(-rest), y)
		}
		return y
	}
	out := part(n - 1)
	for i := n - 2; i >= 0; i-- {
		out = f.call(part(i), out)
	}
	return out
}

// scan is f\x along axis k.
func (e *elaborator) scan(f *function, x *array, k int) *array {
	if x.rank() == 0 {
		return x
	}
	x = e.logicalOperand(f, x)
	g, base := e.combiner(f, x.base())
	x = e.coerce(x, base)
	return e.alongLast(x, k, func(x *array) *array {
		return e.emitAs("scan", arrayType(base, x.rank()), g, widened(x).exp)
	})
}

// pairs applies f to the elements of two arrays of one rank.
func (e *elaborator) pairs(f *function, x, y *array) *array {
	if x.rank() == 0 {
		return e.scalarResult(f.call(x, y))
	}
	out := e.zipped(f, x, y)
	e.roundedBy(f, out, x, y, e.zipped)
	return out
}

// roundedBy notes that out is x÷y, if f is ÷; with is how f was applied.
func (e *elaborator) roundedBy(f *function, out, x, y *array, with func(f *function, x, y *array) *array) {
	if f.glyph != "÷" {
		return
	}
	quoi := &function{name: "÷", call: func(a, b *array) *array {
		return e.emit("quoi", e.coerce(a, types.Int), e.coerce(b, types.Int))
	}}
	e.quotient(out, x, y, func() *array { return with(quoi, x, y) })
}

func (e *elaborator) zipped(f *function, x, y *array) *array {
	g, result := e.lambda([]types.Type{types.Scalar(x.base()), types.Scalar(y.base())}, func(a []*array) *array {
		return e.scalarResult(f.call(a[0], a[1]))
	})
	if op, ok := e.operation(f, x.base()); ok && x.base() == y.base() && result.base() == x.base() {
		g = &tail.Var{At: tail.At{Pos: e.pos}, Name: op}
	}
	return e.eachBy(g, result.base(), widened(x), widened(y))
}

func (e *elaborator) scalarResult(r *array) *array {
	if r.rank() != 0 {
		panic(e.fail("a function that returns an array of rank %v is applied to each element: nested arrays are not supported", r.rank()).
			WithHint("∘. and ⍴ make arrays of more axes"))
	}
	return r
}

// dims are the extents of x, the axes from and to included.
func (e *elaborator) dims(x *array, from, to int) []*array {
	var out []*array
	for k := from; k <= to; k++ {
		out = append(out, e.item(e.shape(x), int64(k)))
	}
	return out
}

// knownExtent is the extent of axis k of x, if it is known now.
func knownExtent(x *array, k int) (int64, bool) {
	if x.dims == nil {
		return 0, false
	}
	return x.dims[k-1], true
}

// spread repeats x along new first axes.
func (e *elaborator) spread(dims []*array, x *array) *array {
	if len(dims) == 0 {
		return x
	}
	all := append(dims, e.dims(x, 1, x.rank())...)
	return e.emit("reshape", e.vector(types.Int, all...), e.zero(x.base()), widened(x))
}

// outer is x∘.f y.
func (e *elaborator) outer(f *function, x, y *array) *array {
	if x.rank() == 0 || y.rank() == 0 {
		return e.extend(f, x, y)
	}
	m, n := x.rank(), y.rank()
	// The axes of x come after those of y, and are moved before them.
	xs := e.spread(e.dims(y, 1, n), x)
	var order []int64
	for k := range n {
		order = append(order, int64(m+k+1))
	}
	for k := range m {
		order = append(order, int64(k+1))
	}
	xs = e.emit("transp2", e.ints(order...), xs)
	return e.pairs(f, xs, e.spread(e.dims(x, 1, m), y))
}

// extend applies f to each element of an array and a scalar.
func (e *elaborator) extend(f *function, x, y *array) *array {
	out := e.extendedBy(f, x, y)
	e.roundedBy(f, out, x, y, e.extendedBy)
	return out
}

func (e *elaborator) extendedBy(f *function, x, y *array) *array {
	if x.rank() == 0 {
		return e.map1(y, func(a *array) *array { return f.call(x, a) })
	}
	return e.map1(x, func(a *array) *array { return f.call(a, y) })
}

// inner is x f.g y, after Guibas and Wyatt: both are repeated to the axes of the result, and the
// axis that they have in common, last.
func (e *elaborator) inner(f, g *function, x, y *array) *array {
	if x.rank() == 0 {
		x = e.spread([]*array{e.tally(e.asVector(y))}, x)
	}
	if y.rank() == 0 {
		y = e.spread([]*array{e.item(e.shape(x), int64(x.rank()))}, y)
	}
	if n, ok := x.length(); ok {
		if m, ok := y.length(); ok && n != m {
			panic(e.fail("LENGTH ERROR: the inner product of vectors of lengths %v and %v", n, m))
		}
	}
	if n, ok := knownExtent(x, x.rank()); ok {
		if m, ok := knownExtent(y, 1); ok && n != m {
			panic(e.fail("LENGTH ERROR: the inner product of a last axis of %v and a first axis of %v", n, m))
		}
	}
	m, n := x.rank()-1, y.rank()-1
	xs := x
	if n > 0 {
		xs = e.spread(e.dims(y, 2, y.rank()), x)
		var order []int64
		for k := range n {
			order = append(order, int64(m+k+1))
		}
		for k := range m {
			order = append(order, int64(k+1))
		}
		xs = e.emit("transp2", e.ints(append(order, int64(m+n+1))...), xs)
	}
	ys := e.spread(e.dims(x, 1, m), e.moveAxis(y, 1, y.rank()))
	return e.reduce(f, e.pairs(g, xs, ys), m+n+1)
}

// power is f⍣n.
func (e *elaborator) power(f *function, n, left, y *array) *array {
	n = e.intScalar("⍣", n)
	if k, ok := n.number(); ok && k < 0 {
		panic(e.fail("the inverse of a function (f⍣¯1) is not supported").WithHint("the digits of x are (n⍴b)⊤x"))
	}
	base := y.base()
	for range 3 {
		y = e.coerce(y, base)
		t := arrayType(base, y.rank())
		g, result := e.lambda([]types.Type{t}, func(a []*array) *array {
			r := f.call(left, a[0])
			if r.rank() == y.rank() && wider(r.base(), base) == base {
				return e.coerce(r, base)
			}
			return r
		})
		if result.rank() != y.rank() {
			panic(e.fail("RANK ERROR: a function that ⍣ repeats gives an array of rank %v for one of rank %v", result.rank(), y.rank()))
		}
		if result.base() == base {
			return e.emitAs("power", t, g, n.exp, widened(y).exp)
		}
		base = result.base()
	}
	panic(e.fail("the type of the result of this function does not settle"))
}

// slashes are the operators that are written as functions are.
func (e *elaborator) slash(glyph string, f *function, axis int) *function {
	isScan := glyph == "\\" || glyph == "⍀"
	name := "f" + map[string]string{"/": "/", "⌿": "⌿", "\\": "\\", "⍀": "⍀"}[glyph]
	return &function{name: name, call: func(left, y *array) *array {
		k := axis
		if k == 0 {
			k = y.rank()
			if glyph == "⌿" || glyph == "⍀" {
				k = 1
			}
		}
		if k > max(y.rank(), 1) {
			panic(e.fail("RANK ERROR: axis %v of an array of rank %v", k, y.rank()))
		}
		switch {
		case isScan:
			e.lone("\\", left)
			return e.scan(f, y, k)
		case left != nil:
			return e.windows(f, left, y, max(k, 1))
		}
		return e.reduce(f, y, k)
	}}
}

// operate1 is a primitive operator of one operand.
func (e *elaborator) operate1(glyph string, f *function) *function {
	switch glyph {
	case "¨":
		return &function{name: "f¨", call: func(x, y *array) *array {
			if x == nil {
				return e.map1(y, func(a *array) *array { return f.call(nil, a) })
			}
			x, y = e.extended("¨", x, y)
			if x.rank() == 0 || y.rank() == 0 {
				return e.extend(f, x, y)
			}
			return e.pairs(f, x, y)
		}}
	case "⍨":
		return &function{name: "f⍨", call: func(x, y *array) *array {
			if x == nil {
				return f.call(y, y)
			}
			return f.call(y, x)
		}}
	}
	return e.slash(glyph, f, 0)
}

// operate2 is a primitive operator of two operands; left is nil in ∘.g.
func (e *elaborator) operate2(s *scope, o *syntax.Operate2, glyph string) *function {
	if glyph == "." {
		g := e.fun(s, o.Right)
		if o.Left == nil {
			return &function{name: "∘.g", call: func(x, y *array) *array {
				if x == nil {
					panic(e.fail("an outer product takes two arguments"))
				}
				return e.outer(g, x, y)
			}}
		}
		f := e.fun(s, o.Left)
		return &function{name: "f.g", call: func(x, y *array) *array {
			if x == nil {
				panic(e.fail("an inner product takes two arguments"))
			}
			return e.inner(f, g, x, y)
		}}
	}
	if glyph == "⍣" {
		if p, ok := o.Right.(*syntax.Prim); ok {
			panic(e.fail("f⍣%s, which repeats until a condition holds, is not supported", p.Glyph).WithHint("f⍣n repeats n times"))
		}
		if o.Right.Class() != syntax.Array {
			panic(e.fail("f⍣g, which repeats f until the function g says to stop, is not supported").WithHint("f⍣n repeats n times"))
		}
		f, n := e.fun(s, o.Left), e.array(s, o.Right)
		return &function{name: "f⍣n", call: func(x, y *array) *array { return e.power(f, n, x, y) }}
	}
	if o.Left.Class() == syntax.Array || o.Right.Class() == syntax.Array {
		return e.withArray(s, o, glyph)
	}
	f, g := e.fun(s, o.Left), e.fun(s, o.Right)
	return &function{name: "f" + glyph + "g", call: func(x, y *array) *array {
		switch {
		case glyph == "∘" && x != nil:
			return f.call(x, g.call(nil, y))
		case glyph == "⍥" && x != nil:
			return f.call(g.call(nil, x), g.call(nil, y))
		}
		return f.call(nil, g.call(x, y)) // ⍤, and one argument
	}}
}

// withArray is an operator one of whose operands is an array: 2∘f, f∘2, f⍤1.
func (e *elaborator) withArray(s *scope, o *syntax.Operate2, glyph string) *function {
	switch {
	case glyph == "⍤" && o.Left.Class() == syntax.Function:
		f, k := e.fun(s, o.Left), e.array(s, o.Right)
		return &function{name: "f⍤k", call: func(x, y *array) *array { return e.rank(f, k, x, y) }}
	case glyph == "∘" && o.Left.Class() == syntax.Array && o.Right.Class() == syntax.Function:
		left, g := e.array(s, o.Left), e.fun(s, o.Right)
		return &function{name: "x∘g", call: func(x, y *array) *array {
			e.lone("∘", x)
			return g.call(left, y)
		}}
	case glyph == "∘" && o.Left.Class() == syntax.Function:
		f, right := e.fun(s, o.Left), e.array(s, o.Right)
		return &function{name: "f∘y", call: func(x, y *array) *array {
			e.lone("∘", x)
			return f.call(y, right)
		}}
	}
	panic(e.fail("the operands of %s are functions", glyph))
}
