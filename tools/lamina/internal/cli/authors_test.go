package cli

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// serveHalve is a plugin as its author has it before he has found his mistakes. halve writes
// x / 2 on integers as x >> 1, and also, which is wrong, x / 4; crash panics at the first
// multiplication by 7.
func serveHalve() {
	shift := func(s *sdk.Site) ir.Exp {
		var x sdk.Hole
		if s.Elem().IsInt() && (s.Match(sdk.Op(scalar.Div, &x, sdk.Int(2))) || s.Match(sdk.Op(scalar.Div, &x, sdk.Int(4)))) {
			return sdk.Apply(scalar.Shr, s.Elem(), x.Atom, ir.Const(scalar.One(s.Elem())))
		}
		return nil
	}
	crash := func(s *sdk.Site) ir.Exp {
		var x sdk.Hole
		if s.Elem().IsInt() && s.Match(sdk.Op(scalar.Mul, &x, sdk.Int(7))) {
			panic("seven")
		}
		return nil
	}
	rounds := func(s *sdk.Site) ir.Exp {
		var x sdk.Hole
		if s.Elem().IsInt() && s.Match(sdk.Op(scalar.Div, &x, sdk.Int(4))) {
			return sdk.Apply(scalar.Quot, s.Elem(), x.Atom, ir.Const(scalar.Int(s.Elem(), 4)))
		}
		return nil
	}
	sdk.Main(sdk.Plugin{Name: "halve", Version: "1", Passes: []*pass.Pass{
		{Name: "halve", Summary: "write x / 2 as x >> 1", From: pass.At(pass.Soac, pass.Kernel, pass.Mem), Run: sdk.Peephole(shift)},
		{Name: "crash", Summary: "panic at x * 7", From: pass.At(pass.Soac), Run: sdk.Peephole(crash)},
		{Name: "rounds", Summary: "round x / 4 towards zero", From: pass.At(pass.Soac), Run: sdk.Peephole(rounds)},
	}})
}
