package wasm_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/passes/imp/lanes"
	"github.com/lamina-lang/lamina/passes/imp/split"
)

// generator generates random programs without races and invalid accesses: loop nests with
// indices linear in the loop indices, scalar code of all types, branches, and assertions
// that may fail.
type generator struct {
	*rand.Rand
	names   *name.Supply
	scalars []imp.Param               // in scope
	fixed   map[name.Name]bool        // variables that must not be assigned
	indices []name.Name               // loop indices in scope: i64 from 0 below trips
	arrays  map[scalar.Type]name.Name // blocks of length elements to read
	out     name.Name                 // block of i64 to write
	row     imp.Expr                  // start of the writable part of out
}

const (
	trips  = 5    // maximum trip count
	depth  = 3    // maximum loop depth
	span   = 400  // number of elements that an iteration of the parallel loop may write
	length = 2000 // number of elements of the arrays
)

var elems = []scalar.Type{scalar.I8, scalar.U16, scalar.I32, scalar.I64, scalar.F16, scalar.F32, scalar.F64, scalar.Bool}

func (g *generator) pick(ts []scalar.Type) scalar.Type { return ts[g.IntN(len(ts))] }

// index returns an expression linear in loop indices with a value in [0, span).
func (g *generator) index() imp.Expr {
	sum, most := imp.Expr(imp.Int(int64(g.IntN(20)))), int64(20)
	for _, i := range g.indices {
		c := int64(g.IntN(int((span - most) / (trips * 4))))
		term := imp.Mul(imp.IntVar(i), imp.Int(c))
		if g.IntN(3) == 0 {
			term = imp.Mul(imp.Int(c), imp.IntVar(i))
		}
		if g.IntN(4) == 0 {
			// count down: c·(trips−1) − c·i
			sum = imp.Add(sum, &imp.Prim{Fn: scalar.Sub, Type: scalar.I64, Args: []imp.Expr{imp.Int(c * (trips - 1)), term}})
		} else {
			sum = imp.Add(term, sum)
		}
		most += c * (trips - 1)
	}
	return sum
}

func (g *generator) expr(t scalar.Type, fuel int) imp.Expr {
	if fuel <= 0 || g.IntN(6) == 0 {
		return g.leaf(t)
	}
	if g.IntN(5) == 0 {
		from := g.pick(elems)
		return &imp.Convert{From: from, To: t, X: g.expr(from, fuel-1)}
	}
	for {
		o := scalar.Ops()[g.IntN(len(scalar.Ops()))]
		on := g.pick(elems)
		info := o.Info()
		if !info.On.Has(on) || o.ResultType(on) != t || info.Cost >= 12 && o != scalar.Pow {
			if g.IntN(40) == 0 {
				return g.leaf(t)
			}
			continue
		}
		args := make([]imp.Expr, info.Arity())
		for i := range args {
			args[i] = g.expr(o.ParamType(on, i), fuel-1)
		}
		if info.Partial.Has(on) {
			args[1] = &imp.Const{Value: scalar.Int(on, int64(1+g.IntN(9)))}
			if g.IntN(3) == 0 && o != scalar.Pow {
				// A nonzero, possibly negative divisor.
				args[1] = &imp.Prim{Fn: scalar.Or, Type: on, Args: []imp.Expr{g.expr(on, fuel-1), &imp.Const{Value: scalar.One(on)}}}
			}
		}
		return &imp.Prim{Fn: o, Type: on, Args: args}
	}
}

func (g *generator) leaf(t scalar.Type) imp.Expr {
	var vars []imp.Expr
	for _, v := range g.scalars {
		if v.Type.Elem == t {
			vars = append(vars, &imp.Var{Name: v.Name, Type: t})
		}
	}
	switch n := g.IntN(10); {
	case n < 5 && len(vars) > 0:
		return vars[g.IntN(len(vars))]
	case n < 8 && !g.arrays[t].IsZero():
		return &imp.Load{Block: g.arrays[t], Elem: t, Index: g.index()}
	}
	vs := interesting(t, g.Rand, 2)
	return &imp.Const{Value: vs[g.IntN(len(vs))]}
}

func (g *generator) stms(fuel int) []imp.Stm {
	scalars, indices := len(g.scalars), len(g.indices)
	var out []imp.Stm
	for range 1 + g.IntN(4) {
		out = append(out, g.stm(fuel)...)
	}
	g.scalars, g.indices = g.scalars[:scalars], g.indices[:indices]
	return out
}

