package types

import (
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// leave takes t out of the scope that has just been closed: sizes that mention
// names bound in it, other than those in keep, become unknown and join it. A variable that
// is by itself the size of some dimension is known by that dimension in the
// other sizes.
func (c *checker) leave(t Type, keep map[*Binding]bool) (Type, []*Binding) {
	l := &leaving{checker: c, keep: keep, own: map[*Binding]bool{}, known: map[string]*Binding{}, vars: map[*Binding]Size{}}
	l.collect(t)
	out := (&subst{size: l.size}).apply(t)
	return out, l.made
}

type leaving struct {
	*checker
	keep  map[*Binding]bool
	own   map[*Binding]bool   // sizes that functions in the type bind themselves
	known map[string]*Binding // unknown sizes, by the size they stand for
	vars  map[*Binding]Size   // what replaces variables
	made  []*Binding
}

// collect makes an unknown size for each variable that leaves and is a
// dimension's size.
func (l *leaving) collect(t Type) {
	switch t := Find(t).(type) {
	case *Array:
		if v, ok := findSize(t.Dim).(*SizeVar); ok && !l.stays(v) && !l.stays(l.meaning(v)) && l.vars[v.Binding] == nil {
			l.vars[v.Binding] = l.make(v)
		}
		l.collect(t.Elem)
	case *Record:
		for _, f := range t.Fields {
			l.collect(f.Type)
		}
	case *Sum:
		l.collect(t.Constructors)
	case *Func:
		if t.Param != nil {
			l.own[t.Param] = true
		}
		for _, u := range t.Unknown {
			l.own[u] = true
		}
		l.functions(t.From)
		l.functions(t.Result)
	case *Unique:
		l.collect(t.Type)
	}
}

// functions collects the sizes that the functions in a function's parameter or result bind.
func (l *leaving) functions(t Type) {
	if _, ok := Find(StripOuter(t)).(*Func); ok {
		l.collect(t)
	}
}

func (l *leaving) stays(z Size) bool {
	return eachName(z, func(b *Binding, m *sizeMeta) bool {
		return m != nil || l.own[b] || l.staysInScope(&SizeVar{b}, l.keep)
	})
}

// size is z outside of the scope.
func (l *leaving) size(z Size) Size {
	if l.stays(z) {
		return z
	}
	if m := l.meaning(z); l.stays(m) {
		return m
	}
	if m := (&subst{sizes: l.vars}).applySize(z); l.stays(m) {
		return m
	}
	return l.make(z)
}

// make is the unknown size that stands for z.
func (l *leaving) make(z Size) Size {
	key := l.atom(z)
	b := l.known[key]
	if b == nil {
		b = l.unknown(sizeName(z), source.Pos{})
		if l.standsFor == nil {
			l.standsFor = map[*Binding]Size{}
		}
		l.standsFor[b] = l.meaning(z)
		l.known[key] = b
		l.made = append(l.made, b)
		if l.keep != nil {
			l.keep[b] = true // so that n - k stays where k has become b
		}
	}
	return &SizeVar{b}
}

// meaning is z with variables replaced by what lets bind them to.
func (c *checker) meaning(z Size) Size {
	switch z := findSize(z).(type) {
	case *SizeVar:
		if z.Binding.means != nil && Find(z.Binding.Type) == Type(i64) {
			return c.meaning(z.Binding.means)
		}
		return z
	case *SizeOp:
		return &SizeOp{z.Op, c.meaning(z.Left), c.meaning(z.Right)}
	case *SizeExp:
		return z.with(c.meaning)
	default:
		return z
	}
}

// sizeName is the name of a size that is a variable, for messages.
func sizeName(z Size) string {
	if v, ok := findSize(z).(*SizeVar); ok {
		return v.Binding.Name
	}
	return ""
}

// staysInScope reports whether z mentions only names that are bound at the
// present level or around it. With keep set the present level is that of a
// function's parameters, of which those in keep and the size parameters count.
func (c *checker) staysInScope(z Size, keep map[*Binding]bool) bool {
	return eachName(z, func(b *Binding, m *sizeMeta) bool {
		switch {
		case m != nil || b.level < c.level:
			return true
		case keep == nil:
			return b.level == c.level
		}
		return keep[b] || b.Kind == SizeParam && b.level == c.level
	})
}

// generalise makes b, whose parameters are bound at the present level, general
// over what its type leaves open there: types become type parameters, sizes
// size parameters. Types of a local function that is written without type parameters
// do not: the code around it decides. Nor do metas that are restricted to some scalars or to
// records: at top level the first take their default types and the others are errors.
func (c *checker) generalise(b *Binding, at syntax.Node) {
	g := &generaliser{checker: c, b: b, at: at, outer: c.level - 1}
	if g.outer == 0 {
		c.defaults()
	}
	g.typ(b.Type, true)
}

type generaliser struct {
	*checker
	b     *Binding
	at    syntax.Node
	outer int // the level around the definition
}

// names of type parameters that are inferred.
const letters = "abcdefghijklmnopqrstuvwxyz"

func (g *generaliser) typ(t Type, param bool) {
	switch t := Find(t).(type) {
	case *meta:
		g.meta(t)
	case *Abstract:
		for _, p := range t.Sizes {
			g.size(p)
		}
		for _, a := range t.Types {
			g.typ(a, param)
		}
	case *Array:
		g.size(t.Dim)
		g.typ(t.Elem, param)
	case *Record:
		for _, f := range t.Fields {
			g.typ(f.Type, param)
		}
	case *Sum:
		g.typ(t.Constructors, param)
	case *Func:
		g.typ(t.From, true)
		g.typ(t.Result, false)
	case *Unique:
		g.typ(t.Type, param)
	}
}

func (g *generaliser) meta(m *meta) {
	if m.level <= g.outer {
		return
	}
	open := slices.Concat(m.fields, m.constructors)
	if (len(open) > 0 || m.equality) && m.on == 0 && g.outer == 0 && !g.failed() {
		panic(ambiguous(m))
	}
	local := g.outer > 0 && len(g.b.Params) == 0
	if local || m.on != 0 || m.equality || len(open) > 0 {
		m.level = g.outer
		for _, f := range open {
			g.lower(m, f.Type)
		}
		return
	}
	p := &Param{Name: letters[len(g.b.Params)%26 : len(g.b.Params)%26+1], Pos: g.at.Pos(), Lift: syntax.Lifted}
	if m.data {
		p.Lift, p.Whole = syntax.Unlifted, !m.element
	}
	m.ref = p
	g.b.Params = append(g.b.Params, p)
}

func (g *generaliser) size(s Size) {
	eachName(s, func(_ *Binding, m *sizeMeta) bool {
		if m != nil && m.level > g.outer {
			z := &Binding{Pos: g.at.Pos(), Kind: SizeParam, Type: i64, level: g.outer + 1}
			m.ref = &SizeVar{z}
			g.b.Sizes = append(g.b.Sizes, z)
		}
		return true
	})
}

// defaults gives the numbers that nothing determines their default types: i32,
// or f64 where only floats fit.
func (c *checker) defaults() {
	for _, m := range c.scalars {
		if r, ok := Find(m).(*meta); ok {
			r.ref = defaultOf(r.on)
		}
	}
	c.scalars = nil
}

// ambiguous is the error for a record of which only some fields are known, a sum type of
// which only some constructors are, or what is compared and not known at all.
func ambiguous(m *meta) *source.Error {
	if len(m.constructors) > 0 {
		return source.Errorf(m.why.pos, "Type is ambiguous (must be a sum type with constructors: %s)", &Sum{&Record{m.constructors}}).
			WithHint("add a type annotation")
	}
	if len(m.fields) == 0 {
		return source.Errorf(m.why.pos, "Type is ambiguous: it must be one whose values can be compared, and more is not known").
			WithHint("add a type annotation")
	}
	return source.Errorf(m.why.pos, "Type is ambiguous: it must be a record with field %q, and more is not known", m.fields[0].Name).
		WithHint("write the type where the record is bound")
}

func defaultOf(on scalar.TypeSet) Type {
	for _, t := range []scalar.Type{scalar.I32, scalar.F64, scalar.Bool} {
		if on.Has(t) {
			return Scalar{t}
		}
	}
	for _, t := range scalar.Types() {
		if on.Has(t) {
			return Scalar{t}
		}
	}
	return i32
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
		if _, open := findSize(m).(*sizeMeta); open {
			c.fail(m.origin.ambiguous())
			break
		}
	}
	c.toFind = nil
}

