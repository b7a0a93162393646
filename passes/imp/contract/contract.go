// Package contract computes a product and the sum that it goes into as one operation, which
// rounds once, at level imp:
//
//	var product = x * y
//	total <- total + product
//
// becomes
//
//	total <- fma(x, y, total)
//
// On a GPU both forms take as long as one addition. It does so in kernels, in the mode fast of
// docs/semantics.md, and for products that nothing else uses.
package contract

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
)

// Pass is contract.
var Pass = &pass.Pass{
	Name:    "contract",
	Summary: "compute products of floats and the sums that they go into as one operation, in the mode fast",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "narrow", Reason: "it then meets each kernel once"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	if u.Target.Math != target.Fast {
		return nil
	}
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		if f.InKernel {
			f.Body = kernel(u, f.Body)
		} else {
			f.Body = host(u, f.Body)
		}
		return nil
	})
}

// host contracts within the kernels of a list of statements.
func host(u *pass.Unit, list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		out[i] = imp.WithBodies(s, func(body []imp.Stm) []imp.Stm {
			switch s.(type) {
			case *imp.Parallel, *imp.Launch:
				return kernel(u, body)
			}
			return host(u, body)
		})
	}
	return out
}

func kernel(u *pass.Unit, body []imp.Stm) []imp.Stm {
	c := &contractor{unit: u, uses: map[name.Name]int{}}
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if v, ok := e.(*imp.Var); ok {
					c.uses[v.Name]++
				}
			})
		})
		if a, ok := s.(*imp.Assign); ok {
			c.uses[a.Name]++ // a variable that changes is no product
		}
		return true
	})
	return c.list(body)
}

// contractor works on a kernel.
type contractor struct {
	unit *pass.Unit
	uses map[name.Name]int // of each variable: how often it is read or changed
}

// list contracts within a list of statements. Products wait for the sum that uses them as long
// as their operands keep their values.
func (c *contractor) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	waiting := map[name.Name]*imp.Declare{}
	taken := map[imp.Stm]bool{}
	for _, s := range list {
		switch t := s.(type) {
		case *imp.Declare:
			s = &imp.Declare{Name: t.Name, Type: t.Type, Lanes: t.Lanes, Init: c.expr(t.Init, waiting, taken)}
		case *imp.Assign:
			s = &imp.Assign{Name: t.Name, X: c.expr(t.X, waiting, taken)}
		case *imp.Store:
			s = &imp.Store{Block: t.Block, Elem: t.Elem, Index: t.Index, Lanes: t.Lanes, X: c.expr(t.X, waiting, taken)}
		default:
			s = imp.WithBodies(s, c.list)
		}
		if len(waiting) > 0 {
			forget(waiting, imp.Changes([]imp.Stm{s}))
		}
		if d, ok := s.(*imp.Declare); ok && c.uses[d.Name] == 1 && waits(d) {
			waiting[d.Name] = d
		}
		out = append(out, s)
	}
	kept := out[:0]
	for _, s := range out {
		if !taken[s] {
			kept = append(kept, s)
		}
	}
	return kept
}

// forget drops the products that have an operand among changed.
func forget(waiting map[name.Name]*imp.Declare, changed imp.Names) {
	for n, d := range waiting {
		for _, x := range d.Init.(*imp.Prim).Args {
			if v, ok := x.(*imp.Var); ok && changed[v.Name] {
				delete(waiting, n)
			}
		}
	}
}

// waits reports whether d declares a product of variables and constants.
func waits(d *imp.Declare) bool {
	if d.Lanes != 0 || !product(d.Init) {
		return false
	}
	for _, x := range d.Init.(*imp.Prim).Args {
		switch x.(type) {
		case *imp.Var, *imp.Const:
		default:
			return false
		}
	}
	return true
}

// product reports whether e is a product that a sum may take in.
func product(e imp.Expr) bool {
	p, ok := e.(*imp.Prim)
	return ok && p.Fn == scalar.Mul && (p.Type == scalar.F32 || p.Type == scalar.F64)
}

// expr contracts the sums in e. It notes declarations whose product became part of one in taken.
func (c *contractor) expr(e imp.Expr, waiting map[name.Name]*imp.Declare, taken map[imp.Stm]bool) imp.Expr {
	return imp.ReplaceExpr(e, func(e imp.Expr) imp.Expr {
		sum, ok := e.(*imp.Prim)
		if !ok || sum.Fn != scalar.Add && sum.Fn != scalar.Sub {
			return e
		}
		for _, k := range []int{1, 0} { // a total stands first, and is ready last
			x := sum.Args[k]
			v, named := x.(*imp.Var)
			var d *imp.Declare
			if named {
				if d = waiting[v.Name]; d != nil {
					x = d.Init
				}
			}
			if !product(x) || !c.unit.Rewrite() {
				continue
			}
			if d != nil {
				taken[d] = true
				delete(waiting, d.Name)
			}
			return fused(x.(*imp.Prim), sum, sum.Args[1-k], k)
		}
		return e
	})
}

// fused is a sum or difference of a product, its operand k, and another number.
func fused(product, sum *imp.Prim, other imp.Expr, k int) imp.Expr {
	x, y := product.Args[0], product.Args[1]
	if sum.Fn == scalar.Sub {
		if k == 1 {
			x = negated(x, sum.Type)
		} else {
			other = negated(other, sum.Type)
		}
	}
	return &imp.Prim{Fn: scalar.Fma, Type: sum.Type, Args: []imp.Expr{x, y, other}}
}

func negated(x imp.Expr, t scalar.Type) imp.Expr {
	return &imp.Prim{Fn: scalar.Neg, Type: t, Args: []imp.Expr{x}}
}
