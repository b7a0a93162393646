package translate

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Memory that a command written by hand makes holds zeros, and so does what it leaves of its
// result (section 3.3). That costs a loop, which stands in the program, unless the first thing
// that is done with the memory is to write all of it.

// Filled is a command with zeros written to a first, unless the command writes all of it.
func (t *Translator) Filled(a *phrase.Var, p phrase.Phrase) phrase.Phrase {
	if covers(p, place{of: a.Name}, t.data(a)) {
		return p
	}
	return t.seq(t.zero(a, t.data(a)), p, a.At)
}

// filledVar is the body of a new with zeros written to the variable first, if it needs them.
func (t *Translator) filledVar(l *phrase.Lam, body phrase.Phrase) phrase.Phrase {
	d := l.Type.(types.Prod).First.(types.Acc).Data
	if types.IsScalar(d) || covers(body, place{of: l.Param}, d) {
		return body
	}
	return t.seq(t.zero(&phrase.Proj{N: 1, Of: &phrase.Var{Name: l.Param, At: l.At}, At: l.At}, d), body, l.At)
}

// zero writes zeros to an acceptor.
func (t *Translator) zero(a phrase.Phrase, d types.Data) phrase.Phrase {
	at := a.Pos()
	switch d := d.(type) {
	case types.Array:
		f := t.lam("i", types.Exp{Data: types.Idx{N: d.N}}, at, func(phrase.Phrase) phrase.Phrase {
			return t.lam("o", acc(d.Elem), at, func(o phrase.Phrase) phrase.Phrase { return t.zero(o, d.Elem) })
		})
		return phrase.Make(at, "parfor", []phrase.TypeArg{{Nat: d.N}, {Data: d.Elem}}, a, f)
	case types.Pair:
		args := datas(d.First, d.Second)
		return t.seq(t.zero(phrase.Make(at, "pairAcc1", args, a), d.First), t.zero(phrase.Make(at, "pairAcc2", args, a), d.Second), at)
	}
	elem := scalar.I64
	switch d := d.(type) {
	case types.Num:
		elem = d.Elem
	case types.Vec:
		elem = d.Elem.(types.Num).Elem
	}
	zero := &phrase.Lit{Value: scalar.Zero(elem), Data: d, At: at}
	return phrase.Make(at, ":=", datas(d), &phrase.Pair{First: a, Second: zero, At: at})
}

// place is an acceptor: a variable, or a part of it, by steps of which the last one comes first.
type place struct {
	of    name.Name
	steps []part
}

// part is a step into a place: a half, by pairAcc or zipAcc, or element index by idxAcc.
type part struct {
	by    phrase.Role
	index name.Name
}

func (p place) into(by phrase.Role, index name.Name) place {
	return place{p.of, append([]part{{by, index}}, p.steps...)}
}

// covers reports whether a command writes all of a place, of type d, before it reads any of it.
func covers(p phrase.Phrase, at place, d types.Data) bool {
	if writes(p, at) {
		return true
	}
	first, second := phrase.PairAcc1, phrase.PairAcc2
	if array, ok := d.(types.Array); ok {
		first, second, d = phrase.ZipAcc1, phrase.ZipAcc2, array.Elem
	}
	pair, ok := d.(types.Pair)
	return ok && covers(p, at.into(first, name.Name{}), pair.First) && covers(p, at.into(second, name.Name{}), pair.Second)
}

// writes is covers for one acceptor.
func writes(p phrase.Phrase, at place) bool {
	prim, args := phrase.Call(p)
	if prim == nil {
		return false
	}
	switch prim.Of.Role {
	case phrase.Seq:
		pair := args[0].(*phrase.Pair)
		return writes(pair.First, at) || !reads(pair.First, at.of) && writes(pair.Second, at)
	case phrase.Assign:
		pair := args[0].(*phrase.Pair)
		return at.is(pair.First) && !reads(pair.Second, at.of)
	case phrase.MapI:
		return at.is(args[2]) && !reads(p, at.of) && eachWrites(args[0], prim.Args[2].Data)
	case phrase.Parfor:
		return at.is(args[0]) && !reads(p, at.of) && eachWrites(args[1], prim.Args[1].Data)
	case phrase.For:
		l, ok := args[0].(*phrase.Lam)
		return ok && !reads(p, at.of) && writes(l.Body, at.into(phrase.IndexAcc, l.Param))
	case phrase.ReduceI:
		rest, ok := args[3].(*phrase.Lam)
		return ok && !reads(p, at.of) && writes(rest.Body, at)
	case phrase.New:
		l, ok := args[0].(*phrase.Lam)
		return ok && writes(l.Body, at)
	}
	return false
}

// eachWrites reports whether every iteration of a loop writes all of the d that it is given.
func eachWrites(f phrase.Phrase, d types.Data) bool {
	i, ok := f.(*phrase.Lam)
	if !ok {
		return false
	}
	o, ok := i.Body.(*phrase.Lam)
	return ok && covers(o.Body, place{of: o.Param}, d)
}

// is reports whether an acceptor is the whole place, perhaps in another layout.
func (p place) is(a phrase.Phrase) bool {
	for {
		prim, args := phrase.Call(a)
		if prim == nil {
			break
		}
		switch prim.Of.Role {
		case phrase.SplitAcc, phrase.JoinAcc, phrase.TransposeAcc, phrase.AsVectorAcc, phrase.AsScalarAcc:
		case phrase.PairAcc1, phrase.PairAcc2, phrase.ZipAcc1, phrase.ZipAcc2:
			if len(p.steps) == 0 || p.steps[0].by != prim.Of.Role {
				return false
			}
			p.steps = p.steps[1:]
		case phrase.IndexAcc:
			i, ok := args[1].(*phrase.Var)
			if !ok || len(p.steps) == 0 || p.steps[0] != (part{prim.Of.Role, i.Name}) {
				return false
			}
			p.steps = p.steps[1:]
		default:
			return false
		}
		a = args[0]
	}
	if proj, ok := a.(*phrase.Proj); ok {
		a = proj.Of
	}
	v, ok := a.(*phrase.Var)
	return ok && v.Name == p.of && len(p.steps) == 0
}

// reads reports whether a phrase reads a variable, through its second half. An acceptor cannot be
// read.
func reads(p phrase.Phrase, a name.Name) bool {
	switch p := p.(type) {
	case *phrase.Lam:
		return reads(p.Body, a)
	case *phrase.App:
		return reads(p.Fun, a) || reads(p.Arg, a)
	case *phrase.Pair:
		return reads(p.First, a) || reads(p.Second, a)
	case *phrase.Proj:
		v, ok := p.Of.(*phrase.Var)
		return ok && v.Name == a && p.N == 2 || reads(p.Of, a)
	}
	return false
}
