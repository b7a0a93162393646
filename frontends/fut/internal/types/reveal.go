package types

import "github.com/lamina-lang/lamina/core/source"

// reveal replaces the abstract types in what has been found by what they are: the lowering
// needs to know. What an ascription has sealed becomes what it is.
func (c *checker) reveal() {
	r := &revealer{checker: c, done: map[Type]Type{}}
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
		for u.Binding.hides != nil {
			u.unseal()
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
}

// unseal makes a use of what is sealed one of what it is. That may have more size parameters: those
// that abstract types hide, which the arguments determine.
func (u *Use) unseal() {
	given := map[source.Pos]Size{}
	for i, z := range u.Binding.Sizes {
		given[z.Pos] = u.Sizes[i]
	}
	u.Binding = u.Binding.hides
	u.Sizes = nil
	for _, z := range u.Binding.Sizes {
		size := given[z.Pos]
		if size == nil {
			size = &SizeVar{&Binding{Kind: Unknown, Type: i64}}
		}
		u.Sizes = append(u.Sizes, size)
	}
}

// revealer replaces abstract types. What types share is looked at once.
type revealer struct {
	*checker
	done  map[Type]Type
	fresh int // how many sizes have been made that no type shares
}

func (r *revealer) binding(b *Binding) {
	if b.Type != nil {
		b.Type = r.typ(b.Type)
	}
}

func (r *revealer) typ(t Type) Type {
	t = Find(t)
	if out, ok := r.done[t]; ok {
		return out
	}
	out, fresh := t, r.fresh
	switch t := t.(type) {
	case *Abstract:
		out = r.abstract(t)
	case *Array:
		if e := r.typ(t.Elem); e != Find(t.Elem) {
			out = &Array{Dim: t.Dim, Elem: e}
		}
	case *Record:
		for i, f := range t.Fields {
			e := r.typ(f.Type)
			if e == Find(f.Type) {
				continue
			}
			if out == Type(t) {
				out = &Record{Fields: append([]Field(nil), t.Fields...)}
			}
			out.(*Record).Fields[i].Type = e
		}
	case *Sum:
		if inner := r.typ(t.Constructors); inner != Type(t.Constructors) {
			out = &Sum{inner.(*Record)}
		}
	case *Func:
		if t.Param != nil {
			r.binding(t.Param)
		}
		from, result := r.typ(t.From), r.typ(t.Result)
		if from != Find(t.From) || result != Find(t.Result) {
			out = &Func{Param: t.Param, From: from, Unknown: t.Unknown, Result: result}
		}
	case *Unique:
		if e := r.typ(t.Type); e != Find(t.Type) {
			out = &Unique{e}
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
func (r *revealer) abstract(t *Abstract) Type {
	if t.Of.Impl == nil {
		return t
	}
	impl := r.implName(t.Of.Impl)
	if impl.broken {
		return t
	}
	s := &subst{types: map[*Param]Type{}, sizes: map[*Binding]Size{}}
	types, sizes := 0, 0
	for _, p := range impl.params {
		if p.size != nil {
			s.sizes[p.size] = t.Sizes[sizes]
			sizes++
		} else {
			s.types[p.typ] = t.Types[types]
			types++
		}
	}
	for _, b := range impl.anon {
		s.sizes[b] = &SizeVar{&Binding{Kind: Unknown, Type: i64}}
		r.fresh++
	}
	return r.typ(s.apply(impl.typ))
}
