package schedule

import (
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
)

// A function that is inlined several times has copies of its operations. Where one of them took in another
// one, the schedule named the operation fused, and asked that of all copies (asian_option.fut).
func TestCopiesThatTakeInEachOtherAreMixed(t *testing.T) {
	p, err := ir.Parse("p.lir", `lamina kernel

fun main(n: i64, xs: [n]f64) -> (a: f64) {
  let (a: f64) = segred(i < n, op = \(x: f64, y: f64) -> (f64) {
    let (z: f64) = add.f64(x, y)
    in (z)
  }, neutral = [0.0f64]) {
    let (e: f64) = index(xs, [i])
    in (e)
  }
  in (a)
}
`)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Funs[0].Body.Stms[0]
	set(s, numbers, "0 1")
	set(s, taken, "0 2")
	became := Became(p)
	if became[0] != Mixed || became[1] != Grid || became[2] != Fused {
		t.Errorf("they became %v, want 0 mixed, 1 grid, 2 fused", became)
	}
}
