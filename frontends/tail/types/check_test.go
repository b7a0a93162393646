package types

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/tail/syntax"
)

func check(t *testing.T, text string) (string, error) {
	t.Helper()
	p, err := syntax.Parse(&source.File{Name: "t.tail", Text: text})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	info, err := Check(p)
	if err != nil {
		return "", err
	}
	var out []string
	for _, r := range info.Results[p.Entries[0]] {
		out = append(out, r.String())
	}
	return strings.Join(out, ", "), nil
}

// TestTypes has types by the rules of the paper.
func TestTypes(t *testing.T) {
	for text, want := range map[string]string{
		"7":                             "S(int,7)",
		"[7]":                           "SV(int,7)",
		"[1, 2, 3]":                     "<int>3",
		"shape(iota(4))":                "<int>1",
		"shapeV([1, 2, 3])":             "SV(int,3)",
		"firstV(shapeV([1, 2, 3]))":     "S(int,3)",
		"iotaV(firstV(shapeV([1, 2])))": "<int>2",
		"reshape([3, 2], 0, iotaV(5))":  "[int]2",
		"catV([1, 2], [3])":             "<int>3",
		"dropV(2, [1, 2, 3])":           "<int>1",
		"dropV(~1, [1, 2, 3])":          "<int>2", // where the scheme of the paper gives 4
		"takeV(~1, iotaV(3))":           "<int>1",
		"consV(1, [2.0])":               "", // an int before a double
		"each(i2d, [1, 2])":             "[double]1",
		"reduce(addi, 0, reshape([3, 2], 0, iota(5)))": "[int]1",
		"b2iV(tt)": "S(int,1)",
		"let f = fn x: ['a]g => shape(x) in f (reshape([2, 2], 0, [1]))":               "<int>2",
		"let id = fn x: ['a]g => x in (each(id, [1]), reduce(addd, id 0.0, id [1.0]))": "[int]1, [double]0",
		"each(fn x => addi(x, 1), [1])":                                                "[int]1",
		// The paper's dotpi and dotp.
		"let dotpi = fn x: [int]1+g => fn y: [int]1+g => reduce(addi, 0, zipWith(muli, x, y)) in dotpi (reshape([2, 2], 0, [1])) (reshape([2, 2], 0, [1]))":                                     "[int]1",
		"let dotp = fn add: ('a -> 'a -> 'a) => fn mul: ('a -> 'a -> 'a) => fn n: 'a => fn x: ['a]1+g => fn y: ['a]1+g => reduce(add, n, zipWith(mul, x, y)) in dotp addd muld 0.0 [1.0] [2.0]": "[double]0",
		"if(tt, 1, 2)":                            "[int]0",
		"if(tt, [1], [2])":                        "[int]1",
		"power(fn x => x, 3, [1, 2])":             "[int]1",
		"index(1, 2, reshape([2, 3, 4], 0, [1]))": "[int]2",
		"let a: [int]1 = [1, 2] in a":             "[int]1",
	} {
		got, err := check(t, text)
		if want == "" {
			if err == nil {
				t.Errorf("%s: has type %s, but has none", text, got)
			}
			continue
		}
		if err != nil || got != want {
			t.Errorf("%s: got %s %v, want %s", text, got, err, want)
		}
	}
}

// TestIllTyped has one program for each kind of mistake, and the message with its position.
func TestIllTyped(t *testing.T) {
	for text, want := range map[string]string{
		"addi(1, 2.0)":                      "t.tail:1:9: argument 2 of addi has type [double]0, but should have type [int]0",
		"addi([1], 2)":                      "t.tail:1:6: argument 1 of addi has type SV(int,1), but should have type [int]0",
		"addi(1)":                           "t.tail:1:1: addi takes 2 arguments, but has 1",
		"x":                                 `t.tail:1:1: unknown name "x"`,
		"reduce(addi, 0, 1)":                "argument 3 of reduce has type S(int,1)",
		"reduce(addd, 0.0, [1])":            "argument 3 of reduce has type SV(int,1), but should have type [double]1+g",
		"reduce(lti, 0, [1])":               "argument 1 of reduce has type [int]0 -> [int]0 -> [bool]0",
		"reshape(iota(3), 0, [1])":          "argument 1 of reshape has type [int]1, but should have type <int>g",
		"cat([1], reshape([1, 1], 0, [1]))": "argument 2 of cat has type [int]2, but should have type [int]1",
		"transp2([1, 2], [1])":              "argument 2 of transp2",
		"dropV(4, [1, 2, 3])":               "argument 2 of dropV has type <int>3, but should have type <int>4+h",
		"let x: <int>4 = [1, 2, 3] in x":    `"x" is declared with type <int>4, but its value has type <int>3`,
		"[1, 2.0]":                          "the first element of this vector is int, but this one is double",
		"[[1]]":                             "an element of a vector is a scalar",
		"fn x => x":                         `the type of "x" is not known`,
		"fn x: int => x":                    `entry point "main" returns a function`,
		"1 2":                               "this is applied, but has type S(int,1)",
		"if(1, 2, 3)":                       "the condition has type S(int,1), but should have type [bool]0",
		"if(tt, 2, [3])":                    "the branches of a conditional are arrays of one type",
		"addi((1, 2), 3)":                   "results in parentheses can only be at the end",
		"entry f (x: ['a]1) = x":            "'a is no base type",
		"entry f (x: [int]g) = x":           "whose rank is not known",
		"entry f (g: int -> int) = g 1":     "has a function as a parameter",
		"power(fn x => iota(3), 2, 5)":      "argument 1 of power",
		"let f = fn x: ['a]g => addi(x, 1) in f 1": "argument 1 of addi",
	} {
		_, err := check(t, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
