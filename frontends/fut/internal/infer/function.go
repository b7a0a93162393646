package infer

import (
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
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
func (c *checker) function(b *types.Binding, f function) {
	c.distinctParams(f)
	c.typeParams(b, f.typeParams)
	params := c.params(f.params)
	m := c.push()
	want := c.wanted(f.ret)
	if len(params) > 0 {
		c.begin(b, params, want)
	}
	got := c.body(f.body, want)
	if s := c.selves[b]; want == nil && s != nil && s.result != nil {
		want = s.result
		if err := c.unify(want, got); err != nil {
			panic(c.mismatch(f.body, err, "The function's result is of type %[2]s, but its recursive calls expect %[1]s", want, got))
		}
	}
	c.pop(m)
	c.namesParts(f.ret, f.params)
	b.Type = c.arrows(params, got)
	if b.Kind == types.Local {
		c.areInner(params)
	} else {
		c.areOuter(b.Type)
	}
	c.generalise(b, f.at)
	c.end(b, f)
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
func (c *checker) typeParams(b *types.Binding, ps []*syntax.TypeParam) {
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
	c.distinctFrom(c.distinctTypeParams(f.typeParams), f.params...)
}

// distinctTypeParams checks that no two type parameters, or size parameters, share a name, and returns where
// the size parameters are.
func (c *checker) distinctTypeParams(ps []*syntax.TypeParam) (sizes map[string]source.Pos) {
	sizes, types := map[string]source.Pos{}, map[string]source.Pos{}
	for _, p := range ps {
		seen := types
		if p.Size {
			seen = sizes
		}
		if old, twice := seen[p.Name]; twice {
			panic(c.errorf(p, "Name %q also bound at %d:%d", p.Name, old.Line, old.Col).WithNote(old, "first here"))
		}
		seen[p.Name] = p.Position
	}
	return sizes
}

// param is a parameter with its type and, where its pattern is a variable of
// type i64, that.
type param struct {
	typ  types.Type
	name *types.Binding
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
func (c *checker) variable(p syntax.Pat) *types.Binding {
	switch p := p.(type) {
	case *syntax.NamePat:
		return c.info.Names[p]
	case *syntax.TypedPat:
		return c.variable(p.Pat)
	}
	return nil
}

// wanted is the type that a function's result is declared to have, nil where it is inferred.
func (c *checker) wanted(ret syntax.TypeExp) types.Type {
	if ret == nil {
		return nil
	}
	return c.written(ret, c.anySize())
}

// body infers the type of a function's body, whose result is declared to have type want, unless that
// is nil.
func (c *checker) body(body syntax.Exp, want types.Type) types.Type {
	if want == nil {
		return c.infer(body)
	}
	got := c.checkExp(body, want)
	if err := c.unify(want, got); err != nil {
		e := c.mismatch(body, err, "Function body does not have expected type: it has type %s, but is declared to have type %s", got, want)
		_, isText := body.(*syntax.StringLit)
		switch {
		case err.unknown:
			e.WithHint("its size is known at run time only: leave it out of the type, as in []t, or say with :> what it is")
		case isText && isScalarOf(want, scalar.U8):
			e.WithHint(charOrString)
		default:
			remedy(e, err, got, want)
		}
		c.fail(e)
	}
	return want
}

// namesParts refuses a result type that is written with a name of which a parameter binds only a
// part: callers have no name for that.
func (c *checker) namesParts(ret syntax.TypeExp, params []syntax.Pat) {
	if ret == nil {
		return
	}
	parts := c.parts(params)
	syntax.Inspect(ret, func(n syntax.Node) bool {
		v, ok := n.(*syntax.Var)
		if b := c.local(v, ok); b != nil && parts[b] {
			panic(c.errorf(ret, "The type of the result refers to %q, which is bound to an inner component of a parameter", b.Name).
				WithNote(b.Pos, "it is bound here").WithHint("leave the size open, or make it a parameter of its own"))
		}
		return true
	})
}

// local is the local binding that a variable uses, if any.
func (c *checker) local(v *syntax.Var, ok bool) *types.Binding {
	if !ok || c.names.Uses[v].Local == nil {
		return nil
	}
	return c.locals[c.names.Uses[v].Local]
}

// parts are the names that parameters bind to parts of what they are given.
func (c *checker) parts(params []syntax.Pat) map[*types.Binding]bool {
	out := map[*types.Binding]bool{}
	for _, p := range params {
		whole := c.variable(p)
		syntax.Inspect(p, func(n syntax.Node) bool {
			name, ok := n.(*syntax.NamePat)
			if b := c.info.Names[name]; ok && b != nil && b != whole {
				out[b] = true
			}
			return true
		})
	}
	return out
}

// arrows makes the type of a function from its parameters and its result.
func (c *checker) arrows(params []param, result types.Type) types.Type {
	own := map[*types.Binding]bool{}
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
		f := &types.Func{From: params[i].typ, Unknown: unknown, Result: t}
		if n := params[i].name; n != nil && (types.Find(n.Type) == types.Type(types.I64) || c.mentions(t, n)) {
			f.Param = n
		}
		t, unknown = f, nil
	}
	return t
}

// areInner notes the parameters of a lambda or of a local function, which are no sizes of types around it.
func (c *checker) areInner(params []param) {
	if c.inner == nil {
		c.inner = map[*types.Binding]bool{}
	}
	for _, p := range params {
		if p.name != nil {
			c.inner[p.name] = true
		}
	}
}

// partsAreInner notes the sizes that a lambda's result has only by parts of its parameters: they are unknown
// to whoever applies it, but no other type's unknown sizes.
func (c *checker) partsAreInner(t types.Type, params []syntax.Pat) {
	parts := c.parts(params)
	if len(parts) == 0 {
		return
	}
	for f, ok := types.Find(t).(*types.Func); ok; f, ok = types.Find(f.Result).(*types.Func) {
		for _, u := range f.Unknown {
			if z := c.standsFor[u]; z != nil && !types.EachName(z, func(b *types.Binding, _ *types.SizeMeta) bool { return !parts[b] }) {
				c.areInner([]param{{name: u}})
			}
		}
	}
}

// areOuter takes back what areInner noted: the lambda is the definition of a function at top level.
func (c *checker) areOuter(t types.Type) {
	for f, ok := types.Find(t).(*types.Func); ok; f, ok = types.Find(f.Result).(*types.Func) {
		delete(c.inner, f.Param)
		for _, u := range f.Unknown {
			delete(c.inner, u)
		}
	}
}

// mentions reports whether a size in t does b.
func (c *checker) mentions(t types.Type, b *types.Binding) bool {
	switch t := types.Find(t).(type) {
	case *types.Abstract:
		return slices.ContainsFunc(t.Sizes, func(z types.Size) bool {
			return !types.EachName(z, func(n *types.Binding, _ *types.SizeMeta) bool { return n != b })
		}) ||
			slices.ContainsFunc(t.Types, func(a types.Type) bool { return c.mentions(a, b) })
	case *types.Array:
		return !types.EachName(t.Dim, func(n *types.Binding, _ *types.SizeMeta) bool { return n != b }) || c.mentions(t.Elem, b)
	case *types.Record:
		return slices.ContainsFunc(t.Fields, func(f types.Field) bool { return c.mentions(f.Type, b) })
	case *types.Sum:
		return c.mentions(t.Constructors, b)
	case *types.Func:
		return c.mentions(t.From, b) || c.mentions(t.Result, b)
	case *types.Unique:
		return c.mentions(t.Type, b)
	}
	return false
}

// self is what a function that is being checked knows of itself. Its type parameters are in its body
// what they are in its definition. Sizes of its parameters may be others in each recursive call. Those
// of the result that no parameter tells are unknown.
type self struct {
	b      *types.Binding
	params []param
	result types.Type // as written, or a meta once it is asked for
	level  int        // of the body
	calls  []selfCall
}

// selfCall is a use of a function in its own body, with the types that it gave to the parameters.
type selfCall struct {
	use *types.Use
	typ types.Type
	pos source.Pos
}

// begin makes a function known in its own body, whose scope is the present one.
func (c *checker) begin(b *types.Binding, params []param, result types.Type) {
	c.selves[b] = &self{b: b, params: params, result: result, level: c.level}
}

// recursive is a use of b in its own body.
func (c *checker) recursive(b *types.Binding, pos source.Pos) (*types.Use, types.Type) {
	s := c.selves[b]
	use := &types.Use{Binding: b}
	if s.result == nil {
		m := c.fresh()
		m.Level = s.level
		s.result = m
	}
	fresh, unknown := map[types.Size]types.Size{}, map[types.Size]types.Size{}
	for _, z := range b.Sizes {
		m := c.sizeToFind(types.SizeOrigin{Pos: pos, Of: b, Param: z})
		use.Sizes = append(use.Sizes, m)
	}
	bound := func(z types.Size) types.Size {
		v, ok := z.(*types.SizeVar)
		i := -1
		if ok {
			i = slices.Index(b.Sizes, v.Binding)
		}
		if i >= 0 {
			return use.Sizes[i]
		}
		return nil
	}
	var froms []types.Type
	from := &types.Substitution{}
	from.Size = func(z types.Size) types.Size {
		if m, open := z.(*types.SizeMeta); open && m.Level >= s.level-1 {
			if fresh[m] == nil {
				fresh[m] = c.sizeToFind(types.SizeOrigin{Pos: pos})
			}
			return fresh[m]
		}
		if own := bound(z); own != nil {
			return own
		}
		return descend(z, from.Size)
	}
	for _, p := range s.params {
		froms = append(froms, from.Apply(p.typ))
	}
	var made []*types.Binding
	to := &types.Substitution{}
	to.Size = func(z types.Size) types.Size {
		if m, open := z.(*types.SizeMeta); open && m.Level >= s.level-1 {
			switch {
			case fresh[m] != nil:
				return fresh[m]
			case unknown[m] == nil:
				u := c.unknown("", source.Pos{})
				made = append(made, u)
				unknown[m] = &types.SizeVar{Binding: u}
			}
			return unknown[m]
		}
		if own := bound(z); own != nil {
			return own
		}
		return descend(z, to.Size)
	}
	t := to.Apply(s.result)
	for i := len(froms) - 1; i >= 0; i-- {
		f := &types.Func{From: froms[i], Unknown: made, Result: t}
		if n := s.params[i].name; n != nil && (types.Find(n.Type) == types.Type(types.I64) || c.mentions(t, n)) {
			f.Param = n
		}
		t, made = f, nil
	}
	s.calls = append(s.calls, selfCall{use, t, pos})
	return use, t
}

// descend replaces the sizes that a size is made of.
func descend(z types.Size, by func(types.Size) types.Size) types.Size {
	part := func(z types.Size) types.Size { return by(types.FindSize(z)) }
	switch z := z.(type) {
	case *types.SizeOp:
		return &types.SizeOp{Op: z.Op, Left: part(z.Left), Right: part(z.Right)}
	case *types.SizeExp:
		return z.With(part)
	}
	return z
}

// end checks the recursive calls of a function whose type is known now: what they gave to its
// parameters, and the rules of recursion.
func (c *checker) end(b *types.Binding, f function) {
	s := c.selves[b]
	delete(c.selves, b)
	if s == nil || len(s.calls) == 0 || c.failed() {
		return
	}
	b.Recursive = true
	for _, call := range s.calls {
		sizes := map[*types.Binding]types.Size{}
		call.use.Types, call.use.Sizes = nil, nil
		for _, p := range b.Params {
			call.use.Types = append(call.use.Types, p)
		}
		for _, z := range b.Sizes {
			m := c.freshSize()
			m.Level = math.MaxInt // the call may be in any scope of the body
			sizes[z] = m
			call.use.Sizes = append(call.use.Sizes, m)
		}
		want, got := types.Subst(b.Type, nil, sizes), call.typ
		for range s.params {
			w, g := types.Find(want).(*types.Func), types.Find(got).(*types.Func)
			if err := c.unify(w.From, g.From); err != nil {
				panic(source.Errorf(call.pos, "The recursive call of %q does not fit its type: %s", b.Name, err.detail).
					WithHint("write the types of the parameters; sizes that differ between calls are written as size parameters"))
			}
			want, got = w.Result, g.Result
		}
	}
	c.rulesOfRecursion(b, f)
}

// rulesOfRecursion refuses a recursive function that breaks a rule.
func (c *checker) rulesOfRecursion(b *types.Binding, f function) {
	result := b.Type
	higher := map[int]*types.Binding{} // parameters that are functions
	for i, p := range f.params {
		fn := types.Find(result).(*types.Func)
		if c.mayBeFunction(fn.From) {
			higher[i] = c.variable(p)
		}
		result = fn.Result
	}
	if c.mayBeFunction(result) {
		panic(c.errorf(f.at, "Recursive function %q must have a first-order result: its type is %s", b.Name, c.shown(result)).
			WithHint("make what the result would be applied to a parameter"))
	}
	head := map[*syntax.Var]bool{}
	syntax.Inspect(f.body, func(n syntax.Node) bool {
		a, ok := n.(*syntax.Apply)
		if !ok {
			return true
		}
		v, ok := a.Fun.(*syntax.Var)
		if use := c.info.Uses[v]; !ok || use == nil || use.Binding != b {
			return true
		}
		head[v] = true
		if len(a.Args) < len(f.params) {
			panic(c.errorf(a, "Recursive function %q must be fully applied in its own body: it takes %d arguments, but %d are given", b.Name, len(f.params), len(a.Args)).
				WithHint(`write a lambda: \x -> %s … x`, b.Name))
		}
		for i, own := range higher {
			arg, ok := a.Args[i].(*syntax.Var)
			if use := c.info.Uses[arg]; !ok || use == nil || own == nil || use.Binding != own {
				panic(c.errorf(a.Args[i], "The recursive call of %q must pass its higher-order parameter on unchanged", b.Name).
					WithHint("give the parameter itself, by its name"))
			}
		}
		return true
	})
	syntax.Inspect(f.body, func(n syntax.Node) bool {
		v, ok := n.(*syntax.Var)
		if use := c.info.Uses[v]; ok && use != nil && use.Binding == b && !head[v] {
			panic(c.errorf(v, "Recursive function %q may not be used as a value in its own body", b.Name).
				WithHint(`apply it: \x -> %s x`, b.Name))
		}
		return true
	})
}

// mayBeFunction reports whether values of a type hold functions, or may where a lifted type parameter
// stands for one.
func (c *checker) mayBeFunction(t types.Type) bool {
	switch t := types.Find(t).(type) {
	case *types.Func:
		return true
	case *types.Param:
		return t.Lift == syntax.Lifted && t.On == 0
	case *types.Record:
		return slices.ContainsFunc(t.Fields, func(f types.Field) bool { return c.mayBeFunction(f.Type) })
	case *types.Sum:
		return c.mayBeFunction(t.Constructors)
	case *types.Unique:
		return c.mayBeFunction(t.Type)
	}
	return false
}
