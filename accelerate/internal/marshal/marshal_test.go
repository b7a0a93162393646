package marshal_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/accelerate/internal/marshal"
	"github.com/lamina-lang/lamina/core/value"
)

type inner struct {
	A int8
	B [2]float32
}

type outer struct {
	X    float64
	Rows []inner
	On   bool
}

// The leaves are written in Lamina's syntax of values.
func TestLeaves(t *testing.T) {
	for _, c := range []struct {
		x    any
		want string
	}{
		{int(-3), "-3i64"},
		{uint16(7), "7u16"},
		{true, "true"},
		{[]float32{1, 2.5}, "[1.0f32, 2.5f32]"},
		{[]bool{true, false}, "[true, false]"},
		{[][]int32{{1, 2}, {3, 4}, {5, 6}}, "[[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]]"},
		{[2][2]uint8{{1, 2}, {3, 4}}, "[[1u8, 2u8], [3u8, 4u8]]"},
		{[]inner{{1, [2]float32{2, 3}}, {4, [2]float32{5, 6}}}, "[1i8, 4i8] [[2.0f32, 3.0f32], [5.0f32, 6.0f32]]"},
		{outer{X: 1, Rows: []inner{{2, [2]float32{3, 4}}}}, "1.0f64 [2i8] [[3.0f32, 4.0f32]] false"},
		{"héy", "[104u8, 195u8, 169u8, 121u8]"},
		{"", "empty([0]u8)"},
		{[]int(nil), "empty([0]i64)"},
		{[][]int{{}, {}}, "empty([2][0]i64)"},
		{[][3]int{}, "empty([0][3]i64)"},
		{[]outer{}, "empty([0]f64) empty([0][0]i8) empty([0][0][2]f32) empty([0]bool)"},
	} {
		leaves, _, err := marshal.Put(c.x)
		if err != nil {
			t.Errorf("%#v: %v", c.x, err)
			continue
		}
		var parts []string
		for _, l := range leaves {
			parts = append(parts, l.String())
		}
		if got := strings.Join(parts, " "); got != c.want {
			t.Errorf("the leaves of %#v are %s, want %s", c.x, got, c.want)
		}
		back := reflect.New(reflect.TypeOf(c.x))
		if err := marshal.Take(back.Interface(), leaves); err != nil {
			t.Errorf("%#v: %v", c.x, err)
		}
		if got := back.Elem().Interface(); !reflect.DeepEqual(got, c.x) && reflect.ValueOf(c.x).Kind() != reflect.Slice {
			t.Errorf("%#v comes back as %#v", c.x, got)
		} else if v := reflect.ValueOf(c.x); v.Kind() == reflect.Slice && v.Len() > 0 && !reflect.DeepEqual(got, c.x) {
			t.Errorf("%#v comes back as %#v", c.x, got)
		}
	}
}

func TestWhatIsNoData(t *testing.T) {
	for _, c := range []struct {
		x    any
		want string
	}{
		{nil, "nil is no data"},
		{1i, "values of type complex128 are not data"},
		{[]string{"a", "bc"}, "a slice is irregular: its element 1 has other sizes than its first"},
		{struct{ P *int }{}, "values of type *int are not data"},
		{[][]int{{1}, {2, 3}}, "a slice is irregular: its element 1 has other sizes than its first"},
		{[]outer{{Rows: make([]inner, 1)}, {}}, "a slice is irregular: its element 1 has other sizes than its first"},
	} {
		if _, _, err := marshal.Put(c.x); err == nil || err.Error() != c.want {
			t.Errorf("%#v: the error is %v, want %s", c.x, err, c.want)
		}
	}
}

func TestTakeRefusesOtherTypes(t *testing.T) {
	leaf := value.FromSlice([]int32{1, 2})
	if err := marshal.Take(new([]int64), []value.Value{leaf}); err == nil {
		t.Error("i32s are taken as int64s")
	}
	if err := marshal.Take(new(inner), []value.Value{leaf}); err == nil {
		t.Error("one leaf is taken as two")
	}
}

