package main

import (
	"math/rand/v2"

	"github.com/lamina-lang/lamina/core/value"
)

// aplBar is the maximum slowdown of a program in APL relative to the same algorithm in C.
const aplBar = 1.5

// aplBenchmarks are the seven programs of Dybdal's thesis (2017, section 3.7) in APL, on one
// thread.
var aplBenchmarks = []benchmark{
	aplBenchmark("primes", "count", 3000),
	aplBenchmark("easter", "checksum", 900_000),
	{name: "blackscholes", fut: aplSource("blackscholes"), entry: "calls", c: aplRival("blackscholes"), sizes: []int64{100_000}, bar: aplBar,
		args: func(r *rand.Rand) []value.Value { return []value.Value{floats64(r, 30, 100, 100_000)} }},
	aplBenchmark("sobol_pi", "pi", 100_000),
	aplBenchmark("life", "population", 2000, 39),
	aplBenchmark("pricer", "price", 1<<15),
	{name: "hotspot", fut: aplSource("hotspot"), entry: "hotspot", c: aplRival("hotspot"), sizes: []int64{128, 128}, bar: aplBar,
		args: func(r *rand.Rand) []value.Value {
			return []value.Value{floats64(r, 0, 0.01, 128, 128), floats64(r, 320, 340, 128, 128)}
		}},
}

// aplBenchmark is a program whose arguments are ints.
func aplBenchmark(name, entry string, sizes ...int64) benchmark {
	return benchmark{name: name, fut: aplSource(name), entry: entry, c: aplRival(name), sizes: sizes, bar: aplBar,
		args: func(*rand.Rand) []value.Value {
			var out []value.Value
			for _, n := range sizes {
				out = append(out, integer(n))
			}
			return out
		}}
}

func aplSource(name string) string { return "conformance/programs/apl/" + name + ".apl" }
func aplRival(name string) string  { return programs + "apl/" + name + ".c" }
