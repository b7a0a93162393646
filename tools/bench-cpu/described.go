package main

import (
	"math/rand/v2"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// More everyday programs, written from descriptions of algorithms before what made them fast.
var described = map[string]arguments{
	"banded": func(r *rand.Rand) []value.Value {
		return []value.Value{small[int32](r, 0, 3, 20000), small[int32](r, 0, 3, 20000)}
	},
	"bigadd": func(r *rand.Rand) []value.Value {
		return []value.Value{small[uint32](r, 0, 0xffffffff, 2000, 256), small[uint32](r, 0, 0xffffffff, 2000, 256)}
	},
	"boxes":       func(r *rand.Rand) []value.Value { return []value.Value{integer(3), small[int32](r, 0, 255, 700, 900)} },
	"conv":        func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 5, 5), floats32(r, 500, 600)} },
	"correlation": func(r *rand.Rand) []value.Value { return []value.Value{floats64(r, 0, 1, 150, 252)} },
	"edit":        func(r *rand.Rand) []value.Value { return []value.Value{letters(r, 1000), letters(r, 1000)} },
	"ema": func(r *rand.Rand) []value.Value {
		return []value.Value{value.Scalar(scalar.Float(scalar.F32, 0.1)), floats32(r, 500, 1000)}
	},
	"gram": func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 250, 300)} },
	"grid": func(r *rand.Rand) []value.Value {
		return []value.Value{integer(40), floats32(r, 300000), floats32(r, 300000), floats32(r, 300000)}
	},
	"hops": func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 150, 150)} },
	"knapsack": func(r *rand.Rand) []value.Value {
		return []value.Value{integer(10000), small[int64](r, 1, 500, 200), small[int32](r, 1, 1000, 200)}
	},
	"lcs": func(r *rand.Rand) []value.Value { return []value.Value{letters(r, 1000), letters(r, 1000)} },
	"life": func(r *rand.Rand) []value.Value {
		b := make([]bool, 400*500)
		for i := range b {
			b[i] = r.IntN(3) == 0
		}
		return []value.Value{value.Scalar(scalar.Int(scalar.I32, 10)), value.FromSlice(b, 400, 500)}
	},
	"march":      func(r *rand.Rand) []value.Value { return []value.Value{integer(200), integer(200)} },
	"modemedian": func(r *rand.Rand) []value.Value { return []value.Value{small[uint8](r, 0, 255, 2000000)} },
	"moving":     func(r *rand.Rand) []value.Value { return []value.Value{integer(20), floats64(r, 0, 1, 200000)} },
	"nbody": func(r *rand.Rand) []value.Value {
		return []value.Value{floats64(r, 0, 1, 1000), floats64(r, 0, 1, 1000), floats64(r, 0, 1, 1000), floats64(r, 0, 1, 1000)}
	},
	"oddeven":    func(r *rand.Rand) []value.Value { return []value.Value{small[int32](r, 0, 1000, 2000, 32)} },
	"option":     func(r *rand.Rand) []value.Value { return []value.Value{integer(100), floats64(r, 80, 120, 40)} },
	"quantize":   func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 50000, 3), floats32(r, 16, 3)} },
	"rle":        func(r *rand.Rand) []value.Value { return []value.Value{small[int32](r, 0, 2, 500000)} },
	"segcsr":     sparse,
	"structscan": func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 500000)} },
	"trimesh":    func(r *rand.Rand) []value.Value { return []value.Value{floats32(r, 3, 3), floats32(r, 100000, 3, 3)} },
}
