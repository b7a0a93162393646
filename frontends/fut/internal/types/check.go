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

// shared is what the checkers of one program have in common.
type shared struct {
	info      *Info
	program   *Program
	prelude   Prelude
	base      *checker // whose scope is the prelude
	operators map[scalar.Op]*Binding
	modules   map[scalar.Type]map[string]*Binding
	pending   map[*Binding]*pending
	ids       int
	checking  source.Pos // of what is looked at, for internal errors
}

// pending is a definition of the prelude, looked at when it is first used.
type pending struct {
	decl    syntax.Decl
	scope   *checker // whose names it sees
	module  scalar.Type
	started bool
}

// checker checks definitions one after the other in one scope.
type checker struct {
	*shared
	env       map[string]*Binding
	types     map[string]*typeName
	trail     []undo
	level     int
	opens     []opened
	later     map[string]source.Pos // names that the program defines further on
	inPrelude bool

	// What the definition at hand has recorded, to be completed at its end.
	scalars  []*meta
	uses     []*Use
	writtens []syntax.TypeExp
	exps     []syntax.Exp
	pats     []syntax.Pat
	bound    []*Binding
}

// Check checks a program. The error is a *source.Error without the text of its
// line, which the caller has.
func Check(prelude Prelude, file *syntax.File) (p *Program, err error) {
	s := &shared{}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			p, err = nil, r
		default:
			p, err = nil, source.Internal(s.checking, r)
		}
	}()
	info := &Info{
		Types: map[syntax.Exp]Type{}, Pats: map[syntax.Pat]Type{},
		Names: map[*syntax.NamePat]*Binding{}, Funs: map[*syntax.LetFun]*Binding{},
		Sizes: map[syntax.Node]*Binding{}, Uses: map[*syntax.Var]*Use{},
		Written: map[syntax.TypeExp]Type{}, Unknown: map[syntax.Exp][]*Binding{},
		LoopSizes: map[*syntax.Loop][]*Binding{},
	}
	*s = shared{
		info: info, program: &Program{Info: info}, prelude: prelude,
		operators: map[scalar.Op]*Binding{},
		modules:   map[scalar.Type]map[string]*Binding{},
		pending:   map[*Binding]*pending{},
	}
	s.base = &checker{shared: s, env: map[string]*Binding{}, types: map[string]*typeName{}, inPrelude: true}
	s.base.bindSymbols()
	s.base.announce(prelude.Base, scalar.Invalid)
	c := s.base.child()
	c.inPrelude = false
	c.file(file)
	return s.program, nil
}

// child is a checker whose scope begins as c's.
func (c *checker) child() *checker {
	return &checker{
		shared: c.shared, env: maps.Clone(c.env), types: maps.Clone(c.types),
		opens: c.opens, inPrelude: c.inPrelude,
	}
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

// file checks the program's declarations in order.
func (c *checker) file(f *syntax.File) {
	c.later = map[string]source.Pos{}
	for _, d := range f.Decls {
		if v, ok := d.(*syntax.ValDecl); ok {
			c.later[v.Name.Name] = v.Name.Position
		}
	}
	seen := map[string]source.Pos{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *syntax.TypeDecl:
			c.typeDecl(d)
		case *syntax.ValDecl:
			if old, ok := seen[d.Name.Name]; ok {
				panic(c.errorf(d, "Duplicate definition of name %q", d.Name.Name).WithNote(old, "first here"))
			}
			seen[d.Name.Name] = d.Name.Position
			b := &Binding{Name: d.Name.Name, Pos: d.Name.Position, Kind: Global, Node: d}
			c.valDecl(b, d)
			c.env[b.Name] = b
			def := &Def{Binding: b, Decl: d}
			c.program.Defs = append(c.program.Defs, def)
			if isEntry(d) {
				c.entry(b, d)
				c.program.Entries = append(c.program.Entries, def)
			}
		}
	}
}

// isEntry reports whether d is an entry point: main is one however it is
// declared.
func isEntry(d *syntax.ValDecl) bool { return d.Entry || d.Name.Name == "main" }

// errorf makes an error at a node.
func (c *checker) errorf(at syntax.Node, format string, args ...any) *source.Error {
	return source.Errorf(at.Pos(), format, args...)
}

// record notes the type of an expression.
func (c *checker) record(e syntax.Exp, t Type) Type {
	c.info.Types[e] = t
	c.exps = append(c.exps, e)
	return t
}

// valSpec finds the type of an intrinsic.
func (c *checker) valSpec(b *Binding, d *syntax.ValSpec) {
	c.push()
	c.typeParams(b, d.TypeParams)
	b.Type = c.typ(d.Type, func(pos source.Pos) Size {
		panic(source.Errorf(pos, "name this size"))
	})
}

// typeParams binds type and size parameters and makes b general over them.
func (c *checker) typeParams(b *Binding, ps []*syntax.TypeParam) {
	for _, p := range ps {
		t, size := c.bindTypeParam(p)
		if t != nil {
			b.Params = append(b.Params, t)
		} else {
			b.Sizes = append(b.Sizes, size)
		}
	}
}

