package value

import (
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lamina-lang/lamina/core/scalar"
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
		"[1, 2 , 3,4,  -5, -0, 0x7, 1_0, 0b11, 8i32, 9i32,\n10, -- ten\n 11,] [1u8, 255, 0255u8]",
		"[-9223372036854775808, 9223372036854775807i64]",
		"[1i64, -9223372036854775808, 9223372036854775807, 999999999999999999, 0000000000000000000001]",
		"[[1i8, -128, 127], [1, 2, 3,], [ 4 , 5 , 6 ]]",
		"[1i8, 2, 128]",
		"[1i8, -129]",
		"[1u8, -1]",
		"[1u8, 256]",
		"[1, 2,, 3]",
		"[1, 2 3]",
		"[1, 2i64]",
		"[1, 2.5]",
		"[1, -]",
		"[1, 2i3]",
		"[1, [2]]",
		"[[1, 2], [3, 4, 5]]",
		"[1, 2,",
		"[1, 2",
		"[1, 12345678901234567890]",
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

// Rows of integers are read by a path of their own where they lie in the window; the same
// values come out wherever its end falls.
func TestLongRowsOfIntegers(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, elem := range []scalar.Type{scalar.I8, scalar.U8, scalar.I16, scalar.I32, scalar.U32, scalar.I64, scalar.U64} {
		const rows, columns = 3, 20_000
		var text strings.Builder
		var want []scalar.Value
		for i := range rows {
			text.WriteString([]string{"[[", ",\n ["}[min(i, 1)])
			for j := range columns {
				x := scalar.Int(elem, int64(random.Uint64())>>random.IntN(64))
				want = append(want, x)
				if j > 0 {
					text.WriteString([]string{",", ", ", " ,", ",\n", ",  "}[random.IntN(5)])
				}
				if elem.IsUnsigned() {
					text.WriteString(strconv.FormatUint(x.Bits, 10))
				} else {
					text.WriteString(strconv.FormatInt(x.Int(), 10))
				}
				if j == 0 || random.IntN(3) == 0 {
					text.WriteString(elem.String())
				}
			}
			text.WriteString("]")
		}
		text.WriteString("]")
		for _, arrive := range []string{"at once, then the end", "byte by byte"} {
			got, err := Read(arrivals[arrive](strings.NewReader(text.String())), "values")
			if err != nil || len(got) != 1 || got[0].Elem != elem || !slices.Equal(got[0].Shape, []int64{rows, columns}) {
				t.Fatalf("%v, %s: %d values, %v", elem, arrive, len(got), err)
			}
			for i, x := range want {
				if got[0].At(int64(i)) != x {
					t.Fatalf("%v, %s: element %d is %v, want %v", elem, arrive, i, got[0].At(int64(i)), x)
				}
			}
		}
	}
}