func (g *generator) declare(t scalar.Type) imp.Stm {
	d := &imp.Declare{Name: g.names.Fresh("v"), Type: t, Init: g.expr(t, 3)}
	g.scalars = append(g.scalars, imp.Param{Name: d.Name, Type: imp.Type{Elem: t}})
	return d
}

func (g *generator) stm(fuel int) []imp.Stm {
	kind := g.IntN(12)
	if fuel <= 0 {
		kind = g.IntN(7)
	}
	switch {
	case kind < 2:
		return []imp.Stm{g.declare(g.pick(elems))}
	case kind < 4 && len(g.scalars) > 0:
		v := g.scalars[g.IntN(len(g.scalars))]
		if !g.fixed[v.Name] {
			return []imp.Stm{&imp.Assign{Name: v.Name, X: g.expr(v.Type.Elem, 3)}}
		}
	case kind < 7:
		if g.row == nil {
			break
		}
		at := g.row
		if g.IntN(2) == 0 {
			// via a variable, as in lowered programs
			d := &imp.Declare{Name: g.names.Fresh("at"), Type: scalar.I64, Init: imp.Add(g.row, g.index())}
			return []imp.Stm{d, &imp.Store{Block: g.out, Elem: scalar.I64, Index: imp.IntVar(d.Name), X: g.expr(scalar.I64, 3)}}
		}
		return []imp.Stm{&imp.Store{Block: g.out, Elem: scalar.I64, Index: imp.Add(at, g.index()), X: g.expr(scalar.I64, 3)}}
	case kind < 8:
		return []imp.Stm{&imp.If{Cond: g.expr(scalar.Bool, 2), Then: g.stms(fuel - 1), Else: g.stms(fuel - 1)}}
	case kind < 9:
		return []imp.Stm{&imp.Assert{Cond: &imp.Prim{Fn: scalar.Ne, Type: scalar.I64, Args: []imp.Expr{
			&imp.Prim{Fn: scalar.And, Type: scalar.I64, Args: []imp.Expr{g.expr(scalar.I64, 2), imp.Int(31)}}, imp.Int(int64(g.IntN(32)))}},
			Message: []imp.MessagePart{{Text: "value "}, {Arg: g.leaf(g.pick(elems))}}}}
	case len(g.indices) < depth:
		return g.loop(fuel)
	}
	return []imp.Stm{g.declare(scalar.I64)}
}

func (g *generator) loop(fuel int) []imp.Stm {
	i := g.names.Fresh("i")
	bound := imp.Expr(imp.Int(int64(1 + g.IntN(trips))))
	if g.IntN(2) == 0 {
		bound = &imp.Prim{Fn: scalar.Mod, Type: scalar.I64, Args: []imp.Expr{g.expr(scalar.I64, 1), imp.Int(trips + 1)}}
	}
	if g.IntN(4) == 0 {
		// A while loop over an i64 variable.
		d := &imp.Declare{Name: i, Type: scalar.I64, Init: imp.Int(0)}
		limit := &imp.Declare{Name: g.names.Fresh("limit"), Type: scalar.I64, Init: bound}
		g.indices = append(g.indices, i)
		g.fixed[i] = true
		body := g.stms(fuel - 1)
		g.indices = g.indices[:len(g.indices)-1]
		body = append(body, &imp.Assign{Name: i, X: imp.Add(imp.IntVar(i), imp.Int(1))})
		cond := &imp.Prim{Fn: scalar.Lt, Type: scalar.I64, Args: []imp.Expr{imp.IntVar(i), imp.IntVar(limit.Name)}}
		return []imp.Stm{d, limit, &imp.While{Cond: cond, Body: body}}
	}
	g.indices = append(g.indices, i)
	g.fixed[i] = true
	g.scalars = append(g.scalars, imp.Param{Name: i, Type: imp.Type{Elem: scalar.I64}})
	body := g.stms(fuel - 1)
	g.indices = g.indices[:len(g.indices)-1]
	g.scalars = g.scalars[:len(g.scalars)-1]
	return []imp.Stm{&imp.For{Index: i, Type: scalar.I64, Bound: bound, Body: body}}
}

