package types

import (
	"maps"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

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
	settled   settler
	flow      Flow
	checking  source.Pos  // of what is looked at, for internal errors
	collect   *collection // of errors, or nil to stop at the first
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
	around    []*syntax.LetFun      // the local functions that are being checked
	inPrelude bool

	// What the definition at hand has recorded, to be completed at its end.
	scalars  []*meta
	uses     []*Use
	writtens []syntax.TypeExp
	exps     []syntax.Exp
	pats     []syntax.Pat
	bound    []*Binding
}

// Check checks a program. The error is a *source.Error, or source.Errors if there are several,
// without the text of their lines, which the caller has. flow makes the checks of one run.
func Check(prelude Prelude, flow func() Flow, file *syntax.File) (p *Program, err error) {
	c := &checker{shared: &shared{}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			p, err = nil, collectErrors(prelude, flow, file, r)
		default:
			p, err = nil, source.Internal(c.checking, r)
		}
	}()
	c = newChecker(prelude, flow)
	c.file(file)
	return c.program, nil
}

// Flow checks a definition whose types are known in the order of its evaluation.
type Flow interface {
	// Causality checks that every size is computed before what needs it.
	Causality(*Info, *syntax.ValDecl) *source.Error
	// Uniqueness checks that nothing is used that was consumed. It makes the result in the
	// binding's type as unique as it can be, if that is not written.
	Uniqueness(*Info, *Binding, *syntax.ValDecl) *source.Error
}

// newChecker is a checker in whose scope is the prelude.
func newChecker(prelude Prelude, flow func() Flow) *checker {
	info := &Info{
		Types: map[syntax.Exp]Type{}, Pats: map[syntax.Pat]Type{},
		Names: map[*syntax.NamePat]*Binding{}, Funs: map[*syntax.LetFun]*Binding{},
		Sizes: map[syntax.Node]*Binding{}, Uses: map[*syntax.Var]*Use{},
		Written: map[syntax.TypeExp]Type{}, Unknown: map[syntax.Exp][]*Binding{},
		LoopSizes: map[*syntax.Loop][]*Binding{},
	}
	s := &shared{
		info: info, program: &Program{Info: info}, prelude: prelude,
		operators: map[scalar.Op]*Binding{},
		modules:   map[scalar.Type]map[string]*Binding{},
		pending:   map[*Binding]*pending{},
		settled:   settler{map[Type]Type{}, map[*SizeOp]Size{}},
		flow:      flow(),
	}
	s.base = &checker{shared: s, env: map[string]*Binding{}, types: map[string]*typeName{}, inPrelude: true}
	s.base.bindSymbols()
	s.base.announce(prelude.Base, scalar.Invalid)
	c := s.base.child()
	c.inPrelude = false
	return c
}

// child is a checker whose scope begins as c's.
func (c *checker) child() *checker {
	return &checker{
		shared: c.shared, env: maps.Clone(c.env), types: maps.Clone(c.types),
		opens: c.opens, inPrelude: c.inPrelude,
	}
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
			c.orElse(func() { c.typeDecl(d) }, func() { c.bindType(d.Name.Name, &typeName{pos: d.Position, broken: true}) })
		case *syntax.ValDecl:
			if old, ok := seen[d.Name.Name]; ok {
				c.fail(c.errorf(d, "Duplicate definition of name %q", d.Name.Name).WithNote(old, "first here"))
			}
			seen[d.Name.Name] = d.Name.Position
			b := &Binding{Name: d.Name.Name, Pos: d.Name.Position, Kind: Global, Node: d}
			c.definition(b, d)
			c.env[b.Name] = b
			def := &Def{Binding: b, Decl: d}
			c.program.Defs = append(c.program.Defs, def)
			if isEntry(d) {
				if !c.failed() {
					c.orElse(func() { c.entry(b, d) }, func() {})
				}
				c.program.Entries = append(c.program.Entries, def)
			}
		}
	}
}

// errorf makes an error at a node.
func (c *checker) errorf(at syntax.Node, format string, args ...any) *source.Error {
	return source.Errorf(at.Pos(), format, args...).Until(syntax.EndOf(at))
}

// record notes the type of an expression.
func (c *checker) record(e syntax.Exp, t Type) Type {
	c.info.Types[e] = t
	c.exps = append(c.exps, e)
	return t
}

// notUnique refuses a constant of a unique type: whoever consumed it would change it for
// all others.
func (c *checker) notUnique(t syntax.TypeExp) {
	if typ := c.info.Written[t]; Strip(typ) != Find(typ) {
		panic(c.errorf(t, "A top-level constant cannot have a unique type").WithHint("leave the * out, and consume copies"))
	}
}

// valDecl checks a definition and completes what was recorded.
func (c *checker) valDecl(b *Binding, d *syntax.ValDecl) {
	m := c.push()
	c.function(b, function{d.TypeParams, d.Params, d.Ret, d.Body, d})
	c.pop(m)
	if c.failed() {
		return
	}
	c.bound = append(c.bound, b)
	c.finish()
	if d.Ret != nil && len(d.Params) == 0 {
		c.notUnique(d.Ret)
	}
	if err := c.flow.Causality(c.info, d); err != nil {
		c.fail(err)
	}
	if err := c.flow.Uniqueness(c.info, b, d); err != nil {
		c.fail(err)
	}
}
