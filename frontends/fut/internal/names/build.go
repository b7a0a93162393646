package names

import (
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// context says how declarations are read.
type context struct {
	file    string // that imports are relative to
	eager   bool   // definitions are checked whether they are used or not
	copied  bool   // the tree is shared
	check   bool   // nothing runs: a functor with an assumed parameter
	prelude bool
	entries bool // entry points count
	inside  bool // of a structure
	params  int  // how many parameters of functors are around
}

// builder reads declarations one after the other.
type builder struct {
	*program
	scope   scope
	in      context
	seen    map[key]source.Pos
	applied map[application]int
	// preludes are the prelude's values, which see all others of their file.
	preludes []*Value
}

// decls reads declarations.
func (b *builder) decls(ds []syntax.Decl) {
	b.seen = map[key]source.Pos{}
	if !b.in.eager {
		for _, d := range ds {
			b.decl(d, false)
		}
		for _, v := range b.preludes {
			v.origin.scope = b.scope
		}
		return
	}
	b.withLater(ds, func() {
		for _, d := range ds {
			b.see(d.Span().Begin)
			b.decl(d, false)
			b.see(d.Span().End)
		}
	})
}

func (b *builder) declare(k key, what any, local bool) {
	b.scope = b.scope.with(k, what, local)
}

// once refuses a second declaration of a name.
func (b *builder) once(s space, id syntax.Ident, at syntax.Node, local bool, format string) {
	if local {
		return
	}
	k := key{s, id.Name}
	if old, ok := b.seen[k]; ok && !b.in.prelude {
		b.report(errorf(at, format+".  Previously defined at %d:%d", id.Name, old.Line, old.Col).WithNote(old, "first here"))
		return
	}
	b.seen[k] = id.Position
}

func (b *builder) decl(d syntax.Decl, local bool) {
	b.at = d.Pos()
	switch d := d.(type) {
	case *syntax.ValDecl:
		b.value(d, local)
	case *syntax.ValSpec:
		v := &Value{Name: d.Name.Name, Pos: d.Name.Position, Kind: Intrinsic, Spec: d, Prelude: true, origin: b.origin()}
		b.preludes = append(b.preludes, v)
		b.declare(key{terms, v.Name}, v, local)
	case *syntax.TypeDecl:
		b.once(typeNames, d.Name, d, local, "Duplicate definition of type %q")
		t := &Type{Name: d.Name.Name, Pos: d.Position, Kind: Abbreviation, Def: d, Params: d.Params, Lift: d.Lift, Inside: b.in.inside, origin: b.origin()}
		if b.in.eager {
			b.demandType(t)
		}
		b.declare(key{typeNames, t.Name}, t, local)
	case *syntax.ModDecl:
		b.once(terms, d.Name, d, local, "Duplicate definition of name %q")
		m := b.functors(d.Params, d.Sig, d.Body)
		b.scope = b.scope.declare(key{terms, d.Name.Name}, entry{what: m, at: &d.Name, doc: d.Doc, local: local})
	case *syntax.ModTypeDecl:
		b.once(moduleTypes, d.Name, d, local, "Duplicate definition of module type %q")
		s := b.signature(d.Type)
		b.scope = b.scope.declare(key{moduleTypes, d.Name.Name}, entry{what: s, at: &d.Name, doc: d.Doc, local: local})
		if b.in.eager {
			b.assume(s)
		}
	case *syntax.OpenDecl:
		b.scope = b.scope.open(b.module(d.Module), local)
	case *syntax.ImportDecl:
		b.scope = b.scope.open(b.importFile(d.File, d), true)
	case *syntax.LocalDecl:
		b.decl(d.Decl, true)
	}
}

func (b *builder) origin() origin { return origin{scope: b.scope, copied: b.in.copied} }

func (b *builder) value(d *syntax.ValDecl, local bool) {
	b.once(terms, d.Name, d, local, "Duplicate definition of name %q")
	b.mayBind(d.Name.Name, d)
	if d.Entry && b.in.inside {
		b.report(errorf(d, "Entry points may not be declared inside modules").WithHint("declare it with def, and write entry %s = m.%[1]s at top level", d.Name.Name))
	}
	v := &Value{Name: d.Name.Name, Pos: d.Name.Position, Kind: Defined, Def: d, Prelude: b.in.prelude, Check: b.in.check, origin: b.origin()}
	if b.in.eager {
		b.demand(v)
	}
	if b.in.entries && (d.Entry || d.Name.Name == "main") {
		b.Entries = append(b.Entries, v)
	}
	if b.in.prelude {
		b.preludes = append(b.preludes, v)
	}
	b.declare(key{terms, v.Name}, v, local)
}
