package text

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

func TestTokens(t *testing.T) {
	const src = "let x_1' = -1.5e-7f32 -- comment\n\t@ b -> @a.fut:3:4 $\"a b\" \"\\n\" 0x1p+3f64 3i32:+n 2.x"
	want := []Token{
		{Word, "let", 1, 1}, {Word, "x_1'", 1, 5}, {Punct, "=", 1, 10}, {Punct, "-", 1, 12}, {Number, "1.5e-7f32", 1, 13},
		{Punct, "@", 2, 2}, {Word, "b", 2, 4}, {Punct, "->", 2, 6}, {Place, "a.fut:3:4", 2, 9}, {Quoted, "a b", 2, 20}, {String, "\n", 2, 27},
		{Number, "0x1p+3f64", 2, 32}, {Number, "3i32", 2, 42}, {Punct, ":+", 2, 46}, {Word, "n", 2, 48}, {Number, "2", 2, 50}, {Punct, ".", 2, 51}, {Word, "x", 2, 52},
		{EOF, "", 2, 53},
	}
	if got := lex(src); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// What a Writer writes, a Scanner reads back.
func TestWordsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := name.Name{Base: rapid.StringN(1, 8, -1).Draw(t, "base"), ID: rapid.IntRange(0, maxID).Draw(t, "id")}
		if name.Parse(n.String()) != n {
			t.Skip("a base that ends in a number")
		}
		typ := rapid.SampledFrom(scalar.Types()).Draw(t, "type")
		v := scalar.Int(typ, rapid.Int64().Draw(t, "integer"))
		if typ.IsFloat() {
			v = scalar.Float(typ, rapid.Float64().Draw(t, "float"))
		}
		s := rapid.String().Draw(t, "string")
		pos := source.Pos{File: rapid.String().Draw(t, "file"), Line: rapid.IntRange(1, 1e6).Draw(t, "line"), Col: rapid.IntRange(0, 1e6).Draw(t, "col")}

		w := &Writer{File: rapid.SampledFrom([]string{"", pos.File}).Draw(t, "default file")}
		w.Name(n)
		w.Put(" ")
		w.Const(v)
		w.Put(" ")
		w.Str(s)
		w.EndPlace(pos)

		r := NewScanner("test", w.String())
		r.File = w.File
		if got := r.Name(); got != n {
			t.Errorf("name %v reads back as %v", n, got)
		}
		if got := r.Const(scalar.Invalid); !got.Same(v) {
			t.Errorf("constant %v reads back as %v", v, got)
		}
		if got := r.Str(); got != s {
			t.Errorf("string %q reads back as %q", s, got)
		}
		if got := r.Place(); got != pos {
			t.Errorf("position %v reads back as %v", pos, got)
		}
		if r.Err() != nil || r.Tok().Kind != EOF {
			t.Errorf("%s: %v, then %v", w, r.Err(), r.Tok())
		}
		if r.Names.Last() != n.ID {
			t.Errorf("the supply is at %d after %v", r.Names.Last(), n)
		}
	})
}

func TestNamedFloatsAndBareIntegers(t *testing.T) {
	s := NewScanner("test", "f32.nan -f64.inf true 3 -9223372036854775808")
	if v := s.Const(scalar.I64); !v.IsNaN() || v.Type != scalar.F32 {
		t.Errorf("f32.nan is %v", v)
	}
	if v := s.Const(scalar.I64); v != scalar.Float(scalar.F64, math.Inf(-1)) {
		t.Errorf("-f64.inf is %v", v)
	}
	if v := s.Const(scalar.I64); v != scalar.FromBool(true) {
		t.Errorf("true is %v", v)
	}
	if v := s.Const(scalar.I64); v != scalar.Int(scalar.I64, 3) {
		t.Errorf("3 is %v", v)
	}
	if v := s.Const(scalar.I64); v != scalar.Lowest(scalar.I64) {
		t.Errorf("-9223372036854775808 is %v", v)
	}
	if err := s.Err(); err != nil {
		t.Error(err)
	}
}

func TestTheFirstErrorSticks(t *testing.T) {
	s := NewScanner("test", "a b ; c")
	s.Name()
	s.Expect("(")
	s.Expect(")")
	items := 0
	s.List("[", "]", func() { items++; s.Name() })
	if s.Tok().Kind != EOF || items > 1 {
		t.Errorf("after an error: %v, %d items", s.Tok(), items)
	}
	if got, want := s.Err().Error(), `test:1:3: expected "(", found "b"`; !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}
