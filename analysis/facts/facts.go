package facts

import (
	"maps"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Point is a place in a program: the start of a body, or a statement. Facts hold from a
// point on. Points are compared with ==.
type Point interface {
	// Sees reports whether what holds from p on is known at this point: p comes before
	// it, in the same body or in one around.
	Sees(p Point) bool
}

// Base holds the facts of one function. A View answers questions at a point of it.
type Base struct {
	defs      map[name.Name]ir.Exp      // of scalars
	ranges    map[name.Name]sym.Facts   // of indices, wherever they are in scope
	exactAt   map[name.Name]Point       // from where on a definition is known to hold in ℤ
	inexactAt map[name.Name]Point       // up to where it is not
	bound     map[name.Name]sym.Poly    // the trip count of an index
	sizes     map[name.Name][]Point     // from where on a name is known to be a size
	derived   map[name.Name][]name.Name // what is computed from a variable at once, if something is known of it
	said      map[name.Name][]said      // what conditions say of a name
	values    map[name.Name]sym.Poly    // of definitions, as polynomials, where asked before
	// unfoldings are the values of variables modulo 2^64, where asked before.
	unfoldings map[name.Name]sym.Poly
	extents    map[name.Name][]extent // of arrays in memory, by each of the variables in it
	limits     map[name.Name][]limit  // where asked before
	sums       map[name.Name][]limit  // by their definitions, where asked before
	expansions map[name.Name]*expansion
	// conditions are booleans that are not computed from scalars here: what they
	// say is not known.
	conditions ir.Names
	answers    Answers
}

// said is a fact from a condition, and from where on it holds.
type said struct {
	fact sym.Fact
	from Point
}

func newBase(answers Answers) *Base {
	return &Base{
		answers: answers,
		defs:    map[name.Name]ir.Exp{},
		ranges:  map[name.Name]sym.Facts{}, bound: map[name.Name]sym.Poly{},
		sizes: map[name.Name][]Point{}, said: map[name.Name][]said{},
		exactAt: map[name.Name]Point{}, inexactAt: map[name.Name]Point{},
		derived: map[name.Name][]name.Name{}, conditions: ir.Names{},
		values: map[name.Name]sym.Poly{}, unfoldings: map[name.Name]sym.Poly{},
		extents: map[name.Name][]extent{}, limits: map[name.Name][]limit{},
		sums: map[name.Name][]limit{}, expansions: map[name.Name]*expansion{},
	}
}

// New collects the definitions and indices of f. What conditions say, and which sizes
// there are, is told by Suppose and Bind, with the points from which on it holds. What
// the prover answers is kept in answers, which functions may share.
func New(f *ir.Fun, answers Answers) *Base {
	k := newBase(answers)
	index := func(n name.Name, size ir.Atom) {
		k.ranges[n] = sym.Range(sym.Var(n), sym.Const(0), size.Poly())
		k.bound[n] = size.Poly()
	}
	scalars := map[name.Name]scalar.Type{}
	w := &ir.Walker{
		Binders: func(ps []ir.Param) {
			for _, p := range ps {
				scalars[p.Name] = p.Type.Elem
				if p.Type.IsScalar() && p.Type.Elem == scalar.Bool {
					k.conditions.Add(p.Name)
				}
			}
		},
		Stm: func(s *ir.Stm) {
			if k := ops.KernelOf(s.Exp); k != nil {
				for _, d := range *k.Space {
					index(d.Index, d.Size)
				}
			}
			switch e := s.Exp.(type) {
			case *ir.Loop:
				if !e.Index.IsZero() && isI64(e.Bound, scalars) {
					index(e.Index, e.Bound)
				}
			case *ir.Prim, *ir.Convert, *ir.Use:
				k.defs[s.Pat[0].Name] = e
			}
		},
	}
	w.Fun(f)
	for n := range k.defs {
		delete(k.conditions, n)
	}
	return k
}

func isI64(a ir.Atom, types map[name.Name]scalar.Type) bool {
	if a.IsVar() {
		return types[a.Name] == scalar.I64
	}
	return a.Const.Type == scalar.I64
}

// Define records that n, a scalar, is computed by e.
func (k *Base) Define(n name.Name, e ir.Exp) { k.defs[n] = e }

// Def is how the scalar n is computed from scalars, nil if that is not known.
func (k *Base) Def(n name.Name) ir.Exp { return k.defs[n] }

// Count is the trip count of index n of a loop or kernel.
func (k *Base) Count(n name.Name) (sym.Poly, bool) {
	p, ok := k.bound[n]
	return p, ok
}

// IsOpaque reports whether n is a boolean that is not computed from scalars here.
func (k *Base) IsOpaque(n name.Name) bool { return k.conditions.Has(n) }

// Bind records that variables ps exist from a point on: parameters, or what an
// expression binds. Sizes of arrays are not negative, and arrays in memory have no
// more elements than it.
func (k *Base) Bind(ps []ir.Param, by ir.Exp, from Point) {
	for _, p := range ps {
		for _, d := range p.Type.Dims {
			if !d.IsVar() {
				continue
			}
			known := k.sizes[d.Name]
			if len(known) > 0 && from.Sees(known[len(known)-1]) {
				continue
			}
			k.derive(d.Name)
			k.sizes[d.Name] = append(known, from)
		}
	}
	k.extend(ps, by, from)
}

// Withdraw forgets what was found out at a point that is no longer where it was.
func (k *Base) Withdraw(at Point) {
	maps.DeleteFunc(k.exactAt, func(_ name.Name, p Point) bool { return p == at })
}

// derive records what n, of which something is known, is computed from.
func (k *Base) derive(n name.Name) {
	if k.sizes[n] != nil || k.said[n] != nil {
		return
	}
	if d, ok := k.Definition(n); ok {
		d.Vars(func(v name.Name) { k.derived[v] = append(k.derived[v], n) })
	}
}

// maxSaid bounds the facts taken from one condition.
const maxSaid = 24

// Suppose records what follows from a condition being true, or false, from a point on.
func (k *Base) Suppose(cond ir.Atom, holds bool, from Point) {
	left := maxSaid
	k.implied(cond, holds, func(n name.Name, e *ir.Prim, holds bool) bool {
		if left--; e == nil || left < 0 {
			return false
		}
		if r, ok := relationOf(e, holds); ok {
			fact := sym.Fact{Left: e.Args[0].Poly(), Rel: r, Right: e.Args[1].Poly()}
			for v := range varsOf(fact) {
				k.derive(v)
				k.said[v] = append(k.said[v], said{fact, from})
			}
		}
		return true
	})
}

// varsOf are the variables of a fact.
func varsOf(f sym.Fact) ir.Names {
	vars := ir.Names{}
	f.Left.Vars(vars.Add)
	f.Right.Vars(vars.Add)
	return vars
}

// implied calls each for a condition that is true, or false, and for those that it is
// made of and that follow: with what computes them from scalars, nil if that is not
// known. It leaves out the parts of a condition for which each returns false.
func (k *Base) implied(cond ir.Atom, holds bool, each func(n name.Name, e *ir.Prim, holds bool) bool) {
	if !cond.IsVar() {
		return
	}
	e, _ := k.defs[cond.Name].(*ir.Prim)
	switch {
	case !each(cond.Name, e, holds) || e == nil:
	case e.Fn == scalar.Not:
		k.implied(e.Args[0], !holds, each)
	case e.Type == scalar.Bool && (e.Fn == scalar.And && holds || e.Fn == scalar.Or && !holds):
		k.implied(e.Args[0], holds, each)
		k.implied(e.Args[1], holds, each)
	}
}

// relations maps comparisons to their meaning, when they hold and when they do not.
var relations = map[scalar.Op][2]sym.Relation{
	scalar.Eq: {sym.EQ, sym.NE},
	scalar.Ne: {sym.NE, sym.EQ},
	scalar.Lt: {sym.LT, sym.GE},
	scalar.Le: {sym.LE, sym.GT},
	scalar.Gt: {sym.GT, sym.LE},
	scalar.Ge: {sym.GE, sym.LT},
}

// relationOf is what a comparison of i64s states that is true, or false. It holds in ℤ,
// however the values were computed.
func relationOf(e *ir.Prim, holds bool) (r sym.Relation, ok bool) {
	both, ok := relations[e.Fn]
	if !ok || e.Type != scalar.I64 {
		return r, false
	}
	if holds {
		return both[0], true
	}
	return both[1], true
}

// Definition is the value of n modulo 2^64 as a polynomial of other variables.
func (k *Base) Definition(n name.Name) (sym.Poly, bool) {
	if known, ok := k.values[n]; ok {
		return known, true
	}
	value, ok := ir.Polynomial(k.defs[n])
	if ok {
		k.values[n] = value
	}
	return value, ok
}

// Unfold replaces variables by their definitions throughout: the same modulo
// 2^64, which is enough to tell that two addresses are one.
func (k *Base) Unfold(p sym.Poly) sym.Poly {
	out := p.Subst(func(n name.Name) (sym.Poly, bool) {
		value := k.unfolding(n)
		_, same := value.AsVar()
		return value, !same || !value.Mentions(n)
	})
	if isLarge(out) {
		return p
	}
	return out
}

// unfolding is the value of one variable, unless it is large.
func (k *Base) unfolding(n name.Name) sym.Poly {
	if known, ok := k.unfoldings[n]; ok {
		return known
	}
	out := sym.Var(n)
	if d, ok := k.Definition(n); ok {
		if value := k.Unfold(d); !isLarge(value) {
			out = value
		}
	}
	k.unfoldings[n] = out
	return out
}

// isLarge reports whether p is too large to be worked with.
func isLarge(p sym.Poly) bool {
	terms := p.Terms()
	return len(terms) > maxTerms || len(terms) > 0 && len(terms[0].Vars) > maxDegree
}

// Bounds on how far definitions are unfolded.
const (
	maxTerms  = 40
	maxDegree = 16
)
