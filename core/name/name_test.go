package name

import "testing"

func TestParseIsTheInverseOfString(t *testing.T) {
	for text, want := range map[string]Name{
		"x":     {"x", 0},
		"x_1":   {"x", 1},
		"x_y_2": {"x_y", 2},
		"x_y":   {"x_y", 0},
		"x_01":  {"x_01", 0},
		"x_":    {"x_", 0},
		"_1":    {"_1", 0},
		"x_0":   {"x_0", 0},
		"x_+1":  {"x_+1", 0},
		"x_1_2": {"x_1", 2},
	} {
		if got := Parse(text); got != want {
			t.Errorf("Parse(%q) = %#v, want %#v", text, got, want)
		}
		if got := Parse(text).String(); got != text {
			t.Errorf("Parse(%q) prints as %q", text, got)
		}
	}
}

func TestFreshNamesReadBackAsThemselves(t *testing.T) {
	s := NewSupply(7)
	for _, base := range []string{"x", "x_3", "", "a_b", "_1"} {
		n := s.Fresh(base)
		if got := Parse(n.String()); got != n {
			t.Errorf("Fresh(%q) = %#v, which reads back as %#v", base, n, got)
		}
	}
	if s.Last() != 12 {
		t.Errorf("five names after 7 end at %d", s.Last())
	}
	s.Seen(Name{"y", 40})
	if n := s.Fresh("z"); n.ID != 41 {
		t.Errorf("after name 40 was seen, the next is %v", n)
	}
}
