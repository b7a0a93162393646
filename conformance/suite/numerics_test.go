package suite

import (
	"context"
	"math"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

func TestElementaryFunctionsMayBeALittleOff(t *testing.T) {
	f64 := func(x float64) value.Value { return value.FromSlice([]float64{x}, 1) }
	up := func(x float64, n int) float64 {
		for range n {
			x = math.Nextafter(x, math.Inf(1))
		}
		return x
	}
	for _, c := range []struct {
		want, got float64
		ok        bool
	}{
		{1, 1, true}, {1, up(1, 16), true}, {1, up(1, 17), false}, {0, math.Copysign(0, -1), true},
		{-5e-324, 5e-324, true}, {-1, 1, false}, {1, math.NaN(), false}, {math.NaN(), math.NaN(), true},
		{math.Inf(1), math.MaxFloat64, true}, {math.Inf(1), math.Inf(-1), false},
	} {
		run := roughly(func(context.Context, *Subject) error {
			return same(one(f64(c.want)), one(f64(c.got)))
		})
		if err := run(context.Background(), nil); (err == nil) != c.ok {
			t.Errorf("%v for %v: %v", c.got, c.want, err)
		}
	}
	if d := apart(scalar.Float(scalar.F16, 1), scalar.Float(scalar.F16, 1.001)); d != 1 {
		t.Errorf("1 and 1.001 are %d floats of 16 bits apart", d)
	}
	wrong := roughly(func(context.Context, *Subject) error {
		return same(one(f64(1)), one(value.FromSlice([]float64{1, 2}, 2)))
	})
	if wrong(context.Background(), nil) == nil {
		t.Error("a result of another size is accepted")
	}
}
