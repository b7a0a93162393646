// Package translate turns functional phrases into imperative ones, in the two stages of section 4
// of the paper:
//
//  1. Commands makes commands over mapI and reduceI, by two translations that use each other:
//     A[E](a) stores E in the acceptor a, and C[E](k) hands E to the continuation k.
//  2. Loops expands mapI and reduceI to loops and temporaries.
//
// Neither decides anything: the loops are those of the strategy, and memory is made for the
// result of each map that no acceptor waits for, for each toSpace, each let and each reduction's
// accumulator, and for nothing else. Every map keeps its level and every toSpace its space.
package translate

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Translator holds what both stages need: the supply of names, and the types of variables.
type Translator struct {
	Names *name.Supply
	Types phrase.Context
}

// Expression is stage 1 of a program whose value goes to an acceptor: A[e](out).
func (t *Translator) Expression(e, out phrase.Phrase) phrase.Phrase { return t.accept(e, out) }

// Command is stage 1 of a program that is a command: its assignments become A[E](a).
func (t *Translator) Command(p phrase.Phrase) phrase.Phrase {
	prim, args := phrase.Call(p)
	if prim == nil || len(args) == 0 {
		return p
	}
	switch prim.Of.Role {
	case phrase.Assign:
		pair := args[0].(*phrase.Pair)
		return t.accept(pair.Second, pair.First)
	case phrase.Seq:
		pair := args[0].(*phrase.Pair)
		return t.seq(t.Command(pair.First), t.Command(pair.Second), p.Pos())
	}
	if l, ok := args[0].(*phrase.Lam); ok && prim.Of.Role == phrase.New {
		t.Types[l.Param] = l.Type
		return phrase.Apply(prim, &phrase.Lam{Param: l.Param, Type: l.Type, Body: t.filledVar(l, t.Command(l.Body)), At: l.At})
	}
	out := phrase.Phrase(prim)
	for _, a := range args {
		if _, isFun := phrase.TypeOf(a, t.Types).(types.Fun); isFun {
			a = t.underLambdas(a)
		}
		out = &phrase.App{Fun: out, Arg: a, At: p.Pos()}
	}
	return out
}

// underLambdas is Command for the body of a function that a primitive takes.
func (t *Translator) underLambdas(f phrase.Phrase) phrase.Phrase {
	if l, ok := f.(*phrase.Lam); ok {
		t.Types[l.Param] = l.Type
		return &phrase.Lam{Param: l.Param, Type: l.Type, Body: t.underLambdas(l.Body), At: l.At}
	}
	return t.Command(f)
}

// fresh makes a variable.
func (t *Translator) fresh(base string, typ types.Phrase, at source.Pos) *phrase.Var {
	v := t.Names.Fresh(base)
	t.Types[v] = typ
	return &phrase.Var{Name: v, At: at}
}

// lam makes a function of one parameter.
func (t *Translator) lam(base string, typ types.Phrase, at source.Pos, body func(x phrase.Phrase) phrase.Phrase) phrase.Phrase {
	v := t.fresh(base, typ, at)
	return &phrase.Lam{Param: v.Name, Type: typ, Body: body(v), At: at}
}

func (t *Translator) seq(a, b phrase.Phrase, at source.Pos) phrase.Phrase {
	return phrase.Make(at, ";", nil, &phrase.Pair{First: a, Second: b, At: at})
}

// data is the type of an expression's or an acceptor's data.
func (t *Translator) data(e phrase.Phrase) types.Data { return phrase.DataOf(e, t.Types) }

func exp(d types.Data) types.Phrase { return types.Exp{Data: d} }
func acc(d types.Data) types.Phrase { return types.Acc{Data: d} }

func datas(ds ...types.Data) []phrase.TypeArg {
	out := make([]phrase.TypeArg, len(ds))
	for i, d := range ds {
		out[i].Data = d
	}
	return out
}

// assign is assignment at any type, A := E: elements and halves one by one.
func (t *Translator) assign(a, e phrase.Phrase, d types.Data) phrase.Phrase {
	at := e.Pos()
	switch d := d.(type) {
	case types.Array:
		f := t.lam("x", exp(d.Elem), at, func(x phrase.Phrase) phrase.Phrase {
			return t.lam("o", acc(d.Elem), at, func(o phrase.Phrase) phrase.Phrase { return t.assign(o, x, d.Elem) })
		})
		return phrase.Make(at, "mapI", append([]phrase.TypeArg{{Nat: d.N}}, datas(d.Elem, d.Elem)...), f, e, a)
	case types.Pair:
		args := datas(d.First, d.Second)
		return t.seq(
			t.assign(phrase.Make(at, "pairAcc1", args, a), phrase.Make(at, "fst", args, e), d.First),
			t.assign(phrase.Make(at, "pairAcc2", args, a), phrase.Make(at, "snd", args, e), d.Second), at)
	}
	return phrase.Make(at, ":=", datas(d), &phrase.Pair{First: a, Second: e, At: at})
}

