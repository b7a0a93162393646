package imp_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
)

// Flat leaves indices in their type, and Wide makes i64s of them: an access in i32s is then
// one at sums of i64s, which cannot overflow, and one in u32s wraps before it is widened.
func TestFlatAndWide(t *testing.T) {
	const head = "lamina imp\n\nfun f(i_1: i32, s_2: i32, b_3: mem) -> (x_4: i32) {\n"
	for _, c := range []struct{ name, body, flat, wide string }{
		{"load", "x_4 <- b_3.i32[i_1]", "x_4 <- b_3.i32[i_1]", "x_4 <- b_3.i32[convert.i32.i64(i_1)]"},
		{"store", "b_3.i32[3i32] <- 1i32", "b_3.i32[3i32] <- 1i32", "b_3.i32[3] <- 1i32"},
		{"atomic", "atomic(b_3.i32[i_1], add, 1i32)", "atomic(b_3.i32[i_1], add, 1i32)", "atomic(b_3.i32[convert.i32.i64(i_1)], add, 1i32)"},
		{"index function", "x_4 <- b_3.i32[i_1, 1i32 in 0i32 + {(2 : s_2), (3 : 1i32)}]",
			"x_4 <- b_3.i32[exact.add.i32(exact.mul.i32(i_1, s_2), 1i32)]",
			"x_4 <- b_3.i32[convert.i32.i64(i_1) * convert.i32.i64(s_2) + 1]"},
		{"u32s", "x_4 <- b_3.i32[convert.i32.u32(i_1), 2u32 in 5u32 + {(2 : 7u32), (3 : 1u32)}]",
			"x_4 <- b_3.i32[add.u32(add.u32(5u32, mul.u32(convert.i32.u32(i_1), 7u32)), 2u32)]",
			"x_4 <- b_3.i32[convert.u32.i64(add.u32(add.u32(5u32, mul.u32(convert.i32.u32(i_1), 7u32)), 2u32))]"},
		{"value", "x_4 <- [i_1 in 7i32 + {(9 : 2i32)}]", "x_4 <- exact.add.i32(7i32, exact.mul.i32(i_1, 2i32))", "x_4 <- add.i32(7i32, mul.i32(i_1, 2i32))"},
		{"i64s", "x_4 <- b_3.i32[2 in 1 + {(9 : 3)}]", "x_4 <- b_3.i32[7]", "x_4 <- b_3.i32[7]"},
		{"exact", "x_4 <- exact.mod.i32(i_1, s_2)", "x_4 <- exact.mod.i32(i_1, s_2)", "x_4 <- mod.i32(i_1, s_2)"},
		{"blocks", "x_4 <- select.i32(and.bool(apart([b_3], []), lt.i64(bytes(b_3), 4)), 1i32, 2i32)",
			"x_4 <- select.i32(and.bool(apart([b_3], []), lt.i64(bytes(b_3), 4)), 1i32, 2i32)",
			"x_4 <- select.i32(and.bool(false, lt.i64(9223372036854775807, 4)), 1i32, 2i32)"},
		{"narrow", "parallel \"p\" (j_5 < 4) narrow apart {\n    b_3.i32[j_5] <- j_5\n  }", "parallel \"p\" (j_5 < 4) narrow apart {\n    b_3.i32[j_5] <- j_5\n  }",
			"parallel \"p\" (j_6 < 4) apart {\n    var j_5: i32 = convert.i64.i32(j_6)\n    b_3.i32[convert.i32.i64(j_5)] <- j_5\n  }"},
	} {
		p, err := imp.Parse("p.imp", head+"  "+c.body+"\n}\n")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got, want := imp.Flat(p).String(), head+"  "+c.flat+"\n}\n"; got != want {
			t.Errorf("%s: flat: %s\nwant %s", c.name, got, want)
		}
		if got, want := imp.Wide(p).String(), head+"  "+c.wide+"\n}\n"; got != want {
			t.Errorf("%s: wide: %s\nwant %s", c.name, got, want)
		}
	}
}
