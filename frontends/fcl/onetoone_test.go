package fcl_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/fcl"
)

// TestPlacesOfPartsAreTheirOwn runs an interleaving whose parts stand as far apart as its argument says: it
// permutes its elements, or is refused by the host, before a kernel writes a place twice. Which of them, the
// places themselves tell.
func TestPlacesOfPartsAreTheirOwn(t *testing.T) {
	const text = `sig main : int -> int -> [int] -> Program<grid> [int]<grid>
entry main s r arr = let c = (if s < 0 then -1 * s * (length arr / 4 - 1) else 0) in
  splitUp 4 arr |> map (fn xs => return<block> (push<block> (take 4 xs)))
  |> interleave<block> 4 (fn p => fst p * s + snd p * r + c)
`
	p, err := fcl.Compile(context.Background(), "apart.fcl", []byte(text), fcl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	permuted := 0
	for parts := range int64(5) {
		for s := int64(-6); s <= 6; s++ {
			for r := int64(-1); r <= 5; r++ {
				n := 4 * parts
				xs, err := value.New(scalar.I64, n)
				if err != nil {
					t.Fatal(err)
				}
				for i := range n {
					xs.Set(i, scalar.Int(scalar.I64, 100+i))
				}
				want, fine := map[int64]int64{}, true
				for i := range parts {
					for j := range int64(4) {
						at := i*s + j*r
						if s < 0 {
							at -= s * (parts - 1)
						}
						_, twice := want[at]
						fine = fine && !twice && at >= 0 && at < n
						want[at] = 100 + 4*i + j
					}
				}
				args := []value.Value{value.Scalar(scalar.Int(scalar.I64, s)), value.Scalar(scalar.Int(scalar.I64, r)), xs}
				got, _, err := interp.Imp(t.Context(), p, "main", args, interp.Options{})
				switch {
				case fine && err != nil:
					t.Errorf("%d parts, %d and %d apart: %v", parts, s, r, err)
				case fine:
					permuted++
					for at, x := range want {
						if y := got[0].At(at).Int(); y != x {
							t.Errorf("%d parts, %d and %d apart: element %d is %d, not %d", parts, s, r, at, y, x)
						}
					}
				case err == nil || !strings.Contains(err.Error(), "not one-to-one") && !strings.Contains(err.Error(), "is outside of an array"):
					t.Errorf("%d parts, %d and %d apart: %v; want an error about the places", parts, s, r, err)
				}
			}
		}
	}
	if permuted == 0 {
		t.Error("nothing was permuted")
	}
}
