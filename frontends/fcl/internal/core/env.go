package core

import "github.com/lamina-lang/lamina/frontends/fcl/internal/types"

// Env gives variables meanings of type V, and the quantified variables of the functions around an
// expression types and levels. The empty environment is nil.
type Env[V any] struct {
	outer *Env[V]
	of    *Binder
	value V
	// A name with a polymorphic value means the value of an expression at the types of each use.
	poly Expr
	at   *Env[V]
	inst *types.Substitution
}

// With binds a variable to a value.
func (e *Env[V]) With(b *Binder, v V) *Env[V] {
	return &Env[V]{outer: e, of: b, value: v}
}

// WithPoly binds a variable to an expression of this environment that is evaluated where it is
// used.
func (e *Env[V]) WithPoly(b *Binder, x Expr) *Env[V] {
	return &Env[V]{outer: e, of: b, poly: x, at: e}
}

// Find returns the value of a variable; or, if it is polymorphic, the expression to evaluate, and
// the environment to do that in.
func (e *Env[V]) Find(v *Var) (value V, x Expr, in *Env[V]) {
	for at := e; at != nil; at = at.outer {
		if at.of != v.Of {
			continue
		}
		if at.poly == nil {
			return at.value, nil, nil
		}
		s := &types.Substitution{Types: map[*types.Var]types.Type{}, Levels: map[*types.LevelVar]types.Level{}}
		for i, q := range v.Of.Scheme.Vars {
			s.Types[q] = e.Type(v.Types[i])
		}
		for i, q := range v.Of.Scheme.Levels {
			s.Levels[q] = e.Level(v.Levels[i])
		}
		return value, at.poly, &Env[V]{outer: at.at, inst: s}
	}
	return value, nil, nil
}

// Type is a type without the variables that this environment instantiates.
func (e *Env[V]) Type(t types.Type) types.Type {
	for at := e; at != nil; at = at.outer {
		if at.inst != nil {
			t = at.inst.Type(t)
		}
	}
	return t
}

// Level is a level without the variables that this environment instantiates.
func (e *Env[V]) Level(l types.Level) types.Level {
	for at := e; at != nil; at = at.outer {
		if at.inst != nil {
			l = at.inst.Level(l)
		}
	}
	return types.PruneLevel(l)
}

// Polymorphic reports whether a binder quantifies variables.
func (b *Binder) Polymorphic() bool { return len(b.Scheme.Vars)+len(b.Scheme.Levels) > 0 }
