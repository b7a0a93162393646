package suite

import (
	"context"
	"math"
	"testing"

	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

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
		{"behind one that is accepted", generate.Nearly, []scalar.Value{one, one, one}, []scalar.Value{one, next, two},
			"f.f32(2.0f32) is 1.0f32, and the backend gives 2.0f32"},
		{"all are accepted", generate.Nearly, []scalar.Value{one, one, one}, []scalar.Value{one, next, one}, ""},
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
