package scalar

import "testing"

var sink Value

func BenchmarkEval(b *testing.B) {
	for _, c := range []struct {
		op Op
		t  Type
	}{{Add, I32}, {Add, F32}, {Mul, F64}, {Lt, I64}, {Min, F32}, {Div, I64}} {
		x, y := Int(c.t, 7), Int(c.t, 3)
		b.Run(c.op.String()+"_"+c.t.String(), func(b *testing.B) {
			for range b.N {
				sink, _ = c.op.Eval(c.t, x, y)
			}
		})
	}
}
