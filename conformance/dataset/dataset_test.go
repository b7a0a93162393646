package dataset

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

func TestMake(t *testing.T) {
	ranges := map[scalar.Type]Range{}
	for _, text := range []string{"i32=-3:4", "u8=250:255", "f64=2:3", "u64=0:18446744073709551615"} {
		elem, r, err := ParseRange(text)
		if err != nil {
			t.Fatal(err)
		}
		ranges[elem] = r
	}
	var types []Type
	for _, text := range []string{"[50][2]i32", "[300]u8", "[10]f64", "[4]f32", "bool", "7i64", "[0]i8", "u64"} {
		typ, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		types = append(types, typ)
	}
	values, err := New(1, ranges).Make(types)
	if err != nil {
		t.Fatal(err)
	}
	within := func(v value.Value, low, high float64) {
		seen := map[scalar.Value]bool{}
		for i := range v.Len() {
			x := v.At(i)
			seen[x] = true
			f := x.Float()
			if x.Type.IsInt() {
				f = float64(x.Int())
			}
			if f < low || f > high {
				t.Errorf("%v is not between %v and %v", x, low, high)
			}
		}
		if v.Len() > 1 && len(seen) == 1 {
			t.Errorf("all of %s is %v", v.Type(), v.At(0))
		}
	}
	within(values[0], -3, 4)
	within(values[1], 250, 255)
	within(values[2], 2, 3)
	within(values[3], 0, 1)
	if values[5].Scalar() != scalar.Int(scalar.I64, 7) || values[6].Len() != 0 || values[0].Type() != "[50][2]i32" {
		t.Errorf("got %v", values)
	}
	again, _ := New(1, ranges).Make(types)
	other, _ := New(2, ranges).Make(types)
	if !value.Equal(values[0], again[0]) || value.Equal(values[0], other[0]) {
		t.Error("values depend on the seed, and on nothing else")
	}
}

func TestErrors(t *testing.T) {
	for _, text := range []string{"[n]i32", "[-1]i32", "[3", "string", "[9223372036854775807][2]f64", "[100000000000000]f64", ""} {
		typ, err := Parse(text)
		if err == nil {
			_, err = New(0, nil).Make([]Type{typ})
		}
		if err == nil {
			t.Errorf("%q made a value", text)
		}
	}
	for _, text := range []string{"i32", "i32=4:3", "i32=1", "i33=0:1", "i32=a:b", "i32=1.5:2"} {
		if _, _, err := ParseRange(text); err == nil || !strings.Contains(err.Error(), "TYPE=LOW:HIGH") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
