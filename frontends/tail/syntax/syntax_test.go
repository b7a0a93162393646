package syntax

import (
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/source"
)

func parse(text string) (*Program, error) {
	return Parse(&source.File{Name: "t.tail", Text: text})
}

// TestRoundTrip prints programs, and demands that the text reads back as the same text.
func TestRoundTrip(t *testing.T) {
	for _, text := range []string{
		"let v:<int>3 = [1, ~2, 3] in reduce(addi, 0, v)",
		"each(fn x: [double]0 => maxd(i2d(~50), x), [1.0, 1e300, ~1e~5])",
		"let f = fn x: ['a]1+g => fn y: 'a => cons(first(y, x), x) in f [1] 2",
		"entry f (x: [int]2, n: S(int,3), v: SV(int,~1)) = if(eqi(n, 1), (fn z: int -> int => z) addi, x)\nentry g () = (1, tt, [])",
		"let v:[int]1 = (let y = 1 in [y]) in v",
		"let d = subi in reduce(d, 0, [1])",
	} {
		p, err := parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		printed := p.String()
		q, err := parse(printed)
		if err != nil {
			t.Errorf("%s\nis printed as\n%s\n%v", text, printed, err)
			continue
		}
		if again := q.String(); again != printed {
			t.Errorf("%s\nis printed as\n%s\nand then as\n%s", text, printed, again)
		}
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"addi(1, 2":                     `t.tail:1:10: expected ")" after the list, but found the end of the file`,
		"let x = 1 x":                   `expected "in" after the value that let binds`,
		"let addi = 1 in 2":             `"addi" is an operation`,
		"fn x:[char]0 => x":             `expected a base type, but found name "char"`,
		"99999999999999999999":          "is no int",
		"1e999":                         "larger than a double can be",
		"entry f () = 1 entry f () = 2": `entry point "f" is defined twice`,
		"1 + 2":                         `expected an entry point or the end of the program, but found "+"`,
		"⍳3":                            `unexpected character '⍳'`,
		"if(tt, 1)":                     "if takes a condition and two branches, but has 2 arguments",
		strings.Repeat("(", 5000):       "nest more than 2000 deep",
	} {
		_, err := parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: got %v, want %s", text, err, want)
		}
	}
}
