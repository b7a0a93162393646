package infer

import (
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// leave takes t out of the scope that has just been closed: sizes that mention
// names bound in it, other than those in keep, become unknown and join it. A variable that
// is by itself the size of some dimension is known by that dimension in the
// other sizes.
func (c *checker) leave(t types.Type, keep map[*types.Binding]bool) (types.Type, []*types.Binding) {
	l := &leaving{checker: c, keep: keep, own: map[*types.Binding]bool{}, known: map[string]*types.Binding{}, vars: map[*types.Binding]types.Size{}}
	l.collect(t)
	out := (&types.Substitution{Size: l.size}).Apply(t)
	return out, l.made
}

type leaving struct {
	*checker
	keep  map[*types.Binding]bool
	own   map[*types.Binding]bool       // sizes that functions in the type bind themselves
	known map[string]*types.Binding     // unknown sizes, by the size they stand for
	vars  map[*types.Binding]types.Size // what replaces variables
	made  []*types.Binding
}

// collect makes an unknown size for each variable that leaves and is a
// dimension's size.
func (l *leaving) collect(t types.Type) {
	switch t := types.Find(t).(type) {
	case *types.Array:
		if v, ok := types.FindSize(t.Dim).(*types.SizeVar); ok && !l.stays(v) && !l.stays(l.meaning(v)) && l.vars[v.Binding] == nil {
			l.vars[v.Binding] = l.make(v)
		}
		l.collect(t.Elem)
	case *types.Record:
		for _, f := range t.Fields {
			l.collect(f.Type)
		}
	case *types.Sum:
		l.collect(t.Constructors)
	case *types.Func:
		if t.Param != nil {
			l.own[t.Param] = true
		}
		for _, u := range t.Unknown {
			l.own[u] = true
		}
		l.functions(t.From)
		l.functions(t.Result)
	case *types.Unique:
		l.collect(t.Type)
	}
}

// functions collects the sizes that the functions in a function's parameter or result bind.
func (l *leaving) functions(t types.Type) {
	if _, ok := types.Find(types.StripOuter(t)).(*types.Func); ok {
		l.collect(t)
	}
}

func (l *leaving) stays(z types.Size) bool {
	return types.EachName(z, func(b *types.Binding, m *types.SizeMeta) bool {
		return m != nil || l.own[b] || l.staysInScope(&types.SizeVar{Binding: b}, l.keep)
	})
}

// size is z outside of the scope.
func (l *leaving) size(z types.Size) types.Size {
	if l.stays(z) {
		return z
	}
	if m := l.meaning(z); l.stays(m) {
		return m
	}
	if m := (&types.Substitution{Sizes: l.vars}).ApplySize(z); l.stays(m) {
		return m
	}
	return l.make(z)
}

// make is the unknown size that stands for z.
func (l *leaving) make(z types.Size) types.Size {
	key := l.atom(z)
	b := l.known[key]
	if b == nil {
		b = l.unknown(sizeName(z), source.Pos{})
		if l.standsFor == nil {
			l.standsFor = map[*types.Binding]types.Size{}
		}
		l.standsFor[b] = l.meaning(z)
		l.known[key] = b
		l.made = append(l.made, b)
		if l.keep != nil {
			l.keep[b] = true // so that n - k stays where k has become b
		}
	}
	return &types.SizeVar{Binding: b}
}

// meaning is z with variables replaced by what lets bind them to.
func (c *checker) meaning(z types.Size) types.Size {
	switch z := types.FindSize(z).(type) {
	case *types.SizeVar:
		if z.Binding.Means != nil && types.Find(z.Binding.Type) == types.Type(types.I64) {
			return c.meaning(z.Binding.Means)
		}
		return z
	case *types.SizeOp:
		return &types.SizeOp{Op: z.Op, Left: c.meaning(z.Left), Right: c.meaning(z.Right)}
	case *types.SizeExp:
		return z.With(c.meaning)
	default:
		return z
	}
}

// sizeName is the name of a size that is a variable, for messages.
func sizeName(z types.Size) string {
	if v, ok := types.FindSize(z).(*types.SizeVar); ok {
		return v.Binding.Name
	}
	return ""
}

// staysInScope reports whether z mentions only names that are bound at the
// present level or around it. With keep set the present level is that of a
// function's parameters, of which those in keep and the size parameters count.
func (c *checker) staysInScope(z types.Size, keep map[*types.Binding]bool) bool {
	return types.EachName(z, func(b *types.Binding, m *types.SizeMeta) bool {
		switch {
		case m != nil || b.Level < c.level:
			return true
		case keep == nil:
			return b.Level == c.level
		}
		return keep[b] || b.Kind == types.SizeParam && b.Level == c.level
	})
}

// generalise makes b, whose parameters are bound at the present level, general
// over what its type leaves open there: types become type parameters, sizes
// size parameters. Types of a local function that is written without type parameters
// do not: the code around it decides. Nor do metas that are restricted to some scalars or to
// records: at top level the first take their default types and the others are errors.
func (c *checker) generalise(b *types.Binding, at syntax.Node) {
	g := &generaliser{checker: c, b: b, at: at, outer: c.level - 1}
	if g.outer == 0 {
		c.defaults()
	}
	g.typ(b.Type, true)
}

type generaliser struct {
	*checker
	b     *types.Binding
	at    syntax.Node
	outer int // the level around the definition
}

// names of type parameters that are inferred.
const letters = "abcdefghijklmnopqrstuvwxyz"

func (g *generaliser) typ(t types.Type, param bool) {
	switch t := types.Find(t).(type) {
	case *types.Meta:
		g.meta(t)
	case *types.Abstract:
		for _, p := range t.Sizes {
			g.size(p)
		}
		for _, a := range t.Types {
			g.typ(a, param)
		}
	case *types.Array:
		g.size(t.Dim)
		g.typ(t.Elem, param)
	case *types.Record:
		for _, f := range t.Fields {
			g.typ(f.Type, param)
		}
	case *types.Sum:
		g.typ(t.Constructors, param)
	case *types.Func:
		g.typ(t.From, true)
		g.typ(t.Result, false)
	case *types.Unique:
		g.typ(t.Type, param)
	}
}

func (g *generaliser) meta(m *types.Meta) {
	if m.Level <= g.outer {
		return
	}
	open := slices.Concat(m.Fields, m.Constructors)
	if (len(open) > 0 || m.Equality) && m.On == 0 && g.outer == 0 && !g.failed() {
		panic(ambiguous(m))
	}
	local := g.outer > 0 && len(g.b.Params) == 0
	if local || m.On != 0 || m.Equality || len(open) > 0 {
		m.Level = g.outer
		for _, f := range open {
			g.lower(m, f.Type)
		}
		return
	}
	p := &types.Param{Name: letters[len(g.b.Params)%26 : len(g.b.Params)%26+1], Pos: g.at.Pos(), Lift: syntax.Lifted}
	if m.Data {
		p.Lift, p.Whole = syntax.Unlifted, !m.Element
	}
	m.Ref = p
	g.b.Params = append(g.b.Params, p)
}

func (g *generaliser) size(s types.Size) {
	types.EachName(s, func(_ *types.Binding, m *types.SizeMeta) bool {
		if m != nil && m.Level > g.outer {
			z := &types.Binding{Pos: g.at.Pos(), Kind: types.SizeParam, Type: types.I64, Level: g.outer + 1}
			m.Ref = &types.SizeVar{Binding: z}
			g.b.Sizes = append(g.b.Sizes, z)
		}
		return true
	})
}

// defaults gives the numbers that nothing determines their default types: i32,
// or f64 where only floats fit.
func (c *checker) defaults() {
	for _, m := range c.scalars {
		if r, ok := types.Find(m).(*types.Meta); ok {
			r.Ref = defaultOf(r.On)
		}
	}
	c.scalars = nil
}

// ambiguous is the error for a record of which only some fields are known, a sum type of
// which only some constructors are, or what is compared and not known at all.
func ambiguous(m *types.Meta) *source.Error {
	if len(m.Constructors) > 0 {
		return source.Errorf(m.Why.Pos, "Type is ambiguous (must be a sum type with constructors: %s)", &types.Sum{Constructors: &types.Record{Fields: m.Constructors}}).
			WithHint("add a type annotation")
	}
	if len(m.Fields) == 0 {
		return source.Errorf(m.Why.Pos, "Type is ambiguous: it must be one whose values can be compared, and more is not known").
			WithHint("add a type annotation")
	}
	return source.Errorf(m.Why.Pos, "Type is ambiguous: it must be a record with field %q, and more is not known", m.Fields[0].Name).
		WithHint("write the type where the record is bound")
}

func defaultOf(on scalar.TypeSet) types.Type {
	for _, t := range []scalar.Type{scalar.I32, scalar.F64, scalar.Bool} {
		if on.Has(t) {
			return types.Scalar{Type: t}
		}
	}
	for _, t := range scalar.Types() {
		if on.Has(t) {
			return types.Scalar{Type: t}
		}
	}
	return types.I32
}

// finish replaces every meta in what a top-level definition has recorded.
func (c *checker) finish() {
	c.defaults()
	c.found()
	st := c.settled
	for _, e := range c.exps {
		c.info.Types[e] = st.typ(c.info.Types[e])
	}
	c.checkLiterals()
	for _, p := range c.pats {
		c.info.Pats[p] = st.typ(c.info.Pats[p])
	}
	for _, t := range c.writtens {
		c.info.Written[t] = st.typ(c.info.Written[t])
	}
	for _, u := range c.uses {
		for i := range u.Types {
			u.Types[i] = st.typ(u.Types[i])
		}
		for i := range u.Sizes {
			u.Sizes[i] = st.size(u.Sizes[i])
		}
	}
	for _, b := range c.bound {
		if b.Type != nil {
			b.Type = st.typ(b.Type)
		}
	}
	c.exps, c.pats, c.writtens, c.uses, c.bound = nil, nil, nil, nil, nil
}

// found refuses sizes that had to be found, and were not.
func (c *checker) found() {
	for _, m := range c.toFind {
		if _, open := types.FindSize(m).(*types.SizeMeta); open {
			c.fail(ambiguousSize(m.Origin))
			break
		}
	}
	c.toFind = nil
}

func ambiguousSize(o types.SizeOrigin) *source.Error {
	e := source.Errorf(o.Pos, "Ambiguous size: nothing determines the anonymous size in this type")
	if o.Of != nil {
		e = source.Errorf(o.Pos, "Ambiguous size: nothing determines the size parameter [%s] of %q", o.Param.DisplayName(), o.Of.Name)
	}
	return e.WithHint("write a type that has the size")
}

// settler takes metas out of types. What types share is settled once, also where they
// are those of several definitions.
type settler struct {
	types map[types.Type]types.Type
	sizes map[*types.SizeOp]types.Size
}

// typ is t without metas. A type that nothing determines is the unit type.
func (st settler) typ(t types.Type) types.Type {
	t = types.Find(t)
	if done, ok := st.types[t]; ok {
		return done
	}
	var out types.Type
	switch t := t.(type) {
	case *types.Meta:
		if len(t.Fields)+len(t.Constructors) > 0 || t.Equality {
			panic(ambiguous(t))
		}
		t.Ref = types.Unit
		return types.Unit
	case *types.Abstract:
		a := &types.Abstract{Of: t.Of}
		for _, x := range t.Types {
			a.Types = append(a.Types, st.typ(x))
		}
		for _, z := range t.Sizes {
			a.Sizes = append(a.Sizes, st.size(z))
		}
		out = a
	case *types.Array:
		out = &types.Array{Dim: st.size(t.Dim), Elem: st.typ(t.Elem)}
	case *types.Record:
		r := &types.Record{Fields: make([]types.Field, len(t.Fields))}
		for i, f := range t.Fields {
			r.Fields[i] = types.Field{Name: f.Name, Type: st.typ(f.Type)}
		}
		out = r
	case *types.Sum:
		out = &types.Sum{Constructors: st.typ(t.Constructors).(*types.Record)}
	case *types.Func:
		out = &types.Func{Param: t.Param, From: st.typ(t.From), Unknown: t.Unknown, Result: st.typ(t.Result)}
	case *types.Unique:
		out = &types.Unique{Type: st.typ(t.Type)}
	default:
		return t
	}
	st.types[t], st.types[out] = out, out
	return out
}

// size is s without metas; names for sizes stay, since the lowering binds them.
func (st settler) size(s types.Size) types.Size {
	switch s := s.(type) {
	case *types.SizeMeta:
		switch {
		case s.Ref != nil:
		case s.Absent:
			s.Ref = types.SizeConst(0)
		default:
			s.Ref = &types.SizeVar{Binding: &types.Binding{Kind: types.Unknown, Type: types.I64}}
		}
		return st.size(s.Ref)
	case *types.SizeOp:
		out, ok := st.sizes[s]
		if !ok {
			out = &types.SizeOp{Op: s.Op, Left: st.size(s.Left), Right: st.size(s.Right)}
			st.sizes[s], st.sizes[out.(*types.SizeOp)] = out, out
		}
		return out
	case *types.SizeExp:
		return s.With(st.size)
	}
	return s
}
