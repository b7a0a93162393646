package dpia

import (
	"context"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/eval"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Evaluate computes the value of an entry point that is an expression by the meaning of functional
// DPIA, without translating it: the numbers of each result, row by row. Arguments are those that
// the compiled entry point takes.
func Evaluate(ctx context.Context, file string, text []byte, entryPoint string, args []value.Value) (results [][]scalar.Value, err error) {
	err = eachEntry(ctx, name.NewSupply(0), file, string(text), func(e *entry) error {
		t, isExp := e.def.Result.(types.Exp)
		if e.def.Tree.Name != entryPoint || !isExp {
			return nil
		}
		env := &eval.Env{Vars: map[name.Name]any{}, Nats: map[name.Name]int64{}}
		for _, n := range e.def.TypeParams {
			if !n.Hidden && len(args) > 0 {
				env.Nats[n.Var] = args[0].Scalar().Int()
				args = args[1:]
			}
		}
		given := args
		for again := true; again; { // sizes determine naturals, one after the other
			again, given = false, args
			for _, p := range e.def.Params {
				again = sizes(p.Type.(types.Exp).Data, nil, &given, env) || again
			}
		}
		given = args
		for _, p := range e.def.Params {
			d := p.Type.(types.Exp).Data
			n := leaves(d)
			if len(given) < n {
				return fault.Failf("too few arguments")
			}
			env.Vars[p.Name] = build(d, given[:n], 0, env)
			given = given[n:]
		}
		results = flatten(t.Data, eval.Eval(e.body, env), env)
		return nil
	})
	return results, err
}

// leaves counts the numbers in an element of a type: the arguments or results that it is.
func leaves(d types.Data) int {
	switch d := d.(type) {
	case types.Pair:
		return leaves(d.First) + leaves(d.Second)
	case types.Array:
		return leaves(d.Elem)
	}
	return 1
}

// sizes learns naturals from the shapes of arguments; dims are the dimensions around d.
func sizes(d types.Data, dims []types.Nat, args *[]value.Value, env *eval.Env) (learnt bool) {
	switch d := d.(type) {
	case types.Array:
		return sizes(d.Elem, append(dims[:len(dims):len(dims)], d.N), args, env)
	case types.Pair:
		first := sizes(d.First, dims, args, env)
		return sizes(d.Second, dims, args, env) || first
	case types.Vec:
		dims = append(dims[:len(dims):len(dims)], d.K)
	}
	if len(*args) == 0 {
		return false
	}
	shape := (*args)[0].Shape
	*args = (*args)[1:]
	for i, n := range dims {
		if i < len(shape) && learn(n, shape[i], env) {
			learnt = true
		}
	}
	return learnt
}

// learn solves n = size for the one natural of n that is not known.
func learn(n types.Nat, size int64, env *eval.Env) bool {
	var unknown []name.Name
	n.Vars(func(v name.Name) {
		if _, ok := env.Nats[v]; !ok {
			unknown = append(unknown, v)
		}
	})
	if len(unknown) != 1 {
		return false
	}
	v := unknown[0]
	value := func(v name.Name) int64 { return env.Nats[v] }
	times := n.Coefficient(v)
	rest := n.Sub(times.Mul(sym.Var(v)))
	c := times.Eval(value)
	if c == 0 {
		return false
	}
	env.Nats[v] = (size - rest.Eval(value)) / c
	return true
}

// build makes a value of the arguments that it is; at is its place among the elements of each.
func build(d types.Data, args []value.Value, at int64, env *eval.Env) any {
	list := func(n types.Nat, elem types.Data) eval.Array {
		size := n.Eval(func(v name.Name) int64 { return env.Nats[v] })
		out := make(eval.Array, size)
		for i := range out {
			out[i] = build(elem, args, at*size+int64(i), env)
		}
		return out
	}
	switch d := d.(type) {
	case types.Array:
		return list(d.N, d.Elem)
	case types.Vec:
		return list(d.K, d.Elem)
	case types.Pair:
		n := leaves(d.First)
		return eval.Pair{build(d.First, args[:n], at, env), build(d.Second, args[n:], at, env)}
	}
	return args[0].At(at)
}

// flatten is the numbers of each result that a value is.
func flatten(d types.Data, v any, env *eval.Env) [][]scalar.Value {
	switch d := d.(type) {
	case types.Pair:
		return append(flatten(d.First, v.(eval.Pair)[0], env), flatten(d.Second, v.(eval.Pair)[1], env)...)
	case types.Num:
		return [][]scalar.Value{{v.(scalar.Value)}}
	}
	elem := types.Data(nil)
	switch d := d.(type) {
	case types.Array:
		elem = d.Elem
	case types.Vec:
		elem = d.Elem
	}
	out := make([][]scalar.Value, leaves(d))
	for _, x := range v.(eval.Array) {
		for i, numbers := range flatten(elem, x, env) {
			out[i] = append(out[i], numbers...)
		}
	}
	return out
}
