package elaborate

import (
	"math"
	"slices"

	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// wider is the least base type that both coerce to: bool to int to double.
func wider(a, b types.Base) types.Base {
	for _, t := range []types.Base{types.Double, types.Int} {
		if a == t || b == t {
			return t
		}
	}
	return types.Bool
}

// coerce is x with elements of a base type, which is at least as wide.
func (e *elaborator) coerce(x *array, to types.Base) *array {
	from := x.base()
	if from == to {
		return x
	}
	if lit, ok := x.exp.(*tail.Vector); ok && len(lit.Elems) > 0 {
		var elems []*array
		for i := range lit.Elems {
			elems = append(elems, e.coerce(&array{exp: lit.Elems[i], typ: e.typeOf(lit.Elems[i], from)}, to))
		}
		return e.vector(to, elems...)
	}
	switch b := x.exp.(type) {
	case *tail.Int:
		if to == types.Double {
			return e.double(float64(b.Value))
		}
	case *tail.Bool:
		n := int64(0)
		if b.Value {
			n = 1
		}
		return e.coerce(e.int(n), to)
	}
	if from == types.Bool {
		return e.coerce(e.each("b2i", types.Int, x), to)
	}
	return e.each("i2d", types.Double, x)
}

// typeOf is the type of an element of a literal.
func (e *elaborator) typeOf(x tail.Exp, base types.Base) types.Type {
	switch x := x.(type) {
	case *tail.Int:
		return e.int(x.Value).typ
	case *tail.Bool:
		return e.bool(x.Value).typ
	}
	return types.Scalar(base)
}

// truth is x as an array of bools. The ints 0 and 1 are; where they are not known, the program
// checks that when it runs.
func (e *elaborator) truth(x *array, what string) *array {
	if x.base() == types.Bool {
		return x
	}
	if ns, ok := x.numbers(); ok {
		var elems []*array
		for _, n := range ns {
			if n != 0 && n != 1 {
				panic(e.fail("DOMAIN ERROR: %s takes 0 and 1, but is given %v", what, n))
			}
			elems = append(elems, e.bool(n == 1))
		}
		if x.rank() == 0 {
			return elems[0]
		}
		return e.vector(types.Bool, elems...)
	}
	if x.base() == types.Int {
		return e.each("i2b", types.Bool, x)
	}
	panic(e.fail("DOMAIN ERROR: %s takes Boolean arrays, but is given one of type %s", what, x.typ).
		WithHint("compare it: 0≠x"))
}

// each applies a scalar operation to one array.
func (e *elaborator) each(op string, base types.Base, x *array) *array {
	if x.rank() == 0 {
		return e.emit(op, x)
	}
	return e.eachBy(&tail.Var{At: tail.At{Pos: e.pos}, Name: op}, base, x)
}

// eachBy applies a function on scalars to arrays of one rank.
func (e *elaborator) eachBy(f tail.Exp, base types.Base, xs ...*array) *array {
	op := []string{"each", "zipWith"}[len(xs)-1]
	exps := []tail.Exp{f}
	length, known := xs[0].typ, true
	for _, x := range xs {
		exps = append(exps, x.exp)
		known = known && sameVector(length, x.typ)
	}
	if known {
		if _, ok := length.(types.SingleVec); ok {
			length = types.Vector{Length: types.Known(1)}
		}
		return e.emitAs(op+"V", types.Vector{Base: base, Length: length.(types.Vector).Length}, exps...)
	}
	return e.emitAs(op, arrayType(base, xs[0].rank()), exps...)
}

// sameVector reports whether two types are of vectors of the same known length.
func sameVector(t, u types.Type) bool {
	n, ok := lengthText(t)
	m, okToo := lengthText(u)
	return ok && okToo && n == m
}

func lengthText(t types.Type) (string, bool) {
	switch t := t.(type) {
	case types.Vector:
		return t.Length.String(), true
	case types.SingleVec:
		return "1", true
	}
	return "", false
}

// extended prepares the arguments of a scalar function: vectors of one element that are known to
// be such are scalars beside other arrays, and ranks are equal, or one is a scalar.
func (e *elaborator) extended(name string, x, y *array) (*array, *array) {
	nx, okx := x.length()
	ny, oky := y.length()
	switch {
	case okx && nx == 1 && !(oky && ny == 1) && y.rank() > 0:
		x = e.only(x)
	case oky && ny == 1 && !(okx && nx == 1) && x.rank() > 0:
		y = e.only(y)
	case okx && oky && nx != ny:
		panic(e.fail("LENGTH ERROR: %s between vectors of lengths %v and %v", name, nx, ny))
	}
	if x.rank() != y.rank() && x.rank() != 0 && y.rank() != 0 {
		panic(e.fail("RANK ERROR: %s between arrays of ranks %v and %v", name, x.rank(), y.rank()).
			WithHint("⍤ and ∘. combine arrays of different ranks; ⍴ makes their shapes equal"))
	}
	return x, y
}

// only is the element of a vector of one.
func (e *elaborator) only(x *array) *array {
	if v, ok := x.exp.(*tail.Vector); ok {
		return &array{exp: v.Elems[0], typ: e.typeOf(v.Elems[0], x.base())}
	}
	if len(x.ints) == 1 {
		return e.int(x.ints[0])
	}
	if _, ok := x.typ.(types.SingleVec); ok {
		return e.emit("firstV", x)
	}
	return e.emit("first", e.zero(x.base()), x)
}

// zip applies a function of two scalars, with scalar extension. f elaborates it for scalars; op
// is the operation that it is, or "".
func (e *elaborator) zip(name, op string, base types.Base, x, y *array, f func(a, b *array) *array) *array {
	x, y = e.extended(name, x, y)
	bx, by := types.Scalar(x.base()), types.Scalar(y.base())
	switch {
	case x.rank() == 0 && y.rank() == 0:
		return f(x, y)
	case x.rank() == 0:
		g, _ := e.lambda([]types.Type{by}, func(a []*array) *array { return f(x, a[0]) })
		return e.eachBy(g, base, y)
	case y.rank() == 0:
		g, _ := e.lambda([]types.Type{bx}, func(a []*array) *array { return f(a[0], y) })
		return e.eachBy(g, base, x)
	}
	var g tail.Exp = &tail.Var{At: tail.At{Pos: e.pos}, Name: op}
	if op == "" {
		g, _ = e.lambda([]types.Type{bx, by}, func(a []*array) *array { return f(a[0], a[1]) })
	}
	return e.eachBy(g, base, x, y)
}

// arith is a scalar function of two arguments: its operations on ints, doubles and bools, "" where
// the arguments are coerced.
type arith struct {
	onInt, onDouble, onBool string
	result                  types.Base // nil: that of the arguments
	fold                    func(x, y int64) (int64, bool)
}

func folded(f func(x, y int64) int64) func(x, y int64) (int64, bool) {
	return func(x, y int64) (int64, bool) {
		if max(x, -x) > math.MaxInt32 || max(y, -y) > math.MaxInt32 {
			return 0, false
		}
		return f(x, y), true
	}
}

func compared(f func(x, y int64) bool) func(x, y int64) (int64, bool) {
	return func(x, y int64) (int64, bool) {
		if f(x, y) {
			return 1, true
		}
		return 0, true
	}
}

var ariths = map[string]arith{
	"+":  {"addi", "addd", "", nil, folded(func(x, y int64) int64 { return x + y })},
	"-":  {"subi", "subd", "", nil, folded(func(x, y int64) int64 { return x - y })},
	"×":  {"muli", "muld", "", nil, folded(func(x, y int64) int64 { return x * y })},
	"÷":  {"", "divd", "", nil, nil},
	"⌊":  {"mini", "mind", "", nil, folded(func(x, y int64) int64 { return min(x, y) })},
	"⌈":  {"maxi", "maxd", "", nil, folded(func(x, y int64) int64 { return max(x, y) })},
	"*":  {"powi", "powd", "", nil, nil},
	"|":  {"resi", "resd", "", nil, nil},
	"⊤∧": {"andi", "", "", nil, folded(func(x, y int64) int64 { return x & y })},
	"⊤∨": {"ori", "", "", nil, folded(func(x, y int64) int64 { return x | y })},
	"⊤≠": {"xori", "", "", nil, folded(func(x, y int64) int64 { return x ^ y })},
	"<":  {"lti", "ltd", "", types.Bool, compared(func(x, y int64) bool { return x < y })},
	"≤":  {"ltei", "lted", "", types.Bool, compared(func(x, y int64) bool { return x <= y })},
	"=":  {"eqi", "eqd", "eqb", types.Bool, compared(func(x, y int64) bool { return x == y })},
	"≥":  {"gtei", "gted", "", types.Bool, compared(func(x, y int64) bool { return x >= y })},
	">":  {"gti", "gtd", "", types.Bool, compared(func(x, y int64) bool { return x > y })},
	"≠":  {"neqi", "neqd", "xorb", types.Bool, compared(func(x, y int64) bool { return x != y })},
}

// arithmetic applies a scalar function of the table.
func (e *elaborator) arithmetic(glyph string, x, y *array) *array {
	a := ariths[glyph]
	if m, ok := x.number(); ok && a.fold != nil {
		if n, ok := y.number(); ok {
			if r, ok := a.fold(m, n); ok {
				if a.result == types.Bool {
					return e.bool(r == 1)
				}
				return e.int(r)
			}
		}
	}
	if out, ok := e.comparedTruth(glyph, x, y); ok {
		return out
	}
	base := wider(x.base(), y.base())
	if n, ok := y.number(); glyph == "*" && ok && n < 0 {
		base = types.Double // an int to the power of a negative one
	}
	op := map[types.Base]string{types.Int: a.onInt, types.Double: a.onDouble, types.Bool: a.onBool}[base]
	if op == "" && base == types.Bool {
		base, op = types.Int, a.onInt
	}
	if op == "" {
		base, op = types.Double, a.onDouble
	}
	if op == "" {
		panic(e.fail("DOMAIN ERROR: %s takes ints, but is given doubles", glyph).WithHint("⌊x is the int below x"))
	}
	result := a.result
	if result == nil {
		result = base
	}
	apply := func(op string, base, result types.Base) *array {
		return e.zip(glyph, op, result, e.coerce(x, base), e.coerce(y, base), func(a, b *array) *array { return e.emit(op, a, b) })
	}
	out := apply(op, base, result)
	if ints := foldedInts(x, y, a.fold); ints != nil && result == types.Int {
		out.ints = ints
	}
	if glyph == "÷" {
		e.quotient(out, x, y, func() *array { return apply("quoi", types.Int, types.Int) })
	}
	return out
}

// comparedTruth compares Booleans with 0 or 1: the result is the Booleans, or their complement.
func (e *elaborator) comparedTruth(glyph string, x, y *array) (*array, bool) {
	n, ok := y.number()
	if !ok {
		x, y = y, x
		n, ok = y.number()
	}
	if !ok || n != 0 && n != 1 || x.base() != types.Bool || glyph != "=" && glyph != "≠" {
		return nil, false
	}
	if (n == 1) == (glyph == "=") {
		return x, true
	}
	return e.each("notb", types.Bool, x), true
}

// quotient notes that q is x÷y. Where x and y are ints, rounded makes what ⌊q is: the division of
// ints, which is exact.
func (e *elaborator) quotient(q, x, y *array, rounded func() *array) {
	if v, ok := q.exp.(*tail.Var); ok && wider(x.base(), y.base()) != types.Double {
		e.quotients[v.Name] = rounded
	}
}

// rounded is ⌊y or ⌈y of what is known to be a quotient of ints.
func (e *elaborator) rounded(glyph string, y *array) (*array, bool) {
	v, ok := y.exp.(*tail.Var)
	if !ok || glyph != "⌊" || e.quotients[v.Name] == nil {
		return nil, false
	}
	return e.quotients[v.Name](), true
}

// logic are functions of two bools.
var logic = map[string]struct {
	op  string
	not bool
}{"∧": {"andb", false}, "∨": {"orb", false}, "⍲": {"andb", true}, "⍱": {"orb", true}}

// divisors are the functions of ints that are logic on 0 and 1.
var divisors = map[string]string{"∧": "lcmi", "∨": "gcdi"}

// isTruth reports whether x is known to have bools only.
func (x *array) isTruth() bool {
	ns, known := x.numbers()
	return x.base() == types.Bool || known && !slices.ContainsFunc(ns, func(n int64) bool { return n != 0 && n != 1 })
}

func (e *elaborator) logical(glyph string, x, y *array) *array {
	l := logic[glyph]
	if op := divisors[glyph]; op != "" && !(x.isTruth() && y.isTruth()) {
		if wider(x.base(), y.base()) == types.Double {
			panic(e.fail("DOMAIN ERROR: %s takes Booleans and ints, but is given doubles", glyph).WithHint("compare them: 0≠x"))
		}
		return e.zip(glyph, op, types.Int, e.coerce(x, types.Int), e.coerce(y, types.Int), func(a, b *array) *array { return e.emit(op, a, b) })
	}
	x, y = e.truth(x, glyph), e.truth(y, glyph)
	out := e.zip(glyph, l.op, types.Bool, x, y, func(a, b *array) *array { return e.emit(l.op, a, b) })
	if l.not {
		out = e.each("notb", types.Bool, out)
	}
	return out
}

// numeric are scalar functions of one argument, on ints and on doubles.
var numeric = map[string]struct {
	onInt, onDouble string
	result          types.Base // of the one on doubles
}{
	"-": {"negi", "negd", types.Double},
	"×": {"signi", "signd", types.Int},
	"|": {"absi", "absd", types.Double},
	"*": {"", "expd", types.Double},
	"⍟": {"", "lnd", types.Double},
	"⌊": {"id", "floor", types.Int},
	"⌈": {"id", "ceil", types.Int},
}

func (e *elaborator) monadicScalar(glyph string, y *array) *array {
	n := numeric[glyph]
	if q, ok := e.rounded(glyph, y); ok {
		return q
	}
	if y.base() == types.Bool {
		y = e.coerce(y, types.Int)
	}
	if k, ok := y.number(); ok && glyph == "-" {
		return e.int(-k)
	}
	if y.base() == types.Int && n.onInt == "id" {
		return y
	}
	if y.base() == types.Int && n.onInt != "" {
		out := e.each(n.onInt, types.Int, y)
		if glyph == "-" {
			out.ints = foldedInts(e.int(0), y, ariths["-"].fold)
		}
		return out
	}
	return e.each(n.onDouble, n.result, e.coerce(y, types.Double))
}

// map1 applies a function on scalars, which f elaborates, to an array.
func (e *elaborator) map1(x *array, f func(a *array) *array) *array {
	if x.rank() == 0 {
		return f(x)
	}
	g, result := e.lambda([]types.Type{types.Scalar(x.base())}, func(a []*array) *array { return f(a[0]) })
	if result.rank() != 0 {
		panic(e.fail("a function that returns an array of rank %v is applied to each element: nested arrays are not supported", result.rank()).
			WithHint("∘. and ⍴ make arrays of more axes"))
	}
	return e.eachBy(g, result.base(), x)
}

// circles are the circular functions, by the left argument of ○.
var circles = map[int64]string{
	1: "sind", 2: "cosd", 3: "tand", 5: "sinhd", 6: "coshd", 7: "tanhd",
	-1: "asind", -2: "acosd", -3: "atand", -5: "asinhd", -6: "acoshd", -7: "atanhd",
	10: "absd",
}

func (e *elaborator) circular(x, y *array) *array {
	k, ok := x.number()
	if !ok {
		panic(e.fail("the left argument of ○ is a number that stands in the program"))
	}
	y = e.coerce(y, types.Double)
	if op, ok := circles[k]; ok {
		return e.each(op, types.Double, y)
	}
	switch k { // of complex numbers without an imaginary part
	case 9, -9, -10:
		return y
	case 11:
		return e.map1(y, func(*array) *array { return e.double(0) })
	case 12:
		pi := e.double(math.Pi)
		return e.map1(y, func(a *array) *array {
			return e.emit("muld", pi, e.emit("i2d", e.emit("b2i", e.emit("ltd", a, e.double(0)))))
		})
	}
	one := e.double(1)
	under := map[int64]func(sq *array) *array{
		0:  func(sq *array) *array { return e.emit("subd", one, sq) },
		4:  func(sq *array) *array { return e.emit("addd", one, sq) },
		-4: func(sq *array) *array { return e.emit("subd", sq, one) },
	}[k]
	if under == nil {
		panic(e.fail("DOMAIN ERROR: %v○ is not one of the circular functions of real numbers: ¯7 to 7, 9 to 12, ¯9 and ¯10", k))
	}
	return e.map1(y, func(a *array) *array { return e.emit("sqrtd", under(e.emit("muld", a, a))) })
}

// factorial is Γ(y+1); of ints, an int.
func (e *elaborator) factorial(y *array) *array {
	if y.base() == types.Double {
		return e.map1(y, func(a *array) *array { return e.emit("gammad", e.emit("addd", a, e.double(1))) })
	}
	return e.map1(e.coerce(y, types.Int), func(a *array) *array { return e.emit("facti", a) })
}

// binomial is the number of ways to choose x of y.
func (e *elaborator) binomial(x, y *array) *array {
	base, op := types.Base(types.Int), "binomi"
	if wider(x.base(), y.base()) == types.Double {
		base, op = types.Double, "binomd"
	}
	return e.zip("!", "", base, e.coerce(x, base), e.coerce(y, base), func(k, n *array) *array { return e.emit(op, k, n) })
}
