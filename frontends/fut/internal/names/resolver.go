package names

import (
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// resolver binds the names within one definition.
type resolver struct {
	*program
	outside scope
	locals  map[key]local
	trail   []shadowed
	depth   int // of scopes
	opens   []opened
	size    *syntax.Var // what is looked at stands for a size by itself
}

// local is the denotation of a name that is bound within the definition.
type local struct {
	node  syntax.Node
	depth int
}

// shadowed is the denotation that a name had before it was bound again.
type shadowed struct {
	key key
	old local
}

// opened is a module whose names are in scope: m.(…). Names bound deeper hide them.
type opened struct {
	module *Module
	depth  int
}

func (p *program) resolver(outside scope) *resolver {
	return &resolver{program: p, outside: outside, locals: map[key]local{}}
}

// scoped runs f, and takes what it binds out of scope.
func (r *resolver) scoped(f func()) {
	n := len(r.trail)
	r.depth++
	f()
	r.depth--
	for len(r.trail) > n {
		h := r.trail[len(r.trail)-1]
		r.trail = r.trail[:len(r.trail)-1]
		r.locals[h.key] = h.old
	}
}

func (r *resolver) bind(name string, node syntax.Node) { r.bindIn(terms, name, node) }

func (r *resolver) bindIn(s space, name string, node syntax.Node) {
	k := key{s, name}
	r.trail = append(r.trail, shadowed{k, r.locals[k]})
	r.locals[k] = local{node, r.depth}
}

// lookup returns the denotation of a name without a path: a syntax.Node, if it is local, or as in an entry.
func (r *resolver) lookup(k key) any { return r.entry(k).what }

// entry is lookup with what else is known of the declaration.
func (r *resolver) entry(k key) entry {
	l := r.locals[k]
	for i := len(r.opens) - 1; i >= 0; i-- {
		o := r.opens[i]
		if l.node != nil && l.depth > o.depth {
			break
		}
		if x := o.module.search(k); x.what != nil {
			return x
		}
	}
	if l.node != nil {
		return entry{what: l.node}
	}
	return r.outside.search(k, nil, false)
}

// withMembers is entry for a name with a member behind it. A function has no fields, so that the name is that of a
// module, though a function of the same name hides it.
func (r *resolver) withMembers(name string) entry {
	k := key{terms, name}
	e := r.entry(k)
	if v, ok := e.what.(*Value); !ok || !v.isFunction() || r.locals[k].node != nil {
		return e
	}
	for i := len(r.opens) - 1; i >= 0; i-- {
		if m := r.opens[i].module.searchFor(k, isModule); m.what != nil {
			return m
		}
	}
	if m := r.outside.searchFor(k, nil, false, isModule); m.what != nil {
		return m
	}
	return e
}

// module is the module that a path denotes; nil, after an error, if there is none.
func (r *resolver) module(path string, pos source.Pos) *Module {
	first, rest, more := strings.Cut(path, ".")
	e, at := r.withMembers(first), pos
	if _, ok := e.what.(broken); ok {
		return &Module{broken: true}
	}
	m, ok := e.what.(*Module)
	if !ok {
		r.report(r.unknownModule(pos, path, first, e.what != nil))
		return nil
	}
	r.named(first, at, e)
	for more {
		at.Col += len(first) + 1
		first, rest, more = strings.Cut(rest, ".")
		e := m.search(key{terms, first})
		switch x := e.what.(type) {
		case *Module:
			r.named(first, at, e)
			m = x
		case broken:
			return &Module{broken: true}
		default:
			r.report(source.Errorf(pos, "Unknown name %q: there is no module of this name", path))
			return nil
		}
	}
	return m
}

// variable binds a Var.
func (r *resolver) variable(v *syntax.Var) {
	r.at = v.Position
	var x any
	if v.Module == "" {
		x = r.lookup(key{terms, v.Name})
	} else {
		m := r.module(v.Module, v.Position)
		if m == nil {
			return
		}
		if x = r.member(m, v.Name); x == nil {
			r.report(r.unknownMember(v, m))
			return
		}
	}
	switch x := x.(type) {
	case syntax.Node:
		r.Uses[v] = Use{Local: x}
	case *Value:
		r.demand(x)
		r.Uses[v] = Use{Value: x}
	case broken:
	default:
		r.report(r.unknownName(v))
	}
}

// member is a value of a module. In the prelude's definitions for scalar types a conversion may go
// by the name of the type: i32.t.
func (r *resolver) member(m *Module, name string) any {
	x := m.find(key{terms, name})
	if x == nil && m.member != nil {
		if t, ok := r.lookup(key{typeNames, name}).(*Type); ok && t.Kind == ScalarType {
			return m.find(key{terms, t.Scalar.String()})
		}
	}
	return x
}

// path replaces m.x.f, where m is a module, by a projection from the Var m.x; e itself if it has no module.
func (r *resolver) path(e *syntax.Project) syntax.Exp {
	chain := []*syntax.Project{e}
	for {
		inner, ok := chain[len(chain)-1].Exp.(*syntax.Project)
		if !ok {
			break
		}
		chain = append(chain, inner)
	}
	last := chain[len(chain)-1]
	root, ok := last.Exp.(*syntax.Var)
	if !ok || root.Module != "" {
		last.Exp = r.exp(last.Exp)
		return e
	}
	x := r.withMembers(root.Name).what
	if _, ok := x.(broken); !ok && !isModule(x) {
		r.variable(root)
		return e
	}
	module := root.Name
	for i := len(chain) - 1; i >= 0; i-- {
		name := chain[i].Field
		m, ok := x.(*Module)
		if !ok {
			return &syntax.Bad{At: e.At}
		}
		if i > 0 {
			if inner, ok := m.find(key{terms, name}).(*Module); ok {
				x, module = inner, module+"."+name
				continue
			}
		}
		at := syntax.At{Position: root.Position, Extent: syntax.Span{Begin: root.Extent.Begin, End: chain[i].Extent.End}}
		v := &syntax.Var{At: at, Module: module, Name: name}
		r.variable(v)
		if i == 0 {
			return v
		}
		chain[i-1].Exp = v
		return e
	}
	return e
}

// namedType binds the name of a type.
func (r *resolver) namedType(t *syntax.NamedType) {
	for _, a := range t.Args {
		if a.Size != nil {
			r.dim(a.Size)
		} else {
			r.typ(a.Type)
		}
	}
	k := key{typeNames, t.Name}
	var x any
	if t.Module == "" {
		x = r.lookup(k)
	} else {
		m := r.module(t.Module, t.Position)
		if m == nil {
			return
		}
		if x = m.find(k); x == nil {
			r.report(errorf(t, "Unknown type %q", t.Module+"."+t.Name))
			return
		}
	}
	switch x := x.(type) {
	case *syntax.TypeParam:
		r.Types[t] = &Type{Name: x.Name, Pos: x.Position, Kind: ParamType, Param: x, Lift: x.Lift}
	case *Type:
		r.demandType(x)
		r.Types[t] = x
	case broken:
	default:
		r.report(r.unknownType(t))
	}
}
