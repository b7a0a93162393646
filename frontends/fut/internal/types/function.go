package types

import (
	"slices"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

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
	c.namesParts(f.ret, f.params, got)
	b.Type = c.arrows(params, got)
	c.generalise(b, f.at)
	if c.failed() {
		return
	}
	for _, p := range f.typeParams {
		if z := c.info.Sizes[p]; z != nil && !c.mentions(b.Type, z) {
			panic(c.errorf(p, "Size [%s] unused in pattern: no type of a parameter or of the result has it", p.Name).WithHint("leave it out, or write [%s] in the type of a parameter", p.Name))
		}
	}
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
	want := c.written(ret, c.anySize())
	got := c.checkExp(e, want)
	if err := c.unify(want, got); err != nil {
		e := c.mismatch(e, err, "Function body does not have expected type: it has type %s, but is declared to have type %s", got, want)
		c.fail(remedy(e, err, got, want))
	}
	return want
}

// namesParts refuses a result type that is written with a name of which a parameter binds only a
// part: callers have no name for that.
func (c *checker) namesParts(ret syntax.TypeExp, params []syntax.Pat, result Type) {
	if ret == nil {
		return
	}
	for _, p := range params {
		whole := c.variable(p)
		syntax.Inspect(p, func(n syntax.Node) bool {
			name, ok := n.(*syntax.NamePat)
			if b := c.info.Names[name]; ok && b != nil && b != whole && c.mentions(result, b) {
				panic(c.errorf(ret, "The type of the result refers to %q, which is bound to an inner component of a parameter", name.Name).
					WithNote(name.Position, "it is bound here").WithHint("leave the size open, or make it a parameter of its own"))
			}
			return true
		})
	}
}

// arrows makes the type of a function from its parameters and its result.
func (c *checker) arrows(params []param, result Type) Type {
	own := map[*Binding]bool{}
	for _, p := range params {
		if p.name != nil {
			own[p.name] = true
		}
	}
	t, unknown := c.leave(result, own)
	if len(params) == 0 {
		return t
	}
	for i := len(params) - 1; i >= 0; i-- {
		f := &Func{From: params[i].typ, Unknown: unknown, Result: t}
		if n := params[i].name; n != nil && (Find(n.Type) == Type(i64) || c.mentions(t, n)) {
			f.Param = n
		}
		t, unknown = f, nil
	}
	return t
}

// mentions reports whether a size in t does b.
func (c *checker) mentions(t Type, b *Binding) bool {
	switch t := Find(t).(type) {
	case *Abstract:
		return slices.ContainsFunc(t.Sizes, func(z Size) bool { return !eachName(z, func(n *Binding, _ *sizeMeta) bool { return n != b }) }) ||
			slices.ContainsFunc(t.Types, func(a Type) bool { return c.mentions(a, b) })
	case *Array:
		return !eachName(t.Dim, func(n *Binding, _ *sizeMeta) bool { return n != b }) || c.mentions(t.Elem, b)
	case *Record:
		return slices.ContainsFunc(t.Fields, func(f Field) bool { return c.mentions(f.Type, b) })
	case *Sum:
		return c.mentions(t.Constructors, b)
	case *Func:
		return c.mentions(t.From, b) || c.mentions(t.Result, b)
	case *Unique:
		return c.mentions(t.Type, b)
	}
	return false
}
