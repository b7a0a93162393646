package main

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/lamina-lang/lamina/core/value"
)

// Everyday programs of a few lines, compared with Futhark's c on one thread. Each takes a
// few milliseconds, so that the minimum over many runs is that of a run that had a core to
// itself.

const everydayBar = 3.0

type arguments = func(r *rand.Rand) []value.Value

var everyday = map[string]arguments{
	"argmax": func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 1000, 1000)} },
	"bitonic": func(r *rand.Rand) []value.Value {
		return []value.Value{integer(14), small[int32](r, -1_000_000, 1_000_000, 1<<14)}
	},
	"blur":     func(r *rand.Rand) []value.Value { return []value.Value{small[uint8](r, 0, 255, 700, 900)} },
	"bubble":   func(r *rand.Rand) []value.Value { return []value.Value{small[int32](r, -1000, 1000, 100, 200)} },
	"calendar": func(r *rand.Rand) []value.Value { return []value.Value{small[int32](r, 0, 50_000, 300_000)} },
	"chain":    func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 200_000)} },
	"cipher": func(r *rand.Rand) []value.Value {
		return []value.Value{small[uint32](r, 0, 65535, 50_000), small[uint32](r, 0, 65535, 16)}
	},
	"counts": func(r *rand.Rand) []value.Value {
		return []value.Value{small[int32](r, 0, 1_000_000, 500_000), floats32(r, 500_000)}
	},
	"csr":      sparse,
	"collatz":  func(r *rand.Rand) []value.Value { return []value.Value{integer(20_000)} },
	"dotf64":   two(func(r *rand.Rand) value.Value { return floats64(r, -1, 1, 1_000_000) }),
	"doti16":   two(func(r *rand.Rand) value.Value { return small[int16](r, -30000, 30000, 2_000_000) }),
	"doti8":    two(func(r *rand.Rand) value.Value { return small[int8](r, -100, 100, 4_000_000) }),
	"dotu8":    two(func(r *rand.Rand) value.Value { return small[uint8](r, 0, 255, 4_000_000) }),
	"equalise": func(r *rand.Rand) []value.Value { return []value.Value{small[uint8](r, 20, 200, 1_000_000)} },
	"fft": func(r *rand.Rand) []value.Value {
		return []value.Value{floats64(r, -1, 1, 1<<13), floats64(r, -1, 1, 1<<13)}
	},
	"gauss":  func(r *rand.Rand) []value.Value { return []value.Value{floats64(r, 1, 2, 150, 150)} },
	"heat3d": func(r *rand.Rand) []value.Value { return []value.Value{integer(4), floats32(r, 90, 90, 90)} },
	"fir":    func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 200_000), floats32(r, 32)} },
	"floyd":  func(r *rand.Rand) []value.Value { return []value.Value{small[int32](r, 1, 1000, 160, 160)} },
	"jacobi": func(r *rand.Rand) []value.Value { return []value.Value{integer(20), floats32(r, 400, 400)} },
	"kmeans": func(r *rand.Rand) []value.Value { return []value.Value{integer(8), integer(3), floats32(r, 20_000, 4)} },
	"lengths": func(r *rand.Rand) []value.Value {
		flags := make([]bool, 1_000_000)
		for i := range flags {
			flags[i] = r.IntN(10) == 0
		}
		return []value.Value{value.FromSlice(flags, 1_000_000)}
	},
	"modpow": func(r *rand.Rand) []value.Value {
		return []value.Value{integer(1_000_003), small[int64](r, 0, 1_000_000, 20_000)}
	},
	"nearest8": func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 2000, 8), floats32(r, 300, 8)} },
	"payoff":   func(r *rand.Rand) []value.Value { return []value.Value{integer(20_000), integer(64)} },
	"powers":   func(r *rand.Rand) []value.Value { return []value.Value{integer(1000), integer(40)} },
	"product":  func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 200, 200), floats32(r, 200, 200)} },
	"rowscan":  func(r *rand.Rand) []value.Value { return []value.Value{floats64(r, 0, 1, 20_000, 50)} },
	"rowsum":   func(r *rand.Rand) []value.Value { return []value.Value{integer(16), floats64(r, -1, 1, 50_000)} },
	"segscan":  func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 100_000, 10)} },
	"small4": func(r *rand.Rand) []value.Value {
		return []value.Value{floats32(r, 20_000, 4, 4), floats32(r, 20_000, 4, 4)}
	},
	"mask": two(func(r *rand.Rand) value.Value { return floats32(r, 1_000_000) }),
	"matvec": func(r *rand.Rand) []value.Value {
		return []value.Value{floats64(r, -1, 1, 1000, 1000), floats64(r, -1, 1, 1000)}
	},
	"prefix":    func(r *rand.Rand) []value.Value { return []value.Value{small[int32](r, -100, 100, 2_000_000)} },
	"primes":    func(r *rand.Rand) []value.Value { return []value.Value{integer(1_000_000)} },
	"radix":     func(r *rand.Rand) []value.Value { return []value.Value{small[uint32](r, 0, 65535, 30_000)} },
	"search":    func(r *rand.Rand) []value.Value { return []value.Value{letters(r, 500_000), letters(r, 8)} },
	"search2":   func(r *rand.Rand) []value.Value { return []value.Value{letters(r, 500_000), letters(r, 8)} },
	"sobel":     func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 700, 900)} },
	"softmax":   func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 300, 1000)} },
	"transpose": func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 1000, 900)} },
}

func two(make func(r *rand.Rand) value.Value) arguments {
	return func(r *rand.Rand) []value.Value { return []value.Value{make(r), make(r)} }
}

// everydayBenchmarks returns them, sorted by name.
func everydayBenchmarks() []benchmark {
	var out []benchmark
	all := maps.Clone(everyday)
	maps.Copy(all, described)
	for _, n := range slices.Sorted(maps.Keys(all)) {
		out = append(out, benchmark{name: n, fut: programs + "everyday/" + n + ".fut", futhark: true, bar: everydayBar, args: all[n]})
	}
	return out
}

// small returns an array of integers from low to high.
func small[T int8 | uint8 | int16 | int32 | int64 | uint32](r *rand.Rand, low, high int64, shape ...int64) value.Value {
	xs := make([]T, product(shape))
	for i := range xs {
		xs[i] = T(low + r.Int64N(high-low+1))
	}
	return value.FromSlice(xs, shape...)
}

// sparse returns a matrix in compressed rows, of about twenty elements each, and a vector.
func sparse(r *rand.Rand) []value.Value {
	const rows = 20_000
	starts := make([]int64, rows)
	var columns []int64
	for i := range starts {
		starts[i] = int64(len(columns))
		for range 10 + r.IntN(21) {
			columns = append(columns, r.Int64N(rows))
		}
	}
	return []value.Value{value.FromSlice(starts, rows), value.FromSlice(columns, int64(len(columns))),
		floats64(r, -1, 1, int64(len(columns))), floats64(r, -1, 1, rows)}
}
