package imp_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
)

// Flat widens indices: an access in i32s is one at sums of i64s, which cannot overflow.
func TestFlatWidensIndices(t *testing.T) {
	const head = "lamina imp\n\nfun f(i_1: i32, s_2: i32, b_3: mem) -> (x_4: i32) {\n"
	for _, c := range []struct{ name, body, want string }{
		{"load", "x_4 <- b_3.i32[i_1]", "x_4 <- b_3.i32[convert.i32.i64(i_1)]"},
		{"store", "b_3.i32[3i32] <- 1i32", "b_3.i32[3] <- 1i32"},
		{"atomic", "atomic(b_3.i32[i_1], add, 1i32)", "atomic(b_3.i32[convert.i32.i64(i_1)], add, 1i32)"},
		{"index function", "x_4 <- b_3.i32[i_1, 1i32 in 0i32 + {(2i32 : s_2), (3i32 : 1i32)}]",
			"x_4 <- b_3.i32[convert.i32.i64(i_1) * convert.i32.i64(s_2) + 1]"},
		{"offset", "x_4 <- [i_1 in 7i32 + {(9i32 : 2i32)}]", "x_4 <- convert.i64.i32(7 + convert.i32.i64(i_1) * 2)"},
		{"wide", "x_4 <- b_3.i32[2 in 1 + {(9 : 3)}]", "x_4 <- b_3.i32[7]"},
	} {
		p, err := imp.Parse("p.imp", head+"  "+c.body+"\n}\n")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got, want := imp.Flat(p).String(), head+"  "+c.want+"\n}\n"; got != want {
			t.Errorf("%s: %s\nwant %s", c.name, got, want)
		}
	}
}
