package value

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
)

func TestTextErrors(t *testing.T) {
	const valueForms = "; values look like 1i32, 2.5f64, true, [1, 2] or empty([0]i32)"
	for _, c := range []struct{ text, want string }{
		{"1\n  [1, 2.5]", "in:2:7: 2.5 is f64 among elements of type i32; all elements must have one type; write it as a suffix"},
		{"[1i32, 2i64]", "in:1:8: 2i64 is i64 among elements of type i32; all elements must have one type; write it as a suffix"},
		{"[[1], [2, 3]]", "in:1:7: a row of 2 elements where those before have 1; arrays must be regular"},
		{"[[], [1]]", "in:1:6: a row of 1 elements where those before have 0; arrays must be regular"},
		{"[1, [2]]", "in:1:5: a row in dimension 2 of an array of 1 dimensions; all elements must be nested equally deep"},
		{"[[1], 2]", "in:1:7: an element in dimension 1 of an array of 2 dimensions; all elements must be nested equally deep"},
		{"[[1], []\n, [[]]]", "in:1:7: a row of 0 elements where those before have 1; arrays must be regular"},
		{"[[[1]], []]", "in:1:9: an empty row in dimension 2 of an array of 3 dimensions; all elements must be nested equally deep"},
		{"\n[1,\n2", "in:2:1: this array does not end; add ']'"},
		{"[1,", "in:1:1: this array does not end; add ']'"},
		{"[1 2]", "in:1:4: unexpected '2' between elements; separate them by ',' or close the array by ']'"},
		{"[,1]", "in:1:2: unexpected ',' where a value is expected" + valueForms},
		{"]", "in:1:1: unexpected ']' where a value is expected" + valueForms},
		{"é", "in:1:1: unexpected 'é' where a value is expected" + valueForms},
		{"[]", "in:1:1: an empty array of unknown element type; write empty([0]i32) or the like"},
		{"12q", `in:1:1: constant "12q": not a number`},
		{"1.5i32", `in:1:1: constant "1.5i32": i32 takes no fraction or exponent`},
		{"1.", `in:1:1: constant "1.": a number has digits on both sides of its point`},
		{"[.5f32]", `in:1:2: constant ".5f32": a number has digits on both sides of its point`},
		{"1_", `in:1:1: constant "1_": an underscore must stand between digits`},
		{"f32.bar", `in:1:1: constant "f32.bar": f32 has no constant "bar"; write f32.nan, f64.inf and the like`},
		{"i32.nan", `in:1:1: constant "i32.nan": i32 has no constant "nan"; write f32.nan, f64.inf and the like`},
		{"True", `in:1:1: constant "True": not a number`},
		{`"abc`, `in:1:1: this string does not end on its line; add '"'; write a line break as \n`},
		{"\"a\nb\"", `in:1:1: this string does not end on its line; add '"'; write a line break as \n`},
		{`"\q"`, `in:1:1: malformed string; the escapes are those of Go: \n, \t, \", \\, \x7f, …`},
		{`[1, "a"]`, "in:1:5: a string in dimension 2 of an array of 1 dimensions; all elements must be nested equally deep"},
		{`[[1], "a"]`, "in:1:7: a string is [1]u8, not an array of i32"},
		{`["ab", "c"]`, "in:1:8: a row of 1 elements where those before have 2; arrays must be regular"},
		{"empty([1][2]i32)", "in:1:1: [1][2]i32 is not empty; one of its sizes must be 0"},
		{"empty(i32)", "in:1:1: i32 is not empty; one of its sizes must be 0"},
		{"empty([0]i33)", "in:1:10: an element type is missing; write empty([0][3]i32) or the like"},
		{"empty([-1]i32)", "in:1:8: a size must be an integer from 0 to 2^63 − 1; write empty([0][3]i32) or the like"},
		{"empty([0]i32", "in:1:13: the input ends where ')' is expected; write empty([0][3]i32) or the like"},
		{"empty[0]", "in:1:6: unexpected '[' where '(' is expected; write empty([0][3]i32) or the like"},
		{strings.Repeat("[", 100000), "in:1:256: more than 255 dimensions"},
	} {
		_, err := Read(strings.NewReader(c.text), "in")
		if err == nil || err.Error() != c.want {
			t.Errorf("%.40q:\n%v\nwant\n%s", c.text, err, c.want)
		}
	}
}

// Values inside other text have that text's positions.
func TestPositionsInLargerText(t *testing.T) {
	start := source.Pos{File: "p.fut", Line: 7, Col: 12}
	for _, c := range []struct{ text, want string }{
		{" 1 x", `p.fut:7:15: constant "x": not a number`},
		{" 1\n x", `p.fut:8:2: constant "x": not a number`},
	} {
		_, err := NewBytesReader([]byte(c.text), start).All()
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	r := NewBytesReader([]byte("1 2"), start)
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if err := r.AtEnd(); err == nil || err.Error() != "p.fut:7:14: more values than expected; remove what follows" {
		t.Errorf("a value too many: %v", err)
	}
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if err := r.AtEnd(); err != nil {
		t.Errorf("all values read: %v", err)
	}
}
