package apl_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"

	"github.com/lamina-lang/lamina/frontends/apl/syntax"
)

// An evaluator of APL, written from the language's definition and not from the compiler: arrays
// carry their shapes while the program runs, and every function looks at what it is given. It
// shares the parser with the compiler, and nothing else.

// arr is an array; all numbers are float64s, as APL has one kind of number.
type arr struct {
	shape []int
	data  []float64
}

// aplError is an error that APL would report.
type aplError string

// skip ends a comparison: numbers that are too large, or not finite.
type skip struct{}

func raise(format string, args ...any) { panic(aplError(fmt.Sprintf(format, args...))) }

func scalarArr(x float64) arr { return arr{nil, []float64{x}} }

func vectorArr(xs ...float64) arr { return arr{[]int{len(xs)}, xs} }

func count(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// fn is a function; the left argument may be nil.
type fn func(x *arr, y arr) arr

// names are the values in scope: arr or fn.
type frame struct {
	vals  map[string]any
	outer *frame
}

func (f *frame) get(name string) any {
	for ; f != nil; f = f.outer {
		if v, ok := f.vals[name]; ok {
			return v
		}
	}
	panic(aplError("VALUE ERROR " + name))
}

func evalArr(f *frame, e syntax.Expr) arr {
	out := evalRaw(f, e)
	for _, x := range out.data {
		if math.IsNaN(x) || math.Abs(x) > 1e12 {
			panic(skip{})
		}
	}
	return out
}

func evalRaw(f *frame, e syntax.Expr) arr {
	switch e := e.(type) {
	case *syntax.Number:
		return scalarArr(e.Float)
	case *syntax.Zilde:
		return vectorArr()
	case *syntax.Name:
		return f.get(e.Name).(arr)
	case *syntax.Strand:
		out := arr{[]int{len(e.Elems)}, nil}
		for _, x := range e.Elems {
			v := evalArr(f, x)
			if len(v.shape) > 0 {
				raise("nested")
			}
			out.data = append(out.data, v.data[0])
		}
		return out
	case *syntax.Apply1:
		y := evalArr(f, e.Right)
		return evalFn(f, e.Fun)(nil, y)
	case *syntax.Apply2:
		y := evalArr(f, e.Right)
		x := evalArr(f, e.Left)
		return evalFn(f, e.Fun)(&x, y)
	case *syntax.Assign:
		v := evalArr(f, e.Value)
		f.vals[e.Name] = v
		return v
	case *syntax.Index:
		return evalIndex(f, e)
	}
	panic(fmt.Sprintf("no evaluation of %T", e))
}

// evalIndex selects by the outer product of the subscripts.
func evalIndex(f *frame, e *syntax.Index) arr {
	x := evalArr(f, e.Of)
	if len(e.Subs) != len(x.shape) {
		raise("RANK ERROR")
	}
	var shape []int
	rows := [][]int{}
	for k, s := range e.Subs {
		var row []int
		if s == nil {
			for i := range x.shape[k] {
				row = append(row, i)
			}
			shape = append(shape, x.shape[k])
		} else {
			v := evalArr(f, s)
			for _, i := range v.data {
				if i != math.Trunc(i) || i < 1 || int(i) > x.shape[k] {
					raise("INDEX ERROR")
				}
				row = append(row, int(i)-1)
			}
			shape = append(shape, v.shape...)
		}
		rows = append(rows, row)
	}
	out := arr{shape, nil}
	var walk func(k, at int)
	walk = func(k, at int) {
		if k == len(rows) {
			out.data = append(out.data, x.data[at])
			return
		}
		for _, i := range rows[k] {
			walk(k+1, at*x.shape[k]+i)
		}
	}
	walk(0, 0)
	return out
}

func evalFn(f *frame, e syntax.Expr) fn {
	switch e := e.(type) {
	case *syntax.Prim:
		return primFn(e.Glyph)
	case *syntax.Name:
		return f.get(e.Name).(fn)
	case *syntax.Paren:
		return evalTrain(f, e.Train.Parts)
	case *syntax.Dfn:
		return func(x *arr, y arr) arr {
			in := &frame{map[string]any{"⍵": y}, f}
			if x != nil {
				in.vals["⍺"] = *x
			}
			for i, s := range e.Body {
				if s.Guard != nil {
					c := evalArr(in, s.Guard)
					if count(c.shape) != 1 || c.data[0] != 0 && c.data[0] != 1 {
						raise("guard")
					}
					if c.data[0] == 1 {
						return evalArr(in, s.Exp)
					}
					continue
				}
				v := evalArr(in, s.Exp)
				if _, ok := s.Exp.(*syntax.Assign); !ok || i == len(e.Body)-1 {
					return v
				}
			}
			raise("no result")
			return arr{}
		}
	case *syntax.Axis: // of ↑ and ↓ alone
		glyph, axis := primGlyph(e.Fun), ints(evalArr(f, e.Axis))[0]
		return func(x *arr, y arr) arr {
			if axis > len(y.shape) {
				raise("RANK ERROR")
			}
			if len(x.data) != 1 {
				panic(skip{})
			}
			return onAxis(y, axis-1, func(line []float64) []float64 {
				return takeDrop(glyph, ints(*x), arr{[]int{len(line)}, line}).data
			})
		}
	case *syntax.Operate1:
		return evalOp1(evalFn(f, e.Left), primGlyph(e.Left), e.Op.(*syntax.Prim).Glyph)
	case *syntax.Operate2:
		return evalOp2(f, e)
	}
	panic(fmt.Sprintf("no evaluation of %T", e))
}

func primGlyph(e syntax.Expr) string {
	if p, ok := e.(*syntax.Prim); ok {
		return p.Glyph
	}
	return ""
}

func evalTrain(f *frame, parts []syntax.Expr) fn {
	if len(parts) == 1 {
		return evalFn(f, parts[0])
	}
	if len(parts)%2 == 0 {
		g, rest := evalFn(f, parts[0]), evalTrain(f, parts[1:])
		return func(x *arr, y arr) arr { return g(nil, rest(x, y)) }
	}
	g, rest := evalFn(f, parts[1]), evalTrain(f, parts[2:])
	return func(x *arr, y arr) arr {
		right := rest(x, y)
		left := evalFn(f, parts[0])(x, y)
		return g(&left, right)
	}
}

func evalOp1(g fn, glyph, op string) fn {
	switch op {
	case "/", "⌿":
		return func(x *arr, y arr) arr {
			if x != nil {
				return windowsArr(g, glyph, *x, y, op == "⌿")
			}
			return reduceArr(g, glyph, y, op == "⌿")
		}
	case "\\", "⍀":
		return func(_ *arr, y arr) arr { return scanArr(g, y, op == "⍀") }
	case "¨":
		return func(x *arr, y arr) arr {
			if x != nil {
				return pervade(y, *x, func(b, a float64) float64 { return only(g(ptr(scalarArr(a)), scalarArr(b))) })
			}
			out := arr{y.shape, nil}
			for _, v := range y.data {
				out.data = append(out.data, only(g(nil, scalarArr(v))))
			}
			return out
		}
	case "⍨":
		return func(x *arr, y arr) arr {
			if x == nil {
				return g(&y, y)
			}
			return g(&y, *x)
		}
	}
	panic("operator " + op)
}

func ptr(a arr) *arr { return &a }

func only(a arr) float64 {
	if len(a.shape) > 0 {
		raise("nested")
	}
	return a.data[0]
}

// extended says that a vector of one element was extended, which the compiler does where types
// tell its length.
var extended bool

// pervade applies f between elements, with scalar extension.
func pervade(y, x arr, f func(y, x float64) float64) arr {
	switch {
	case len(x.shape) == 0 || count(x.shape) == 1 && len(y.shape) >= len(x.shape):
		extended = extended || len(x.shape) > 0 && !slices.Equal(x.shape, y.shape)
		out := arr{y.shape, nil}
		for _, v := range y.data {
			out.data = append(out.data, f(v, x.data[0]))
		}
		return out
	case len(y.shape) == 0 || count(y.shape) == 1 && len(x.shape) >= len(y.shape):
		extended = extended || len(y.shape) > 0 && !slices.Equal(x.shape, y.shape)
		out := arr{x.shape, nil}
		for _, v := range x.data {
			out.data = append(out.data, f(y.data[0], v))
		}
		return out
	case len(x.shape) != len(y.shape):
		raise("RANK ERROR")
	case !slices.Equal(x.shape, y.shape):
		raise("LENGTH ERROR")
	}
	out := arr{y.shape, nil}
	for i, v := range y.data {
		out.data = append(out.data, f(v, x.data[i]))
	}
	return out
}

// axisFirst is y with its last or first axis as a list of rows, and the shape of the others.
func rowsOf(y arr, first bool) (rows [][]float64, rest []int) {
	if first {
		y = transposeArr(y, cycle(len(y.shape), 1))
	}
	last := len(y.shape) - 1
	n := y.shape[last]
	rest = y.shape[:last]
	for i := range count(rest) {
		rows = append(rows, y.data[i*n:(i+1)*n])
	}
	return rows, rest
}

// cycle is the permutation that moves the first axis last (or, for -1, the last first).
func cycle(r, by int) []int {
	out := make([]int, r)
	for k := range r {
		out[k] = ((k-by)%r + r) % r
	}
	return out
}

// transposeArr moves axis k to place to[k].
func transposeArr(y arr, to []int) arr {
	shape := make([]int, len(to))
	for k, t := range to {
		shape[t] = y.shape[k]
	}
	out := arr{shape, make([]float64, len(y.data))}
	index := make([]int, len(to))
	for _, v := range y.data {
		at := 0
		moved := make([]int, len(to))
		for k, t := range to {
			moved[t] = index[k]
		}
		for k, d := range shape {
			at = at*d + moved[k]
		}
		out.data[at] = v
		for k := len(index) - 1; k >= 0; k-- {
			if index[k]++; index[k] < y.shape[k] {
				break
			}
			index[k] = 0
		}
	}
	return out
}

var aplIdentity = map[string]float64{"+": 0, "-": 0, "×": 1, "÷": 1, "⌊": math.Inf(1), "⌈": math.Inf(-1), "∧": 1, "∨": 0, "=": 1, "≠": 0, "<": 0, "≤": 1, ">": 0, "≥": 1, "⊤∧": -1, "⊤∨": 0, "⊤≠": 0}

func foldRow(g fn, row []float64) float64 {
	v := row[len(row)-1]
	for i := len(row) - 2; i >= 0; i-- {
		v = only(g(ptr(scalarArr(row[i])), scalarArr(v)))
	}
	return v
}

func reduceArr(g fn, glyph string, y arr, first bool) arr {
	if len(y.shape) == 0 {
		return y
	}
	rows, rest := rowsOf(y, first)
	out := arr{rest, nil}
	for _, r := range rows {
		if len(r) == 0 {
			id, ok := aplIdentity[glyph]
			if !ok || math.IsInf(id, 0) {
				panic(skip{})
			}
			out.data = append(out.data, id)
			continue
		}
		out.data = append(out.data, foldRow(g, r))
	}
	return out
}

func scanArr(g fn, y arr, first bool) arr {
	if len(y.shape) == 0 {
		return y
	}
	rows, rest := rowsOf(y, first)
	n := y.shape[len(y.shape)-1]
	if first {
		n = y.shape[0]
	}
	out := arr{append(slices.Clone(rest), n), nil}
	for _, r := range rows {
		for i := range r {
			out.data = append(out.data, foldRow(g, r[:i+1]))
		}
	}
	if first {
		return transposeArr(out, cycle(len(y.shape), -1))
	}
	return out
}

func evalOp2(f *frame, e *syntax.Operate2) fn {
	op := e.Op.(*syntax.Prim).Glyph
	switch op {
	case ".":
		h := evalFn(f, e.Right)
		if e.Left == nil {
			return func(x *arr, y arr) arr {
				out := arr{append(slices.Clone(x.shape), y.shape...), nil}
				for _, a := range x.data {
					for _, b := range y.data {
						out.data = append(out.data, only(h(ptr(scalarArr(a)), scalarArr(b))))
					}
				}
				return out
			}
		}
		g, glyph := evalFn(f, e.Left), primGlyph(e.Left)
		return func(x *arr, y arr) arr { return innerArr(g, glyph, h, *x, y) }
	case "⍣":
		g, n := evalFn(f, e.Left), evalArr(f, e.Right)
		return func(x *arr, y arr) arr {
			for range int(n.data[0]) {
				y = g(x, y)
			}
			return y
		}
	case "⍤":
		g, ks := evalFn(f, e.Left), ints(evalArr(f, e.Right))
		return func(x *arr, y arr) arr {
			j, k := ks[0], ks[len(ks)-1]
			if x == nil {
				return rankArr(g, nil, y, 0, j)
			}
			return rankArr(g, x, y, j, k)
		}
	case "∘":
		if e.Left.Class() == syntax.Array {
			left, h := evalArr(f, e.Left), evalFn(f, e.Right)
			return func(_ *arr, y arr) arr { return h(&left, y) }
		}
		g, h := evalFn(f, e.Left), evalFn(f, e.Right)
		return func(x *arr, y arr) arr { return g(x, h(nil, y)) }
	}
	panic("operator " + op)
}

// windowsArr reduces each window of n elements along an axis.
func windowsArr(g fn, glyph string, n, y arr, first bool) arr {
	size := ints(n)[0]
	backwards := size < 0
	size = max(size, -size)
	if len(y.shape) == 0 {
		y.shape = []int{1}
	}
	axis := len(y.shape) - 1
	if first {
		axis = 0
	}
	if size > y.shape[axis]+1 {
		raise("LENGTH ERROR")
	}
	if size == 0 || count(y.shape) == 0 {
		panic(skip{})
	}
	return onAxis(y, axis, func(line []float64) []float64 {
		out := []float64{}
		for i := range len(line) + 1 - size {
			window := slices.Clone(line[i : i+size])
			if backwards {
				slices.Reverse(window)
			}
			out = append(out, reduceArr(g, glyph, arr{[]int{size}, window}, false).data...)
		}
		return out
	})
}

func innerArr(g fn, glyph string, h fn, x, y arr) arr {
	nx, ny := 1, 1
	var outer []int
	if r := len(x.shape); r > 0 {
		nx, outer = x.shape[r-1], slices.Clone(x.shape[:r-1])
	}
	var rest []int
	if len(y.shape) > 0 {
		ny, rest = y.shape[0], y.shape[1:]
	}
	if nx != ny && nx != 1 && ny != 1 {
		raise("LENGTH ERROR")
	}
	if nx != ny && (len(x.shape) > 0 && len(y.shape) > 0) {
		panic(skip{}) // an extension of axes of one, which the compiler leaves out
	}
	n := max(nx, ny)
	if nx == 0 || ny == 0 {
		n = 0
	}
	m := count(rest)
	out := arr{append(outer, rest...), nil}
	for i := range count(outer) {
		for j := range m {
			var row []float64
			for k := range n {
				row = append(row, only(h(ptr(scalarArr(x.data[i*nx+min(k, nx-1)])), scalarArr(y.data[min(k, ny-1)*m+j]))))
			}
			out.data = append(out.data, reduceArr(g, glyph, arr{[]int{n}, row}, false).data...)
		}
	}
	return out
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func boolean(x float64) bool {
	if x != 0 && x != 1 {
		raise("DOMAIN ERROR of an element")
	}
	return x == 1
}

var pervasive = map[string]func(x, y float64) float64{
	"+": func(x, y float64) float64 { return x + y },
	"-": func(x, y float64) float64 { return x - y },
	"×": func(x, y float64) float64 { return x * y },
	"÷": func(x, y float64) float64 {
		if y == 0 {
			panic(skip{})
		}
		return x / y
	},
	"⌊": math.Min, "⌈": math.Max, "!": overArr,
	"|": func(x, y float64) float64 {
		if x == 0 {
			return y
		}
		return y - x*math.Floor(y/x)
	},
	"<": func(x, y float64) float64 { return truth(x < y) },
	"≤": func(x, y float64) float64 { return truth(x <= y) },
	"=": func(x, y float64) float64 { return truth(x == y) },
	"≥": func(x, y float64) float64 { return truth(x >= y) },
	">": func(x, y float64) float64 { return truth(x > y) },
	"≠": func(x, y float64) float64 { return truth(x != y) },
	"∧": func(x, y float64) float64 {
		if x == 0 || y == 0 {
			return 0
		}
		return math.Abs(float64(whole(x)*whole(y))) / float64(common(x, y))
	},
	"∨": func(x, y float64) float64 { return float64(common(x, y)) },
	"⍲": func(x, y float64) float64 { return truth(!(boolean(x) && boolean(y))) },
	"⍱": func(x, y float64) float64 { return truth(!(boolean(x) || boolean(y))) },

	"⊤∧": func(x, y float64) float64 { return float64(whole(x) & whole(y)) },
	"⊤∨": func(x, y float64) float64 { return float64(whole(x) | whole(y)) },
	"⊤≠": func(x, y float64) float64 { return float64(whole(x) ^ whole(y)) },
}

// common is the greatest number that divides both: 1 divides all, and all divide 0.
func common(x, y float64) int64 {
	m, n := max(whole(x), -whole(x)), max(whole(y), -whole(y))
	for d := min(m, n); d > 0; d-- {
		if m%d == 0 && n%d == 0 {
			return d
		}
		if d > 10000 {
			panic(skip{})
		}
	}
	return max(m, n)
}

func whole(x float64) int64 {
	if x != math.Trunc(x) {
		raise("DOMAIN ERROR")
	}
	return int64(x)
}

var pervasive1 = map[string]func(y float64) float64{
	"+": func(y float64) float64 { return y },
	"-": func(y float64) float64 { return -y },
	"|": math.Abs, "⌊": math.Floor, "⌈": math.Ceil,
	"×": func(y float64) float64 { return truth(y > 0) - truth(y < 0) },
	"~": func(y float64) float64 { return truth(!boolean(y)) },
	"!": func(y float64) float64 {
		if y == math.Trunc(y) && (y < 0 || y > 18) {
			panic(skip{}) // an error of ints, but not of doubles
		}
		return math.Gamma(y + 1)
	},
}

// overArr is y over x: of whole numbers by a table of cases, as the standard has it, else by the gamma function.
func overArr(x, y float64) float64 {
	if x != math.Trunc(x) || y != math.Trunc(y) {
		v := math.Gamma(y+1) / (math.Gamma(x+1) * math.Gamma(y-x+1))
		if math.IsNaN(v) || math.IsInf(v, 0) {
			panic(skip{})
		}
		return v
	}
	if math.Abs(x) > 20 || math.Abs(y) > 20 {
		panic(skip{}) // what is no int is an error of ints, but not of doubles
	}
	k, n := int64(x), int64(y)
	sign := func(power int64) float64 { return float64(1 - 2*(power&1)) }
	ways := func(n, k int64) float64 { return float64(new(big.Int).Binomial(n, k).Int64()) }
	switch {
	case n >= 0 && (k < 0 || k > n), n < 0 && k < 0 && k > n:
		return 0
	case n >= 0:
		return ways(n, k)
	case k >= 0:
		return sign(k) * ways(k-n-1, k)
	}
	return sign(n-k) * ways(-k-1, -n-1)
}

func primFn(glyph string) fn {
	return func(x *arr, y arr) arr {
		if x == nil {
			if f, ok := pervasive1[glyph]; ok {
				out := arr{y.shape, nil}
				for _, v := range y.data {
					out.data = append(out.data, f(v))
				}
				return out
			}
			return structural1(glyph, y)
		}
		if f, ok := pervasive[glyph]; ok {
			return pervade(y, *x, func(b, a float64) float64 { return f(a, b) })
		}
		return structural2(glyph, *x, y)
	}
}

func structural1(glyph string, y arr) arr {
	switch glyph {
	case "≠", "⍸":
		if len(y.shape) > 1 || glyph == "⍸" && len(y.shape) == 0 {
			raise("RANK ERROR")
		}
		out := vectorArr()
		for i, v := range y.data {
			if glyph == "≠" {
				out.data = append(out.data, truth(slices.Index(y.data, v) == i))
				continue
			}
			if v < 0 || v != math.Trunc(v) {
				raise("DOMAIN ERROR")
			}
			for range int(v) {
				out.data = append(out.data, float64(i+1))
			}
		}
		out.shape = []int{len(out.data)}
		return out
	case "⍳":
		if len(y.data) != 1 || y.data[0] < 0 || y.data[0] != math.Trunc(y.data[0]) {
			raise("DOMAIN ERROR")
		}
		out := vectorArr()
		for i := range int(y.data[0]) {
			out.data = append(out.data, float64(i+1))
		}
		out.shape = []int{len(out.data)}
		return out
	case "⍴":
		out := arr{[]int{len(y.shape)}, nil}
		for _, d := range y.shape {
			out.data = append(out.data, float64(d))
		}
		return out
	case "≢":
		if len(y.shape) == 0 {
			return scalarArr(1)
		}
		return scalarArr(float64(y.shape[0]))
	case "⊢", "⊣":
		return y
	case ",", "∊":
		return arr{[]int{len(y.data)}, y.data}
	case "⌽":
		return flip(y, len(y.shape)-1)
	case "⊖":
		return flip(y, 0)
	case "⍉":
		var to []int
		for k := range y.shape {
			to = append(to, len(y.shape)-1-k)
		}
		return transposeArr(y, to)
	case "⊃":
		if len(y.data) == 0 {
			return scalarArr(0)
		}
		return scalarArr(y.data[0])
	case "⍋", "⍒":
		if len(y.shape) != 1 {
			raise("RANK ERROR")
		}
		order := make([]int, len(y.data))
		for i := range order {
			order[i] = i
		}
		sort.SliceStable(order, func(i, j int) bool {
			a, b := y.data[order[i]], y.data[order[j]]
			return glyph == "⍋" && a < b || glyph == "⍒" && a > b
		})
		out := arr{y.shape, nil}
		for _, i := range order {
			out.data = append(out.data, float64(i+1))
		}
		return out
	case "∪":
		out := vectorArr()
		for _, v := range y.data {
			if !slices.Contains(out.data, v) {
				out.data = append(out.data, v)
			}
		}
		out.shape = []int{len(out.data)}
		return out
	}
	panic("function " + glyph)
}

// onAxis is y with each line along an axis changed by f.
func onAxis(y arr, axis int, f func(line []float64) []float64) arr {
	r := len(y.shape)
	to := make([]int, r)
	back := make([]int, r)
	for k := range r {
		switch {
		case k == axis:
			to[k] = r - 1
		case k > axis:
			to[k] = k - 1
		default:
			to[k] = k
		}
		back[to[k]] = k
	}
	rows, rest := rowsOf(transposeArr(y, to), false)
	out := arr{nil, nil}
	n := len(f(make([]float64, y.shape[axis])))
	for _, row := range rows {
		out.data = append(out.data, f(row)...)
	}
	out.shape = append(slices.Clone(rest), n)
	return transposeArr(out, back)
}

func flip(y arr, axis int) arr {
	if len(y.shape) == 0 {
		return y
	}
	return onAxis(y, axis, func(line []float64) []float64 {
		out := slices.Clone(line)
		slices.Reverse(out)
		return out
	})
}

func ints(x arr) []int {
	if len(x.shape) > 1 {
		raise("RANK ERROR")
	}
	var out []int
	for _, v := range x.data {
		if v != math.Trunc(v) {
			raise("DOMAIN ERROR")
		}
		out = append(out, int(v))
	}
	return out
}

func structural2(glyph string, x, y arr) arr {
	switch glyph {
	case "⍴":
		shape := ints(x)
		for _, d := range shape {
			if d < 0 {
				raise("DOMAIN ERROR")
			}
		}
		out := arr{shape, nil}
		for i := range count(shape) {
			if len(y.data) == 0 {
				out.data = append(out.data, 0)
				continue
			}
			out.data = append(out.data, y.data[i%len(y.data)])
		}
		return out
	case ",", "⍪":
		return join(x, y, glyph == "⍪")
	case "⌽", "⊖":
		n := ints(arr{[]int{len(x.data)}, x.data})
		if len(n) != 1 || len(x.shape) > 1 {
			return rotateRows(n, x.shape, y, glyph == "⊖")
		}
		extended = extended || len(x.shape) > 0
		if len(y.shape) == 0 {
			return y
		}
		axis := 0
		if glyph == "⌽" {
			axis = len(y.shape) - 1
		}
		return onAxis(y, axis, func(line []float64) []float64 {
			out := slices.Clone(line)
			for i := range out {
				out[i] = line[((i+n[0])%len(line)+len(line))%len(line)]
			}
			return out
		})
	case "↑", "↓":
		return takeDrop(glyph, ints(x), y)
	case "\\", "⍀":
		return expandArr(ints(x), y, glyph == "⍀")
	case "/", "⌿":
		axis := 0
		if glyph == "/" {
			axis = len(y.shape) - 1
		}
		if len(y.shape) == 0 {
			y, axis = arr{[]int{1}, y.data}, 0
		}
		n := ints(x)
		if len(n) == 1 {
			for len(n) < y.shape[axis] {
				n = append(n, n[0])
			}
			n = n[:y.shape[axis]]
		}
		for _, k := range n {
			if k < 0 {
				panic(skip{}) // fills, which the compiler leaves out
			}
		}
		if len(n) != y.shape[axis] {
			raise("LENGTH ERROR")
		}
		return onAxis(y, axis, func(line []float64) []float64 {
			out := []float64{}
			for i, v := range line {
				for range n[i] {
					out = append(out, v)
				}
			}
			return out
		})
	case "∊":
		out := arr{x.shape, nil}
		for _, v := range x.data {
			out.data = append(out.data, truth(slices.Contains(y.data, v)))
		}
		return out
	case "⍳":
		if len(x.shape) != 1 {
			raise("RANK ERROR")
		}
		out := arr{y.shape, nil}
		for _, v := range y.data {
			at := slices.Index(x.data, v)
			if at < 0 {
				at = len(x.data)
			}
			out.data = append(out.data, float64(at+1))
		}
		return out
	case "≡", "≢":
		return scalarArr(truth((slices.Equal(x.shape, y.shape) && slices.Equal(x.data, y.data)) == (glyph == "≡")))
	case "⊢":
		return y
	case "⊣":
		return x
	case "⍉":
		to := ints(x)
		for i := range to {
			to[i]--
			if to[i] < 0 || to[i] >= len(y.shape) {
				raise("DOMAIN ERROR")
			}
		}
		if len(to) != len(y.shape) {
			raise("LENGTH ERROR")
		}
		return diagonalArr(y, to)
	case "⊥":
		if len(x.shape) > 0 || len(y.shape) > 1 {
			panic(skip{})
		}
		v := 0.0
		for _, d := range y.data {
			v = v*x.data[0] + d
		}
		return scalarArr(v)
	case "⊤":
		digits := slices.Clone(x.data)
		out := arr{append(slices.Clone(x.shape), y.shape...), make([]float64, len(x.data)*len(y.data))}
		for j, v := range y.data {
			for i := len(digits) - 1; i >= 0; i-- {
				d := pervasive["|"](digits[i], v)
				out.data[i*len(y.data)+j] = d
				if digits[i] == 0 {
					v = 0
				} else {
					v = (v - d) / digits[i]
				}
			}
		}
		return out
	}
	panic("function " + glyph)
}

// expandArr has the places of an axis in turn where x has 1, and zeros where it has 0.
func expandArr(x []int, y arr, first bool) arr {
	ones := 0
	for _, k := range x {
		if k != 0 && k != 1 {
			panic(skip{}) // repetitions and more fills, which the compiler leaves out
		}
		ones += k
	}
	axis := len(y.shape) - 1
	if first {
		axis = 0
	}
	if len(y.shape) == 0 {
		y, axis = arr{[]int{ones}, cycleData(y.data[0], ones)}, 0
	}
	if y.shape[axis] == 1 && ones != 1 {
		panic(skip{}) // an extension of axes of one, which the compiler leaves out, unless it knows the length
	}
	if ones != y.shape[axis] {
		raise("LENGTH ERROR")
	}
	return onAxis(y, axis, func(line []float64) []float64 {
		out := make([]float64, len(x))
		for i, at := 0, 0; i < len(x); i++ {
			if x[i] == 1 {
				out[i] = line[at]
				at++
			}
		}
		return out
	})
}

func cycleData(v float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}

// rotateRows rotates each row along the last or the first axis by a number of its own.
func rotateRows(n, shape []int, y arr, first bool) arr {
	if len(shape) != len(y.shape)-1 {
		raise("RANK ERROR")
	}
	if first {
		y = transposeArr(y, cycle(len(y.shape), 1))
	}
	if !slices.Equal(shape, y.shape[:len(shape)]) {
		raise("LENGTH ERROR")
	}
	length := y.shape[len(shape)]
	out := arr{y.shape, make([]float64, len(y.data))}
	for row, k := range n {
		for i := range length {
			// What was at i stands k places to the left.
			out.data[row*length+((i-k)%length+length)%length] = y.data[row*length+i]
		}
	}
	if first {
		return transposeArr(out, cycle(len(y.shape), -1))
	}
	return out
}

// diagonalArr has, at each index, the element of y at the index that has its entry to[k] on axis k.
func diagonalArr(y arr, to []int) arr {
	shape := make([]int, slices.Max(to)+1)
	for j := range shape {
		shape[j] = -1
	}
	for k, j := range to {
		if shape[j] < 0 || y.shape[k] < shape[j] {
			shape[j] = y.shape[k]
		}
	}
	if slices.Contains(shape, -1) {
		raise("AXIS ERROR")
	}
	out := arr{shape, nil}
	for i := range count(shape) {
		index := make([]int, len(shape))
		for j := len(shape) - 1; j >= 0; j-- {
			index[j], i = i%shape[j], i/shape[j]
		}
		at := 0
		for k, j := range to {
			at = at*y.shape[k] + index[j]
		}
		out.data = append(out.data, y.data[at])
	}
	return out
}

// rankArr applies g to the cells of rank k of y, and of rank j of x, if there is one.
func rankArr(g fn, x *arr, y arr, j, k int) arr {
	own := func(rank int, a arr) int {
		if rank < 0 {
			return max(0, len(a.shape)+rank)
		}
		return rank
	}
	k = own(k, y)
	if x != nil {
		j = own(j, *x)
	}
	cell := func(a arr, rank, i int) arr {
		shape := a.shape[len(a.shape)-min(rank, len(a.shape)):]
		n := count(shape)
		return arr{shape, a.data[i*n : (i+1)*n]}
	}
	frame := y.shape[:len(y.shape)-min(k, len(y.shape))]
	cells := func(i int) arr { return g(nil, cell(y, k, i)) }
	if x != nil {
		outer := x.shape[:len(x.shape)-min(j, len(x.shape))]
		if len(outer) > 0 && len(frame) > 0 && !slices.Equal(outer, frame) {
			raise("frames")
		}
		left, right := len(outer) > 0, len(frame) > 0
		if !right {
			frame = outer
		}
		cells = func(i int) arr {
			l := cell(*x, j, i*int(truth(left)))
			return g(&l, cell(y, k, i*int(truth(right))))
		}
	}
	out := arr{slices.Clone(frame), nil}
	if count(frame) == 0 {
		panic(skip{})
	}
	var shape []int
	for i := range count(frame) {
		c := cells(i)
		if i > 0 && !slices.Equal(c.shape, shape) {
			panic(skip{}) // cells of different extents, which APL fills
		}
		shape = c.shape
		out.data = append(out.data, c.data...)
	}
	out.shape = append(out.shape, shape...)
	return out
}

func join(x, y arr, first bool) arr {
	r := max(len(x.shape), len(y.shape), 1)
	axis := r - 1
	if first {
		axis = 0
	}
	full := func(a, other arr) arr {
		switch {
		case len(a.shape) == r:
			return a
		case len(a.shape) == 0 && len(other.shape) == r:
			shape := slices.Clone(other.shape)
			shape[axis] = 1
			out := arr{shape, nil}
			for range count(shape) {
				out.data = append(out.data, a.data[0])
			}
			return out
		case len(a.shape) == r-1:
			return arr{slices.Insert(slices.Clone(a.shape), axis, 1), a.data}
		}
		raise("RANK ERROR")
		return a
	}
	x, y = full(x, y), full(y, x)
	for k := range r {
		if k != axis && x.shape[k] != y.shape[k] {
			raise("LENGTH ERROR")
		}
	}
	shape := slices.Clone(x.shape)
	shape[axis] += y.shape[axis]
	out := arr{shape, nil}
	inner := count(shape[axis+1:])
	for i := range count(shape[:axis]) {
		nx, ny := x.shape[axis]*inner, y.shape[axis]*inner
		out.data = append(append(out.data, x.data[i*nx:(i+1)*nx]...), y.data[i*ny:(i+1)*ny]...)
	}
	return out
}

func takeDrop(glyph string, n []int, y arr) arr {
	if len(y.shape) == 0 {
		for range n {
			y.shape = append(y.shape, 1)
		}
	}
	if len(n) > len(y.shape) {
		raise("LENGTH ERROR")
	}
	for axis, k := range n {
		y = onAxis(y, axis, func(line []float64) []float64 {
			have := len(line)
			size := max(k, -k)
			if glyph == "↓" {
				size = max(0, have-size)
				if k > 0 {
					return line[have-size:]
				}
				return line[:size]
			}
			out := make([]float64, size)
			for i := range out {
				j := i
				if k < 0 {
					j = have - size + i
				}
				if j >= 0 && j < have {
					out[i] = line[j]
				}
			}
			return out
		})
	}
	return y
}
