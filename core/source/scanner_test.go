package source

import "testing"

func TestScanner(t *testing.T) {
	s := NewScanner(&File{Name: "f", Text: " a -- b\n\t\r\n  c¯ -- d"})
	next := func(n int, want string, line, col int) {
		t.Helper()
		s.SkipBlank("--")
		if at := s.Pos(); at != (Pos{File: "f", Line: line, Col: col}) {
			t.Errorf("%q is at %v, want %d:%d", want, at, line, col)
		}
		if got := s.Skip(n); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	next(1, "a", 1, 2)
	next(1, "c", 3, 3)
	next(2, "¯", 3, 4)
	next(0, "", 3, 11)
	if s.Rest() != "" {
		t.Errorf("%q is left", s.Rest())
	}
}