// valDecl checks a definition and completes what was recorded.
func (c *checker) valDecl(b *Binding, d *syntax.ValDecl) {
	m := c.push()
	c.function(b, function{d.TypeParams, d.Params, d.Ret, d.Body, d})
	c.pop(m)
	c.bound = append(c.bound, b)
	c.finish()
	c.checkUniqueness(b, d)
}

// entry checks what entry points must be.
func (c *checker) entry(b *Binding, d *syntax.ValDecl) {
	if len(b.Params) > 0 {
		panic(c.errorf(d, "Entry point functions may not be polymorphic: the type of %q mentions type %s", b.Name, b.Params[0]).WithHint("give its parameters types without type parameters"))
	}
	t := b.Type
	constructive := dimensions{}
	for f, ok := find(t).(*Func); ok; f, ok = find(t).(*Func) {
		constructive.add(f.From)
		if err := c.mustBeData(f.From, why{}); err != nil {
			panic(c.errorf(d, "Entry point functions may not be higher-order: a parameter of %q is a function", b.Name).WithHint("entry points take and return values only"))
		}
		t = f.Result
	}
	if err := c.mustBeData(t, why{}); err != nil {
		panic(c.errorf(d, "Entry point functions may not be higher-order: %q returns a function among other values", b.Name).WithHint("entry points take and return values only"))
	}
	for _, z := range b.Sizes {
		if !constructive[z] {
			panic(c.errorf(d, "Entry point size parameter [%s] is only used non-constructively: it is the size of no parameter", z.displayName()).
				WithHint("make it a parameter of type i64, or write the sizes with :>"))
		}
	}
}

// dimensions are the sizes by name that dimensions of types have.
type dimensions map[*Binding]bool

func (ds dimensions) add(t Type) {
	switch t := find(t).(type) {
	case *Array:
		if v, ok := findSize(t.Dim).(*SizeVar); ok {
			ds[v.Binding] = true
		}
		ds.add(t.Elem)
	case *Record:
		for _, f := range t.Fields {
			ds.add(f.Type)
		}
	case *Unique:
		ds.add(t.Type)
	}
}

// function is a function's definition, at top level or local.
type function struct {
	typeParams []*syntax.TypeParam
	params     []syntax.Pat
	ret        syntax.TypeExp // nil when inferred
	body       syntax.Exp
	at         syntax.Node
}

// function infers the type of b's definition and generalises it. The scope of
// its parameters is the present one.
func (c *checker) function(b *Binding, f function) {
	c.distinctParams(f)
	c.typeParams(b, f.typeParams)
	params := c.params(f.params)
	m := c.push()
	got := c.body(f.body, f.ret)
	c.pop(m)
	b.Type = c.arrows(params, got)
	c.generalise(b, f.at)
}

// distinctParams checks that no two parameters, of whatever kind, share a name.
// A type parameter may have the name of a value.
func (c *checker) distinctParams(f function) {
	sizes, types := map[string]source.Pos{}, map[string]source.Pos{}
	for _, p := range f.typeParams {
		seen := types
		if p.Size {
			seen = sizes
		}
		if old, twice := seen[p.Name]; twice {
			panic(c.errorf(p, "Name %q also bound at %d:%d", p.Name, old.Line, old.Col).WithNote(old, "first here"))
		}
		seen[p.Name] = p.Position
	}
	c.distinctFrom(sizes, f.params...)
}

// param is a parameter with its type and, where its pattern is a variable of
// type i64, that.
type param struct {
	typ  Type
	name *Binding
}

// params binds parameters.
func (c *checker) params(ps []syntax.Pat) []param {
	var out []param
	c.distinct(ps...)
	for _, p := range ps {
		t := c.fresh()
		out = append(out, param{c.pattern(p, t, true), c.variable(p)})
	}
	return out
}

// variable is the binding of a pattern that is a name.
func (c *checker) variable(p syntax.Pat) *Binding {
	switch p := p.(type) {
	case *syntax.NamePat:
		return c.info.Names[p]
	case *syntax.TypedPat:
		return c.variable(p.Pat)
	}
	return nil
}

// body infers the type of a function's body, whose result is declared to have
// type ret, unless that is nil.
func (c *checker) body(e syntax.Exp, ret syntax.TypeExp) Type {
	if ret == nil {
		return c.infer(e)
	}
	want := c.written(ret, c.anySize)
	got := c.checkExp(e, want)
	if err := c.unify(want, got); err != nil {
		e := c.mismatch(e, err, "Function body does not have expected type: it has type %s, but is declared to have type %s", got, want)
		panic(hintConversion(e, got, want))
	}
	return want
}

// arrows makes the type of a function from its parameters and its result.
func (c *checker) arrows(params []param, result Type) Type {
	own := map[*Binding]bool{}
	for _, p := range params {
		if p.name != nil && find(p.typ) == Type(i64) {
			own[p.name] = true
		}
	}
	t, unknown := c.leave(result, own)
	if len(params) == 0 {
		return t
	}
	for i := len(params) - 1; i >= 0; i-- {
		f := &Func{From: params[i].typ, Unknown: unknown, Result: t}
		if n := params[i].name; own[n] {
			f.Param = n
		}
		t, unknown = f, nil
	}
	return t
}
