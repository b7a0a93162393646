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
