package translate

import (
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Loops is stage 2: it expands mapI and reduceI in a command.
func (t *Translator) Loops(p phrase.Phrase) phrase.Phrase {
	prim, args := phrase.Call(p)
	if prim == nil {
		if l, ok := p.(*phrase.Lam); ok {
			t.Types[l.Param] = l.Type
			return &phrase.Lam{Param: l.Param, Type: l.Type, Body: t.Loops(l.Body), At: l.At}
		}
		return p
	}
	switch prim.Of.Role {
	case phrase.Seq:
		pair := args[0].(*phrase.Pair)
		return t.seq(t.Loops(pair.First), t.Loops(pair.Second), p.Pos())
	case phrase.MapI:
		return t.mapI(prim, args[0], args[1], args[2])
	case phrase.ReduceI:
		return t.reduceI(prim, args[0], args[1], args[2], args[3])
	case phrase.New, phrase.For:
		return phrase.Apply(prim, t.Loops(args[0]))
	case phrase.Parfor:
		return phrase.Apply(prim, args[0], t.Loops(args[1]))
	}
	return p
}

// mapI makes a parfor at the level of the map, or a for if that is sequential:
//
//	mapI F E A    = parfor A (λi o. F (idx E i) o)
//	mapISeq F E A = for n (λi. F (idx E i) (idxAcc A i))
func (t *Translator) mapI(prim *phrase.Prim, f, e, a phrase.Phrase) phrase.Phrase {
	at := prim.At
	n, from, to := prim.Args[0], prim.Args[1], prim.Args[2]
	index := types.Exp{Data: types.Idx{N: n.Nat}}
	element := func(i phrase.Phrase) phrase.Phrase {
		return phrase.Beta(t.Names, f, phrase.Make(at, "idx", []phrase.TypeArg{n, from}, e, i))
	}
	if prim.Of.Level == phrase.Sequential {
		return phrase.Make(at, "for", []phrase.TypeArg{n}, t.lam("i", index, at, func(i phrase.Phrase) phrase.Phrase {
			return t.Loops(phrase.Beta(t.Names, element(i), phrase.Make(at, "idxAcc", []phrase.TypeArg{n, to}, a, i)))
		}))
	}
	parfor := &phrase.Prim{Of: phrase.Of(phrase.Parfor, prim.Of.Level, phrase.Anywhere), Args: []phrase.TypeArg{n, to}, At: at}
	return phrase.Apply(parfor, a, t.lam("i", index, at, func(i phrase.Phrase) phrase.Phrase {
		return t.lam("o", acc(to.Data), at, func(o phrase.Phrase) phrase.Phrase {
			return t.Loops(phrase.Beta(t.Names, element(i), o))
		})
	}))
}

// reduceI makes a loop over an accumulator:
//
//	reduceI F I E k = new (λv. v.1 := I; for n (λi. F (idx E i) v.2 v.1); k v.2)
//
// Here F writes the accumulator while it reads it. For a number there is one store, after all
// reads; likewise for a vector, whose lanes do not meet. Any other accumulator gets a second
// buffer in each iteration, where the paper's rule gives wrong results for F such as a swap:
//
//	new (λt. F (idx E i) v.2 t.1; v.1 := t.2)
func (t *Translator) reduceI(prim *phrase.Prim, f, init, e, k phrase.Phrase) phrase.Phrase {
	at := prim.At
	n, elem, accum := prim.Args[0], prim.Args[1], prim.Args[2].Data
	var write = func(v phrase.Phrase) phrase.Phrase { return &phrase.Proj{N: 1, Of: v, At: at} }
	var read = func(v phrase.Phrase) phrase.Phrase { return &phrase.Proj{N: 2, Of: v, At: at} }
	step := func(v, to, i phrase.Phrase) phrase.Phrase {
		out := f
		for _, x := range []phrase.Phrase{phrase.Make(at, "idx", []phrase.TypeArg{n, elem}, e, i), read(v), to} {
			out = phrase.Beta(t.Names, out, x)
		}
		return t.Loops(out)
	}
	body := func(v phrase.Phrase) phrase.Phrase {
		loop := t.lam("i", types.Exp{Data: types.Idx{N: n.Nat}}, at, func(i phrase.Phrase) phrase.Phrase {
			if atomic(accum) {
				return step(v, write(v), i)
			}
			return phrase.Make(at, "new", datas(accum), t.lam("next", types.Var(accum), at, func(next phrase.Phrase) phrase.Phrase {
				return t.seq(step(v, write(next), i), t.Loops(t.assign(write(v), read(next), accum)), at)
			}))
		})
		return t.seq(t.Loops(t.assign(write(v), init, accum)),
			t.seq(phrase.Make(at, "for", []phrase.TypeArg{n}, loop), t.Loops(phrase.Beta(t.Names, k, read(v))), at), at)
	}
	return phrase.Make(at, "new", datas(accum), t.lam("acc", types.Var(accum), at, body))
}

// atomic reports whether values are stored at once, or by stores that are independent.
func atomic(d types.Data) bool {
	if v, ok := d.(types.Vec); ok {
		d = v.Elem
	}
	return types.IsScalar(d)
}
