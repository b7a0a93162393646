package source

import (
	"strings"
	"testing"
)

// A name is given to what a program binds only where nothing in its scope means the prelude's or a module's.
func TestRenamed(t *testing.T) {
	for _, c := range []struct{ text, old, new, want string }{
		{"def f1 (x2: i64) = x2 + 1", "x2", "i64", "def f1 (i64: i64) = i64 + 1"},
		{"def f1 (x2: i64) = x2 + i64.sum [1]", "x2", "i64", ""},
		{"def f1 (x2: i64) = x2 + f32.i64 2", "x2", "i64", "def f1 (i64: i64) = i64 + f32.i64 2"},
		{"let x1 = map f xs in x1.0", "x1", "map", ""},
		{"let x1 = f xs in x1.0", "x1", "map", "let map = f xs in map.0"},
		{`f (\p1 -> p1.a) (map g xs)`, "p1", "map", `f (\map -> map.a) (map g xs)`},
		{"let (x1, x2) = f xs in map x1 xs", "x2", "map", ""},
		{"def f1 (x2: i64) = x2\n\ndef f3 = map", "x2", "map", "def f1 (map: i64) = map\n\ndef f3 = map"},
		{"def f1 (x2: i64) = x2\n\ndef f3 = map", "f1", "map", ""},
		{"def f1 (x2: i64) = x2\n\nmodule m3 = {def f4 = f1}\n\ndef f5 = m3.f4 1", "x2", "m3", "def f1 (m3: i64) = m3\n\nmodule m3 = {def f4 = f1}\n\ndef f5 = m3.f4 1"},
		{"module m3 = {def f4 = 1}\n\ndef f1 (x2: i64) = x2 + m3.f4", "f1", "m3", ""},
		{"module m3 = {def f4 = 1}\n\nmodule m5 = {\n  def f1 = 2\n}", "f1", "m3", "module m3 = {def f4 = 1}\n\nmodule m5 = {\n  def m3 = 2\n}"},
		{"module m3 = {def f4 = 1}\n\ndef f1 (x2: i64) = x2", "f1", "m3", ""},
	} {
		got, ok := renamed(c.text, c.old, c.new)
		if ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s to %s in %q: %q, %v", c.old, c.new, c.text, got, ok)
		}
	}
}

// Programs bind names of functions and of modules, their own among them.
func TestNamesAreHidden(t *testing.T) {
	functions, modules := 0, 0
	for seed := range uint64(300) {
		text := Seeded(seed).Text
		if strings.Contains(text, "let length = ") || strings.Contains(text, "(map: ") || strings.Contains(text, `\scan`) {
			functions++
		}
		if strings.Contains(text, "let mod") || strings.Contains(text, "(mod") || strings.Contains(text, "(i64: ") {
			modules++
		}
	}
	if functions < 3 || modules < 3 {
		t.Errorf("%d programs bind a function's name, %d a module's", functions, modules)
	}
}
