package script

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

func lit(text string) Exp               { return &Literal{text} }
func call(name string, args ...Exp) Exp { return &Call{name, args} }

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		want Exp
	}{
		{"f", call("f")},
		{" f 10i64 [[1, 2], [3]] -- two", call("f", lit("10i64"), lit("[[1, 2], [3]]"))},
		{"(f 1, -2.5e-3, empty([0]i32))", &Tuple{[]Exp{call("f", lit("1")), lit("-2.5e-3"), lit("empty([0]i32)")}}},
		{"f (g true) f64.nan [-f32.inf, 1]", call("f", call("g", lit("true")), lit("f64.nan"), lit("[-f32.inf, 1]"))},
		{"()", &Tuple{}},
		{`let x = $loaddata "a.in" in f x`, &Let{[]string{"x"}, call("$loaddata", lit(`"a.in"`)), call("f", call("x"))}},
		{"let (a, b) = f 1 let c=2 in (a, c)", &Let{[]string{"a", "b"}, call("f", lit("1")),
			&Let{[]string{"c"}, lit("2"), &Tuple{[]Exp{call("a"), call("c")}}}}},
		{"f {x = 1, y = {}} (g 1).x.0.1", call("f", &Record{[]string{"x", "y"}, []Exp{lit("1"), &Record{}}},
			&Project{&Project{&Project{call("g", lit("1")), "x"}, "0"}, "1"})},
		{`[f 1, 2]`, &List{[]Exp{call("f", lit("1")), lit("2")}}},
	} {
		got, err := Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", c.text, diff)
		}
	}
	for _, text := range []string{"", "let x = 1", "let x in x", "let (x = 1 in x", "let = 1 in 2", "$load 1", "in", "(f 1", "f 1)", "1 + 2",
		"[", "[1", "[1 2", "{x = 1", "{1}", "{x}", "f.", "f \"a", "empty(", "let 1 = 2 in 3", "f.\""} {
		if e, err := Parse(text); err == nil && !strings.HasSuffix(text, "\"a") {
			t.Errorf("%s: read as %+v", text, e)
		}
	}
}

// The program of these tests has entry points for points {x: i32, y: []i64}.
func program(t *testing.T) *Program {
	point := entry.RecordType([]string{"x", "y"}, []*entry.Type{entry.PlainType(scalar.I32, 0), entry.PlainType(scalar.I64, 1)})
	point.Rename("point")
	i32 := entry.PlainType(scalar.I32, 0)
	arg := func(t *entry.Type) entry.Argument { return entry.Argument{Name: "a", Type: t} }
	return &Program{
		Folder: t.TempDir(),
		Signature: func(name string) (entry.Signature, error) {
			s := entry.Signature{Entry: name}
			switch name {
			case "point":
				s.Params = []entry.Argument{arg(point)}
			case "mk":
				s.Params, s.Result = []entry.Argument{arg(i32)}, arg(point)
			case "both":
				s.Params, s.Result = []entry.Argument{arg(i32), arg(point)}, arg(entry.TupleType(i32, point))
			default:
				return s, fmt.Errorf("the program has no entry point %s", name)
			}
			return s, nil
		},
		// mk k is {x = k, y = [k, k]}, and both returns what it is given.
		Run: func(_ context.Context, name string, args []value.Value) ([]value.Value, error) {
			if name == "mk" {
				return value.Parse(fmt.Sprintf("%v [%vi64, %[2]vi64]", args[0], strings.TrimSuffix(args[0].String(), "i32")))
			}
			return args, nil
		},
	}
}

func TestArguments(t *testing.T) {
	p := program(t)
	for _, c := range []struct{ name, script, want string }{
		{"point", "{y = [1, 2], x = 3}", "3i32 [1i64, 2i64]"},
		{"point", "mk 4", "4i32 [4i64, 4i64]"},
		{"point", "{x = (mk 4).x, y = (mk 5).y}", "4i32 [5i64, 5i64]"},
		{"point", "(both 1 (mk 2)).1", "2i32 [2i64, 2i64]"},
		{"both", "both 1 (mk 2)", "1i32 2i32 [2i64, 2i64]"},
		{"both", "let (_, q) = both (1, mk 2) let x = 7 in (x, q)", "7i32 2i32 [2i64, 2i64]"},
		{"point", `let _ = $store (mk 6) "p.dat" in $restore "point" "p.dat"`, "6i32 [6i64, 6i64]"},
		{"point", `let _ = $store (both 8 (mk 9)) "q.dat" let (a, b, c) = $loaddata "q.dat" in {x = a, y = c}`, "8i32 [9i64, 9i64]"},
		{"mk", `1i32`, "1i32"},
		{"point", "{x = 1, y = [(mk 2).x, 3]}", "1i32 [2i32, 3i32]"},
	} {
		e, err := Parse(c.script)
		if err != nil {
			t.Fatalf("%s: %v", c.script, err)
		}
		got, err := p.Arguments(t.Context(), e, c.name)
		if c.script == "{x = 1, y = [(mk 2).x, 3]}" {
			if err == nil {
				t.Errorf("%s: an array of i32 is given where one of i64 is wanted", c.script)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.script, err)
			continue
		}
		var texts []string
		for _, v := range got {
			texts = append(texts, v.String())
		}
		if text := strings.Join(texts, " "); text != c.want {
			t.Errorf("%s: got %s, want %s", c.script, text, c.want)
		}
	}
	for script, want := range map[string]string{
		"mk 1":                      "",
		"{x = 1}":                   "expected a value of type point, but got one that is a record of x",
		"(1, [2])":                  "expected a value of type point, but got one that is a tuple of 2",
		"3":                         "expected a value of type point, but got one written as 3",
		"both 1 (mk 2)":             "expected a value of type point, but got one of type (i32, point)",
		"(mk 1).z":                  "a value of type point has no field z",
		"f 1":                       "the program has no entry point f",
		"mk 1 2":                    "entry point mk takes 1 arguments, but 2 are given",
		"let (a, b) = mk 1 in a":    "2 names are bound to 1 values",
		`$store (mk 1) "../p.dat"`:  "$store writes to files beside the program and below",
		`$loaddata "none.in"`:       "no such file",
		`$loadbytes 1`:              "$loadbytes takes the name of a file",
		`$restore "p.dat"`:          "$restore takes a type and the name of a file",
		`let x = mk 1 in x 2`:       "x is no entry point",
		`$store 1 "p.dat"`:          "$store takes a value that an entry point returned",
		`{x = [(mk 1), 2], y = []}`: "of values between [ and ] one at least must be",
	} {
		e, err := Parse(script)
		if err != nil {
			t.Fatalf("%s: %v", script, err)
		}
		_, err = p.Arguments(t.Context(), e, "point")
		if got := fmt.Sprint(err); want != "" && !strings.Contains(got, want) || want == "" && err != nil {
			t.Errorf("%s: got %s, want %s", script, got, want)
		}
	}
}
