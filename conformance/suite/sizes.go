package suite

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// edges are the sizes at the boundaries of work-groups, warps, vectors and chunks.
var edges = []int64{0, 1, 2, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025, large}

// large is a size that f32 cannot represent.
const large = 1<<24 + 1

// tagLarge marks cases with arrays of that size, which a device must handle in reasonable
// time.
const tagLarge = "large"

// huge is a number of bytes that exceeds 32 bits, as do its indices.
const huge = 1<<32 + 5

// tagHuge marks cases that need that much memory.
const tagHuge = "4GiB"

// sized is an operation that runs at every size, with its result in closed form.
type sized struct {
	name string
	text string
	want func(n int64) []value.Value
	most int64 // the largest sensible size; 0: all
}

func sizes() []*Case {
	var out []*Case
	for _, op := range sizedOperations {
		for _, n := range edges {
			if op.most > 0 && n > op.most {
				continue
			}
			var needs []string
			if n == large {
				needs = append(needs, tagLarge)
			}
			out = append(out, gives("sizes", fmt.Sprintf("%s-%d", op.name, n), op.text,
				values(number(n)), func() []value.Value { return op.want(n) }, needs...))
		}
	}
	return append(out, beyond32Bits())
}

// beyond32Bits builds an array of huge bytes, changes its last element and sums all of
// them.
func beyond32Bits() *Case {
	text := `entry main (n: i64): (i8, i8, i64) =
  let xs = map (\i -> i8.i64 (i % 7)) (iota n)
  let xs = xs with [n - 1] = 100
  in (xs[n - 1], xs[n - 2], reduce (+) 0 (map i64.i8 xs))
`
	return gives("sizes", "beyond-32-bits", text, values(number(huge)), func() []value.Value {
		const rounds, rest = huge / 7, huge % 7
		small := func(x int64) value.Value { return value.Scalar(scalar.Int(scalar.I8, x)) }
		sum := int64(rounds*21 + rest*(rest-1)/2 - (huge-1)%7 + 100)
		return []value.Value{small(100), small((huge - 2) % 7), number(sum)}
	}, tagLarge, tagHuge)
}

// number returns an i64.
func number(n int64) value.Value { return value.Scalar(scalar.Int(scalar.I64, n)) }

// numbers returns an array of i64: f of each index.
func numbers(n int64, f func(i int64) int64) value.Value {
	out := make([]int64, n)
	for i := range out {
		out[i] = f(int64(i))
	}
	return value.FromSlice(out, n)
}

// one returns a result of one value.
func one(v value.Value) []value.Value { return []value.Value{v} }

