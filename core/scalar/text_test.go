package scalar

import (
	"math"
	"math/big"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func drawScalar(t *rapid.T, types TypeSet) Value {
	ty := rapid.SampledFrom(types.Types()).Draw(t, "type")
	return Value{ty, rapid.Uint64().Draw(t, "bits") & mask(ty)}
}

func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawScalar(t, AllTypes)
		if v.IsNaN() {
			v.Bits = nanBits(v.Type)
		}
		if got, err := ParseValue(v.String()); err != nil || got != v {
			t.Fatalf("%#x is written as %s, which is read as %#x (%v)", v.Bits, v, got.Bits, err)
		}
	})
	for h := range uint64(1 << 16) {
		v := Value{F16, h}
		if got, err := ParseValue(v.String()); err != nil || !got.Same(v) {
			t.Fatalf("f16 %#04x is written as %s, which is read as %#04x (%v)", h, v, got.Bits, err)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		v    Value
		want string
	}{
		{Int(I8, -128), "-128i8"},
		{Value{U64, math.MaxUint64}, "18446744073709551615u64"},
		{Float(F32, 0.1), "0.1f32"},
		{Float(F64, 3), "3.0f64"},
		{Float(F64, math.Copysign(0, -1)), "-0.0f64"},
		{Float(F64, 1e-7), "1e-07f64"},
		{Float(F64, 123456789e20), "1.23456789e+28f64"},
		{Float(F16, 0.1), "0.1f16"},
		{Float(F16, 65504), "65500.0f16"},
		{Value{F32, 0xffc12345}, "f32.nan"},
		{Float(F16, math.Inf(-1)), "-f16.inf"},
		{FromBool(true), "true"},
	} {
		if got := c.v.String(); got != c.want {
			t.Errorf("%s %#x is written as %s, want %s", c.v.Type, c.v.Bits, got, c.want)
		}
	}
}

func TestParseValueAs(t *testing.T) {
	for _, c := range []struct {
		expected Type
		text     string
		want     Value
	}{
		{U8, "7", Int(U8, 7)},
		{F16, "7", Float(F16, 7)},
		{F32, "0x10", Float(F32, 16)},
		{F32, "2.5", Float(F32, 2.5)},
		{I32, "2.5", Float(F64, 2.5)},
		{Bool, "1", Int(I32, 1)},
		{I64, "7i8", Int(I8, 7)},
		{U8, "-0x1", Int(U8, 255)},
		{I8, "0xFF", Int(I8, -1)},
	} {
		if got, err := ParseValueAs(c.expected, c.text); err != nil || got != c.want {
			t.Errorf("%s where %s is expected: %v (%v), want %v", c.text, c.expected, got, err, c.want)
		}
	}
}

// A decimal is rounded to f16 once: just beside the middle of two neighbours,
// rounding it to f64 first would go wrong.
func TestDecimalToFloat16RoundsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := uint16(rapid.IntRange(0, 0x7bfe).Draw(t, "low"))
		middle := (float16ToFloat64(low) + float16ToFloat64(low+1)) / 2
		digits := strconv.FormatFloat(middle, 'f', 40, 64)
		for _, c := range []struct {
			text string
			want uint16
		}{
			{digits + "0001", low + 1},
			{digits, low + low&1},
			{below(digits), low},
		} {
			v, err := ParseValueAs(F16, c.text)
			if err != nil || uint16(v.Bits) != c.want {
				t.Fatalf("%s is read as %#04x (%v), want %#04x", c.text, v.Bits, err, c.want)
			}
		}
	})
}

// below subtracts one unit of the 50th decimal place.
func below(digits string) string {
	x, _ := new(big.Rat).SetString(digits)
	unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(50), nil))
	return x.Sub(x, unit).FloatString(50)
}

func FuzzParseValue(f *testing.F) {
	for _, seed := range []string{"1", "-0x1.8p3f32", "1_0.5e-3f16", "f64.nan", "true", "0b1u8", "1e999999999f16", "0xf32", "--1", "1e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := ParseValue(s)
		if err != nil {
			return
		}
		if got, err := ParseValue(v.String()); err != nil || !got.Same(v) {
			t.Fatalf("%q is read as %s, and that as %v (%v)", s, v, got, err)
		}
	})
}
