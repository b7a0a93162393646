package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// An operator that selects gives one of its two operands, component by component, as
// the place of the least element does. Folding a row by it, the accumulator seldom
// changes. So a thread asks of a batch of elements at once whether any of them changes
// the accumulator as it is: these questions do not wait for each other. Only if one does
// are they folded one by one. What comes out is the same, whatever the operator.

// questions is the number of elements of a batch.
const questions = 8

// selecting is the operator without branches, if it selects, and whether it does so as
// a whole: all components from the same operand.
func (f *fold) selecting(names *name.Supply) (l *ir.Lambda, whole, ok bool) {
	l = ir.NewRenamer(names).Lambda(f.operator)
	var stms []*ir.Stm
	if !straighten(l.Body.Stms, &stms) {
		return nil, false, false
	}
	l.Body.Stms = stms
	made := map[name.Name]ir.Exp{}
	for _, s := range stms {
		made[s.Pat[0].Name] = s.Exp
	}
	n := len(l.Body.Result)
	if len(l.Params) != 2*n {
		return nil, false, false
	}
	for i, r := range l.Body.Result {
		if !comesFrom(r, made, l.Params[i].Name, l.Params[n+i].Name) {
			return nil, false, false
		}
	}
	return l, together(l.Body.Result, made, l.Params), true
}

// straighten adds statements to out, branches as both sides and a selection. It fails
// where something is not a scalar operation that any operands allow.
func straighten(stms []*ir.Stm, out *[]*ir.Stm) bool {
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
			if !straighten(e.Then.Stms, out) || !straighten(e.Else.Stms, out) {
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

// comesFrom reports whether a is always one of x and y.
func comesFrom(a ir.Atom, made map[name.Name]ir.Exp, x, y name.Name) bool {
	if !a.IsVar() {
		return false
	}
	switch e := made[a.Name].(type) {
	case nil:
		return a.Name == x || a.Name == y
	case *ir.Use:
		return comesFrom(e.X, made, x, y)
	case *ir.Prim:
		return e.Fn == scalar.Select && comesFrom(e.Args[1], made, x, y) && comesFrom(e.Args[2], made, x, y)
	}
	return false
}

// together reports whether as, which come from the operands component by component, all
// do from the first or all from the second, whatever these are.
func together(as []ir.Atom, made map[name.Name]ir.Exp, params []ir.Param) bool {
	var cond ir.Atom
	from := make([]int, len(as)) // which operand: 1 or 2, or 0 by a selection
	then, other := make([]ir.Atom, len(as)), make([]ir.Atom, len(as))
	for i, a := range as {
		for {
			use, ok := made[a.Name].(*ir.Use)
			if !ok {
				break
			}
			a = use.X
		}
		if p, ok := made[a.Name].(*ir.Prim); ok {
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
	return from[0] != 0 || together(then, made, params) && together(other, made, params)
}

// batch folds the elements of the thread's row from a column on, by an operator that
// selects.
func (g *group) batch(e *emitter, acc accumulator, column imp.Expr) {
	changes := imp.Expr(&imp.Const{Value: scalar.FromBool(false)})
	xs := make([][]operand, questions)
	for k := range xs {
		xs[k] = g.tile.load(e, localID, imp.Add(column, imp.Int(int64(k))))
		for i, r := range e.apply(g.fold.operator, e.value(acc), xs[k]) {
			next, before := unambiguous(r.X), unambiguous(e.read(acc[i].scalar))
			differs := &imp.Prim{Fn: scalar.Ne, Type: imp.TypeOf(next), Args: []imp.Expr{next, before}}
			changes = e.read(e.declare("changes", &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{changes, differs}}))
		}
	}
	in := e.inner()
	for _, x := range xs {
		g.fold.take(in, acc, x)
	}
	e.add(&imp.If{Cond: changes, Then: in.out})
}

// batches folds so many elements from a column on.
func (g *group) batches(e *emitter, acc accumulator, column, count imp.Expr) {
	whole := e.read(e.declare("batches", prim(scalar.Quot, count, imp.Int(questions))))
	e.times(whole, func(e *emitter, j imp.Expr) {
		g.batch(e, acc, e.read(e.declare("first", imp.Add(column, imp.Mul(j, imp.Int(questions))))))
	})
	rest := e.read(e.declare("rest", imp.Add(column, imp.Mul(whole, imp.Int(questions)))))
	e.times(sub(imp.Add(column, count), rest), func(e *emitter, k imp.Expr) { g.step(e, acc, nil, imp.Add(rest, k)) })
}

// unambiguous is a scalar as what is equal only where the scalar is the same.
func unambiguous(x imp.Expr) imp.Expr {
	if t := imp.TypeOf(x); t.IsFloat() {
		return &imp.Prim{Fn: scalar.ToBits, Type: t, Args: []imp.Expr{x}}
	}
	return x
}
