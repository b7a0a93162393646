package emit

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// The range of a loop is split where conditions on its index change their value:
// there is a part of it, usually nearly all, in which each condition goes the way
// that was chosen for it. For that part the body is translated without them.
// What lies before and behind it runs the body as it is.

// guard is a condition on the index, of the form index REL right − left, where
// left and right do not change in the loop; or, without a relation to the index,
// a condition that the loop does not change.
type guard struct {
	relation    scalar.Op // Lt, Le, Gt, Ge or Ne; 0 for one without the index
	left, right sym.Poly
	fixed       imp.Expr // without the index
	holds       bool     // what fixed must be
}

// maxGuards bounds the conditions of a loop that are looked at; maxSplitNodes the
// size of a body that is translated twice for them.
const (
	maxGuards     = 12
	maxSplitNodes = 400
	maxCopies     = 4 // how often a statement is translated, all loops around it together
)

// splitter chooses the way of the conditions in a loop's body.
type splitter struct {
	f       *fn
	index   name.Name
	changed imp.Names
	guards  []guard
	known   map[string]bool        // conditions that were decided, by key
	ranged  bool                   // a guard mentions the index
	chosen  map[name.Name]imp.Expr // what variables are in the main part
	before  map[name.Name]imp.Expr // what they are in all of the range
}

// splitPart is the main part of a loop's range and what runs there.
type splitPart struct {
	guards []guard
	body   []imp.Stm
	chosen map[name.Name]imp.Expr
}

// split chooses for a loop; it fails if nothing is gained.
func (f *fn) split(l loop) (splitPart, bool) {
	if l.t != scalar.I64 || f.copies*2 > maxCopies || nodes(l.body) > maxSplitNodes {
		return splitPart{}, false
	}
	s := &splitter{f: f, index: l.index, changed: imp.Changes(l.body), known: map[string]bool{},
		chosen: map[name.Name]imp.Expr{}, before: map[name.Name]imp.Expr{}}
	s.changed[l.index] = true
	body := s.list(l.body)
	maps.Copy(f.defs, s.before)
	if !s.ranged {
		return splitPart{}, false
	}
	return splitPart{s.guards, sweep(body), s.chosen}, true
}

// choosing runs do, in which variables are defined as was chosen.
func (f *fn) choosing(chosen map[name.Name]imp.Expr, do func()) {
	before := map[name.Name]imp.Expr{}
	for n, x := range chosen {
		before[n], f.defs[n] = f.defs[n], x
	}
	do()
	maps.Copy(f.defs, before)
}

// nodes counts statements and parts of expressions.
func nodes(list []imp.Stm) int {
	n := 0
	imp.Walk(list, func(s imp.Stm) bool {
		n++
		imp.Roots(s, func(e imp.Expr) { imp.WalkExpr(e, func(imp.Expr) { n++ }) })
		return true
	})
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
			out = append(out, &imp.For{Index: st.Index, Type: st.Type, Bound: st.Bound, Body: s.list(st.Body)})
		case *imp.Declare:
			if p, ok := selection(st.Init); ok {
				if x, ok := s.selected(p); ok {
					out = append(out, &imp.Declare{Name: st.Name, Type: st.Type, Init: x})
					s.redefine(st.Name, x)
					continue
				}
			}
			out = append(out, st)
		default:
			out = append(out, st)
		}
	}
	return out
}

// choose decides the arm that a branch takes in the main part of the range: the
// one with more work in it, if there is a difference.
func (s *splitter) choose(st *imp.If) ([]imp.Stm, bool) {
	then, other := nodes(st.Then), nodes(st.Else)
	way := then > other
	if lean, ok := s.lean(st.Cond); ok && (then == other || s.isEquality(st.Cond)) {
		way = lean
	}
	if !s.want(st.Cond, way) {
		return nil, false
	}
	if way {
		return st.Then, true
	}
	return st.Else, true
}

// redefine makes x the definition of what is never assigned.
func (s *splitter) redefine(n name.Name, x imp.Expr) {
	if old, ok := s.f.defs[n]; ok {
		s.before[n], s.chosen[n], s.f.defs[n] = old, x, x
	}
}

