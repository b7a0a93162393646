package syntax

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
)

// The trees here follow the language reference's table of precedences; what it
// leaves open was tried on an existing compiler.
func TestParseExp(t *testing.T) {
	tests := []struct{ text, want string }{
		{"1 + 2 * 3 - 4", "(1 + (2 * 3)) - 4"},
		{"a || b && c == d | e << f + g * h ** i", "a || (b && (c == (d | (e << (f + (g * (h ** i)))))))"},
		{"x + 1 |> f |> g", "((x + 1) |> f) |> g"},
		{"f <| g <| x + 1", "f <| (g <| (x + 1))"},
		{"x |> f >-> g", "x |> (f >-> g)"},
		{"1 + 2 `f` 3", "(1 + 2) `f` 3"},
		{"x <+> y + z", "x <+> (y + z)"},
		{"-2 ** 2", "(-2) ** 2"},
		{"- f x", "-f x"},
		{"f -1", "f - 1"},
		{"!a && b", "(!a) && b"},
		{"a[i] f [i]", "a[i] f [i]"},
		{"a[1:n-1:2, :, ::-1, :k][0].x.0.1", "a[1:(n - 1):2, :, ::(-1), :k][0].x.0.1"},
		{"(+) (+1) (1-) (-1) (- x) (`f` 1) (1 `f`) (.a.b) (.[i, 0:2])", "(+) (+ 1) (1 -) (-1) (-x) (`f` 1) (1 `f`) (.a.b) (.[i, 0:2])"},
		{"(i32.+) 1", "(i32.+) 1"},
		{"f32.sqrt x f64.(a + b)", "f32.sqrt x f64.(a + b)"},
		{"r.a.b x", "r.a.b x"},
		{"f r . a .b + t. 0 .\n1", "f r.a.b + t.0.1"},
		{"(f32).a + (1).0 + 1.5 .b", "(f32.a + (1).0) + (1.5).b"},
		{`\(a, b) {c, d = e} _ (x: i32): i32 -> a + 1`, `\(a, b) {c = c, d = e} _ (x: i32): i32 -> a + 1`},
		{"let x = 1 let (y, _): (i32, i32) = z in x + y", "let x = 1 in let (y, _): (i32, i32) = z in x + y"},
		{"let f [n] 't (x: [n]t): t = x[0] in f a", "let f [n] 't (x: [n]t): t = x[0] in f a"},
		{"let a[i, j] = v in a", "let a = a with [i, j] = v in a"},
		{"let [n] (xs: [n]i32) = e in n", "let [n] xs: [n]i32 = e in n"},
		{"a with [0] = 1 with r.s = 2 + 3", "(a with [0] = 1) with r.s = (2 + 3)"},
		{"if a then b else c : t", "if a then b else c : t"},
		{"1 + if a then b else c + 2", "1 + (if a then b else c + 2)"},
		{"loop (x, y) for i < n do (y, x)", "loop (x, y) = (x, y) for i < n do (y, x)"},
		{"loop x: i32 = 1 while x < 10 do x + 1", "loop x: i32 = 1 while x < 10 do x + 1"},
		{"loop (xs: [n]i32) = a for (p, q) in b do xs", "loop xs: [n]i32 = a for (p, q) in b do xs"},
		{"0..<n", "0..<n"},
		{"a+1..a+3...10*2", "(a + 1)..(a + 3)...(10 * 2)"},
		{"5..>0", "5..>0"},
		{"x :> [n][]i32", "x :> [n][]i32"},
		{"e : ?[n][m].([n]i32, [m]i32)", "e : ?[n][m].([n]i32, [m]i32)"},
		{"e : (n: i64) -> ([n]i32 -> *[n]i32) -> {a: t [n] i32 (u [2]), 0: ()}", "e : (n: i64) -> ([n]i32 -> *[n]i32) -> {a: t [n] i32 (u [2]), 0: ()}"},
		{"match x + 1 case -1 -> a case (2, y: i32) -> match y case _ -> b", "match (x + 1) case -1 -> a case (2, y: i32) -> (match y case _ -> b)"},
		{"match x case 'a' -> f y case {a = true, b} -> b case _ -> 0", "match x case 'a' -> (f y) case {a = true, b = b} -> b case _ -> 0"},
		{"assert (x > 0) y + 1", "(assert (x > 0) y) + 1"},
		{"#[unsafe] a[i] + 1", "#[unsafe] a[i] + 1"},
		{"#[unroll(3, x)] f", "#[unroll(3, x)] f"},
		{`\{a, 0, 1 = x} -> x`, `\{a = a, 0 = _, 1 = x} -> x`},
		{"{a, b = 1, c = {}}", "{a = a, b = 1, c = {}}"},
		{"[1, 2,]", "[1, 2]"},
		{"()", "()"},
		{"0xFF_u8 0b1_01i8 1_000 0rXIV 1.5e-3f32 1e3 2f64 0x1.8p3", "0xFF_u8 0b1_01i8 1_000 0rXIV 1.5e-3f32 1e3 2f64 0x1.8p3"},
		{`'a' '\n' '\'' "x\t\"\65\x42π"`, `'a' '\10' '\39' "x\x9\"ABπ"`},
		{"x' -- comment", "x'"},
	}
	for _, test := range tests {
		e, err := ParseExp(&source.File{Name: "t", Text: test.text})
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if got := ExpString(e); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestParseDecls(t *testing.T) {
	f, err := Parse(&source.File{Name: "t", Text: `-- | About the file.

-- | Adds.
-- Really.
def (+++) [n] 'a '~b '^c (xs: [n]a): [n]a = xs
#[inline] #[noinline] entry main x = x
type^ f 'a = a -> a
type t = {x: i32}
def x <+> y = x
local let (a: i32) ` + "`plus`" + ` (b: i32) = a
-- last comment`})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"def (+++) [n] 'a '~b '^c (xs: [n]a): [n]a = xs",
		"#[inline] #[noinline] entry main x = x",
		"type^ f 'a = a -> a",
		"type t = {x: i32}",
		"def (<+>) x y = x",
		"local def plus (a: i32) (b: i32) = a",
	}, "\n") + "\n"
	if got := Print(f); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if f.Doc != "About the file." {
		t.Errorf("file's documentation %q", f.Doc)
	}
	if doc := f.Decls[0].(*ValDecl).Doc; doc != "Adds.\nReally." {
		t.Errorf("documentation %q", doc)
	}
}

