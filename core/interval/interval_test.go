package interval

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

var operators = []scalar.Op{
	scalar.Add, scalar.Sub, scalar.Mul, scalar.Min, scalar.Max, scalar.Quot, scalar.Rem, scalar.Div, scalar.Mod,
	scalar.And, scalar.Or, scalar.Xor, scalar.Shr, scalar.Shl, scalar.MulSat,
}

var narrower = []scalar.Type{scalar.Bool, scalar.I8, scalar.I16, scalar.I32, scalar.U8, scalar.U16, scalar.U32}

// drawn makes expressions together with their values.
type drawn struct {
	*rapid.T
	names *name.Supply
	scope Scope
}

// expr draws an i64 expression; ok tells whether its value is defined.
func (d *drawn) expr(depth int) (e imp.Expr, v scalar.Value, ok bool) {
	if depth > 0 && rapid.Bool().Draw(d.T, "operator") {
		op := rapid.SampledFrom(operators).Draw(d.T, "which")
		x, a, okA := d.expr(depth - 1)
		y, b, okB := d.expr(depth - 1)
		e := &imp.Prim{Fn: op, Type: scalar.I64, Args: []imp.Expr{x, y}}
		if !okA || !okB || !op.Defined(scalar.I64, a, b) {
			return e, a, false
		}
		return e, op.Func(scalar.I64)(a, b, scalar.Value{}), true
	}
	n := d.names.Fresh("x")
	x := rapid.Int64().Draw(d.T, "value") >> rapid.IntRange(0, 63).Draw(d.T, "bits")
	v = scalar.Int(scalar.I64, x)
	switch rapid.IntRange(0, 4).Draw(d.T, "leaf") {
	case 0:
		return &imp.Const{Value: v}, v, true
	case 1: // of a narrower type
		t := rapid.SampledFrom(narrower).Draw(d.T, "type")
		narrow := scalar.Convert(t, v)
		return &imp.Convert{From: t, To: scalar.I64, X: &imp.Var{Name: n, Type: t}}, scalar.Convert(scalar.I64, narrow), true
	case 2:
		d.scope.Vars[n] = Between(x, x)
	case 3:
		y := rapid.Int64().Draw(d.T, "other") >> rapid.IntRange(0, 63).Draw(d.T, "its bits")
		d.scope.Vars[n] = Between(min(x, y), max(x, y))
	}
	return imp.IntVar(n), v, true
}

// An interval holds each value that its expression may have.
func TestValuesLieInIntervals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &drawn{t, name.NewSupply(0), Scope{Vars: map[name.Name]Interval{}}}
		e, v, defined := d.expr(4)
		if in := d.scope.Of(e); defined && !in.Has(v.Int()) {
			t.Errorf("%d is not within [%d, %d]", v.Int(), in.Lo, in.Hi)
		}
	})
}

// What is not known stays within what operators leave.
func TestIntervals(t *testing.T) {
	x := imp.IntVar(name.NewSupply(0).Fresh("x"))
	of := func(op scalar.Op, a, b imp.Expr) imp.Expr {
		return &imp.Prim{Fn: op, Type: scalar.I64, Args: []imp.Expr{a, b}}
	}
	byte8 := &imp.Convert{From: scalar.U8, To: scalar.I64, X: &imp.Var{Name: name.NewSupply(9).Fresh("b"), Type: scalar.U8}}
	for _, c := range []struct {
		e    imp.Expr
		want Interval
	}{
		{x, All},
		{of(scalar.And, x, imp.Int(15)), Between(0, 15)},
		{of(scalar.Xor, of(scalar.And, x, imp.Int(9)), of(scalar.And, x, imp.Int(4))), Between(0, 15)},
		{of(scalar.Or, of(scalar.Quot, x, imp.Int(1<<60)), imp.Int(5)), Between(-8, 7)},
		{of(scalar.Mod, x, imp.Int(10)), Between(0, 9)},
		{of(scalar.Rem, x, imp.Int(10)), Between(-9, 9)},
		{of(scalar.Max, of(scalar.Min, x, imp.Int(7)), imp.Int(-2)), Between(-2, 7)},
		{of(scalar.Div, byte8, imp.Int(-1)), All},
		{of(scalar.Mul, byte8, imp.Int(-3)), Between(-765, 0)},
		{of(scalar.Sub, imp.Int(3), byte8), Between(-252, 3)},
	} {
		if got := (Scope{}).Of(c.e); got != c.want {
			t.Errorf("%v is in [%d, %d], want [%d, %d]", c.e, got.Lo, got.Hi, c.want.Lo, c.want.Hi)
		}
	}
}

// Operations on narrow types wrap; the interval of one that may do so holds the whole type.
func TestNarrowOperationsLieInIntervals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := rapid.SampledFrom(narrower[1:]).Draw(t, "type")
		d := &drawn{T: t, names: &name.Supply{}, scope: Scope{Vars: map[name.Name]Interval{}}}
		var expr func(depth int) (imp.Expr, scalar.Value, bool)
		expr = func(depth int) (imp.Expr, scalar.Value, bool) {
			if depth == 0 {
				n := d.names.Fresh("x")
				draw := func(what string) int64 {
					x := rapid.Int64().Draw(t, what) >> rapid.IntRange(0, 63).Draw(t, "bits")
					return scalar.Convert(scalar.I64, scalar.Convert(typ, scalar.Int(scalar.I64, x))).Int()
				}
				x, y := draw("value"), draw("other")
				if rapid.Bool().Draw(t, "constant") {
					y = x
				}
				d.scope.Vars[n] = Between(min(x, y), max(x, y))
				return &imp.Var{Name: n, Type: typ}, scalar.Int(typ, x), true
			}
			op := rapid.SampledFrom(operators).Draw(t, "which")
			x, a, okA := expr(rapid.IntRange(0, depth-1).Draw(t, "left"))
			y, b, okB := expr(rapid.IntRange(0, depth-1).Draw(t, "right"))
			v, ok := a, op != scalar.MulSat && okA && okB
			if ok {
				v, ok = op.Eval(typ, a, b)
			}
			return &imp.Prim{Fn: op, Type: typ, Args: []imp.Expr{x, y}}, v, ok
		}
		e, v, ok := expr(3)
		if in := d.scope.Of(e); ok && !in.Has(scalar.Convert(scalar.I64, v).Int()) {
			t.Fatalf("%v is not in %v", v, in)
		}
	})
}
