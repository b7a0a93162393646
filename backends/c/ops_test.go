package c_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// elementwise returns a function that applies build to the elements of arrays of the given
// types: one by one, or in vectors of that many lanes and the rest one by one.
func elementwise(entry string, names *name.Supply, operands []scalar.Type, result scalar.Type, lanes int, build func([]imp.Expr) imp.Expr) *imp.Fun {
	n, out := names.Fresh("n"), names.Fresh("out")
	f := &imp.Fun{Name: entry, Entry: &imp.Entry{},
		Params:  []imp.Param{{Name: n, Type: imp.Type{Elem: scalar.I64}}},
		Results: []imp.Param{{Name: out}},
	}
	shape := []imp.Expr{imp.IntVar(n)}
	var arrays []name.Name
	for _, t := range operands {
		xs := names.Fresh("xs")
		arrays = append(arrays, xs)
		f.Params = append(f.Params, imp.Param{Name: xs})
		f.Entry.Params = append(f.Entry.Params, imp.External{Elem: t, Var: xs, Shape: shape})
	}
	store := func(at imp.Expr, lanes int) imp.Stm {
		var args []imp.Expr
		for i, t := range operands {
			args = append(args, &imp.Load{Block: arrays[i], Elem: t, Index: at, Lanes: lanes})
		}
		return &imp.Store{Block: out, Elem: result, Index: at, X: build(args), Lanes: lanes}
	}
	f.Entry.Results = []imp.External{{Elem: result, Var: out, Shape: shape}}
	f.Body = []imp.Stm{&imp.Alloc{Block: out, Bytes: imp.Mul(imp.IntVar(n), imp.Int(int64(result.Size())))}}
	done := imp.Int(0)
	if lanes > 0 {
		v, width := names.Fresh("v"), imp.Int(int64(lanes))
		count := &imp.Prim{Fn: scalar.Quot, Type: scalar.I64, Args: []imp.Expr{imp.IntVar(n), width}}
		f.Body = append(f.Body, &imp.For{Index: v, Type: scalar.I64, Bound: count, Body: []imp.Stm{store(imp.Mul(imp.IntVar(v), width), lanes)}})
		done = imp.Mul(count, width)
	}
	i := names.Fresh("i")
	left := &imp.Prim{Fn: scalar.Sub, Type: scalar.I64, Args: []imp.Expr{imp.IntVar(n), done}}
	f.Body = append(f.Body, &imp.For{Index: i, Type: scalar.I64, Bound: left, Body: []imp.Stm{store(imp.Add(imp.IntVar(i), done), 0)}})
	return f
}

// columns returns the operands of many applications as one array per operand.
func columns(types []scalar.Type, rows [][]scalar.Value) []value.Value {
	out := make([]value.Value, len(types))
	for c, t := range types {
		out[c], _ = value.New(t, int64(len(rows)))
		for r, row := range rows {
			out[c].Set(int64(r), row[c])
		}
	}
	return out
}

// interesting returns values at which operators have special cases, and some random ones.
func interesting(t scalar.Type, rng *rand.Rand, random int) []scalar.Value {
	if t == scalar.Bool {
		return []scalar.Value{scalar.FromBool(false), scalar.FromBool(true)}
	}
	vs := []scalar.Value{scalar.Lowest(t), scalar.Highest(t)}
	for _, n := range []int64{0, 1, -1, 2, 3, -3, 7, 8, 31, 32, 33, 63, 64, 100, -128, 255, 1000} {
		vs = append(vs, scalar.Int(t, n))
	}
	if t.IsFloat() {
		for _, x := range []float64{0.5, -0.5, 1.5, 2.5, -2.5, 1e-3, 3.14159, 65504, 65520, 1e-8, 1e10, -1e19, 1e19, 2147483647.5, 1e38, 0x1p-24, 0x1p-149, 0x1p23, 0x1p52, 8388607.5, 4503599627370495.5} {
			vs = append(vs, scalar.Float(t, x))
		}
		nan, _ := scalar.Constant(t, "nan")
		zero, _ := scalar.Neg.Eval(t, scalar.Zero(t))
		vs = append(vs, nan, zero)
	} else {
		vs = append(vs, scalar.Value{Type: t, Bits: scalar.Highest(t).Bits - 1})
	}
	for range random {
		v := scalar.Value{Type: t, Bits: rng.Uint64() >> (64 - t.Bits())}
		if v.IsNaN() {
			v = scalar.Float(t, rng.NormFloat64()*100)
		}
		vs = append(vs, v)
	}
	return vs
}

