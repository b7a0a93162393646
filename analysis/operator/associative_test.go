package operator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/analysis/operator"
	"github.com/lamina-lang/lamina/core/ir"
)

// Operators on (a, b) and (c, d), with what is computed for each component, and whether they
// are associative with the right identity given, exactly.
var associative = []struct {
	name, types, neutral, body, result string
	want                               bool
}{
	{"sums", "i32 i32", "0i32 0i32", "let (x: i32) = add.i32(a, c) let (y: i32) = add.i32(b, d)", "x, y", true},
	{"a sum and a product", "i64 u8", "0i64 1u8", "let (x: i64) = add.i64(a, c) let (y: u8) = mul.u8(b, d)", "x, y", true},
	{"the wrong identity", "i32 i32", "0i32 1i32", "let (x: i32) = add.i32(a, c) let (y: i32) = add.i32(b, d)", "x, y", false},
	{"affine maps", "i32 i32", "1i32 0i32", "let (x: i32) = mul.i32(a, c) let (p: i32) = mul.i32(b, c) let (y: i32) = add.i32(p, d)", "x, y", true},
	{"affine maps, the wrong way", "i32 i32", "1i32 0i32", "let (x: i32) = mul.i32(a, c) let (p: i32) = mul.i32(b, d) let (y: i32) = add.i32(p, d)", "x, y", false},
	{"affine maps of floats", "f32 f32", "1f32 0f32", "let (x: f32) = mul.f32(a, c) let (p: f32) = mul.f32(b, c) let (y: f32) = add.f32(p, d)", "x, y", false},
	{"differences", "i32 i32", "0i32 0i32", "let (x: i32) = sub.i32(a, c) let (y: i32) = add.i32(b, d)", "x, y", false},
	{"a segmented sum", "bool i32", "false 0i32",
		"let (x: bool) = or.bool(a, c) let (y: i32) = if(c) then { in (d) } else { let (s: i32) = add.i32(b, d) in (s) }", "x, y", true},
	{"a segmented sum by selection", "bool i32", "false 0i32",
		"let (x: bool) = or.bool(a, c) let (s: i32) = add.i32(b, d) let (y: i32) = select.i32(c, d, s)", "x, y", true},
	{"a segmented sum that starts at the wrong flag", "bool i32", "false 0i32",
		"let (x: bool) = or.bool(a, c) let (y: i32) = if(a) then { in (d) } else { let (s: i32) = add.i32(b, d) in (s) }", "x, y", false},
	{"a segmented sum of floats", "bool f32", "false 0f32",
		"let (x: bool) = or.bool(a, c) let (y: f32) = if(c) then { in (d) } else { let (s: f32) = add.f32(b, d) in (s) }", "x, y", false},
	{"the last float that is there", "bool f64", "false 0f64",
		"let (x: bool) = or.bool(a, c) let (y: f64) = if(c) then { in (d) } else { in (b) }", "x, y", true},
	{"its complement", "bool f64", "false 0f64",
		"let (x: bool) = or.bool(a, c) let (y: f64) = if(c) then { in (b) } else { in (d) }", "x, y", false},
	{"how many flags", "bool i32", "false 0i32",
		"let (x: bool) = or.bool(a, c) let (k: i32) = convert.bool.i32(c) let (y: i32) = add.i32(b, d)", "x, y", true},
	{"flags that are counted when they meet", "bool i32", "false 0i32",
		"let (x: bool) = or.bool(a, c) let (k: i32) = convert.bool.i32(c) let (s: i32) = add.i32(b, d) let (y: i32) = add.i32(s, k)", "x, y", false},
	{"a wider sum", "i32 i64", "0i32 0i64",
		"let (x: i32) = add.i32(a, c) let (w: i64) = convert.i32.i64(c) let (s: i64) = add.i64(b, d) let (y: i64) = add.i64(s, w)", "x, y", false},
	{"a quotient", "i32 i32", "0i32 1i32", "let (x: i32) = add.i32(a, c) let (y: i32) = quot.i32(b, d)", "x, y", false},
	{"what is bound outside", "i32 i32", "0i32 0i32", "let (x: i32) = add.i32(a, c) let (y: i32) = add.i32(d, k0)", "x, y", false},
}

func TestAssociative(t *testing.T) {
	for _, test := range associative {
		t.Run(test.name, func(t *testing.T) {
			ts := strings.Fields(test.types)
			ne := strings.Fields(test.neutral)
			text := fmt.Sprintf(`lamina kernel

entry fun main(n: i64, k0: i32, as: [n]%[1]s, bs: [n]%[2]s) -> (ps: [n]%[1]s, qs: [n]%[2]s) {
  let (ps1: [n]%[1]s, qs1: [n]%[2]s) = segscan(i < n, op = \(a: %[1]s, b: %[2]s, c: %[1]s, d: %[2]s) -> (%[1]s, %[2]s) {
    %[5]s
    in (%[6]s)
  }, neutral = [%[3]s, %[4]s]) {
    let (u: %[1]s) = index(as, [i])
    let (v: %[2]s) = index(bs, [i])
    in (u, v)
  }
  in (ps1, qs1)
}
`, ts[0], ts[1], ne[0], ne[1], strings.ReplaceAll(test.body, " let ", "\n    let "), test.result)
			p, err := ir.Parse("test.lir", text)
			if err != nil {
				t.Fatal(err)
			}
			scan := p.Funs[0].Body.Stms[0].Exp.(*ir.SegScan)
			if got := operator.Associative(scan.Operator, scan.Neutral); got != test.want {
				t.Errorf("associative: %t, want %t", got, test.want)
			}
		})
	}
}
