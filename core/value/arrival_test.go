package value

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// arrivals are the ways in which a reader may hand over its bytes.
var arrivals = map[string]func(io.Reader) io.Reader{
	"at once, then the end":    func(r io.Reader) io.Reader { return r },
	"the end with the last":    iotest.DataErrReader,
	"byte by byte":             iotest.OneByteReader,
	"byte by byte and the end": func(r io.Reader) io.Reader { return iotest.DataErrReader(iotest.OneByteReader(r)) },
	"in halves":                iotest.HalfReader,
}

// Values do not depend on how their text arrives, nor on whether a line break follows the
// last of them: a constant at the very end once lost digits when the reader moved its
// window to look for more.
func TestValuesDoNotDependOnArrival(t *testing.T) {
	for _, text := range []string{
		"1 12345",
		"[1,2] 987654321i64",
		"true 0x1F 0b101u8 1_000_000i64",
		"f32.nan -f64.inf -0.0f32 1.25",
		`[[1, 2], [3, 4]] "ab\n" "xyz"`,
		"empty([0]i32) empty([12][0]f64)",
		"1 -- a comment",
		"[OOOOO2",
		"12 34x",
		"1 [2, 3",
		`5 "open`,
		"7 empty([10]i32)",
		"7 empty([0]int32",
	} {
		want, wantErr := Parse(text)
		for how, arrive := range arrivals {
			for _, end := range []string{"", "\n"} {
				if wantErr != nil && end != "" {
					continue // the error may be where the text ends
				}
				got, err := Read(arrive(strings.NewReader(text+end)), "values")
				if message(err) != message(wantErr) || !slices.EqualFunc(got, want, Equal) {
					t.Errorf("%q, %s: %v, %v; want %v, %v", text+end, how, got, err, want, wantErr)
				}
			}
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
