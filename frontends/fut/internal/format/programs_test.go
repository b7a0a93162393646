package format

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPrograms formats all programs of the repository. Source itself compares the trees, the words and
// the comments; here the result must also stay as it is, and a file that is no program is left alone.
func TestPrograms(t *testing.T) {
	n := 0
	for _, root := range []string{"../../../../examples", "../../../../conformance", "../..", "../../../../accelerate", "../../../../tools"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".fut" {
				return err
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			n++
			stable(t, name, string(text))
			return nil
		})
		if os.IsNotExist(err) {
			t.Skip("the programs are not here: under Bazel a test sees only its own files; go test checks this")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 100 {
		t.Errorf("only %d programs", n)
	}
}

// stable formats a program twice.
func stable(t *testing.T, name, text string) {
	t.Helper()
	once, err := Source(name, text)
	if err != nil {
		if strings.Contains(err.Error(), "internal error") {
			t.Errorf("%s: %v", name, err)
		}
		return
	}
	twice, err := Source(name, once)
	if err != nil {
		t.Errorf("%s: formatted, it becomes no program: %v\n%s", name, err, once)
	}
	if twice != once {
		t.Errorf("%s: formatting twice changes it\n%s\nand then\n%s", name, once, twice)
	}
	for line := range strings.Lines(once) {
		if line != strings.TrimRight(line, " \t\r\n")+"\n" {
			t.Errorf("%s: %q ends in a space or in no line break", name, line)
		}
	}
}

// FuzzFormat demands of any text what TestPrograms demands of programs.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"def f [n] 'a (xs: [n]a) : *[n]a = map (\\x -> x) xs |> copy -- end",
		"entry main (x: i32) =\n\tlet a = 1 in -- why\r\n let b[0] = a in loop (a, b) = (1, 2) for i < 10 do\n\n\n a",
		"def f x =\n  let y = match x case {a, 0} -> 1 case -1 -> 2\nlet z = (a.b) with [1] = c with d = {e}\n in z",
		"type t = #a (i32, #b) | -- c\n #d\n module type s = {val x : t -- e\n-- f\n}\nmodule m = {} : s",
		"#[a(b)] def f ((x)) = ((if a then b else if c then d else e)) : (i32) -> *i32",
		"def a = [ 1\n , 2 -- x\n -- y\n , 3\n ]\nlocal def x `op` y = - -x - (-y) `m.g` y[1, :2]\n",
		"\uFEFF-- | first\n\n\ndef x: ?[n].[n](t [n] i32) ->*[n]i32 = f <| \\x: i32 -> x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if utf8.ValidString(text) {
			stable(t, "t", text)
		}
	})
}
