package entry_test

import (
	"slices"
	"testing"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

var n, m = name.Name{Base: "n", ID: 1}, name.Name{Base: "m", ID: 2}

func array(t *testing.T, elem scalar.Type, shape ...int64) value.Value {
	v, err := value.New(elem, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSizes(t *testing.T) {
	params := []entry.Param{
		{Name: "k", Elem: scalar.I32},
		{Name: "a", Elem: scalar.F32, Dims: []entry.Dim{{Var: n}, {Var: m}}},
		{Name: "b", Elem: scalar.F32, Dims: []entry.Dim{{Var: m}, {Size: 4}}},
		{Elem: scalar.I8, Dims: []entry.Dim{{Var: n}, {Var: n}}},
	}
	k := value.Scalar(scalar.Int(scalar.I32, 1))
	for _, c := range []struct {
		args []value.Value
		err  string
	}{
		{[]value.Value{k, array(t, scalar.F32, 2, 3), array(t, scalar.F32, 3, 4), array(t, scalar.I8, 2, 2)}, ""},
		{[]value.Value{k, array(t, scalar.F32, 0, 3), array(t, scalar.F32, 3, 4), array(t, scalar.I8, 0, 0)}, ""},
		{[]value.Value{k}, "entry point takes 4 arguments, but 1 given; give k: i32, a: [n][m]f32, b: [m][4]f32, #4: [n][n]i8"},
		{[]value.Value{k, array(t, scalar.F32, 2), array(t, scalar.F32, 3, 4), array(t, scalar.I8, 2, 2)},
			"argument a: expected a value of type [n][m]f32, but got one of type [2]f32"},
		{[]value.Value{k, array(t, scalar.F64, 2, 3), array(t, scalar.F32, 3, 4), array(t, scalar.I8, 2, 2)},
			"argument a: expected a value of type [n][m]f32, but got one of type [2][3]f64"},
		{[]value.Value{k, array(t, scalar.F32, 2, 3), array(t, scalar.F32, 5, 4), array(t, scalar.I8, 2, 2)},
			"entry point arguments have invalid sizes: argument b has the wrong size: expected [3][4]f32, but got [5][4]f32"},
		{[]value.Value{k, array(t, scalar.F32, 2, 3), array(t, scalar.F32, 3, 5), array(t, scalar.I8, 2, 2)},
			"entry point arguments have invalid sizes: argument b has the wrong size: expected [3][4]f32, but got [3][5]f32"},
		{[]value.Value{k, array(t, scalar.F32, 2, 3), array(t, scalar.F32, 3, 4), array(t, scalar.I8, 2, 1)},
			"entry point arguments have invalid sizes: argument #4 has the wrong size: expected [2][2]i8, but got [2][1]i8"},
	} {
		sizes, err := entry.Sizes(params, c.args)
		if err != nil {
			if err.Error() != c.err {
				t.Errorf("got error %q, want %q", err, c.err)
			}
			continue
		}
		if c.err != "" {
			t.Errorf("no error, want %q", c.err)
		}
		if sizes[n] != c.args[1].Shape[0] || sizes[m] != c.args[1].Shape[1] {
			t.Errorf("got sizes %v", sizes)
		}
	}
}

// A scalar argument may be the size of a later array.
func TestScalarSize(t *testing.T) {
	params := []entry.Param{
		{Name: "n", Elem: scalar.I64, Var: n},
		{Name: "a", Elem: scalar.F32, Dims: []entry.Dim{{Var: n}}},
	}
	three := value.Scalar(scalar.Int(scalar.I64, 3))
	if _, err := entry.Sizes(params, []value.Value{three, array(t, scalar.F32, 3)}); err != nil {
		t.Error(err)
	}
	_, err := entry.Sizes(params, []value.Value{three, array(t, scalar.F32, 2)})
	const want = "entry point arguments have invalid sizes: argument a has the wrong size: expected [3]f32, but got [2]f32"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Sizes that only stand before an array are not given to the caller.
func TestResults(t *testing.T) {
	block, ys := name.Name{Base: "b", ID: 3}, name.Name{Base: "ys", ID: 4}
	f := &ir.Fun{
		Entry: &ir.Entry{Results: make([]ir.External, 1)},
		Results: []ir.Param{
			{Name: n, Type: ir.I64},
			{Name: block, Type: ir.BlockIn("")},
			{Name: ys, Type: ir.ArrayOf(scalar.F32, ir.Var(n))},
		},
	}
	if got := f.EntryResults(); !slices.Equal(got, []int{2}) {
		t.Errorf("one external result: got %v", got)
	}
	f.Entry.Results = make([]ir.External, 2)
	if got := f.EntryResults(); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("two external results: got %v", got)
	}
}

// A repeated size that the same argument fixes is not shown as known.
func TestSquare(t *testing.T) {
	square := []entry.Param{{Name: "a", Elem: scalar.F32, Dims: []entry.Dim{{Var: n}, {Var: n}}}}
	_, err := entry.Sizes(square, []value.Value{array(t, scalar.F32, 2, 3)})
	const want = "entry point arguments have invalid sizes: argument a has the wrong size: expected [n][n]f32, but got [2][3]f32"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// The same entry point is described alike on the levels with and without blocks.
func TestLevelsAgree(t *testing.T) {
	block, xs := name.Name{Base: "b", ID: 3}, name.Name{Base: "xs", ID: 4}
	type_ := ir.ArrayOf(scalar.F32, ir.Var(n), ir.Size(2))
	onMem := &ir.Fun{
		Entry: &ir.Entry{Implicit: 1, Params: []ir.External{{Name: "xs", Type: "[n][2]f32"}}},
		Params: []ir.Param{
			{Name: n, Type: ir.I64},
			{Name: block, Type: ir.BlockIn("")},
			{Name: xs, Type: type_, At: ir.RowMajorIn(block, type_)},
		},
	}
	onImp := &imp.Fun{Entry: &imp.Entry{Params: []imp.External{{
		Name: "xs", Type: "[n][2]f32", Elem: scalar.F32, Var: block, Shape: []imp.Expr{imp.IntVar(n), imp.Int(2)},
	}}}}
	args := []value.Value{array(t, scalar.F32, 5, 2)}
	for _, params := range [][]entry.Param{onMem.EntryParams(), onImp.EntryParams()} {
		sizes, err := entry.Sizes(params, args)
		if err != nil || sizes[n] != 5 {
			t.Errorf("got %v, %v", sizes, err)
		}
	}
}
