package wasm_test

import (
	"context"
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
// types.
func elementwise(entry string, names *name.Supply, operands []scalar.Type, result scalar.Type, build func([]imp.Expr) imp.Expr) *imp.Fun {
	n, i, out := names.Fresh("n"), names.Fresh("i"), names.Fresh("out")
	f := &imp.Fun{Name: entry, Entry: &imp.Entry{},
		Params:  []imp.Param{{Name: n, Type: imp.Type{Elem: scalar.I64}}},
		Results: []imp.Param{{Name: out}},
	}
	shape := []imp.Expr{imp.IntVar(n)}
	var args []imp.Expr
	for _, t := range operands {
		xs := names.Fresh("xs")
		f.Params = append(f.Params, imp.Param{Name: xs})
		f.Entry.Params = append(f.Entry.Params, imp.External{Elem: t, Var: xs, Shape: shape})
		args = append(args, &imp.Load{Block: xs, Elem: t, Index: imp.IntVar(i)})
	}
	f.Entry.Results = []imp.External{{Elem: result, Var: out, Shape: shape}}
	f.Body = []imp.Stm{
		&imp.Alloc{Block: out, Bytes: imp.Mul(imp.IntVar(n), imp.Int(int64(result.Size())))},
		&imp.For{Index: i, Type: scalar.I64, Bound: imp.IntVar(n), Body: []imp.Stm{
			&imp.Store{Block: out, Elem: result, Index: imp.IntVar(i), X: build(args)},
		}},
	}
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

// interesting returns values of a type at which operators have special cases, and some
// random ones.
func interesting(t scalar.Type, rng *rand.Rand, random int) []scalar.Value {
	if t == scalar.Bool {
		return []scalar.Value{scalar.FromBool(false), scalar.FromBool(true)}
	}
	vs := []scalar.Value{scalar.Lowest(t), scalar.Highest(t)}
	for _, n := range []int64{0, 1, -1, 2, 3, -3, 7, 8, 31, 32, 33, 63, 64, 100, -128, 255, 1000} {
		vs = append(vs, scalar.Int(t, n))
	}
	if t.IsFloat() {
		for _, x := range []float64{0.5, -0.5, 1.5, 2.5, -2.5, 1e-3, 3.14159, 65504, 65520, 1e-8, 1e10, -1e19, 1e19, 2147483647.5, 1e38, 0x1p-24, 0x1p-149} {
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

// operandRows returns operands of o at t for which it is defined.
func operandRows(o scalar.Op, t scalar.Type, rng *rand.Rand) (types []scalar.Type, rows [][]scalar.Value) {
	arity := o.Info().Arity()
	random := map[int]int{1: 300, 2: 25, 3: 3}[arity]
	rows = [][]scalar.Value{nil}
	for i := range arity {
		types = append(types, o.ParamType(t, i))
		var longer [][]scalar.Value
		for _, row := range rows {
			for _, v := range interesting(types[i], rng, random) {
				longer = append(longer, append(row[:len(row):len(row)], v))
			}
		}
		rows = longer
	}
	var defined [][]scalar.Value
	for _, row := range rows {
		if o.Defined(t, row...) && (o != scalar.Pow || t.IsFloat() || row[1].Int() < 1000) {
			defined = append(defined, row)
		}
	}
	return types, defined
}

func TestOperators(t *testing.T) {
	prog := &imp.Program{Names: name.NewSupply(0)}
	type application struct {
		op scalar.Op
		on scalar.Type
	}
	apps := map[string]application{}
	for _, o := range scalar.Ops() {
		for _, ty := range o.Info().On.Types() {
			var operands []scalar.Type
			for i := range o.Info().Arity() {
				operands = append(operands, o.ParamType(ty, i))
			}
			entry := fmt.Sprintf("%s_%s", o, ty)
			apps[entry] = application{o, ty}
			prog.Funs = append(prog.Funs, elementwise(entry, prog.Names, operands, o.ResultType(ty),
				func(args []imp.Expr) imp.Expr { return &imp.Prim{Fn: o, Type: ty, Args: args} }))
		}
	}
	x, err := shared.Compile(context.Background(), prog, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, f := range prog.Funs {
		a := apps[f.Name]
		types, rows := operandRows(a.op, a.on, rng)
		got, _, err := x.Run(context.Background(), f.Name, columns(types, rows))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		for i, row := range rows {
			expected, _ := a.op.Eval(a.on, row...)
			if g := got[0].At(int64(i)); !g.Same(expected) {
				t.Errorf("%s %v is %v, want %v", f.Name, row, g, expected)
				break
			}
		}
	}
}

// Divisions by constants are compiled without a division where possible.
func TestDivisionsByConstants(t *testing.T) {
	prog := &imp.Program{Names: name.NewSupply(0)}
	type application struct {
		op scalar.Op
		by scalar.Value
	}
	apps := map[string]application{}
	for _, o := range []scalar.Op{scalar.Div, scalar.Mod, scalar.Quot, scalar.Rem} {
		for _, ty := range scalar.Types() {
			if !ty.IsInt() {
				continue
			}
			for _, n := range []int64{1, 2, 3, 5, 7, 8, 10, 11, 64, 100, 641, 1000, 1024, 65537, 1 << 30, 1<<31 - 1, 1<<31 + 11, 1 << 62, -1, -2, -3, -8, -128} {
				by := scalar.Int(ty, n)
				if by.Int() == 0 {
					continue
				}
				entry := fmt.Sprintf("%s_%s_%d", o, ty, len(apps))
				apps[entry] = application{o, by}
				prog.Funs = append(prog.Funs, elementwise(entry, prog.Names, []scalar.Type{ty}, ty, func(args []imp.Expr) imp.Expr {
					return &imp.Prim{Fn: o, Type: ty, Args: []imp.Expr{args[0], &imp.Const{Value: by}}}
				}))
			}
		}
	}
	x, err := shared.Compile(context.Background(), prog, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	rng := rand.New(rand.NewPCG(5, 6))
	for _, f := range prog.Funs {
		a := apps[f.Name]
		xs := append(interesting(a.by.Type, rng, 200), aroundMultiples(a.by, rng)...)
		var rows [][]scalar.Value
		for _, v := range xs {
			rows = append(rows, []scalar.Value{v})
		}
		got, _, err := x.Run(context.Background(), f.Name, columns([]scalar.Type{a.by.Type}, rows))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		for i, v := range xs {
			if expected, _ := a.op.Eval(a.by.Type, v, a.by); !got[0].At(int64(i)).Same(expected) {
				t.Errorf("%s of %v and %v is %v, want %v", a.op, v, a.by, got[0].At(int64(i)), expected)
				break
			}
		}
	}
}

// aroundMultiples returns multiples of a divisor, of each size that its type has, their neighbours, and
// those of powers of two.
func aroundMultiples(by scalar.Value, rng *rand.Rand) []scalar.Value {
	var out []scalar.Value
	for bits := range by.Type.Bits() {
		for _, near := range []uint64{rng.Uint64() >> (63 - bits) / uint64(by.Int()) * uint64(by.Int()), 1 << bits} {
			for _, x := range []uint64{near - 1, near, near + 1} {
				out = append(out, scalar.Int(by.Type, int64(x)), scalar.Int(by.Type, -int64(x)))
			}
		}
	}
	return out
}

// Shifts by constants less than the width are one instruction for all lanes, those by others are not.
func TestShiftsByConstants(t *testing.T) {
	prog := &imp.Program{Names: name.NewSupply(0)}
	type application struct {
		op scalar.Op
		by scalar.Value
	}
	apps := map[string]application{}
	for _, o := range []scalar.Op{scalar.Shl, scalar.Shr, scalar.Lshr} {
		for _, ty := range scalar.Types() {
			for _, n := range []int64{0, 1, 7, 8, 16, 31, 32, 33, 63, 64, -1} {
				if !ty.IsInt() {
					continue
				}
				by := scalar.Int(ty, n)
				entry := fmt.Sprintf("%s_%s_%d", o, ty, len(apps))
				apps[entry] = application{o, by}
				// A float beside the shift keeps the loop from running on elements as they lie in memory.
				prog.Funs = append(prog.Funs, elementwise(entry, prog.Names, []scalar.Type{ty, scalar.F32}, ty, func(args []imp.Expr) imp.Expr {
					shifted := &imp.Prim{Fn: o, Type: ty, Args: []imp.Expr{args[0], &imp.Const{Value: by}}}
					zero := &imp.Const{Value: scalar.Zero(scalar.F32)}
					positive := &imp.Prim{Fn: scalar.Gt, Type: scalar.F32, Args: []imp.Expr{args[1], zero}}
					return &imp.Prim{Fn: scalar.Select, Type: ty, Args: []imp.Expr{positive, shifted, args[0]}}
				}))
			}
		}
	}
	x, err := shared.Compile(context.Background(), prog, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	rng := rand.New(rand.NewPCG(7, 8))
	for _, f := range prog.Funs {
		a := apps[f.Name]
		var rows [][]scalar.Value
		for i, v := range interesting(a.by.Type, rng, 50) {
			rows = append(rows, []scalar.Value{v, scalar.Float(scalar.F32, float64(i%5))})
		}
		got, _, err := x.Run(context.Background(), f.Name, columns([]scalar.Type{a.by.Type, scalar.F32}, rows))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		for i, row := range rows {
			want := row[0]
			if row[1].Float() > 0 {
				want, _ = a.op.Eval(a.by.Type, row[0], a.by)
			}
			if !got[0].At(int64(i)).Same(want) {
				t.Errorf("%s of %v by %v is %v, want %v", a.op, row[0], a.by, got[0].At(int64(i)), want)
				break
			}
		}
	}
}

func TestConversions(t *testing.T) {
	prog := &imp.Program{Names: name.NewSupply(0)}
	type pair struct{ from, to scalar.Type }
	pairs := map[string]pair{}
	for _, from := range scalar.Types() {
		for _, to := range scalar.Types() {
			entry := fmt.Sprintf("%s_%s", from, to)
			pairs[entry] = pair{from, to}
			prog.Funs = append(prog.Funs, elementwise(entry, prog.Names, []scalar.Type{from}, to,
				func(args []imp.Expr) imp.Expr { return &imp.Convert{From: from, To: to, X: args[0]} }))
		}
	}
	x, err := shared.Compile(context.Background(), prog, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	rng := rand.New(rand.NewPCG(3, 4))
	for _, f := range prog.Funs {
		c := pairs[f.Name]
		var rows [][]scalar.Value
		for _, v := range interesting(c.from, rng, 1000) {
			rows = append(rows, []scalar.Value{v})
		}
		got, _, err := x.Run(context.Background(), f.Name, columns([]scalar.Type{c.from}, rows))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		for i, row := range rows {
			if g, expected := got[0].At(int64(i)), scalar.Convert(c.to, row[0]); !g.Same(expected) {
				t.Errorf("%s of %v is %v, want %v", f.Name, row[0], g, expected)
				break
			}
		}
	}
}
