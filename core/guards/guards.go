// Package guards is about conditions on the index of a loop: which way they go in the
// main part of the loop's range, usually nearly all of it, and where that part lies.
// Pass split chooses the conditions and gives the main part a body without them
// (Choose); backends cut the range (Of, Range).
package guards

import (
	"maps"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Guard is a condition on the index, of the form step · index + left REL right, where
// step, left and right do not change in the loop; or, without a relation to the index,
// a condition that the loop does not change. It stands for the program's condition
// where the numbers in it are small enough for no side to wrap, and the step positive.
// Cond stands for it whatever the numbers are.
type Guard struct {
	Relation          scalar.Op // Lt, Le, Gt, Ge or Ne; 0 for one without the index
	Step, Left, Right sym.Poly
	Cond              imp.Expr

	sides scalar.Op // the relation of its sides, also of one without the index; 0 if it compares nothing
}

// Plain reports whether the index itself is compared.
func (g Guard) Plain() bool {
	c, ok := g.Step.AsConst()
	return ok && c == 1
}

// Below reports whether the guard holds for the indices below Right, and only those.
func (g Guard) Below() bool { return g.Relation == scalar.Lt && g.Plain() && g.Left.IsZero() }

// maxStep is above all steps that are constants.
const maxStep = 1 << 20

// maxGuards bounds the conditions of a loop that are looked at.
const maxGuards = 12

// keptForBranches is how many of them assertions leave to branches.
const keptForBranches = 4

// splitter chooses the way of the conditions in a loop's body.
type splitter struct {
	Scope
	index    name.Name
	changed  imp.Names
	guards   []Guard
	known    map[string]bool        // conditions that were decided, by key
	before   map[name.Name]imp.Expr // what variables are declared as that are something else in the main part
	outside  bool                   // the statements run once an iteration, beside loops that the body holds
	parallel bool                   // the loop is
}

// Main is the main part of a loop's range and what runs there. Body shares statements
// and variables with the body that it was made from.
type Main struct {
	Guards []Guard
	Body   []imp.Stm
}

// Cond is the condition that all guards hold, made of the index and of what the loop does
// not change.
func (m Main) Cond() imp.Expr {
	all := m.Guards[0].Cond
	for _, g := range m.Guards[1:] {
		all = &imp.Prim{Fn: scalar.And, Type: scalar.Bool, Args: []imp.Expr{all, g.Cond}}
	}
	return all
}

// Choose decides for a loop over index; it fails if no condition depends on the index. In a
// body with loops of its own it decides only what those loops ask: a condition beside them is
// asked once an iteration, which a second copy of the loops would not repay. In a parallel loop
// it also decides branches around loops, without which iterations may run in lanes.
func Choose(scope Scope, index name.Name, parallel bool, body []imp.Stm) (Main, bool) {
	s := &splitter{Scope: scope, index: index, changed: imp.Changes(body), known: map[string]bool{},
		before: map[name.Name]imp.Expr{}, outside: HasLoops(body), parallel: parallel}
	s.changed[index] = true
	main := s.list(body)
	maps.Copy(s.Defs, s.before)
	if !slices.ContainsFunc(s.guards, func(g Guard) bool { return g.Relation != 0 }) {
		return Main{}, false
	}
	return Main{s.guards, imp.Sweep(main)}, true
}

// HasLoops reports whether there is a loop in a list.
func HasLoops(list []imp.Stm) bool {
	found := false
	imp.Walk(list, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.For, *imp.While, *imp.Parallel:
			found = true
		}
		return !found
	})
	return found
}

// Nodes counts statements and parts of expressions.
func Nodes(list []imp.Stm) int { return nodesUpTo(math.MaxInt, list) }

// Exceed reports whether a list has more nodes than limit. It looks at no more of it.
func Exceed(limit int, list []imp.Stm) bool { return nodesUpTo(limit, list) > limit }

// nodesUpTo counts nodes until there are more than limit.
func nodesUpTo(limit int, list []imp.Stm) int {
	n := 0
	for _, s := range list {
		imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
			n++
			imp.Roots(s, func(e imp.Expr) { imp.WalkExpr(e, func(imp.Expr) { n++ }) })
			return n <= limit
		})
		if n > limit {
			break
		}
	}
	return n
}

