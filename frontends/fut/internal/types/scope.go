package types

import (
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Names are resolved already (package names). What scopes are left for is their level, which says
// what types may mention.

// push opens a scope, one level deeper, and returns the level around it.
func (c *checker) push() int {
	c.level++
	return c.level - 1
}

// pop closes the scope that push opened.
func (c *checker) pop(level int) {
	c.decideEithers(level)
	c.level = level
}

// bind puts b, which node binds, into scope.
func (c *checker) bind(b *Binding, node syntax.Node) {
	c.ids++
	b.level, b.since = c.level, c.ids
	c.locals[node] = b
}

func (b *Binding) displayName() string {
	if b.Name == "" {
		return "?"
	}
	return b.Name
}

// use finds what v denotes, instantiates it and records both.
func (c *checker) use(v *syntax.Var) Type {
	use, t := c.lookup(v)
	c.info.Uses[v] = use
	c.uses = append(c.uses, use)
	return c.record(v, t)
}

func (c *checker) lookup(v *syntax.Var) (*Use, Type) {
	u := c.names.Uses[v]
	switch {
	case u.Local != nil:
		if b := c.locals[u.Local]; b != nil && b.Type != nil {
			return c.instantiate(b, v.Position)
		} else if b != nil && c.selves[b] != nil {
			return c.recursive(b, v.Position)
		}
	case u.Value != nil:
		return c.value(u.Value, v.Position)
	}
	t := c.unresolved()
	if member, ok := c.names.Members[v]; ok && c.collect != nil {
		c.collect.members = append(c.collect.members, unknownMember{member, t})
	}
	return &Use{Binding: &Binding{Name: v.Name}}, t
}

// value is a use at pos of a value that is not local.
func (c *checker) value(v *names.Value, pos source.Pos) (*Use, Type) {
	switch v.Kind {
	case names.Operator:
		b := c.operator(v.Op, v.Name)
		if v.On != scalar.Invalid {
			t := operatorType(v.Op, func(k scalar.Kind) Type { return Scalar{k.At(v.On)} })
			return &Use{Binding: b, Types: []Type{Scalar{v.On}}}, t
		}
		return c.instantiate(b, pos)
	case names.Logic:
		b := c.logic(v.Name)
		return &Use{Binding: b}, b.Type
	case names.Conversion:
		b := &Binding{Name: v.Name, Kind: Conversion, From: v.From, To: v.On, Type: &Func{From: Scalar{v.From}, Result: Scalar{v.On}}}
		return &Use{Binding: b}, b.Type
	case names.Constant:
		b := &Binding{Name: v.Name, Kind: Constant, Value: v.Const, Type: Scalar{v.Const.Type}}
		return &Use{Binding: b}, b.Type
	}
	b := c.globals[v]
	if b != nil && b.Type == nil && c.selves[b] != nil {
		return c.recursive(b, pos)
	}
	if b == nil || b.Type == nil || c.collect != nil && c.collect.broken[b] {
		if b == nil {
			b = &Binding{Name: v.Name}
		}
		return &Use{Binding: b}, c.unresolved()
	}
	return c.instantiate(b, pos)
}

// instantiate makes a use of b at pos, its parameters replaced by fresh metas.
func (c *checker) instantiate(b *Binding, pos source.Pos) (*Use, Type) {
	use := &Use{Binding: b}
	if len(b.Params) == 0 && len(b.Sizes) == 0 {
		return use, b.Type
	}
	s := &subst{types: map[*Param]Type{}, sizes: map[*Binding]Size{}}
	for _, p := range b.Params {
		m := c.fresh()
		m.data = p.Lift != syntax.Lifted && p.On == 0
		m.element = p.Lift == syntax.Unlifted && p.On == 0 && !p.Whole && !p.Equality
		m.sizes = p.Lift != syntax.Unlifted
		if m.equality = p.Equality; m.equality {
			m.why = why{pos, "it is compared here"}
		}
		if m.on = p.On; m.on != 0 {
			c.scalars = append(c.scalars, m)
			m.why.what = "operand of " + b.Name
		}
		s.types[p] = m
		use.Types = append(use.Types, m)
	}
	for _, z := range b.Sizes {
		m := c.sizeToFind(sizeOrigin{pos, b, z})
		s.sizes[z] = m
		use.Sizes = append(use.Sizes, m)
	}
	return use, s.apply(b.Type)
}

// comparisons are the values of the prelude that compare values of any type that has equality.
var comparisons = map[string]bool{"==": true, "!=": true}

// operator is the binding of a scalar operator, shared by all its uses in one
// check.
func (c *checker) operator(op scalar.Op, name string) *Binding {
	if b := c.operators[op]; b != nil {
		return b
	}
	b := &Binding{Name: name, Kind: Operator, Op: op}
	p := &Param{Name: "t", On: op.Info().On}
	if slices.Contains([]string{"&", "|", "^"}, name) {
		p.On &= scalar.IntTypes // truth values have && and ||
	}
	b.Params = []*Param{p}
	if !dependsOnWidth(op) {
		b.Type = operatorType(op, func(k scalar.Kind) Type {
			if k == scalar.Same {
				return p
			}
			return Scalar{k.At(scalar.I32)}
		})
	}
	c.operators[op] = b
	return b
}

// logic is the binding of && or ||.
func (c *checker) logic(name string) *Binding {
	b := c.logics[name]
	if b == nil {
		b = &Binding{Name: name, Kind: Operator, Type: &Func{From: boolean, Result: &Func{From: boolean, Result: boolean}}}
		c.logics[name] = b
	}
	return b
}

// dependsOnWidth reports whether op's type at t mentions the unsigned type as
// wide as t, so that no polymorphic type describes it.
func dependsOnWidth(op scalar.Op) bool {
	info := op.Info()
	for _, k := range append([]scalar.Kind{info.Result}, info.Params...) {
		if k == scalar.TBits {
			return true
		}
	}
	return false
}

func operatorType(op scalar.Op, at func(scalar.Kind) Type) Type {
	info := op.Info()
	t := at(info.Result)
	for i := info.Arity() - 1; i >= 0; i-- {
		t = &Func{From: at(info.Params[i]), Result: t}
	}
	return t
}
