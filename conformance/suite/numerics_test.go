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
		err := closeTo(f64(c.want), f64(c.got))
		if (err == nil) != c.ok {
			t.Errorf("%v for %v: %v", c.got, c.want, err)
		}
	}
	if d := apart(scalar.Float(scalar.F16, 1), scalar.Float(scalar.F16, 1.001)); d != 1 {
		t.Errorf("1 and 1.001 are %d floats of 16 bits apart", d)
	}
	if closeTo(f64(1), value.FromSlice([]float64{1, 2}, 2)) == nil {
		t.Error("a result of another size is accepted")
	}
}

// A wrong element of a case comes with its operands, though elements before it differ in a way that is
// accepted or that only bits show.
func TestOperandsOfTheWrongElement(t *testing.T) {
	one, two, zero, minus := scalar.Float(scalar.F32, 1), scalar.Float(scalar.F32, 2), scalar.Float(scalar.F32, 0), scalar.Float(scalar.F32, math.Copysign(0, -1))
	next := scalar.Value{Type: scalar.F32, Bits: one.Bits + 1}
	for _, c := range []struct {
		name      string
		accepts   func(want, got scalar.Value) bool
		want, got []scalar.Value
		says      string
	}{
		{"the sign of a zero", scalar.Value.Same, []scalar.Value{one, minus, one}, []scalar.Value{one, zero, two},
			"f.f32(1.0f32) is -0.0f32, and the backend gives 0.0f32"},
		{"behind one that is accepted", nearly, []scalar.Value{one, one, one}, []scalar.Value{one, next, two},
			"f.f32(2.0f32) is 1.0f32, and the backend gives 2.0f32"},
		{"all are accepted", nearly, []scalar.Value{one, one, one}, []scalar.Value{one, next, one}, ""},
	} {
		run := explained("f.f32",
			func(context.Context, *Subject) error {
				return same([]value.Value{arrayOf(scalar.F32, c.want)}, []value.Value{arrayOf(scalar.F32, c.got)})
			},
			func() ([][]scalar.Value, []scalar.Value) {
				return [][]scalar.Value{{zero}, {one}, {two}}, c.want
			}, c.accepts)
		says := ""
		if err := run(t.Context(), nil); err != nil {
			says = err.Error()
		}
		if says != c.says {
			t.Errorf("%s: it says %q, want %q", c.name, says, c.says)
		}
	}
	if err := same([]value.Value{arrayOf(scalar.F32, []scalar.Value{minus})}, []value.Value{arrayOf(scalar.F32, []scalar.Value{zero})}); err == nil || err.Error() != "result 0: [0]: expected -0.0f32, got 0.0f32" {
		t.Errorf("a zero of another sign: %v", err)
	}
}