// rowsOf returns operands of the given types, with every combination of interesting ones.
func rowsOf(types []scalar.Type, rng *rand.Rand) [][]scalar.Value {
	random := map[int]int{1: 300, 2: 25, 3: 3}[len(types)]
	rows := [][]scalar.Value{nil}
	for _, t := range types {
		var longer [][]scalar.Value
		for _, row := range rows {
			for _, v := range interesting(t, rng, random) {
				longer = append(longer, append(row[:len(row):len(row)], v))
			}
		}
		rows = longer
	}
	rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] }) // lanes should differ
	return rows
}

// application is an operator or a conversion at a type.
type application struct {
	name   string
	types  []scalar.Type
	result scalar.Type
	build  func([]imp.Expr) imp.Expr
	eval   func([]scalar.Value) (scalar.Value, bool)
}

func applications() []application {
	var out []application
	for _, o := range scalar.Ops() {
		for _, ty := range o.Info().On.Types() {
			a := application{name: fmt.Sprintf("%s_%s", o, ty), result: o.ResultType(ty),
				build: func(args []imp.Expr) imp.Expr { return &imp.Prim{Fn: o, Type: ty, Args: args} },
				eval: func(args []scalar.Value) (scalar.Value, bool) {
					if o == scalar.Pow && ty.IsInt() && args[1].Int() >= 1000 {
						return scalar.Value{}, false
					}
					return o.Eval(ty, args...)
				}}
			for i := range o.Info().Arity() {
				a.types = append(a.types, o.ParamType(ty, i))
			}
			out = append(out, a)
		}
	}
	for _, o := range []scalar.Op{scalar.Shl, scalar.Shr, scalar.Lshr} { // by constants lanes are shifted at once
		for _, ty := range o.Info().On.Types() {
			for _, n := range []int64{0, 7, 31, 32, 63, 64, -1} {
				by := scalar.Int(ty, n)
				out = append(out, application{name: fmt.Sprintf("%s_%s_by_%d", o, ty, uint8(n)), types: []scalar.Type{ty}, result: ty,
					build: func(args []imp.Expr) imp.Expr {
						var y imp.Expr = &imp.Const{Value: by}
						if n := imp.LanesOf(args[0]); n > 0 {
							y = &imp.Splat{X: y, Lanes: n}
						}
						return &imp.Prim{Fn: o, Type: ty, Args: []imp.Expr{args[0], y}}
					},
					eval: func(args []scalar.Value) (scalar.Value, bool) { return o.Eval(ty, args[0], by) }})
			}
		}
	}
	for _, from := range scalar.Types() {
		for _, to := range scalar.Types() {
			out = append(out, application{name: fmt.Sprintf("%s_to_%s", from, to), types: []scalar.Type{from}, result: to,
				build: func(args []imp.Expr) imp.Expr { return &imp.Convert{From: from, To: to, X: args[0]} },
				eval:  func(args []scalar.Value) (scalar.Value, bool) { return scalar.Convert(to, args[0]), true }})
		}
	}
	return out
}

// Every operator and conversion at every type, on scalars and in each number of lanes, gives
// the bits that core/scalar does.
func TestOperators(t *testing.T) {
	widths := append([]int{0}, imp.LaneCounts...)
	if testing.Short() {
		widths = []int{0, 4}
	}
	for _, lanes := range widths {
		t.Run(fmt.Sprintf("lanes %d", lanes), func(t *testing.T) {
			prog := &imp.Program{Names: name.NewSupply(0)}
			apps := applications()
			for _, a := range apps {
				prog.Funs = append(prog.Funs, elementwise(a.name, prog.Names, a.types, a.result, lanes, a.build))
			}
			t.Setenv("CFLAGS", "-O1")
			x, err := shared(t).Compile(t.Context(), prog, backend.Options{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer x.Close()
			rng := rand.New(rand.NewPCG(1, 2))
			for _, a := range apps {
				var rows [][]scalar.Value
				var want []scalar.Value
				for _, row := range rowsOf(a.types, rng) {
					if v, defined := a.eval(row); defined {
						rows, want = append(rows, row), append(want, v)
					}
				}
				got, _, err := x.Run(t.Context(), a.name, columns(a.types, rows))
				if err != nil {
					t.Fatalf("%s: %v", a.name, err)
				}
				for i := range rows {
					if !got[0].At(int64(i)).Same(want[i]) {
						t.Errorf("%s %v is %v, want %v", a.name, rows[i], got[0].At(int64(i)), want[i])
						break
					}
				}
			}
		})
	}
}
