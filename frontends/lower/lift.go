package lower

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// liftSizes moves what the sizes in s are computed from out of inner, the body
// of a parallel operation, into the scope around: all rows of an array have one
// size, so that it can be computed before. What is moved cannot fail, except that products of
// sizes are checked where they are moved to: there may be no rows, but there is their size.
func (b *Builder) liftSizes(inner *scope, s Shape) {
	l := lifter{Builder: b, inner: inner, defs: map[name.Name]*ir.Stm{}}
	for _, st := range inner.Stms() {
		for _, p := range st.Pat {
			l.defs[p.Name] = st
		}
	}
	moved := map[*ir.Stm]bool{}
	EachDim(s, func(d ir.Atom) {
		if !l.can(d) {
			fail(b.scope.Pos, "Irregular array: the rows have different sizes, or a size that is not known before they are computed")
		}
		l.move(d, moved)
	})
	if len(moved) == 0 {
		return
	}
	var rest, lifted []*ir.Stm
	for _, st := range inner.Stms() {
		if moved[st] {
			lifted = append(lifted, st)
		} else {
			rest = append(rest, st)
		}
	}
	kept := ir.NewBuilder(b.names)
	kept.Append(rest...)
	kept.Pos = inner.Pos
	inner.Builder = kept
	for o, a := range inner.known {
		if st := l.defs[a.Name]; st != nil && moved[st] {
			b.scope.learn(o, a)
		}
	}
	for _, st := range lifted {
		b.checkProduct(ir.Var(st.Pat[0].Name))
	}
}

type lifter struct {
	*Builder
	inner *scope
	defs  map[name.Name]*ir.Stm
}

// can reports whether a can be computed outside.
func (l *lifter) can(a ir.Atom) bool {
	if !l.inner.binds(a) {
		return true
	}
	st := l.defs[a.Name]
	if st == nil {
		return false
	}
	switch e := st.Exp.(type) {
	case *ir.Prim:
		for _, x := range e.Args {
			if !l.can(x) {
				return false
			}
		}
		return !e.Fn.Info().Partial.Has(e.Type) || e.Fn != scalar.Pow && e.Args[1] != ir.Const(scalar.Zero(e.Type))
	case *ir.Convert:
		return l.can(e.X)
	}
	return false
}

// move appends the definition of a, and those that it needs, to the scope
// around. A division is guarded: the assertion before it stays inside.
func (l *lifter) move(a ir.Atom, moved map[*ir.Stm]bool) {
	st := l.defs[a.Name]
	if !l.inner.binds(a) || moved[st] {
		return
	}
	moved[st] = true
	switch e := st.Exp.(type) {
	case *ir.Prim:
		for _, x := range e.Args {
			l.move(x, moved)
		}
		if e.Fn.Info().Partial.Has(e.Type) && e.Args[1].IsVar() {
			zero := l.Prim("zero", scalar.Eq, e.Type, e.Args[1], ir.Const(scalar.Zero(e.Type)))
			e.Args[1] = l.Prim("safe", scalar.Select, e.Type, zero, ir.Const(scalar.One(e.Type)), e.Args[1])
		}
	case *ir.Convert:
		l.move(e.X, moved)
	}
	l.scope.Append(st)
}

// Estimate is what the statements that f emits would cost, in scalar operations; f is given rank
// fresh indices. It is false if they must not be repeated, as they make arrays, or loop. The
// statements are thrown away.
func (b *Builder) Estimate(rank int, f func(index []ir.Atom)) (cost int, ok bool) {
	inner := b.within(func() {
		index := make([]ir.Atom, rank)
		for k := range index {
			index[k] = ir.Var(b.names.Fresh("i"))
		}
		f(index)
	})
	return repeated(inner.Stms())
}

func repeated(stms []*ir.Stm) (cost int, ok bool) {
	for _, s := range stms {
		n, ok := repeatedExp(s.Exp)
		if !ok {
			return 0, false
		}
		cost += n
	}
	return cost, true
}

func repeatedExp(e ir.Exp) (int, bool) {
	switch e := e.(type) {
	case *ir.If:
		x, okThen := repeated(e.Then.Stms)
		y, okElse := repeated(e.Else.Stms)
		return 1 + max(x, y), okThen && okElse
	case *ir.Assert:
		return 1, true
	case *ir.Literal:
		return 0, true // of constants, it is a table
	}
	return ops.Cost(e)
}
