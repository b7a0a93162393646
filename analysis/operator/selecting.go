package operator

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Selecting returns an operator in branch-free form if it selects: component by component, it
// returns one of its two operands. whole is set if all components always come from the same
// operand.
func Selecting(l *ir.Lambda, names *name.Supply) (straight *ir.Lambda, whole, ok bool) {
	l = ir.NewRenamer(names).Lambda(l)
	var stms []*ir.Stm
	if !ifConvert(l.Body.Stms, &stms) {
		return nil, false, false
	}
	l.Body.Stms = stms
	defs := map[name.Name]ir.Exp{}
	for _, s := range stms {
		defs[s.Pat[0].Name] = s.Exp
	}
	n := len(l.Body.Result)
	if len(l.Params) != 2*n {
		return nil, false, false
	}
	for i, r := range l.Body.Result {
		if !comesFrom(r, defs, l.Params[i].Name, l.Params[n+i].Name) {
			return nil, false, false
		}
	}
	return l, sameOperand(l.Body.Result, defs, l.Params), true
}

// SelectsWhole reports whether an operator returns one of its operands, with all components.
func SelectsWhole(l *ir.Lambda, names *name.Supply) bool {
	_, whole, ok := Selecting(l, names)
	return ok && whole
}

// ifConvert appends stms to out with if-conversion: both branches, then a select for each
// result. It fails if a statement is not a total scalar operation.
func ifConvert(stms []*ir.Stm, out *[]*ir.Stm) bool {
	for _, s := range stms {
		switch e := s.Exp.(type) {
		case *ir.Prim:
			if e.Fn.Info().Partial.Has(e.Type) {
				return false
			}
			*out = append(*out, s)
		case *ir.Convert, *ir.Use:
			if !s.Pat[0].Type.IsScalar() {
				return false
			}
			*out = append(*out, s)
		case *ir.If:
			if !ifConvert(e.Then.Stms, out) || !ifConvert(e.Else.Stms, out) {
				return false
			}
			for i, p := range s.Pat {
				if !p.Type.IsScalar() {
					return false
				}
				*out = append(*out, &ir.Stm{Pat: []ir.Param{p}, Pos: s.Pos, Exp: &ir.Prim{
					Fn: scalar.Select, Type: p.Type.Elem, Args: []ir.Atom{e.Cond, e.Then.Result[i], e.Else.Result[i]},
				}})
			}
		default:
			return false
		}
	}
	return true
}

// comesFrom reports whether a is always either x or y.
func comesFrom(a ir.Atom, defs map[name.Name]ir.Exp, x, y name.Name) bool {
	if !a.IsVar() {
		return false
	}
	switch e := defs[a.Name].(type) {
	case nil:
		return a.Name == x || a.Name == y
	case *ir.Use:
		return comesFrom(e.X, defs, x, y)
	case *ir.Prim:
		return e.Fn == scalar.Select && comesFrom(e.Args[1], defs, x, y) && comesFrom(e.Args[2], defs, x, y)
	}
	return false
}

// sameOperand reports whether as, each of which selects between corresponding operands, always
// come all from the first operand or all from the second.
func sameOperand(as []ir.Atom, defs map[name.Name]ir.Exp, params []ir.Param) bool {
	var cond ir.Atom
	from := make([]int, len(as)) // 1 or 2 for that operand, 0 for a select
	then, other := make([]ir.Atom, len(as)), make([]ir.Atom, len(as))
	for i, a := range as {
		for {
			use, ok := defs[a.Name].(*ir.Use)
			if !ok {
				break
			}
			a = use.X
		}
		if p, ok := defs[a.Name].(*ir.Prim); ok {
			if i > 0 && p.Args[0] != cond {
				return false
			}
			cond, then[i], other[i] = p.Args[0], p.Args[1], p.Args[2]
			continue
		}
		from[i] = 1
		if a.Name == params[len(as)+i].Name {
			from[i] = 2
		}
	}
	for _, n := range from {
		if n != from[0] {
			return false
		}
	}
	return from[0] != 0 || sameOperand(then, defs, params) && sameOperand(other, defs, params)
}
