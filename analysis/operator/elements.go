package operator

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// OfElements returns the operator on scalars that an operator on one-dimensional arrays
// applies to their elements. It recognises the form that InPlace does, whose elements depend
// on those of the operands at the same index and on nothing else in memory.
func OfElements(l *ir.Lambda, names *name.Supply) (*ir.Lambda, bool) {
	l, ok := InPlace(l, ir.NewRenamer(names))
	if !ok {
		return nil, false
	}
	x, y := l.Params[2], l.Params[5]
	loop := l.Body.Stms[len(l.Body.Stms)-1].Exp.(*ir.Loop)
	elem := ir.ScalarOf(x.Type.Elem)
	out := &ir.Lambda{
		Params:  []ir.Param{{Name: names.Like(x.Name), Type: elem}, {Name: names.Like(y.Name), Type: elem}},
		Body:    &ir.Body{},
		Results: []ir.Type{elem},
	}
	for _, s := range loop.Body.Stms[:len(loop.Body.Stms)-1] {
		at, isIndex := s.Exp.(*ir.Index)
		if !isIndex {
			out.Body.Stms = append(out.Body.Stms, s)
			continue
		}
		from := ir.Var(out.Params[0].Name)
		switch {
		case at.Indices[0] != ir.Var(loop.Index):
			return nil, false
		case at.Array == y.Name:
			from = ir.Var(out.Params[1].Name)
		case at.Array != x.Name:
			return nil, false
		}
		out.Body.Stms = append(out.Body.Stms, &ir.Stm{Pat: s.Pat, Exp: &ir.Use{X: from}, Pos: s.Pos})
	}
	update := loop.Body.Stms[len(loop.Body.Stms)-1].Exp.(*ir.Update)
	out.Body.Result = []ir.Atom{update.Value}
	return simplified(out), uses(out, loop.Index) == 0
}

// simplified removes the uses of a lambda's body, so that an operator that applies one scalar
// operator to its operands consists of it.
func simplified(l *ir.Lambda) *ir.Lambda {
	means := map[name.Name]ir.Atom{}
	resolve := func(a *ir.Atom) {
		if b, ok := means[a.Name]; ok && a.IsVar() {
			*a = b
		}
	}
	body := &ir.Body{Result: l.Body.Result}
	for _, s := range l.Body.Stms {
		w := ir.Walker{Atom: resolve}
		w.InStm(s)
		if u, ok := s.Exp.(*ir.Use); ok {
			means[s.Pat[0].Name] = u.X
			continue
		}
		body.Stms = append(body.Stms, s)
	}
	for i := range body.Result {
		resolve(&body.Result[i])
	}
	l.Body = body
	return l
}

// uses counts the uses of a variable in a lambda.
func uses(l *ir.Lambda, n name.Name) int {
	count := 0
	w := ir.Walker{Atom: func(a *ir.Atom) {
		if a.IsVar() && a.Name == n {
			count++
		}
	}}
	for _, s := range l.Body.Stms {
		w.InStm(s)
	}
	for _, r := range l.Body.Result {
		if r == ir.Var(n) {
			count++
		}
	}
	return count
}
