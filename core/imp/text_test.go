package imp_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/imp/imptest"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
)

// sameSupply compares supplies by what they give out next.
var sameSupply = cmp.Comparer(func(a, b *name.Supply) bool { return a.Last() == b.Last() })

func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := imptest.Program(t)
		printed := p.String()
		q, err := imp.Parse("printed", printed)
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

// The archive holds programs as print lays them out.
func TestTextOfPrograms(t *testing.T) {
	for _, f := range archive(t) {
		t.Run(f.Name, func(t *testing.T) {
			want := string(f.Data)
			p, err := imp.Parse(f.Name, want)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, p.String()); d != "" {
				t.Errorf("print(parse(text)) differs from text (-text +printed):\n%s", d)
			}
		})
	}
}

func archive(t testing.TB) []txtar.File {
	t.Helper()
	const file = "testdata/programs.txtar"
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
	const head = "lamina imp\nfun f() -> () {\n  "
	tests := []struct{ name, text, want string }{
		{"level", "lamina mem", "p.imp:1:8: expected the level of the text, one of imp, found \"mem\"\n  1 | lamina mem\n    |        ^"},
		{"statement", head + "x = 3", "p.imp:3:3: expected a statement or \"}\", found \"x\"\n  3 |   x = 3\n    |   ^"},
		{"undeclared", head + "y <- x + 1", "p.imp:3:8: the scalar x is not declared before\n  3 |   y <- x + 1\n    |        ^\nhint: declare it, or write its type: (x: i64)"},
		{"operator", head + "y <- plus.i32(1)", "p.imp:3:8: unknown scalar operator \"plus\"\n  3 |   y <- plus.i32(1)\n    |        ^"},
		{"identity", head + "y <- thread_id()", "p.imp:3:8: unknown function \"thread_id\" of a thread\n  3 |   y <- thread_id()\n    |        ^\nhint: there are group_id, local_id, num_groups, group_size, num_threads, repeats and threshold, and bytes and apart of blocks"},
		{"lanes", head + "y <- splat(1i32, 4i32)", "p.imp:3:20: 4i32 is no number of lanes\n  3 |   y <- splat(1i32, 4i32)\n    |                    ^"},
		{"atomic vector", head + "atomic(b.i32x4[0], add, 1i32)", "p.imp:3:10: an atomic operation on a vector\n  3 |   atomic(b.i32x4[0], add, 1i32)\n    |          ^"},
		{"subscripts", head + "b.i32[1, 2 in 0 + {(3 : 1)}] <- 1i32", "p.imp:3:9: 2 subscripts for an index function of 1 dimensions\n  3 |   b.i32[1, 2 in 0 + {(3 : 1)}] <- 1i32\n    |         ^"},
		{"index function", head + "y <- [1]", "p.imp:3:10: expected \"in\" and an index function, found \"]\"\n  3 |   y <- [1]\n    |          ^"},
		{"nesting", head + "y <- " + strings.Repeat("(", 5000), "nested more than 1000 deep"},
		{"end", head, "p.imp:3:3: expected a statement or \"}\", found the end of the text\n  3 |   \n    |   ^"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := imp.Parse("p.imp", test.text)
			if err == nil {
				t.Fatal("no error")
			}
			if got := err.Error(); got != test.want && !(test.name == "nesting" && strings.Contains(got, test.want)) {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

// TestDeepNesting: whatever nests, up to a million deep, is an error and no overflow of a
// stack, here or of those that walk the program.
func TestDeepNesting(t *testing.T) {
	for name, c := range map[string]struct{ before, open, inner, close string }{
		"parentheses":  {"var y: i64 = ", "(", "1i64", ")"},
		"applications": {"var y: i64 = ", "neg.i64(", "1i64", ")"},
		"conversions":  {"var y: i64 = ", "convert.i64.i64(", "1i64", ")"},
		"elements":     {"var y: i64 = ", "b.i64[", "1i64", "]"},
		"sums":         {"var y: i64 = ", "1i64 + ", "1i64", ""},
		"products":     {"var y: i64 = ", "1i64 * ", "1i64", ""},
		"ifs":          {"", "if true {", "", "}"},
		"else ifs":     {"", "if true {} else {", "", "}"},
		"loops":        {"", "for i: i64 < 1i64 {", "", "}"},
		"foreign":      {"", "foreign \"f\"() -> () {", "", "}"},
	} {
		t.Run(name, func(t *testing.T) {
			n := 100_000
			if name == "parentheses" || name == "sums" {
				n = 1_000_000
			}
			text := "lamina imp\nfun f() -> () {\n" + c.before + strings.Repeat(c.open, n) + c.inner + strings.Repeat(c.close, n) + "\n}"
			_, err := imp.Parse("p.imp", text)
			if err == nil || !strings.Contains(err.Error(), "nested more than 1000 deep") {
				t.Errorf("the error is %.300v", err)
			}
		})
	}
}

func TestParseSourceGivesPlacesInTheText(t *testing.T) {
	p, err := imp.ParseSource("p.imp", "lamina imp\nfun f() -> () {\n  assert(true, [])\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Funs[0].Pos, (source.Pos{File: "p.imp", Line: 2, Col: 1}); got != want {
		t.Errorf("function at %v, want %v", got, want)
	}
	trace := p.Funs[0].Body[0].(*imp.Assert).Trace
	if want := (source.Pos{File: "p.imp", Line: 3, Col: 3}); len(trace) != 1 || trace[0] != want {
		t.Errorf("trace is %v, want %v", trace, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, file := range archive(f) {
		f.Add(string(file.Data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := imp.Parse("fuzz", text)
		if err != nil {
			return
		}
		printed := p.String()
		q, err := imp.Parse("printed", printed)
		if err != nil {
			t.Fatalf("parsing what was printed: %v\n%s", err, printed)
		}
		if again := q.String(); again != printed {
			t.Fatalf("printed twice:\n%s", cmp.Diff(printed, again))
		}
	})
}
