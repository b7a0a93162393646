package sym

import (
	"math"
	"testing"

	"github.com/lamina-lang/lamina/core/name"
)

func TestAway(t *testing.T) {
	n, m := Var(name.Name{Base: "n"}), Var(name.Name{Base: "m"})
	for _, test := range []struct {
		p, q Poly
		away int64
		ok   bool
	}{
		{n.Mul(m).Add(Const(7)), n.Mul(m).Sub(Const(2)), 9, true},
		{n.Sub(Const(2)), n.Add(Const(7)), -9, true},
		{n, n, 0, true},
		{Const(3), Const(5), -2, true},
		{n, m, 0, false},
		{n.Scale(2), n, 0, false},
		{n, Const(0), 0, false},
		{n.Add(Const(math.MaxInt64)), n.Sub(Const(1)), 0, false}, // 2^63 is no i64
		{n.Sub(Const(1)), n.Add(Const(math.MinInt64)), 0, false}, // nor is the number with the sign turned
		{Const(-5), Const(math.MinInt64), 0, false},              // which is not seen where it is 2^63 - 5
		{Const(math.MinInt64), Const(math.MaxInt64), 0, false},   // -2^64 + 1
		{n.Add(Const(math.MaxInt64)), n.Add(Const(1)), math.MaxInt64 - 1, true},
	} {
		if away, ok := test.p.Away(test.q); ok != test.ok || ok && away != test.away {
			t.Errorf("%v is %d away from %v (%v), want %d (%v)", test.p, away, test.q, ok, test.away, test.ok)
		}
	}
}
