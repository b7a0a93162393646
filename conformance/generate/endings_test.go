package generate

import (
	"math"
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
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
		if ok := allNearly(f64(c.want), f64(c.got)); ok != c.ok {
			t.Errorf("%v for %v: %v", c.got, c.want, ok)
		}
	}
	if d := apart(scalar.Float(scalar.F16, 1), scalar.Float(scalar.F16, 1.001)); d != 1 {
		t.Errorf("1 and 1.001 are %d floats of 16 bits apart", d)
	}
	if allNearly(f64(1), value.FromSlice([]float64{1, 2}, 2)) {
		t.Error("a result of another size is accepted")
	}
}

// A fuzzer of a GPU once told of programs whose sines were as far off as they may be.
func TestOnlyRoundedResultsMayBeALittleOff(t *testing.T) {
	p, err := ir.ParseSource("p.lir", `lamina soac

entry fun main(x: f64) -> (rounded: f64, told: f64) {
  let (rounded: f64) = sin.f64(x)
  let (told: f64) = add.f64(x, x)
  in (rounded, told)
}
`)
	if err != nil {
		t.Fatal(err)
	}
	one, next := value.FromSlice([]float64{1}, 1), value.FromSlice([]float64{math.Nextafter(1, 2)}, 1)
	for _, c := range []struct {
		got []value.Value
		ok  bool
	}{
		{[]value.Value{one, one}, true}, {[]value.Value{next, one}, true}, {[]value.Value{one, next}, false}, {[]value.Value{one}, false},
	} {
		if ok := Agree(p, []value.Value{one, one}, c.got); ok != c.ok {
			t.Errorf("%v: %v", c.got, ok)
		}
	}
}
