package cli

import (
	"context"
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// planted are passes with deliberate faults, which the scripts find.
var planted = []*pass.Pass{
	{
		Name: "planted-swap", Summary: "exchange the operands of additions, rightly, and of subtractions by 7, wrongly",
		From: pass.At(pass.Soac, pass.Kernel, pass.Mem),
		Run: onPrims(func(u *pass.Unit, e *ir.Prim) {
			seven := ir.Const(scalar.Int(scalar.I32, 7))
			if (e.Fn == scalar.Add || e.Fn == scalar.Sub && e.Args[1] == seven) && u.Rewrite() {
				e.Args[0], e.Args[1] = e.Args[1], e.Args[0]
			}
		}),
	},
	{
		Name: "planted-lowering", Summary: "turn additions into subtractions without asking",
		From: pass.At(pass.Soac, pass.Kernel, pass.Mem), Lowers: true,
		Run: onPrims(func(u *pass.Unit, e *ir.Prim) {
			if e.Fn == scalar.Add && e.Type == scalar.I32 {
				e.Fn = scalar.Sub
			}
		}),
	},
	{
		Name: "planted-ill-typed", Summary: "make additions of i32 ones of f32",
		From: pass.At(pass.Soac),
		Run: onPrims(func(u *pass.Unit, e *ir.Prim) {
			if e.Fn == scalar.Add && u.Rewrite() {
				e.Type = scalar.F32
			}
		}),
	},
	{
		Name: "planted-panic", Summary: "panic", From: pass.At(pass.Soac),
		Run: onPrims(func(u *pass.Unit, e *ir.Prim) { panic("planted") }),
	},
	{
		Name: "planted-chance", Summary: "rename a function to something new each time", From: pass.At(pass.Soac),
		Run: func(_ context.Context, u *pass.Unit, _ pass.Options) error {
			chance++
			u.IR.Names.Fresh("x")
			u.IR.Funs[0].Body.Stms[0].Pat[0].Name.ID += 1000 * chance
			return nil
		},
	},
	{
		Name: "planted-subscripts", Summary: "exchange the subscripts of what is stored in matrices", From: pass.At(pass.Imp),
		Run: func(ctx context.Context, u *pass.Unit, _ pass.Options) error {
			return u.EachImpFun(ctx, func(f *imp.Fun) error {
				imp.Walk(f.Body, func(s imp.Stm) bool {
					if s, ok := s.(*imp.Store); ok {
						if at, ok := s.Index.(*imp.At); ok && len(at.Dims) == 2 && u.Rewrite() {
							at.Dims[0].Index, at.Dims[1].Index = at.Dims[1].Index, at.Dims[0].Index
						}
					}
					return true
				})
				return nil
			})
		},
	},
	{
		Name: "planted-failure", Summary: "fail on mem, in the second function", From: pass.At(pass.Mem),
		Run: func(_ context.Context, u *pass.Unit, _ pass.Options) error {
			return fmt.Errorf("no idea how to go on")
		},
	},
}

var chance int

// onPrims applies f to every scalar operation.
func onPrims(f func(*pass.Unit, *ir.Prim)) func(context.Context, *pass.Unit, pass.Options) error {
	return func(ctx context.Context, u *pass.Unit, _ pass.Options) error {
		return u.EachFun(ctx, func(fun *ir.Fun) error {
			w := &ir.Walker{Stm: func(s *ir.Stm) {
				if e, ok := s.Exp.(*ir.Prim); ok {
					f(u, e)
				}
			}}
			w.Fun(fun)
			return nil
		})
	}
}

func init() {
	for _, p := range planted {
		pass.Default.Register(p)
	}
}
