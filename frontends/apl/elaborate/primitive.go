package elaborate

import (
	"math"

	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// firstAxis and lastAxis are the axes that glyphs work along by default.
func firstAxis(int) int     { return 1 }
func lastAxis(rank int) int { return rank }

// monadic are the primitive functions of one argument.
var monadic map[string]func(e *elaborator, y *array) *array

// dyadic are those of two, besides the scalar ones of the tables.
var dyadic map[string]func(e *elaborator, x, y *array) *array

func init() {
	monadic = map[string]func(e *elaborator, y *array) *array{
		"+": func(_ *elaborator, y *array) *array { return y },
		"÷": func(e *elaborator, y *array) *array { return e.arithmetic("÷", e.double(1), y) },
		"○": func(e *elaborator, y *array) *array { return e.arithmetic("×", e.double(math.Pi), y) },
		"!": (*elaborator).factorial,
		"~": func(e *elaborator, y *array) *array { return e.each("notb", types.Bool, e.truth(y, "~")) },
		"≢": (*elaborator).tally,
		"≡": func(e *elaborator, y *array) *array { return e.int(int64(min(y.rank(), 1))) },
		"⍴": (*elaborator).shape,
		",": (*elaborator).ravel,
		"∊": (*elaborator).ravel,
		"⍪": (*elaborator).table,
		"⌽": func(e *elaborator, y *array) *array { return e.reverse(y, y.rank()) },
		"⊖": func(e *elaborator, y *array) *array { return e.reverse(y, 1) },
		"⍉": func(e *elaborator, y *array) *array {
			if y.rank() < 2 {
				return y
			}
			return e.reversedAxes(y)
		},
		"↑": func(_ *elaborator, y *array) *array { return y },
		"⊃": (*elaborator).first,
		"⊢": func(_ *elaborator, y *array) *array { return y },
		"⊣": func(_ *elaborator, y *array) *array { return y },
		"⍳": func(e *elaborator, y *array) *array {
			if n, ok := y.length(); y.rank() > 0 && !(ok && n == 1) {
				panic(e.fail("⍳ of a vector makes a nested array, which is not supported").WithHint("⍳ of a number, and ⍴ or ∘., make indices of more axes"))
			}
			return e.iota(y)
		},
		"⍋": func(e *elaborator, y *array) *array { return e.grade("⍋", y) },
		"⍒": func(e *elaborator, y *array) *array { return e.grade("⍒", y) },
		"∪": (*elaborator).unique,
		"⍸": (*elaborator).where,
		"≠": (*elaborator).firsts,
		"↓": func(e *elaborator, _ *array) *array {
			panic(e.fail("split (↓ of one argument) makes nested arrays, which are not supported"))
		},
	}
	for glyph := range numeric {
		monadic[glyph] = func(e *elaborator, y *array) *array { return e.monadicScalar(glyph, y) }
	}
	dyadic = map[string]func(e *elaborator, x, y *array) *array{
		"○": (*elaborator).circular,
		"!": (*elaborator).binomial,
		"⍟": func(e *elaborator, x, y *array) *array {
			return e.arithmetic("÷", e.monadicScalar("⍟", y), e.monadicScalar("⍟", x))
		},
		"~": func(e *elaborator, x, y *array) *array { return e.without(x, y, false) },
		"∩": func(e *elaborator, x, y *array) *array { return e.without(x, y, true) },
		"∪": func(e *elaborator, x, y *array) *array {
			if x.rank() > 1 || y.rank() > 1 {
				panic(e.fail("RANK ERROR: sets are vectors, but the arguments of ∪ have ranks %v and %v", x.rank(), y.rank()))
			}
			return e.catenate(e.asVector(x), e.without(y, x, false), lastAxis)
		},
		"≡": (*elaborator).match,
		"≢": func(e *elaborator, x, y *array) *array { return e.each("notb", types.Bool, e.match(x, y)) },
		"⍴": (*elaborator).reshape,
		",": func(e *elaborator, x, y *array) *array { return e.catenate(x, y, lastAxis) },
		"⍪": func(e *elaborator, x, y *array) *array { return e.catenate(x, y, firstAxis) },
		"⌽": func(e *elaborator, x, y *array) *array { return e.rotate("⌽", x, y, y.rank()) },
		"⊖": func(e *elaborator, x, y *array) *array { return e.rotate("⊖", x, y, 1) },
		"⍉": (*elaborator).transpose,
		"↑": (*elaborator).take,
		"↓": (*elaborator).drop,
		"⊢": func(_ *elaborator, _, y *array) *array { return y },
		"⊣": func(_ *elaborator, x, _ *array) *array { return x },
		"⍳": (*elaborator).indexOf,
		"∊": (*elaborator).member,
		"⍸": (*elaborator).interval,
		"⊥": (*elaborator).decode,
		"⊤": (*elaborator).encode,
		"⊃": func(e *elaborator, x, y *array) *array {
			if x.rank() > 1 || y.rank() != 1 {
				panic(e.fail("pick (⊃) is supported for vectors and a scalar only"))
			}
			return e.index(y, []*array{e.intScalar("⊃", x)})
		},
		"⌷": func(e *elaborator, x, y *array) *array {
			x = e.intVector("⌷", x)
			n, ok := x.length()
			if !ok || int(n) > y.rank() {
				panic(e.fail("RANK ERROR: the left argument of ⌷ has an element for each of the first axes"))
			}
			subs := make([]*array, y.rank())
			for k := range n {
				subs[k] = e.item(x, k+1)
			}
			return e.index(y, subs)
		},
		"/":  func(e *elaborator, x, y *array) *array { return e.copies("/", x, y, y.rank()) },
		"⌿":  func(e *elaborator, x, y *array) *array { return e.copies("⌿", x, y, 1) },
		"\\": func(e *elaborator, x, y *array) *array { return e.expand("\\", x, y, y.rank()) },
		"⍀":  func(e *elaborator, x, y *array) *array { return e.expand("⍀", x, y, 1) },
	}
	for glyph := range ariths {
		dyadic[glyph] = func(e *elaborator, x, y *array) *array { return e.arithmetic(glyph, x, y) }
	}
	for glyph := range logic {
		dyadic[glyph] = func(e *elaborator, x, y *array) *array { return e.logical(glyph, x, y) }
	}
	along = map[string]func(e *elaborator, x, y *array, k int) *array{
		"⌽": alongAxis, "⊖": alongAxis,
		"/": copiesAlong, "⌿": copiesAlong,
		"\\": expandAlong, "⍀": expandAlong,
		",": joinAlong, "⍪": joinAlong,
		"↑": partAlong("↑", (*elaborator).takeFirst), "↓": partAlong("↓", (*elaborator).dropFirst),
	}
}

// along are the functions that take an axis in brackets.
var along map[string]func(e *elaborator, x, y *array, k int) *array

func alongAxis(e *elaborator, x, y *array, k int) *array {
	if x == nil {
		return e.reverse(y, k)
	}
	return e.rotate("⌽", x, y, k)
}

// partAlong is ↑ or ↓ along an axis, by f, which works along the first one.
func partAlong(glyph string, f func(e *elaborator, n, y *array) *array) func(e *elaborator, x, y *array, k int) *array {
	return func(e *elaborator, x, y *array, k int) *array {
		if x == nil {
			panic(e.fail("%s lacks its left argument", glyph))
		}
		x = e.intVector(glyph, x)
		if n, ok := x.length(); !ok || n != 1 {
			panic(e.fail("the left argument of %s[k] is one number", glyph))
		}
		return e.alongFirst(y, k, func(y *array) *array { return f(e, e.item(x, 1), y) })
	}
}

func copiesAlong(e *elaborator, x, y *array, k int) *array {
	if x == nil {
		panic(e.fail("/ lacks its left argument"))
	}
	return e.copies("/", x, y, k)
}

func expandAlong(e *elaborator, x, y *array, k int) *array {
	if x == nil {
		panic(e.fail("\\ lacks its left argument"))
	}
	return e.expand("\\", x, y, k)
}

func joinAlong(e *elaborator, x, y *array, k int) *array {
	if x == nil {
		return y
	}
	if k > max(x.rank(), y.rank()) {
		panic(e.fail("RANK ERROR: axis %v of arrays of ranks %v and %v", k, x.rank(), y.rank()))
	}
	return e.catenate(x, y, func(int) int { return k })
}

// identities are the identity items of functions, by glyph.
var identities = map[string]float64{
	"+": 0, "-": 0, "×": 1, "÷": 1, "*": 1, "∨": 0, "∧": 1, "=": 1, "≠": 0, "|": 0,
	"⌊": math.MaxFloat64, "⌈": -math.MaxFloat64, "<": 0, ">": 0, "≤": 1, "≥": 1, "!": 1,
	"⊤∧": -1, "⊤∨": 0, "⊤≠": 0,
}

// rightIdentities are the glyphs whose identity item is one to their right, so that a fold can
// begin with it.
var rightIdentities = map[string]bool{
	"+": true, "-": true, "×": true, "÷": true, "*": true, "∨": true, "∧": true, "=": true, "≠": true,
	"⌊": true, "⌈": true, "⊤∧": true, "⊤∨": true, "⊤≠": true,
}

// primitive is a primitive as a function.
func (e *elaborator) primitive(glyph string) *function {
	return &function{name: glyph, glyph: glyph, call: func(x, y *array) *array {
		if x == nil {
			f, ok := monadic[glyph]
			if !ok {
				err := e.fail("%s takes two arguments, but is given one", glyph)
				if glyph == "=" {
					err = err.WithHint("x=y and x≠y compare elements, x≡y whole arrays")
				}
				panic(err)
			}
			return f(e, y)
		}
		f, ok := dyadic[glyph]
		if !ok {
			panic(e.fail("%s takes one argument, but is given two", glyph))
		}
		return f(e, x, y)
	}}
}
