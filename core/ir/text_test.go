package ir_test

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ir/irtest"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// sameSupply compares supplies by what they give out next.
var sameSupply = cmp.Comparer(func(a, b *name.Supply) bool { return a.Last() == b.Last() })

func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := irtest.Program(t)
		printed := p.String()
		q, err := ir.Parse("printed.lir", printed)
		if err != nil {
			t.Fatalf("parsing what was printed: %v\n%s", err, printed)
		}
		if d := cmp.Diff(p, q, sameSupply); d != "" {
			t.Fatalf("parse(print(p)) differs from p (-p +parsed):\n%s\n%s", d, printed)
		}
		if again := q.String(); again != printed {
			t.Fatalf("print(parse(text)) differs from text:\n%s", cmp.Diff(printed, again))
		}
	})
}

func TestTextWithoutPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := irtest.Program(t)
		var bare bytes.Buffer
		if err := ir.Print(&bare, p, ir.OmitPositions); err != nil {
			t.Fatal(err)
		}
		q, err := ir.Parse("bare.lir", bare.String())
		if err != nil {
			t.Fatalf("parsing what was printed: %v\n%s", err, bare.String())
		}
		stripPositions(p)
		if d := cmp.Diff(p, q, sameSupply); d != "" {
			t.Fatalf("the parsed program differs from p without positions:\n%s", d)
		}
	})
}

func stripPositions(p *ir.Program) {
	w := ir.Walker{Stm: func(s *ir.Stm) {
		s.Pos = source.Pos{}
		if a, ok := s.Exp.(*ir.Assert); ok {
			a.Trace = nil
		}
	}}
	for _, f := range p.Funs {
		f.Pos = source.Pos{}
		w.Fun(f)
	}
}

// Every field of every operation is shown by Visit: a visitor that fills all it
// meets leaves none at its zero value.
func TestVisitShowsEveryField(t *testing.T) {
	for _, op := range ir.Operations() {
		empty, _ := ir.New(op)
		missing := map[string]bool{}
		typ := reflect.TypeOf(empty).Elem()
		for i := range typ.NumField() {
			missing[typ.Field(i).Name] = true
		}
		for try := 0; len(missing) > 0 && try < 200; try++ {
			e := rapid.Custom(func(t *rapid.T) ir.Exp { return irtest.Exp(t, op) }).Example(try)
			for f := range missing {
				if !reflect.ValueOf(e).Elem().FieldByName(f).IsZero() {
					delete(missing, f)
				}
			}
		}
		for f := range missing {
			t.Errorf("%s: Visit does not show field %s", op, f)
		}
	}
}

func TestNoScalarOperatorHasTheNameOfAnOperation(t *testing.T) {
	for _, op := range scalar.Ops() {
		if _, clash := ir.New(op.String()); clash {
			t.Errorf("%s is both a scalar operator and an operation", op)
		}
	}
}

// The archive holds programs as print lays them out, with comments that say
// what each shows.
func TestTextOfPrograms(t *testing.T) {
	for _, f := range archive(t, "testdata/programs.txtar") {
		t.Run(f.Name, func(t *testing.T) {
			want := string(f.Data)
			p, err := ir.Parse(f.Name, want)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, p.String()); d != "" {
				t.Errorf("print(parse(text)) differs from text (-text +printed):\n%s", d)
			}
		})
	}
}

func archive(t testing.TB, file string) []txtar.File {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := txtar.Parse(data).Files
	if len(files) == 0 {
		t.Fatalf("%s: no files in the archive", file)
	}
	return files
}

