// Command double is a plugin with one pass.
package main

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// Pass writes x * 2 as x + x.
var Pass = &pass.Pass{
	Name:    "double",
	Summary: "write x * 2 as x + x",
	From:    pass.At(pass.Soac, pass.Kernel, pass.Mem),
	Run: sdk.Peephole(func(s *sdk.Site) ir.Exp {
		var x sdk.Hole
		if !s.Match(sdk.Op(scalar.Mul, &x, sdk.Int(2))) {
			return nil
		}
		s.Remark("a product with 2 becomes a sum")
		return sdk.Apply(scalar.Add, s.Elem(), x.Atom, x.Atom)
	}),
}

func main() {
	sdk.Main(sdk.Plugin{Name: "double", Version: "0.1", Passes: []*pass.Pass{Pass}})
}
