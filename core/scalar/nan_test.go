package scalar

import "testing"

// NaNs with a sign and a payload, as data files may hold them.
var strangeNaNs = []Value{{F16, 0xfe01}, {F32, 0xffc00001}, {F64, 0xfff8000000000001}}

func TestNoOperatorTellsNaNsApart(t *testing.T) {
	for _, x := range strangeNaNs {
		nan, _ := Constant(x.Type, "nan")
		one := One(x.Type)
		got, _ := ToBits.Eval(x.Type, x)
		want, _ := ToBits.Eval(x.Type, nan)
		if got != want {
			t.Errorf("to_bits of %#x is %v, of nan %v", x.Bits, got, want)
		}
		if got, _ := Copysign.Eval(x.Type, one, x); got != one {
			t.Errorf("copysign 1 %#x is %v", x.Bits, got)
		}
	}
}
