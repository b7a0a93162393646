package infer

import (
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/names"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
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
func (c *checker) bind(b *types.Binding, node syntax.Node) {
	c.ids++
	b.Level, b.Since = c.level, c.ids
	c.locals[node] = b
}

// use finds what v denotes, instantiates it and records both.
func (c *checker) use(v *syntax.Var) types.Type {
	use, t := c.lookup(v)
	c.info.Uses[v] = use
	c.uses = append(c.uses, use)
	return c.record(v, t)
}

func (c *checker) lookup(v *syntax.Var) (*types.Use, types.Type) {
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
	return &types.Use{Binding: &types.Binding{Name: v.Name}}, t
}

// value is a use at pos of a value that is not local.
func (c *checker) value(v *names.Value, pos source.Pos) (*types.Use, types.Type) {
	switch v.Kind {
	case names.Operator:
		b := c.operator(v.Op, v.Name)
		if v.On != scalar.Invalid {
			t := operatorType(v.Op, func(k scalar.Kind) types.Type { return types.Scalar{Type: k.At(v.On)} })
			return &types.Use{Binding: b, Types: []types.Type{types.Scalar{Type: v.On}}}, t
		}
		return c.instantiate(b, pos)
	case names.Logic:
		b := c.logic(v.Name)
		return &types.Use{Binding: b}, b.Type
	case names.Conversion:
		b := &types.Binding{Name: v.Name, Kind: types.Conversion, From: v.From, To: v.On, Type: &types.Func{From: types.Scalar{Type: v.From}, Result: types.Scalar{Type: v.On}}}
		return &types.Use{Binding: b}, b.Type
	case names.Constant:
		b := &types.Binding{Name: v.Name, Kind: types.Constant, Value: v.Const, Type: types.Scalar{Type: v.Const.Type}}
		return &types.Use{Binding: b}, b.Type
	}
	b := c.globals[v]
	if b != nil && b.Type == nil && c.selves[b] != nil {
		return c.recursive(b, pos)
	}
	if b == nil || b.Type == nil || c.collect != nil && c.collect.broken[b] {
		if b == nil {
			b = &types.Binding{Name: v.Name}
		}
		return &types.Use{Binding: b}, c.unresolved()
	}
	return c.instantiate(b, pos)
}

// instantiate makes a use of b at pos, its parameters replaced by fresh metas.
func (c *checker) instantiate(b *types.Binding, pos source.Pos) (*types.Use, types.Type) {
	use := &types.Use{Binding: b}
	if len(b.Params) == 0 && len(b.Sizes) == 0 {
		return use, b.Type
	}
	s := &types.Substitution{Types: map[*types.Param]types.Type{}, Sizes: map[*types.Binding]types.Size{}}
	for _, p := range b.Params {
		m := c.fresh()
		m.Data = p.Lift != syntax.Lifted && p.On == 0
		m.Element = p.Lift == syntax.Unlifted && p.On == 0 && !p.Whole && !p.Equality
		m.Sizes = p.Lift != syntax.Unlifted
		if m.Equality = p.Equality; m.Equality {
			m.Why = types.Why{Pos: pos, What: "it is compared here"}
		}
		if m.On = p.On; m.On != 0 {
			c.scalars = append(c.scalars, m)
			m.Why.What = "operand of " + b.Name
		}
		s.Types[p] = m
		use.Types = append(use.Types, m)
	}
	for _, z := range b.Sizes {
		m := c.sizeToFind(types.SizeOrigin{Pos: pos, Of: b, Param: z})
		s.Sizes[z] = m
		use.Sizes = append(use.Sizes, m)
	}
	return use, s.Apply(b.Type)
}

// comparisons are the values of the prelude that compare values of any type that has equality.
var comparisons = map[string]bool{"==": true, "!=": true}

// operator is the binding of a scalar operator, shared by all its uses in one
// check.
func (c *checker) operator(op scalar.Op, name string) *types.Binding {
	if b := c.operators[op]; b != nil {
		return b
	}
	b := &types.Binding{Name: name, Kind: types.Operator, Op: op}
	p := &types.Param{Name: "t", On: op.Info().On}
	if slices.Contains([]string{"&", "|", "^"}, name) {
		p.On &= scalar.IntTypes // truth values have && and ||
	}
	b.Params = []*types.Param{p}
	if !dependsOnWidth(op) {
		b.Type = operatorType(op, func(k scalar.Kind) types.Type {
			if k == scalar.Same {
				return p
			}
			return types.Scalar{Type: k.At(scalar.I32)}
		})
	}
	c.operators[op] = b
	return b
}

// logic is the binding of && or ||.
func (c *checker) logic(name string) *types.Binding {
	b := c.logics[name]
	if b == nil {
		b = &types.Binding{Name: name, Kind: types.Operator, Type: &types.Func{From: types.Boolean, Result: &types.Func{From: types.Boolean, Result: types.Boolean}}}
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

func operatorType(op scalar.Op, at func(scalar.Kind) types.Type) types.Type {
	info := op.Info()
	t := at(info.Result)
	for i := info.Arity() - 1; i >= 0; i-- {
		t = &types.Func{From: at(info.Params[i]), Result: t}
	}
	return t
}