func TestFill(t *testing.T) {
	xs := make([]inner, 2)
	leaves, _, err := marshal.Put([]inner{{1, [2]float32{2, 3}}, {4, [2]float32{5, 6}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := marshal.Fill(xs, leaves); err != nil || xs[1] != (inner{4, [2]float32{5, 6}}) {
		t.Errorf("filled with %v: %v", xs, err)
	}
	matrix := value.FromSlice([]int64{1, 2, 3, 4}, 2, 2) // a tensor's elements
	flat := make([]int, 4)
	if err := marshal.Fill(flat, []value.Value{matrix}); err != nil || !reflect.DeepEqual(flat, []int{1, 2, 3, 4}) {
		t.Errorf("filled with %v: %v", flat, err)
	}
	if err := marshal.Fill(make([]int, 3), []value.Value{matrix}); err == nil {
		t.Error("a slice of 3 was filled with 4 elements")
	}
}

func TestRegionsOverlap(t *testing.T) {
	xs := []int{1, 2, 3, 4}
	_, a, err := marshal.Put(xs[:2])
	if err != nil {
		t.Fatal(err)
	}
	_, b, _ := marshal.Put(xs[2:])
	_, c, _ := marshal.Put(xs[1:3])
	if a[0].Overlaps(b[0]) || !a[0].Overlaps(c[0]) || !c[0].Overlaps(b[0]) {
		t.Errorf("regions are %v, %v and %v", a, b, c)
	}
}

type mixed struct {
	A int8
	B float64
	C struct{ D, E uint16 }
	F bool
	G int32
}

// Structs of scalars of all sizes come back as they were, also in arrays and in slices of slices.
func TestStructsOfScalars(t *testing.T) {
	type outermost struct {
		Pairs [2]mixed
		Rows  [][]mixed
	}
	one := func(n int) mixed {
		m := mixed{A: int8(-n), B: float64(n) / 4, F: n%2 == 1, G: int32(n * 1000)}
		m.C.D, m.C.E = uint16(n), uint16(n+300)
		return m
	}
	x := []outermost{
		{[2]mixed{one(1), one(2)}, [][]mixed{{one(3)}, {one(4)}}},
		{[2]mixed{one(5), one(6)}, [][]mixed{{one(7)}, {one(8)}}},
	}
	leaves, _, err := marshal.Put(x)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := leaves[3].String(), "[[301u16, 302u16], [305u16, 306u16]]"; got != want {
		t.Errorf("E of the pairs is %s, want %s", got, want)
	}
	if got, want := leaves[7].String(), "[[[0.75f64], [1.0f64]], [[1.75f64], [2.0f64]]]"; got != want {
		t.Errorf("B of the rows is %s, want %s", got, want)
	}
	var back []outermost
	if err := marshal.Take(&back, leaves); err != nil || !reflect.DeepEqual(back, x) {
		t.Errorf("comes back as %v: %v", back, err)
	}
}

// A slice of numbers is not copied; a slice of structs is, field by field.
func BenchmarkPut(b *testing.B) {
	numbers, structs, flat := make([]float32, 1<<20), make([]inner, 1<<18), make([]mixed, 1<<18)
	for _, c := range []struct {
		name  string
		x     any
		bytes int64
	}{{"numbers", numbers, 4 << 20}, {"structs", structs, 9 << 18}, {"scalars", flat, 18 << 18}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(c.bytes)
			for b.Loop() {
				if _, _, err := marshal.Put(c.x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Fill sets the elements of the rows that there are, and makes no new ones.
func TestFillKeepsRows(t *testing.T) {
	rows := [][]int32{{1, 2}, {3, 4}, {5, 6}}
	second := rows[1]
	if err := marshal.Fill(rows, []value.Value{value.FromSlice([]int32{7, 8, 9, 10, 11, 12})}); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(rows, [][]int32{{7, 8}, {9, 10}, {11, 12}}) || second[0] != 9 {
		t.Errorf("the rows are %v, and the second one %v", rows, second)
	}
	if err := marshal.Fill(rows, []value.Value{value.FromSlice([]int32{1})}); err == nil {
		t.Error("Fill takes one element for six")
	}
}
