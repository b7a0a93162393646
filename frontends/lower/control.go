package lower

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// If runs one of two branches. What both give alike stays as it is;
// sizes that differ become results of their own.
func (b *Builder) If(cond ir.Atom, then, els func() Value) Value {
	if !cond.IsVar() {
		if cond.Const.Bool() {
			return then()
		}
		return els()
	}
	var x, y Value
	inThen := b.within(func() { x = then() })
	inElse := b.within(func() { y = els() })
	b.sameBuild(x.Shape, y.Shape)

	type pair struct{ x, y ir.Atom }
	merged := map[pair]ir.Atom{}
	var pat []ir.Param
	var resX, resY []ir.Atom
	merge := func(l, r ir.Atom, t ir.Type) ir.Atom {
		if l == r && !inThen.binds(l) {
			return l
		}
		p := pair{l, r}
		if m, ok := merged[p]; ok {
			return m
		}
		n := b.names.Fresh(mergedName(l, r))
		pat = append(pat, ir.Param{Name: n, Type: t})
		resX, resY = append(resX, l), append(resY, r)
		merged[p] = ir.Var(n)
		return merged[p]
	}
	ds, other := Dims(x.Shape), Dims(y.Shape)
	for i := range ds {
		ds[i] = merge(ds[i], other[i], ir.I64)
	}
	out := Value{Shape: withDims(x.Shape, ds)}
	for i, t := range Leaves(out.Shape) {
		out.flat = append(out.flat, merge(x.Atoms()[i], y.Atoms()[i], t))
	}
	if len(inThen.Stms())+len(inElse.Stms()) == 0 && allScalars(pat) {
		return b.selected(cond, out, pat, resX, resY)
	}
	if len(pat) > 0 || len(inThen.Stms()) > 0 || len(inElse.Stms()) > 0 {
		b.bind(pat, &ir.If{Cond: cond, Then: inThen.Body(resX...), Else: inElse.Body(resY...)})
	}
	return out
}

func allScalars(ps []ir.Param) bool {
	for _, p := range ps {
		if !p.Type.IsScalar() {
			return false
		}
	}
	return true
}

// selected is the value of a conditional both of whose branches are ready.
func (b *Builder) selected(cond ir.Atom, v Value, pat []ir.Param, then, els []ir.Atom) Value {
	subst := map[ir.Atom]ir.Atom{}
	for i, p := range pat {
		subst[ir.Var(p.Name)] = b.Prim(p.Name.Base, scalar.Select, p.Type.Elem, cond, then[i], els[i])
	}
	return v.subst(subst)
}

func mergedName(a, b ir.Atom) string {
	for _, x := range []ir.Atom{a, b} {
		if x.IsVar() {
			return x.Name.Base
		}
	}
	return "if"
}

// sameBuild fails where two branches return different functions.
func (b *Builder) sameBuild(x, y Shape) {
	switch x := x.(type) {
	case *Record:
		for i, f := range x.Fields {
			b.sameBuild(f.Shape, y.(*Record).Fields[i].Shape)
		}
	case *Sum:
		b.sameBuild(x.Constructors, y.(*Sum).Constructors)
	case *Array:
		b.sameBuild(x.Elem, y.(*Array).Elem)
	case *Closure:
		z := y.(*Closure)
		if x.code != z.code || x.given != z.given || len(x.captures) != len(z.captures) {
			fail(b.scope.Pos, "The branches return different functions")
		}
	}
}

// And is x && y, where y is computed only if needed.
func (b *Builder) And(x ir.Atom, y func() Value) Value {
	return b.logic(scalar.And, x, y, func(cond ir.Atom, y func() Value) Value {
		return b.If(cond, y, func() Value { return ScalarValue(scalar.Bool, no) })
	})
}

// Or is x || y, where y is computed only if needed.
func (b *Builder) Or(x ir.Atom, y func() Value) Value {
	return b.logic(scalar.Or, x, y, func(cond ir.Atom, y func() Value) Value {
		return b.If(cond, func() Value { return ScalarValue(scalar.Bool, yes) }, y)
	})
}

