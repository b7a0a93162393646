package wasm_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// spread draws a float of type t with any exponent, often with a short significand, so that
// ties and zero remainders occur.
func spread(rng *rand.Rand, t scalar.Type) scalar.Value {
	v := scalar.Value{Type: t, Bits: rng.Uint64() >> (64 - t.Bits())}
	if rng.IntN(2) == 0 { // shorten the significand
		fraction := map[scalar.Type]int{scalar.F16: 10, scalar.F32: 23, scalar.F64: 52}[t]
		v.Bits &^= 1<<rng.IntN(fraction) - 1
	}
	if rng.IntN(4) == 0 {
		v = scalar.Float(t, math.Ldexp(rng.Float64()-0.5, rng.IntN(12)))
	}
	return v
}

// Float operators that are exactly rounded and take more than one instruction, on operands
// over the whole range. The reference is Go's math.
func TestExactFloatOperators(t *testing.T) {
	const count = 20000
	ops := []scalar.Op{scalar.Mod, scalar.Ldexp, scalar.Nextafter, scalar.Fma}
	prog := &imp.Program{Names: name.NewSupply(0)}
	for _, o := range ops {
		for _, ty := range scalar.FloatTypes.Types() {
			var operands []scalar.Type
			for i := range o.Info().Arity() {
				operands = append(operands, o.ParamType(ty, i))
			}
			prog.Funs = append(prog.Funs, elementwise(o.String()+"_"+ty.String(), prog.Names, operands, ty,
				func(args []imp.Expr) imp.Expr { return &imp.Prim{Fn: o, Type: ty, Args: args} }))
		}
	}
	x, err := shared.Compile(context.Background(), prog, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	rng := rand.New(rand.NewPCG(5, 6))
	i := 0
	for _, o := range ops {
		for _, ty := range scalar.FloatTypes.Types() {
			f := prog.Funs[i]
			i++
			var types []scalar.Type
			for k := range o.Info().Arity() {
				types = append(types, o.ParamType(ty, k))
			}
			rows := make([][]scalar.Value, count)
			for r := range rows {
				for _, p := range types {
					v := scalar.Int(scalar.I32, int64(rng.IntN(5000)-2500))
					if p == ty {
						v = spread(rng, ty)
					} else if rng.IntN(2) == 0 {
						v = scalar.Int(scalar.I32, int64(rng.IntN(400)-200))
					}
					rows[r] = append(rows[r], v)
				}
			}
			got, _, err := x.Run(context.Background(), f.Name, columns(types, rows))
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			for r, row := range rows {
				if want, _ := o.Eval(ty, row...); !got[0].At(int64(r)).Same(want) {
					t.Errorf("%s %v is %v, want %v", f.Name, row, got[0].At(int64(r)), want)
					break
				}
			}
		}
	}
}
