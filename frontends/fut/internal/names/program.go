package names

import (
	"maps"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Library is what every program has in scope, and where it imports files from.
type Library struct {
	// Base declares the prelude's names. The tree is not changed.
	Base *syntax.File
	// Modules declares the prelude's module types. The tree is not changed.
	Modules *syntax.File
	// Members parses anew what the module of a scalar type offers beside the
	// scalar operators. Within it, t is the scalar type, and bits the unsigned
	// type that is as wide.
	Members func(t scalar.Type) ([]*syntax.File, error)
	// Import parses a file, whose name is relative to the program's first one. It is nil where
	// nothing can be imported.
	Import func(name string) (*syntax.File, error)
}

// program is the state of a resolution.
type program struct {
	*Program
	files      Library
	first      string // the first file, as imports name it
	base       scope  // the prelude
	scalars    map[scalar.Type]*Module
	intrinsics *Module
	later      map[string]source.Pos // names that the declarations at hand define further on
	told       map[string]bool       // messages about unknown names
	imported   map[string]*Module    // by file; nil while it is read
	abstracts  int                   // how many abstract types were made
	distinct   int                   // how many applications within functors made some
	at         source.Pos            // what is looked at, for internal errors
}

// Resolve resolves the names of a program. Its Errs are the mistakes in it; the error is one
// of the compiler's own, or of a file that could not be read.
func Resolve(lib Library, file *syntax.File) (_ *Program, err error) {
	p := &program{
		Program: &Program{Uses: map[*syntax.Var]Use{}, Types: map[*syntax.NamedType]*Type{},
			Modules: map[source.Pos]ModuleUse{}, Same: map[source.Pos]source.Pos{}, Files: []*source.File{file.Source}},
		files:    lib,
		first:    baseName(file.Source.Name),
		scalars:  map[scalar.Type]*Module{},
		told:     map[string]bool{},
		imported: map[string]*Module{},
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			err = r
		default:
			err = source.Internal(p.at, r)
		}
	}()
	p.base = p.builtins()
	b := &builder{program: p, scope: p.base, in: context{prelude: true, copied: true}}
	for _, f := range []*syntax.File{lib.Base, lib.Modules} {
		if f != nil {
			b.decls(f.Decls)
			p.base = b.scope
		}
	}
	p.imported[p.first] = nil
	main := &builder{program: p, scope: p.base.within(), in: context{file: p.first, eager: true, entries: true}}
	main.decls(file.Decls)
	p.end = main.scope
	return p.Program, nil
}

// demand resolves the names in a definition, and lists it for checking, when it is first used.
func (p *program) demand(v *Value) {
	if v.origin.done || v.Def == nil && v.Spec == nil {
		return
	}
	v.origin.done = true
	later, at := p.later, p.at
	p.at = v.Pos
	scope := v.origin.scope
	if k := (key{terms, v.Name}); v.Kind == Defined && !v.Prelude && callsItself(v.Name, v.Def.Params, v.Def.Body, scope.find(k) != nil) {
		scope = scope.within().with(k, v, true)
	}
	r := p.resolver(scope)
	if v.Kind == Defined {
		if v.origin.copied {
			v.Def = copyTree(v.Def)
		}
		r.function(v.Def.TypeParams, v.Def.Params, v.Def.Ret, &v.Def.Body)
	} else {
		v.Spec = copyTree(v.Spec)
		r.scoped(func() {
			r.typeParams(v.Spec.TypeParams)
			r.typ(v.Spec.Type)
		})
	}
	if v.Impl != nil && !(v.Kind == Sealed && v.Check) {
		p.demand(v.Impl)
	}
	p.later, p.at = later, at
	p.Decls = append(p.Decls, v)
}

// demandType is demand for types.
func (p *program) demandType(t *Type) {
	if t.origin.done {
		return
	}
	t.origin.done = true
	if t.Impl != nil {
		p.demandType(t.Impl)
	}
	if t.Def == nil {
		return
	}
	if t.origin.copied {
		t.Def = copyTree(t.Def)
	}
	r := p.resolver(t.origin.scope)
	r.scoped(func() {
		r.typeParams(t.Def.Params)
		r.typ(t.Def.Type)
	})
	p.Decls = append(p.Decls, t)
}

// names of declarations, for what is used before it is defined.
func laterNames(ds []syntax.Decl) map[string]source.Pos {
	out := map[string]source.Pos{}
	for _, d := range ds {
		if v, ok := d.(*syntax.ValDecl); ok {
			out[v.Name.Name] = v.Name.Position
		}
	}
	return out
}

// withLater runs f while the names of ds count as defined later.
func (p *program) withLater(ds []syntax.Decl, f func()) {
	old := p.later
	p.later = laterNames(ds)
	maps.Copy(p.later, old)
	f()
	p.later = old
}

// mayBind refuses to bind && and || anew: they evaluate their right operand only if they need it, as
// no function does.
func (p *program) mayBind(name string, at syntax.Node) {
	if name == "&&" || name == "||" {
		p.report(errorf(at, "The %s operator may not be redefined", name).WithHint("choose another name, such as %s%c", name, name[0]))
	}
}