func (o sizeOrigin) ambiguous() *source.Error {
	e := source.Errorf(o.pos, "Ambiguous size: nothing determines the anonymous size in this type")
	if o.of != nil {
		e = source.Errorf(o.pos, "Ambiguous size: nothing determines the size parameter [%s] of %q", o.param.displayName(), o.of.Name)
	}
	return e.WithHint("write a type that has the size")
}

// settler takes metas out of types. What types share is settled once, also where they
// are those of several definitions.
type settler struct {
	types map[Type]Type
	sizes map[*SizeOp]Size
}

// typ is t without metas. A type that nothing determines is the unit type.
func (st settler) typ(t Type) Type {
	t = Find(t)
	if done, ok := st.types[t]; ok {
		return done
	}
	var out Type
	switch t := t.(type) {
	case *meta:
		if len(t.fields)+len(t.constructors) > 0 || t.equality {
			panic(ambiguous(t))
		}
		t.ref = unit
		return unit
	case *Abstract:
		a := &Abstract{Of: t.Of}
		for _, x := range t.Types {
			a.Types = append(a.Types, st.typ(x))
		}
		for _, z := range t.Sizes {
			a.Sizes = append(a.Sizes, st.size(z))
		}
		out = a
	case *Array:
		out = &Array{Dim: st.size(t.Dim), Elem: st.typ(t.Elem)}
	case *Record:
		r := &Record{Fields: make([]Field, len(t.Fields))}
		for i, f := range t.Fields {
			r.Fields[i] = Field{f.Name, st.typ(f.Type)}
		}
		out = r
	case *Sum:
		out = &Sum{st.typ(t.Constructors).(*Record)}
	case *Func:
		out = &Func{Param: t.Param, From: st.typ(t.From), Unknown: t.Unknown, Result: st.typ(t.Result)}
	case *Unique:
		out = &Unique{st.typ(t.Type)}
	default:
		return t
	}
	st.types[t], st.types[out] = out, out
	return out
}

// size is s without metas; names for sizes stay, since the lowering binds them.
func (st settler) size(s Size) Size {
	switch s := s.(type) {
	case *sizeMeta:
		switch {
		case s.ref != nil:
		case s.absent:
			s.ref = SizeConst(0)
		default:
			s.ref = &SizeVar{&Binding{Kind: Unknown, Type: i64}}
		}
		return st.size(s.ref)
	case *SizeOp:
		out, ok := st.sizes[s]
		if !ok {
			out = &SizeOp{s.Op, st.size(s.Left), st.size(s.Right)}
			st.sizes[s], st.sizes[out.(*SizeOp)] = out, out
		}
		return out
	case *SizeExp:
		return s.with(st.size)
	}
	return s
}
