package elaborate

import (
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// infer elaborates a term and finds its type.
func (e *elaborator) infer(at env, t syntax.Term) (phrase.Phrase, types.Phrase) {
	switch t := t.(type) {
	case *syntax.Ident:
		return e.apply(at, t, nil, t.Pos, nil)
	case *syntax.Apply:
		return e.apply(at, t.Fun, t.Args, t.Pos, nil)
	case *syntax.Number:
		return e.number(t)
	case *syntax.Lambda:
		return e.lambda(at, t, t.Params, nil)
	case *syntax.Let:
		return e.let(at, t, nil)
	case *syntax.Proj:
		return e.projection(at, t)
	case *syntax.Tuple:
		return e.tuple(at, t)
	}
	fail(source.Errorf(t.Position(), "a type or a size where a phrase is wanted").WithHint("brackets hold types: new [4.f32] (…)"))
	return nil, nil
}

// check elaborates a term that is to have a type.
func (e *elaborator) check(at env, t syntax.Term, want types.Phrase) phrase.Phrase {
	switch t := t.(type) {
	case *syntax.Apply:
		p, _ := e.apply(at, t.Fun, t.Args, t.Pos, want)
		return p
	case *syntax.Ident:
		p, _ := e.apply(at, t, nil, t.Pos, want)
		return p
	case *syntax.Lambda:
		p, _ := e.lambda(at, t, t.Params, want)
		return p
	case *syntax.Let:
		p, _ := e.let(at, t, want)
		return p
	case *syntax.Tuple:
		if w, ok := want.(types.Prod); ok {
			return &phrase.Pair{First: e.check(at, t.First, w.First), Second: e.check(at, t.Second, w.Second), At: t.Pos}
		}
	}
	p, have := e.infer(at, t)
	e.unify(t.Position(), have, want)
	return p
}

// lambda elaborates a function of the given parameters; want may be nil.
func (e *elaborator) lambda(at env, t *syntax.Lambda, params []syntax.LambdaParam, want types.Phrase) (phrase.Phrase, types.Phrase) {
	if len(params) == 0 {
		if want != nil {
			return e.check(at, t.Body, want), want
		}
		return e.infer(at, t.Body)
	}
	p := params[0]
	var typ, result types.Phrase
	if p.Type != nil {
		typ = must(at.types.Phrase(p.Type))
	}
	passive := false
	switch w := want.(type) {
	case nil:
	case types.Fun:
		if typ != nil {
			e.unify(p.Pos, typ, w.Param)
		}
		typ, result, passive = w.Param, w.Result, w.Passive
	default:
		fail(source.Errorf(t.Pos, "a function where %s is wanted", e.text(want)).
			WithHint("apply it to an argument; a function that a map takes has one parameter, one that a reduce takes has two"))
	}
	if typ == nil {
		typ = types.Exp{Data: e.data(p.Pos, p.Text)}
	}
	v := e.names.Fresh(p.Text)
	body, bodyType := e.lambda(at.with(p.Text, v, typ), t, params[1:], result)
	return &phrase.Lam{Param: v, Type: typ, Body: body, At: p.Pos}, types.Fun{Param: typ, Result: bodyType, Passive: passive}
}

// let elaborates let x = value in body: the primitive let, applied.
func (e *elaborator) let(at env, t *syntax.Let, want types.Phrase) (phrase.Phrase, types.Phrase) {
	f := &syntax.Lambda{Params: []syntax.LambdaParam{{Name: t.Name}}, Body: t.Body, Pos: t.Name.Pos}
	return e.apply(at, &syntax.Ident{Name: "let", Pos: t.Pos, BuiltIn: true}, []syntax.Term{t.Value, f}, t.Pos, want)
}

func (e *elaborator) projection(at env, t *syntax.Proj) (phrase.Phrase, types.Phrase) {
	of, typ := e.infer(at, t.Of)
	switch typ := e.solved(typ).(type) {
	case types.Prod:
		if t.N == 1 {
			return &phrase.Proj{N: 1, Of: of, At: t.Pos}, typ.First
		}
		return &phrase.Proj{N: 2, Of: of, At: t.Pos}, typ.Second
	case types.Exp:
		p := &phrase.Prim{Of: phrase.Lookup([...]string{"fst", "snd"}[t.N-1]), At: t.Pos}
		a, b := e.data(t.Pos, "a"), e.data(t.Pos, "b")
		e.unify(t.Of.Position(), typ, types.Exp{Data: types.Pair{First: a, Second: b}})
		p.Args = []phrase.TypeArg{{Data: a}, {Data: b}}
		return phrase.Apply(p, of), types.Exp{Data: [...]types.Data{a, b}[t.N-1]}
	}
	fail(source.Errorf(t.Pos, ".%d of a phrase that is %s, and no pair", t.N, e.ofType(typ)))
	return nil, nil
}

// tuple elaborates (a, b): a pair of data if both are expressions, else of phrases.
func (e *elaborator) tuple(at env, t *syntax.Tuple) (phrase.Phrase, types.Phrase) {
	a, aType := e.infer(at, t.First)
	b, bType := e.infer(at, t.Second)
	x, ok1 := aType.(types.Exp)
	y, ok2 := bType.(types.Exp)
	if !ok1 || !ok2 {
		return &phrase.Pair{First: a, Second: b, At: t.Pos}, types.Prod{First: aType, Second: bType}
	}
	p := &phrase.Prim{Of: phrase.Lookup("pair"), Args: []phrase.TypeArg{{Data: x.Data}, {Data: y.Data}}, At: t.Pos}
	return phrase.Apply(p, a, b), types.Exp{Data: types.Pair{First: x.Data, Second: y.Data}}
}

// head elaborates what is applied. For a primitive or a definition, typeArgs gives it its type
// arguments once they are known.
func (e *elaborator) head(at env, t syntax.Term) (p phrase.Phrase, typ types.Phrase, typeArgs func([]phrase.TypeArg) phrase.Phrase) {
	id, ok := t.(*syntax.Ident)
	if !ok {
		p, typ = e.infer(at, t)
		return p, typ, nil
	}
	if l := at.lookup(id.Name); l != nil && !id.BuiltIn {
		return &phrase.Var{Name: l.v, At: id.Pos}, l.typ, nil
	}
	if d := e.defs[id.Name]; d != nil {
		return nil, d.typ(), func(args []phrase.TypeArg) phrase.Phrase { return e.instance(d, args) }
	}
	if of := phrase.Lookup(id.Name); of != nil {
		return nil, of.Type, func(args []phrase.TypeArg) phrase.Phrase {
			inParts(id, of, args)
			return &phrase.Prim{Of: of, Args: args, At: id.Pos}
		}
	}
	if v, ok := at.types.Lookup(id.Name); ok {
		fail(source.Errorf(id.Pos, "%s is of kind %s: it has no value when the program runs", id.Name, v.Kind))
	}
	if id.Name == e.defining {
		fail(source.Errorf(id.Pos, "%s uses itself: definitions are not recursive", source.Cut(id.Name)).
			WithHint("use for, reduceSeq or mapSeq"))
	}
	err := source.Errorf(id.Pos, "there is no %s", source.Cut(id.Name))
	if near := e.near(at, id.Name); near != "" {
		err = err.WithHint("did you mean %s?", near)
	}
	fail(err)
	return nil, nil, nil
}

// inParts refuses parts of no elements, and vectors of no lanes: nothing would determine how many there are.
func inParts(id *syntax.Ident, of *phrase.Primitive, args []phrase.TypeArg) {
	what := map[phrase.Role]string{phrase.Split: "parts", phrase.AsVector: "vectors", phrase.Broadcast: "vectors"}[of.Role]
	if what != "" && args[0].Nat.IsZero() {
		fail(source.Errorf(id.Pos, "%s makes %s of at least 1 element, not of 0", of.Name, what))
	}
}

// near finds a known name that differs from an unknown one in case only, or extends it.
func (e *elaborator) near(at env, text string) string {
	var known []string
	for l := at.locals; l != nil; l = l.outer {
		known = append(known, l.text)
	}
	for _, p := range phrase.Primitives() {
		known = append(known, p.Name)
	}
	for _, k := range known {
		if strings.EqualFold(k, text) {
			return k
		}
	}
	for _, k := range known {
		if len(text) > 2 && (strings.HasPrefix(k, text) || strings.HasPrefix(text, k) && len(k) > 2) {
			return k
		}
	}
	return ""
}

// instance is a definition with its type arguments in it.
func (e *elaborator) instance(d *Def, args []phrase.TypeArg) phrase.Phrase {
	s := &phrase.Subst{Names: e.names, Vars: map[name.Name]phrase.Phrase{}, Types: types.Subst{Nats: map[name.Name]types.Nat{}, Datas: map[name.Name]types.Data{}}}
	for i, a := range args {
		if a.Data != nil {
			s.Types.Datas[d.TypeParams[i].Var] = a.Data
		} else {
			s.Types.Nats[d.TypeParams[i].Var] = a.Nat
		}
	}
	return s.Phrase(d.phrase())
}

// argument is an argument with the type that it is to have.
type argument struct {
	term syntax.Term
	want types.Phrase
}

// apply elaborates an application, or a name alone. Arguments that are no functions come first:
// they determine the types of functions' parameters.
func (e *elaborator) apply(at env, fun syntax.Term, args []syntax.Term, pos source.Pos, want types.Phrase) (phrase.Phrase, types.Phrase) {
	if id, ok := fun.(*syntax.Ident); ok && (id.Name == ";" || id.Name == ":=") {
		args = []syntax.Term{&syntax.Tuple{First: args[0], Second: args[1], Pos: id.Pos}}
	}
	p, t, instantiate := e.head(at, fun)
	var typeArgs []phrase.TypeArg
	var given []argument
	for done := false; !done; {
		switch now := t.(type) {
		case types.All:
			var a phrase.TypeArg
			a, args = e.typeArgument(at, now, fun, args)
			typeArgs = append(typeArgs, a)
			s := types.Subst{Nats: map[name.Name]types.Nat{now.Var: a.Nat}}
			if a.Data != nil {
				s = types.Subst{Datas: map[name.Name]types.Data{now.Var: a.Data}}
			}
			t = s.Phrase(now.Result)
		case types.Fun:
			if done = len(args) == 0; !done {
				given = append(given, argument{args[0], now.Param})
				args, t = args[1:], now.Result
			}
		default:
			done = true
		}
	}
	if len(args) > 0 {
		fail(source.Errorf(args[0].Position(), "one argument too many: what it is given to is %s, and no function", e.ofType(t)))
	}
	if instantiate != nil {
		p = instantiate(typeArgs)
	}
	if want != nil {
		e.unify(pos, t, want)
	}
	for _, a := range e.arguments(at, given) {
		p = &phrase.App{Fun: p, Arg: a, At: pos}
	}
	return p, t
}

// arguments elaborates arguments: those first that are no functions.
func (e *elaborator) arguments(at env, given []argument) []phrase.Phrase {
	out := make([]phrase.Phrase, len(given))
	for _, functions := range []bool{false, true} {
		for i, a := range given {
			if _, isFun := a.want.(types.Fun); isFun == functions {
				out[i] = e.check(at, a.term, e.solved(a.want))
			}
		}
	}
	return out
}

// typeArgument takes the argument for a type variable off args, or an unknown if the program does
// not write it.
func (e *elaborator) typeArgument(at env, v types.All, fun syntax.Term, args []syntax.Term) (phrase.TypeArg, []syntax.Term) {
	what := "this"
	if id, ok := fun.(*syntax.Ident); ok {
		what = id.Name
	}
	if v.Hidden {
		if v.Kind == types.KindNat {
			return phrase.TypeArg{Nat: e.nat(fun.Position(), v.Var.Base)}, args
		}
		d := e.data(fun.Position(), v.Var.Base)
		if v.Class != types.AnyData {
			e.classes = append(e.classes, constraint{d, v.Class, origin{fun.Position(), what}})
		}
		return phrase.TypeArg{Data: d}, args
	}
	if len(args) == 0 {
		fail(source.Errorf(fun.Position(), "%s needs its %s %s", what, v.Kind, v.Var.Base).WithHint("it is the next argument: split 128 xs, new [4.f32] (…)"))
	}
	if v.Kind == types.KindNat {
		return phrase.TypeArg{Nat: e.natArgument(at, args[0])}, args[1:]
	}
	d := must(at.types.Data(typeTree(args[0])))
	if v.Class != types.AnyData {
		e.classes = append(e.classes, constraint{d, v.Class, origin{args[0].Position(), what}})
	}
	return phrase.TypeArg{Data: d}, args[1:]
}

// natArgument reads a term as a natural.
func (e *elaborator) natArgument(at env, t syntax.Term) types.Nat {
	return must(at.types.Nat(typeTree(t)))
}

// typeTree is a term as the tree of a type: sums and products of names and numbers are both.
func typeTree(t syntax.Term) *syntax.Type {
	switch t := t.(type) {
	case *syntax.TypeArg:
		return t.Type
	case *syntax.Ident:
		return &syntax.Type{Op: "name", Text: t.Name, Pos: t.Pos}
	case *syntax.Number:
		return &syntax.Type{Op: "number", Text: t.Text, Pos: t.Pos}
	case *syntax.Apply:
		if op, ok := t.Fun.(*syntax.Ident); ok && (op.Name == "+" || op.Name == "*") && len(t.Args) == 2 {
			return &syntax.Type{Op: op.Name, Args: []*syntax.Type{typeTree(t.Args[0]), typeTree(t.Args[1])}, Pos: t.Pos}
		}
	}
	fail(source.Errorf(t.Position(), "a natural number or a type is wanted here").WithHint("it is a number, a variable of kind nat, or a type in brackets"))
	return nil
}
