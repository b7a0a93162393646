package suite

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/value"
)

// layout is a program on a table [n][m] with elements i·100+j, whose result lies, or is
// read, in another order.
type layout struct {
	name string
	text string // of main, after "let t = …"
	want func(n, m int64) value.Value
}

// layouts reads and writes arrays through index functions of every kind.
func layouts() []*Case {
	var out []*Case
	for _, l := range layoutsOf {
		for _, shape := range [][2]int64{{1, 1}, {2, 3}, {33, 5}, {7, 256}} {
			n, m := shape[0], shape[1]
			text := "entry main (n: i64) (m: i64) = let t = map (\\i -> map (\\j -> i * 100 + j) (iota m)) (iota n) in " + l.text
			out = append(out, gives("layouts", fmt.Sprintf("%s-%dx%d", l.name, n, m), text,
				values(number(n), number(m)), func() []value.Value { return one(l.want(n, m)) }))
		}
	}
	return out
}

func element(i, j int64) int64 { return i*100 + j }

// withFirstColumn returns the table with x in its first column.
func withFirstColumn(x int64) func(n, m int64) value.Value {
	return func(n, m int64) value.Value {
		return table(n, m, func(i, j int64) int64 {
			if j == 0 {
				return x
			}
			return element(i, j)
		})
	}
}

var layoutsOf = []layout{
	{"transpose", "transpose t",
		func(n, m int64) value.Value { return table(m, n, func(i, j int64) int64 { return element(j, i) }) }},
	{"transpose-twice", "map (map (+ 1)) (transpose (transpose t))",
		func(n, m int64) value.Value { return table(n, m, func(i, j int64) int64 { return element(i, j) + 1 }) }},
	{"map-of-transpose", "map (reduce (+) 0) (transpose t)",
		func(n, m int64) value.Value {
			return numbers(m, func(j int64) int64 { return 100*n*(n-1)/2 + n*j })
		}},
	{"reverse-rows", "t[::-1]",
		func(n, m int64) value.Value {
			return table(n, m, func(i, j int64) int64 { return element(n-1-i, j) })
		}},
	{"reverse-columns", "t[:, ::-1]",
		func(n, m int64) value.Value {
			return table(n, m, func(i, j int64) int64 { return element(i, m-1-j) })
		}},
	{"every-other-column", "t[:, ::2]",
		func(n, m int64) value.Value {
			return table(n, (m+1)/2, func(i, j int64) int64 { return element(i, 2*j) })
		}},
	{"column", "t[:, m / 2]",
		func(n, m int64) value.Value { return numbers(n, func(i int64) int64 { return element(i, m/2) }) }},
	{"last-row", "t[n - 1]",
		func(n, m int64) value.Value { return numbers(m, func(j int64) int64 { return element(n-1, j) }) }},
	{"flatten", "flatten t",
		func(n, m int64) value.Value {
			return numbers(n*m, func(i int64) int64 { return element(i/m, i%m) })
		}},
	{"flatten-transposed", "flatten (transpose t)",
		func(n, m int64) value.Value {
			return numbers(n*m, func(i int64) int64 { return element(i%n, i/n) })
		}},
	{"update-column", "copy t with [:, 0] = replicate n 7",
		withFirstColumn(7)},
	{"update-reversed-row", "copy t with [0] = t[0, ::-1]",
		func(n, m int64) value.Value {
			return table(n, m, func(i, j int64) int64 {
				if i == 0 {
					return element(0, m-1-j)
				}
				return element(i, j)
			})
		}},
	{"update-in-transpose", "transpose (copy (transpose t) with [0, :] = replicate n 9)",
		withFirstColumn(9)},
	{"rows-in-a-loop", "loop s = replicate m 0 for i < n do map2 (+) s t[i]",
		func(n, m int64) value.Value {
			return numbers(m, func(j int64) int64 { return 100*n*(n-1)/2 + n*j })
		}},
	{"either-branch", "if n > 2 then transpose (t[:, ::-1]) else transpose t",
		func(n, m int64) value.Value {
			return table(m, n, func(i, j int64) int64 {
				if n > 2 {
					return element(j, m-1-i)
				}
				return element(j, i)
			})
		}},
	{"swap-in-a-loop", "let (a, _) = loop (a, b) = (t, map (map (* 2)) t) for i < 3 do (b, a) in a",
		func(n, m int64) value.Value { return table(n, m, func(i, j int64) int64 { return 2 * element(i, j) }) }},
	{"concatenated-views", "transpose t ++ transpose (t[:, ::-1])",
		func(n, m int64) value.Value {
			return table(2*m, n, func(i, j int64) int64 {
				if i < m {
					return element(j, i)
				}
				return element(j, 2*m-1-i)
			})
		}},
}
