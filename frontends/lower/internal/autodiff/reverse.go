package autodiff

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Reverse will make adjoints; there are none yet.
func Reverse(p Program, stms []*ir.Stm, vary []name.Name, results, seeds []ir.Atom) (out Derivative, err error) {
	defer caught(&err)
	fail(stms[0].Pos, "Reverse mode (vjp) is not implemented; use jvp.")
	return
}
