// Package divide makes quotients and remainders cheap, at level imp: those by constants
// become multiplications and shifts, those of numbers that are not negative by powers of
// two shifts and masks, and a remainder is computed from the quotient of the same operands
// where there is one.
//
// It is for backends whose compiler does none of that.
package divide

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pass is divide.
var Pass = &pass.Pass{
	Name:    "divide",
	Summary: "turn divisions by constants into multiplications and shifts",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "split", Reason: "split knows conditions on remainders, not on multiplications"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		d := &divider{
			Scope:    interval.Scope{Vars: map[name.Name]interval.Interval{}},
			unit:     u,
			assigned: imp.Names{},
			known:    map[division]name.Name{},
		}
		imp.Walk(f.Body, func(s imp.Stm) bool {
			imp.Assigns(s, d.assigned)
			return true
		})
		for _, p := range f.Results {
			d.assigned[p.Name] = true
		}
		d.learn(f.Body)
		f.Body = d.share(f.Body)
		f.Body = imp.Replace(f.Body, d.cheaper)
		return nil
	})
}

// divider knows the ranges of the variables that never change after their declaration.
type divider struct {
	interval.Scope
	unit     *pass.Unit
	assigned imp.Names
	known    map[division]name.Name // quotients in scope
}

// learn keeps the ranges of what list declares.
func (d *divider) learn(list []imp.Stm) {
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			if in := d.Of(s.Init); in != interval.All && s.Lanes == 0 && !d.assigned[s.Name] {
				d.Vars[s.Name] = in
			}
		case *imp.For:
			d.Count(s.Index, s.Bound)
		case *imp.Parallel:
			for _, dim := range s.Space {
				d.Count(dim.Index, dim.Count)
			}
		}
		return true
	})
}

// Quot and Rem round towards zero, Div and Mod down.
var (
	quotients  = map[scalar.Op]bool{scalar.Quot: true, scalar.Div: true}
	remainders = map[scalar.Op]scalar.Op{scalar.Rem: scalar.Quot, scalar.Mod: scalar.Div}
)

// cheaper is e without a division if its divisor is a constant, which is at least 2, and
// its dividend, which may be needed twice, a variable.
func (d *divider) cheaper(e imp.Expr) imp.Expr {
	p, ok := e.(*imp.Prim)
	if !ok || imp.LanesOf(e) > 0 || !p.Type.IsInt() || p.Type == scalar.U64 || len(p.Args) != 2 {
		return e
	}
	quotient, remains := remainders[p.Fn]
	if !remains {
		quotient = p.Fn
	}
	x, isVar := p.Args[0].(*imp.Var)
	by, isConst := imp.ConstOf(p.Args[1])
	if !quotients[quotient] || !isVar || !isConst || by.Int() < 2 {
		return e
	}
	q := d.quotient(quotient, x, by.Int())
	if q == nil || !d.unit.Rewrite() {
		return e
	}
	if !remains {
		return q
	}
	if n := by.Int(); n&(n-1) == 0 {
		return &imp.Prim{Fn: scalar.And, Type: p.Type, Args: []imp.Expr{x, constant(p.Type, n-1)}}
	}
	return left(p.Type, x, q, p.Args[1])
}

// left is x - q * y.
func left(t scalar.Type, x, q, y imp.Expr) imp.Expr {
	product := &imp.Prim{Fn: scalar.Mul, Type: t, Args: []imp.Expr{q, y}}
	return &imp.Prim{Fn: scalar.Sub, Type: t, Args: []imp.Expr{x, product}}
}

// quotient returns x / by, rounded as op does, without a division; nil if it knows no
// cheaper way. For a power of two it does if x is not negative.
func (d *divider) quotient(op scalar.Op, x *imp.Var, by int64) imp.Expr {
	t, in := x.Type, d.Of(x)
	if in == interval.All {
		return nil
	}
	positive := in.Lo >= 0
	if by&(by-1) == 0 {
		if !positive {
			return nil
		}
		return convert(t, shift(widen(x), log2(by)))
	}
	m, ok := magicOf(by, max(interval.Magnitude(in.Lo), interval.Magnitude(in.Hi)))
	if !ok {
		return nil
	}
	scaled := func(x imp.Expr) imp.Expr {
		return shift(binary(scalar.Mul, x, imp.Int(m.factor)), m.shift)
	}
	wide := widen(x)
	sign := shift(wide, 63)
	switch {
	case positive:
		return convert(t, scaled(wide))
	case op == scalar.Quot:
		return convert(t, binary(scalar.Sub, scaled(wide), sign))
	}
	// Below zero rounding down is rounding up what ^x, which is not negative, leaves.
	return convert(t, binary(scalar.Xor, scaled(binary(scalar.Xor, wide, sign)), sign))
}

// binary is an operation on i64s.
func binary(op scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.I64, Args: []imp.Expr{x, y}}
}

func shift(x imp.Expr, by int) imp.Expr {
	if by == 0 {
		return x
	}
	return binary(scalar.Shr, x, imp.Int(int64(by)))
}

func widen(x *imp.Var) imp.Expr {
	if x.Type == scalar.I64 {
		return x
	}
	return &imp.Convert{From: x.Type, To: scalar.I64, X: x}
}

func convert(t scalar.Type, x imp.Expr) imp.Expr {
	if t == scalar.I64 {
		return x
	}
	return &imp.Convert{From: scalar.I64, To: t, X: x}
}

func constant(t scalar.Type, n int64) imp.Expr { return &imp.Const{Value: scalar.Int(t, n)} }