func TestParseErrors(t *testing.T) {
	const head = "lamina soac\nfun f() -> () {\n  "
	tests := []struct{ name, text, want string }{
		{"empty", "", `p.lir:1:1: not .lir text: it begins with one of lamina soac, lamina kernel, lamina mem`},
		{"level", "lamina fun", "p.lir:1:8: expected the level of the text, one of soac, kernel, mem, found \"fun\"\n  1 | lamina fun\n    |        ^"},
		{"unknown operation", head + "let (x: i32) = sumup(y)\n", "p.lir:3:18: unknown operation \"sumup\"\n  3 |   let (x: i32) = sumup(y)\n    |                  ^"},
		{"prim is no operation's name", head + "let (x: i32) = prim(y)", "p.lir:3:18: unknown operation \"prim\"\n  3 |   let (x: i32) = prim(y)\n    |                  ^"},
		{"constant without a type", head + "let (x: i32) = use(-3)", "p.lir:3:22: the constant -3 has no type\n  3 |   let (x: i32) = use(-3)\n    |                      ^\nhint: write -3i32, or whichever type it has"},
		{"constant out of range", head + "let (x: i8) = use(300i8)", "p.lir:3:21: constant \"300i8\": out of range: i8 goes from -128i8 to 127i8\n  3 |   let (x: i8) = use(300i8)\n    |                     ^"},
		{"missing comma", head + "let (x: i32) = add.i32(a b)", "p.lir:3:28: expected \",\" or \")\", found \"b\"\n  3 |   let (x: i32) = add.i32(a b)\n    |                            ^"},
		{"missing label", head + "let (x: i32) = concat(0, n, [a])", "p.lir:3:25: expected \"dim\", found \"0\"\n  3 |   let (x: i32) = concat(0, n, [a])\n    |                         ^"},
		{"end of text", head + "let (x: i32) = use(y)", "p.lir:3:24: expected a statement: let, an operation, or in, found the end of the text\n  3 |   let (x: i32) = use(y)\n    |                        ^"},
		{"memory without a space", head + "let (x: [n]i32 @b -> 0 + {(n : 1)}) = copy(y)", "p.lir:3:18: expected \",\" or \")\", found the position @b\n  3 |   let (x: [n]i32 @b -> 0 + {(n : 1)}) = copy(y)\n    |                  ^"},
		{"position", head + "let (x: i32) = use(y) @3", "p.lir:3:25: @3 is no position\n  3 |   let (x: i32) = use(y) @3\n    |                         ^\nhint: write @line:column, @file:line:column, or, before a memory block, @ and a space"},
		{"character", head + "let (x: i32) = use(y) ;", "p.lir:3:25: no token begins with ';'\n  3 |   let (x: i32) = use(y) ;\n    |                         ^"},
		{"string", head + "assert(c, [\"open]", "p.lir:3:14: the string is not closed on its line, or has an escape that Go's strings lack\n  3 |   assert(c, [\"open]\n    |              ^"},
		{"nesting", head + strings.Repeat("if(c) then { ", 2000), "nested more than 1000 deep"},
		{"name's number", head + "let (x_999999999999999: i32)", "p.lir:3:8: the number of \"x_999999999999999\" is larger than 2^48\n  3 |   let (x_999999999999999: i32)\n    |        ^"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ir.Parse("p.lir", test.text)
			if err == nil {
				t.Fatal("no error")
			}
			if got := err.Error(); got != test.want && !(test.name == "nesting" && strings.Contains(got, test.want)) {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestParseSourceGivesPlacesInTheText(t *testing.T) {
	p, err := ir.ParseSource("p.lir", "lamina soac\nfile \"q.fut\"\nentry fun f(n: i64, m: i64, xs: [n]i32) -> (r: i32) {\n  assert(c, [])\n  let (r: i32) = use(x) @7:8\n  in (r)\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funs[0]
	at := func(file string, line, col int) source.Pos { return source.Pos{File: file, Line: line, Col: col} }
	if f.Pos != at("p.lir", 3, 1) {
		t.Errorf("function at %v", f.Pos)
	}
	if got, want := f.Body.Stms[0].Pos, at("p.lir", 4, 3); got != want {
		t.Errorf("first statement at %v, want %v", got, want)
	}
	if got := f.Body.Stms[0].Exp.(*ir.Assert).Trace; len(got) != 1 || got[0] != at("p.lir", 4, 3) {
		t.Errorf("the assertion's trace is %v", got)
	}
	if got, want := f.Body.Stms[1].Pos, at("q.fut", 7, 8); got != want {
		t.Errorf("second statement at %v, want %v", got, want)
	}
	want := &ir.Entry{Implicit: 1, Params: []ir.External{{Name: "m", Type: "i64"}, {Name: "xs", Type: "[n]i32"}}, Results: []ir.External{{Type: "i32"}}}
	if d := cmp.Diff(want, f.Entry); d != "" {
		t.Errorf("a bare \"entry\" describes the function by its own names:\n%s", d)
	}
}

func TestBrief(t *testing.T) {
	p, err := ir.Parse("p.lir", `lamina soac
fun f() -> () {
  let (ys: [n]f32, t: f32) = if(c) then {
    let (z: f32) = map(n, [xs], \(x: f32) -> (f32) { in (x) }) @3:4
    in (z)
  } else { in () } @5:6
  in ()
}`)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Funs[0].Body.Stms[0]
	if got, want := s.Brief(), "let (ys: [n]f32, t: f32) = if(c) then {…} else {…}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	inner := s.Exp.(*ir.If).Then.Stms[0]
	if got, want := inner.Brief(), `let (z: f32) = map(n, [xs], \(x: f32) -> (f32) {…})`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, file := range archive(f, "testdata/programs.txtar") {
		f.Add(string(file.Data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ir.Parse("fuzz.lir", text)
		if err != nil {
			return
		}
		printed := p.String()
		q, err := ir.Parse("printed.lir", printed)
		if err != nil {
			t.Fatalf("parsing what was printed: %v\n%s", err, printed)
		}
		if again := q.String(); again != printed {
			t.Fatalf("printed twice:\n%s", cmp.Diff(printed, again))
		}
	})
}
