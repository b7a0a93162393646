package infer

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// reveal replaces the abstract types in what has been found by what they are: the lowering
// needs to know. What an ascription has sealed becomes what it is.
func (c *checker) reveal() {
	r := &revealer{checker: c, done: map[types.Type]types.Type{}}
	for e, t := range c.info.Types {
		c.info.Types[e] = r.typ(t)
	}
	for p, t := range c.info.Pats {
		c.info.Pats[p] = r.typ(t)
	}
	for w, t := range c.info.Written {
		c.info.Written[w] = r.typ(t)
	}
	for _, u := range c.info.Uses {
		for u.Binding.Hides != nil {
			unseal(u)
		}
		for i, t := range u.Types {
			u.Types[i] = r.typ(t)
		}
		r.binding(u.Binding)
	}
	for _, b := range c.info.Names {
		r.binding(b)
	}
	for _, b := range c.info.Funs {
		r.binding(b)
	}
	for _, b := range c.globals {
		r.binding(b)
	}
	if r.functions {
		c.mustStillBeData()
	}
}

func earlier(a, b source.Pos) bool {
	return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Col-b.Col) < 0
}

// mustStillBeData refuses functions that an abstract type hid where data must be.
func (c *checker) mustStillBeData() {
	var first *source.Error
	refuse := func(e syntax.Exp, what string) {
		if first == nil || earlier(e.Pos(), first.Pos) {
			first = c.errorf(e, "%s: an abstract type hides them", what)
		}
	}
	for e, t := range c.info.Types {
		switch e.(type) {
		case *syntax.If, *syntax.Match, *syntax.Loop, *syntax.Array:
			if a, ok := types.Find(t).(*types.Array); types.HasFunctions(t) || ok && types.HasFunctions(a.Elem) {
				refuse(e, "Functions cannot be in arrays, chosen by if or match, or change in a loop")
			}
		}
	}
	for e, u := range c.info.Uses {
		for i, p := range u.Binding.Params {
			if i < len(u.Types) && p.Lift != syntax.Lifted && types.HasFunctions(u.Types[i]) {
				refuse(e, fmt.Sprintf("Functions cannot be in arrays, nor what a type parameter stands for that is not lifted, as of %q", u.Binding.Name))
			}
		}
	}
	if first != nil {
		panic(first)
	}
}

// unseal makes a use of what is sealed one of what it is. That may have more size parameters: those
// that abstract types hide, which the arguments determine.
func unseal(u *types.Use) {
	given := map[source.Pos]types.Size{}
	for i, z := range u.Binding.Sizes {
		given[z.Pos] = u.Sizes[i]
	}
	u.Binding = u.Binding.Hides
	u.Sizes = nil
	for _, z := range u.Binding.Sizes {
		size := given[z.Pos]
		if size == nil {
			size = &types.SizeVar{Binding: &types.Binding{Kind: types.Unknown, Type: types.I64}}
		}
		u.Sizes = append(u.Sizes, size)
	}
}

// revealer replaces abstract types. What types share is looked at once.
type revealer struct {
	*checker
	done      map[types.Type]types.Type
	fresh     int  // how many sizes have been made that no type shares
	functions bool // an abstract type hid functions
}

func (r *revealer) binding(b *types.Binding) {
	if b.Type != nil {
		b.Type = r.typ(b.Type)
	}
}

func (r *revealer) typ(t types.Type) types.Type {
	t = types.Find(t)
	if out, ok := r.done[t]; ok {
		return out
	}
	out, fresh := t, r.fresh
	switch t := t.(type) {
	case *types.Abstract:
		out = r.abstract(t)
	case *types.Array:
		if e := r.typ(t.Elem); e != types.Find(t.Elem) {
			out = &types.Array{Dim: t.Dim, Elem: e}
		}
	case *types.Record:
		for i, f := range t.Fields {
			e := r.typ(f.Type)
			if e == types.Find(f.Type) {
				continue
			}
			if out == types.Type(t) {
				out = &types.Record{Fields: append([]types.Field(nil), t.Fields...)}
			}
			out.(*types.Record).Fields[i].Type = e
		}
	case *types.Sum:
		if inner := r.typ(t.Constructors); inner != types.Type(t.Constructors) {
			out = &types.Sum{Constructors: inner.(*types.Record)}
		}
	case *types.Func:
		if t.Param != nil {
			r.binding(t.Param)
		}
		from, result := r.typ(t.From), r.typ(t.Result)
		if from != types.Find(t.From) || result != types.Find(t.Result) {
			out = &types.Func{Param: t.Param, From: from, Unknown: t.Unknown, Result: result}
		}
	case *types.Unique:
		if e := r.typ(t.Type); e != types.Find(t.Type) {
			out = &types.Unique{Type: e}
		}
	default:
		return t
	}
	if r.fresh == fresh {
		r.done[t], r.done[out] = out, out
	}
	return out
}

// abstract is the implementation of an abstract type. One of a functor's parameter stays.
func (r *revealer) abstract(t *types.Abstract) types.Type {
	if t.Of.Impl == nil {
		return t
	}
	impl := r.implName(t.Of.Impl)
	if impl.broken {
		return t
	}
	s := &types.Substitution{Types: map[*types.Param]types.Type{}, Sizes: map[*types.Binding]types.Size{}}
	found, sizes := 0, 0
	for _, p := range impl.params {
		if p.size != nil {
			s.Sizes[p.size] = t.Sizes[sizes]
			sizes++
		} else {
			s.Types[p.typ] = t.Types[found]
			found++
		}
	}
	for _, b := range impl.anon {
		s.Sizes[b] = &types.SizeVar{Binding: &types.Binding{Kind: types.Unknown, Type: types.I64}}
		r.fresh++
	}
	out := r.typ(s.Apply(impl.typ))
	r.functions = r.functions || types.HasFunctions(out)
	return out
}