func (s *splitter) list(list []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, st := range list {
		switch st := st.(type) {
		case *imp.If:
			if way, ok := s.choose(st); ok {
				out = append(out, s.list(way)...)
				continue
			}
			out = append(out, &imp.If{Cond: st.Cond, Then: s.list(st.Then), Else: s.list(st.Else)})
		case *imp.For:
			out = append(out, &imp.For{Index: st.Index, Type: st.Type, Bound: st.Bound, Pos: st.Pos, Body: s.inner(st.Body)})
		case *imp.Declare:
			if p, ok := selection(st.Init); ok {
				if x, ok := s.selected(p); ok {
					out = append(out, &imp.Declare{Name: st.Name, Type: st.Type, Init: x})
					s.redefine(st.Name, x)
					continue
				}
			}
			out = append(out, st)
		case *imp.Assert:
			if len(s.guards) > maxGuards-keptForBranches || !s.want(st.Cond, true) {
				out = append(out, st)
			}
		default:
			out = append(out, st)
		}
	}
	return out
}

// inner is list for the body of a loop within the one that is split.
func (s *splitter) inner(list []imp.Stm) []imp.Stm {
	outside := s.outside
	s.outside = false
	out := s.list(list)
	s.outside = outside
	return out
}

// choose decides the arm that a branch takes in the main part of the range: the one that nearly all
// iterations take, if that is known, otherwise the one with more work in it, if there is a difference.
func (s *splitter) choose(st *imp.If) ([]imp.Stm, bool) {
	then, other := Nodes(st.Then), Nodes(st.Else)
	way := then > other
	if lean, ok := s.lean(st.Cond); ok && (then == other || s.isEquality(st.Cond)) {
		way = lean
	}
	if most, ok := s.nearly(st.Cond); ok && len(st.Then) > 0 && len(st.Else) > 0 {
		way = most
	}
	outside := s.outside
	s.outside = outside && !(s.parallel && (HasLoops(st.Then) || HasLoops(st.Else)))
	ok := s.want(st.Cond, way)
	s.outside = outside
	if !ok {
		return nil, false
	}
	if way {
		return st.Then, true
	}
	return st.Else, true
}

// redefine makes x the definition of what is never assigned.
func (s *splitter) redefine(n name.Name, x imp.Expr) {
	if old, ok := s.Defs[n]; ok {
		s.before[n], s.Defs[n] = old, x
	}
}

// selection is e as a selection, if it is one, or the greater or lesser of two i64s,
// as where an index is clamped.
func selection(e imp.Expr) (*imp.Prim, bool) {
	p, ok := e.(*imp.Prim)
	if !ok || p.Fn == scalar.Select || imp.LanesOf(p) > 0 {
		return p, ok && imp.LanesOf(p) == 0
	}
	relation, ok := map[scalar.Op]scalar.Op{scalar.Min: scalar.Le, scalar.Max: scalar.Ge}[p.Fn]
	if !ok || p.Type != scalar.I64 {
		return nil, false
	}
	first := &imp.Prim{Fn: relation, Type: scalar.I64, Args: p.Args}
	return &imp.Prim{Fn: scalar.Select, Type: scalar.I64, Args: []imp.Expr{first, p.Args[0], p.Args[1]}}, true
}

// selected decides a selection likewise.
func (s *splitter) selected(p *imp.Prim) (imp.Expr, bool) {
	way, ok := s.lean(p.Args[0])
	if !ok || !s.want(p.Args[0], way) {
		return nil, false
	}
	if way {
		return p.Args[1], true
	}
	return p.Args[2], true
}

// resolve follows variables to what they are declared as.
func (s *splitter) resolve(e imp.Expr) imp.Expr {
	for range MaxNodes {
		v, ok := e.(*imp.Var)
		if !ok {
			break
		}
		def, ok := s.Defs[v.Name]
		if !ok {
			break
		}
		e = def
	}
	return e
}

