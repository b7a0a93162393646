package gpu

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// scalarCode draws sequential code on scalars of all types: loops of both kinds, branches,
// assignments, and operators that may be undefined.
type scalarCode struct {
	*rand.Rand
	names  *name.Supply
	scope  []imp.Param
	fixed  map[name.Name]bool // not to be assigned: indices, and counters of while loops
	nested int                // loops
}

func (g *scalarCode) pick() scalar.Type { return scalar.Types()[g.IntN(len(scalar.Types()))] }

func (g *scalarCode) expr(t scalar.Type, fuel int) imp.Expr {
	if fuel <= 0 || g.IntN(6) == 0 {
		return g.leaf(t)
	}
	if g.IntN(5) == 0 {
		from := g.pick()
		return &imp.Convert{From: from, To: t, X: g.expr(from, fuel-1)}
	}
	for range 200 {
		op, on := scalar.Ops()[g.IntN(len(scalar.Ops()))], g.pick()
		info := op.Info()
		if !info.On.Has(on) || op.ResultType(on) != t || op == scalar.Pow {
			continue
		}
		e := &imp.Prim{Fn: op, Type: on}
		for i := range info.Arity() {
			e.Args = append(e.Args, g.expr(op.ParamType(on, i), fuel-1))
		}
		if info.Partial.Has(on) && g.IntN(8) > 0 {
			e.Args[1] = &imp.Prim{Fn: scalar.Or, Type: on, Args: []imp.Expr{e.Args[1], &imp.Const{Value: scalar.One(on)}}}
		}
		return e
	}
	return g.leaf(t)
}

func (g *scalarCode) leaf(t scalar.Type) imp.Expr {
	var vars []imp.Expr
	for _, v := range g.scope {
		if v.Type.Elem == t {
			vars = append(vars, &imp.Var{Name: v.Name, Type: t})
		}
	}
	if len(vars) > 0 && g.IntN(3) > 0 {
		return vars[g.IntN(len(vars))]
	}
	values := hardValues(t)
	return &imp.Const{Value: values[g.IntN(len(values))]}
}

func (g *scalarCode) variable(base string, t scalar.Type) name.Name {
	n := g.names.Fresh(base)
	g.scope = append(g.scope, imp.Param{Name: n, Type: imp.Type{Elem: t}})
	return n
}

func (g *scalarCode) body(fuel int) []imp.Stm {
	outer := len(g.scope)
	var out []imp.Stm
	for range 1 + g.IntN(4) {
		out = append(out, g.stms(fuel)...)
	}
	g.scope = g.scope[:outer]
	return out
}

func (g *scalarCode) stms(fuel int) []imp.Stm {
	kind := g.IntN(9)
	if fuel <= 0 || g.nested > 2 {
		kind = g.IntN(6)
	}
	switch {
	case kind < 2:
		t := g.pick()
		init := g.expr(t, 3)
		return []imp.Stm{&imp.Declare{Name: g.variable("v", t), Type: t, Init: init}}
	case kind < 6:
		v := g.scope[g.IntN(len(g.scope))]
		if g.fixed[v.Name] {
			return nil
		}
		if kind == 5 { // as programs that were lowered
			t := v.Type.Elem
			d := &imp.Declare{Name: g.names.Fresh("new"), Type: t, Init: g.expr(t, 3)}
			return []imp.Stm{d, &imp.Assign{Name: v.Name, X: &imp.Var{Name: d.Name, Type: t}}}
		}
		return []imp.Stm{&imp.Assign{Name: v.Name, X: g.expr(v.Type.Elem, 3)}}
	case kind == 6:
		cond := g.expr(scalar.Bool, 2)
		then := g.body(fuel - 1)
		if g.IntN(2) == 0 {
			return []imp.Stm{&imp.If{Cond: cond, Then: then}}
		}
		return []imp.Stm{&imp.If{Cond: cond, Then: then, Else: g.body(fuel - 1)}}
	}
	g.nested++
	defer func() { g.nested-- }()
	outer := len(g.scope)
	defer func() { g.scope = g.scope[:outer] }()
	if kind == 7 {
		t := []scalar.Type{scalar.I8, scalar.I32, scalar.I64, scalar.U8, scalar.U64}[g.IntN(5)]
		bound := imp.Expr(&imp.Prim{Fn: scalar.Rem, Type: t, Args: []imp.Expr{g.expr(t, 1), &imp.Const{Value: scalar.Int(t, 6)}}})
		i := g.variable("i", t)
		g.fixed[i] = true
		return []imp.Stm{&imp.For{Index: i, Type: t, Bound: bound, Body: g.body(fuel - 1)}}
	}
	i := g.variable("w", scalar.I64)
	g.fixed[i] = true
	v := &imp.Var{Name: i, Type: scalar.I64}
	cond := imp.Expr(&imp.Prim{Fn: []scalar.Op{scalar.Lt, scalar.Le, scalar.Ne}[g.IntN(3)], Type: scalar.I64, Args: []imp.Expr{v, imp.Int(int64(g.IntN(5)))}})
	if g.IntN(2) == 0 {
		cond = &imp.Prim{Fn: scalar.And, Type: scalar.Bool, Args: []imp.Expr{cond, g.expr(scalar.Bool, 2)}}
	}
	body := append(g.body(fuel-1), &imp.Assign{Name: i, X: imp.Add(v, imp.Int(1))})
	return []imp.Stm{&imp.Declare{Name: i, Type: scalar.I64, Init: imp.Int(0)}, &imp.While{Cond: cond, Body: body}}
}

