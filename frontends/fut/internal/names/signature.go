package names

import (
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// signature is a module type: one of specifications, of functors, or another one with a type in it
// refined.
type signature struct {
	scope scope

	specs  *syntax.ModTypeSpecs
	arrow  *syntax.ModTypeArrow
	base   *signature
	with   *syntax.ModTypeWith
	broken bool

	// assumed are modules of which no more is known than that they have this type, by the number of
	// functors' parameters around.
	assumed map[int]*Module
}

// signature is the meaning of a module type expression.
func (b *builder) signature(e syntax.ModTypeExp) *signature {
	b.at = e.Pos()
	s := &signature{scope: b.scope, assumed: map[int]*Module{}}
	switch e := e.(type) {
	case *syntax.ModTypePath:
		return b.signatureAt(e)
	case *syntax.ModTypeSpecs:
		s.specs = e
	case *syntax.ModTypeArrow:
		s.arrow = e
	case *syntax.ModTypeWith:
		s.base, s.with = b.signature(e.Type), e
		s.broken = s.base.broken
	}
	return s
}

func (b *builder) signatureAt(e *syntax.ModTypePath) *signature {
	module, name := "", e.Path
	if i := strings.LastIndexByte(e.Path, '.'); i >= 0 {
		module, name = e.Path[:i], e.Path[i+1:]
	}
	search := func(k key) entry { return b.scope.search(k, nil, false) }
	if module != "" {
		m := b.resolver(b.scope).module(module, e.Position)
		if m == nil {
			return &signature{broken: true}
		}
		search = m.search
	}
	found := search(key{moduleTypes, name})
	switch s := found.what.(type) {
	case *signature:
		at := e.Position
		at.Col += len(e.Path) - len(name)
		b.named(name, at, found)
		return s
	case nil:
		err := errorf(e, "Unknown module type %q", e.Path)
		var known []string
		b.scope.each(func(k key) {
			if k.space == moduleTypes {
				known = append(known, k.name)
			}
		})
		if near, ok := Nearest(name, known); ok {
			err.WithHint("did you mean %q?", near)
		}
		b.report(err)
	}
	return &signature{broken: true}
}

// instance makes a module of a module type.
type instance struct {
	*builder
	impl    *Module // what has the type; nil for a module of which nothing else is known
	opaque  bool    // the abstract types are new ones
	at      source.Pos
	refined map[string]*refinement
}

// refinement is the type that `with` gives a type.
type refinement struct {
	with  *syntax.ModTypeWith
	scope scope
	used  bool
}

// assume is a module of which only the type is known.
func (b *builder) assume(s *signature) *Module {
	if m := s.assumed[b.in.params]; m != nil {
		return m
	}
	inner := &builder{program: b.program, scope: b.scope, in: b.in}
	inner.in.check = true
	m := (&instance{builder: inner}).module(s)
	if s.assumed != nil {
		s.assumed[b.in.params] = m
	}
	return m
}

// match is m with the names of s, and their types. Types that are abstract in s are what they are in m.
func (b *builder) match(m *Module, s *signature, at source.Pos) *Module {
	if m.broken || m.of == s {
		return m
	}
	return (&instance{builder: b, impl: m, at: at}).module(s)
}

// seal is m with the names of s only, whose abstract types nobody knows outside.
func (b *builder) seal(m *Module, s *signature, at source.Pos) *Module {
	inner := b.match(m, s, at)
	if inner.broken {
		return inner
	}
	return (&instance{builder: b, impl: inner, opaque: true, at: at}).module(s)
}

func (in *instance) module(s *signature) *Module {
	switch {
	case s.broken:
		return &Module{broken: true}
	case s.with != nil:
		return in.refine(s)
	case s.arrow != nil:
		return in.functor(s)
	}
	if in.impl != nil && in.impl.functor != nil {
		in.report(source.Errorf(in.at, "This module is parametric, but its module type is not").WithHint("apply it to a module"))
		return &Module{broken: true}
	}
	b := &builder{program: in.program, scope: s.scope.within(), in: in.in, seen: map[key]source.Pos{}}
	stop := s.scope.frame
	outer := in.builder
	in.builder = b
	for _, spec := range s.specs.Specs {
		in.spec(spec)
	}
	in.builder = outer
	return &Module{top: b.scope, stop: stop, of: s}
}

func (in *instance) spec(spec syntax.Spec) {
	switch s := spec.(type) {
	case *syntax.ValSpec:
		in.value(s)
	case *syntax.TypeSpec:
		in.once(typeNames, s.Name, s, false, "Duplicate definition of type %q")
		in.typ(s)
	case *syntax.ModSpec:
		in.once(terms, s.Name, s, false, "Duplicate definition of name %q")
		inner := &instance{builder: in.builder, opaque: in.opaque, at: in.at, refined: below(in.refined, s.Name.Name)}
		if in.impl != nil {
			e := in.impl.search(key{terms, s.Name.Name})
			m, ok := e.what.(*Module)
			if ok && e.at != nil {
				in.link(s.Name.Position, e.at.Position)
			}
			if !ok {
				in.lacks("module", s.Name)
				m = &Module{broken: true}
			}
			inner.impl = m
		}
		m := inner.module(in.signature(s.Type))
		in.scope = in.scope.declare(key{terms, s.Name.Name}, entry{what: m, at: &s.Name})
	case *syntax.IncludeSpec:
		inner := &instance{builder: in.builder, impl: in.impl, opaque: in.opaque, at: in.at, refined: in.refined}
		in.scope = in.scope.open(inner.module(in.signature(s.Type)), false)
	}
}

// below are the refinements of what is in module name.
func below(refined map[string]*refinement, name string) map[string]*refinement {
	var out map[string]*refinement
	for path, r := range refined {
		if rest, ok := strings.CutPrefix(path, name+"."); ok {
			if out == nil {
				out = map[string]*refinement{}
			}
			out[rest] = r
		}
	}
	return out
}

// lacks reports that the module does not have what its type demands.
func (in *instance) lacks(what string, id syntax.Ident) {
	in.report(source.Errorf(in.at, "Module does not define a %s named %q", what, id.Name).
		WithNote(id.Position, "its module type demands it here"))
}

func (in *instance) value(s *syntax.ValSpec) {
	in.once(terms, s.Name, s, false, "Duplicate definition of name %q")
	v := &Value{Name: s.Name.Name, Pos: s.Name.Position, Kind: Assumed, Spec: s, Check: in.in.check, Prelude: in.in.prelude,
		At: in.at, origin: origin{scope: in.scope, copied: true}}
	k := key{terms, s.Name.Name}
	if in.impl != nil {
		switch x := in.impl.find(k).(type) {
		case *Value:
			v.Kind, v.Impl = Matched, x
			in.link(s.Name.Position, x.Place())
			if in.opaque {
				v.Kind = Sealed
			}
		case broken:
			in.declare(k, x, false)
			return
		default:
			in.lacks("value", s.Name)
			in.declare(k, broken{}, false)
			return
		}
	}
	if in.in.eager && !in.opaque {
		in.demand(v)
	}
	in.declare(k, v, false)
}

func (in *instance) typ(s *syntax.TypeSpec) {
	k := key{typeNames, s.Name.Name}
	var means *Type
	if r := in.refined[s.Name.Name]; r != nil {
		if s.Type != nil || len(s.Params) != len(r.with.Params) {
			in.report(errorf(r.with, "Cannot refine type %q, which is not abstract with as many parameters", s.Name.Name).
				WithNote(s.Position, "it is specified here"))
		}
		r.used = true
		in.named(lastOf(r.with.Name.Name), r.with.Name.Position, entry{what: s, at: &s.Name})
		means = in.definition(s, r.with.Params, r.with.Means, r.scope)
		means.Refines = true
	} else if s.Type != nil {
		means = in.definition(s, s.Params, s.Type, in.scope)
	}
	if in.impl == nil {
		if means == nil {
			means = in.abstract(s, nil)
		} else if in.in.eager {
			in.demandType(means)
		}
		in.declare(k, means, false)
		return
	}
	impl, ok := in.impl.find(k).(*Type)
	if ok {
		in.link(s.Name.Position, impl.Place())
	}
	if !ok {
		if _, isBroken := in.impl.find(k).(broken); !isBroken {
			in.lacks("type", s.Name)
		}
		in.declare(k, broken{}, false)
		return
	}
	if in.in.eager && !in.opaque {
		in.demandType(impl)
		if means != nil {
			in.demandType(means)
		}
		in.Decls = append(in.Decls, &TypeMatch{Spec: s, Means: means, Impl: impl, At: in.at})
	}
	switch {
	case means != nil:
	case in.opaque:
		means = in.abstract(s, impl)
	default:
		means = impl
	}
	in.declare(k, means, false)
}

// definition is a type that a module type defines.
func (in *instance) definition(s *syntax.TypeSpec, params []*syntax.TypeParam, means syntax.TypeExp, at scope) *Type {
	d := &syntax.TypeDecl{At: s.At, Name: s.Name, Lift: s.Lift, Params: params, Type: means}
	return &Type{Name: s.Name.Name, Pos: s.Position, Kind: Abbreviation, Def: d, Params: params, Lift: s.Lift,
		origin: origin{scope: at, copied: true}}
}

func (in *instance) abstract(s *syntax.TypeSpec, impl *Type) *Type {
	in.abstracts++
	return &Type{Name: s.Name.Name, Pos: s.Name.Position, Kind: AbstractType, Params: s.Params, Lift: s.Lift, Impl: impl}
}

// refine is an instance of `s with t = u`.
func (in *instance) refine(s *signature) *Module {
	r := &refinement{with: s.with, scope: s.scope}
	inner := &instance{builder: in.builder, impl: in.impl, opaque: in.opaque, at: in.at, refined: map[string]*refinement{s.with.Name.Name: r}}
	for path, other := range in.refined {
		if path == s.with.Name.Name {
			in.report(errorf(other.with, "Type %q is refined already", path).WithNote(s.with.Position, "here"))
			other.used = true
			continue
		}
		inner.refined[path] = other
	}
	m := inner.module(s.base)
	if !r.used && !m.broken {
		in.report(errorf(s.with, "Cannot refine type %q: the module type has no such type", s.with.Name.Name))
	}
	if !m.broken {
		m.of = s
	}
	return m
}

// functor is an instance of the type of a functor.
func (in *instance) functor(s *signature) *Module {
	if in.impl != nil && in.impl.broken {
		return in.impl
	}
	if in.impl != nil && in.impl.functor == nil {
		in.report(source.Errorf(in.at, "This module is not parametric, but its module type is"))
		return &Module{broken: true}
	}
	impl, opaque := in.impl, in.opaque
	f := &functor{}
	f.apply = func(caller *builder, arg *Module, at source.Pos) *Module {
		inner := &builder{program: caller.program, scope: s.scope, in: caller.in}
		view := inner.match(arg, inner.signature(s.arrow.From), at)
		inner.scope = s.scope.within()
		if s.arrow.Param.Name != "" {
			inner.scope = inner.scope.withModule(&s.arrow.Param, view)
		}
		to := inner.signature(s.arrow.To)
		if impl == nil {
			return (&instance{builder: inner}).module(to)
		}
		return inner.seal(impl.functor.apply(inner, view, at), to, at)
	}
	if in.in.eager && !opaque {
		check := &builder{program: in.program, scope: s.scope, in: in.in}
		check.in.check = true
		arg := check.assume(check.signature(s.arrow.From))
		f.apply(check, arg, in.at)
	}
	return &Module{functor: f}
}
