package value

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
)

func TestReadText(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string // type and canonical text of each value
	}{
		{"", nil},
		{" -- nothing but a comment", nil},
		{"1 2.5 true", []string{"i32 1i32", "f64 2.5f64", "bool true"}},
		{"0x1F 0b101u8 1_000_000i64 -0x10", []string{"i32 31i32", "u8 5u8", "i64 1000000i64", "i32 -16i32"}},
		{"f32.nan -f64.inf f16.inf -0.0f32", []string{"f32 f32.nan", "f64 -f64.inf", "f16 f16.inf", "f32 -0.0f32"}},
		{"[1,2 ,3 ]", []string{"[3]i32 [1i32, 2i32, 3i32]"}},
		{"[1u8, 2, 3,]", []string{"[3]u8 [1u8, 2u8, 3u8]"}},
		{"[[1.0f32, 2], [3, 4e1]]", []string{"[2][2]f32 [[1.0f32, 2.0f32], [3.0f32, 40.0f32]]"}},
		{"[[[1],[2]]] -- one\n[true]", []string{"[1][2][1]i32 [[[1i32], [2i32]]]", "[1]bool [true]"}},
		{"empty([0]i32) empty( [3] [0][4611686018427387904]f16 )", []string{"[0]i32 empty([0]i32)", "[3][0][4611686018427387904]f16 empty([3][0][4611686018427387904]f16)"}},
		{`"ab\n" ["x","y"]`, []string{"[3]u8 [97u8, 98u8, 10u8]", "[2][1]u8 [[120u8], [121u8]]"}},
	} {
		values, err := Parse(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		var got []string
		for _, v := range values {
			got = append(got, v.Type()+" "+v.String())
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%q is\n%s\nwant\n%s", c.text, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestReadTextAs(t *testing.T) {
	for _, c := range []struct {
		elem       scalar.Type
		text, want string
	}{
		{scalar.I64, "10", "10i64"},
		{scalar.F32, "[1, 2.5]", "[1.0f32, 2.5f32]"},
		{scalar.U8, "[]", "empty([0]u8)"},
		{scalar.U8, "[[],[]]", "empty([2][0]u8)"},
		{scalar.I64, "10i32", "10i32"}, // says of itself what it is
		{scalar.I64, "1.5", "1.5f64"},
		{scalar.F16, "0.1", "0.1f16"},
		// What is beyond its type stands for its low bits, as Futhark reads it.
		{scalar.I8, "255i8", "-1i8"},
		{scalar.U16, "[70000u16, 70000, -1]", "[4464u16, 4464u16, 65535u16]"},
		{scalar.I32, "4294967296000000000005", "5i32"},
		{scalar.U8, "0x1ff", "255u8"},
		{scalar.U8, "0300", "44u8"},
	} {
		r, err := NewReader(strings.NewReader(c.text), "in")
		if err != nil {
			t.Fatal(err)
		}
		v, err := r.NextAs(c.elem)
		if err != nil || v.String() != c.want {
			t.Errorf("%q as %s is %v (%v), want %s", c.text, c.elem, v, err, c.want)
		}
	}
}