func (s *splitter) isEquality(cond imp.Expr) bool {
	p, ok := s.resolve(cond).(*imp.Prim)
	return ok && (p.Fn == scalar.Eq || p.Fn == scalar.Ne)
}

// lean is the value that a single comparison has in most of the range, as far as
// its form tells: indices are seldom equal to a number, most are above a constant
// and below a variable.
func (s *splitter) lean(cond imp.Expr) (bool, bool) {
	p, ok := s.resolve(cond).(*imp.Prim)
	if !ok || p.Type != scalar.I64 {
		return false, false
	}
	g, ok := s.comparison(p, true)
	if !ok || g.Relation == 0 {
		return false, false
	}
	switch g.Relation {
	case scalar.Eq:
		return false, true
	case scalar.Ne:
		return true, true
	}
	_, isConst := g.Right.Sub(g.Left).AsConst()
	return isConst == (g.Relation == scalar.Gt || g.Relation == scalar.Ge), true
}

// usual is the value that a condition without the index has for most indices of
// the loops around, likewise.
func (s *splitter) usual(cond imp.Expr) (bool, bool) {
	p, ok := s.resolve(cond).(*imp.Prim)
	if !ok {
		return false, false
	}
	switch p.Fn {
	case scalar.Eq, scalar.Ne:
		return p.Fn == scalar.Ne, true
	case scalar.Lt, scalar.Le, scalar.Gt, scalar.Ge:
		_, left := imp.ConstOf(p.Args[0])
		_, right := imp.ConstOf(p.Args[1])
		relation := p.Fn
		if left {
			relation = mirrored[relation]
		}
		return (left || right) == (relation == scalar.Gt || relation == scalar.Ge), p.Type == scalar.I64 && !(left && right)
	}
	return false, false
}

// Negated is the relation that holds where this one does not.
var Negated = map[scalar.Op]scalar.Op{
	scalar.Eq: scalar.Ne, scalar.Ne: scalar.Eq, scalar.Lt: scalar.Ge, scalar.Ge: scalar.Lt, scalar.Gt: scalar.Le, scalar.Le: scalar.Gt,
}

// mirrored is the relation with its sides exchanged.
var mirrored = map[scalar.Op]scalar.Op{
	scalar.Eq: scalar.Eq, scalar.Ne: scalar.Ne, scalar.Lt: scalar.Gt, scalar.Gt: scalar.Lt, scalar.Le: scalar.Ge, scalar.Ge: scalar.Le,
}

// want adds the guards under which cond has the given value, or none if there are
// no such.
func (s *splitter) want(cond imp.Expr, value bool) bool {
	if s.outside {
		return false
	}
	before := slices.Clone(s.guards)
	if s.require(cond, value) {
		s.known[imp.Key(cond)] = value
		return true
	}
	s.guards = before
	return false
}

func (s *splitter) require(cond imp.Expr, value bool) bool {
	k := imp.Key(cond)
	if known, ok := s.known[k]; ok {
		return known == value
	}
	p, isPrim := cond.(*imp.Prim)
	var g Guard
	compares := false
	if isPrim && p.Type == scalar.I64 {
		g, compares = s.comparison(p, value)
	}
	if !compares && s.Movable(cond, s.changed) {
		if way, ok := s.usual(cond); !ok || way != value {
			return false
		}
		if !value {
			cond = &imp.Prim{Fn: scalar.Not, Type: scalar.Bool, Args: []imp.Expr{cond}}
		}
		return s.add(Guard{Cond: cond})
	}
	if v, ok := cond.(*imp.Var); ok {
		def, ok := s.Defs[v.Name]
		return ok && s.require(def, value)
	}
	if !isPrim {
		return false
	}
	switch {
	case p.Fn == scalar.Not && p.Type == scalar.Bool:
		return s.require(p.Args[0], !value)
	case p.Fn == scalar.And && p.Type == scalar.Bool && value, p.Fn == scalar.Or && p.Type == scalar.Bool && !value:
		return s.require(p.Args[0], value) && s.require(p.Args[1], value)
	}
	if !compares || g.Relation == scalar.Eq {
		return false
	}
	if g.Relation == 0 {
		way, ok := s.usual(g.Cond)
		return ok && way && s.add(g)
	}
	if t, isConst := g.Right.Sub(g.Left).AsConst(); isConst && (g.Relation == scalar.Lt || g.Relation == scalar.Le) && t < 64 {
		return false
	}
	return s.add(g)
}