// accept is A[e](a).
func (t *Translator) accept(e, a phrase.Phrase) phrase.Phrase {
	prim, args := phrase.Call(e)
	if prim == nil {
		return t.assign(a, e, t.data(e))
	}
	at := e.Pos()
	targs := prim.Args
	switch prim.Of.Role {
	case phrase.Map:
		return t.pass(args[1], func(x phrase.Phrase) phrase.Phrase {
			f := t.lam("x", exp(targs[1].Data), at, func(x phrase.Phrase) phrase.Phrase {
				return t.lam("o", acc(targs[2].Data), at, func(o phrase.Phrase) phrase.Phrase {
					return t.accept(phrase.Beta(t.Names, args[0], x), o)
				})
			})
			mapI := phrase.Of(phrase.MapI, prim.Of.Level, phrase.Anywhere)
			return phrase.Apply(&phrase.Prim{Of: mapI, Args: targs, At: at}, f, x, a)
		})
	case phrase.Zip:
		return t.seq(
			t.accept(args[0], phrase.Make(at, "zipAcc1", targs, a)),
			t.accept(args[1], phrase.Make(at, "zipAcc2", targs, a)), at)
	case phrase.MakePair:
		return t.seq(
			t.accept(args[0], phrase.Make(at, "pairAcc1", targs, a)),
			t.accept(args[1], phrase.Make(at, "pairAcc2", targs, a)), at)
	case phrase.Split:
		return t.accept(args[0], phrase.Make(at, "splitAcc", targs, a))
	case phrase.Join: // of n rows of m
		return t.accept(args[0], phrase.Make(at, "joinAcc", []phrase.TypeArg{targs[1], targs[0], targs[2]}, a))
	case phrase.Transpose: // the acceptor's rows are the argument's columns
		return t.accept(args[0], phrase.Make(at, "transposeAcc", []phrase.TypeArg{targs[1], targs[0], targs[2]}, a))
	case phrase.AsVector:
		return t.accept(args[0], phrase.Make(at, "asVectorAcc", targs, a))
	case phrase.AsScalar:
		return t.accept(args[0], phrase.Make(at, "asScalarAcc", targs, a))
	case phrase.Let:
		return t.let(prim, args, func(body phrase.Phrase) phrase.Phrase { return t.accept(body, a) })
	}
	// The others are C[e](λx. a := x): of a reduction and a toSpace, the value is in memory.
	return t.pass(e, func(x phrase.Phrase) phrase.Phrase { return t.assign(a, x, t.data(x)) })
}

// pass is C[e](k).
func (t *Translator) pass(e phrase.Phrase, k func(phrase.Phrase) phrase.Phrase) phrase.Phrase {
	prim, args := phrase.Call(e)
	if prim == nil {
		return k(e)
	}
	at := e.Pos()
	switch prim.Of.Role {
	case phrase.Map:
		return t.temporary("newGlobal", e, k)
	case phrase.To:
		space := phrase.Of(phrase.New, phrase.Free, prim.Of.Space).Name
		return t.temporary(space, phrase.Beta(t.Names, args[0], args[1]), k)
	case phrase.Reduce:
		return t.pass(args[2], func(x phrase.Phrase) phrase.Phrase {
			return t.pass(args[1], func(y phrase.Phrase) phrase.Phrase { return t.reduce(prim, args[0], y, x, k) })
		})
	case phrase.Let:
		return t.let(prim, args, func(body phrase.Phrase) phrase.Phrase { return t.pass(body, k) })
	case phrase.Index:
		return t.pass(args[0], func(x phrase.Phrase) phrase.Phrase { return k(phrase.Apply(prim, x, args[1])) })
	}
	return t.passAll(prim, args, nil, at, k)
}

// passAll hands a primitive's arguments on one after the other, and then the primitive of them.
func (t *Translator) passAll(prim *phrase.Prim, args, passed []phrase.Phrase, at source.Pos, k func(phrase.Phrase) phrase.Phrase) phrase.Phrase {
	if len(args) == 0 {
		return k(phrase.Apply(prim, passed...))
	}
	return t.pass(args[0], func(x phrase.Phrase) phrase.Phrase {
		return t.passAll(prim, args[1:], append(passed[:len(passed):len(passed)], x), at, k)
	})
}

// temporary stores e in memory of its own, and hands that on.
func (t *Translator) temporary(space string, e phrase.Phrase, k func(phrase.Phrase) phrase.Phrase) phrase.Phrase {
	d, at := t.data(e), e.Pos()
	return phrase.Make(at, space, datas(d), t.lam("tmp", types.Var(d), at, func(tmp phrase.Phrase) phrase.Phrase {
		return t.seq(t.accept(e, &phrase.Proj{N: 1, Of: tmp, At: at}), k(&phrase.Proj{N: 2, Of: tmp, At: at}), at)
	}))
}

// let stores the named value, and translates the body.
func (t *Translator) let(prim *phrase.Prim, args []phrase.Phrase, body func(phrase.Phrase) phrase.Phrase) phrase.Phrase {
	d, at := prim.Args[0].Data, prim.At
	return phrase.Make(at, "new", datas(d), t.lam("let", types.Var(d), at, func(v phrase.Phrase) phrase.Phrase {
		return t.seq(
			t.accept(args[0], &phrase.Proj{N: 1, Of: v, At: at}),
			body(phrase.Beta(t.Names, args[1], &phrase.Proj{N: 2, Of: v, At: at})), at)
	}))
}

// reduce is reduceI of a function that stores its result in what it is given.
func (t *Translator) reduce(prim *phrase.Prim, f, init, e phrase.Phrase, k func(phrase.Phrase) phrase.Phrase) phrase.Phrase {
	at := prim.At
	elem, accum := prim.Args[1].Data, prim.Args[2].Data
	step := t.lam("x", exp(elem), at, func(x phrase.Phrase) phrase.Phrase {
		return t.lam("y", exp(accum), at, func(y phrase.Phrase) phrase.Phrase {
			return t.lam("o", acc(accum), at, func(o phrase.Phrase) phrase.Phrase {
				return t.accept(phrase.Beta(t.Names, phrase.Beta(t.Names, f, x), y), o)
			})
		})
	})
	rest := t.lam("r", exp(accum), at, k)
	return phrase.Make(at, "reduceI", prim.Args, step, init, e, rest)
}
