package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A selecting operator returns, component by component, one of its two operands; argmin is
// an example. When a row is folded with it, the accumulator seldom changes. So a thread
// first tests for a whole batch of elements whether any of them would change the current
// accumulator; these tests are independent of each other. Only if one succeeds is the batch
// folded element by element. The result is the same for any such operator.

// selectBatch is the number of elements in a batch.
const selectBatch = 8

// selecting returns the operator in branch-free form if it selects. whole is set if all
// components always come from the same operand.
func (f *fold) selecting(names *name.Supply) (l *ir.Lambda, whole, ok bool) {
	l = ir.NewRenamer(names).Lambda(f.operator)
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

// batch folds the elements of the thread's row from a column on, by a selecting operator.
func (g *group) batch(e *emitter, acc accumulator, column imp.Expr) {
	changes := imp.Expr(&imp.Const{Value: scalar.FromBool(false)})
	xs := make([][]operand, selectBatch)
	for k := range xs {
		xs[k] = g.tile.load(e, localID, imp.Add(column, imp.Int(int64(k))))
		for i, r := range e.apply(g.fold.operator, e.value(acc), xs[k]) {
			next, before := asBits(r.X), asBits(e.read(acc[i].scalar))
			differs := &imp.Prim{Fn: scalar.Ne, Type: imp.TypeOf(next), Args: []imp.Expr{next, before}}
			changes = e.read(e.declare("changes", &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{changes, differs}}))
		}
	}
	in := e.inner()
	for _, x := range xs {
		g.fold.foldInto(in, acc, x)
	}
	e.add(&imp.If{Cond: changes, Then: in.out})
}

// batches folds count elements of the thread's row, starting at a column.
func (g *group) batches(e *emitter, acc accumulator, column, count imp.Expr) {
	whole := e.read(e.declare("batches", prim(scalar.Quot, count, imp.Int(selectBatch))))
	e.times(whole, func(e *emitter, j imp.Expr) {
		g.batch(e, acc, e.read(e.declare("first", imp.Add(column, imp.Mul(j, imp.Int(selectBatch))))))
	})
	rest := e.read(e.declare("rest", imp.Add(column, imp.Mul(whole, imp.Int(selectBatch)))))
	e.times(sub(imp.Add(column, count), rest), func(e *emitter, k imp.Expr) { g.step(e, acc, nil, imp.Add(rest, k)) })
}

// asBits maps a scalar to a value whose equality is identity of bits.
func asBits(x imp.Expr) imp.Expr {
	if t := imp.TypeOf(x); t.IsFloat() {
		return &imp.Prim{Fn: scalar.ToBits, Type: t, Args: []imp.Expr{x}}
	}
	return x
}
