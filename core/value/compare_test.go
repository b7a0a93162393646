package value

import "testing"

func mustParse(t *testing.T, text string) Value {
	t.Helper()
	vs, err := Parse(text)
	if err != nil || len(vs) != 1 {
		t.Fatalf("%s: %d values, %v", text, len(vs), err)
	}
	return vs[0]
}

// The floats' verdicts are those of futhark test (0.25.32).
func TestCompare(t *testing.T) {
	for _, c := range []struct{ expected, got, want string }{
		{"[1000.0, 0.5]", "[1000.0, 0.0]", ""},
		{"[1000.0, 4.0]", "[1000.0, 1.0]", "[1]: expected 4.0f64, got 1.0f64"},
		{"1.0019", "1.0", ""},
		{"1.0021", "1.0", "expected 1.0021f64, got 1.0f64"},
		{"0.0011", "0.001", ""},
		{"100.1", "100.0", ""},
		{"100.3", "100.0", "expected 100.3f64, got 100.0f64"},
		{"f64.nan", "f64.nan", ""},
		{"f32.nan", "1.0f32", "expected f32.nan, got 1.0f32"},
		{"1.0f32", "f32.nan", "expected 1.0f32, got f32.nan"},
		{"f64.inf", "f64.inf", ""},
		{"f64.inf", "-f64.inf", "expected f64.inf, got -f64.inf"},
		{"1e300", "f64.inf", "expected 1e+300f64, got f64.inf"},
		{"[f64.inf, 2.0]", "[f64.inf, 1.0]", "[1]: expected 2.0f64, got 1.0f64"},
		{"-0.0", "0.0", ""},
		{"[[1, 2], [3, 4]]", "[[1, 2], [3, 5]]", "[1][1]: expected 4i32, got 5i32"},
		{"[1, 2]", "[1, 2, 3]", "expected [2]i32, got [3]i32"},
		{"1i32", "1i64", "expected i32, got i64"},
		{"1", "[1]", "expected i32, got [1]i32"},
		{"true", "false", "expected true, got false"},
		{"empty([0][2]i32)", "empty([2][0]i32)", "expected [0][2]i32, got [2][0]i32"},
	} {
		err := Compare(mustParse(t, c.expected), mustParse(t, c.got), DefaultTolerance)
		switch {
		case err == nil && c.want != "":
			t.Errorf("%s and %s agree, want %s", c.expected, c.got, c.want)
		case err != nil && err.Error() != c.want:
			t.Errorf("%s and %s: %v, want %q", c.expected, c.got, err, c.want)
		}
	}
	if err := Compare(mustParse(t, "1.0"), mustParse(t, "1.0000001"), 0); err == nil {
		t.Error("a tolerance of 0 forgives a difference")
	}
}

func TestEqual(t *testing.T) {
	quiet := FromFloat16Bits([]uint16{0x7e00, 1})
	loud := FromFloat16Bits([]uint16{0xfd01, 1})
	if !Equal(quiet, loud) {
		t.Error("NaNs of different bits are not equal")
	}
	for _, c := range []struct{ a, b string }{
		{"-0.0", "0.0"}, {"1", "1u32"}, {"[1]", "1"}, {"[f32.nan]", "[f32.inf]"}, {"1.0", "1.0000000000000002"},
	} {
		if Equal(mustParse(t, c.a), mustParse(t, c.b)) {
			t.Errorf("%s equals %s", c.a, c.b)
		}
	}
}