var sizedOperations = []sized{
	{"map", "entry main (n: i64): []i64 = map (\\i -> i * 3 + 1) (iota n)",
		func(n int64) []value.Value { return one(numbers(n, func(i int64) int64 { return 3*i + 1 })) }, 0},
	{"reduce", "entry main (n: i64): i64 = reduce (+) 0 (iota n)",
		func(n int64) []value.Value { return one(number(n * (n - 1) / 2)) }, 0},
	{"reduce-max", "entry main (n: i64): i64 = reduce i64.max i64.lowest (map (\\i -> (i * 7) % (n + 1)) (iota n))",
		func(n int64) []value.Value {
			most := scalar.Lowest(scalar.I64).Int()
			for i := range n {
				most = max(most, (i*7)%(n+1))
			}
			return one(number(most))
		}, 0},
	{"reduce-last", "entry main (n: i64): i64 = reduce (\\a b -> if b < 0 then a else b) (-1) (map (\\i -> if i % 3 == 2 then -1 else i) (iota n))",
		func(n int64) []value.Value {
			last := int64(-1)
			for i := range n {
				if i%3 != 2 {
					last = i
				}
			}
			return one(number(last))
		}, 0},
	{"scan", "entry main (n: i64): []i64 = scan (+) 0 (iota n)",
		func(n int64) []value.Value { return one(numbers(n, func(i int64) int64 { return i * (i + 1) / 2 })) }, 0},
	{"scan-last", "entry main (n: i64): []i64 = scan (\\a b -> if b < 0 then a else b) (-1) (map (\\i -> if i % 3 == 2 then -1 else i) (iota n))",
		func(n int64) []value.Value {
			return one(numbers(n, func(i int64) int64 {
				if i%3 == 2 {
					return i - 1
				}
				return i
			}))
		}, 0},
	{"scatter-reverse", "entry main (n: i64): []i64 = scatter (replicate n 0) (map (\\i -> n - 1 - i) (iota n)) (iota n)",
		func(n int64) []value.Value { return one(numbers(n, func(i int64) int64 { return n - 1 - i })) }, 0},
	{"scatter-outside", "entry main (n: i64): []i64 = scatter (replicate n 5) (map (\\i -> i * 2 - 1) (iota n)) (iota n)",
		func(n int64) []value.Value {
			return one(numbers(n, func(i int64) int64 {
				if i%2 == 1 {
					return (i + 1) / 2
				}
				return 5
			}))
		}, 0},
	{"hist", "entry main (n: i64): []i64 = reduce_by_index (replicate 10 0) (+) 0 (map (\\i -> i % 10) (iota n)) (replicate n 1)",
		func(n int64) []value.Value { return one(numbers(10, func(i int64) int64 { return (n - i + 9) / 10 })) }, 0},
	{"hist-wide", "entry main (n: i64): []i64 = reduce_by_index (replicate n 0) i64.max 0 (map (\\i -> n - 1 - i) (iota n)) (iota n)",
		func(n int64) []value.Value { return one(numbers(n, func(i int64) int64 { return n - 1 - i })) }, 0},
	{"rows-reduce", "entry main (n: i64): []i64 = map (\\i -> reduce (+) 0 (map (* i) (iota n))) (iota 3)",
		func(n int64) []value.Value {
			return one(numbers(3, func(i int64) int64 { return i * n * (n - 1) / 2 }))
		}, 0},
	{"columns-reduce", "entry main (n: i64): []i64 = map (\\i -> reduce (+) 0 (map (+ i) (iota 3))) (iota n)",
		func(n int64) []value.Value { return one(numbers(n, func(i int64) int64 { return 3*i + 3 })) }, 0},
	{"rows-scan", "entry main (n: i64): [][]i64 = map (\\i -> scan (+) 0 (replicate n (i + 1))) (iota 3)",
		func(n int64) []value.Value {
			return one(table(3, n, func(i, j int64) int64 { return (i + 1) * (j + 1) }))
		}, 1 << 20},
	{"transpose", "entry main (n: i64): [][]i64 = transpose (map (\\i -> map (\\j -> i * 10 + j) (iota 3)) (iota n))",
		func(n int64) []value.Value { return one(table(3, n, func(i, j int64) int64 { return j*10 + i })) }, 1 << 20},
	{"concat", "entry main (n: i64): []i64 = iota n ++ map (+ 100) (iota n)",
		func(n int64) []value.Value {
			return one(numbers(2*n, func(i int64) int64 {
				if i < n {
					return i
				}
				return i - n + 100
			}))
		}, 1 << 20},
	{"replicate", "entry main (n: i64): [][2]i64 = replicate n [7, 8]",
		func(n int64) []value.Value { return one(table(n, 2, func(_, j int64) int64 { return 7 + j })) }, 1 << 20},
	{"stencil", "entry main (n: i64): []i64 = let xs = map (\\i -> i * i) (iota n) in map (\\i -> xs[i64.max 0 (i - 1)] + xs[i64.min (n - 1) (i + 1)]) (iota n)",
		func(n int64) []value.Value {
			return one(numbers(n, func(i int64) int64 {
				a, b := max(0, i-1), min(n-1, i+1)
				return a*a + b*b
			}))
		}, 0},
	{"loop-update", "entry main (n: i64): []i64 = loop xs = replicate n 0 for i < n do xs with [i] = i * i",
		func(n int64) []value.Value { return one(numbers(n, func(i int64) int64 { return i * i })) }, 2000},
	{"filter", "entry main (n: i64): []i64 = filter (\\x -> x % 3 == 0) (iota n)",
		func(n int64) []value.Value { return one(numbers((n+2)/3, func(i int64) int64 { return 3 * i })) }, 1 << 20},
}

// table returns a two-dimensional array of i64.
func table(n, m int64, f func(i, j int64) int64) value.Value {
	out := make([]int64, 0, n*m)
	for i := range n {
		for j := range m {
			out = append(out, f(i, j))
		}
	}
	return value.FromSlice(out, n, m)
}
