package value

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/scalar"
)

// drawValue draws any value of a few hundred bytes; of floats, every bit pattern
// but NaNs with a payload, which text does not keep.
func drawValue(t *rapid.T) Value {
	elem := rapid.SampledFrom(scalar.Types()).Draw(t, "elem")
	shape := rapid.SliceOfN(rapid.Int64Range(0, 4), 0, 4).Draw(t, "shape")
	v, err := New(elem, shape...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range v.Len() {
		x := scalar.Value{Type: elem, Bits: rapid.Uint64().Draw(t, "bits")}
		switch {
		case elem == scalar.Bool:
			x.Bits &= 1
		case elem.Size() < 8:
			x.Bits &= 1<<elem.Bits() - 1
		}
		if x.IsNaN() {
			x, _ = scalar.Constant(elem, "nan")
		}
		v.Set(i, x)
	}
	return v
}

func TestRoundTrip(t *testing.T) {
	for _, f := range []Format{Text, Binary, Npy} {
		t.Run(f.String(), rapid.MakeCheck(func(t *rapid.T) {
			in := rapid.SliceOfN(rapid.Custom(drawValue), 0, 3).Draw(t, "values")
			var b bytes.Buffer
			if err := Write(&b, f, in...); err != nil {
				t.Fatal(err)
			}
			out, err := Read(&b, "in")
			if err != nil || len(out) != len(in) {
				t.Fatalf("wrote %v, read %d values: %v", in, len(out), err)
			}
			for i := range in {
				if in[i].Type() != out[i].Type() || !bytes.Equal(in[i].Data, out[i].Data) {
					t.Fatalf("wrote %s %s, read %s %s", in[i].Type(), in[i], out[i].Type(), out[i])
				}
			}
		}))
	}
}

func TestSlices(t *testing.T) {
	v := FromSlice([]float32{1, 2.5, -3, 4, 5, 6}, 2, 3)
	if want := "[[1.0f32, 2.5f32, -3.0f32], [4.0f32, 5.0f32, 6.0f32]]"; v.String() != want {
		t.Errorf("got %s, want %s", v, want)
	}
	got, err := ToSlice[float32](v)
	if want := []float32{1, 2.5, -3, 4, 5, 6}; err != nil || !slices.Equal(got, want) {
		t.Errorf("ToSlice gives %v (%v), want %v", got, err, want)
	}
	if _, err := ToSlice[int32](v); err == nil || err.Error() != "elements of [2][3]f32 are not i32" {
		t.Errorf("ToSlice with another type: %v", err)
	}
	bools, err := ToSlice[bool](FromSlice([]bool{true, false}))
	if err != nil || !slices.Equal(bools, []bool{true, false}) {
		t.Errorf("bools come back as %v (%v)", bools, err)
	}
	halves := FromFloat16Bits([]uint16{0x3c00})
	if back, err := ToSlice[uint16](halves); halves.String() != "[1.0f16]" || err != nil || back[0] != 0x3c00 {
		t.Errorf("f16: %s, %v, %v", halves, back, err)
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		shape []int64
		size  int64
		err   string
	}{
		{nil, 4, ""},
		{[]int64{2, 3}, 24, ""},
		{[]int64{1 << 62, 1 << 62, 0}, 0, ""},
		{[]int64{1 << 61}, 0, "[2305843009213693952]i32 takes more than 9223372036854775807 bytes"},
		{[]int64{1 << 40, 1 << 40}, 0, "[1099511627776][1099511627776]i32 takes more than 9223372036854775807 bytes"},
		{[]int64{1 << 40, 1 << 40, 1 << 40}, 0, "[1099511627776][1099511627776][1099511627776]i32 takes more than 9223372036854775807 bytes"},
		{[]int64{0, -1}, 0, "[0][-1]i32 has a negative size"},
	} {
		size, err := Size(scalar.I32, c.shape)
		if size != c.size || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%v: %d, %v; want %d, %s", c.shape, size, err, c.size, c.err)
		}
	}
}
