package infer

import (
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// lift says whether arrays of t may be made, its values' sizes may differ, or it may contain functions.
// What counts is what types are declared to be, not what they stand for: type^ t = i32 is lifted. A type is
// as lifted as its most lifted part or argument, but an array is not, since its elements must not be.
func (c *checker) lift(t syntax.TypeExp) syntax.Lift {
	switch t := t.(type) {
	case *syntax.NamedType:
		l := syntax.Unlifted
		if d := c.names.Types[t]; d != nil {
			l = d.Lift
		}
		for _, a := range t.Args {
			if a.Type != nil {
				l = max(l, c.lift(a.Type))
			}
		}
		return l
	case *syntax.FuncType:
		return syntax.Lifted
	case *syntax.ExistsType:
		return max(syntax.SizeLifted, c.lift(t.Type))
	case *syntax.UniqueType:
		return c.lift(t.Type)
	case *syntax.TupleType:
		return c.mostLifted(t.Elems)
	case *syntax.RecordType:
		l := syntax.Unlifted
		for _, f := range t.Fields {
			l = max(l, c.lift(f.Type))
		}
		return l
	case *syntax.SumType:
		l := syntax.Unlifted
		for _, k := range t.Constructors {
			l = max(l, c.mostLifted(k.Payload))
		}
		return l
	}
	return syntax.Unlifted
}

func (c *checker) mostLifted(ts []syntax.TypeExp) syntax.Lift {
	l := syntax.Unlifted
	for _, t := range ts {
		l = max(l, c.lift(t))
	}
	return l
}

// arrayable checks that arrays of elements like t's may be made.
func (c *checker) arrayable(t *syntax.ArrayType) {
	switch c.lift(t.Elem) {
	case syntax.Lifted:
		panic(c.errorf(t, "Cannot create array with elements of lifted type %q (might contain function)", syntax.TypeString(t.Elem)))
	case syntax.SizeLifted:
		e := c.errorf(t, "Cannot create array with elements of size-lifted type %q (might cause irregular array)", syntax.TypeString(t.Elem))
		if n, ok := t.Elem.(*syntax.NamedType); ok && c.names.Types[n].Kind == names.ParamType {
			e.WithHint("declare the parameter as '%s", n.Name)
		}
		panic(e)
	}
}

// abbreviates checks that what d stands for is no more lifted than d says.
func (c *checker) abbreviates(d *syntax.TypeDecl) {
	switch l := c.lift(d.Type); {
	case l <= d.Lift:
	case l == syntax.Lifted:
		panic(c.errorf(d, "Non-lifted type abbreviations may not contain functions: %q does", d.Name.Name).WithHint("define it with type^"))
	default:
		panic(c.errorf(d, "Non-size-lifted type abbreviations may not contain size-lifted types: %q does", d.Name.Name).WithHint("define it with type~"))
	}
}

// liftSizes lets a type parameter that may stand for types with sizes of their own do so: in iota |> ap
// with ap: (i64 -> b) -> i64 -> b, the size of iota's result is known only once i64 is given, so that
// this application of ap is of type i64 -> ?[n].[n]i64. f is what e applies to arg, of type got; they
// are returned as the application takes them. Each place of the type parameter in the result has sizes of
// its own, as the function may have been applied to other arguments for it.
func (c *checker) liftSizes(e syntax.Exp, f *types.Func, arg syntax.Exp, got types.Type) (*types.Func, types.Type) {
	l := &liftedSizes{checker: c, at: e, own: map[*types.Binding]bool{}}
	given := l.result(f.From, got, bindsSizes(arg))
	if l.param == nil || !l.mentionsOwn(given) || l.inParameter(f.Result) {
		return f, got
	}
	return l.inResult(f, given), l.replaced(got, given)
}

// bindsSizes reports whether a function binds its parameters as the sizes of its type by being a lambda,
// which such a type does not have in Futhark.
func bindsSizes(e syntax.Exp) bool {
	switch e := e.(type) {
	case *syntax.Lambda:
		return true
	case *syntax.Attributed:
		return bindsSizes(e.Exp)
	}
	return false
}

// liftedSizes is an argument with sizes that it binds itself, in what a type parameter stands for.
type liftedSizes struct {
	*checker
	at    syntax.Exp
	param *types.Meta
	own   map[*types.Binding]bool
	made  []*types.Binding
}

// result is the result of the function got where want returns a type parameter, which it notes.
func (l *liftedSizes) result(want, got types.Type, lambda bool) types.Type {
	w, okW := types.Find(types.StripOuter(want)).(*types.Func)
	g, okG := types.Find(types.StripOuter(got)).(*types.Func)
	for okW && okG {
		if g.Param != nil && !lambda {
			l.own[g.Param] = true
		}
		for _, u := range g.Unknown {
			if !l.inner[u] {
				l.own[u] = true
			}
		}
		want, got = types.Find(types.StripOuter(w.Result)), types.Find(types.StripOuter(g.Result))
		w, okW = want.(*types.Func)
		g, okG = got.(*types.Func)
	}
	if m, open := want.(*types.Meta); open && m.Sizes && len(l.own) > 0 && !okG {
		l.param = m
	}
	return got
}

func (l *liftedSizes) isOwn(z types.Size) bool {
	return !types.EachName(z, func(b *types.Binding, _ *types.SizeMeta) bool { return !l.own[b] })
}

func (l *liftedSizes) mentionsOwn(t types.Type) (found bool) {
	(&types.Substitution{Size: func(z types.Size) types.Size {
		found = found || l.isOwn(z)
		return z
	}}).Apply(t)
	return found
}

// inParameter reports whether functions that t takes or is still to be given mention the type parameter:
// they would be of no one size.
func (l *liftedSizes) inParameter(t types.Type) bool {
	for f, ok := types.Find(types.StripOuter(t)).(*types.Func); ok; f, ok = types.Find(types.StripOuter(f.Result)).(*types.Func) {
		found := false
		(&types.Substitution{Meta: func(m *types.Meta) types.Type {
			found = found || m == l.param
			return m
		}}).Apply(f.From)
		if found {
			return true
		}
	}
	return false
}

// fresh is t with unknown sizes for its own ones.
func (l *liftedSizes) fresh(t types.Type) types.Type {
	known := map[string]types.Size{}
	return (&types.Substitution{Size: func(z types.Size) types.Size {
		if !l.isOwn(z) {
			return z
		}
		key := l.atom(z)
		if known[key] == nil {
			b := l.unknown(sizeName(z), l.at.Pos())
			l.made = append(l.made, b)
			known[key] = &types.SizeVar{Binding: b}
		}
		return known[key]
	}}).Apply(types.Strip(t))
}

// inResult is f with given for the type parameter in its result. The sizes are made where the last
// argument is given.
func (l *liftedSizes) inResult(f *types.Func, given types.Type) *types.Func {
	out := *f
	if next, more := types.Find(types.StripOuter(f.Result)).(*types.Func); more {
		out.Result = l.inResult(next, given)
		return &out
	}
	out.Result = (&types.Substitution{Meta: func(m *types.Meta) types.Type {
		if m == l.param {
			return l.fresh(given)
		}
		return m
	}}).Apply(f.Result)
	out.Unknown = append(append([]*types.Binding(nil), f.Unknown...), l.made...)
	return &out
}

// replaced is the type of a function with the last result given, of sizes that it does not bind.
func (l *liftedSizes) replaced(got, given types.Type) types.Type {
	f, more := types.Find(types.StripOuter(got)).(*types.Func)
	if !more {
		return l.fresh(given)
	}
	return &types.Func{Param: f.Param, From: f.From, Result: l.replaced(f.Result, given)}
}
