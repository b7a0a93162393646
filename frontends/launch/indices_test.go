package launch

import (
	"testing"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// Work-item i of 256 reads row q and column r of a tile of 16 by 16, and of its transposition: the
// prover finds both places inside.
func TestRangeOfAQuotient(t *testing.T) {
	var x Indices
	names := name.NewSupply(0)
	local, round, q, j := sym.Var(names.Fresh("local")), sym.Var(names.Fresh("round")), names.Fresh("q"), sym.Var(names.Fresh("j"))
	i := round.Scale(64).Add(local)
	x.InRange(local, sym.Const(64))
	x.InRange(round, sym.Const(4))
	x.InRange(j, sym.Const(16))
	row, column := x.Divide(i, sym.Const(16), func(imp.Expr) name.Name { return q })
	if !row.Equal(sym.Var(q)) {
		t.Fatalf("the quotient is %v", row)
	}
	prover := sym.NewProver(x.Facts)
	for _, at := range []sym.Poly{row.Scale(16).Add(j), j.Scale(16).Add(column), column.Scale(16).Add(row)} {
		if prover.NonNeg(at) == nil || prover.Less(at, sym.Const(256)) == nil {
			t.Errorf("%v is not known to be within 256", at)
		}
	}
	if prover.Less(row, sym.Const(15)) != nil {
		t.Error("the last row is said not to exist")
	}
}
