// Package extractregions makes an entry point of each region, and a call of it in its place.
//
// It is lambda lifting: what the body of a region mentions becomes a parameter. First come the
// sizes of arrays, which callers do not give, then the captures, in order, then what else the
// body mentions; sizes and the rest are in the order in which they were bound. An array that the body consumes is marked *.
// What a region does not need is not in what its entry point calls (ir.Program.Keep).
package extractregions

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
)

// Pass is extract-regions.
var Pass = &pass.Pass{
	Name:    "extract-regions",
	Summary: "make an entry point of each region, which takes what the region mentions",
	From:    pass.At(pass.Soac),
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "inline", Reason: "it puts the bodies of regions in their places"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	var funs []*ir.Fun
	err := u.EachFun(ctx, func(f *ir.Fun) error {
		x := &extraction{p: u.IR, host: f, types: typesIn(f)}
		var err error
		(&ir.Walker{Stm: func(s *ir.Stm) {
			r, ok := s.Exp.(*ir.Accelerate)
			switch {
			case !ok || err != nil:
			case u.IR.Fun(r.Region) != nil || slices.ContainsFunc(funs, func(g *ir.Fun) bool { return g.Name == r.Region }):
				err = source.Errorf(s.Pos, "the region %s has the name of another region or function", r.Region)
			case u.Rewrite():
				funs = append(funs, x.lift(s, r))
			}
		}}).Fun(f)
		funs = append(funs, f)
		return err
	})
	if err != nil {
		return err
	}
	if u.IR.Funs = funs; len(u.IR.Regions()) == 0 {
		u.IR.DropRegionAttrs()
	}
	return nil
}
