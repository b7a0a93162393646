package lint

import (
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// combinators are the functions of the prelude that combine elements, by the place of their
// operator among the arguments; its neutral element comes next.
var combinators = map[string]struct {
	operator    int
	commutative bool // the order of elements is not kept
}{
	"reduce": {0, false}, "scan": {0, false}, "reduce_comm": {0, true}, "hist": {0, true},
	"reduce_by_index": {1, true}, "reduce_by_index_2d": {1, true}, "reduce_by_index_3d": {1, true},
}

// operators visits the operators that d passes to combinators, with what should be neutral; that is nil if it is
// not passed yet.
func (l *linter) operators(d *syntax.ValDecl, visit func(combinator string, op, neutral syntax.Exp)) {
	syntax.Inspect(d.Body, func(n syntax.Node) bool {
		a, ok := n.(*syntax.Apply)
		if !ok {
			return true
		}
		f, ok := a.Fun.(*syntax.Var)
		if !ok || f.Module != "" {
			return true
		}
		if v := l.names.Uses[f].Value; v == nil || !v.Prelude {
			return true
		}
		if c, ok := combinators[f.Name]; ok && c.operator < len(a.Args) {
			var neutral syntax.Exp
			if c.operator+1 < len(a.Args) {
				neutral = a.Args[c.operator+1]
			}
			visit(f.Name, a.Args[c.operator], neutral)
		}
		return true
	})
}

// noncommutative reports operators whose order matters where it is not kept. An operator is
// tried on a few numbers: one pair that tells is a proof.
func (l *linter) noncommutative(d *syntax.ValDecl) {
	l.operators(d, func(combinator string, op, _ syntax.Exp) {
		if !combinators[combinator].commutative {
			return
		}
		for _, x := range l.samples(op) {
			for _, y := range l.samples(op) {
				if differ(l.apply(op, x, y), l.apply(op, y, x)) {
					l.report(op, "the operator of %s must be commutative, but for %v and %v it is not", combinator, x, y).
						WithHint("the elements are combined in any order, so the result is undefined")
					return
				}
			}
		}
	})
}

// nonassociative reports operators for which the grouping matters.
func (l *linter) nonassociative(d *syntax.ValDecl) {
	l.operators(d, func(combinator string, op, _ syntax.Exp) {
		if g := l.grouping(op); g != nil {
			l.report(op, "the operator of %s must be associative, but for %v, %v and %v it is not", combinator, g[0], g[1], g[2]).
				WithHint("the elements are combined in groups, so the result is undefined; a loop combines them from the left")
		}
	})
}

// grouping returns numbers for which the grouping matters; nil if none are found.
func (l *linter) grouping(op syntax.Exp) []*number {
	samples := l.samples(op)
	for _, x := range samples {
		for _, y := range samples {
			for _, z := range samples {
				if left, right := l.apply(op, l.apply(op, x, y), z), l.apply(op, x, l.apply(op, y, z)); differ(left, right) {
					return []*number{x, y, z}
				}
			}
		}
	}
	return nil
}

// nonneutral reports initial values that make another result if they are combined in twice. One that selects, as a
// bound does, may not be neutral for all numbers, and be so for those that there are.
func (l *linter) nonneutral(d *syntax.ValDecl) {
	l.operators(d, func(combinator string, op, neutral syntax.Exp) {
		if neutral == nil || l.grouping(op) != nil {
			return
		}
		n := l.value(neutral, operands{})
		for _, x := range l.samples(op) {
			if once := l.apply(op, n, x); differ(l.apply(op, n, once), once) {
				l.report(neutral, "the initial value of %s must be neutral, but %v changes what it is combined with: of %v it makes %v", combinator, n, x, once).
					WithHint("each group of elements begins with it, so the result is undefined; combine it with the result instead")
				return
			}
		}
	})
}

// samples are the numbers to try an operator on: none if it is not one on numbers.
func (l *linter) samples(op syntax.Exp) []*number {
	f, ok := types.Find(l.info.Types[op]).(*types.Func)
	if !ok {
		return nil
	}
	s, ok := types.Find(types.Strip(f.From)).(types.Scalar)
	if !ok || !s.Type.IsNumeric() {
		return nil
	}
	var out []*number
	for _, x := range []float64{1, 2, 3, 5, 8} {
		out = append(out, &number{x, s.Type})
	}
	return out
}

// apply is an operator applied to two numbers.
func (l *linter) apply(op syntax.Exp, x, y *number) *number {
	if x == nil || y == nil {
		return nil
	}
	switch op := op.(type) {
	case *syntax.Var:
		return l.primitive(op, x, y)
	case *syntax.Lambda:
		if len(op.Params) != 2 {
			return nil
		}
		given := operands{}
		for i, v := range []*number{x, y} {
			switch p := bare(op.Params[i]).(type) {
			case *syntax.NamePat:
				given[p] = v
			case *syntax.WildPat:
			default:
				return nil
			}
		}
		return l.value(op.Body, given)
	}
	return nil
}