// add adds a guard, unless one that is there implies it; it takes the place of one that it
// implies. It fails if there are too many.
func (s *splitter) add(g Guard) bool {
	for i, old := range s.guards {
		if d, ok := s.apart(old, g); ok {
			if above := g.sides == scalar.Gt || g.sides == scalar.Ge; d != 0 && above == (d < 0) {
				s.guards[i] = g
			}
			return true
		}
	}
	if len(s.guards) == maxGuards {
		return false
	}
	s.guards = append(s.guards, g)
	return true
}

// apart is by how much the left side of g is more than that of another guard, if the guards
// differ in nothing else and the sides do not wrap: they are indices but for small constants.
func (s *splitter) apart(old, g Guard) (int64, bool) {
	switch g.sides {
	case scalar.Lt, scalar.Le, scalar.Gt, scalar.Ge:
	default:
		return 0, false
	}
	if old.sides != g.sides || !old.Step.Equal(g.Step) || !old.Right.Equal(g.Right) || !s.counts(old.Left) || !s.counts(g.Left) {
		return 0, false
	}
	return g.Left.Sub(old.Left).AsConst()
}

// counts reports whether p is a small constant, or one more than the index of a loop.
func (s *splitter) counts(p sym.Poly) bool {
	indices := 0
	for _, t := range p.Terms() {
		switch {
		case len(t.Vars) == 0 && -maxStep < t.Coef && t.Coef < maxStep:
		case len(t.Vars) == 1 && t.Coef == 1 && s.Indices[t.Vars[0]]:
			indices++
		default:
			return false
		}
	}
	return indices <= 1
}

// comparison brings a comparison of i64s, or its negation, into the form of a
// guard. Eq may come out, which is none.
func (s *splitter) comparison(p *imp.Prim, value bool) (Guard, bool) {
	relation, ok := p.Fn, false
	if _, ok = Negated[relation]; !ok {
		return Guard{}, false
	}
	if !value {
		relation = Negated[relation]
	}
	var base, step [2]sym.Poly
	for i, e := range p.Args {
		l := Linearizer{s.Scope, s.index, s.changed, MaxNodes}
		q, ok := l.Poly(e)
		if !ok {
			return Guard{}, false
		}
		if base[i], step[i], ok = Linear(q, s.index); !ok {
			return Guard{}, false
		}
	}
	side := func(i int) imp.Expr { return imp.Poly(base[i].Add(step[i].Mul(sym.Var(s.index)))) }
	cond := &imp.Prim{Fn: relation, Type: scalar.I64, Args: []imp.Expr{side(0), side(1)}}
	if step[0].IsZero() && step[1].IsZero() {
		if _, isConst := base[0].AsConst(); isConst {
			relation = mirrored[relation]
			slices.Reverse(base[:])
		}
		return Guard{Left: base[0], Right: base[1], Cond: cond, sides: relation}, true
	}
	by, isConst := step[0].Sub(step[1]).AsConst()
	if isConst && by < 0 || !isConst && step[0].IsZero() {
		relation, by = mirrored[relation], -by
		slices.Reverse(step[:])
		slices.Reverse(base[:])
	}
	if !step[0].IsZero() && !step[1].IsZero() && !(fewTimes(step[0]) && fewTimes(step[1])) {
		return Guard{}, false // a side may wrap where what is left of both does not
	}
	g := Guard{Relation: relation, Step: step[0].Sub(step[1]), Left: base[0], Right: base[1], Cond: cond, sides: relation}
	multiple := relation != scalar.Ne && (!isConst || 0 < by && by < maxStep)
	return g, g.Plain() || multiple
}

// fewTimes reports whether n times an index is small if the index is.
func fewTimes(q sym.Poly) bool {
	c, ok := q.AsConst()
	return ok && -2 <= c && c <= 2
}
