package source

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestErrorShowsLineAndCaret(t *testing.T) {
	f := &File{Name: "p.fut", Text: "one\r\n\tπ = maps x\nthree"}
	at := func(line, col int) Pos { return Pos{File: "p.fut", Line: line, Col: col} }
	tests := []struct {
		name string
		err  *Error
		want string
	}{
		{"caret below a tab and a wide character", Errorf(at(2, 7), "unknown name %q", "maps").WithHint("did you mean %q?", "map"),
			"p.fut:2:7: unknown name \"maps\"\n  2 | \tπ = maps x\n    | \t    ^\nhint: did you mean \"map\"?"},
		{"line break at the end is no part of the line", Errorf(at(1, 4), "unexpected end of line"),
			"p.fut:1:4: unexpected end of line\n  1 | one\n    |    ^"},
		{"note", Errorf(at(1, 1), "used again").WithNote(at(3, 1), "consumed here"),
			"p.fut:1:1: used again\n  1 | one\n    | ^\np.fut:3:1: consumed here\n  3 | three\n    | ^"},
		{"a range", Errorf(at(2, 7), "unknown name %q", "maps").Until(at(2, 11)), "p.fut:2:7: unknown name \"maps\"\n  2 | \tπ = maps x\n    | \t    ^^^^"},
		{"a range over a wide character", Errorf(at(2, 2), "wrong").Until(at(2, 6)), "p.fut:2:2: wrong\n  2 | \tπ = maps x\n    | \t^^^"},
		{"a range over lines", Errorf(at(2, 7), "wrong").Until(at(3, 2)), "p.fut:2:7: wrong\n  2 | \tπ = maps x\n    | \t    ^^^^^^"},
		{"no position", Errorf(Pos{}, "no entry point"), "no entry point"},
		{"position outside the text", Errorf(at(9, 1), "lost"), "p.fut:9:1: lost"},
		{"another file", Errorf(Pos{File: "q.fut", Line: 1, Col: 1}, "elsewhere"), "q.fut:1:1: elsewhere"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.err.In(f).Error(); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestExcerpt(t *testing.T) {
	f := &File{Name: "p.fut", Text: "one\n\tπ = maps x"}
	if got, want := Excerpt(f, Pos{File: "p.fut", Line: 2, Col: 7}), "  2 | \tπ = maps x\n    | \t    ^"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, pos := range []Pos{{}, {File: "p.fut", Line: 3, Col: 1}, {File: "p.fut", Line: 1, Col: 9}} {
		if got := Excerpt(f, pos); got != "" {
			t.Errorf("at %v, outside the text, there is %q", pos, got)
		}
	}
}

// TestLongLines: of a line of a megabyte, what is around the place is shown.
func TestLongLines(t *testing.T) {
	text := strings.Repeat("π", 1<<19)
	f := &File{Name: "p.fut", Text: text}
	for _, col := range []int{1, 3, 401, len(text) - 1, len(text) + 1} {
		lines := strings.Split(Errorf(Pos{File: "p.fut", Line: 1, Col: col}, "wrong").In(f).Error(), "\n")
		if len(lines) != 3 || len(lines[1]) > 300 || !utf8.ValidString(lines[1]) {
			t.Fatalf("column %d: %d lines, the second of %d bytes", col, len(lines), len(lines[1]))
		}
		shown, caret := []rune(lines[1]), []rune(lines[2])
		if last := caret[len(caret)-1]; last != '^' || len(caret) > len(shown)+1 {
			t.Errorf("column %d: the caret is not below the line:\n%s\n%s", col, lines[1], lines[2])
		}
		if at := len(caret) - 1; at < len(shown) && shown[at] != 'π' {
			t.Errorf("column %d: the caret is below %q", col, shown[at])
		}
	}
}
