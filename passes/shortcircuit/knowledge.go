package shortcircuit

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// knowledge is what a function tells about its i64 variables.
type knowledge struct {
	defs      map[name.Name]ir.Exp      // of scalars
	bodies    map[name.Name]*sequence   // the bodies that have names as parameters
	definers  map[name.Name]*node       // the statements that bind names
	ranges    map[name.Name]sym.Facts   // of indices, wherever they are in scope
	exactAt   map[name.Name]*node       // where a definition is known to hold in ℤ, and behind
	inexactAt map[name.Name]*node       // where it is not, and before
	bound     map[name.Name]sym.Poly    // the number of values of an index
	sizes     map[name.Name][]place     // from where on a name is known to be a size
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
}

// place is a stretch of a sequence: all that comes behind a node, or everything.
type place struct {
	in     *sequence
	behind *node
}

// holdsAt reports whether p reaches what n stands for.
func (p place) holdsAt(n *node) bool { return p.in.isBefore(p.behind, n) }

// said is a fact from a condition, and where it is known to hold.
type said struct {
	fact sym.Fact
	from place
}

func newKnowledge(f *ir.Fun) knowledge {
	k := knowledge{
		defs: map[name.Name]ir.Exp{}, definers: map[name.Name]*node{}, bodies: map[name.Name]*sequence{},
		ranges: map[name.Name]sym.Facts{}, bound: map[name.Name]sym.Poly{},
		sizes: map[name.Name][]place{}, said: map[name.Name][]said{},
		exactAt: map[name.Name]*node{}, inexactAt: map[name.Name]*node{},
		derived: map[name.Name][]name.Name{}, conditions: ir.Names{},
		values: map[name.Name]sym.Poly{}, unfoldings: map[name.Name]sym.Poly{}, extents: map[name.Name][]extent{}, limits: map[name.Name][]limit{}, sums: map[name.Name][]limit{}, expansions: map[name.Name]*expansion{},
	}
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

// sizesIn records that the sizes of arrays ps are not negative behind a node of q.
func (k *knowledge) sizesIn(ps []ir.Param, q *sequence, behind *node) {
	for _, p := range ps {
		for _, d := range p.Type.Dims {
			if !d.IsVar() {
				continue
			}
			known := k.sizes[d.Name]
			if len(known) > 0 && known[len(known)-1].in == q {
				continue
			}
			k.derive(d.Name)
			k.sizes[d.Name] = append(known, place{q, behind})
		}
	}
}

// derive records what n, of which something is known, is computed from.
func (k *knowledge) derive(n name.Name) {
	if k.sizes[n] != nil || k.said[n] != nil {
		return
	}
	if d, ok := k.definition(n); ok {
		d.Vars(func(v name.Name) { k.derived[v] = append(k.derived[v], n) })
	}
}

// learn records what an assertion says.
func (k *knowledge) learn(n *node) {
	if e, ok := n.stm.Exp.(*ir.Assert); ok {
		k.suppose(e.Cond, true, n.in, n)
	}
}

// maxSaid bounds the facts taken from one condition.
const maxSaid = 24

// suppose records what follows from a condition being true, or false, behind a
// node of q.
func (k *knowledge) suppose(cond ir.Atom, holds bool, q *sequence, behind *node) {
	left := maxSaid
	k.condition(cond, holds, &left, func(f sym.Fact) {
		s := said{f, place{q, behind}}
		vars := ir.Names{}
		f.Left.Vars(vars.Add)
		f.Right.Vars(vars.Add)
		for v := range vars {
			k.derive(v)
			k.said[v] = append(k.said[v], s)
		}
	})
}

// comparisons are the relations that comparisons state, and what they state when
// they do not hold.
var comparisons = map[scalar.Op][2]sym.Relation{
	scalar.Eq: {sym.EQ, sym.NE},
	scalar.Ne: {sym.NE, sym.EQ},
	scalar.Lt: {sym.LT, sym.GE},
	scalar.Le: {sym.LE, sym.GT},
	scalar.Gt: {sym.GT, sym.LE},
	scalar.Ge: {sym.GE, sym.LT},
}

// condition takes a condition apart. What it says of the values of variables
// holds in ℤ, however these were computed.
func (k *knowledge) condition(cond ir.Atom, holds bool, left *int, tell func(sym.Fact)) {
	e, ok := k.defs[cond.Name].(*ir.Prim)
	if *left--; !ok || *left < 0 {
		return
	}
	switch {
	case e.Fn == scalar.Not:
		k.condition(e.Args[0], !holds, left, tell)
	case e.Type == scalar.Bool && (e.Fn == scalar.And && holds || e.Fn == scalar.Or && !holds):
		k.condition(e.Args[0], holds, left, tell)
		k.condition(e.Args[1], holds, left, tell)
	case e.Type == scalar.I64:
		relations, ok := comparisons[e.Fn]
		if !ok {
			return
		}
		r := relations[0]
		if !holds {
			r = relations[1]
		}
		tell(sym.Fact{Left: e.Args[0].Poly(), Rel: r, Right: e.Args[1].Poly()})
	}
}

// definition is the value of n modulo 2^64 as a polynomial of other variables.
func (k *knowledge) definition(n name.Name) (sym.Poly, bool) {
	if known, ok := k.values[n]; ok {
		return known, true
	}
	value, ok := ir.Polynomial(k.defs[n])
	if ok {
		k.values[n] = value
	}
	return value, ok
}

// unfold replaces variables by their definitions throughout: the same modulo
// 2^64, which is enough to tell that two addresses are one.
func (k *knowledge) unfold(p sym.Poly) sym.Poly {
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
func (k *knowledge) unfolding(n name.Name) sym.Poly {
	if known, ok := k.unfoldings[n]; ok {
		return known
	}
	out := sym.Var(n)
	if d, ok := k.definition(n); ok {
		if value := k.unfold(d); !isLarge(value) {
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
	maxUnfold = 12 // one definition within another, where each is looked at
	maxTerms  = 40
	maxDegree = 16
)