// selection is e as a selection, if it is one, or the greater or lesser of two i64s,
// as where an index is clamped.
func selection(e imp.Expr) (*imp.Prim, bool) {
	p, ok := e.(*imp.Prim)
	if !ok || p.Fn == scalar.Select {
		return p, ok
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
	for range maxIndexNodes {
		v, ok := e.(*imp.Var)
		if !ok {
			break
		}
		def, ok := s.f.defs[v.Name]
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
	if !ok || g.relation == 0 {
		return false, false
	}
	switch g.relation {
	case scalar.Eq:
		return false, true
	case scalar.Ne:
		return true, true
	}
	_, isConst := g.right.Sub(g.left).AsConst()
	return isConst == (g.relation == scalar.Gt || g.relation == scalar.Ge), true
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
		_, left := constOf(p.Args[0])
		_, right := constOf(p.Args[1])
		relation := p.Fn
		if left {
			relation = mirrored[relation]
		}
		return (left || right) == (relation == scalar.Gt || relation == scalar.Ge), p.Type == scalar.I64 && !(left && right)
	}
	return false, false
}

var negated = map[scalar.Op]scalar.Op{
	scalar.Eq: scalar.Ne, scalar.Ne: scalar.Eq, scalar.Lt: scalar.Ge, scalar.Ge: scalar.Lt, scalar.Gt: scalar.Le, scalar.Le: scalar.Gt,
}

// mirrored is the relation with its sides exchanged.
var mirrored = map[scalar.Op]scalar.Op{
	scalar.Eq: scalar.Eq, scalar.Ne: scalar.Ne, scalar.Lt: scalar.Gt, scalar.Gt: scalar.Lt, scalar.Le: scalar.Ge, scalar.Ge: scalar.Le,
}

// want adds the guards under which cond has the given value, or none if there are
// no such.
func (s *splitter) want(cond imp.Expr, value bool) bool {
	before := len(s.guards)
	if s.require(cond, value) {
		s.known[key(cond)] = value
		return true
	}
	s.guards = s.guards[:before]
	return false
}

func (s *splitter) require(cond imp.Expr, value bool) bool {
	k := key(cond)
	if known, ok := s.known[k]; ok {
		return known == value
	}
	if len(s.guards) == maxGuards {
		return false
	}
	if s.f.movable(cond, s.changed) {
		if way, ok := s.usual(cond); !ok || way != value {
			return false
		}
		s.guards = append(s.guards, guard{fixed: cond, holds: value})
		return true
	}
	if v, ok := cond.(*imp.Var); ok {
		def, ok := s.f.defs[v.Name]
		return ok && s.require(def, value)
	}
	p, ok := cond.(*imp.Prim)
	if !ok {
		return false
	}
	switch {
	case p.Fn == scalar.Not && p.Type == scalar.Bool:
		return s.require(p.Args[0], !value)
	case p.Fn == scalar.And && p.Type == scalar.Bool && value, p.Fn == scalar.Or && p.Type == scalar.Bool && !value:
		return s.require(p.Args[0], value) && s.require(p.Args[1], value)
	case p.Type != scalar.I64:
		return false
	}
	g, ok := s.comparison(p, value)
	if !ok || g.relation == scalar.Eq {
		return false
	}
	if t, isConst := g.right.Sub(g.left).AsConst(); isConst && (g.relation == scalar.Lt || g.relation == scalar.Le) && t < 64 {
		return false
	}
	s.guards = append(s.guards, g)
	s.ranged = true
	return true
}

// comparison brings a comparison of i64s, or its negation, into the form of a
// guard. Eq may come out, which is none.
func (s *splitter) comparison(p *imp.Prim, value bool) (guard, bool) {
	relation, ok := p.Fn, false
	if _, ok = negated[relation]; !ok {
		return guard{}, false
	}
	if !value {
		relation = negated[relation]
	}
	var base, step [2]sym.Poly
	for i, e := range p.Args {
		l := linearizer{s.f, s.index, s.changed, maxIndexNodes}
		q, ok := l.poly(e)
		if !ok {
			return guard{}, false
		}
		if base[i], step[i], ok = linear(q, s.index); !ok {
			return guard{}, false
		}
	}
	// step · index + left REL right
	c, ok := step[0].Sub(step[1]).AsConst()
	switch {
	case ok && c == 1:
		return guard{relation: relation, left: base[0], right: base[1]}, true
	case ok && c == -1:
		return guard{relation: mirrored[relation], left: base[1], right: base[0]}, true
	}
	return guard{}, false
}

// part is where the guards hold: from low to below high, in locals.
type part struct{ low, high local }

// reach is how large the numbers that guards compare may be, so that nothing
// wraps: any index that a loop comes to is far below.
const reach = 1 << 61

// bounds computes the part of the range, from the present index to below bound,
// in which the guards hold; none of it if their numbers are beyond reach.
func (f *fn) bounds(at local, bound value, guards []guard) part {
	p := part{f.temp(code.I64), f.temp(code.I64)}
	ok := f.temp(code.I32)
	f.get(at)
	f.set(p.low)
	f.push(bound)
	f.set(p.high)
	f.i32(1)
	f.set(ok)
	require := func() {
		f.get(ok)
		f.op(code.I32And)
		f.set(ok)
	}
	limit := func(q sym.Poly) value {
		if c, isConst := q.AsConst(); isConst && -reach < c && c < reach {
			return value{konst: scalar.Int(scalar.I64, c)}
		}
		f.expr(imp.Poly(q))
		v := f.keep(code.I64)
		f.push(v)
		f.i64(reach)
		f.op(code.I64Add)
		f.i64(2 * reach)
		f.op(code.I64LtU)
		require()
		return v
	}
	// Inequalities go last to first, so that those with Ne see the range they leave.
	ordered := slices.Clone(guards)
	slices.SortStableFunc(ordered, func(a, b guard) int { return rank(a) - rank(b) })
	for _, g := range ordered {
		f.scope(func() {
			if g.relation == 0 {
				f.expr(g.fixed)
				if !g.holds {
					f.op(code.I32Eqz)
				}
				require()
				return
			}
			left, right := limit(g.left), limit(g.right)
			f.push(right, left)
			f.op(code.I64Sub)
			if g.relation == scalar.Le || g.relation == scalar.Gt {
				f.i64(1)
				f.op(code.I64Add)
			}
			t := f.keep(code.I64)
			switch g.relation {
			case scalar.Lt, scalar.Le:
				f.bringTo(p.high, t, scalar.Lt)
			case scalar.Gt, scalar.Ge:
				f.bringTo(p.low, t, scalar.Gt)
			default:
				f.without(p, t)
			}
		})
	}
	// Where nothing is left, low is high is bound.
	f.get(ok)
	f.push(value{at: p.low}, value{at: p.high})
	f.op(code.I64LtS)
	f.op(code.I32And)
	f.op(code.I32Eqz)
	f.block(code.If)
	f.push(bound)
	f.tee(p.low)
	f.set(p.high)
	f.end()
	return p
}

func rank(g guard) int {
	switch g.relation {
	case 0:
		return 0
	case scalar.Ne:
		return 2
	}
	return 1
}

// bringTo sets x to t if t REL x.
func (f *fn) bringTo(x local, t value, relation scalar.Op) {
	f.push(t, value{at: x}, t, value{at: x})
	f.op(direct[relation][int64s])
	f.op(code.Select)
	f.set(x)
}

// without takes the index t out of the part, with the shorter side of it.
func (f *fn) without(p part, t value) {
	low, high := value{at: p.low}, value{at: p.high}
	f.push(t, low)
	f.op(code.I64GeS)
	f.push(t, high)
	f.op(code.I64LtS)
	f.op(code.I32And)
	f.block(code.If)
	f.push(t, low)
	f.op(code.I64Sub)
	f.push(high, t)
	f.op(code.I64Sub)
	f.op(code.I64GtS)
	f.block(code.If)
	f.push(t)
	f.set(p.high)
	f.op(code.Else)
	f.push(t)
	f.i64(1)
	f.op(code.I64Add)
	f.set(p.low)
	f.end()
	f.end()
}

// splitLoop runs the loop in turns: the body as it is up to the main part, or
// behind it to the end; the main part; the rest.
func (f *fn) splitLoop(l loop, s splitPart) {
	at := f.at(l.index)
	index := value{at: at}
	p := f.bounds(at, l.bound, s.guards)
	limit := f.temp(code.I64)
	main := loop{l.index, l.t, value{at: p.high}, s.body, l.independent}
	f.block(code.Block)
	f.block(code.Loop)
	f.push(index, value{at: p.low})
	f.op(code.I64LtS)
	f.push(index, value{at: p.high})
	f.op(code.I64GeS)
	f.op(code.I32Or)
	f.block(code.If)
	f.push(value{at: p.low}, l.bound, index, value{at: p.low})
	f.op(code.I64LtS)
	f.op(code.Select)
	f.set(limit)
	f.copies *= 2
	f.scope(func() { f.scalarLoop(loop{l.index, l.t, value{at: limit}, l.body, l.independent}) })
	f.push(index, l.bound)
	f.op(code.I64GeS)
	f.put(code.BrIf, 2)
	f.end()
	f.choosing(s.chosen, func() {
		f.scope(func() {
			if v := f.inLanes(main); v != nil {
				v.run()
			} else {
				f.scalarLoop(main)
			}
		})
	})
	f.copies /= 2
	f.get(at)
	f.tee(p.low)
	f.set(p.high)
	f.push(index, l.bound)
	f.op(code.I64LtS)
	f.put(code.BrIf, 0)
	f.end()
	f.end()
}
