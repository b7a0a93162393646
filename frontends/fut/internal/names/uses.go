package names

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// ModuleUse is a use of the name of a module, a module type or a file. The name of a type that a module
// type refines counts as one, too.
type ModuleUse struct {
	Name   string     // as it is written at the place
	Target source.Pos // where it is declared; not valid for what is built in
	Doc    string
}

// named records that the name at a place denotes e. In what is made of functors, what is seen first
// stays: what the parameter's type says.
func (p *program) named(name string, at source.Pos, e entry) {
	if _, known := p.Modules[at]; known {
		return
	}
	u := ModuleUse{Name: name, Doc: e.doc}
	if e.at != nil {
		u.Target = e.at.Position
	}
	p.Modules[at] = u
}

// importNamed records that an import reads a file.
func (p *program) importNamed(file string, at syntax.Node, m *Module) {
	p.Modules[at.Pos()] = ModuleUse{Name: strconv.Quote(file), Target: source.Pos{File: m.file, Line: 1, Col: 1}}
}

// link records that the name at spec is demanded of what is declared at impl.
func (p *program) link(spec, impl source.Pos) {
	if spec == impl || !spec.IsValid() || !impl.IsValid() {
		return
	}
	a, b := p.root(spec), p.root(impl)
	if a != b {
		p.Same[a] = b
	}
}

func (p *program) root(at source.Pos) source.Pos {
	for {
		next, ok := p.Same[at]
		if !ok {
			return at
		}
		at = next
	}
}

// Place is where the program declares v.
func (v *Value) Place() source.Pos {
	switch {
	case v.Impl != nil:
		return v.Impl.Place()
	case v.Def != nil:
		return v.Def.Name.Position
	case v.Spec != nil:
		return v.Spec.Name.Position
	}
	return v.Pos
}

// Place is where the program declares t; it is not valid for scalar types and type parameters.
func (t *Type) Place() source.Pos {
	switch {
	case t.Def != nil:
		return t.Def.Name.Position
	case t.Kind == ScalarType || t.Kind == ParamType:
		return source.Pos{}
	}
	return t.Pos
}

// lastOf is the last name of a path.
func lastOf(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// view is the scope from a place in the first file on.
type view struct {
	from  syntax.Place
	scope scope
}

// see records what is in scope from a place on. In what is made of functors the first view counts, in
// which of the parameter only the type is known.
func (b *builder) see(from syntax.Place) {
	if b.in.file != b.first || b.in.prelude {
		return
	}
	last := len(b.views) - 1
	switch {
	case last < 0 || comparePlaces(b.views[last].from, from) < 0:
		b.views = append(b.views, view{from, b.scope})
	case b.views[last].from == from:
		b.views[last].scope = b.scope
	}
}

func comparePlaces(a, b syntax.Place) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// Name is a name in scope.
type Name struct {
	Name string
	Kind NameKind
	At   source.Pos // where it is declared, if a program declares it
}

// NameKind says what a Name names.
type NameKind uint8

// The kinds of name.
const (
	ValueName NameKind = iota
	ModuleName
	TypeName
	ModuleTypeName
)

// InScopeAt lists the names in scope at a place of the first file that are not local to a definition, or
// those in a module, if the path of one is given.
func (p *Program) InScopeAt(at syntax.Place, module string) []Name {
	in := p.end
	i, _ := slices.BinarySearchFunc(p.views, at, func(v view, at syntax.Place) int { return comparePlaces(v.from, at) })
	if i > 0 {
		in = p.views[i-1].scope
	}
	search, each := func(k key) entry { return in.search(k, nil, false) }, in.each
	if module != "" {
		for _, name := range strings.Split(module, ".") {
			m, ok := search(key{terms, name}).what.(*Module)
			if !ok || m.broken || m.functor != nil {
				return nil
			}
			search, each = m.search, m.each
		}
	}
	found := map[key]Name{}
	each(func(k key) {
		if _, seen := found[k]; seen {
			return
		}
		if e := search(k); e.what != nil {
			found[k] = Name{k.name, e.kind(k.space), e.place()}
		}
	})
	return slices.SortedFunc(maps.Values(found), func(a, b Name) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
	})
}

// kind is what e is, which has a name of a space.
func (e entry) kind(s space) NameKind {
	if _, ok := e.what.(*Module); ok {
		return ModuleName
	}
	return [...]NameKind{terms: ValueName, typeNames: TypeName, moduleTypes: ModuleTypeName}[s]
}

// place is where the program declares e.
func (e entry) place() source.Pos {
	switch x := e.what.(type) {
	case *Value:
		return x.Place()
	case *Type:
		return x.Place()
	}
	if e.at != nil {
		return e.at.Position
	}
	return source.Pos{}
}
