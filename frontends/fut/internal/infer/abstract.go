package infer

import (
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// abstract is the name of an abstract type, with parameters that stand for its arguments.
func (c *checker) abstract(t *names.Type) *typeName {
	name := &typeName{pos: t.Pos}
	a := &types.Abstract{Of: t}
	for _, p := range t.Params {
		if p.Size {
			z := &types.Binding{Name: p.Name, Pos: p.Position, Kind: types.SizeParam, Type: types.I64}
			name.params = append(name.params, typeParam{size: z})
			a.Sizes = append(a.Sizes, &types.SizeVar{Binding: z})
			continue
		}
		q := &types.Param{Name: p.Name, Pos: p.Position, Lift: p.Lift}
		name.params = append(name.params, typeParam{typ: q})
		a.Types = append(a.Types, q)
	}
	name.typ = a
	return name
}

// specified gives b the type that v's specification says. A size that is not named is made by the
// function; only the prelude has such sizes in parameters, too, where they are parameters.
func (c *checker) specified(b *types.Binding, v *names.Value) {
	m := c.push()
	defer c.pop(m)
	c.typeParams(b, v.Spec.TypeParams)
	if size := unnamedSize(v.Spec.Type); size != nil && !v.Prelude {
		panic(c.errorf(size, "All parameters of %q must have sizes with names", v.Spec.Name.Name).
			WithHint("make this size a parameter: val %s [n]: [n]i32 -> …", v.Spec.Name.Name))
	}
	b.Type = c.specifiedType(b, v.Spec.Type, c.level)
}

// unnamedSize is a [] in the type of a parameter of t, but not in the result of a function that is one; nil
// if there is none.
func unnamedSize(t syntax.TypeExp) (found *syntax.Dim) {
	for f, ok := t.(*syntax.FuncType); ok && found == nil; f, ok = f.Result.(*syntax.FuncType) {
		syntax.Inspect(f.From, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.ArrayType:
				if n.Dim.Exp == nil {
					found = n.Dim
				}
			case *syntax.FuncType:
				if size := unnamedSize(n); size != nil {
					found = size
				}
				return false
			}
			return found == nil
		})
	}
	return found
}

// specifiedType is the type t of b, whose size parameters are bound at a level.
func (c *checker) specifiedType(b *types.Binding, t syntax.TypeExp, level int) types.Type {
	param := func(pos source.Pos) types.Size {
		z := &types.Binding{Pos: pos, Kind: types.SizeParam, Type: types.I64, Level: level}
		b.Sizes = append(b.Sizes, z)
		return &types.SizeVar{Binding: z}
	}
	f, ok := t.(*syntax.FuncType)
	if !ok {
		return c.typ(t, anonymous{func(pos source.Pos) types.Size {
			panic(source.Errorf(pos, "A value that is no function cannot have a size without a name").WithHint("name this size"))
		}, param})
	}
	out := &types.Func{}
	out.From = c.typ(f.From, anonymous{param, param})
	m := c.push()
	defer c.pop(m)
	if f.Param != "" {
		p := &types.Binding{Name: f.Param, Pos: f.Position, Kind: types.Local, Node: f, Type: types.Strip(out.From)}
		c.bind(p, f)
		out.Param = p
	}
	if _, more := f.Result.(*syntax.FuncType); more {
		out.Result = c.specifiedType(b, f.Result, level)
		return out
	}
	out.Result = c.typ(f.Result, anonymous{func(pos source.Pos) types.Size {
		u := c.unknown("", pos)
		out.Unknown = append(out.Unknown, u)
		return &types.SizeVar{Binding: u}
	}, param})
	return out
}

// matched gives b the type that a module type specifies, which the module's own value must have. It
// becomes a definition, by the name of that.
func (c *checker) matched(b *types.Binding, v *names.Value) {
	c.specified(b, v)
	m := c.push()
	use, got := c.value(v.Impl, v.At)
	err := c.unify(b.Type, got)
	if err == nil {
		err = c.uniqueAlike(b.Type, got)
	}
	if err != nil {
		panic(c.mismatchAt(v.At, err, "Module type specifies %q of type %s, but module provides %s", v.Name, b.Type, got).
			WithNote(v.Spec.Name.Position, "it is specified here"))
	}
	c.pop(m)
	at := syntax.At{Position: v.Pos}
	name := &syntax.Var{At: at, Name: v.Name}
	c.info.Uses[name] = use
	c.uses = append(c.uses, use)
	c.record(name, b.Type)
	c.bound = append(c.bound, b)
	c.finish()
	if use.Binding.Kind == types.Global && b.Type == types.Type(types.I64) {
		b.Alias = &types.SizeVar{Binding: use.Binding} // [M.n] is [n], where M.n is n
	}
	if !v.Check {
		d := &syntax.ValDecl{At: at, Name: v.Spec.Name, TypeParams: v.Spec.TypeParams, Body: name}
		c.program.Defs = append(c.program.Defs, &types.Def{Binding: b, Decl: d})
	}
}

