package generate

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// genChain maps, and gives what comes of it straight to another operation, and perhaps
// to the rest of the program: what fusion looks for.
func genChain(g *generator, b *ir.Builder, e *environment, depth int) { g.chain(b, e, depth) }

// chain is genChain, and returns what it binds.
func (g *generator) chain(b *ir.Builder, e *environment, depth int) []ir.Param {
	w, arrays, params := g.inputs(b, e)
	types := []ir.Type{ir.I64, params[len(params)-1].Type}
	first := &ir.Map{Width: w, Arrays: arrays, Fn: g.steady(b, e, params, types)}
	var made []name.Name
	var between []ir.Param
	for k, a := range b.Lets("m", []ir.Type{types[0].Under(w), types[1].Under(w)}, first) {
		made = append(made, a.Name)
		between = append(between, ir.Param{Name: g.names.Fresh("p"), Type: types[k]})
		if g.oneOf(3) == 0 {
			e.addParam(ir.Param{Name: a.Name, Type: types[k].Under(w)})
		}
	}
	fn := g.lambda(e, between, []ir.Type{g.rowType(e)}, depth)
	g.using(fn, e, between[0])
	op, neutral, t := g.fold()
	if t != scalar.I64 {
		return g.bound(b, e, []ir.Type{ir.I64.Under(w), fn.Results[1].Under(w)}, &ir.Map{Width: w, Arrays: made, Fn: fn})
	}
	zero := []ir.Atom{ir.Const(neutral)}
	if g.oneOf(2) == 0 {
		return g.bound(b, e, []ir.Type{ir.I64, fn.Results[1].Under(w)}, &ir.Reduce{Width: w, Operator: op, Neutral: zero, Arrays: made, Fn: fn})
	}
	return g.bound(b, e, []ir.Type{ir.I64.Under(w), fn.Results[1].Under(w)}, &ir.Scan{Width: w, Operator: op, Neutral: zero, Arrays: made, Fn: fn})
}

// bound binds the results of x, and returns what it binds.
func (g *generator) bound(b *ir.Builder, e *environment, types []ir.Type, x ir.Exp) []ir.Param {
	var out []ir.Param
	for k, a := range b.Lets("o", types, x) {
		out = append(out, ir.Param{Name: a.Name, Type: types[k]})
		e.addParam(out[k])
	}
	return out
}

// steady is a function that cannot fail, of an i64 first, which returns another and
// its last parameter.
func (g *generator) steady(b *ir.Builder, e *environment, params []ir.Param, results []ir.Type) *ir.Lambda {
	in := b.Inner()
	x := in.Prim("k", scalar.Mul, scalar.I64, ir.Var(params[0].Name), g.scalar(e, scalar.I64))
	y := in.Prim("k", scalar.Add, scalar.I64, x, g.scalar(e, scalar.I64))
	return &ir.Lambda{Params: params, Results: results, Body: in.Body(y, ir.Var(params[len(params)-1].Name))}
}

// using puts in front of fn's results one that is made of its parameter x, an i64.
func (g *generator) using(fn *ir.Lambda, e *environment, x ir.Param) {
	tail := &ir.Builder{Names: g.names}
	y := tail.Prim("k", scalar.Xor, scalar.I64, ir.Var(x.Name), g.scalar(e, scalar.I64))
	fn.Body.Stms = append(fn.Body.Stms, tail.Stms()...)
	fn.Body.Result = append([]ir.Atom{y}, fn.Body.Result...)
	fn.Results = append([]ir.Type{ir.I64}, fn.Results...)
}

// genAffine folds functions x ↦ a·x + b by composing them: an operator of the user on
// pairs, associative and not commutative, exact in integers that wrap.
func genAffine(g *generator, b *ir.Builder, e *environment, depth int) {
	t := []scalar.Type{scalar.I64, scalar.I32}[g.oneOf(2)]
	st := ir.ScalarOf(t)
	pair := []ir.Type{st, st}
	ps := make([]ir.Param, 4)
	for i, base := range []string{"a", "b", "a", "b"} {
		ps[i] = ir.Param{Name: g.names.Fresh(base), Type: st}
	}
	in := b.Inner()
	a := in.Prim("a", scalar.Mul, t, ir.Var(ps[0].Name), ir.Var(ps[2].Name))
	scaled := in.Prim("s", scalar.Mul, t, ir.Var(ps[1].Name), ir.Var(ps[2].Name))
	op := &ir.Lambda{Params: ps, Results: pair, Body: in.Body(a, in.Prim("b", scalar.Add, t, scaled, ir.Var(ps[3].Name)))}
	neutral := []ir.Atom{ir.Const(scalar.One(t)), ir.Const(scalar.Zero(t))}
	w, arrays, params := g.inputs(b, e)
	fn := g.lambda(e, params, pair, depth)
	if g.oneOf(2) == 0 {
		g.bindAll(b, e, pair, &ir.Reduce{Width: w, Operator: op, Neutral: neutral, Arrays: arrays, Fn: fn})
		return
	}
	g.bindAll(b, e, []ir.Type{st.Under(w), st.Under(w)}, &ir.Scan{Width: w, Operator: op, Neutral: neutral, Arrays: arrays, Fn: fn})
}
