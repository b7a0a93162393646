package types

import (
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// shared holds the facts about a program as a whole.
type shared struct {
	info      *Info
	program   *Program
	names     *names.Program
	operators map[scalar.Op]*Binding
	logics    map[string]*Binding
	globals   map[*names.Value]*Binding
	typeNames map[*names.Type]*typeName
	open      map[*Binding]bool // the Unknowns in what the prelude says of functions that it takes
	settled   settler
	flow      Flow
}

// checker checks definitions one after the other.
type checker struct {
	*shared
	ids       int
	uncounted int // of ids, those of the prelude, which messages do not count
	level     int
	locals    map[syntax.Node]*Binding
	typeVars  map[*syntax.TypeParam]*Param
	selves    map[*Binding]*self // the functions whose bodies are being checked
	checking  source.Pos         // of what is looked at, for internal errors
	library   bool               // what is looked at is the prelude's
	binders   map[*Binding]Size  // what sizes bound before the pattern at hand are in the value that it matches
	collect   *collection        // of errors, or nil to stop at the first

	recorded
}

// recorded lists the records of the definition at hand, to be completed at its end.
type recorded struct {
	scalars   []*meta
	toFind    []*sizeMeta // sizes that may not stay open
	eithers   []*sizeMeta // sizes of branches that are not decided about, those of inner scopes last
	uses      []*Use
	writtens  []syntax.TypeExp
	exps      []syntax.Exp
	pats      []syntax.Pat
	bound     []*Binding
	inner     map[*Binding]bool // parameters of lambdas and local functions
	standsFor map[*Binding]Size // what Unknowns that leave a function stand for in it
}

// Check checks a program. The error is a *source.Error, or source.Errors if there are several,
// without the text of their lines, which the caller has; then the program holds what could be
// found, for editors: types in it may not be complete. flow makes the checks of one run.
func Check(resolved *names.Program, flow func() Flow) (p *Program, err error) {
	if len(resolved.Errs) > 0 {
		return collectErrors(resolved, flow, nil)
	}
	c := newChecker(resolved, flow)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			p, err = collectErrors(resolved, flow, r)
		default:
			p, err = nil, source.Internal(c.checking, r)
		}
	}()
	c.all()
	c.reveal()
	return c.program, nil
}

// Flow checks a definition whose types are known in the order of its evaluation.
type Flow interface {
	// Matches checks that the cases of each match cover all values, and that patterns elsewhere
	// match every value.
	Matches(*Info, *syntax.ValDecl) *source.Error
	// Causality checks that every size is computed before what needs it.
	Causality(*Info, *syntax.ValDecl) *source.Error
	// Uniqueness checks that nothing is used that was consumed. It makes the result in the
	// binding's type as unique as it can be, if that is not written.
	Uniqueness(*Info, *Binding, *syntax.ValDecl) *source.Error
}

func newChecker(resolved *names.Program, flow func() Flow) *checker {
	info := &Info{
		Types: map[syntax.Exp]Type{}, Pats: map[syntax.Pat]Type{},
		Names: map[*syntax.NamePat]*Binding{}, Funs: map[*syntax.LetFun]*Binding{},
		Sizes: map[syntax.Node]*Binding{}, Uses: map[*syntax.Var]*Use{},
		Written: map[syntax.TypeExp]Type{}, Unknown: map[syntax.Exp][]*Binding{},
		LoopSizes: map[*syntax.Loop][]*Binding{},
	}
	return &checker{
		shared: &shared{
			info: info, program: &Program{Info: info, Abbreviations: resolved.Types}, names: resolved,
			operators: map[scalar.Op]*Binding{},
			logics:    map[string]*Binding{},
			globals:   map[*names.Value]*Binding{},
			typeNames: map[*names.Type]*typeName{},
			open:      map[*Binding]bool{},
			settled:   settler{map[Type]Type{}, map[*SizeOp]Size{}},
			flow:      flow(),
		},
		locals:   map[syntax.Node]*Binding{},
		typeVars: map[*syntax.TypeParam]*Param{},
		selves:   map[*Binding]*self{},
	}
}

// all checks the program's declarations in order.
func (c *checker) all() {
	for _, d := range c.names.Decls {
		switch d := d.(type) {
		case *names.Type:
			c.orElse(func() { c.typeDecl(d) }, func() { c.typeNames[d] = &typeName{broken: true} })
		case *names.TypeMatch:
			c.orElse(func() { c.typeMatch(d) }, func() {})
		case *names.Value:
			c.declare(d)
		}
	}
	for _, v := range c.names.Entries {
		b := c.globals[v]
		if !c.isWrong(b) && !(c.misses() && len(b.Params) > 0) { // its type may be open for that
			c.orElse(func() { c.entry(b, v.Def) }, func() {})
		}
		c.program.Entries = append(c.program.Entries, &Def{Binding: b, Decl: v.Def})
	}
}

// declare finds the type of a value that is not local.
func (c *checker) declare(v *names.Value) {
	if v.Prelude {
		before, around := c.ids, c.library
		c.library = true
		defer func() { c.uncounted, c.library = c.uncounted+c.ids-before, around }()
	}
	b := &Binding{Name: v.Name, Pos: v.Pos}
	switch v.Kind {
	case names.Defined:
		b.Kind, b.Node = Global, v.Def
		c.globals[v] = b
		c.definition(b, v.Def)
		if !v.Check {
			c.program.Defs = append(c.program.Defs, &Def{Binding: b, Decl: v.Def})
		}
	case names.Intrinsic, names.Assumed:
		b.Kind, b.Node = Intrinsic, v.Spec
		c.orElse(func() { c.specified(b, v) }, func() {})
		if v.Prelude && comparisons[v.Name] {
			b.Params[0].Equality = true
		}
	case names.Matched:
		b.Kind, b.Node = Global, v.Spec
		c.orElse(func() { c.matched(b, v) }, func() { c.recorded = recorded{} })
	case names.Sealed:
		b.Kind, b.Node = Intrinsic, v.Spec
		b.hides = c.globals[v.Impl]
		c.orElse(func() { c.specified(b, v) }, func() {})
	}
	c.globals[v] = b
}

// errorf makes an error at a node.
func (c *checker) errorf(at syntax.Node, format string, args ...any) *source.Error {
	return source.Errorf(at.Pos(), format, args...).Until(syntax.EndOf(at))
}

// record notes the type of an expression.
func (c *checker) record(e syntax.Exp, t Type) Type {
	c.info.Types[e] = c.bounded(e, t)
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
	if err := c.flow.Matches(c.info, d); err != nil {
		c.fail(err)
	}
	if err := c.flow.Causality(c.info, d); err != nil {
		c.fail(err)
	}
	if err := c.flow.Uniqueness(c.info, b, d); err != nil {
		c.fail(err)
	}
}
