package ir_test

import (
	"testing"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// TestSubstLeavesCopiesAlone replaces a size in a statement whose operation and type hold
// the same list of sizes, as the front end's reshapes do: a copy made before, which
// shares the type's, stays as it was.
func TestSubstLeavesCopiesAlone(t *testing.T) {
	names := name.NewSupply(0)
	n, m, xs, ys := names.Fresh("n"), names.Fresh("m"), names.Fresh("xs"), names.Fresh("ys")
	typ := ir.ArrayOf(scalar.I64, ir.Var(n))
	stm := &ir.Stm{Pat: []ir.Param{{Name: ys, Type: typ}}, Exp: &ir.Reshape{Shape: typ.Dims, Array: xs}}
	before := stm.Clone()
	ir.Subst{n: ir.Var(m)}.Stm(stm)
	for _, c := range []struct {
		what string
		got  ir.Atom
		want name.Name
	}{
		{"the type", stm.Pat[0].Type.Dims[0], m},
		{"the operation", stm.Exp.(*ir.Reshape).Shape[0], m},
		{"the copy's type", before.Pat[0].Type.Dims[0], n},
		{"the copy's operation", before.Exp.(*ir.Reshape).Shape[0], n},
	} {
		if c.got != ir.Var(c.want) {
			t.Errorf("the size in %s is %v, want %v", c.what, c.got.Name, c.want)
		}
	}
}
