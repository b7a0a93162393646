// Command cluster is a plugin with one pass, which fuses parallel operations by costs.
package main

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/passes/fuse"
	"github.com/lamina-lang/lamina/plugins/sdk"
)

// Pass is cluster.
//
// Which operations can still be fused depends on those that have been: a sum that takes in a map,
// since both read the same, keeps the map from what reads its result. Pass fuse takes the nearest
// first. This one tries orders of fusing, and takes the one after which a function's operations
// load and store the fewest elements.
var Pass = &pass.Pass{
	Name:    "cluster",
	Summary: "join parallel operations so that they load and store least",
	From:    pass.At(pass.Soac),
	Options: []pass.Option{
		{Name: "size", Default: 1 << 20, Doc: "what a size counts that the program does not tell"},
		{Name: "tries", Default: 16, Doc: "of how many operations of a function to try what comes of leaving them for later"},
	},
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "extract-kernels", Reason: "segmented operators are not fused"},
	},
	CarriesOut: true,
	Run:        run,
}

func main() {
	sdk.Main(sdk.Plugin{Name: "cluster", Version: "1", Passes: []*pass.Pass{Pass}})
}

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	size := int64(opts.Int("size"))
	names := name.NewSupply(u.IR.Names.Last())
	best, least := map[*ir.Fun]*ir.Fun{}, map[*ir.Fun]int64{}
	for _, o := range orders(u.IR, opts.Int("tries")) {
		p, err := o.fused(ctx, u, names)
		if err != nil {
			return err
		}
		for i, f := range u.IR.Funs {
			if cost := costOf(p.Funs[i], size); best[f] == nil || cost < least[f] {
				best[f], least[f] = p.Funs[i], cost
			}
		}
	}
	for i, f := range u.IR.Funs {
		if u.Rewrite() {
			u.IR.Funs[i], u.IR.Names = best[f], names
		}
	}
	return nil
}

// order is an order of fusing: first without the operation number later of each function, and
// without horizontal fusion if vertical is set; then all that is left.
type order struct {
	vertical bool
	later    int
}

const none = -1

// orders are those to try, the usual one first. Where something is prescribed it is the only one.
func orders(p *ir.Program, tries int) []order {
	all := []order{{later: none}}
	if schedule.Any(p) {
		return all
	}
	most := 0
	for _, f := range p.Funs {
		most = max(most, len(parallel(f)))
	}
	all = append(all, order{vertical: true, later: none})
	for k := range min(most, tries) {
		all = append(all, order{later: k}, order{vertical: true, later: k})
	}
	return all
}

// fused is the program, fused in an order.
func (o order) fused(ctx context.Context, u *pass.Unit, names *name.Supply) (*ir.Program, error) {
	p := &ir.Program{Level: u.IR.Level, Names: names}
	for _, f := range u.IR.Funs {
		p.Funs = append(p.Funs, f.Clone())
	}
	trial := &pass.Unit{IR: p, Target: u.Target}
	restore := o.hold(p)
	if o != (order{later: none}) {
		first, err := fuse.Pass.Defaults().Set("horizontal", fmt.Sprint(!o.vertical))
		if err != nil {
			return nil, err
		}
		if err := fuse.Pass.Run(ctx, trial, first); err != nil {
			return nil, err
		}
	}
	restore()
	return p, fuse.Pass.Run(ctx, trial, fuse.Pass.Defaults())
}

// hold keeps the operations that are for later apart, until what it returns is called.
func (o order) hold(p *ir.Program) (restore func()) {
	held := map[*ir.Stm][]ir.Attr{}
	for _, f := range p.Funs {
		if all := parallel(f); o.later != none && o.later < len(all) {
			s := all[o.later]
			held[s] = s.Attrs
			schedule.Set(s, schedule.Prescription{Apart: true})
		}
	}
	return func() {
		for s, attributes := range held {
			s.Attrs = attributes
		}
	}
}
