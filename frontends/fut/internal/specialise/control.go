package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// conditional runs one of two branches. What both give alike stays as it is;
// sizes that differ become results of their own.
func (fr *frame) conditional(cond ir.Atom, then, els func() value) value {
	if !cond.IsVar() {
		if cond.Const.Bool() {
			return then()
		}
		return els()
	}
	var x, y value
	inThen := fr.within(func() { x = then() })
	inElse := fr.within(func() { y = els() })
	fr.sameBuild(x.shape, y.shape)

	type pair struct{ x, y ir.Atom }
	merged := map[pair]ir.Atom{}
	var pat []ir.Param
	var resX, resY []ir.Atom
	merge := func(a, b ir.Atom, t ir.Type) ir.Atom {
		if a == b && !inThen.binds(a) {
			return a
		}
		p := pair{a, b}
		if m, ok := merged[p]; ok {
			return m
		}
		n := fr.names.Fresh(mergedName(a, b))
		pat = append(pat, ir.Param{Name: n, Type: t})
		resX, resY = append(resX, a), append(resY, b)
		merged[p] = ir.Var(n)
		return merged[p]
	}
	ds, other := dims(x.shape), dims(y.shape)
	for i := range ds {
		ds[i] = merge(ds[i], other[i], ir.I64)
	}
	out := value{shape: withDims(x.shape, ds)}
	for i, t := range leaves(out.shape) {
		out.flat = append(out.flat, merge(x.atoms()[i], y.atoms()[i], t))
	}
	if len(inThen.Stms())+len(inElse.Stms()) == 0 && allScalars(pat) {
		return fr.selected(cond, out, pat, resX, resY)
	}
	if len(pat) > 0 || len(inThen.Stms()) > 0 || len(inElse.Stms()) > 0 {
		fr.bind(pat, &ir.If{Cond: cond, Then: inThen.Body(resX...), Else: inElse.Body(resY...)})
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
func (fr *frame) selected(cond ir.Atom, v value, pat []ir.Param, then, els []ir.Atom) value {
	subst := map[ir.Atom]ir.Atom{}
	for i, p := range pat {
		subst[ir.Var(p.Name)] = fr.prim(p.Name.Base, scalar.Select, p.Type.Elem, cond, then[i], els[i])
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
func (fr *frame) sameBuild(x, y shape) {
	switch x := x.(type) {
	case *recordShape:
		for i, f := range x.fields {
			fr.sameBuild(f.shape, y.(*recordShape).fields[i].shape)
		}
	case *arrayShape:
		fr.sameBuild(x.elem, y.(*arrayShape).elem)
	case *closureShape:
		z := y.(*closureShape)
		if x.code != z.code || x.given != z.given || len(x.captures) != len(z.captures) {
			fail(fr.scope.Pos, "The branches return different functions")
		}
	}
}
