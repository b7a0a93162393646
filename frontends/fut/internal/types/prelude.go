package types

import (
	"maps"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Prelude is what every program has in scope.
type Prelude struct {
	// Base declares the prelude's names.
	Base *syntax.File
	// Members parses anew what the module of a scalar type offers beside the
	// scalar operators. Within it, t is the scalar type, and bits the unsigned
	// type that is as wide.
	Members func(t scalar.Type) ([]*syntax.File, error)
}

// pending is a definition of the prelude, looked at when it is first used.
type pending struct {
	decl    syntax.Decl
	scope   *checker // whose names it sees
	module  scalar.Type
	started bool
}

// announce puts the names of a prelude's file into scope; what they are is
// found out when they are used.
func (c *checker) announce(f *syntax.File, module scalar.Type) map[string]*Binding {
	out := map[string]*Binding{}
	for _, d := range f.Decls {
		if t, ok := d.(*syntax.TypeDecl); ok {
			c.typeDecl(t)
			continue
		}
		name, kind := declared(d)
		b := &Binding{Name: name.Name, Pos: name.Position, Kind: kind, Node: d}
		c.pending[b] = &pending{decl: d, scope: c, module: module}
		out[name.Name] = b
		if module == scalar.Invalid {
			c.env[name.Name] = b
		}
	}
	return out
}

// declared is the name that a declaration binds, and what kind it is.
func declared(d syntax.Decl) (syntax.Ident, Kind) {
	switch d := d.(type) {
	case *syntax.ValDecl:
		return d.Name, Global
	case *syntax.ValSpec:
		return d.Name, Intrinsic
	}
	return syntax.Ident{}, Local
}

// members are the definitions of the prelude's module for t.
func (c *checker) members(t scalar.Type) map[string]*Binding {
	if m, ok := c.modules[t]; ok {
		return m
	}
	m := map[string]*Binding{}
	c.modules[t] = m
	files, err := c.prelude.Members(t)
	if err != nil {
		panic(err)
	}
	scope := c.base.child()
	scope.types["t"] = &typeName{typ: Scalar{t}}
	scope.types["bits"] = &typeName{typ: Scalar{t.Unsigned()}}
	scope.opens = []opened{{module: t}}
	for _, f := range files {
		maps.Copy(m, scope.announce(f, t))
	}
	return m
}

// demand makes sure that a definition of the prelude has been checked.
func (c *checker) demand(b *Binding) {
	p := c.pending[b]
	if p == nil || p.started {
		return
	}
	p.started = true
	child := p.scope.child()
	switch d := p.decl.(type) {
	case *syntax.ValSpec:
		child.valSpec(b, d)
	case *syntax.ValDecl:
		child.valDecl(b, d)
		c.program.Defs = append(c.program.Defs, &Def{Binding: b, Decl: d, Module: p.module})
	}
	delete(c.pending, b)
}

// valSpec finds the type of an intrinsic.
func (c *checker) valSpec(b *Binding, d *syntax.ValSpec) {
	c.push()
	c.typeParams(b, d.TypeParams)
	b.Type = c.typ(d.Type, func(pos source.Pos) Size {
		panic(source.Errorf(pos, "name this size"))
	})
}