// mismatchAt is mismatch at a position.
func (c *checker) mismatchAt(pos source.Pos, m *mismatch, format string, args ...any) *source.Error {
	return c.mismatch(&syntax.WildPat{At: syntax.At{Position: pos}}, m, format, args...)
}

// uniqueAlike checks what unify does not look at: a function that is demanded to leave its
// argument alone must, and one that is demanded to return what has no alias must.
func (c *checker) uniqueAlike(want, got types.Type) *mismatch {
	for {
		w, ok1 := types.Find(want).(*types.Func)
		g, ok2 := types.Find(got).(*types.Func)
		if !ok1 || !ok2 {
			return lessUnique(got, want, "Its result may have an alias, where one without is demanded")
		}
		if err := lessUnique(w.From, g.From, "They are incompatible regarding consuming their arguments"); err != nil {
			return err
		}
		want, got = w.Result, g.Result
	}
}

// lessUnique is a mismatch if b has a star where a has none. Scalars share no memory.
func lessUnique(a, b types.Type, detail string) *mismatch {
	if u, ok := types.Find(b).(*types.Unique); ok {
		_, both := types.Find(a).(*types.Unique)
		if _, scalar := types.Find(u.Type).(types.Scalar); !both && !scalar {
			return &mismatch{detail: detail}
		}
		return nil
	}
	x, ok1 := fieldsOf(a)
	y, ok2 := fieldsOf(b)
	for i := 0; ok1 && ok2 && i < len(x.Fields); i++ {
		if err := lessUnique(x.Fields[i].Type, y.Fields[i].Type, detail); err != nil {
			return err
		}
	}
	return nil
}

// typeMatch checks that a module's type is one that its module type allows.
func (c *checker) typeMatch(m *names.TypeMatch) {
	impl := c.implName(m.Impl)
	if impl.broken {
		return
	}
	spec, name := m.Spec, m.Spec.Name.Name
	fail := func(format string, args ...any) {
		panic(source.Errorf(m.At, format, args...).WithNote(spec.Position, "it is specified here"))
	}
	if len(impl.params) != len(spec.Params) {
		fail("Module defines type %q with %d parameters, but module type requires %d", name, len(impl.params), len(spec.Params))
	}
	for i, p := range spec.Params {
		if p.Size != (impl.params[i].size != nil) {
			fail("Parameter %d of type %q is a size in the module or in its module type, and a type in the other", i+1, name)
		}
	}
	typ := impl.typ
	if m.Means == nil {
		switch {
		case m.Impl.Lift <= spec.Lift:
		case spec.Lift == syntax.SizeLifted:
			fail("Module defines type^ %q as %s, but module type requires a size-lifted type", name, c.shown(typ))
		default:
			fail("Module defines %s %q as %s, but module type requires a non-lifted type", [...]string{"type", "type~", "type^"}[m.Impl.Lift], name, c.shown(typ))
		}
		return
	}
	means := c.typeNamed(m.Means)
	if means.broken {
		return
	}
	s := &types.Substitution{Types: map[*types.Param]types.Type{}, Sizes: map[*types.Binding]types.Size{}}
	for i, p := range means.params {
		if i >= len(impl.params) {
			break
		}
		if p.size != nil {
			s.Sizes[p.size] = &types.SizeVar{Binding: impl.params[i].size}
		} else if p.typ != nil {
			s.Types[p.typ] = impl.params[i].typ
		}
	}
	for i, z := range means.anon {
		if i < len(impl.anon) {
			s.Sizes[z] = &types.SizeVar{Binding: impl.anon[i]} // both are hidden
		}
	}
	if err := c.unify(s.Apply(means.typ), typ); err != nil {
		panic(c.mismatchAt(m.At, err, "Module defines type \""+name+"\" as %s, but its module type says %s", typ, means.typ).
			WithNote(spec.Position, "it is specified here"))
	}
}

// implName is the meaning of a type that implements one of a module type.
func (c *checker) implName(t *names.Type) *typeName {
	if t.Kind == names.ParamType {
		return &typeName{broken: true}
	}
	return c.typeNamed(t)
}