// logic computes x op y at once when y is scalar code that cannot fail, and
// only if needed otherwise.
func (b *Builder) logic(op scalar.Op, x ir.Atom, y func() Value, lazily func(ir.Atom, func() Value) Value) Value {
	if !x.IsVar() {
		return lazily(x, y)
	}
	var v Value
	inner := b.within(func() { v = y() })
	if !cheap(inner.Stms()) {
		return lazily(x, func() Value {
			b.scope.splice(inner)
			return v
		})
	}
	b.scope.splice(inner)
	return ScalarValue(scalar.Bool, b.Bool("b", op, x, v.Atom()))
}

// cheap reports whether statements are few and compute scalars, which cannot
// fail.
func cheap(stms []*ir.Stm) bool {
	for _, s := range stms {
		switch e := s.Exp.(type) {
		case *ir.Prim:
			if e.Fn.Info().Partial.Has(e.Type) || e.Fn.Info().Cost > 1 {
				return false
			}
		case *ir.Convert:
		default:
			return false
		}
	}
	return len(stms) <= 8
}

// Operator applies a scalar operator at type elem, or, when that is not given,
// at the type of its arguments.
func (b *Builder) Operator(op scalar.Op, elem scalar.Type, args ...Value) Value {
	if elem == scalar.Invalid {
		for i, k := range op.Info().Params {
			if k == scalar.Same {
				elem = args[i].Elem()
			}
		}
	}
	atoms := make([]ir.Atom, len(args))
	for i, a := range args {
		atoms[i] = a.Atom()
	}
	if op.Info().Partial.Has(elem) {
		b.checkDefined(op, elem, atoms)
	}
	return ScalarValue(op.ResultType(elem), b.Prim(op.String(), op, elem, atoms...))
}

// checkDefined asserts that a partial operator has a result.
func (b *Builder) checkDefined(op scalar.Op, t scalar.Type, args []ir.Atom) {
	zero := ir.Const(scalar.Zero(t))
	if op == scalar.Pow {
		b.Assert(b.Prim("ok", scalar.Ge, t, args[1], zero), "negative exponent")
		return
	}
	b.Assert(b.Prim("nonzero", scalar.Ne, t, args[1], zero), "division by zero")
}

// Differ is x != y.
func (b *Builder) Differ(x, y Value) ir.Atom {
	if s, ok := x.Shape.(Scalar); ok {
		return b.Prim("ne", scalar.Ne, s.Elem, x.Atom(), y.Atom())
	}
	return b.Bool("ne", scalar.Not, b.Equal(x, y))
}

// Equal compares two values of one type, part by part.
func (b *Builder) Equal(x, y Value) ir.Atom {
	switch s := x.Shape.(type) {
	case Scalar:
		return b.Prim("eq", scalar.Eq, s.Elem, x.Atom(), y.Atom())
	case *Record:
		same := yes
		ys := y.Fields()
		for i, f := range x.Fields() {
			same = b.Bool("eq", scalar.And, same, b.Equal(f, ys[i]))
		}
		return same
	case *Sum:
		return b.equalSums(s, x, y)
	case *Array:
		sized := b.I64("eq", scalar.Eq, s.Dim, y.Dim())
		return b.If(sized,
			func() Value {
				rows := b.Map(s.Dim, []Value{x, b.view(y, withOuter(y.Shape, s.Dim))}, func(row []Value) Value {
					return ScalarValue(scalar.Bool, b.Equal(row[0], row[1]))
				})
				return ScalarValue(scalar.Bool, b.allTrue(rows))
			},
			func() Value { return ScalarValue(scalar.Bool, no) }).Atom()
	}
	return yes
}

// withOuter is an array's shape with another outer dimension.
func withOuter(s Shape, dim ir.Atom) Shape { return ArrayOf(dim, s.(*Array).Elem) }

// Negate is -x or !x.
func (b *Builder) Negate(x Value, op scalar.Op) Value {
	return ScalarValue(x.Elem(), b.Prim(op.String(), op, x.Elem(), x.Atom()))
}