// program returns a random program: some sequential code, and a parallel loop whose
// iterations write their own rows of the result.
func program(seed uint64) (*imp.Program, []value.Value) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0)), names: name.NewSupply(0), fixed: map[name.Name]bool{}, arrays: map[scalar.Type]name.Name{}}
	f := &imp.Fun{Name: "main", Entry: &imp.Entry{}}
	var args []value.Value
	for _, t := range elems {
		if g.IntN(3) > 0 {
			n := g.names.Fresh("xs")
			g.arrays[t] = n
			f.Params = append(f.Params, imp.Param{Name: n})
			f.Entry.Params = append(f.Entry.Params, imp.External{Elem: t, Var: n, Shape: []imp.Expr{imp.Int(length)}})
			v, _ := value.New(t, length)
			vs := interesting(t, g.Rand, 20)
			for i := range int64(length) {
				v.Set(i, vs[g.IntN(len(vs))])
			}
			args = append(args, v)
		}
		n := g.names.Fresh("p")
		f.Params = append(f.Params, imp.Param{Name: n, Type: imp.Type{Elem: t}})
		f.Entry.Params = append(f.Entry.Params, imp.External{Elem: t, Var: n})
		g.scalars = append(g.scalars, imp.Param{Name: n, Type: imp.Type{Elem: t}})
		vs := interesting(t, g.Rand, 5)
		args = append(args, value.Scalar(vs[g.IntN(len(vs))]))
	}
	rows := int64(1 + g.IntN(100))
	g.out = g.names.Fresh("out")
	f.Results = []imp.Param{{Name: g.out}}
	f.Entry.Results = []imp.External{{Elem: scalar.I64, Var: g.out, Shape: []imp.Expr{imp.Int(rows * span)}}}
	z := g.names.Fresh("z")
	f.Body = []imp.Stm{
		&imp.Alloc{Block: g.out, Bytes: imp.Int(8 * rows * span)},
		&imp.For{Index: z, Type: scalar.I64, Bound: imp.Int(rows * span), Body: []imp.Stm{
			&imp.Store{Block: g.out, Elem: scalar.I64, Index: imp.IntVar(z), X: imp.Int(0)}}},
	}
	g.row = imp.Int(0)
	f.Body = append(f.Body, g.stms(2)...)
	f.Body = append(f.Body, g.declare(scalar.I64), g.declare(scalar.F32))
	outer := len(g.scalars)
	for _, v := range g.scalars {
		g.fixed[v.Name] = true
	}
	i := g.names.Fresh("row")
	g.row = imp.Mul(imp.IntVar(i), imp.Int(span))
	body := g.stms(3)
	g.scalars = g.scalars[:outer]
	f.Body = append(f.Body, &imp.Parallel{Label: "rows", Space: []imp.SpaceDim{{Index: i, Count: imp.Int(rows)}}, Body: body})
	return &imp.Program{Funs: []*imp.Fun{f}, Names: g.names}, args
}

// outcome returns a result, or the message of a failure.
func outcome(t *testing.T, vs []value.Value, err error) (value.Value, string) {
	t.Helper()
	var f *fault.Failure
	switch {
	case errors.As(err, &f):
		return value.Value{}, f.Message
	case err != nil:
		t.Fatal(err)
	}
	return vs[0], ""
}

func checkRandom(t *testing.T, seed uint64) {
	t.Helper()
	p, args := program(seed)
	var text strings.Builder
	if err := imp.Print(&text, p); err != nil {
		t.Fatal(err)
	}
	vs, _, err := interp.Imp(context.Background(), p, "main", args, interp.Options{})
	expected, message := outcome(t, vs, err)
	apart := after(t, strings.TrimPrefix(text.String(), "lamina imp\n"), split.Pass, lanes.Pass)
	for _, b := range []*wasm.Backend{shared, wasm.NewCutting(50)} {
		x, err := b.Compile(context.Background(), apart, backend.Options{Threads: 2})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text.String())
		}
		vs, _, err = x.Run(context.Background(), "main", args)
		got, gotMessage := outcome(t, vs, err)
		difference := ""
		if message != gotMessage {
			difference = fmt.Sprintf("failure %q, want %q", gotMessage, message)
		} else if message == "" && !value.Equal(expected, got) {
			difference = value.Compare(expected, got, 0).Error()
		}
		if difference != "" {
			t.Fatalf("seed %d: %s\n%s", seed, difference, text.String())
		}
		_ = x.Close()
	}
}

// Random programs agree with the interpreter, also when parts of them are outlined.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(150) {
		checkRandom(t, seed)
	}
}

func FuzzPrograms(f *testing.F) {
	f.Add(uint64(1000))
	f.Fuzz(func(t *testing.T, seed uint64) { checkRandom(t, seed) })
}
