// Package infer infers and checks types and sizes.
//
// Check takes a program whose names are resolved and gives back a types.Program: the definitions in
// dependency order, plus a types.Info that says, in maps keyed by the nodes of the
// syntax tree, what each expression's type is and what each name denotes. The
// tree itself is not changed.
//
// Invariants of a checked Program, on which the lowering rests:
//   - every Exp and Pat has a type in Info; no inference variable is left: a
//     type mentions scalars and the type parameters of the definitions around
//     it only;
//   - every Var is in Info.Uses, with one type for each type parameter of what
//     it denotes and one size for each of its size parameters;
//   - an expression whose type has sizes that nothing before it names (the
//     result of filter, say) binds them: Info.Unknown lists those sizes, whose
//     values are found by matching the expression's value with its type;
//   - sizes have been proved equal wherever types met, except at `:>` and at
//     the borders of entry points: there a check at run time is needed;
//   - no value is used after it was consumed.
package infer

import (
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// shared holds the facts about a program as a whole.
type shared struct {
	info      *types.Info
	program   *types.Program
	names     *names.Program
	operators map[scalar.Op]*types.Binding
	logics    map[string]*types.Binding
	globals   map[*names.Value]*types.Binding
	typeNames map[*names.Type]*typeName
	open      map[*types.Binding]bool // the Unknowns in what the prelude says of functions that it takes
	settled   settler
	flow      types.Flow
}

// checker checks definitions one after the other.
type checker struct {
	*shared
	ids       int
	uncounted int // of ids, those of the prelude, which messages do not count
	level     int
	locals    map[syntax.Node]*types.Binding
	typeVars  map[*syntax.TypeParam]*types.Param
	selves    map[*types.Binding]*self      // the functions whose bodies are being checked
	checking  source.Pos                    // of what is looked at, for internal errors
	library   bool                          // what is looked at is the prelude's
	binders   map[*types.Binding]types.Size // what sizes bound before the pattern at hand are in the value that it matches
	collect   *collection                   // of errors, or nil to stop at the first

	recorded
}

// recorded lists the records of the definition at hand, to be completed at its end.
type recorded struct {
	scalars   []*types.Meta
	toFind    []*types.SizeMeta // sizes that may not stay open
	eithers   []*types.SizeMeta // sizes of branches that are not decided about, those of inner scopes last
	uses      []*types.Use
	writtens  []syntax.TypeExp
	exps      []syntax.Exp
	pats      []syntax.Pat
	bound     []*types.Binding
	inner     map[*types.Binding]bool       // parameters of lambdas and local functions
	standsFor map[*types.Binding]types.Size // what Unknowns that leave a function stand for in it
}

// Check checks a program. The error is a *source.Error, or source.Errors if there are several,
// without the text of their lines, which the caller has; then the program holds what could be
// found, for editors: types in it may not be complete. flow makes the checks of one run.
func Check(resolved *names.Program, flow func() types.Flow) (p *types.Program, err error) {
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

func newChecker(resolved *names.Program, flow func() types.Flow) *checker {
	info := &types.Info{
		Types: map[syntax.Exp]types.Type{}, Pats: map[syntax.Pat]types.Type{},
		Names: map[*syntax.NamePat]*types.Binding{}, Funs: map[*syntax.LetFun]*types.Binding{},
		Sizes: map[syntax.Node]*types.Binding{}, Uses: map[*syntax.Var]*types.Use{},
		Written: map[syntax.TypeExp]types.Type{}, Unknown: map[syntax.Exp][]*types.Binding{},
		LoopSizes: map[*syntax.Loop][]*types.Binding{},
	}
	return &checker{
		shared: &shared{
			info: info, program: &types.Program{Info: info, Abbreviations: resolved.Types}, names: resolved,
			operators: map[scalar.Op]*types.Binding{},
			logics:    map[string]*types.Binding{},
			globals:   map[*names.Value]*types.Binding{},
			typeNames: map[*names.Type]*typeName{},
			open:      map[*types.Binding]bool{},
			settled:   settler{map[types.Type]types.Type{}, map[*types.SizeOp]types.Size{}},
			flow:      flow(),
		},
		locals:   map[syntax.Node]*types.Binding{},
		typeVars: map[*syntax.TypeParam]*types.Param{},
		selves:   map[*types.Binding]*self{},
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
		c.program.Entries = append(c.program.Entries, &types.Def{Binding: b, Decl: v.Def})
	}
}

// declare finds the type of a value that is not local.
func (c *checker) declare(v *names.Value) {
	if v.Prelude {
		before, around := c.ids, c.library
		c.library = true
		defer func() { c.uncounted, c.library = c.uncounted+c.ids-before, around }()
	}
	b := &types.Binding{Name: v.Name, Pos: v.Pos}
	switch v.Kind {
	case names.Defined:
		b.Kind, b.Node = types.Global, v.Def
		c.globals[v] = b
		c.definition(b, v.Def)
		if !v.Check {
			c.program.Defs = append(c.program.Defs, &types.Def{Binding: b, Decl: v.Def})
		}
	case names.Intrinsic, names.Assumed:
		b.Kind, b.Node = types.Intrinsic, v.Spec
		c.orElse(func() { c.specified(b, v) }, func() {})
		if v.Prelude && comparisons[v.Name] {
			b.Params[0].Equality = true
		}
	case names.Matched:
		b.Kind, b.Node = types.Global, v.Spec
		c.orElse(func() { c.matched(b, v) }, func() { c.recorded = recorded{} })
	case names.Sealed:
		b.Kind, b.Node = types.Intrinsic, v.Spec
		b.Hides = c.globals[v.Impl]
		c.orElse(func() { c.specified(b, v) }, func() {})
	}
	c.globals[v] = b
}

// errorf makes an error at a node.
func (c *checker) errorf(at syntax.Node, format string, args ...any) *source.Error {
	return source.Errorf(at.Pos(), format, args...).Until(syntax.EndOf(at))
}

// record notes the type of an expression.
func (c *checker) record(e syntax.Exp, t types.Type) types.Type {
	c.info.Types[e] = c.bounded(e, t)
	c.exps = append(c.exps, e)
	return t
}

// notUnique refuses a constant of a unique type: whoever consumed it would change it for
// all others.
func (c *checker) notUnique(t syntax.TypeExp) {
	if typ := c.info.Written[t]; types.Strip(typ) != types.Find(typ) {
		panic(c.errorf(t, "A top-level constant cannot have a unique type").WithHint("leave the * out, and consume copies"))
	}
}

// valDecl checks a definition and completes what was recorded.
func (c *checker) valDecl(b *types.Binding, d *syntax.ValDecl) {
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

// entry checks what entry points must be.
func (c *checker) entry(b *types.Binding, d *syntax.ValDecl) {
	if len(b.Params) > 0 {
		panic(c.errorf(d, "Entry point functions may not be polymorphic: the type of %q mentions type %s", b.Name, b.Params[0]).WithHint("give its parameters types without type parameters"))
	}
	t := b.Type
	constructive := dimensions{}
	for f, ok := types.Find(t).(*types.Func); ok; f, ok = types.Find(t).(*types.Func) {
		constructive.add(f.From)
		if err := c.mustBeData(f.From, types.Why{}); err != nil {
			panic(c.errorf(d, "Entry point functions may not be higher-order: a parameter of %q is a function", b.Name).WithHint("entry points take and return values only"))
		}
		if holdsNothing(f.From) {
			panic(c.errorf(d, "A parameter of entry point %q is an array of values without parts, whose size no caller can give", b.Name).WithHint("take the size, an i64, instead"))
		}
		t = f.Result
	}
	if err := c.mustBeData(t, types.Why{}); err != nil {
		panic(c.errorf(d, "Entry point functions may not be higher-order: %q returns a function among other values", b.Name).WithHint("entry points take and return values only"))
	}
	for _, z := range b.Sizes {
		if !constructive[z] && z.Name == "" {
			panic(c.errorf(d, "Entry point size parameter is only used non-constructively: the result of %q has a size that nothing determines", b.Name).
				WithHint("write the size with :>, and take what it is computed from as a parameter"))
		}
		if !constructive[z] {
			panic(c.errorf(d, "Entry point size parameter [%s] is only used non-constructively: it is the size of no parameter", z.DisplayName()).
				WithHint("make it a parameter of type i64, or write the sizes with :>"))
		}
	}
}

// dimensions are the sizes by name that dimensions of types have.
type dimensions map[*types.Binding]bool

func (ds dimensions) add(t types.Type) {
	switch t := types.Find(t).(type) {
	case *types.Array:
		if v, ok := types.FindSize(t.Dim).(*types.SizeVar); ok {
			ds[v.Binding] = true
		}
		ds.add(t.Elem)
	case *types.Record:
		for _, f := range t.Fields {
			ds.add(f.Type)
		}
	case *types.Sum:
		ds.add(t.Constructors)
	case *types.Unique:
		ds.add(t.Type)
	}
}

// holdsNothing reports whether t has an array of a type without scalars in it.
func holdsNothing(t types.Type) bool {
	switch t := types.Find(types.Strip(t)).(type) {
	case *types.Array:
		return !hasScalars(t)
	case *types.Record:
		return slices.ContainsFunc(t.Fields, func(f types.Field) bool { return holdsNothing(f.Type) })
	case *types.Sum:
		return holdsNothing(t.Constructors)
	}
	return false
}

func hasScalars(t types.Type) bool {
	switch t := types.Find(types.Strip(t)).(type) {
	case *types.Array:
		return hasScalars(t.Elem)
	case *types.Record:
		return slices.ContainsFunc(t.Fields, func(f types.Field) bool { return hasScalars(f.Type) })
	}
	return true
}
