package gpu

import (
	"math"
	"testing"

	"github.com/lamina-lang/lamina/backends/gpu/codegen"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Instructions give what core/scalar says of their operators, on operands that overflow,
// saturate and change signs.
func TestInstructionsAreTheOperators(t *testing.T) {
	hard := []int64{0, 1, -1, 2, 7, -7, 255, math.MaxInt32, math.MinInt32, 1 << 32, math.MaxInt64, math.MinInt64, math.MaxInt64 / 3}
	names := name.NewSupply(0)
	a, b, p := names.Fresh("a"), names.Fresh("b"), names.Fresh("p")
	tried := map[action]bool{}
	for _, op := range scalar.Ops() {
		for _, ty := range []scalar.Type{scalar.I64, scalar.Bool} {
			if !op.Info().On.Has(ty) || op.Info().Arity() > 3 || op.Info().Elementary != nil {
				continue
			}
			for _, x := range hard {
				for _, y := range hard {
					vx, vy := scalar.Convert(ty, scalar.Int(scalar.I64, x)), scalar.Convert(ty, scalar.Int(scalar.I64, y))
					truth := scalar.FromBool(x < y)
					values, args := []scalar.Value{vx, vy}, []imp.Expr{&imp.Var{Name: a, Type: ty}, &imp.Var{Name: b, Type: ty}}
					switch {
					case op == scalar.Select:
						values, args = []scalar.Value{truth, vx, vy}, append([]imp.Expr{&imp.Var{Name: p, Type: scalar.Bool}}, args...)
					case op.Info().Arity() != 2:
						continue
					case byConstants[op] != evaluate:
						args[1] = &imp.Const{Value: vy}
					}
					e := &imp.Prim{Fn: op, Type: ty, Args: args}
					do, _ := actionOf(e)
					if do == evaluate {
						continue
					}
					tried[do] = true
					want, ok := op.Eval(ty, values...)
					if got := evaluated(e, map[name.Name]scalar.Value{a: vx, b: vy, p: truth}); !ok || got != want.Bits {
						t.Errorf("%s.%s of %v is %#x, want %v", op, ty, values, got, want)
					}
				}
			}
		}
	}
	for do := add; do <= choose; do++ {
		if !tried[do] {
			t.Errorf("no operator led to action %d", do)
		}
	}
	for _, x := range hard {
		v := scalar.Int(scalar.I64, x)
		got := evaluated(&imp.Convert{From: scalar.I64, To: scalar.I32, X: &imp.Var{Name: a, Type: scalar.I64}}, map[name.Name]scalar.Value{a: v})
		if want := scalar.Convert(scalar.I32, v); got != want.Bits {
			t.Errorf("%d as an i32 is %#x, want %v", x, got, want)
		}
	}
}

// evaluated is the value of an expression on the host.
func evaluated(e imp.Expr, values map[name.Name]scalar.Value) uint64 {
	c := &hostCompiler{host: &host{}, scalars: map[name.Name]int{}, constants: map[uint64]int32{}}
	places := map[int]uint64{}
	for n, v := range values {
		places[c.declare(n, false)] = v.Bits
	}
	f := c.expr(e)
	r := (&executable{host: c.host, unit: &codegen.Unit{}}).newRun(nil, false)
	for at, bits := range places {
		r.scalars[at] = bits
	}
	return f(r)
}
