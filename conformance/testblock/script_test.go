package testblock

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Unfinished literals are left to the value reader.
func TestScriptTokens(t *testing.T) {
	for _, text := range []string{"[", "empty(", `"`, "[[1]", "f \"a"} {
		if scriptTokens(text) == nil {
			t.Errorf("%s: no tokens", text)
		}
	}
}

func TestParseScript(t *testing.T) {
	for _, c := range []struct {
		text string
		want Call
	}{
		{"f", Call{Fun: "f"}},
		{" f 10i64 [[1, 2], [3]] ", Call{Fun: "f", Args: []Call{{Text: "10i64"}, {Text: "[[1, 2], [3]]"}}}},
		{"(f 1, -2.5, empty([0]i32))", Call{Args: []Call{{Fun: "f", Args: []Call{{Text: "1"}}}, {Text: "-2.5"}, {Text: "empty([0]i32)"}}}},
		{"f (g true) f64.nan", Call{Fun: "f", Args: []Call{{Args: []Call{{Fun: "g", Args: []Call{{Text: "true"}}}}}, {Text: "f64.nan"}}}},
		{"()", Call{}},
		{`let x = $loaddata "a.in" in f x`, Call{Let: &Let{[]string{"x"}, Call{Path: "a.in"}, Call{Fun: "f", Args: []Call{{Fun: "x"}}}}}},
		{"let (a, b) = f 1 let c=2 in (a, c)", Call{Let: &Let{[]string{"a", "b"}, Call{Fun: "f", Args: []Call{{Text: "1"}}},
			Call{Let: &Let{[]string{"c"}, Call{Text: "2"}, Call{Args: []Call{{Fun: "a"}, {Fun: "c"}}}}}}}},
	} {
		got, err := ParseScript(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", c.text, diff)
		}
	}
	for _, text := range []string{"", "let x = 1", "let x in x", "let (x = 1 in x", "let = 1 in 2", "$loaddata", "$loadbytes 1", "in", "(f 1", "f 1)", "1 + 2"} {
		if c, err := ParseScript(text); err == nil {
			t.Errorf("%s: read as %+v", text, c)
		}
	}
}
