package suite

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
)

// combine is an operator for updating bins.
type combine struct {
	name     string // in the source, with %s for the type
	neutral  string
	op       scalar.Op
	from     func(t scalar.Type) scalar.Value
	integers bool // for integers only
}

var combines = []combine{
	{"(+)", "0", scalar.Add, scalar.Zero, false},
	{"%s.max", "%s.lowest", scalar.Max, scalar.Lowest, false},
	{"%s.min", "%s.highest", scalar.Min, scalar.Highest, false},
	{"(^)", "0", scalar.Xor, scalar.Zero, true},
	{"(|)", "0", scalar.Or, scalar.Zero, true},
	{"(*)", "1", scalar.Mul, scalar.One, true},
}

// updates is the number of elements combined into bins.
const updates = 3000

// atomics updates few and many bins from many iterations at once. The values are chosen
// such that the result does not depend on the order of float additions.
func atomics() []*Case {
	var out []*Case
	for _, c := range combines {
		for _, t := range []scalar.Type{scalar.I32, scalar.I64, scalar.U8, scalar.U32, scalar.F32, scalar.F64} {
			if c.integers && t.IsFloat() {
				continue
			}
			for _, bins := range []int64{1, 7, 1000} {
				out = append(out, histogram(c, t, bins))
				if t.IsFloat() {
					out = append(out, inFastMode(histogram(c, t, bins)))
				}
			}
		}
	}
	out = append(out,
		gives("atomics", "pairs-1", pairs, values(number(1)), func() []value.Value { return pairResult(1) }),
		gives("atomics", "pairs-50", pairs, values(number(50)), func() []value.Value { return pairResult(50) }),
		gives("atomics", "rows-5", binsOfRows, values(number(5)), func() []value.Value {
			return one(table(5, 3, func(i, j int64) int64 { return (j + 1) * updates / 5 }))
		}),
	)
	return append(out, inFastMode(gives("atomics", "pairs-50", pairs, values(number(50)), func() []value.Value { return pairResult(50) })))
}

// inFastMode returns a case whose result is exact in any order, to be run in fast mode.
func inFastMode(c *Case) *Case {
	c.Name, c.Math = c.Name+"-fast", target.Fast
	return c
}

func histogram(c combine, t scalar.Type, bins int64) *Case {
	spell := func(s string) string {
		if s == "0" || s == "1" {
			return s + t.String()
		}
		return replaceType(s, t)
	}
	text := fmt.Sprintf(`entry main (k: i64): []%[1]s =
  let n = %[2]d
  in reduce_by_index (replicate k (%[3]s)) %[4]s (%[3]s)
       (map (\i -> (i * 31) %% k) (iota n)) (map (\i -> %[1]s.i64 (i %% 5)) (iota n))
`, t, updates, spell(c.neutral), spell(c.name))
	want := func() []value.Value {
		acc := make([]scalar.Value, bins)
		for i := range acc {
			acc[i] = c.from(t)
		}
		for i := range int64(updates) {
			b := (i * 31) % bins
			acc[b], _ = c.op.Eval(t, acc[b], scalar.Int(t, i%5))
		}
		return one(arrayOf(t, acc))
	}
	return gives("atomics", fmt.Sprintf("%s-%s-%d", c.op, t, bins), text, values(number(bins)), want, t.String())
}

// replaceType substitutes a type's name for %s.
func replaceType(s string, t scalar.Type) string {
	if len(s) > 2 && s[:2] == "%s" {
		return t.String() + s[2:]
	}
	return s
}

// pairs has an operator that no atomic instruction computes: the larger first component,
// with the smaller second one on ties.
const pairs = `entry main (k: i64): ([]i64, []i64) =
  let n = 3000
  let better (a: i64, x: i64) (b: i64, y: i64) = if a > b || (a == b && x < y) then (a, x) else (b, y)
  in unzip (reduce_by_index (replicate k (i64.lowest, i64.highest)) better (i64.lowest, i64.highest)
              (map (\i -> i % k) (iota n)) (map (\i -> ((i * 17) % 101, i)) (iota n)))
`

func pairResult(k int64) []value.Value {
	first, second := make([]int64, k), make([]int64, k)
	for b := range k {
		first[b], second[b] = scalar.Lowest(scalar.I64).Int(), scalar.Highest(scalar.I64).Int()
	}
	for i := range int64(updates) {
		b, a := i%k, (i*17)%101
		if a > first[b] || a == first[b] && i < second[b] {
			first[b], second[b] = a, i
		}
	}
	return []value.Value{value.FromSlice(first, k), value.FromSlice(second, k)}
}

// binsOfRows has rows as elements.
const binsOfRows = `entry main (k: i64): [][3]i64 =
  reduce_by_index (replicate k [0, 0, 0]) (map2 (+)) [0, 0, 0]
    (map (\i -> i % k) (iota 3000)) (replicate 3000 [1, 2, 3])
`
