package sym

import "testing"

func facts(t testing.TB, text string) Facts {
	t.Helper()
	f, err := ParseFacts("facts", text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func parse(t testing.TB, text string) Poly {
	t.Helper()
	p, err := Parse("polynomial", text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProves(t *testing.T) {
	for _, c := range []struct{ given, positive string }{
		{"", "1"},
		{"x >= 3", "x - 2"},
		{"n = q*b + 1, q >= 2, b >= 2", "n - 2*b"}, // memory.md §2
		{"n = q*b + 1, q >= 2, b >= 2, 0 <= i < q", "n*b - b - i"},
		{"0 <= i < n", "n"},
		{"0 <= i < n, 0 <= j < m", "n*m - i*m - j"},
		{"0 <= i < 4", "10 - 2*i"},
		{"0 <= i < 4, n >= 0", "4*n - i*n - n + 1"},
		{"i <= a, i <= b, i >= 0, b < 5", "5 - i"},
		{"a <= b, b <= a, a >= 1", "2*b - a"},
		{"2*x = 2*y + 2", "x - y"},
		{"2*x > y, y >= 5", "x - 2"}, // 2x ≥ 6
		{"x >= 1, y >= 1, x*y <= z", "z - 0"},
		{"x > y, x > z, y >= 0", "2*x - y - z"},
		{"x >= 0", "x*x - 2*x + 2"},
		{"x >= 0", "x*x - 3*x + 3"}, // (x-1)(x-2) + 1
		{"x < y", "y - x"},          // no bound on either
		{"x = q*d + r, 0 <= r < d, x >= 0, q >= 0", "x - q*d + 1"},
		{"x = q*d + r, 0 <= r < d", "q*d + d - x"},
		{"x >= 1, x <= 0", "0 - y"}, // whatever
		{"2*x = 2*y + 1", "0 - y"},
		{"x <= 10, y >= 10", "y - x + 1"},
		{"a >= 2, b >= 2", "a*b - a - b + 1"},
		{"s*t >= 4, s >= 0, s <= 2, t >= 0", "t - 1"},
	} {
		if p := NewProver(facts(t, c.given)); p.Pos(parse(t, c.positive)) == nil {
			t.Errorf("given %s: %s > 0 is not proved; %v; facts %v, models %v", c.given, c.positive, p.Given(), p.facts, len(p.models))
		}
	}
}