func TestIntValues(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "007": 7, "1_000": 1000, "0x_fF": 255, "0b1101": 13, "0rMCMXCIV": 1994,
		"18446744073709551615": 1<<64 - 1,
	} {
		if got, wide, ok := intValue(text); !ok || wide != "" || got != want {
			t.Errorf("%s is %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]struct {
		value uint64
		wide  string
	}{
		"18446744073709551616": {0, "18446744073709551616"},
		"0x1_00000000000000FF": {255, "18446744073709551871"},
	} {
		if got, wide, ok := intValue(text); !ok || got != want.value || wide != want.wide {
			t.Errorf("%s is %d and %q, want %d and %q", text, got, wide, want.value, want.wide)
		}
	}
}

// A chain of lets, of operators or of conditions may be long; nesting may not be deep.
func TestDepth(t *testing.T) {
	const n = 20_000
	parse := func(text string) error {
		_, err := ParseExp(&source.File{Name: "t", Text: text})
		return err
	}
	if err := parse(strings.Repeat("let x = 1 ", n) + "in x"); err != nil {
		t.Errorf("lets: %v", err)
	}
	if err := parse("1" + strings.Repeat(" + 1", n)); err != nil {
		t.Errorf("operators: %v", err)
	}
	for _, branches := range []struct{ before, unit, behind string }{
		{"", "if a then b else ", "c"}, {"match a ", "case 1 -> b ", "case _ -> c"},
	} {
		ladder := func(n int) string { return branches.before + strings.Repeat(branches.unit, n) + branches.behind }
		if err := parse(ladder(maxBranches - 1)); err != nil {
			t.Errorf("%s…: %v", branches.unit, err)
		}
		if err := parse(ladder(n)); err == nil || !strings.Contains(err.Error(), "More than 2000 ") {
			t.Errorf("%s…, too many: error %v", branches.unit, err)
		}
	}
	for _, unit := range []string{"(", "[", "{a=", "-", "!", "f (", "\\x -> ", "if ", "x : ?[n].", "x: (", "x : [n]", "let (", "#[a("} {
		err := parse(strings.Repeat(unit, n))
		if err == nil {
			t.Errorf("%s…: no error", unit)
		}
	}
}

func TestTextIsUTF8(t *testing.T) {
	for _, text := range []string{"def x =\n \xfc", "def x =\n\"\xfc\"", "def x = 1\n-\xfc", "-- π\n \xcf"} {
		_, err := Parse(&source.File{Name: "t", Text: text})
		if err == nil || !strings.Contains(err.Error(), "t:2:2: Byte 0x") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

// same reports whether two trees are one, positions and documentation aside. (go-cmp
// takes twice as long for each level by which lists are nested.)
func same(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Interface, reflect.Pointer:
		return same(a.Elem(), b.Elem())
	case reflect.Slice:
		for i := range min(a.Len(), b.Len()) {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return a.Len() == b.Len()
	case reflect.Struct:
		for i := range a.NumField() {
			field := a.Type().Field(i).Name
			if !slices.Contains([]string{"Position", "Extent", "Doc", "Source", "tokens"}, field) && !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Interface() == b.Interface()
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"def f [n] 'a (xs: [n]a) : *[n]a = map (\\x -> x) xs |> copy",
		"entry main (x: i32) = loop (a, b) = (1, 2) for i < 10 do (a + i, b * 2i32)",
		"type t [n] 'a = {x: [n]a, y: (i32, f32)} def g = a[1:2, ::-1] with [0] = (1 +) with r.f = 'c'",
		"type t 'a = #some a (i32, #x) | #none def m = match f #some case #some -1 (#x) _ -> (#a 1 : #a i32 | #b) case #match | _ -> #none",
		"def f (#a x: [2](#a i32 | #b [3]u8)) = let #a y (#b 'c' 1.5) = loop #a y = #a #b for #a z in x do (#a z).0 in #a y[0] with [1] = #b",
		"def h = f32.(sqrt 0x1p3f32) .. \"a\\n\\65\" #[x(y)] (.[0]) (.a) (`f` 1) 1..<2 -- | doc",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse(&source.File{Name: "t", Text: text})
		if err != nil {
			return
		}
		printed := Print(file)
		again, err := Parse(&source.File{Name: "t", Text: printed})
		if err != nil {
			t.Fatalf("what was printed does not parse: %v\n%s", err, printed)
		}
		if !same(reflect.ValueOf(file), reflect.ValueOf(again)) {
			t.Fatalf("what was printed is another program:\n%s\nand printed again:\n%s", printed, Print(again))
		}
	})
}