// scalarProgram is a program of such code whose results are a variable of each type.
func scalarProgram(seed uint64) (*imp.Program, []value.Value) {
	g := &scalarCode{Rand: rand.New(rand.NewPCG(seed, 1)), names: name.NewSupply(0), fixed: map[name.Name]bool{}}
	f := &imp.Fun{Name: "main", Entry: &imp.Entry{}}
	var args []value.Value
	for _, t := range scalar.Types() {
		n := g.variable("p", t)
		f.Params = append(f.Params, imp.Param{Name: n, Type: imp.Type{Elem: t}})
		f.Entry.Params = append(f.Entry.Params, imp.External{Elem: t, Var: n})
		values := hardValues(t)
		args = append(args, value.Scalar(values[g.IntN(len(values))]))
	}
	params := g.scope
	for range 4 {
		f.Body = append(f.Body, g.stms(4)...)
	}
	for _, p := range params {
		r := g.names.Fresh("r")
		f.Results = append(f.Results, imp.Param{Name: r, Type: p.Type})
		f.Entry.Results = append(f.Entry.Results, imp.External{Elem: p.Type.Elem, Var: r})
		f.Body = append(f.Body, &imp.Assign{Name: r, X: &imp.Var{Name: p.Name, Type: p.Type.Elem}})
	}
	return &imp.Program{Funs: []*imp.Fun{f}, Names: g.names}, args
}

// TestHostCodeIsTheProgram: on random sequential code, the host gives what the interpreter of
// imperative programs gives, and fails where it does.
func TestHostCodeIsTheProgram(t *testing.T) {
	programs := uint64(400)
	if testing.Short() {
		programs = 100
	}
	ended, undefined := 0, 0
	for seed := range programs {
		p, args := scalarProgram(seed)
		want, _, wrong := interp.Imp(t.Context(), p, "main", args, interp.Options{})
		x, err := Compile(t.Context(), "idle", p, &idle{memory: map[hardware.Memory][]byte{}, room: 1 << 30}, backend.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, _, err := x.Run(t.Context(), "main", args)
		if closed := x.Close(); closed != nil {
			t.Fatal(closed)
		}
		if wrong != nil || err != nil {
			undefined++
			var invalid *fault.Invalid
			if wrong == nil || !errors.As(err, &invalid) {
				t.Fatalf("seed %d: the error is %v, want %v\n%s", seed, err, wrong, p)
			}
			continue
		}
		ended++
		for i := range want {
			if !got[i].Scalar().Same(want[i].Scalar()) {
				t.Fatalf("seed %d: result %d is %v, want %v\n%s", seed, i, got[i].Scalar(), want[i].Scalar(), fmt.Sprint(p))
			}
		}
	}
	if ended < int(programs)/4 || undefined == 0 {
		t.Errorf("of %d programs, %d ended with results and %d on operators without any", programs, ended, undefined)
	}
}
