package gpu

import (
	"math"
	"testing"

	"github.com/lamina-lang/lamina/backends/gpu/codegen"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// hardValues are values of a type on whose like operators overflow, saturate, change signs, round
// and meet what is no number.
func hardValues(t scalar.Type) []scalar.Value {
	var out []scalar.Value
	seen := map[scalar.Value]bool{}
	add := func(v scalar.Value) {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	for _, x := range []int64{0, 1, -1, 2, 7, -7, 31, 64, 127, 255, math.MinInt8, math.MinInt16, math.MaxInt32, math.MinInt32, 1 << 32, math.MaxInt64, math.MinInt64, math.MaxInt64 / 3} {
		add(scalar.Int(t, x))
	}
	if t.IsFloat() {
		for _, x := range []float64{math.Copysign(0, -1), 0.1, -1.5, 1e-30, 1e30, 65504, 1e-7, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64} {
			add(scalar.Float(t, x))
		}
	}
	return out
}

// Instructions give what core/scalar says of every operator at every type.
func TestInstructionsAreTheOperators(t *testing.T) {
	names := name.NewSupply(0)
	variables := []name.Name{names.Fresh("a"), names.Fresh("b"), names.Fresh("c")}
	tried := map[action]bool{}
	for _, op := range scalar.Ops() {
		for _, on := range op.Info().On.Types() {
			do, _ := actionOf(op, on)
			tried[do] = true
			f := evaluator(op, on, variables)
			operands(op, on, func(values []scalar.Value) {
				if want, ok := op.Eval(on, values...); ok {
					if got := f(values); got != want.Bits {
						t.Fatalf("%s.%s of %v is %#x, want %v", op, on, values, got, want)
					}
				}
			})
		}
	}
	for do := apply; do < jump; do++ {
		switch do {
		case convert, move, extend, toF64, toF32, widen, narrow: // of conversions
		default:
			if !tried[do] {
				t.Errorf("no operator led to action %d", do)
			}
		}
	}
}

// operands calls f with all tuples of hard values that an operator takes.
func operands(op scalar.Op, on scalar.Type, f func([]scalar.Value)) {
	var tuples func(before []scalar.Value)
	tuples = func(before []scalar.Value) {
		if len(before) == op.Info().Arity() {
			f(before)
			return
		}
		for _, v := range hardValues(op.ParamType(on, len(before))) {
			tuples(append(before[:len(before):len(before)], v))
		}
	}
	tuples(nil)
}

// evaluator is an operator, compiled for the host.
func evaluator(op scalar.Op, on scalar.Type, variables []name.Name) func([]scalar.Value) uint64 {
	e := &imp.Prim{Fn: op, Type: on}
	for i := range op.Info().Arity() {
		e.Args = append(e.Args, &imp.Var{Name: variables[i], Type: op.ParamType(on, i)})
	}
	return compiled(e, variables)
}

// compiled is an expression, compiled for the host, as a function of variables.
func compiled(e imp.Expr, variables []name.Name) func([]scalar.Value) uint64 {
	c := &hostCompiler{host: &host{}, scalars: map[name.Name]int{}, constants: map[uint64]int32{}}
	var places []int
	for _, v := range variables {
		places = append(places, c.declare(v, false))
	}
	f := c.expr(e)
	r := (&executable{host: c.host, unit: &codegen.Unit{}}).newRun(nil, false)
	return func(values []scalar.Value) uint64 {
		for i, v := range values {
			r.scalars[places[i]] = v.Bits
		}
		return f(r)
	}
}

// Instructions give what core/scalar says of every conversion.
func TestInstructionsAreTheConversions(t *testing.T) {
	variables := []name.Name{{Base: "a", ID: 1}}
	for _, from := range scalar.Types() {
		for _, to := range scalar.Types() {
			f := compiled(&imp.Convert{From: from, To: to, X: &imp.Var{Name: variables[0], Type: from}}, variables)
			for _, v := range hardValues(from) {
				if got, want := f([]scalar.Value{v}), scalar.Convert(to, v); got != want.Bits {
					t.Errorf("%v as %s is %#x, want %v", v, to, got, want)
				}
			}
		}
	}
}
