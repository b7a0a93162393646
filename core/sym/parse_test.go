package sym

import (
	"testing"

	"pgregory.net/rapid"
)

func TestParseIsTheInverseOfString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := smallPoly(t)
		q, err := Parse("p", p.String())
		if err != nil || !q.Equal(p) {
			t.Fatalf("%v reads back as %v, %v", p, q, err)
		}
	})
}

func TestParseFacts(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"n = q*b+1":               "n = b*q + 1",
		"0 <= i < q , i' != i_3":  "0 <= i, i < q, i' != i_3",
		"a == b, a>b, a >= (b-1)": "a = b, a > b, a >= b - 1",
		"-(a - 2)*b <= -1":        "-a*b + 2*b <= -1",
	} {
		if got := facts(t, text).String(); got != want {
			t.Errorf("%q reads as %q, want %q", text, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"x <":         "facts:1:4: expected a number, a variable or (, found the end\n  1 | x <\n    |    ^",
		"x + y":       "facts:1:6: expected =, !=, <, <=, > or >=, found the end\n  1 | x + y\n    |      ^",
		"x = 2b":      "facts:1:5: \"2b\" is no integer below 2^63; products are written 2*n\n  1 | x = 2b\n    |     ^",
		"x = (y, z":   "facts:1:7: expected \")\", found \",\"\n  1 | x = (y, z\n    |       ^",
		"x = 1; y":    "facts:1:6: expected \",\", found \";\"\n  1 | x = 1; y\n    |      ^",
		"x = y\n < é": "facts:2:4: expected a number, a variable or (, found \"é\"\n  2 |  < é\n    |    ^",
		"x = 9223372036854775807*2": "facts:1:5: a coefficient of this polynomial does not fit 64 bits\n" +
			"  1 | x = 9223372036854775807*2\n    |     ^",
	} {
		_, err := ParseFacts("facts", text)
		if err == nil || err.Error() != want {
			t.Errorf("%q: got error\n%v\nwant\n%s", text, err, want)
		}
	}
}
